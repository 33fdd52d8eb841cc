"""A build ends when its token is set: what is stored stays, workers end, other builds go on."""

import os
import threading
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from lgm_core.errors import Cancelled
from lgm_core.flow import Session, run
from lgm_core.graph.sqlite import SQLiteStore
from lgm_core.language.lite.lite_annotator import LiteAnnotator
from lgm_core.learning.learner import LearnOptions, learn
from tests.support.texts import many_documents

IN_THIS_PROCESS = LearnOptions(workers=1)


@pytest.fixture
def store(tmp_path):
    store = SQLiteStore(tmp_path / "graph.lgm")
    yield store
    store.close()


@dataclass(frozen=True)
class WorkerRecordingAnnotator:
    """The lite annotator, leaving a file named after each process that it works in."""

    folder: Path
    lite: LiteAnnotator = field(default_factory=LiteAnnotator)
    single_process = False

    @property
    def recipe(self):
        return self.lite.recipe

    @property
    def language(self):
        return self.lite.language

    def annotate(self, texts, topics=()):
        (self.folder / str(os.getpid())).touch()
        return self.lite.annotate(texts, topics)

    def processes(self):
        return {int(path.name) for path in self.folder.iterdir()}


def is_running(process):
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True


def test_a_token_set_before_a_build_lets_nothing_be_learned(store):
    token = threading.Event()
    token.set()
    read = []

    def documents():
        for document in many_documents(3):
            read.append(document.id)
            yield document

    build = learn(documents(), store=store, annotator=LiteAnnotator(), options=IN_THIS_PROCESS)
    with pytest.raises(Cancelled):
        run(build, Session(cancel=token))
    assert (read, store.statistics().documents) == ([], 0)


def test_a_token_set_during_a_build_ends_it_and_its_worker_processes(store, tmp_path):
    folder = tmp_path / "processes"
    folder.mkdir()
    annotator = WorkerRecordingAnnotator(folder)
    token = threading.Event()
    build = learn(many_documents(600), store=store, annotator=annotator, options=LearnOptions(workers=2))
    with pytest.raises(Cancelled):
        run(build, Session(on_step=lambda _: token.set(), cancel=token))
    workers = annotator.processes()
    assert workers
    assert os.getpid() not in workers
    assert not {worker for worker in workers if is_running(worker)}
    assert 0 < store.statistics().documents < 600


def test_of_two_builds_at_once_only_the_one_whose_token_is_set_ends(tmp_path):
    token, both_under_way = threading.Event(), threading.Barrier(2)
    results = {}

    def wait_and_cancel(step):
        both_under_way.wait(30)
        token.set()

    def wait_once(step):
        if "other" not in results:
            results["other"] = "under way"
            both_under_way.wait(30)

    def build(name, session):
        store = SQLiteStore(tmp_path / f"{name}.lgm")
        try:
            flow = learn(many_documents(100), store=store, annotator=LiteAnnotator(), options=IN_THIS_PROCESS)
            results[name] = run(flow, session).learned
        except Cancelled:
            results[name] = Cancelled
        finally:
            store.close()

    sessions = {"cancelled": Session(on_step=wait_and_cancel, cancel=token), "other": Session(on_step=wait_once)}
    threads = [threading.Thread(target=build, args=named) for named in sessions.items()]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert results == {"cancelled": Cancelled, "other": 100}
