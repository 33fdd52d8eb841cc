"""Runs of pages in processes of their own."""

import os
import re
import subprocess
import sys
from pathlib import Path

from tests.support.pages import ROOT, DocumentationPage


def run_page(page: DocumentationPage, folder: Path, **variables: str) -> int:
    """Run a page in a folder, and return how many requests its model had.

    Raises:
        AssertionError: It fails; the message ends with what was told.
    """
    path = os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")])
    done = subprocess.run(
        [sys.executable, "-m", "tests.support.page_program", str(page.path)],
        cwd=folder,
        env=os.environ | variables | {"PYTHONPATH": path},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr[-3000:]
    return int(re.findall(r"^requests of a model: (\d+)$", done.stdout, re.MULTILINE)[-1])
