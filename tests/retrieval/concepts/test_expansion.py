"""Concept expansion: who is reached, in what order, by which path, and what they contribute."""

from pathlib import Path

import pytest

from lgm_core.graph.port import LanguageGraphStore
from lgm_core.graph.sqlite import SQLiteStore
from lgm_core.model import Sentence, StatementKind, Verdict
from lgm_core.retrieval.answering.ranked_candidates import inherited_sentences
from lgm_core.retrieval.concepts.expansion import ExpandedConcept, expand, neighbourhood_of
from lgm_core.retrieval.concepts.graph_view import GraphView
from lgm_core.retrieval.concepts.sentence_statements import statement_kind
from tests.support.small_graphs import ALIAS_OF, APPLES, HAS_PART, IS_A, Relation, document_graph

ATTRIBUTE, ABILITY, ACTION = StatementKind.ATTRIBUTE, StatementKind.ABILITY, StatementKind.ACTION


@pytest.fixture
def store(tmp_path: Path) -> LanguageGraphStore:
    return SQLiteStore(tmp_path / "graph.lgm")


def write(store: LanguageGraphStore, *relations: Relation) -> None:
    names = [name for subject, _, target in relations for name in (subject, target)]
    store.write(document_graph("d", [f"{' and '.join(names)} exist."], concepts=names, relations=relations))


def expanded(store: LanguageGraphStore, *keys: str, depth: int = 1, limit: int = 64) -> list[ExpandedConcept]:
    view = GraphView(store)
    return list(expand(view, neighbourhood_of(view, keys, depth=depth), limit=limit).concepts)


def reached(store: LanguageGraphStore, *keys: str, depth: int = 1, limit: int = 64) -> dict[str, tuple[str, ...]]:
    return {concept.key: concept.path for concept in expanded(store, *keys, depth=depth, limit=limit)}


def test_parents_parts_and_children_are_reached_in_that_order(store: LanguageGraphStore) -> None:
    write(store, ("pippin", IS_A, "apple"), ("apple", HAS_PART, "peel"), ("apple", IS_A, "fruit"))
    assert reached(store, "apple") == {
        "fruit": ("apple", "is a fruit"),
        "peel": ("apple", "has part peel"),
        "pippin": ("apple", "includes pippin"),
    }
    assert list(reached(store, "apple")) == ["fruit", "peel", "pippin"]


def test_an_article_fits_its_noun(store: LanguageGraphStore) -> None:
    write(store, ("pippin", IS_A, "apple"))
    assert reached(store, "pippin") == {"apple": ("pippin", "is an apple")}


def test_aliases_are_followed_to_their_whole_group_whatever_the_depth(store: LanguageGraphStore) -> None:
    write(store, ("aubergine", ALIAS_OF, "eggplant"), ("brinjal", ALIAS_OF, "eggplant"))
    assert reached(store, "aubergine", depth=0) == {
        "eggplant": ("aubergine", "also called eggplant"),
        "brinjal": ("aubergine", "also called eggplant", "also called brinjal"),
    }


def test_relations_of_an_alias_count_as_the_concepts_own(store: LanguageGraphStore) -> None:
    write(store, ("aubergine", ALIAS_OF, "eggplant"), ("eggplant", IS_A, "berry"))
    assert reached(store, "aubergine")["berry"] == ("aubergine", "also called eggplant", "is a berry")


def test_a_part_does_not_lead_to_its_whole(store: LanguageGraphStore) -> None:
    write(store, ("apple", HAS_PART, "peel"))
    assert reached(store, "peel") == {}


def test_depth_follows_further_relations(store: LanguageGraphStore) -> None:
    write(store, ("pippin", IS_A, "apple"), ("apple", IS_A, "fruit"), ("fruit", IS_A, "food"))
    assert set(reached(store, "pippin", depth=1)) == {"apple"}
    assert set(reached(store, "pippin", depth=2)) == {"apple", "fruit"}
    assert reached(store, "pippin", depth=3)["food"] == ("pippin", "is an apple", "is a fruit", "is a food")


def test_the_root_is_neither_reached_nor_a_bridge(store: LanguageGraphStore) -> None:
    write(store, ("apple", IS_A, "thing"), ("train", IS_A, "thing"))
    assert reached(store, "apple", depth=3) == {}


def test_rejected_relations_are_not_used(store: LanguageGraphStore) -> None:
    write(store, ("whale", IS_A, "fish"), ("whale", IS_A, "mammal"))
    store.set_verdicts({("is_a", "whale", "fish"): Verdict.INVALID})
    assert set(reached(store, "whale")) == {"mammal"}


def test_confirmed_relations_come_before_unjudged_ones(store: LanguageGraphStore) -> None:
    write(store, ("whale", IS_A, "animal"), ("whale", IS_A, "mammal"))
    store.set_verdicts({("is_a", "whale", "mammal"): Verdict.VALID})
    assert list(reached(store, "whale")) == ["mammal", "animal"]


def test_cycles_end(store: LanguageGraphStore) -> None:
    write(store, ("a1", HAS_PART, "b1"), ("b1", HAS_PART, "c1"), ("c1", HAS_PART, "a1"))
    assert set(reached(store, "a1", depth=50)) == {"b1", "c1"}


def test_a_hub_does_not_flood_the_expansion(store: LanguageGraphStore) -> None:
    write(store, ("fruit", IS_A, "food"), *[(f"sort{number}", IS_A, "fruit") for number in range(100)])
    found = list(reached(store, "fruit", limit=5))
    assert found == ["food", "sort0", "sort1", "sort10", "sort11"]


def test_a_questions_own_concepts_are_not_in_its_expansion(store: LanguageGraphStore) -> None:
    write(store, ("apple", IS_A, "fruit"))
    assert expanded(store, "apple", "fruit", "unheard") == []
    assert expanded(store) == []


def test_contributions_narrow_along_a_path(store: LanguageGraphStore) -> None:
    write(store, ("apple", ALIAS_OF, "malus"), ("malus", IS_A, "fruit"), ("fruit", HAS_PART, "seed"))
    contributes = {concept.key: concept.contributes for concept in expanded(store, "apple", depth=2)}
    assert contributes == {
        "malus": {ATTRIBUTE, ABILITY, ACTION},
        "fruit": {ATTRIBUTE, ABILITY},
        "seed": {ABILITY},
    }


@pytest.mark.parametrize(
    ("text", "lemmas", "kind"),
    [
        ("Fruits contain many vitamins.", "fruit contain many vitamin .", ATTRIBUTE),
        ("Apples are sweet.", "apple be sweet .", ATTRIBUTE),
        ("She was a physicist.", "she be a physicist .", ATTRIBUTE),
        ("Bats can fly.", "bat can fly .", ABILITY),
        ("Roots absorb water.", "root absorb water .", ABILITY),
        ("The root is able to store sugar.", "the root be able to store sugar .", ABILITY),
        ("The orchard was flooded in May.", "the orchard be flood in May .", ACTION),
        ("The river rose quickly.", "the river rise quickly .", ACTION),
        ("The town is slowly sinking.", "the town be slowly sink .", ACTION),
        ("The bridge has been painted.", "the bridge have be paint .", ACTION),
    ],
)
def test_a_sentence_states_an_attribute_an_ability_or_an_action(text: str, lemmas: str, kind: StatementKind) -> None:
    assert statement_kind(Sentence("d#0", "d", "d#s0", 0, 0, len(text), text, text, lemmas), language="en") is kind


def inherited(store: LanguageGraphStore, key: str) -> list[str]:
    view = GraphView(store)
    neighbourhood = neighbourhood_of(view, [key], depth=1)
    concepts = expand(view, neighbourhood).concepts
    sentences = view.sentences_about([concept.key for concept in concepts])
    inherited = inherited_sentences(
        sentences,
        view.mentions(sentence.id for sentence in sentences),
        neighbourhood=neighbourhood,
        expanded=concepts,
        frequencies=store.frequencies([key]),
        language=view.language,
    )
    return [sentence.text for sentence in inherited]


def test_a_concept_inherits_what_its_parents_are_and_can_but_not_what_happened_to_them(
    store: LanguageGraphStore,
) -> None:
    store.write(APPLES)
    store.write(document_graph("news", ["Fruits were exported in 1904.", "Fruits can rot."], concepts=["fruits"]))
    assert inherited(store, "apple") == ["Fruits contain many vitamins.", "Fruits can rot."]


def test_a_sentence_that_only_mentions_the_parent_in_passing_is_not_inherited(store: LanguageGraphStore) -> None:
    store.write(APPLES)
    store.write(document_graph("carts", ["A cart is full of fruit."], concepts=["cart", "fruit"]))
    assert inherited(store, "apple") == ["Fruits contain many vitamins."]


def test_of_children_only_shared_attributes_are_inherited(store: LanguageGraphStore) -> None:
    sentences = ["Robins are noisy.", "Wrens are noisy and tiny.", "Wrens are secretive.", "Robins can swim."]
    relations = [("robin", IS_A, "bird"), ("wren", IS_A, "bird")]
    store.write(document_graph("birds", sentences, concepts=["robins", "wrens", "bird"], relations=relations))
    assert inherited(store, "bird") == ["Robins are noisy.", "Wrens are noisy and tiny."]


def test_parts_give_their_abilities(store: LanguageGraphStore) -> None:
    sentences = ["A bicycle has pedals.", "Pedals can turn.", "Pedals are metal."]
    relations = [("bicycle", HAS_PART, "pedal")]
    store.write(document_graph("bicycle", sentences, concepts=["bicycle", "pedals"], relations=relations))
    assert inherited(store, "bicycle") == ["Pedals can turn."]
