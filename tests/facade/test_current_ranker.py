"""Which ranker questions get that come while another is made."""

import asyncio
import os
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from lgm_core import LanguageGraph
from lgm_core.facade.opened_graph import CurrentRanker
from lgm_core.graph.sqlite import SQLiteStore
from lgm_core.model import DocumentGraph
from lgm_core.retrieval.ranking.ranking_options import RankingOptions
from lgm_core.worker_threads import in_thread
from tests.support.store_graphs import numbered
from tests.support.texts import many_documents


class Waiting:
    """A lock that tells when so many wait for it or hold it."""

    def __init__(self, count: int) -> None:
        self._lock, self._left, self.all_there = threading.Lock(), count, threading.Event()

    def __enter__(self) -> None:
        self._left -= 1
        if not self._left:
            self.all_there.set()
        self._lock.acquire()

    def __exit__(self, *_: object) -> None:
        self._lock.release()


def test_who_waits_while_rankers_are_made_shares_the_next_one(tmp_path: Path) -> None:
    lock, seen = Waiting(5), []

    class Changing(SQLiteStore):
        """A graph that changes whenever somebody looks which revision it has."""

        def revision(self) -> int:
            assert lock.all_there.wait(60)
            self.write(numbered(len(seen)))
            seen.append(super().revision())
            return seen[-1]

    with Changing(tmp_path / "g.lgm") as store:
        rankers = CurrentRanker(RankingOptions(), None, None)
        rankers._lock = lock  # type: ignore[assignment]
        with ThreadPoolExecutor(5) as threads:
            counts = list(threads.map(lambda _: rankers.over(store)[0].index.document_count, range(5)))
        # The first looked before the others asked, who need one that is newer.
        assert len(seen) == 2
        assert sorted(counts) == [1, 2, 2, 2, 2]
        assert rankers.over(store)[0].index.document_count == 3


def test_questions_that_wait_for_the_index_take_no_thread_of_the_host(tmp_path: Path) -> None:
    is_made, may_go_on = threading.Event(), threading.Event()

    class Slow(SQLiteStore):
        """A graph that is not read to its end before it is allowed."""

        def scan(self) -> Iterator[DocumentGraph]:  # type: ignore[override]
            is_made.set()
            assert may_go_on.wait(60)
            return super().scan()

    async def ask_and_work() -> None:
        questions = [
            asyncio.ensure_future(ask("What is a lantern?"))
            for ask in (graph.aask, graph.aretrieve_sentences, graph.aretrieve_passages)
            for _ in range(12)
        ]
        try:
            while not is_made.is_set():
                await asyncio.sleep(0.01)
            assert await asyncio.wait_for(asyncio.to_thread(os.getpid), 20) == os.getpid()
        finally:
            may_go_on.set()
            results = await asyncio.gather(*questions)
        assert all(results)

    with LanguageGraph(tmp_path / "g.lgm") as built:
        built.build(many_documents(10), workers=1, index=False)
    with LanguageGraph(Slow(tmp_path / "g.lgm")) as graph:
        asyncio.run(ask_and_work())


@pytest.mark.skipif(not hasattr(os, "fork"), reason="the system does not fork")
@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
def test_work_in_a_thread_goes_on_in_a_forked_process() -> None:
    assert asyncio.run(in_thread(os.getpid)) == os.getpid()
    if not (child := os.fork()):
        os._exit(asyncio.run(in_thread(os.getpid)) != os.getpid())
    assert os.waitpid(child, 0)[1] == 0
