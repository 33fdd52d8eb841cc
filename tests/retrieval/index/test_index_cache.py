"""What keeping the ranking index in a store promises: it is never stale, and only what changed is read."""

import errno
import shutil
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from lgm_core.facade.language_graph import LanguageGraph
from lgm_core.graph.sqlite import SQLiteStore
from lgm_core.language.lite.lite_annotator import LiteAnnotator
from lgm_core.learning.analysis import analyse
from lgm_core.model import Document, DocumentRecord
from lgm_core.retrieval.index.document_columns import DocumentColumns
from lgm_core.retrieval.index.index_cache import (
    current_index,
    current_state,
    index_of,
    keep_index,
    merge_index,
    surviving_index,
)
from lgm_core.retrieval.index.segment import Segment
from lgm_core.retrieval.index.segment_building import whole_segment
from tests.support.indexes import index_of_graphs
from tests.support.kept_indexes import TEXTS, CountingStore, graph_of, is_current, kept_files, rankings


def test_who_reads_goes_on_with_the_old_state_while_a_new_one_is_kept(store: CountingStore) -> None:
    store.write(graph_of("Jan Belov", "Jan Belov was a sailor. He came from Karsk."))
    old = current_index(store, revision=store.revision())
    before = rankings(old)
    store.write(graph_of("Odo Krell 5", "Odo Krell 5 was a miller. He came from Osk."))
    store.write(graph_of("Runa Belov", "Runa Belov tells of Jan Belov."))
    current_index(store, revision=store.revision())
    assert rankings(old) == before


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


def test_when_much_changed_everything_is_read(store: CountingStore) -> None:
    store.write_many([graph_of(f"Jan Belov {number}", "Jan Belov was a sailor.") for number in range(12)])
    assert is_current(store)
    assert (store.read, store.scans) == (set(), 1)


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


@pytest.mark.parametrize("changed", [1, 12])
def test_an_index_that_cannot_be_kept_is_current_all_the_same(
    store: CountingStore, monkeypatch: pytest.MonkeyPatch, changed: int
) -> None:
    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    kept = kept_files(store)
    monkeypatch.setattr("lgm_core.retrieval.index.index_places.written", full)
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


# Vectors of sentences are kept with the index: only what is new is embedded.

_PROBE = "The same text always has the same vector."
QUESTION = "where does it live"


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


def ranked(graph: LanguageGraph) -> list[tuple[str, float]]:
    """Return passages with scores to three decimals."""
    return [(passage.id, round(passage.score, 3)) for passage in graph.retrieve_passages(QUESTION, 5)]
