"""Virtual environments for what is installed by pip and then used, apart from the one that runs the tests."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

_INHERITED = ("PATH", "HOME", "LANG", "TMPDIR", "SSL_CERT_FILE", "REQUESTS_CA_BUNDLE", "HTTP_PROXY", "HTTPS_PROXY")


@dataclass(frozen=True)
class Environment:
    """A virtual environment in a folder."""

    folder: Path

    @classmethod
    def made(cls, folder: Path, over: Environment | None = None) -> Environment:
        """Make an empty one, or one that has what another has."""
        subprocess.run([sys.executable, "-m", "venv", folder], check=True)
        if over is not None:
            (packages,) = folder.glob("lib/python*/site-packages")
            (theirs,) = over.folder.glob("lib/python*/site-packages")
            (packages / "over.pth").write_text(f"{theirs}\n")
        return cls(folder)

    def install(self, *requirements: str, cwd: Path) -> None:
        """Install packages with what they need; what a program imports is compiled when it is, the rest never."""
        self.run(
            "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-compile", *requirements, cwd=cwd
        )

    def run(self, *arguments: str | Path, cwd: Path | None = None, **variables: str) -> str:
        """Run its Python, outside the clone unless `cwd` says otherwise; return what it printed.

        Raises:
            AssertionError: it failed; the error has what it said.
        """
        kept = {name: value for name, value in os.environ.items() if name.startswith("PIP_") or name in _INHERITED}
        command = [str(self.folder / "bin" / "python"), *map(str, arguments)]
        done = subprocess.run(
            command, cwd=cwd or self.folder, env=kept | variables, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, f"{command}: {(done.stdout + done.stderr)[-4000:]}"
        return done.stdout
