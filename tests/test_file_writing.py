"""Files are written whole or not at all."""

from pathlib import Path

import pytest

from lgm_core.file_writing import written_whole


def test_a_file_is_there_when_all_is_written(tmp_path: Path) -> None:
    with written_whole(tmp_path / "new") as file:
        file.write(b"one, ")
        assert not (tmp_path / "new").exists()
        file.write(b"two")
    assert [(path.name, path.read_bytes()) for path in tmp_path.iterdir()] == [("new", b"one, two")]


def test_what_cannot_be_finished_leaves_what_was_there_and_nothing_else(tmp_path: Path) -> None:
    (tmp_path / "old").write_bytes(b"former")

    def write() -> None:
        with written_whole(tmp_path / "old") as file:
            file.write(b"half")
            raise ValueError("stop")

    with pytest.raises(ValueError, match="stop"):
        write()
    assert [(path.name, path.read_bytes()) for path in tmp_path.iterdir()] == [("old", b"former")]
