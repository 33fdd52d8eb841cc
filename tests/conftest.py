"""What all tests share."""

import pytest

pytest.register_assert_rewrite("tests.store_contract")

from tests.neo4j_server import neo4j_apoc_server, neo4j_driver, neo4j_server  # noqa: E402, F401
