"""Which tests run together in one worker process, where pytest-xdist shares a run out among several."""

import pytest

NEO4J = {"neo4j_server", "neo4j_apoc_server", "neo4j_driver"}


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Keep together the tests of a file, which share its fixtures, those of the run's Neo4j server, and of Stanza."""
    if not config.getoption("loadgroup", False):
        return
    on_neo4j = {item.path for item in items if NEO4J & set(getattr(item, "fixturenames", ()))}
    for item in items:
        group = "neo4j" if item.path in on_neo4j else "neural" if item.get_closest_marker("neural") else str(item.path)
        item.add_marker(pytest.mark.xdist_group(group))
