"""The notebooks run from top to bottom, as in a kernel: cell by cell, inside a running event loop."""

import ast
import asyncio
import inspect
import json
from pathlib import Path
from typing import Any

import pytest

NOTEBOOKS = sorted((Path(__file__).parents[1] / "notebooks").glob("*.ipynb"))


def code_cells(notebook: Path) -> list[str]:
    cells = json.loads(notebook.read_text(encoding="utf-8"))["cells"]
    return ["".join(cell["source"]) for cell in cells if cell["cell_type"] == "code"]


async def execute(notebook: Path) -> None:
    names: dict[str, Any] = {}
    for number, cell in enumerate(code_cells(notebook), 1):
        code = compile(cell, f"{notebook.name}, cell {number}", "exec", flags=ast.PyCF_ALLOW_TOP_LEVEL_AWAIT)
        result = eval(code, names)
        if inspect.iscoroutine(result):
            await result


@pytest.mark.parametrize("notebook", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_runs(notebook: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("OPENAI_API_KEY", "OPENAI_BASE_URL", "OPENAI_MODEL"):
        monkeypatch.delenv(name, raising=False)
    asyncio.run(execute(notebook))


def test_there_are_notebooks() -> None:
    assert {"quickstart", "llama_index"} <= {path.stem for path in NOTEBOOKS}
