"""Things are kinds of their types."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from lgm_core.graph.canonical import canonical
from lgm_core.learning.construction.construction_options import ConstructionOptions
from lgm_core.learning.construction.document_text import DocumentText
from lgm_core.learning.construction.findings import Entity, EntityMention, TaxonomyFindings
from lgm_core.learning.construction.predicate_stage import TYPES_SCHEMA
from lgm_core.learning.construction.taxonomy_stage import find_taxonomy
from lgm_core.llm.scripted import ScriptedChatModel
from lgm_core.model import DocumentGraph, EntityClass, RelationKind
from lgm_core.vectors.port import Embeddings
from tests.learning.construction.document_making import text_of, work_of
from tests.learning.construction.term_model import driven, numbered, term_model

NAMED, GENERAL, OTHER = EntityClass
SENTENCES = (
    "The Aldeth is a river barge.",
    "A barge floats.",
    "A boat is a vessel.",
    "Vessels float.",
    "Aldeth and another river barge float beside a boat.",
)


def thing(
    text: DocumentText,
    name: str,
    key: str,
    types: Sequence[str] = (),
    kind: EntityClass = GENERAL,
    *,
    aliases: str = "",
) -> Entity:
    """Return a thing that is mentioned wherever a sentence has its key."""
    mentions = tuple(
        EntityMention(source.sentence.id, name, 0, 1, kind, tuple(types), key)
        for source in text.sentences
        if key in source.sentence.text.lower()
    )
    return Entity(key, name, (key, *aliases.split()), kind, tuple(types), mentions)


def found(
    text: DocumentText,
    entities: Sequence[Entity],
    model: ScriptedChatModel | None = None,
    options: ConstructionOptions | None = None,
    embeddings: Embeddings | None = None,
) -> TaxonomyFindings:
    return driven(find_taxonomy(work_of(text, model.name if model else "", options, embeddings), entities), model)


def edges(findings: TaxonomyFindings) -> list[tuple[str, str]]:
    assert all(relation.kind is RelationKind.IS_A for relation in findings.relations)
    return [(relation.subject, relation.object) for relation in findings.relations]


def barges() -> tuple[DocumentText, list[Entity]]:
    text = text_of(*SENTENCES)
    return text, [
        thing(text, "Aldeth", "aldeth", ["river barge", "boat"], NAMED),
        thing(text, "river barge", "river barge", ["Barges", "boat"]),
        thing(text, "barge", "barge", ["boat"]),
        thing(text, "boat", "boat", ["vessel", "boat"]),
        thing(text, "Vessels", "vessel", ["barge"]),
    ]


def test_types_are_things_by_name_and_what_is_stated_or_follows_is_left_out() -> None:
    text, entities = barges()

    findings = found(text, entities, term_model())

    stated = {(relation.subject, relation.object) for relation in text.graph.relations}
    assert stated >= {("aldeth", "river barge"), ("boat", "vessel")}
    assert edges(findings) == [("river barge", "barge"), ("barge", "boat")]


def test_relations_are_ones_that_the_graph_can_hold_and_cite_sentences_that_mention_the_narrower() -> None:
    text, entities = barges()

    findings = found(text, entities)

    by_key = {entity.key: entity for entity in entities}
    for relation in findings.relations:
        mentioning = {mention.sentence_id for mention in by_key[relation.subject].mentions}
        assert {evidence.sentence_id for evidence in relation.evidence} <= mentioning
        assert {evidence.origin for evidence in relation.evidence} == {"phrases"}
    graph = DocumentGraph(
        text.graph.document,
        text.graph.sections,
        text.graph.sentences,
        text.graph.mentions,
        findings.relations,
        (),
    )
    assert len(canonical(graph).relations) == len(findings.relations)


def test_a_sentence_with_both_is_cited_first() -> None:
    text = text_of("A barge floats.", "Beside the boat lies a barge.")
    entities = [thing(text, "barge", "barge", ["boat"]), thing(text, "boat", "boat")]

    (relation,) = found(text, entities).relations

    assert [evidence.sentence_id for evidence in relation.evidence] == ["paper#1", "paper#0"]


def test_what_the_document_states_is_not_said_again_and_counts() -> None:
    text = text_of("A barge is a boat.", "A boat is a vessel.")
    stated = {(relation.subject, relation.object) for relation in text.graph.relations}
    assert stated == {("barge", "boat"), ("boat", "vessel")}

    entities = [
        thing(text, "barge", "barge", ["boat", "vessel"]),
        thing(text, "boat", "boat"),
        thing(text, "vessel", "vessel", ["barge"]),
    ]

    assert edges(found(text, entities, term_model())) == []


def test_nothing_is_a_kind_of_itself_or_of_its_other_names() -> None:
    text = text_of("A barge floats.")

    assert (
        edges(found(text, [thing(text, "barge", "barge", ["Barge", "lighter"], aliases="lighter")], term_model())) == []
    )


def test_without_a_model_the_last_words_of_a_name_tell_its_kind() -> None:
    text = text_of("The old river barge floats.", "A barge, Norna barge and the price of barge oil rise.")
    entities = [
        thing(text, "old river barge", "old river barge", ["barge"]),
        thing(text, "river barge", "river barge", ["barge"]),
        thing(text, "barge", "barge"),
        thing(text, "price of barge", "price of barge"),
        thing(text, "Norna barge", "norna barge"),
    ]

    assert edges(found(text, entities)) == [("old river barge", "river barge"), ("river barge", "barge")]


def test_with_a_model_the_last_words_of_a_name_tell_nothing() -> None:
    text = text_of("The old river barge floats.", "A barge rises.")
    entities = [thing(text, "old river barge", "old river barge", ["sail"]), thing(text, "river barge", "river barge")]
    assert edges(found(text, entities, term_model())) == []


def test_types_are_asked_about_at_once() -> None:
    text, entities = barges()
    model = term_model()

    findings = found(text, entities[1:], model)

    assert findings.cost.requests == len(model.requests) == 1
    asked = [line for each in model.requests for line in numbered(each.messages[-1].content, "types").values()]
    assert asked == [["Barges"], ["boat"], ["vessel"]]
    assert {id(each.schema) for each in model.requests} == {id(TYPES_SCHEMA)}


def test_a_type_of_another_name_is_the_concept_that_is_described_alike() -> None:
    text = text_of("The Aldeth floats.", "A watercraft floats.", "Bread floats.")
    entities = [
        thing(text, "Aldeth", "aldeth", ["ship"], NAMED),
        thing(text, "watercraft", "watercraft"),
        thing(text, "bread", "bread"),
    ]
    angles = {
        "Aldeth": [0.0, 1.0, 0.1],
        "ship": [1.0, 0.0, 0.0],
        "watercraft": [1.0, 0.1, 0.0],
        "bread": [0.0, 0.0, 1.0],
    }
    embeddings = Embeddings.of(lambda texts: [angles[text.split(";")[0]] for text in texts])

    assert edges(found(text, entities, term_model(), embeddings=embeddings)) == [("aldeth", "watercraft")]
    assert edges(found(text, entities, embeddings=embeddings)) == [("aldeth", "watercraft")]
    strict = ConstructionOptions(types=0.999)
    assert edges(found(text, entities, term_model(), strict, embeddings)) == []


def test_descriptions_of_no_use_cost_no_relation() -> None:
    text, entities = barges()

    findings = found(text, entities, ScriptedChatModel(["?", "??"]))

    assert len(findings.cost.failures) == 1
    assert ("barge", "boat") in edges(findings)


@pytest.mark.parametrize("model", [None, term_model()])
def test_no_thing_has_no_kind(model: ScriptedChatModel | None) -> None:
    text = text_of("A barge floats.")

    assert found(text, [], model).relations == ()
    assert found(text, [thing(text, "barge", "barge")], model).relations == ()
