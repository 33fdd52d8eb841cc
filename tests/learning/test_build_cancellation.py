"""A build ends when its token is set: what is stored stays, and workers end."""

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
from tests.learning.executors.test_ordered_map import is_running
from tests.support.texts import many_documents


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
