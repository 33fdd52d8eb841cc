"""A process is killed while it deletes: when the deletion is asked for again, nothing of the documents is left."""

from collections.abc import Callable
from pathlib import Path

import pytest

from lgm_core import Document, LanguageGraph
from lgm_core.graph.sqlite import connections
from lgm_core.retrieval.index import index_places

pytestmark = pytest.mark.thorough

SECRET = "zqvorn"


class Killed(BaseException):
    """What a process raises here that is killed."""


def killed(*_: object, **__: object) -> None:
    raise Killed


def killed_at_current(monkeypatch: pytest.MonkeyPatch) -> None:
    """Killed when the store knows the new state, and the folder still names the old one."""
    written = index_places.written

    def until_current(path: Path, data: bytes) -> None:
        if path.name == "current":
            raise Killed
        written(path, data)

    monkeypatch.setattr(index_places, "written", until_current)


def killed_at_names(monkeypatch: pytest.MonkeyPatch) -> None:
    """Killed when all is written but that names of the documents are to be overwritten."""
    monkeypatch.setattr(index_places, "blank_names", killed)


def killed_at_index(monkeypatch: pytest.MonkeyPatch) -> None:
    """Killed when the documents are gone from the graph, and nothing of the index is written."""
    monkeypatch.setattr(index_places._IndexFolder, "save", killed)


def killed_at_log(monkeypatch: pytest.MonkeyPatch) -> None:
    """Killed when the documents are gone from the graph, and still in its log."""
    monkeypatch.setattr(connections.Connections, "empty_log", killed)


MOMENTS = (killed_at_log, killed_at_index, killed_at_current, killed_at_names)
AGAIN = (lambda graph: graph.delete("gone"), lambda graph: graph.delete(where={"title": "Zqvorn"}))


def left(folder: Path) -> list[str]:
    """Return the names of the files that have the secret word."""
    return [path.name for path in folder.rglob("*") if path.is_file() and SECRET.encode() in path.read_bytes().lower()]


def made(place: Path) -> LanguageGraph:
    """Return a graph with an index, of which one document has a secret word."""
    documents = [Document.from_text(f"A {word} is a kind of lamp.", id=word) for word in ("kettle", "lantern")]
    gone = Document.from_text("A zqvorn is a kind of lantern.", id="gone", title="Zqvorn")
    with LanguageGraph(place) as graph:
        graph.build([*documents, gone], workers=1, index=True)
    return LanguageGraph(place)


@pytest.mark.parametrize("again", AGAIN, ids=["by id", "by filter"])
@pytest.mark.parametrize("moment", MOMENTS)
def test_nothing_is_left_when_a_deletion_is_asked_for_again(
    tmp_path: Path, moment: Callable[[pytest.MonkeyPatch], None], again: Callable[[LanguageGraph], int]
) -> None:
    first = made(tmp_path / "graph.lgm")
    with pytest.MonkeyPatch.context() as patch:
        moment(patch)
        with pytest.raises(Killed):
            first.delete("gone")
    assert left(tmp_path)
    with LanguageGraph(tmp_path / "graph.lgm") as graph:
        assert again(graph) == 0
        assert left(tmp_path) == []
        assert [hit.section.document_id for hit in graph.retrieve_passages("lantern", 1)] == ["lantern"]
    first.close()


def test_an_index_that_cannot_be_written_when_documents_are_gone_is_removed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError("no room")

    with made(tmp_path / "graph.lgm") as graph:
        monkeypatch.setattr(index_places, "written", full)
        assert graph.delete("gone") == 1
        assert left(tmp_path) == []


def test_deleting_what_was_never_there_makes_no_file(tmp_path: Path) -> None:
    with LanguageGraph(tmp_path / "graph.lgm") as graph:
        assert graph.delete("gone") == 0
    assert list(tmp_path.iterdir()) == []
