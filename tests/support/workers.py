"""Which tests run together in one worker process, where pytest-xdist shares a run out among several."""

import pytest

BROWSER = {"browser", "site"}
NEO4J = {"neo4j_server", "neo4j_apoc_server", "neo4j_driver"}


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


def _fixtures(item: pytest.Item) -> set[str]:
    return set(getattr(item, "fixturenames", ()))
