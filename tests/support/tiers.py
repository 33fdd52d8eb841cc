"""Which tests are `thorough`: `make test` leaves them out, `make test-all` runs them too."""

from pathlib import Path

import pytest

from tests.support.workers import BROWSER, fixtures, is_on_neo4j

TESTS = Path(__file__).parents[1]
FOLDERS = {"documentation", "examples", "faults", "fuzz", "hostile", "injection", "installs", "tenants"}
ONE_PASS = {"graph/neo4j/test_neo4j_store.py", "page_server/test_browsing.py"}
"""The one pass of the contract of stores on a real Neo4j, and the one walk through the pages in a browser."""


@pytest.hookimpl(tryfirst=True)  # before pytest selects by marker
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the tests of those folders, of Neo4j, of a browser, and of what `make test` does not install.

    Others say themselves that they are: what starts programs and engines, kills, or reads very long texts.
    """
    for item in items:
        if _is_thorough(item):
            item.add_marker("thorough")


def _is_thorough(item: pytest.Item) -> bool:
    place = item.path.relative_to(TESTS)
    if FOLDERS.intersection(place.parts) or any(map(item.get_closest_marker, ("neural", "ray", "installs"))):
        return True
    return place.as_posix() not in ONE_PASS and (is_on_neo4j(item.path) or bool(BROWSER & fixtures(item)))
