"""What is counted beforehand is what reading gives, so that the progress of a build ends at its total."""

import json
from pathlib import Path

import pytest

from lgm_core import Document, read_documents
from lgm_core.documents import source_counts
from lgm_core.documents.source_counts import count_sources


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a folder with three documents and much else."""
    for name in ("docs/a.md", "docs/b/b.html", "docs/picture.jpg", "docs/.git/config.txt", "docs/.hidden.md"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("Apples are a type of fruit.", encoding="utf-8")
    (tmp_path / "docs/empty.md").touch()
    rows = [json.dumps({"text": "Plums are sweet."}), "", json.dumps({"text": "Pears are sweet."})]
    (tmp_path / "docs/rows.jsonl").write_text("\n".join(rows), encoding="utf-8")
    return tmp_path / "docs"


def test_files_count_that_are_read(folder: Path) -> None:
    assert count_sources(folder) == len(list(read_documents(folder))) == 4


def test_what_cannot_be_read_is_told_of_once(folder: Path) -> None:
    sources = [folder / "a.md", folder / "none.md"]
    assert count_sources(sources) == len(list(read_documents(sources))) == 2


def test_a_file_given_beside_its_folder_counts_once(folder: Path) -> None:
    assert count_sources([folder, str(folder / "a.md"), Document.from_text("Plums.", id="plums")]) == 5


def test_nobody_knows_how_much_is_in_a_graph_or_in_very_many_rows(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    graph = folder / "graph.ttl"
    graph.write_text("", encoding="utf-8")
    assert count_sources([graph], {".ttl"}) is None
    assert count_sources([folder], {".ttl"}) == 4
    monkeypatch.setattr(source_counts, "_COUNTED_BYTES", 10)
    assert count_sources(folder) is None


def test_what_is_nothing_to_read_is_left_to_reading() -> None:
    assert count_sources([3]) is None  # type: ignore[list-item]
    assert count_sources("Apples.\nPears.") == 1
