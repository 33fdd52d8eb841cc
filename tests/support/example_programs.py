"""The programs under `examples/`, run as a user runs them: by their path, in a folder of the user's own."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def run_example(name: str, *arguments: str, cwd: Path, **variables: str) -> subprocess.CompletedProcess[str]:
    """Run a program without any key of this environment; `variables` are set for it."""
    kept = {key: value for key, value in os.environ.items() if not key.startswith("OPENAI_")}
    path = os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")])
    return subprocess.run(
        [sys.executable, "-W", "error::ResourceWarning", str(ROOT / "examples" / name), *arguments],
        cwd=cwd,
        env=kept | {"PYTHONPATH": path} | variables,
        capture_output=True,
        text=True,
    )


def printed(name: str, *arguments: str, cwd: Path, **variables: str) -> str:
    """Run a program that must succeed; return what it prints."""
    done = run_example(name, *arguments, cwd=cwd, **variables)
    assert done.returncode == 0, done.stderr[-3000:]
    return done.stdout
