"""The notebooks run from top to bottom in a real kernel, and so do both doors beside other tasks of its event loop."""

import re
from pathlib import Path
from typing import Any

import nbformat
import pytest

from tests.support.openai_server import OpenAIServer, completion

pytestmark = pytest.mark.thorough

NOTEBOOKS = sorted((Path(__file__).parents[2] / "notebooks").glob("*.ipynb"))
ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("notebook", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_runs_and_shows_its_pages(notebook: Path, run: Any) -> None:
    done = run(nbformat.read(notebook, as_version=4))
    for cell in done.cells:
        if re.match(r"(\w+\.)?graph\.show", cell.source.splitlines()[-1]) and cell.cell_type == "code":
            assert "<iframe" in cell.outputs[-1]["data"]["text/html"]


def test_with_a_key_a_model_of_the_users_answers_their_own_questions(run: Any, monkeypatch: Any) -> None:
    with OpenAIServer(lambda _: completion("Vienna")) as server:
        monkeypatch.setenv("OPENAI_API_KEY", "none")
        monkeypatch.setenv("OPENAI_BASE_URL", server.base_url)
        monkeypatch.setenv("OPENAI_MODEL", "local")
        done = run(nbformat.read(ROOT / "notebooks" / "evaluation.ipynb", as_version=4))
    assert "Answers by local" in str(done.cells[-1].outputs)


@pytest.mark.parametrize("notebook", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_says_what_changes_with_a_key_and_is_stored_without_outputs(notebook: Path) -> None:
    cells = nbformat.read(notebook, as_version=4).cells
    assert any("OPENAI_API_KEY" in cell.source for cell in cells if cell.cell_type == "code")
    assert re.search(r"^## .*with (a key|one)", "\n".join(cell.source for cell in cells), re.M | re.I)
    assert not any(cell.outputs or cell.execution_count for cell in cells if cell.cell_type == "code")


@pytest.mark.parametrize("notebook", NOTEBOOKS, ids=lambda path: path.stem)
def test_what_a_notebook_says_to_install_is_a_clone_with_what_it_imports(notebook: Path) -> None:
    first, *rest = nbformat.read(notebook, as_version=4).cells
    commands = rf"^In a clone .*?^pip install (\S.*) jupyterlab\njupyter lab notebooks/{notebook.name}$"
    (installed,) = re.findall(commands, first.source, re.M | re.S)
    code = "\n".join(cell.source for cell in rest if cell.cell_type == "code")
    extras = {"langchain_lgm": "langchain", "llama_index_lgm": "llama-index"}
    for module, extra in extras.items():
        assert (extra in re.findall(r"[\w-]+", installed.partition("]")[0])) == (f"from {module} import" in code)
    assert installed.endswith(" langchain") == ("from langchain." in code)


def test_notebooks_in_one_folder_do_not_share_a_graph() -> None:
    named = [set(re.findall(r"[\w-]+\.lgm", path.read_text(encoding="utf-8"))) for path in NOTEBOOKS]
    assert sum(map(len, named)) == len(set().union(*named))
