"""A worker that dies stops nothing: its chunk is tried again, and only what ends workers by itself is set aside."""

from concurrent.futures import BrokenExecutor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from functools import partial
from multiprocessing import get_context

import pytest

from lgm_core import Document, LanguageGraph
from lgm_core.errors import ExecutorError
from lgm_core.learning.executors.loky_processes import LokyProcesses
from lgm_core.learning.executors.ordered_map import ChunkWork, map_in_order
from lgm_core.learning.executors.worker_pool import WorkerPool, is_worker_lost
from tests.support.fatal_documents import FATAL, FatalAnnotator
from tests.support.fatal_work import halved
from tests.support.texts import many_documents

pytestmark = pytest.mark.thorough


def pool_of_python(workers=2):
    return ProcessPoolExecutor(workers, mp_context=get_context("forkserver"))


HALVING = ChunkWork(halved, lambda numbers: [[number] for number in numbers], lambda numbers: [f"no half: {numbers}"])


def results_on(executor, chunks, work=HALVING):
    with WorkerPool(executor) as pool:
        yield from map_in_order(work, chunks, pool=pool)


@pytest.mark.parametrize("make", [partial(LokyProcesses, 2), pool_of_python], ids=["loky", "Python's"])
def test_what_ends_its_worker_is_set_aside_and_nothing_else(make):
    chunks = [[0, 2], [4], [6, 7, 8], [10], [12], [14]]
    results = list(results_on(make, chunks))
    assert results == [[0, 1], [2], [3, "no half: [7]", 4], [5], [6], [7]]


def test_so_it_is_in_the_processes_of_this_machine():
    assert list(map_in_order(HALVING, [[2], [3], [4]], workers=2)) == [[1], ["no half: [3]"], [2]]


def test_a_given_executor_that_broke_is_an_error_that_names_the_way_out_after_all_results_before():
    with pool_of_python(1) as executor:
        results = results_on(executor, [[2], [4], [6], [7], [8]])
        assert [next(results), next(results), next(results)] == [[1], [2], [3]]
        with pytest.raises(ExecutorError, match="executor=FUNCTION that makes the executor"):
            next(results)


class LosesOne(ThreadPoolExecutor):
    """An executor whose worker is lost once, through no fault of the work, as when a machine is taken away."""

    def __init__(self, number):
        super().__init__(2)
        self._number = number

    def submit(self, fn, /, *args, **kwargs):
        self._number -= 1
        if self._number:
            return super().submit(fn, *args, **kwargs)
        lost = Future()
        lost.set_exception(BrokenExecutor("a machine was taken away"))
        return lost


@pytest.mark.parametrize("number", [1, 4, 9])
def test_a_chunk_whose_worker_was_lost_once_is_done_again(number):
    with LosesOne(number) as executor:
        results = results_on(executor, [[2 * number, 0] for number in range(9)])
        assert list(results) == [[number, 0] for number in range(9)]


class LosesAll(ThreadPoolExecutor):
    """An executor whose workers are all gone."""

    def submit(self, fn, /, *args, **kwargs):
        lost = Future()
        lost.set_exception(BrokenExecutor("no machine is left"))
        return lost


def test_no_chunk_is_blamed_where_no_worker_is_left():
    with pytest.raises(ExecutorError, match="no machine is left"):
        list(results_on(LosesAll(1), [[2], [4]]))
    with pytest.raises(ExecutorError, match="no machine is left"):
        list(results_on(partial(LosesAll, 1), [[2], [4]]))


def test_an_error_of_the_work_itself_is_no_lost_worker():
    with ThreadPoolExecutor(2) as executor, pytest.raises(ZeroDivisionError):
        list(results_on(executor, [1, 0], ChunkWork(divided, list, list)))


def divided(number):
    return [1 // number]


@pytest.mark.parametrize(
    ("module", "name", "is_lost"),
    [
        ("distributed.scheduler", "KilledWorker", True),
        ("distributed.comm.core", "CommClosedError", True),
        ("ray.exceptions", "WorkerCrashedError", True),
        ("ray.exceptions", "OutOfMemoryError", True),
        ("distribution", "KilledWorker", False),
        ("ray.exceptions", "TaskError", False),
    ],
)
def test_engines_are_known_by_the_names_of_their_exceptions(module, name, is_lost):
    error = type(name, (Exception,), {"__module__": module})
    assert is_worker_lost(type("Derived", (error,), {})()) is is_lost


def test_dask_still_names_its_exceptions_so():
    scheduler, core, client = (
        pytest.importorskip(f"distributed.{each}") for each in ("scheduler", "comm.core", "client")
    )
    for error in (scheduler.KilledWorker, core.CommClosedError, client.FutureCancelledError):
        assert is_worker_lost(error.__new__(error))


def test_a_build_names_the_document_that_ends_its_worker_and_learns_the_others(tmp_path):
    documents = many_documents(20)
    documents.insert(7, Document.from_text(f"A {FATAL} text is a text.", id="fatal"))
    with LanguageGraph(tmp_path / "graph.lgm", annotator=FatalAnnotator()) as graph:
        report = graph.build(documents, index=False, executor=partial(LokyProcesses, 1))
        assert [failed.name for failed in report.failed] == ["fatal"]
        assert "died twice without an error" in report.failed[0].error
        assert report.learned == graph.statistics().documents == 20
