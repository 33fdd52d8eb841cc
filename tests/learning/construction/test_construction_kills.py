"""A construction that is killed goes on where it was, and asks nothing twice; `LGM_FULL=1` kills twenty times."""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from queue import Queue

import pytest

from lgm_core.flow import Session, run
from lgm_core.graph.sqlite import SQLiteStore
from lgm_core.language.lite.lite_annotator import LiteAnnotator
from lgm_core.learning.construction.construction_flow import construct
from lgm_core.learning.construction.construction_options import ConstructionOptions
from lgm_core.learning.construction.document_text import document_text
from lgm_core.llm.cache import BlobReplyCache
from lgm_core.llm.openai import OpenAIChatModel
from lgm_core.model import Addition
from tests.learning.construction.test_construction_flow import EDITED, FERRIES, exported, learn
from tests.support.construction_stages import STAND_INS
from tests.support.openai_server import HANGS, OpenAIServer, Response, completion

FORK = multiprocessing.get_context("fork")
KILLED = [("request", 4), ("write", 3), ("write", 9)]
"""Where a construction is killed: when it makes a request, or before it writes."""

if os.environ.get("LGM_FULL"):
    KILLED = [(what, number) for what in ("request", "write") for number in range(1, 11)]


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
    with MortalStore(place) as store:
        store.writes_left = writes
        text = document_text(next(store.scan(["ferries.md"], own=True)))
        model = OpenAIChatModel("local", base_url=base_url, api_key="none")
        flow = construct(store, text, ConstructionOptions(), model.name, LiteAnnotator(), None, STAND_INS)
        run(flow, Session(model, concurrency=1, cache=BlobReplyCache(store)))


class DeadlyServer:
    """Replies to requests; the process that makes the request of a number gets no reply, but is killed."""

    def __init__(self) -> None:
        self.process: Queue[int] = Queue()
        self.requests_left = 0
        self.answered: Counter[str] = Counter()

    def __call__(self, body: dict[str, object]) -> Response:
        self.requests_left -= 1  # 0 at first: then no request is the last one
        if not self.requests_left:
            os.kill(self.process.get(timeout=60), signal.SIGKILL)
            return HANGS
        self.answered[str(body["messages"])] += 1
        return completion("yes")


@pytest.fixture(scope="module")
def expected(tmp_path_factory: pytest.TempPathFactory) -> Iterator[bytes]:
    folder = tmp_path_factory.mktemp("expected")
    with OpenAIServer(DeadlyServer()) as server, SQLiteStore(folder / "graph.lgm") as store:
        learn(store, EDITED)
        constructed(folder / "graph.lgm", server.base_url)
        yield exported(store, folder / "export")


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="processes cannot be killed")
@pytest.mark.parametrize(("what", "number"), KILLED)
def test_a_killed_construction_goes_on_where_it_was(what: str, number: int, expected: bytes, tmp_path: Path) -> None:
    place, deadly = tmp_path / "graph.lgm", DeadlyServer()
    with OpenAIServer(deadly) as server, SQLiteStore(place) as store:
        learn(store, FERRIES)
        constructed(place, server.base_url)  # of a former text, so that there is something to replace
        learn(store, EDITED)
        store.delete_blobs("")
        deadly.answered.clear()

        deadly.requests_left = number if what == "request" else 0
        process = FORK.Process(target=constructed, args=(place, server.base_url, number if what == "write" else 0))
        process.start()
        deadly.process.put(process.pid or 0)
        process.join(60)
        assert process.exitcode == -signal.SIGKILL
        assert store.additions()  # the former ones, new ones, or both

        constructed(place, server.base_url)
        assert exported(store, tmp_path / "export") == expected
        assert set(deadly.answered.values()) == {1}
        assert deadly.answered.total() == 12
