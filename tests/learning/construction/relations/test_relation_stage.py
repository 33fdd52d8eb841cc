"""The stage of local relations with a language model."""

import json
from collections.abc import Sequence
from dataclasses import replace

from lgm_core.errors import LanguageModelError
from lgm_core.flow import Session, run
from lgm_core.language.concepts import concept_key
from lgm_core.learning.construction.construction_options import ConstructionOptions
from lgm_core.learning.construction.document_text import DocumentText
from lgm_core.learning.construction.findings import Entity, EntityMention, FactFindings, MentionFindings, RelationClaim
from lgm_core.learning.construction.relations.relation_stage import find_local_facts
from lgm_core.llm.port import Message
from lgm_core.llm.scripted import ScriptedChatModel
from lgm_core.model import EntityClass
from lgm_core.model.concept import sense_key
from tests.learning.construction.document_making import READER, made_text, text_of
from tests.learning.construction.relations.thing_making import things_of

BATCHED = ConstructionOptions()


def found(
    text: DocumentText,
    entities: Sequence[Entity],
    model: ScriptedChatModel,
    options: ConstructionOptions = BATCHED,
    mentions: MentionFindings | None = None,
) -> FactFindings:
    mentions = mentions or MentionFindings()
    return run(find_local_facts(text, mentions, entities, options, "m", READER), Session(model))


def replies(*relations: tuple[str, str, str]) -> str:
    return json.dumps({"relations": [{"subject": s, "predicate": p, "object": o} for s, p, o in relations]})


def triples(findings: FactFindings) -> set[tuple[str, str, str]]:
    return {(fact.subject, fact.predicate, str(fact.object)) for fact in findings.facts}


def two_sections() -> DocumentText:
    return made_text(
        {
            "One": [["The kiln melts the glaze.", "The potter waits."], ["The glaze is green."]],
            "Two": [["The potter owns a wheel."]],
        }
    )


def test_one_request_is_made_for_each_section() -> None:
    text = two_sections()
    model = ScriptedChatModel(lambda _: '{"relations": []}')
    cost = found(text, things_of(text, "kiln", "glaze", "potter", "wheel"), model).cost
    assert cost.requests == len(model.requests) == 2
    assert {request.schema["required"][0] for request in model.requests if request.schema} == {"relations"}
    assert "1. kiln\n2. glaze\n3. potter" in model.requests[0].messages[-1].content
    assert "[3] The glaze is green." in model.requests[0].messages[-1].content


def test_a_section_longer_than_a_window_is_cut_between_sentences() -> None:
    text = text_of(*(f"The potter owns wheel number {number}." for number in range(6)))
    model = ScriptedChatModel(lambda _: replies())
    cost = found(text, things_of(text, "potter", "wheel"), model, ConstructionOptions(window_tokens=20)).cost
    shown = [request.messages[-1].content.count("The potter") for request in model.requests]
    assert max(shown) < sum(shown) == 6
    assert cost.requests == len(shown)


def test_a_missing_object_is_asked_for_and_dropped_if_there_is_none() -> None:
    text = text_of("The potter owns a wheel.", "The potter rests.")

    def reply(messages: Sequence[Message]) -> str:
        if "<lines>" in messages[-1].content:
            assert messages[-1].content == "<lines>\n1. potter | owns a wheel\n2. potter | rests\n</lines>"
            return '{"splits": [{"n": 1, "predicate": "owns", "object": "wheel"}]}'
        return replies(("potter", "owns a wheel", ""), ("potter", "rests", ""))

    findings = found(text, things_of(text, "potter", "wheel"), ScriptedChatModel(reply))
    assert triples(findings) == {("potter", "own", "wheel")}
    assert findings.cost.dropped == {"no object": 1}


def test_unknown_names_and_relations_to_itself_are_dropped_and_counted() -> None:
    text = text_of("The potter, a craftsman, owns a wheel.")
    relations = [("potter", "owns", "wheel"), ("potter", "owns", "house"), ("potter", "is", "craftsman")]
    model = ScriptedChatModel([replies(*relations)])
    findings = found(text, things_of(text, "potter|craftsman", "wheel"), model)
    assert triples(findings) == {("craftsman", "own", "wheel")}, "the name that stands nearest"
    assert findings.cost.dropped == {"an end is no thing of the text": 1, "a relation of a thing to itself": 1}


def test_a_reply_of_unknown_names_alone_is_asked_for_once_more() -> None:
    text = text_of("The potter owns a wheel.")
    model = ScriptedChatModel([replies(("house", "has", "roof")), replies(("Potters", "own", "wheels"))])
    findings = found(text, things_of(text, "potter", "wheel"), model)
    assert len(model.requests) == 2
    assert triples(findings) == {("potter", "own", "wheel")}


def test_entries_of_another_form_are_counted() -> None:
    text = text_of("The potter owns a wheel.")
    reply = '{"relations": [{"a": 1}, {"subject": "potter", "predicate": "owns", "object": "wheel"}]}'
    findings = found(text, things_of(text, "potter", "wheel"), ScriptedChatModel([reply]))
    assert len(findings.facts) == 1
    assert findings.cost.dropped == {"malformed relation": 1}


def test_a_request_that_fails_costs_no_other() -> None:
    text = two_sections()

    def reply(messages: Sequence[Message]) -> str | LanguageModelError:
        is_second = "wheel" in messages[-1].content
        return replies(("potter", "owns", "wheel")) if is_second else LanguageModelError("no answer")

    findings = found(text, things_of(text, "kiln", "glaze", "potter", "wheel"), ScriptedChatModel(reply))
    assert triples(findings) == {("potter", "own", "wheel")}
    assert findings.cost.failures == ("no answer",)


def test_one_name_of_two_things_is_numbered_and_read_back() -> None:
    text = text_of("The tool cuts clay.", "Another tool polishes glass.")
    first, second = things_of(text, "tool", "tool")
    own, other = first.mentions
    first = replace(first, mentions=(own,))
    key = sense_key("tool", 2)
    second = replace(second, key=key, keys=(key,), mentions=(replace(other, key=key),))
    model = ScriptedChatModel([replies(("tool (2)", "polishes", "glass"), ("tool (1)", "cuts", "clay"))])
    findings = found(text, [first, second, *things_of(text, "clay", "glass")], model)
    assert "1. tool (1)\n2. clay\n3. glass\n4. tool (2)" not in model.requests[0].messages[-1].content
    assert {"tool (1)", "tool (2)"} <= set(model.requests[0].messages[-1].content.replace(". ", "\n").splitlines())
    assert triples(findings) == {("tool~2", "polish", "glass"), ("tool", "cut", "clay")}


def test_a_fact_cites_the_sentence_that_has_the_words_of_its_predicate() -> None:
    text = text_of("The potter sees the wheel.", "The potter owns the wheel.", "The potter paints the wheel.")
    findings = found(
        text, things_of(text, "potter", "wheel"), ScriptedChatModel([replies(("potter", "owned", "wheel"))])
    )
    (evidence,) = findings.facts[0].evidence
    assert evidence.sentence_id == text.sentences[1].sentence.id
    assert evidence.origin == "llm:m"
    assert evidence.wording == "owned"


def test_what_no_sentence_states_alone_cites_the_nearest_sentences_of_both_ends() -> None:
    text = text_of("The potter is old.", "The potter sings.", "It rained.", "The wheel turns.")
    model = ScriptedChatModel([replies(("potter", "owns", "wheel"))])
    findings = found(text, things_of(text, "potter", "wheel"), model)
    (fact,) = findings.facts
    ids = [source.sentence.id for source in text.sentences]
    assert [evidence.sentence_id for evidence in fact.evidence] == [ids[1], ids[3]]
    assert {evidence.origin for evidence in fact.evidence} == {"section:m"}


def test_claims_made_with_the_mentions_are_grounded_without_further_requests() -> None:
    text = two_sections()
    ids = [source.sentence.id for source in text.sentences]
    claims = (
        RelationClaim("kilns", "melt", "glazes", (ids[0],)),
        RelationClaim("kiln", "stands beside", "potter", (ids[0],)),
        RelationClaim("kiln", "melts", "wheel", (ids[0],)),
    )
    model = ScriptedChatModel([])
    findings = found(
        text,
        things_of(text, "kiln", "glaze", "potter", "wheel"),
        model,
        mentions=MentionFindings(claims=claims, relations_asked=True),
    )
    assert not model.requests
    assert triples(findings) == {("kiln", "melt", "glaze"), ("kiln", "stand beside", "potter")}
    assert findings.cost.dropped == {"an end is no thing of the text": 1}


def test_a_text_cannot_close_the_tag_it_stands_in() -> None:
    text = text_of("The potter </sentences> owns a wheel.")
    model = ScriptedChatModel(['{"relations": []}'])
    found(text, things_of(text, "potter", "wheel"), model)
    assert model.requests[0].messages[-1].content.count("</sentences>") == 1


def test_without_a_model_nobody_is_asked() -> None:
    text = text_of("The potter owns a wheel.")
    flow = find_local_facts(text, MentionFindings(), things_of(text, "potter", "wheel"), BATCHED, "", READER)
    findings = run(flow, Session(None))
    assert triples(findings) == {("potter", "own", "wheel")}
    assert findings.cost.requests == 0


def test_a_name_with_marks_of_the_prompt_is_shown_without_and_read_so() -> None:
    text = text_of("The glaze | slip </terms> covers the bowl.")
    sentence = text.sentences[0].sentence
    surface = "glaze | slip </terms>"
    start = sentence.text.index(surface)
    key = concept_key(surface, "en")
    mention = EntityMention(sentence.id, surface, start, start + len(surface), EntityClass.GENERAL, (), key)
    glaze = Entity(key, surface, (key,), EntityClass.GENERAL, (), (mention,))
    model = ScriptedChatModel(lambda _: replies(("glaze / slip ‹/terms>", "covers", "bowl")))
    (fact,) = found(text, [glaze, *things_of(text, "bowl")], model).facts
    shown = model.requests[0].messages[-1].content
    assert "glaze / slip ‹/terms>\n" in shown
    assert shown.count("</terms>") == 1
    assert (fact.subject, fact.object) == (key, "bowl")
