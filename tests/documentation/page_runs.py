"""Runs of pages in processes of their own, which have what pages import from the start."""

import multiprocessing
import os
import re
import sys
from pathlib import Path

from tests.support import page_program
from tests.support.pages import ROOT, DocumentationPage

# What most of the time of a page would be: a server of forks imports it once.
IMPORTED = [
    "langchain_lgm.answerer",
    "langchain_openai",
    "lgm_core.cli.application",
    "llama_index_lgm",
    "openai",
    "tests.support.llama_index_openai",
    "tests.support.page_program",
]
_PROCESSES = multiprocessing.get_context("forkserver")
_PROCESSES.set_forkserver_preload(IMPORTED)


def run_page(page: DocumentationPage, folder: Path, **variables: str) -> int:
    """Run a page in a folder, and return how many requests its model had.

    Raises:
        AssertionError: It fails; the message ends with what was told.
    """
    path = os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")])
    log = folder / "page.log"
    environment = os.environ | variables | {"PYTHONPATH": path}
    process = _PROCESSES.Process(target=_run, args=(page.path, folder, log, environment))
    process.start()
    process.join()
    told = log.read_text(encoding="utf-8", errors="replace")
    assert process.exitcode == 0, told[-3000:]
    return int(re.findall(r"^requests of a model: (\d+)$", told, re.MULTILINE)[-1])


def _run(page: Path, folder: Path, log: Path, environment: dict[str, str]) -> None:
    """Run a page in this process; what it tells goes to a file, also what its own processes tell."""
    with log.open("wb") as file:
        os.dup2(file.fileno(), 1)
        os.dup2(file.fileno(), 2)
    sys.stdout, sys.stderr = (open(number, "w", encoding="utf-8", closefd=False) for number in (1, 2))  # noqa: SIM115
    os.environ.clear()
    os.environ.update(environment)
    os.chdir(folder)
    sys.argv = ["page_program", str(page)]
    page_program.main()
