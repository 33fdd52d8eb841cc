"""Which tests run together in one worker process, where pytest-xdist shares a run out among several."""

import re
from functools import cache
from pathlib import Path

import pytest

BROWSER = {"browser", "site"}
NEO4J = re.compile("neo4j_server|neo4j_apoc_server|neo4j_driver")


@pytest.hookimpl(tryfirst=True)  # before pytest-xdist reads the groups
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Keep together the tests of a file, of Neo4j, of the browser and the site, and of Stanza.

    Those of Neo4j are two groups, each with a server of its own: so many are those of its store.
    """
    if not config.getoption("loadgroup", False):
        return
    in_browser = {item.path for item in items if BROWSER & fixtures(item)}
    for item in items:
        if is_on_neo4j(item.path):
            group = "Neo4j's store" if item.path.parent.name == "neo4j" else "Neo4j"
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


@cache
def is_on_neo4j(path: Path) -> bool:
    """Tell whether a file names a fixture of a server, among what its tests take or ask for while they run."""
    return NEO4J.search(path.read_text(encoding="utf-8")) is not None


def fixtures(item: pytest.Item) -> set[str]:
    return set(getattr(item, "fixturenames", ()))
