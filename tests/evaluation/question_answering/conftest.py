"""A folder of questions for each test."""

from pathlib import Path

import pytest

from tests.support.question_folders import write_folder


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return write_folder(tmp_path / "bridges")
