"""Blobs: caches in a store, which may vanish at any time and hold no text of a document that was deleted."""

from __future__ import annotations

from lgm_core import Document, LanguageGraph
from lgm_core.graph.port import LanguageGraphStore
from tests.graph.store_contract.common import NeedsStores, exported
from tests.support.german_texts import BIKES, WHALES, TaggedAnnotator, written
from tests.support.store_graphs import APPLES, PEARS


def answers(store: LanguageGraphStore) -> list[object]:
    """Return what a graph about whales and bicycles explains, retrieves and answers."""
    graph, question = LanguageGraph(store), "Was tun die großen Wale?"
    return [
        graph.explain("die Räder"),
        graph.retrieve_sentences(question, k=2),
        graph.retrieve_passages(question, k=2),
        graph.ask(question),
    ]


class CachesContract(NeedsStores):
    def test_blobs_are_kept_and_replaced(self, store: LanguageGraphStore) -> None:
        assert store.read_blob("index") is None
        store.write_blob("index", b"\x00old")
        store.write_blob("index", b"\x00\xffnew")
        store.write_blob("empty", b"")
        assert store.read_blob("index") == b"\x00\xffnew"
        assert store.read_blob("empty") == b""

    def test_blobs_are_deleted_by_prefix(self, store: LanguageGraphStore) -> None:
        names = ("reply:b", "reply:a", "replx:c", "reply", "reply:%", "other")
        for name in names:
            store.write_blob(name, name.encode())
        assert store.delete_blobs("reply:%") == 1
        assert store.delete_blobs("reply:") == 2
        assert [name for name in names if store.read_blob(name) == name.encode()] == ["replx:c", "reply", "other"]
        assert store.delete_blobs("none") == 0
        assert store.delete_blobs("") == 3

    def test_blobs_are_no_part_of_the_graph(self, store: LanguageGraphStore) -> None:
        store.write(APPLES)
        before = exported(store), store.revision(), store.statistics()
        store.write_blob("index", b"data")
        assert (exported(store), store.revision(), store.statistics()) == before

    def test_deleting_a_document_removes_all_blobs(self, store: LanguageGraphStore) -> None:
        store.write_many([APPLES, PEARS])
        store.write_blob("index", b"apples pears")
        store.write_blob("reply:1", b"Apples are sweet.")
        assert store.delete(["none"]) == 0
        assert store.read_blob("index") == b"apples pears"
        assert store.delete(["apples"]) == 1
        assert [store.read_blob(name) for name in ("index", "reply:1")] == [None, None]
        assert store.delete_blobs("") == 0

    def test_a_german_graph_stays_german_when_all_blobs_vanish(self, store: LanguageGraphStore) -> None:
        annotator = TaggedAnnotator(WHALES, BIKES, parse=True)
        LanguageGraph(store, annotator=annotator).build([Document.from_text(written(WHALES, BIKES), id="d")])
        explained, sentences, *_ = before = answers(store)
        assert explained is not None
        assert sentences
        assert store.delete_blobs("") > 0
        assert store.languages() == ["de"]
        assert answers(store) == before
