"""Whatever executor analyses documents, the graph is the same, byte for byte."""

import io
import random
import threading
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from functools import partial
from multiprocessing import get_context

import pytest

from lgm_core import Cancelled, InputError, LanguageGraph
from lgm_core.errors import ExecutorError
from lgm_core.graph.export import export_jsonl
from lgm_core.learning import outdated_documents
from lgm_core.learning.executors.loky_processes import LokyProcesses
from tests.support.texts import many_documents

DOCUMENTS = many_documents(60)


@pytest.fixture(autouse=True)
def small_chunks(monkeypatch):
    monkeypatch.setattr(outdated_documents, "CHUNK_DOCUMENTS", 5)


def built(file, **options):
    with LanguageGraph(file) as graph:
        report = graph.build(DOCUMENTS, index=False, **options)
        out = io.BytesIO()
        export_jsonl(graph.store, out)
    assert report.ok
    return out.getvalue()


class LastFirst(Executor):
    """An executor that, once somebody waits, does what it was given last first."""

    def __init__(self):
        self.waiting = []
        self.most = 0

    def submit(self, fn, /, *args, **kwargs):
        executor = self

        class Lazy(Future):
            def result(self, timeout=None):
                executor.work()
                return super().result(timeout)

        future = Lazy()
        self.waiting.append((future, partial(fn, *args, **kwargs)))
        self.most = max(self.most, len(self.waiting))
        return future

    def work(self):
        while self.waiting:
            future, work = self.waiting.pop()
            if future.set_running_or_notify_cancel():
                future.set_result(work())


class Shuffled(LastFirst):
    """An executor that does what it was given in any order."""

    def work(self):
        random.Random(len(self.waiting)).shuffle(self.waiting)
        super().work()


@pytest.mark.parametrize(
    "make",
    [
        LastFirst,
        Shuffled,
        partial(ThreadPoolExecutor, 3),
        partial(LokyProcesses, 2),
        partial(ProcessPoolExecutor, 1, get_context("forkserver")),
    ],
    ids=["last first", "shuffled", "threads", "loky", "processes"],
)
def test_graphs_are_equal_whatever_the_executor_and_it_is_left_running(tmp_path, make):
    executor = make()
    try:
        assert built(tmp_path / "executor.lgm", executor=executor) == built(tmp_path / "alone.lgm", workers=1)
        assert executor.submit(int, "7").result() == 7
    finally:
        executor.shutdown()


def test_a_function_that_makes_an_executor_is_called_and_its_executor_shut_down(tmp_path):
    made = []

    def make():
        made.append(ThreadPoolExecutor(2))
        return made[-1]

    built(tmp_path / "graph.lgm", executor=make)
    (executor,) = made
    with pytest.raises(RuntimeError, match="shutdown"):
        executor.submit(int)


async def test_an_executor_serves_builds_of_an_event_loop(tmp_path):
    with ThreadPoolExecutor(2) as executor, LanguageGraph(tmp_path / "graph.lgm") as graph:
        assert (await graph.abuild(DOCUMENTS, executor=executor)).learned == 60


def test_chunks_under_way_are_bounded_by_the_workers(tmp_path):
    executor = LastFirst()
    built(tmp_path / "graph.lgm", executor=executor, workers=3)
    assert executor.most == 7


def test_a_build_that_is_cancelled_leaves_nothing_to_do_in_a_given_executor(tmp_path):
    cancel, executor = threading.Event(), LastFirst()
    with LanguageGraph(tmp_path / "graph.lgm") as graph, pytest.raises(Cancelled):
        graph.build(DOCUMENTS, executor=executor, workers=2, cancel=cancel, on_step=lambda step: cancel.set())
    assert all(future.cancelled() for future, _ in executor.waiting)


def shut_down():
    executor = ThreadPoolExecutor(2)
    executor.shutdown()
    return executor


@pytest.mark.parametrize(
    ("executor", "way_out"),
    [(shut_down(), "give one that runs"), (shut_down, "a function makes a new one at each call")],
    ids=["given", "made"],
)
def test_an_executor_that_was_shut_down_is_an_error_that_says_so(tmp_path, executor, way_out):
    with pytest.raises(ExecutorError, match="after shutdown") as raised:
        built(tmp_path / "graph.lgm", executor=executor)
    assert way_out in str(raised.value)
    assert "was killed" not in str(raised.value)


@pytest.mark.parametrize("nothing", [7, lambda: 7, dict])
def test_what_is_no_executor_is_refused(tmp_path, nothing):
    with pytest.raises(InputError, match=r"neither an executor of concurrent\.futures"):
        built(tmp_path / "graph.lgm", executor=nothing)
