"""A real Ray cluster of two processes: the same graph, and what ends a worker is set aside."""

import json

import pytest

from lgm_core import Document, LanguageGraph
from lgm_core.learning import outdated_documents
from lgm_core.learning.executors.worker_pool import is_worker_lost
from tests.learning.executors.test_any_executor import built
from tests.support.command_line import lgm
from tests.support.fatal_documents import FATAL, FatalAnnotator
from tests.support.texts import many_documents

ray = pytest.importorskip("ray")
pytestmark = pytest.mark.ray


@pytest.fixture(autouse=True)
def small_chunks(monkeypatch):
    monkeypatch.setattr(outdated_documents, "CHUNK_DOCUMENTS", 5)


def test_graphs_learned_on_ray_are_equal_and_what_ends_a_worker_is_named(tmp_path):
    assert built(tmp_path / "ray.lgm", executor="ray", workers=2) == built(tmp_path / "alone.lgm", workers=1)
    documents = many_documents(20)
    documents.insert(3, Document.from_text(f"A {FATAL} text is a text.", id="fatal"))
    with LanguageGraph(tmp_path / "graph.lgm", annotator=FatalAnnotator()) as graph:
        report = graph.build(documents, index=False, executor="ray", workers=2)
    assert [failed.name for failed in report.failed] == ["fatal"]
    assert report.learned == 20


def test_a_cluster_that_the_caller_is_connected_to_is_used_and_left_running(tmp_path):
    ray.init("local", num_cpus=1, include_dashboard=False, log_to_driver=False, logging_level="error")
    try:
        built(tmp_path / "graph.lgm", executor="ray")
        assert ray.is_initialized()
    finally:
        ray.shutdown()


def test_the_command_prints_nothing_but_its_report(tmp_path):
    for number in range(3):
        (tmp_path / f"{number}.md").write_text(f"A boat {number} is a vessel.", encoding="utf-8")
    command = lgm("build", tmp_path, "--graph", tmp_path / "graph.lgm", "--engine", "ray", "--workers", 1, "--json")
    assert json.loads(command.stdout)["learned"] == 3


@pytest.mark.parametrize("name", ["ActorDiedError", "NodeDiedError", "OutOfMemoryError", "WorkerCrashedError"])
def test_ray_still_names_its_exceptions_so(name):
    error = getattr(ray.exceptions, name)
    assert is_worker_lost(error.__new__(error))
