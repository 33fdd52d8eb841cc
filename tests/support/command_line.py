"""The `lgm` command, run as a user runs it: in a process of its own."""

import subprocess
import sys
from pathlib import Path


def lgm(*arguments: str | Path, cwd: Path | None = None) -> subprocess.CompletedProcess[str]:
    """Run a command and return what it printed, and its exit code."""
    command = [sys.executable, "-m", "lgm_core.cli", *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, cwd=cwd, timeout=120, check=False)
