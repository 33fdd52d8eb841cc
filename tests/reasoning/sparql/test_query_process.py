"""Processes for queries: what ends them, what they leave, and the view of a graph that they are given."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
import zlib
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from lgm_core import LanguageGraph
from lgm_core.errors import InputError, MissingDependencyError
from lgm_core.model import Schema, SchemaClass, SchemaProperty
from lgm_core.rdf.vocabulary import RDF, RDFS
from lgm_core.reasoning.sparql import query_process, triples
from lgm_core.reasoning.sparql.query_process import QueryProcesses

SCHEMA = Schema(classes=(SchemaClass("Ship"),), properties=(SchemaProperty("sails"),))
ENDLESS = "SELECT (COUNT(*) AS ?n) { ?a a ?t . ?b a ?t . ?c a ?t . ?d a ?t }"
LARGE = 'SELECT (GROUP_CONCAT(?l; separator="") AS ?all) { ?a a ?t . ?b a ?t . ?c a ?t ; rdfs:label ?l }'
SHIPS = 400


def payload() -> bytes:
    quads = []
    for number in range(SHIPS):
        end = f"<{triples.EVIDENCE}{number}> ."
        quads.append(f"<{triples.THINGS}{number}> <{RDF}type> <urn:lgm:schema#Ship> {end}")
        quads.append(f'<{triples.THINGS}{number}> <{RDFS}label> "{f"Ship {number}" * 20}" {end}')
    evidence = (json.dumps([[f"fact {number}"], [f"ships#{number}"], []]) for number in range(SHIPS))
    parts = (json.dumps(triples.schema_names(SCHEMA)), "\n".join(quads), "\n".join(evidence), "")
    return zlib.compress("\0".join(parts).encode())


@pytest.fixture
def processes() -> Iterator[QueryProcesses]:
    held = QueryProcesses(seconds=1.5)
    yield held
    held.close()


def count(processes: QueryProcesses, query: str = "SELECT (COUNT(?s) AS ?n) { ?s a :Ship }", **more: object) -> int:
    given = {"revision": 1, "part": None, "payload": payload} | more
    return int(processes.ask(query, 10, **given)["rows"][0][0][0])  # type: ignore[arg-type]


def children() -> set[int]:
    found = set()
    for each in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = each.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if int(fields[1]) == os.getpid():
            found.add(int(each.parent.name))
    return found


@pytest.mark.parametrize(("query", "told"), [(ENDLESS, "takes more than 1.5 seconds"), (LARGE, "takes ")])
def test_a_query_without_end_is_stopped_and_the_next_one_runs(processes: QueryProcesses, query: str, told: str) -> None:
    assert count(processes) == SHIPS
    with pytest.raises(InputError, match=told):
        count(processes, query)
    assert count(processes) == SHIPS


@pytest.mark.thorough
def test_memory_is_limited() -> None:
    held = QueryProcesses(seconds=60)
    try:
        with pytest.raises(InputError, match="takes too much memory"):
            count(held, LARGE)
    finally:
        held.close()


@pytest.mark.thorough
def test_no_process_is_left(processes: QueryProcesses) -> None:
    before = children()
    count(processes)
    assert len(children() - before) == 1
    with pytest.raises(InputError):
        count(processes, ENDLESS)
    assert children() == before
    for part in range(6):
        count(processes, part=part)
    assert len(children() - before) == query_process._MOST
    count(processes, revision=2)
    assert len(children() - before) == 1
    processes.close()
    assert children() == before
    assert count(processes) == SHIPS  # a closed one starts again
    processes.close()


@pytest.mark.thorough
def test_a_process_ends_with_the_program_that_began_it(tmp_path: Path) -> None:
    program = f"""
import os, sys
sys.path.insert(0, {str(Path(__file__).parents[3])!r})
from tests.reasoning.sparql.test_query_process import children, count, QueryProcesses
held = QueryProcesses()
count(held)
print(*children(), flush=True)
os._exit(0) if sys.argv[1] == "at once" else None
"""
    for way in ("at once", "in order"):
        told = subprocess.run(
            [sys.executable, "-c", program, way], capture_output=True, text=True, check=True, timeout=60
        )
        (number,) = map(int, told.stdout.split())
        for _ in range(200):
            if not Path(f"/proc/{number}").exists():
                break
            threading.Event().wait(0.05)
        assert not Path(f"/proc/{number}").exists()
        assert told.stderr == ""


def test_an_interrupted_query_leaves_no_reply_to_the_next() -> None:
    held = QueryProcesses(seconds=60)

    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    former = signal.signal(signal.SIGALRM, interrupt)
    try:
        assert count(held) == SHIPS
        signal.setitimer(signal.ITIMER_REAL, 0.5)
        with pytest.raises(KeyboardInterrupt):
            count(held, ENDLESS)
        assert count(held) == SHIPS
    finally:
        signal.signal(signal.SIGALRM, former)
        held.close()


def test_threads_ask_at_once(processes: QueryProcesses) -> None:
    with ThreadPoolExecutor(8) as pool:
        assert set(pool.map(lambda part: count(processes, part=part % 2), range(40))) == {SHIPS}


def test_what_to_install_is_told(processes: QueryProcesses, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(query_process, "has_ontology", lambda: False)
    with pytest.raises(MissingDependencyError, match=r'pip install "\.\[ontology\]"'):
        count(processes)


def test_a_view_is_kept_until_the_graph_changes(graph: LanguageGraph) -> None:
    films = "SELECT ?f { ?f a :Film }"
    assert graph.store.read_blob(triples.BLOB) is None
    assert len(graph.sparql(films).rows) == 4
    kept = graph.store.read_blob(triples.BLOB)
    assert kept is not None
    assert b"Hitchcock" in zlib.decompress(kept.partition(b"\n")[2])
    head = triples.head_of(graph.store)
    parts = zlib.decompress(kept[len(head) :]).split(b"\0")
    made_up = b"\0".join([parts[0], parts[1].replace(b"Gilda", b"Hilda"), *parts[2:]])
    graph.store.write_blob(triples.BLOB, head + zlib.compress(made_up))
    with LanguageGraph(graph.store.path) as again:  # type: ignore[attr-defined]
        assert again.sparql('ASK { ?f rdfs:label "Hilda" }').truth  # from what is kept
    graph.delete("rope")
    assert graph.store.read_blob(triples.BLOB) is None
    assert len(graph.sparql(films).rows) == 3
    kept = graph.store.read_blob(triples.BLOB)
    assert kept is not None
    assert b"Rope" not in zlib.decompress(kept.partition(b"\n")[2])
    graph.undo_schema()
    with pytest.raises(InputError, match="no schema"):
        graph.sparql(films)


def test_a_filtered_view_is_not_kept(graph: LanguageGraph) -> None:
    assert graph.sparql("SELECT ?f { ?f a :Film }", where={"city": "south"}).rows
    assert graph.store.read_blob(triples.BLOB) is None
