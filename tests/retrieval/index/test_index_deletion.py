"""What is deleted goes from the ranking index that is kept, and nothing else."""

from pathlib import Path

import pytest

from lgm_core.facade.language_graph import LanguageGraph
from lgm_core.graph.sqlite import SQLiteStore
from lgm_core.language.lite.lite_annotator import LiteAnnotator
from lgm_core.learning.analysis import analyse
from lgm_core.model import Document
from lgm_core.retrieval.index.index_cache import current_index, keep_index, surviving_index
from tests.support.indexes import index_of_graphs
from tests.support.kept_indexes import TEXTS, CountingStore, NoFile, graph_of, is_current, kept_files, rankings


def test_a_deleted_document_goes_without_reading_any(store: CountingStore) -> None:
    gone = ["odo krell 5", "odo krell 6"]
    with surviving_index(store, gone):
        store.delete(gone)
    assert is_current(store)
    assert (store.read, store.scans) == (set(), 0)


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


def test_names_that_only_a_replaced_document_had_are_overwritten_by_the_next_question(store: CountingStore) -> None:
    for title in ("Nora Plumb", "Jan Belov"):
        document = Document(id="sailor", text=f"{title} was a sailor.", title=title)
        store.write(analyse(document, LiteAnnotator(), "test"))
        keep_index(store) if title == "Nora Plumb" else current_index(store, revision=store.revision())
        assert (b"plumb" in b"".join(kept_files(store).values()).lower()) == (title == "Nora Plumb")
    assert is_current(store)


def test_a_document_that_was_deleted_without_the_index_knowing_is_in_none(store: CountingStore) -> None:
    store.delete(["odo krell 5"])
    assert is_current(store)
    kept = b"".join(kept_files(store).values())
    assert b"Krell 6" in kept
    assert b"Krell 5" not in kept


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


def test_a_document_that_names_nothing_can_be_deleted(tmp_path: Path) -> None:
    with LanguageGraph(tmp_path / "g.lgm") as graph:
        graph.build([Document(id=id, text=id) for id in ("foo", "bar")])
        graph.ranker()
        assert graph.delete("foo") == 1
        assert [passage.document.id for passage in graph.retrieve_passages("bar")] == ["bar"]
