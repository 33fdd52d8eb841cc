"""The `lgm` command, run as a user runs it: in a process of its own.

The processes are forked from one that has imported the command already, because importing takes longer than most
commands do.
"""

import multiprocessing
import os
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path

from lgm_core.cli import main

SECONDS = 120
FORKING = multiprocessing.get_context("forkserver")
FORKING.set_forkserver_preload(
    [
        "pytest",
        __name__,
        "numpy.ma",
        "pydantic.type_adapter",
        "lgm_core.documents.formats.markdown",
        "lgm_core.facade.language_graph",
        "lgm_core.language.lite.lite_annotator",
    ]
)


def lgm(*arguments: str | Path, cwd: Path | None = None) -> subprocess.CompletedProcess[str]:
    """Run a command and return what it printed, and its exit code."""
    command = ["lgm", *map(str, arguments)]
    with tempfile.TemporaryDirectory() as folder:
        out, err = Path(folder, "out"), Path(folder, "err")
        process = FORKING.Process(
            target=run_command, args=(command, str(cwd or Path.cwd()), dict(os.environ), out, err)
        )
        process.start()
        process.join(SECONDS)
        if process.exitcode is None:
            process.kill()
            raise subprocess.TimeoutExpired(command, SECONDS)
        return subprocess.CompletedProcess(command, process.exitcode, out.read_text(), err.read_text())


def run_command(command: list[str], cwd: str, environment: Mapping[str, str], out: Path, err: Path) -> None:
    """Be the command, with its outputs in two files."""
    os.chdir(cwd)
    os.environ.clear()
    os.environ.update(environment)
    sys.argv = command
    for number, file in ((1, out), (2, err)):
        with file.open("wb") as opened:
            os.dup2(opened.fileno(), number)
    sys.stdout, sys.stderr = (open(number, "w", buffering=1, closefd=False) for number in (1, 2))  # noqa: SIM115
    main()
