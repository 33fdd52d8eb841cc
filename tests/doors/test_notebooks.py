"""The notebooks run from top to bottom in a real kernel, and so do both doors beside other tasks of its event loop."""

import os
import re
from pathlib import Path
from typing import Any

import nbformat
import pytest
from nbclient import NotebookClient

NOTEBOOKS = sorted((Path(__file__).parents[2] / "notebooks").glob("*.ipynb"))
ROOT = Path(__file__).parents[2]


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Run a notebook in a kernel of its own, in an empty folder and without a key or a server."""
    for name in ("OPENAI_API_KEY", "OPENAI_BASE_URL", "OPENAI_MODEL"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.delenv("NEO4J_URI", raising=False)
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")]))

    def execute(notebook: Any) -> Any:
        return NotebookClient(notebook, timeout=300, resources={"metadata": {"path": str(tmp_path)}}).execute()

    return execute


@pytest.mark.parametrize("notebook", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_runs(notebook: Path, run: Any) -> None:
    run(nbformat.read(notebook, as_version=4))


def test_two_doors_runs_on_neo4j(run: Any, neo4j_server: Any, neo4j_driver: Any, monkeypatch: Any) -> None:
    for name in ("uri", "username", "password"):
        monkeypatch.setenv(f"NEO4J_{name.upper()}", getattr(neo4j_server, name))
    done = run(nbformat.read(ROOT / "notebooks" / "one_graph_two_doors.ipynb", as_version=4))
    assert "Neo4jStore" in str(done.cells[1].outputs)
    neo4j_driver.execute_query("MATCH (n:LanguageGraph {graph: 'two-doors'}) DETACH DELETE n")


def test_there_are_notebooks_for_the_engine_and_each_door() -> None:
    assert {path.stem for path in NOTEBOOKS} == {"quickstart", "llama_index", "langchain", "one_graph_two_doors"}


def test_notebooks_in_one_folder_do_not_share_a_graph() -> None:
    named = [set(re.findall(r"[\w-]+\.lgm", path.read_text(encoding="utf-8"))) for path in NOTEBOOKS]
    assert sum(map(len, named)) == len(set().union(*named))
