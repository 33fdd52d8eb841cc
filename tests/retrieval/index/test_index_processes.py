"""The index among processes, writers and readers at the same time; `LGM_SECONDS=60` lets them run for a minute."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from lgm_core.facade.language_graph import LanguageGraph
from lgm_core.graph.sqlite import SQLiteStore
from lgm_core.retrieval.ranking.ranker import Ranker
from tests.support.indexes import index_of_graphs

pytestmark = pytest.mark.thorough

SECONDS = float(os.environ.get("LGM_SECONDS", "3"))
QUESTION = "Where was the sailor Odo Krell 7 born?"

WRITER = """
import sys
from random import Random
from lgm_core.facade.language_graph import LanguageGraph
from lgm_core.model import Document
from lgm_core.retrieval.index import index_cache

index_cache._LEAST_MERGED = 4  # new bases often, as in graphs of thousands of documents
path, name = sys.argv[1:3]
random, graph, number = Random(name), LanguageGraph(path), 0
print("ready", flush=True)
while True:
    number = random.randint(0, 12)
    ids = [f"{half} {name} {number}" for half in ("first", "second")]
    if random.random() < 0.4:
        graph.delete([id for id in ids if graph.documents(where={"document_id": id})])
    else:
        text = f"Odo Krell {number} was a sailor. He was born in Ulm. {name} {random.random()}."
        graph.build([Document(id=id, text=text, title=f"Odo Krell {number}") for id in ids], workers=1, index=True)
    graph.retrieve_passages("Where was the sailor Odo Krell 7 born?")
"""


def started(program: str, *arguments: str) -> subprocess.Popen[str]:
    process = subprocess.Popen([sys.executable, "-c", program, *arguments], stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    assert process.stdout.readline() == "ready\n"
    return process


def is_as_built_anew(path: Path) -> bool:
    with LanguageGraph(path) as graph:
        kept, anew = graph.ranker(), Ranker(index_of_graphs(SQLiteStore(path).scan()))
        same_ids = kept.index.document_ids == anew.index.document_ids
        return same_ids and kept.passages(QUESTION, 30) == anew.passages(QUESTION, 30)


READER = """
import sys, time
from lgm_core.facade.language_graph import LanguageGraph

graph, end, seen = LanguageGraph(sys.argv[1]), time.monotonic() + float(sys.argv[2]), set()
print("ready", flush=True)
while time.monotonic() < end:
    ranker = graph.ranker()
    ids = ranker.index.document_ids
    halves = [{id.split(" ", 1)[1] for id in ids if id.startswith(half)} for half in ("first", "second")]
    assert halves[0] == halves[1], halves  # both were written together, and deleted together
    ranker.passages("Where was the sailor Odo Krell 7 born?")
    seen.add(ids)
print(len(seen), flush=True)
"""


def test_readers_see_whole_states_while_two_write(tmp_path: Path) -> None:
    path = tmp_path / "g.lgm"
    with LanguageGraph(path) as graph:
        graph.build([])
    writers = [started(WRITER, str(path), name) for name in ("left", "right")]
    readers = [started(READER, str(path), str(SECONDS)) for _ in range(4)]
    states = [reader.communicate()[0].strip() for reader in readers]
    for writer in writers:
        assert writer.poll() is None, "a writer failed"
        writer.kill()
        writer.communicate()
    assert all(reader.returncode == 0 for reader in readers)
    assert max(map(int, states)) > 1
    assert is_as_built_anew(path)


@pytest.fixture(autouse=True)
def _importable(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", str(Path(__file__).parents[3]))
