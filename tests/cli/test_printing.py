"""All text is printed in one place, which keeps it from steering the terminal."""

import re
from pathlib import Path

import lgm_core.cli


def test_only_the_console_prints() -> None:
    folder = Path(lgm_core.cli.__file__).parent
    printing = re.compile(r"typer\.echo|click\.echo|(?<![\w.])print\(|std(?:out|err)\.write\(")
    found = [str(file.relative_to(folder)) for file in folder.rglob("*.py") if printing.search(file.read_text("utf-8"))]
    assert found == ["console.py"]
