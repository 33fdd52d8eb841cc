"""A construction that is killed goes on where it was, and asks nothing twice; `LGM_FULL=1` kills twenty times."""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from queue import Queue
from typing import Any

import pytest

from lgm_core import ConstructionOptions, LanguageGraph, OpenAIChatModel
from lgm_core.graph.sqlite import SQLiteStore
from lgm_core.model import Addition
from lgm_core.ports import Message
from tests.support.any_replies import AnyReplies
from tests.support.openai_server import HANGS, OpenAIServer, Response, completion
from tests.support.papers import PAPER, export_of

pytestmark = pytest.mark.thorough

EDITED = PAPER.replace("Jonas Berg", "Mira Voss")

FORK = multiprocessing.get_context("fork")
KILLED = [("request", 7), ("write", 3), ("write", 7)]
"""Where a construction is killed: when it makes a request, or before it writes."""

if os.environ.get("LGM_FULL"):
    KILLED = [("request", number) for number in range(1, 13)] + [("write", number) for number in range(1, 9)]


class MortalStore(SQLiteStore):
    """A store whose process is killed before it adds or takes back for the last time."""

    writes_left = 0

    def add(self, addition: Addition) -> None:
        self.live()
        super().add(addition)

    def undo(self, ids: object) -> int:
        self.live()
        return super().undo(ids)  # type: ignore[arg-type]

    def live(self) -> None:
        self.writes_left -= 1
        if not self.writes_left:
            os.kill(os.getpid(), signal.SIGKILL)


def constructed(place: Path, base_url: str, writes: int = 0) -> None:
    store = MortalStore(place)
    model = OpenAIChatModel("local", base_url=base_url, api_key="none")
    with LanguageGraph(store, llm=model, concurrency=1) as graph:
        store.writes_left = writes
        graph.construct("ferries.md", ConstructionOptions(window_tokens=25))


def learned(place: Path, text: str) -> None:
    paper = place.parent / "papers" / "ferries.md"
    paper.parent.mkdir(exist_ok=True)
    paper.write_text(text, encoding="utf-8")
    with LanguageGraph(place) as graph:
        graph.build(paper)
        graph.store.delete_blobs("")  # the replies too


class DeadlyServer:
    """Replies to requests; the process that makes the request of a number gets no reply, but is killed."""

    def __init__(self) -> None:
        self.process: Queue[int] = Queue()
        self.requests_left = 0
        self.answered: Counter[str] = Counter()

    def __call__(self, body: dict[str, Any]) -> Response:
        self.requests_left -= 1  # 0 at first: then no request is the last one
        if not self.requests_left:
            os.kill(self.process.get(timeout=60), signal.SIGKILL)
            return HANGS
        messages = [Message(turn["role"], turn["content"]) for turn in body["messages"]]
        self.answered[str(messages)] += 1
        return completion(AnyReplies(4).complete(messages, body["response_format"]["json_schema"]["schema"]).text)


@pytest.fixture(scope="module")
def expected(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[bytes, int]]:
    """What is constructed by a run that nothing disturbs, and how many requests it makes."""
    folder = tmp_path_factory.mktemp("expected")
    undisturbed = DeadlyServer()
    with OpenAIServer(undisturbed) as server:
        learned(folder / "graph.lgm", EDITED)
        constructed(folder / "graph.lgm", server.base_url)
    with LanguageGraph(folder / "graph.lgm") as graph:
        assert len(graph.additions()) == len(graph.constructions()[0].additions) >= 4
        yield export_of(graph, folder / "export"), undisturbed.answered.total()


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="processes cannot be killed")
@pytest.mark.parametrize(("what", "number"), KILLED)
def test_a_killed_construction_goes_on_where_it_was(
    what: str, number: int, expected: tuple[bytes, int], tmp_path: Path
) -> None:
    place, deadly = tmp_path / "graph.lgm", DeadlyServer()
    with OpenAIServer(deadly) as server:
        learned(place, PAPER)
        constructed(place, server.base_url)  # of a former text, so that there is something to replace
        learned(place, EDITED)
        deadly.answered.clear()

        deadly.requests_left = number if what == "request" else 0
        process = FORK.Process(target=constructed, args=(place, server.base_url, number if what == "write" else 0))
        process.start()
        deadly.process.put(process.pid or 0)
        process.join(60)
        assert process.exitcode == -signal.SIGKILL

        with LanguageGraph(place) as graph:
            assert graph.additions()  # the former ones, new ones, or both
        constructed(place, server.base_url)
        with LanguageGraph(place) as graph:
            assert (export_of(graph, tmp_path / "export"), deadly.answered.total()) == expected
        assert set(deadly.answered.values()) == {1}
