"""The things of one document, under all their names."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lgm_core.language.concepts import concept_key
from lgm_core.model import (
    DocumentGraph,
    EntityClass,
    EntityProfile,
    Evidence,
    Mention,
    MentionSource,
    RelationKind,
    Verdict,
    document_entities,
)
from lgm_core.model.concept import escaped_key, name_of, sense_key, sense_number
from tests.support.store_graphs import BOATS, document


def profile(concept: str, position: int, entity_class: EntityClass | None, **told: object) -> EntityProfile:
    evidence = (Evidence(f"sea#{position}", "phrases"),)
    made = EntityProfile("sea", concept, (), "", evidence, entity_class)
    return replace(made, **told)  # type: ignore[arg-type]


def sea() -> DocumentGraph:
    return replace(
        document(
            "sea",
            "The [Northern Line|northern line] owns a [ferry] and a [tool].",
            "[NL|nl] sells [ferries|ferry] to the [Line|line].",
            "Another [tool|tool~2] broke on a [FERRY|ferry].",
            relations=[
                ("nl", RelationKind.ALIAS_OF, "northern line", 1),
                ("line", RelationKind.ALIAS_OF, "nl", 1),
            ],
        ),
        profiles=(
            profile("line", 1, EntityClass.OTHER, types=("company", "owner"), description="Who buys."),
            profile("nl", 1, EntityClass.NAMED, types=("shipping company",), is_familiar=False, relevance=0.5),
            profile("northern line", 0, None, types=("company",), description="A company of ferries."),
            profile("tool", 0, EntityClass.OTHER),
            profile("tool~2", 2, EntityClass.OTHER),
        ),
    )


def test_names_that_are_aliases_over_any_number_of_steps_are_one_thing() -> None:
    line = document_entities(sea())[0]
    assert (line.key, line.name, line.aliases) == ("northern line", "Northern Line", ("NL", "Line"))
    assert line.keys == ("northern line", "nl", "line")
    assert [mention.sentence_id for mention in line.mentions] == ["sea#0", "sea#1", "sea#1"]


def test_what_profiles_tell_is_united_and_the_first_name_describes() -> None:
    line = document_entities(sea())[0]
    assert line.entity_class is EntityClass.NAMED
    assert line.types == ("company", "shipping company", "owner")
    assert (line.description, line.described_by) == ("A company of ferries.", ("sea#0",))
    assert (line.is_familiar, line.relevance) == (False, 0.5)


def test_several_things_of_one_name_stay_several() -> None:
    things = document_entities(sea())
    assert [(thing.key, thing.name) for thing in things[1:]] == [("tool", "tool"), (sense_key("tool", 2), "tool")]


def test_concepts_without_a_class_are_things_if_asked_for_or_if_nothing_has_one() -> None:
    keys = [thing.key for thing in document_entities(sea(), every_concept=True)]
    assert keys == ["northern line", "ferry", "tool", "tool~2"]
    assert [thing.key for thing in document_entities(BOATS)] == ["dinghy", "boat"]
    assert document_entities(BOATS, every_concept=False) == ()


def test_capitals_alone_make_no_further_name() -> None:
    ferry = document_entities(sea(), every_concept=True)[1]
    assert (ferry.name, ferry.aliases) == ("ferry", ("ferries",))


def test_a_rejected_alias_joins_nothing() -> None:
    graph = sea()
    rejected = tuple(replace(relation, verdict=Verdict.INVALID) for relation in graph.relations)
    keys = [thing.key for thing in document_entities(replace(graph, relations=rejected))]
    assert keys == ["tool", "nl", "line", "tool~2"]


def test_a_pronoun_or_title_names_nothing_where_the_text_has_a_name() -> None:
    graph = document("a", "It met [Lili].", title="Marten")
    further = (
        Mention("a#0", "Lili", "It", 0, 2, MentionSource.COREFERENCE),
        Mention("a#0", "marten", "Marten", 0, 0, MentionSource.TITLE),
    )
    lili, marten = document_entities(replace(graph, mentions=(*further, *graph.mentions)))
    assert (lili.name, lili.aliases, len(lili.mentions)) == ("Lili", (), 2)
    assert (marten.name, marten.aliases) == ("Marten", ())


def test_the_shorter_of_two_mentions_at_a_place_names_it() -> None:
    graph = document("a", "[The ferry|ferry] sank. [The ferry|ferry] was old.")
    inner = Mention("a#0", "ferry", "ferry", 4, 9)
    (ferry,) = document_entities(replace(graph, mentions=(*graph.mentions, inner)))
    assert (ferry.name, ferry.aliases, len(ferry.mentions)) == ("ferry", ("The ferry",), 3)


# Keys of several things of one name: the number of a sense can be told from anything that a name may hold.

NAMES = st.text() | st.text(alphabet="a~012 \n٣")
NUMBERS = st.integers(1, 999_999_999)


@given(NAMES, NUMBERS)
def test_a_sense_tells_its_name_and_number(name: str, number: int) -> None:
    key = sense_key(escaped_key(name), number)
    assert (name_of(key), sense_number(key)) == (escaped_key(name), number)


@given(NAMES, NAMES, NUMBERS, NUMBERS)
def test_no_two_names_or_senses_have_one_key(one: str, other: str, first: int, second: int) -> None:
    same = sense_key(escaped_key(one), first) == sense_key(escaped_key(other), second)
    assert same == ((one, first) == (other, second))


@given(NAMES)
def test_keys_that_are_made_from_phrases_need_no_escape(phrase: str) -> None:
    key = concept_key(phrase, "en")
    assert (escaped_key(key), name_of(key), sense_number(key)) == (key, key, 1)


@pytest.mark.parametrize("key", ["apple", "apple~", "apple~0", "apple~1", "apple~02", "apple~~2", "apple~x", "~", ""])
def test_what_only_looks_like_a_sense_is_a_name(key: str) -> None:
    assert (name_of(key), sense_number(key)) == (key, 1)


@pytest.mark.parametrize(("key", "name", "number"), [("apple~2", "apple", 2), ("c~10", "c", 10), ("a~~~3", "a~~", 3)])
def test_a_number_after_an_odd_number_of_marks_is_a_sense(key: str, name: str, number: int) -> None:
    assert (name_of(key), sense_number(key)) == (name, number)
