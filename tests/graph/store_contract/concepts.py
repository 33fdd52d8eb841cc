"""Concepts, and the sentences about them."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from lgm_core.graph.port import LanguageGraphStore
from lgm_core.model import THING, Concept, MentionSource
from tests.graph.store_contract.common import IS_A, NeedsStores
from tests.support.store_graphs import APPLES, PEARS, document, random_line


class ConceptsContract(NeedsStores):
    # Concepts
    def test_a_concept_is_named_by_its_most_frequent_form(self, store: LanguageGraphStore) -> None:
        store.write(
            document("a", "[Pears|pear] and [pears|pear].", "[pears|pear] or [Pear|pear].", "[Zoo|zoo] [Aid|zoo].")
        )
        pear, zoo = store.find_concepts(["pear", "zoo"])
        assert pear == Concept("pear", "pears", 2, ("pears", "Pear", "Pears"))
        assert zoo == Concept("zoo", "Aid", 1, ("Aid", "Zoo"))

    def test_a_pronoun_is_no_form_of_a_concept(self, store: LanguageGraphStore) -> None:
        graph = document("a", "[She|lili] likes pears.")
        store.write(replace(graph, mentions=(replace(graph.mentions[0], source=MentionSource.COREFERENCE),)))
        assert store.find_concepts(["lili"]) == [Concept("lili", "lili", 1)]

    def test_concepts_come_in_the_order_asked(self, store: LanguageGraphStore) -> None:
        store.write(APPLES)
        asked = ["vitamin", "none", "apple", "vitamin"]
        assert [concept.key for concept in store.find_concepts(asked)] == ["vitamin", "apple", "vitamin"]
        assert store.find_concepts([]) == []

    def test_frequencies_count_sentences(self, store: LanguageGraphStore) -> None:
        store.write(document("a", "[apple] [apple] [pear].", "[apple]."))
        store.write(document("b", "[apple].", relations=[("apple", IS_A, "food", 0)]))
        assert store.frequencies(["apple", "none", "pear", "food"]) == {"apple": 3, "pear": 1, "food": 0}

    def test_frequencies_under_a_filter_count_its_documents_alone(self, store: LanguageGraphStore) -> None:
        store.write(document("a", "[apple] [apple] [pear].", "[apple].", metadata={"readers": ["ann"]}))
        store.write(
            document("b", "[apple] [fig].", relations=[("apple", IS_A, "food", 0)], metadata={"readers": "bob"})
        )
        asked = ["fig", "apple", "none", "pear", "food"]
        assert store.frequencies(asked, {"readers": "ann"}) == {"apple": 2, "pear": 1}
        assert store.frequencies(asked, {"readers": "bob"}) == {"fig": 1, "apple": 1}
        assert store.frequencies(asked, {"readers": "eve"}) == {}

    def test_the_root_is_there_while_any_concept_is(self, store: LanguageGraphStore) -> None:
        assert store.find_concepts([THING]) == []
        store.write(APPLES)
        assert store.find_concepts([THING]) == [Concept(THING, THING, 0)]
        store.delete(["apples"])
        assert store.find_concepts([THING]) == []

    def test_the_root_can_be_mentioned_like_any_concept(self, store: LanguageGraphStore) -> None:
        store.write(document("a", "This [thing] is odd."))
        assert store.find_concepts([THING]) == [Concept(THING, THING, 1, (THING,))]
        assert store.statistics().concepts == 0
        store.delete(["a"])
        assert store.find_concepts([THING]) == []

    # Sentences about concepts
    def test_sentences_about_concepts_come_in_document_order(self, store: LanguageGraphStore) -> None:
        store.write_many([PEARS, APPLES])
        assert [sentence.id for sentence in store.sentences_about(["apple", "fruit"])] == [
            "apples#0",
            "apples#1",
            "apples#2",
            "pears#0",
            "pears#1",
        ]
        assert [sentence.id for sentence in store.sentences_about(["vitamin", "pear", "none"])] == [
            "apples#1",
            "pears#0",
        ]
        assert store.sentences_about([]) == store.sentences_about(["none"]) == []

    def test_a_limit_cuts_after_the_first_in_document_order(self, store: LanguageGraphStore) -> None:
        store.write_many([PEARS, APPLES])
        assert [sentence.id for sentence in store.sentences_about(["fruit", "apple"], limit=2)] == [
            "apples#0",
            "apples#1",
        ]
        assert store.sentences_about(["apple"], limit=0) == []

    @pytest.mark.parametrize("seed", range(3))
    @pytest.mark.parametrize("ordered", [True, False])
    def test_the_first_sentences_do_not_depend_on_the_order_of_writing(
        self, store: LanguageGraphStore, seed: int, ordered: bool
    ) -> None:
        random_ = random.Random(seed)
        graphs = [
            document(f"d{number:03}", *[random_line(random_) for _ in range(3)], metadata={"odd": number % 2})
            for number in range(120)
        ]
        for graph in graphs if ordered else random_.sample(graphs, len(graphs)):
            store.write(graph)
        for limit in (1, 5, 50, None):
            about = {f"c{number}" for number in random_.sample(range(9), 3)}
            mentioning = [
                mention.sentence_id for graph in graphs for mention in graph.mentions if mention.concept in about
            ]
            expected = list(dict.fromkeys(mentioning))
            assert [sentence.id for sentence in store.sentences_about(sorted(about), limit)] == expected[:limit]
            odd = [id for id in expected if int(id[1:4]) % 2]
            assert [sentence.id for sentence in store.sentences_about(sorted(about), limit, {"odd": 1})] == odd[:limit]

    def test_a_thousand_concepts_can_be_asked_for_at_once(self, store: LanguageGraphStore) -> None:
        names = [f"c{number}" for number in range(1000)]
        store.write(document("a", *[f"The [{name}]." for name in names]))
        assert len(store.sentences_about(names)) == 1000
        assert [sentence.position for sentence in store.sentences_about(names, limit=900)] == list(range(900))
        assert [concept.key for concept in store.find_concepts(names)] == names
