"""Files are written whole or not at all."""

import sys
from pathlib import Path
from stat import S_IMODE

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


@pytest.mark.skipif(sys.platform == "win32", reason="has modes as Unix does")
@pytest.mark.parametrize("mode", [0o600, 0o640, 0o666])
def test_who_may_read_a_file_stays_as_it_was(tmp_path: Path, mode: int) -> None:
    path = tmp_path / "old"
    path.touch()
    path.chmod(mode)
    with written_whole(path) as file:
        (temporary,) = tmp_path.glob("*.tmp")
        assert S_IMODE(temporary.stat().st_mode) == 0o600
        file.write(b"secret")
    assert (S_IMODE(path.stat().st_mode), path.read_bytes()) == (mode, b"secret")


@pytest.mark.skipif(sys.platform == "win32", reason="has modes as Unix does")
def test_who_may_read_a_new_file_is_as_for_any(tmp_path: Path) -> None:
    (tmp_path / "any").touch()
    with written_whole(tmp_path / "new") as file:
        file.write(b"one")
    assert (tmp_path / "new").stat().st_mode == (tmp_path / "any").stat().st_mode
