"""Graphs of another format: all that touches them says so, and nothing changes."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from random import Random

import pytest

from lgm_core import LanguageGraph
from lgm_core.errors import SchemaVersionError
from lgm_core.graph.sqlite.tables import FORMAT
from tests.faults.fault import Attempt, Fault
from tests.faults.operations import GRAPH, opened
from tests.support.texts import many_documents


@contextmanager
def other_formats(folder: Path) -> Iterator[Attempt]:
    """Let a graph, with its index, be of another format."""
    with opened(folder / GRAPH) as graph:
        graph.build(many_documents(5), workers=1, index=True)

    def attempt(random: Random, place: Path) -> int:
        shutil.copytree(folder, place, dirs_exist_ok=True)
        other = FORMAT + random.randrange(1, 90)
        with closing(sqlite3.connect(place / GRAPH)) as connection:
            connection.execute(f"PRAGMA user_version = {other}")
        before = {path: path.read_bytes() for path in place.rglob("*") if path.is_file()}
        calls: list[Callable[[LanguageGraph], object]] = [
            lambda graph: graph.build(many_documents(7), workers=1),
            lambda graph: graph.delete("d00001"),
            lambda graph: graph.retrieve_passages("Where was the lantern made?"),
            lambda graph: graph.statistics(),
            lambda graph: graph.export(place / "export.jsonl"),
        ]
        random.shuffle(calls)
        with opened(place / GRAPH) as graph:
            for call in calls:
                with pytest.raises(SchemaVersionError, match=f"{GRAPH} has format {other}, .* lgm build "):
                    call(graph)
        assert {path: path.read_bytes() for path in place.rglob("*") if path.is_file()} == before
        return 1

    yield attempt


FAULTS = (Fault("another format: its graph", other_formats),)
