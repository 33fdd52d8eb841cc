"""A graph whose ranking index is kept, and whether it ranks as one that is built anew."""

from collections.abc import Iterator, Sequence
from pathlib import Path

from lgm_core.graph.sqlite import SQLiteStore
from lgm_core.language.lite.lite_annotator import LiteAnnotator
from lgm_core.learning.analysis import analyse
from lgm_core.model import Document, DocumentGraph, Sentence
from lgm_core.retrieval.index.index_cache import current_index
from lgm_core.retrieval.index.ranking_index import RankingIndex
from lgm_core.retrieval.ranking.ranker import Hit, Ranker
from tests.support.indexes import index_of_graphs

TEXTS = {
    f"Odo Krell {number}": f"Odo Krell {number} was a sailor. He came from Ulm in {number}." for number in range(12)
}


class CountingStore(SQLiteStore):
    """Tells which documents' sentences were asked for, and how often all were read."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.read: set[str] = set()
        self.scans = 0

    def sentences(self, ids: Sequence[str]) -> list[Sentence]:
        self.read |= {id.rpartition("#")[0] for id in ids}
        return super().sentences(ids)

    def scan(self) -> Iterator[DocumentGraph]:
        self.scans += 1
        return super().scan()


class NoFile:
    """A store that is on no local disk."""

    def __init__(self, store: SQLiteStore) -> None:
        self._store = store

    def __getattr__(self, name: str) -> object:
        if name == "path":
            raise AttributeError(name)
        return getattr(self._store, name)


def graph_of(title: str, text: str) -> DocumentGraph:
    return analyse(Document(id=title.lower(), text=text, title=title), LiteAnnotator(), "test")


QUESTIONS = ("Where did Odo Krell 5 come from?", "Who was a sailor?", "Which part tells of Jan Belov?")


def rankings(index: RankingIndex) -> list[tuple[list[Hit], list[Hit]]]:
    ranker = Ranker(index)
    return [(ranker.passages(question, 50), ranker.sentences(question, 100)) for question in QUESTIONS]


def is_current(store: SQLiteStore) -> bool:
    """Tell whether the index kept ranks as the one that would be built anew."""
    kept = current_index(store, revision=store.revision())
    anew = index_of_graphs(SQLiteStore(store.path).scan())
    return rankings(kept) == rankings(anew) and kept.document_ids == anew.document_ids


def kept_files(store: SQLiteStore) -> dict[str, bytes]:
    """Return the files of the index."""
    folder = store.path.with_name(f"{store.path.name}-index")
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.name != "lock"}
