"""What keeping the ranking index in a store promises: it is never stale, and only what changed is read."""

import errno
import shutil
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from lgm_core.facade.language_graph import LanguageGraph
from lgm_core.graph.sqlite import SQLiteStore
from lgm_core.language.lite.lite_annotator import LiteAnnotator
from lgm_core.learning.analysis import analyse
from lgm_core.model import Document, DocumentGraph, DocumentRecord, Sentence
from lgm_core.retrieval.index.document_columns import DocumentColumns
from lgm_core.retrieval.index.index_cache import (
    current_index,
    current_state,
    index_of,
    keep_index,
    merge_index,
    surviving_index,
)
from lgm_core.retrieval.index.ranking_index import RankingIndex
from lgm_core.retrieval.index.segment import Segment
from lgm_core.retrieval.index.segment_building import whole_segment
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


@pytest.fixture
def store(tmp_path: Path) -> Iterator[CountingStore]:
    with CountingStore(tmp_path / "g.lgm") as store:
        store.write_many([graph_of(title, text) for title, text in TEXTS.items()])
        current_index(store, revision=store.revision())
        store.scans = 0
        yield store


QUESTIONS = ("Where did Odo Krell 5 come from?", "Who was a sailor?", "Which part tells of Jan Belov?")


def rankings(index: RankingIndex) -> list[tuple[list[Hit], list[Hit]]]:
    ranker = Ranker(index)
    return [(ranker.passages(question, 50), ranker.sentences(question, 100)) for question in QUESTIONS]


def is_current(store: SQLiteStore) -> bool:
    """Tell whether the index kept ranks as the one that would be built anew."""
    kept = current_index(store, revision=store.revision())
    anew = index_of_graphs(SQLiteStore(store.path).scan())
    return rankings(kept) == rankings(anew) and kept.document_ids == anew.document_ids


def test_who_reads_goes_on_with_the_old_state_while_a_new_one_is_kept(store: CountingStore) -> None:
    store.write(graph_of("Jan Belov", "Jan Belov was a sailor. He came from Karsk."))
    old = current_index(store, revision=store.revision())
    before = rankings(old)
    store.write(graph_of("Odo Krell 5", "Odo Krell 5 was a miller. He came from Osk."))
    store.write(graph_of("Runa Belov", "Runa Belov tells of Jan Belov."))
    current_index(store, revision=store.revision())
    assert rankings(old) == before


def kept_files(store: SQLiteStore) -> dict[str, bytes]:
    """Return the files of the index."""
    folder = store.path.with_name(f"{store.path.name}-index")
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.name != "lock"}


def test_a_new_document_alone_is_read(store: CountingStore) -> None:
    store.write(graph_of("Jan Belov", "Jan Belov was a sailor like Odo Krell 3. " * 3))
    assert is_current(store)
    assert (store.read, store.scans) == ({"jan belov"}, 0)


def test_a_document_with_many_sections_is_read_whole(store: CountingStore) -> None:
    text = "\n\n".join(f"# Part {number}\n\nThe part {number} tells of Odo Krell {number}." for number in range(40))
    store.write(analyse(Document(id="book", text=text, title="Book", media_type="text/markdown"), LiteAnnotator(), ""))
    assert is_current(store)
    assert store.scans == 0


def test_a_replaced_document_is_read_again(store: CountingStore) -> None:
    store.write(graph_of("Odo Krell 5", "Odo Krell 5 was no sailor."))
    assert is_current(store)
    assert (store.read, store.scans) == ({"odo krell 5"}, 0)


def test_a_document_that_only_its_stamp_tells_from_the_old_one_is_read_again(store: CountingStore) -> None:
    (old,) = [graph for graph in store.scan() if graph.document.id == "odo krell 5"]
    store.scans = 0
    store.write(replace(old, mentions=()))
    assert is_current(store)
    assert (store.read, store.scans) == ({"odo krell 5"}, 0)


def test_a_deleted_document_goes_without_reading_any(store: CountingStore) -> None:
    gone = ["odo krell 5", "odo krell 6"]
    with surviving_index(store, gone):
        store.delete(gone)
    assert is_current(store)
    assert (store.read, store.scans) == (set(), 0)


def test_when_much_changed_everything_is_read(store: CountingStore) -> None:
    store.write_many([graph_of(f"Jan Belov {number}", "Jan Belov was a sailor.") for number in range(12)])
    assert is_current(store)
    assert (store.read, store.scans) == (set(), 1)


def test_what_is_forgotten_is_in_no_blob(store: CountingStore) -> None:
    store.write(graph_of("Jan Belov", "Jan Belov was a carpenter."))
    current_index(store, revision=store.revision())
    with surviving_index(store, ["jan belov"]):
        store.delete(["jan belov"])
    assert is_current(store)
    kept = b"".join(kept_files(store).values())
    assert b"Krell" in kept
    assert not [word for word in (b"elov", b"carpent") if word in kept]


def test_what_the_base_alone_had_is_overwritten_where_it_is(store: CountingStore) -> None:
    with surviving_index(store, ["odo krell 5"]):
        store.delete(["odo krell 5"])
    kept = kept_files(store)
    assert [name for name in kept if name.startswith("base-")]
    assert b"Krell 6" in b"".join(kept.values())
    assert b"Krell 5" not in b"".join(kept.values())
    assert b"krell 5" not in b"".join(kept.values())
    assert is_current(store)


def test_what_the_base_alone_had_is_overwritten_in_blobs(tmp_path: Path) -> None:
    graphs = {title: graph_of(title, text) for title, text in TEXTS.items()}
    first, second = [
        analyse(Document(id=id, text=f"{title} was a sailor.", title=title), LiteAnnotator(), "test")
        for id, title in (("first", "Mara Quist"), ("second", "Nora Plumb"))
    ]
    replacing = analyse(Document(id="second", text="He came from Ulm.", title="Odo Krell 5"), LiteAnnotator(), "test")
    with SQLiteStore(tmp_path / "g.lgm") as file:
        blobs = NoFile(file)

        def kept() -> list[str]:
            both = b"".join(file.read_blob(f"ranking-index-{part}") or b"" for part in ("base", "changes")).lower()
            return [name for name in ("quist", "plumb") if name.encode() in both]

        file.write_many([*graphs.values(), first, second])
        current_index(blobs, revision=file.revision())
        assert kept() == ["quist", "plumb"]
        with surviving_index(blobs, ["first"]):
            file.delete(["first"])
        assert kept() == ["plumb"]
        file.write(replacing)
        found = rankings(current_index(blobs, revision=file.revision()))
        assert kept() == []
        assert found == rankings(index_of_graphs([*graphs.values(), replacing]))


def test_documents_written_while_the_index_was_made_are_in_the_next(store: CountingStore) -> None:
    class Overtaken(SQLiteStore):
        def changed_since(self, revision: int) -> tuple[list[DocumentRecord], int]:
            store.write(graph_of("Runa Aalto", "Runa Aalto was a sailor."))
            return super().changed_since(revision)

    store.write(graph_of("Jan Belov", "Jan Belov was a carpenter."))
    with Overtaken(store.path) as other:
        keep_index(other)
    assert is_current(store)
    assert (store.read, store.scans) == ({"runa aalto"}, 0)


def test_a_question_after_a_small_change_keeps_nothing_and_reads_nothing_twice(store: CountingStore) -> None:
    kept, state = kept_files(store), None
    for name in ("Jan Belov", "Runa Aalto", "Ida Roth"):
        store.read.clear()
        store.write(graph_of(name, f"{name} was a sailor."))
        state = current_state(store, revision=store.revision(), before=state)
        assert store.read == {name.lower()}
    assert kept_files(store) == kept
    keep_index(store)
    store.read.clear()
    assert is_current(store)
    assert not store.read


def test_names_that_only_a_replaced_document_had_are_overwritten_by_the_next_question(store: CountingStore) -> None:
    for title in ("Nora Plumb", "Jan Belov"):
        document = Document(id="sailor", text=f"{title} was a sailor.", title=title)
        store.write(analyse(document, LiteAnnotator(), "test"))
        keep_index(store) if title == "Nora Plumb" else current_index(store, revision=store.revision())
        assert (b"plumb" in b"".join(kept_files(store).values()).lower()) == (title == "Nora Plumb")
    assert is_current(store)


@pytest.mark.parametrize("changed", [1, 12])
def test_an_index_that_cannot_be_kept_is_current_all_the_same(
    store: CountingStore, monkeypatch: pytest.MonkeyPatch, changed: int
) -> None:
    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    kept = kept_files(store)
    monkeypatch.setattr("lgm_core.retrieval.index.files.index_places.written", full)
    store.write_many([graph_of(title, f"{title} was a miller.") for title in list(TEXTS)[:changed]])
    assert is_current(store)
    assert kept_files(store) == kept


def test_many_small_changes_are_kept(store: CountingStore, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("lgm_core.retrieval.index.index_cache._UNKEPT", 2)
    state = None
    for name in ("Jan Belov", "Runa Aalto", "Ida Roth"):
        store.write(graph_of(name, f"{name} was a sailor."))
        state = current_state(store, revision=store.revision(), before=state)
    store.read.clear()
    assert is_current(store)
    assert not store.read


def test_who_holds_a_state_does_not_go_on_from_it_when_another_has_kept_one(store: CountingStore) -> None:
    store.write(graph_of("Jan Belov", "Jan Belov was a sailor."))
    state = current_state(store, revision=store.revision())
    with surviving_index(store, ["jan belov", "odo krell 5"]):
        store.delete(["jan belov", "odo krell 5"])
    store.write(graph_of("Runa Aalto", "Runa Aalto was a sailor."))
    store.read.clear()
    after = current_state(store, revision=store.revision(), before=state)
    anew = index_of_graphs(SQLiteStore(store.path).scan())
    assert rankings(index_of(after, store)) == rankings(anew)
    assert (store.read, store.scans) == ({"runa aalto"}, 0)


def test_a_document_that_was_deleted_without_the_index_knowing_is_in_none(store: CountingStore) -> None:
    store.delete(["odo krell 5"])
    assert is_current(store)
    kept = b"".join(kept_files(store).values())
    assert b"Krell 6" in kept
    assert b"Krell 5" not in kept


def test_the_index_of_another_graph_in_the_same_place_is_not_taken_for_this_ones(store: CountingStore) -> None:
    revision = store.revision()
    store.close()
    store.path.unlink()
    with SQLiteStore(store.path) as other:
        while other.revision() < revision:
            other.write(graph_of("Runa Aalto", f"Runa Aalto was a sailor {other.revision()} times."))
        assert current_index(other, revision=other.revision()).document_ids == ("runa aalto",)


def test_an_index_that_is_gone_or_damaged_is_built_again(store: CountingStore) -> None:
    folder = store.path.with_name(f"{store.path.name}-index")
    (folder / "current").write_bytes(b"{")
    assert is_current(store)
    shutil.rmtree(folder)
    assert is_current(store)
    assert store.scans == 2


def test_much_change_gives_a_new_base(store: CountingStore, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("lgm_core.retrieval.index.index_cache._LEAST_MERGED", 1)
    (before,) = [name for name in kept_files(store) if name.startswith("base-")]
    store.write(graph_of("Jan Belov", "Jan Belov was a sailor like Odo Krell 3."))
    current_index(store, revision=store.revision())
    assert before in kept_files(store)
    store.write(graph_of("Runa Aalto", "Runa Aalto was a sailor like Odo Krell 3."))
    current_index(store, revision=store.revision())
    assert before in kept_files(store), "a question merges nothing"
    merge_index(store)
    assert is_current(store)
    (after,) = [name for name in kept_files(store) if name.startswith("base-")]
    assert before != after
    assert store.scans == 0


def test_what_is_deleted_or_added_during_a_merge_is_so_after_it(
    store: CountingStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("lgm_core.retrieval.index.index_cache._LEAST_MERGED", 0)

    def whole_segment_meanwhile(columns: DocumentColumns, languages: Sequence[str]) -> Segment:
        segment = whole_segment(columns, languages)
        with surviving_index(store, ["odo krell 5", "jan belov"]):
            store.delete(["odo krell 5", "jan belov"])
        store.write(graph_of("Odo Krell 6", "Odo Krell 6 was a miller."))
        store.write(graph_of("Runa Aalto", "Runa Aalto was a sailor."))
        current_index(store, revision=store.revision())
        return segment

    (before,) = [name for name in kept_files(store) if name.startswith("base-")]
    store.write(graph_of("Jan Belov", "Jan Belov was a sailor like Odo Krell 3."))
    monkeypatch.setattr("lgm_core.retrieval.index.index_cache.whole_segment", whole_segment_meanwhile)
    merge_index(store)
    kept = kept_files(store)
    assert before not in kept
    assert b"Krell 7" in b"".join(kept.values())
    assert not [word for word in (b"Krell 5", b"elov") if word in b"".join(kept.values())]
    assert is_current(store)
    assert store.scans == 0


def test_where_no_index_is_kept_nothing_is_merged(tmp_path: Path) -> None:
    with CountingStore(tmp_path / "new.lgm") as store:
        store.write(graph_of("Jan Belov", "Jan Belov was a sailor."))
        merge_index(store)
        assert store.scans == 0


def test_deleting_nothing_changes_nothing(store: CountingStore) -> None:
    kept = kept_files(store)
    with surviving_index(store, ["unknown"]):
        store.delete(["unknown"])
    assert kept_files(store) == kept


def test_a_document_that_another_process_deletes_meanwhile_does_not_survive(store: CountingStore) -> None:
    with surviving_index(store, ["odo krell 5"]):
        store.delete(["odo krell 5", "odo krell 6"])
    assert is_current(store)
    assert b"Krell 6" not in b"".join(kept_files(store).values())


def test_a_crash_while_deleting_loses_no_more_than_the_index(store: CountingStore) -> None:
    def delete_and_crash() -> None:
        with surviving_index(store, ["odo krell 5"]):
            store.delete(["odo krell 5"])
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        delete_and_crash()
    assert is_current(store)
    assert b"Krell 5" not in b"".join(kept_files(store).values())


def test_deleting_again_after_a_crash_leaves_no_words_of_what_is_gone_already(store: CountingStore) -> None:
    store.delete(["odo krell 5"])  # and killed before the index was written
    assert b"krell 5" in b"".join(kept_files(store).values())
    with surviving_index(store, ["odo krell 5"]):
        store.delete(["odo krell 5"])
    assert b"krell 5" not in b"".join(kept_files(store).values())
    assert is_current(store)


def test_words_of_a_deleted_document_are_in_no_index_that_was_killed_before_it_was_finished(
    store: CountingStore,
) -> None:
    folder = store.path.with_name(f"{store.path.name}-index")
    (folder / "current").unlink()  # what is written last
    assert any(b"krell 5" in path.read_bytes().lower() for path in folder.iterdir())
    with surviving_index(store, ["odo krell 5"]):
        store.delete(["odo krell 5"])
    assert not any(b"krell 5" in path.read_bytes().lower() for path in folder.iterdir())
    assert is_current(store)


def test_deleting_a_document_keeps_the_vectors_of_the_others_alone(tmp_path: Path) -> None:
    embedded: list[str] = []

    def embed(texts: list[str]) -> list[list[float]]:
        embedded.extend(texts)
        return [[float(text.count(letter)) for letter in "aeiou"] for text in texts]

    with LanguageGraph(tmp_path / "g.lgm", embed=embed) as graph:
        graph.build([Document(id=title, text=text, title=title) for title, text in TEXTS.items()])
        graph.ranker()
        embedded.clear()
        graph.delete(["Odo Krell 5"])
        graph.ranker()
        assert [text for text in embedded if "Krell" in text] == []


def test_only_what_is_new_is_embedded_whether_documents_are_added_replaced_or_merged(tmp_path: Path) -> None:
    embedded: list[str] = []

    def embed(texts: list[str]) -> list[list[float]]:
        embedded.extend(texts)
        return [[float(text.count(letter)) for letter in "aeiou"] for text in texts]

    path = tmp_path / "g.lgm"
    with LanguageGraph(path, embed=embed) as graph:
        graph.build([Document(id=title, text=text, title=title) for title, text in TEXTS.items()])
        graph.ranker()
        embedded.clear()
        graph.build(Document(id="new", text="Odo Krell 5 met Ada. Ada Voss lives in Turvola."), add=True)
        graph.ranker()
        assert {text for text in embedded if "Ada" in text} == set(embedded) - {_PROBE}
        embedded.clear()
        graph.build(Document(id="new", text="Odo Krell 5 met Ada. Ada Voss moved away."), add=True)
        expected = ranked(graph)
        assert set(embedded) - {_PROBE, QUESTION} == {"Ada Voss moved away."}
    old = [path.read_bytes() for path in (tmp_path / "g.lgm-vectors").iterdir()]
    assert old
    embedded.clear()
    (tmp_path / "g.lgm-index" / "current").unlink()  # as after a merge: another base
    with LanguageGraph(path, embed=embed) as graph:
        assert ranked(graph) == expected
    assert set(embedded) == {_PROBE, QUESTION}


_PROBE = "The same text always has the same vector."
QUESTION = "where does it live"


def ranked(graph: LanguageGraph) -> list[tuple[str, float]]:
    """Return passages with scores to three decimals."""
    return [(passage.id, round(passage.score, 3)) for passage in graph.retrieve_passages(QUESTION, 5)]


def test_a_document_that_names_nothing_can_be_deleted(tmp_path: Path) -> None:
    with LanguageGraph(tmp_path / "g.lgm") as graph:
        graph.build([Document(id=id, text=id) for id in ("foo", "bar")])
        graph.ranker()
        assert graph.delete("foo") == 1
        assert [passage.document.id for passage in graph.retrieve_passages("bar")] == ["bar"]
