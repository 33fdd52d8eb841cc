"""Which tests run together in one worker process, where pytest-xdist shares a run out among several."""

import pytest

BROWSER = {"browser", "site"}
NEO4J = {"neo4j_server", "neo4j_apoc_server", "neo4j_driver"}


@pytest.hookimpl(tryfirst=True)  # before pytest-xdist reads the groups
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Keep together the tests of a file, those of Neo4j in one folder, of the browser and the site, and of Stanza."""
    if not config.getoption("loadgroup", False):
        return
    on_neo4j = {item.path for item in items if NEO4J & _fixtures(item)}
    in_browser = {item.path for item in items if BROWSER & _fixtures(item)}
    for item in items:
        if item.path in on_neo4j:
            group = f"neo4j of {item.path.parent}"
        elif item.path in in_browser:
            group = "browser"
        else:
            group = "neural" if item.get_closest_marker("neural") else str(item.path)
        item.add_marker(pytest.mark.xdist_group(group))


def pytest_collection_finish(session: pytest.Session) -> None:
    """Refuse a run whose groups pytest-xdist did not take, as it does not with versions of pytest newer than itself."""
    ungrouped = [item.nodeid for item in session.items if "@" not in item.nodeid]
    if session.config.getoption("loadgroup", False) and ungrouped:
        raise pytest.UsageError(f"pytest-xdist keeps no groups together: {ungrouped[0]}")


def _fixtures(item: pytest.Item) -> set[str]:
    return set(getattr(item, "fixturenames", ()))
