"""Reading documents, and what a store keeps besides the graph."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from lgm_core.errors import InputError
from lgm_core.graph.port import LanguageGraphStore
from lgm_core.model import Metadata, Statistics, Verdict
from tests.graph.store_contract.common import NeedsStores
from tests.support.store_graphs import APPLES, BOATS, PEARS, document


class ReadingContract(NeedsStores):
    # Reading documents
    def test_documents_are_listed_by_id(self, store: LanguageGraphStore) -> None:
        for name in ("b", "a10", "a2", "é", "B", "a"):
            store.write(document(name, "A [b]."))
        assert [record.id for record in store.documents()] == ["B", "a", "a10", "a2", "b", "é"]
        assert [graph.document.id for graph in store.scan()] == ["B", "a", "a10", "a2", "b", "é"]
        assert [record.id for record in store.documents(["é", "a", "none", "a"])] == ["a", "é"]
        assert store.documents([]) == []

    def test_what_changed_since_a_revision_is_told_with_how_much_there_is(self, store: LanguageGraphStore) -> None:
        store.write_many([document(name, "A [b].") for name in ("b", "c", "a")])
        revision = store.revision()
        assert store.changed_since(revision) == ([], 3)
        store.write_many([document("d", "A [b]."), document("a", "No [b].")])
        changed, count = store.changed_since(revision)
        assert ([record.id for record in changed], count) == (["a", "d"], 4)
        assert len(store.changed_since(0)[0]) == 4
        store.delete(["d"])
        assert [record.id for record in store.changed_since(revision)[0]] == ["a"]

    def test_a_string_is_one_id_or_key_and_never_its_characters(self, store: LanguageGraphStore) -> None:
        for name in ("m", ".", "fig.md"):
            store.write(document(name, "An [m], a [fig.md]."))
        for read, one in (
            (store.documents, "fig.md"),
            (store.sections, "fig.md#s0"),
            (store.sentences, "fig.md#0"),
            (store.mentions, "fig.md#0"),
            (store.find_concepts, "fig.md"),
            (store.frequencies, "fig.md"),
            (store.neighbours, "fig.md"),
            (store.sentences_about, "fig.md"),
        ):
            assert read(one) == read([one])
        assert store.delete("fig.md") == 1
        assert [record.id for record in store.documents()] == [".", "m"]

    def test_languages_are_those_of_the_documents_held(self, store: LanguageGraphStore) -> None:
        assert store.languages() == []
        german = document("wale", "[Wale|wal] sind groß.", language="de")
        store.write_many([PEARS, german, APPLES])
        assert store.languages() == ["de", "en"]
        assert [record.language for record in store.documents()] == ["en", "en", "de"]
        assert list(store.scan())[-1] == german
        store.delete(["apples", "pears"])
        assert store.languages() == ["de"]
        store.write(document("wale", "[Whales|whale] are large.", language="en"))
        assert store.languages() == ["en"]

    def test_another_language_is_a_change(self, store: LanguageGraphStore) -> None:
        store.write(APPLES)
        store.write(replace(APPLES, document=replace(APPLES.document, language="de")))
        assert store.languages() == ["de"]

    def test_a_stamp_changes_when_its_document_does(self, store: LanguageGraphStore) -> None:
        def stamps() -> dict[str, int]:
            return {record.id: record.stamp for record in store.documents()}

        store.write_many([APPLES, PEARS])
        before = stamps()
        store.write(APPLES)
        assert stamps() == before
        store.write(replace(APPLES, mentions=()))
        assert stamps()["apples"] not in (before["apples"], 0)
        assert stamps()["pears"] == before["pears"]
        store.delete(["pears"])
        store.write(PEARS)
        assert stamps()["pears"] not in (before["pears"], 0)

    @pytest.mark.parametrize(
        ("where", "expected"),
        [
            ({"year": 2020}, ["apples"]),
            ({"year": {"$gte": 2020}}, ["apples", "pears"]),
            ({"year": {"$gt": 2020, "$lt": 2030}}, ["pears"]),
            ({"year": {"$in": [2020, "2022"]}}, ["apples", "boats"]),
            ({"language": {"$exists": False}}, ["boats", "pears"]),
            ({"language": {"$ne": "en"}}, ["boats", "pears"]),
            ({"year": {"$exists": True}, "language": "en"}, ["apples"]),
            ({"id": {"$gt": "apples"}, "source": {"$ne": "boats.txt"}}, ["pears"]),
            ({"title": "Fruit"}, ["apples"]),
            ({}, ["apples", "boats", "pears"]),
        ],
    )
    def test_documents_are_filtered_by_metadata(
        self, store: LanguageGraphStore, where: dict[str, object], expected: list[str]
    ) -> None:
        store.write_many([PEARS, APPLES, BOATS])
        assert [record.id for record in store.documents(where=where)] == expected
        assert [record.id for record in store.documents(["pears"], where)] == [id for id in expected if id == "pears"]
        about = {sentence.document_id for sentence in store.sentences_about(["fruit", "boat"], limit=10, where=where)}
        assert sorted(about) == expected

    @pytest.mark.parametrize(
        ("where", "expected"),
        [
            ({"readers": "ann"}, ["apples", "pears"]),
            ({"readers": {"$in": ["bob", "eve"]}}, ["apples", "boats"]),
            ({"readers": {"$all": ["ann", "bob"]}}, ["apples"]),
            ({"readers": {"$nin": ["bob", "eve"]}}, ["pears", "plums"]),
            ({"readers": {"$empty": True}}, ["plums"]),
            ({"$or": [{"readers": {"$contains": "eve"}}, {"year": {"$gt": 2021}}]}, ["boats", "plums"]),
            ({"$or": [{"year": 2020}, {"year": 2021}], "$not": {"readers": "bob"}}, ["boats", "pears"]),
            ({"readers": {"$text_match_insensitive": "EV"}}, ["boats"]),
            ({"document_id": {"$in": ["boats", "plums"]}}, ["boats", "plums"]),
        ],
    )
    def test_lists_and_combined_conditions_filter(
        self, store: LanguageGraphStore, where: dict[str, object], expected: list[str]
    ) -> None:
        kept: list[tuple[str, Metadata]] = [
            ("apples", {"readers": ("ann", "bob"), "year": 2020}),
            ("pears", {"readers": "ann", "year": 2021}),
            ("boats", {"readers": ["eve", None, 3], "year": 2021}),
            ("plums", {"readers": [], "year": 2022}),
        ]
        store.write_many([document(id, "A [fruit].", metadata=metadata) for id, metadata in kept])
        assert [record.id for record in store.documents(where=where)] == expected
        for limit in (None, 10):
            about = store.sentences_about(["fruit"], limit=limit, where=where)
            assert [sentence.document_id for sentence in about] == expected
        (plums, boats) = (store.documents([id])[0] for id in ("plums", "boats"))
        assert (plums.metadata["readers"], boats.metadata["readers"]) == ([], ["eve", None, 3])

    def test_a_filter_that_cannot_be_understood_is_refused(self, store: LanguageGraphStore) -> None:
        with pytest.raises(InputError, match=r"\$like"):
            store.documents(where={"title": {"$like": "F%"}})
        with pytest.raises(InputError, match=r"\$like"):
            store.sentences_about(["apple"], where={"title": {"$like": "F%"}})

    def test_sentences_and_sections_come_in_the_order_asked(self, store: LanguageGraphStore) -> None:
        store.write_many([APPLES, PEARS])
        asked = ["pears#1", "apples#2", "none#0", "apples#0", "pears#1"]
        assert [sentence.id for sentence in store.sentences(asked)] == ["pears#1", "apples#2", "apples#0", "pears#1"]
        assert [section.id for section in store.sections(["pears#s0", "apples#s1", "apples#s0"])] == [
            "pears#s0",
            "apples#s0",
        ]
        assert store.sentences([]) == store.sections([]) == store.mentions([]) == []

    @pytest.mark.parametrize(
        "id", ["", "#", "apples", "apples#", "apples#00", "apples#-1", "apples#1048576", "apples#s0"]
    )
    def test_an_id_of_no_sentence_finds_none(self, store: LanguageGraphStore, id: str) -> None:
        store.write_many([APPLES, PEARS])
        assert store.sentences([id]) == store.mentions([id]) == []

    @pytest.mark.parametrize(
        "id", ["", "#s", "apples", "apples#s", "apples#s00", "apples#s1", "apples#0", "apples#s" + "9" * 30]
    )
    def test_an_id_of_no_section_finds_none(self, store: LanguageGraphStore, id: str) -> None:
        store.write(APPLES)
        assert store.sections([id]) == []

    def test_mentions_come_in_the_order_of_the_text(self, store: LanguageGraphStore) -> None:
        store.write_many([PEARS, APPLES])
        found = store.mentions(["pears#0", "apples#1", "apples#0"])
        assert [(mention.sentence_id, mention.concept) for mention in found] == [
            ("apples#0", "apple"),
            ("apples#0", "fruit"),
            ("apples#1", "fruit"),
            ("apples#1", "vitamin"),
            ("pears#0", "pear"),
            ("pears#0", "fruit"),
        ]

    def test_a_scan_can_be_left_and_the_graph_be_written_meanwhile(self, store: LanguageGraphStore) -> None:
        store.write_many([APPLES, PEARS])
        scan = store.scan()
        assert next(scan) == APPLES
        store.write(BOATS)
        store.set_verdicts({("is_a", "apple", "fruit"): Verdict.VALID})
        del scan
        assert [graph.document.id for graph in store.scan()] == ["apples", "boats", "pears"]

    # The rest
    def test_the_revision_grows_with_every_change(self, store: LanguageGraphStore) -> None:
        revisions = [store.revision()]
        changes: list[Callable[[], object]] = [
            lambda: store.write(APPLES),
            lambda: store.write_many([PEARS, BOATS]),
            lambda: store.write(document("pears", "Other [words|word].")),
            lambda: store.set_verdicts({("is_a", "apple", "fruit"): Verdict.VALID}),
            lambda: store.delete(["pears"]),
        ]
        for change in changes:
            change()
            revisions.append(store.revision())
        assert revisions == sorted(set(revisions))

    def test_statistics_count_what_there_is(self, store: LanguageGraphStore) -> None:
        assert store.statistics() == Statistics(0, 0, 0, 0, 0, {"alias_of": 0, "has_part": 0, "is_a": 0})
        store.write_many([APPLES, PEARS])
        assert store.statistics() == Statistics(2, 2, 5, 4, 9, {"alias_of": 0, "has_part": 1, "is_a": 2})

    def test_closing_twice_is_harmless(self, store: LanguageGraphStore) -> None:
        store.write(APPLES)
        store.close()
        store.close()
