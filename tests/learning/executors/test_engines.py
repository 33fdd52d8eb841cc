"""Engines by name, and a real cluster of Dask's: what they do, and what they say when they cannot."""

import json
import socket
import sys
from concurrent.futures import BrokenExecutor

import pytest

from lgm_core import Document, InputError, LanguageGraph
from lgm_core.errors import ExecutorError, MissingDependencyError
from lgm_core.learning import outdated_documents
from lgm_core.learning.executors import dask_workers, engines
from lgm_core.learning.executors.dask_workers import DaskWorkers
from lgm_core.learning.executors.engines import engine_executor
from tests.learning.executors.test_any_executor import built
from tests.support.command_line import lgm
from tests.support.fatal_documents import FATAL, FatalAnnotator
from tests.support.texts import many_documents

pytestmark = pytest.mark.thorough


@pytest.fixture(scope="module")
def cluster():
    with DaskWorkers(workers=2) as executor:
        yield executor


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("spark", "not a known engine; known are loky, dask"),
        ("", "not a known engine"),
        ("mpi://host:1", "not a known engine"),
        ("dask://", "dask://scheduler:8786"),
        ("dask://host", "has no host and port"),
        ("dask://host:", "has no host and port"),
        ("dask://host:port", "has no host and port"),
        ("dask://host:99999", "has no host and port"),
        ("dask://:8786", "has no host and port"),
        ("dask://[::1:8786", "has no host and port"),
        ("dask://host:1/path", "has no host and port"),
        ("ray://head", "ray://head:10001"),
        ("tcp://host:8786", "a Dask scheduler is dask://host:8786"),
        ("tls://host:8786", r'Client\("tls://host:8786", security=...\).get_executor\(\)'),
    ],
)
def test_what_names_no_engine_is_refused_even_if_there_is_nothing_to_do(tmp_path, name, said):
    with LanguageGraph(tmp_path / "graph.lgm") as graph, pytest.raises(InputError, match=said):
        graph.build([], executor=name)


@pytest.mark.parametrize("name", ["dask", "dask://localhost:1", "ray", "ray://localhost:1"])
def test_an_engine_that_is_not_installed_is_named_with_what_installs_it(monkeypatch, name):
    monkeypatch.setitem(sys.modules, "distributed", None)
    monkeypatch.setitem(sys.modules, "ray", None)
    extra = name.partition(":")[0]
    with pytest.raises(MissingDependencyError, match=rf'needs the extra `{extra}`.*pip install ".\[{extra}\]"'):
        engine_executor(name)()


def test_an_address_where_nobody_answers_is_named(monkeypatch):
    monkeypatch.setattr(dask_workers, "CONNECTION_SECONDS", 0.1)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
        with pytest.raises(ExecutorError, match=rf"no Dask scheduler answers at tcp://127\.0\.0\.1:{port} "):
            engine_executor(f"dask://127.0.0.1:{port}")()


def test_an_engine_of_this_machine_is_made_when_there_is_work_and_ended_after_it(tmp_path):
    assert built(tmp_path / "loky.lgm", executor="loky", workers=2) == built(tmp_path / "alone.lgm", workers=1)


def test_graphs_learned_on_dask_are_equal_whether_by_its_executor_ours_or_its_address(tmp_path, monkeypatch, cluster):
    monkeypatch.setattr(outdated_documents, "CHUNK_DOCUMENTS", 5)
    assert cluster.workers == 2
    alone = built(tmp_path / "alone.lgm", workers=1)
    address = cluster.address.replace("tcp://", "dask://")
    assert built(tmp_path / "address.lgm", executor=address) == alone
    assert built(tmp_path / "ours.lgm", executor=cluster) == alone
    assert built(tmp_path / "dask.lgm", executor=cluster.client.get_executor()) == alone
    assert built(tmp_path / "made.lgm", executor=cluster.client.get_executor) == alone


def test_a_build_on_dask_names_the_document_that_ends_its_worker(tmp_path, monkeypatch, cluster):
    monkeypatch.setattr(outdated_documents, "CHUNK_DOCUMENTS", 1)
    documents = many_documents(4)
    documents.insert(2, Document.from_text(f"A {FATAL} text is a text.", id="fatal"))
    with LanguageGraph(tmp_path / "graph.lgm", annotator=FatalAnnotator()) as graph:
        report = graph.build(documents, index=False, executor=cluster)
    assert [failed.name for failed in report.failed] == ["fatal"]
    assert report.learned == 4


def test_an_executor_of_dask_whose_client_was_closed_is_an_error(tmp_path, cluster):
    from distributed import Client

    client = Client(cluster.address, set_as_default=False)
    client.close()
    with pytest.raises(ExecutorError, match=r"accepts no more work .* It was shut down, or its connection closed"):
        built(tmp_path / "graph.lgm", executor=client.get_executor())


def test_what_has_an_executor_of_dask_is_refused_with_how_to_get_it(tmp_path, cluster):
    from distributed import Client, LocalCluster

    for given in (cluster.client, Client, lambda: cluster.client):
        with pytest.raises(InputError, match=r"give what its \.get_executor\(\) returns"):
            built(tmp_path / "graph.lgm", executor=given)
    with pytest.raises(InputError, match=r"give what its \.get_client\(\)\.get_executor\(\) returns"):
        built(tmp_path / "graph.lgm", executor=LocalCluster)


def test_a_cluster_whose_workers_cannot_do_the_work_is_named(monkeypatch, cluster):
    monkeypatch.setattr(engines, "available_cores", lambda: [][0])
    with pytest.raises(ExecutorError, match=r"no worker of dask://.* can do this work \(IndexError"):
        engine_executor(cluster.address.replace("tcp://", "dask://"))()


def test_a_cluster_that_has_lost_its_workers_fails_what_waits(monkeypatch, cluster):
    from distributed import Client

    with DaskWorkers(cluster.address.removeprefix("tcp://"), seconds=0.1) as executor:
        waiting = executor.submit(int, "7", resources={"what no worker has": 1})
        monkeypatch.setattr(Client, "nthreads", lambda client: {})
        with pytest.raises(BrokenExecutor, match="has no worker any more"):
            waiting.result()


def test_the_command_builds_on_an_engine_and_refuses_what_is_none(tmp_path, cluster):
    for number in range(3):
        (tmp_path / f"{number}.md").write_text(f"A boat {number} is a vessel.", encoding="utf-8")
    address = cluster.address.replace("tcp://", "dask://")
    command = lgm("build", tmp_path, "--graph", tmp_path / "graph.lgm", "--engine", address, "--json")
    assert json.loads(command.stdout)["learned"] == 3
    assert f"Connecting to {address} …" in command.stderr
    refused = lgm("build", tmp_path, "--graph", tmp_path / "graph.lgm", "--engine", "spark")
    assert refused.returncode == 1
    assert "'spark' is not a known engine" in refused.stderr
