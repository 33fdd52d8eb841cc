"""The stage of local relations with a language model: claims made with the mentions, grounded in sentences."""

from collections.abc import Sequence

from lgm_core.errors import LanguageModelError
from lgm_core.flow import Session, run
from lgm_core.language.concepts import concept_key
from lgm_core.learning.construction.document_text import DocumentText
from lgm_core.learning.construction.findings import Entity, EntityMention, FactFindings, RelationClaim
from lgm_core.learning.construction.relations.relation_stage import find_local_facts
from lgm_core.llm.scripted import ScriptedChatModel
from lgm_core.model import EntityClass
from tests.learning.construction.document_making import made_text, text_of, work_of
from tests.learning.construction.relations.thing_making import things_of

Claim = tuple[str, str, str]


def found(
    text: DocumentText,
    entities: Sequence[Entity],
    claims: Sequence[Claim | RelationClaim],
    model: ScriptedChatModel | None = None,
) -> FactFindings:
    """Return what the stage finds; a claim in three words is of all sentences."""
    ids = tuple(source.sentence.id for source in text.sentences)
    claimed = tuple(claim if isinstance(claim, RelationClaim) else RelationClaim(*claim, ids) for claim in claims)
    return run(find_local_facts(work_of(text, "m"), claimed, entities), Session(model or ScriptedChatModel([])))


def triples(findings: FactFindings) -> set[tuple[str, str, str]]:
    return {(fact.subject, fact.predicate, str(fact.object)) for fact in findings.facts}


def test_a_missing_object_is_asked_for_and_dropped_if_there_is_none() -> None:
    text = text_of("The potter owns a wheel.", "The potter rests.")
    model = ScriptedChatModel(['{"splits": [{"n": 1, "predicate": "owns", "object": "wheel"}]}'])
    claims = [("potter", "owns a wheel", ""), ("potter", "rests", "")]
    findings = found(text, things_of(text, "potter", "wheel"), claims, model)
    assert model.requests[0].messages[-1].content == "<lines>\n1. potter | owns a wheel\n2. potter | rests\n</lines>"
    assert triples(findings) == {("potter", "own", "wheel")}
    assert (findings.cost.requests, findings.cost.dropped) == (1, {"no object": 1})


def test_a_request_that_fails_costs_no_other_relation() -> None:
    text = text_of("The potter owns a wheel.")
    model = ScriptedChatModel([LanguageModelError("no answer")])
    claims = [("potter", "owns", "wheel"), ("potter", "rests </lines>", "")]
    findings = found(text, things_of(text, "potter", "wheel"), claims, model)
    assert triples(findings) == {("potter", "own", "wheel")}
    assert findings.cost.failures == ["no answer"]
    assert model.requests[0].messages[-1].content.count("</lines>") == 1


def test_unknown_names_and_relations_to_itself_are_dropped_and_counted() -> None:
    text = text_of("The potter, a craftsman, owns a wheel.")
    claims = [("potter", "owns", "wheel"), ("potter", "owns", "house"), ("potter", "is", "craftsman")]
    findings = found(text, things_of(text, "potter|craftsman", "wheel"), claims)
    assert triples(findings) == {("craftsman", "own", "wheel")}, "the name that stands nearest"
    assert findings.cost.dropped == {"an end is not a thing of the text": 1, "a relation of a thing to itself": 1}


def test_a_fact_cites_the_sentence_that_has_the_words_of_its_predicate() -> None:
    text = text_of("The potter sees the wheel.", "The potter owns the wheel.", "The potter paints the wheel.")
    findings = found(text, things_of(text, "potter", "wheel"), [("potter", "owned", "wheel")])
    (evidence,) = findings.facts[0].evidence
    assert evidence.sentence_id == text.sentences[1].sentence.id
    assert evidence.origin == "llm:m"
    assert evidence.wording == "owned"


def test_what_no_sentence_states_alone_cites_the_nearest_sentences_of_both_ends() -> None:
    text = text_of("The potter is old.", "The potter sings.", "It rained.", "The wheel turns.")
    (fact,) = found(text, things_of(text, "potter", "wheel"), [("potter", "owns", "wheel")]).facts
    ids = [source.sentence.id for source in text.sentences]
    assert [evidence.sentence_id for evidence in fact.evidence] == [ids[1], ids[3]]
    assert {evidence.origin for evidence in fact.evidence} == {"section:m"}


def test_a_claim_whose_sentence_lacks_an_end_is_looked_for_in_its_section() -> None:
    text = made_text(
        {
            "One": [["The kiln melts the glaze.", "The potter waits."], ["The glaze is green."]],
            "Two": [["The potter owns a wheel."]],
        }
    )
    first = (text.sentences[0].sentence.id,)
    claims = [
        RelationClaim("kilns", "melt", "glazes", first),
        RelationClaim("kiln", "stands beside", "potter", first),
        RelationClaim("kiln", "melts", "wheel", first),
    ]
    findings = found(text, things_of(text, "kiln", "glaze", "potter", "wheel"), claims)
    assert findings.cost.requests == 0
    assert triples(findings) == {("kiln", "melt", "glaze"), ("kiln", "stand beside", "potter")}
    assert findings.cost.dropped == {"an end is not a thing of the text": 1}


def test_without_a_model_nobody_is_asked() -> None:
    text = text_of("The potter owns a wheel.")
    things = things_of(text, "potter", "wheel")
    findings = run(find_local_facts(work_of(text), (), things), Session(None))
    assert triples(findings) == {("potter", "own", "wheel")}
    assert findings.cost.requests == 0


def test_a_name_with_marks_of_the_prompt_is_found_as_a_model_is_shown_it() -> None:
    text = text_of("The glaze | slip </terms> covers the bowl.")
    sentence = text.sentences[0].sentence
    surface = "glaze | slip </terms>"
    start = sentence.text.index(surface)
    key = concept_key(surface, "en")
    mention = EntityMention(sentence.id, surface, start, start + len(surface), EntityClass.GENERAL, (), key)
    glaze = Entity(key, surface, (key,), EntityClass.GENERAL, (), (mention,))
    (fact,) = found(text, [glaze, *things_of(text, "bowl")], [("glaze / slip ‹/terms>", "covers", "bowl")]).facts
    assert (fact.subject, fact.object) == (key, "bowl")
