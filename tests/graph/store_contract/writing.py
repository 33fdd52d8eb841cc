"""Writing documents."""

from __future__ import annotations

from dataclasses import replace

import pytest

from lgm_core.errors import InputError
from lgm_core.graph.port import LanguageGraphStore
from lgm_core.model import (
    THING,
    Clause,
    Concept,
    DocumentGraph,
    Mention,
    MentionSource,
    MetaRelation,
    Reference,
    Scalar,
    StatementKind,
    Statistics,
    section_id,
    sentence_id,
)
from tests.graph.store_contract.common import IS_A, NeedsStores, NewStore, exported, texts
from tests.support.store_graphs import APPLES, BOATS, PEARS, document


class WritingContract(NeedsStores):
    def test_a_graph_is_not_there_before_it_is_written_or_made(self, new_store: NewStore) -> None:
        store = new_store()
        assert (store.exists(), store.documents(), store.revision()) == (False, [], 0)
        assert not store.exists()  # reading did not make it
        store.write(APPLES)
        assert store.exists()
        empty = new_store()
        empty.create()
        empty.create()
        assert (empty.exists(), empty.documents(), empty.statistics().sentences) == (True, [], 0)

    def test_a_document_comes_back_as_it_was_written(self, store: LanguageGraphStore) -> None:
        graph = document(
            "a",
            "[Lili] met [Marten].",
            "[She|lili] likes [pears|pear].",
            title="People",
            metadata={"b": 1.5, "a": None, "c": True, "d": "x", "e": 7},
            relations=[("lili", IS_A, "person", 0)],
            references=[(1, 0)],
        )
        pronoun = replace(graph.mentions[2], source=MentionSource.COREFERENCE)
        title = Mention("a#0", "people", "People", 0, 0, MentionSource.TITLE)
        mentions = (title, *graph.mentions[:2], pronoun, graph.mentions[3])
        resolved = replace(graph.sentences[1], resolved="She [: Lili] likes pears.")
        graph = replace(graph, mentions=mentions, sentences=(graph.sentences[0], resolved))
        store.write(graph)
        assert list(store.scan()) == [graph]
        assert list(next(store.scan()).document.metadata) == ["a", "b", "c", "d", "e"]

    def test_clauses_come_back_and_sentences_without_any_have_none(self, store: LanguageGraphStore) -> None:
        graph = document("a", "[Apples|apple] are sweet and “can” rot.", "[Pears|pear].")
        clauses = (
            Clause("apple", "be", "sweet", StatementKind.ATTRIBUTE),
            Clause("apple", "“rot\t”", "", StatementKind.ABILITY),
            Clause("apple", "be sell in", "öland", StatementKind.ACTION),
        )
        graph = replace(graph, sentences=(replace(graph.sentences[0], clauses=clauses), graph.sentences[1]))
        store.write(graph)
        assert list(store.scan()) == [graph]
        assert [sentence.clauses for sentence in store.sentences(["a#1", "a#0"])] == [(), clauses]
        assert store.sentences_about(["apple"])[0].clauses == clauses

    def test_code_comes_back_with_its_lines(self, store: LanguageGraphStore) -> None:
        graph = document("a", "[Hives|hive] are made.", "pip install hive")
        code = "pip install hive\n\n  hive --now\n\tdone"
        sentence = replace(graph.sentences[1], text=code, resolved=code, lemmas="", end=99)
        graph = replace(graph, sentences=(graph.sentences[0], sentence))
        store.write(graph)
        assert list(store.scan()) == [graph]
        assert [found.is_code for found in store.sentences(["a#0", "a#1"])] == [False, True]

    def test_other_clauses_are_a_change(self, store: LanguageGraphStore) -> None:
        store.write(APPLES)
        parsed = replace(APPLES.sentences[2], clauses=(Clause("apple", "be", "sweet", StatementKind.ATTRIBUTE),))
        store.write(replace(APPLES, sentences=(*APPLES.sentences[:2], parsed)))
        assert store.sentences(["apples#2"]) == [parsed]
        store.write(APPLES)
        assert list(store.scan()) == [APPLES]

    def test_several_mentions_of_a_concept_in_a_sentence_survive(self, store: LanguageGraphStore) -> None:
        store.write(document("a", "An [apple] is an [apple|apple] is no [Apple|apple]."))
        assert [(mention.start, mention.surface) for mention in store.mentions(["a#0"])] == [
            (3, "apple"),
            (15, "apple"),
            (27, "Apple"),
        ]

    def test_mentions_may_overlap_and_their_surface_may_differ_from_the_text(self, store: LanguageGraphStore) -> None:
        graph = document("a", "[New\nYork|new york] City wins.")
        city = Mention("a#0", "new york city", "New York City", 0, 13)
        graph = replace(graph, mentions=(replace(graph.mentions[0], surface="New York"), city))
        store.write(graph)
        assert store.mentions(["a#0"]) == list(graph.mentions)

    def test_the_order_inside_a_document_graph_does_not_matter(self, new_store: NewStore) -> None:
        store, other = new_store(), new_store()
        store.write(APPLES)
        other.write(
            replace(
                APPLES,
                sentences=APPLES.sentences[::-1],
                mentions=APPLES.mentions[::-1],
                relations=APPLES.relations[::-1],
            )
        )
        assert exported(store) == exported(other)

    def test_what_is_said_twice_is_kept_once(self, new_store: NewStore) -> None:
        store, other = new_store(), new_store()
        store.write(APPLES)
        twice = replace(APPLES, mentions=APPLES.mentions * 2, relations=APPLES.relations * 2)
        other.write(twice)
        assert exported(store) == exported(other)

    def test_writing_the_same_again_changes_nothing(self, store: LanguageGraphStore) -> None:
        store.write_many([APPLES, PEARS])
        before = exported(store), store.revision(), store.statistics()
        store.write(APPLES)
        assert (exported(store), store.revision(), store.statistics()) == before

    @pytest.mark.parametrize("metadata", [{"year": 2020.0}, {"year": True}, {"more": None, "year": 2020}])
    def test_other_metadata_is_a_change(self, store: LanguageGraphStore, metadata: dict[str, Scalar]) -> None:
        graph = document("a", "A [b].", metadata={"year": 1 if metadata["year"] is True else 2020})
        store.write(graph)
        store.write(replace(graph, document=replace(graph.document, metadata=metadata)))
        assert repr(store.documents()[0].metadata) == repr(metadata)

    def test_replacing_leaves_nothing_of_the_old(self, new_store: NewStore) -> None:
        store, other = new_store(), new_store()
        plums = document("apples", "[Plums|plum] are [fruit].", relations=[("plum", IS_A, "fruit", 0)])
        store.write_many([PEARS, APPLES])
        store.write(plums)
        other.write_many([plums, PEARS])
        assert exported(store) == exported(other)
        assert store.statistics() == other.statistics()
        assert store.find_concepts(["vitamin"]) == []

    def test_a_document_may_have_no_sentences(self, store: LanguageGraphStore) -> None:
        empty = document("empty")
        store.write(replace(empty, sections=()))
        assert store.documents() == [empty.document]
        assert store.statistics() == Statistics(1, 0, 0, 0, 0, {"alias_of": 0, "has_part": 0, "is_a": 0})
        assert store.find_concepts([THING]) == []

    def test_the_number_of_sentences_is_counted_not_believed(self, store: LanguageGraphStore) -> None:
        store.write(replace(APPLES, document=replace(APPLES.document, sentence_count=99)))
        assert store.documents()[0].sentence_count == 3

    def test_of_two_graphs_with_the_same_id_the_later_counts(self, new_store: NewStore) -> None:
        store, other = new_store(), new_store()
        store.write_many([document("a", "A [first]."), PEARS, document("a", "A [second].")])
        other.write_many([document("a", "A [second]."), PEARS])
        assert exported(store) == exported(other)

    def test_many_are_written_all_or_none(self, store: LanguageGraphStore) -> None:
        broken = replace(BOATS, sections=())
        with pytest.raises(InputError, match="boats"):
            store.write_many([APPLES, broken])
        assert store.documents() == []
        assert store.revision() == 0

    @pytest.mark.parametrize(
        ("graph", "message"),
        [
            (replace(APPLES, sections=()), "apples#0.* in no section"),
            (replace(APPLES, sentences=APPLES.sentences[:1]), "apples#1"),
            (replace(APPLES, mentions=(Mention("boats#0", "a", "a", 0, 1),)), "boats#0"),
            (replace(APPLES, references=(Reference("apples#1", "pears#0"),)), "pears#0"),
            (replace(APPLES, sentences=APPLES.sentences[:1] * 2), "apples#0.* twice"),
            (replace(APPLES, document=replace(APPLES.document, id="pears")), "does not follow"),
            (replace(APPLES, relations=(MetaRelation(IS_A, "apple", "fruit"),)), "no evidence"),
            (replace(APPLES, document=replace(APPLES.document, metadata={"x": [["a"]]})), "x.* list"),
            (replace(APPLES, document=replace(APPLES.document, metadata={"x": [float("inf")]})), "x.* finite"),
            (replace(APPLES, document=replace(APPLES.document, metadata={"x": float("nan")})), "x.* finite"),
            (document(""), "empty id"),
            (document("a", "A [b].", language=""), "language '' is not an ISO 639 code"),
            (document("a", "A [b].", language="English"), "language 'English' is not an ISO 639 code"),
        ],
    )
    def test_an_incomplete_graph_is_refused(
        self, store: LanguageGraphStore, graph: DocumentGraph, message: str
    ) -> None:
        store.write(PEARS)
        before = exported(store)
        with pytest.raises(InputError, match=message):
            store.write(graph)
        assert exported(store) == before

    def test_a_position_beyond_what_ids_can_hold_is_refused(self, store: LanguageGraphStore) -> None:
        last = (1 << 20) - 1
        sentence = replace(PEARS.sentences[0], id=sentence_id("pears", last), position=last)
        with pytest.raises(InputError, match="1,048,575"):
            store.write(DocumentGraph(PEARS.document, PEARS.sections, (sentence,)))

    def test_a_text_that_is_not_unicode_is_refused(self, store: LanguageGraphStore) -> None:
        with pytest.raises(InputError):
            store.write(document("a", "A \ud800 [b]."))
        assert store.documents() == []

    @pytest.mark.parametrize(
        "odd", ["it's", 'a "b"', "100%_", "a;--", "naïve 東京 🍐", "{x}", "$y", "a\\b", "`z`", "a#1"]
    )
    def test_any_text_can_be_an_id_a_concept_or_a_word(self, store: LanguageGraphStore, odd: str) -> None:
        graph = document(odd, f"The [{odd}] of {odd}.", title=odd, relations=[(odd, IS_A, "word", 0)])
        store.write(graph)
        assert list(store.scan()) == [graph]
        assert store.sentences([sentence_id(odd, 0)]) == list(graph.sentences)
        assert store.sections([section_id(odd, 0)]) == list(graph.sections)
        assert texts(store.sentences_about([odd])) == [f"The {odd} of {odd}."]
        assert store.find_concepts([odd]) == [Concept(odd, odd, 1, (odd,))]
        assert store.delete([odd]) == 1

    def test_places_of_documents_are_kept_until_they_change_and_are_no_part_of_the_graph(
        self, store: LanguageGraphStore
    ) -> None:
        store.write_many([APPLES, PEARS])
        before = (exported(store), store.revision(), [record.stamp for record in store.documents()])
        store.set_places({"apples": "/docs/apples.txt", "pears": "/old/pears.txt", "none": "/docs/none.txt"})
        store.set_places({"pears": "/docs/Bäume/pears.txt"})
        store.write(APPLES)
        assert store.places(["pears", "none", "apples", "boats"]) == {
            "apples": "/docs/apples.txt",
            "pears": "/docs/Bäume/pears.txt",
        }
        assert (exported(store), store.revision(), [record.stamp for record in store.documents()]) == before
        store.write(replace(APPLES, document=replace(APPLES.document, title="Other apples")))
        store.delete(["pears"])
        store.write(PEARS)
        assert store.places(["apples", "pears"]) == {}
