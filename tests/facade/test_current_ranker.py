"""Which ranker questions get that come while another is made."""

import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from lgm_core.facade.current_ranker import CurrentRanker
from lgm_core.graph.sqlite import SQLiteStore
from lgm_core.retrieval.ranking.ranking_options import RankingOptions
from tests.support.store_graphs import numbered


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
