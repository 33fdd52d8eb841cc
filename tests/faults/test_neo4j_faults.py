"""The faults of graphs in Neo4j, in a file of their own, which shares its server with the other tests of Neo4j."""

import pytest

from tests.faults.fault import Fault
from tests.faults.neo4j_faults import FAULTS
from tests.faults.test_faults import assert_nothing_is_lost
from tests.support.neo4j_server import Server


@pytest.mark.parametrize("fault", [fault for fault in FAULTS if fault.times], ids=lambda fault: fault.name)
def test_nothing_is_lost_in_neo4j(neo4j_server: Server, fault: Fault) -> None:
    assert_nothing_is_lost(fault)
