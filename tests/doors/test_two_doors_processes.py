"""A program builds a graph; another comes back to it, asks, inserts, deletes and asks again, through either door.

`LGM_CORPUS=corpus.jsonl LGM_QUESTIONS=questions.jsonl pytest tests/doors/test_two_doors_processes.py` does it with
yours; with `LGM_SECONDS=60`, two processes write and read one graph for a minute.
"""

import io
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest

from lgm_core.demo import demo_folder
from lgm_core.graph.export import export_jsonl
from lgm_core.graph.neo4j import Neo4jStore
from lgm_core.graph.port import LanguageGraphStore
from lgm_core.graph.sqlite import SQLiteStore
from tests.support.door_program import DOORS, opened, take_step
from tests.support.door_writer import SHARED, changed, own
from tests.support.neo4j_server import Server

SECONDS = float(os.environ.get("LGM_SECONDS", "3"))
ROOT = Path(__file__).parents[2]
PAGES = sorted((demo_folder() / "documents").glob("*.md"))


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """Return a corpus and questions as files: yours if LGM_CORPUS and LGM_QUESTIONS name them, else the demo's."""
    if "LGM_CORPUS" in os.environ:
        return [os.environ["LGM_CORPUS"], os.environ["LGM_QUESTIONS"]]
    folder = tmp_path_factory.mktemp("corpus")
    rows = [{"id": page.name, "title": page.stem, "text": page.read_text("utf-8")} for page in PAGES]
    (folder / "corpus.jsonl").write_text("\n".join(map(json.dumps, rows)), "utf-8")
    few = (demo_folder() / "questions.jsonl").read_text("utf-8").splitlines()[:5]
    (folder / "questions.jsonl").write_text("\n".join(few), "utf-8")
    return [str(folder / "corpus.jsonl"), str(folder / "questions.jsonl")]


def through(place: str, files: list[str], environment: dict[str, str], **steps: str) -> list[Any]:
    """Take each step through the door named for it, in a process of its own; return what they saw."""
    told: list[Any] = []
    for step, door in steps.items():
        command = [sys.executable, "-m", "tests.support.door_program", door, step, place, *files]
        done = subprocess.run(
            command, capture_output=True, text=True, check=False, env=os.environ | environment, cwd=ROOT
        )
        assert done.returncode == 0, done.stderr
        told += json.loads(done.stdout)
    return told


@pytest.fixture(scope="module")
def expected(files: list[str], tmp_path_factory: pytest.TempPathFactory) -> list[Any]:
    """Return what is seen without restarts, on the embedded store."""
    with opened(str(tmp_path_factory.mktemp("expected") / "my.lgm"), "langchain") as store:
        user = DOORS["langchain"](store)
        told = [take_step(user, step, *files) for step in ("build", "return")]
    return json.loads(json.dumps([view for step in told for view in step]))


@pytest.fixture
def neo4j_place(neo4j_server: Server, neo4j_driver: Any) -> Iterator[tuple[str, dict[str, str]]]:
    """Return an empty graph in Neo4j, with the environment that leads there."""
    server, graph = neo4j_server, f"doors-{uuid4().hex}"
    yield (
        f"neo4j:{graph}",
        {"NEO4J_URI": server.uri, "NEO4J_USERNAME": server.username, "NEO4J_PASSWORD": server.password},
    )
    neo4j_driver.execute_query("MATCH (n:LanguageGraph {graph: $graph}) DETACH DELETE n", graph=graph)


@pytest.mark.parametrize(("first", "second"), [("langchain", "llama_index"), ("llama_index", "langchain")])
def test_what_one_door_learns_the_other_reads_from_a_file(
    first: str, second: str, files: list[str], expected: list[Any], tmp_path: Path
) -> None:
    assert through(str(tmp_path / "my.lgm"), files, {}, build=first, **{"return": second}) == expected


def test_what_one_door_learns_the_other_reads_from_neo4j(
    files: list[str], expected: list[Any], neo4j_place: tuple[str, dict[str, str]]
) -> None:
    place, environment = neo4j_place
    assert through(place, files, environment, build="langchain", **{"return": "llama_index"}) == expected


def exported(store: LanguageGraphStore) -> list[Any]:
    stream = io.BytesIO()
    export_jsonl(store, stream)
    return [json.loads(line) for line in stream.getvalue().splitlines()]


def write_at_once(place: str, environment: dict[str, str], seconds: float) -> list[str]:
    """Let a program at each door write and read one graph; return the ids of the documents they left there."""
    programs = [
        subprocess.Popen(
            [sys.executable, "-m", "tests.support.door_writer", door, place, str(seconds)],
            stdout=subprocess.PIPE,
            text=True,
            env=os.environ | environment,
            cwd=ROOT,
        )
        for door in DOORS
    ]
    printed = [program.communicate(timeout=600)[0] for program in programs]
    assert [program.returncode for program in programs] == [0, 0]
    return [id for text in printed for id in json.loads(text)]


def written_alone(ids: list[str], path: Path) -> list[Any]:
    """Return the graph that one program writes, alone and at once, with the documents that two have left."""
    documents = [SHARED]
    for id in ids:
        door, _, number = id.rpartition("-")
        documents.append((own if int(number) % 3 else changed)(door, int(number)))
    with opened(str(path), "langchain") as store:
        DOORS["langchain"](store).learn(documents)
        return exported(store)


def test_two_processes_write_and_read_one_file_at_once(tmp_path: Path) -> None:
    place = str(tmp_path / "shared.lgm")
    left = write_at_once(place, {}, SECONDS)
    with SQLiteStore(place) as store:
        assert exported(store) == written_alone(left, tmp_path / "alone.lgm")


def test_two_processes_write_and_read_one_graph_in_neo4j_at_once(
    neo4j_place: tuple[str, dict[str, str]], neo4j_driver: Any, tmp_path: Path
) -> None:
    place, environment = neo4j_place
    left = write_at_once(place, environment, SECONDS)
    store = Neo4jStore.from_driver(neo4j_driver, graph=place.partition(":")[2])
    assert exported(store) == written_alone(left, tmp_path / "alone.lgm")
    sys.stdout.write(f"{len(left)} documents left by two processes in {SECONDS:g} s: {store.statistics()}\n")
