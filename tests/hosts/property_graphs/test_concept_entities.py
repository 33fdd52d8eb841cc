"""Concepts as entities of a host's property graph."""

from __future__ import annotations

import pytest

from lgm_core import Document
from lgm_core.hosts import DocumentGraphLearner, LocalEntity, LocalGraphConstructor, concept_entities
from lgm_core.reports import FailedDocument
from tests.support.any_replies import AnyReplies


def entities(text: str, title: str = "", *, only_related: bool = False) -> dict[str, LocalEntity]:
    document = Document.from_text(text, id="text", title=title)
    (graph,) = DocumentGraphLearner().learn([document])
    return concept_entities(graph, only_related=only_related)


def names(text: str, title: str = "") -> set[str]:
    return {entity.name for entity in entities(text, title).values()}


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Meridian Pumps is a company.", "Meridian Pumps"),
        ("The headquarters of NASA is a building.", "NASA"),
        ("NASA is an agency.", "NASA"),
        ("The founder of Philips is a chemist.", "Philips"),
        ("iPhones are phones.", "iPhones"),
        ("Honey bees are insects.", "Honey bee"),
        ("A bird is eaten by the honey\nbees.", "Honey bee"),
        ("“Apples are fruits,” he said.", "Apple"),
    ],
)
def test_a_name_is_spelled_as_in_the_text_and_anything_else_by_its_key(text: str, name: str) -> None:
    assert name in names(text)


def test_a_title_names_a_concept_only_where_no_sentence_does() -> None:
    assert "Honey bee" in names("The honey bee is an insect.", title="Honey Bees")
    assert "Meridian Pumps" in names("It is a company.", title="Meridian Pumps")


def test_the_parts_of_a_phrase_are_no_entities_of_their_own() -> None:
    assert names("The centrifugal pump is a machine.") == {"Centrifugal pump", "Machine"}
    assert {"Pump", "Centrifugal pump"} <= names("The centrifugal pump is a machine. A pump is old.")


def test_a_name_is_no_part_of_a_phrase_with_words_that_may_be_verbs() -> None:
    assert names("Jonas Berg lives in Oslo.") == {"Jonas Berg", "Oslo"}


def test_what_a_relation_is_about_is_an_entity_wherever_it_is_mentioned() -> None:
    related = entities("A honey bee is an insect.", only_related=True)
    assert related.keys() == {"honey bee", "insect"}
    assert related["honey bee"].properties == {"key": "honey bee", "surface": "honey bee"}


def test_a_concept_is_never_named_by_a_pronoun() -> None:
    text = "Runa Belov paints. She lives in Karsk. She was born in Ulm. She sings."
    assert entities(text, title="Runa Belov")["runa belov"].name == "Runa Belov"


# Constructed graphs as entities and relations of a host's property graph.

TEXT = "Inês Moura directed Salt Harbour in 1962. Salt Harbour is a film. The film was directed by her."


def test_each_document_has_a_graph_of_its_own() -> None:
    film, empty, again = LocalGraphConstructor().learn(
        [Document.from_text(TEXT, id="film"), Document.from_text("", id="empty"), Document.from_text(TEXT, id="film")]
    )
    assert film == again
    assert not empty.entities
    names = [entity.name for entity in film.entities]
    assert len(names) == len(set(names))
    assert {relation.source for relation in film.relations} | {relation.target for relation in film.relations} <= {
        *names
    }
    years = [entity for entity in film.entities if entity.label == "Date"]
    assert [year.properties["value"] for year in years] in ([], ["1962"])


def test_marks_in_code_are_no_predicates() -> None:
    rows = [
        *("| condition | holds when the field |", "|---|---|"),
        '| `value`, `{"$eq": value}`, `{"$contains": value}` | is the value, or a list with it |',
        '| `{"$in": [...]}` | is one of the values, or a list with one of them |',
        '| `{"$all": [...]}` | is a list with all of the values |',
    ]
    document = Document.from_text("\n".join(rows), id="filters", media_type="text/markdown")
    (graph,) = LocalGraphConstructor().learn([document])
    assert all(relation.label.strip("_") for relation in graph.relations)


def test_what_a_model_fails_at_is_told_by_document() -> None:
    failed: list[FailedDocument] = []
    constructor = LocalGraphConstructor(llm=AnyReplies(share=1), on_failure=failed.append)
    assert len(list(constructor.learn([Document.from_text(TEXT, id="film")]))) == 1
    assert [each.name for each in failed] == ["film"]
