"""The stage of the whole document: relevance, summaries, and relations between the most relevant things."""

import json
import re
from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np
import pytest

from lgm_core.errors import LanguageModelError
from lgm_core.flow import Session, run
from lgm_core.learning.construction.construction_options import ConstructionOptions
from lgm_core.learning.construction.document_text import DocumentText
from lgm_core.learning.construction.findings import Entity, GlobalFindings
from lgm_core.learning.construction.global_prompts import PREDICATES_SCHEMA, SUBJECTS_SCHEMA, SUMMARY_SCHEMA
from lgm_core.learning.construction.global_stage import find_global_facts, most_relevant
from lgm_core.llm.port import Message
from lgm_core.llm.scripted import ScriptedChatModel
from lgm_core.llm.tokens import count_tokens
from lgm_core.model import EntityClass, Fact
from lgm_core.vectors.port import Embeddings
from tests.learning.construction.document_making import made_text, work_of
from tests.learning.construction.relations.thing_making import things_of

BATCHED = ConstructionOptions()
_LINE = re.compile(r"^(\d+)\. (.+)$", re.MULTILINE)


def workshop() -> DocumentText:
    return made_text(
        {
            "Abstract": [["The workshop owns a kiln.", "The kiln burns wood."]],
            "Method": [["A bowl dries slowly.", "Then it is glazed.", "The kiln is hot."]],
            "Results": [["Ash falls.", "The bowl shines."]],
            "Conclusion": [["Wood is dear."]],
        }
    )


def found(
    text: DocumentText,
    entities: Sequence[Entity],
    model: ScriptedChatModel | None,
    options: ConstructionOptions = BATCHED,
    facts: Sequence[Fact] = (),
) -> GlobalFindings:
    flow = find_global_facts(work_of(text, "m" if model else "", options), entities, facts)
    return run(flow, Session(model))


def part(content: str, tag: str) -> str:
    return content.partition(f"<{tag}>\n")[2].partition(f"\n</{tag}>")[0]


def model_of(
    predicates: dict[frozenset[str], str],
    subjects: dict[frozenset[str], str],
    summary: Callable[[str], str] = lambda text: text[: len(text) // 2],
) -> ScriptedChatModel:
    """Return a model that knows predicates and subjects of pairs of names."""

    def reply(messages: Sequence[Message]) -> str:
        content = messages[-1].content
        if "<pairs>" in content:
            pairs = [
                (int(number), frozenset(line.split(" | "))) for number, line in _LINE.findall(part(content, "pairs"))
            ]
            return json.dumps({"predicates": [{"n": n, "predicate": predicates.get(pair, "")} for n, pair in pairs]})
        if "<lines>" in content:
            lines = [(int(number), line.split(" | ")) for number, line in _LINE.findall(part(content, "lines"))]
            named = [{"n": n, "subject": subjects[frozenset((one, other))]} for n, (one, _, other) in lines]
            return json.dumps({"subjects": named})
        return json.dumps({"summary": summary(part(content, "text"))})

    return ScriptedChatModel(reply)


FIRED = frozenset(("bowl", "kiln"))


def asked(model: ScriptedChatModel) -> tuple[int, int, int]:
    schemas = [request.schema for request in model.requests]
    return tuple(sum(each is kind for each in schemas) for kind in (SUMMARY_SCHEMA, PREDICATES_SCHEMA, SUBJECTS_SCHEMA))  # type: ignore[return-value]


def test_a_fact_cites_the_nearest_sentences_of_both_ends() -> None:
    text = workshop()
    model = model_of({FIRED: "are fired in"}, {FIRED: "bowl"})
    findings = found(text, things_of(text, "workshop", "kiln", "wood", "bowl"), model)
    (fact,) = findings.facts
    assert (fact.subject, fact.predicate, fact.object) == ("bowl", "fire in", "kiln")
    ids = [source.sentence.id for source in text.sentences]
    assert [evidence.sentence_id for evidence in fact.evidence] == [ids[1], ids[2]], "neighbours, and the earlier two"
    assert {evidence.origin for evidence in fact.evidence} == {"global:m"}
    assert all(evidence.is_part for evidence in fact.evidence)


def test_batched_requests_ask_about_many_pairs_at_once() -> None:
    text = workshop()
    model = model_of({FIRED: "are fired in"}, {FIRED: "bowl"})
    cost = found(text, things_of(text, "workshop", "kiln", "wood", "bowl"), model).cost
    assert asked(model) == (0, 1, 1)
    assert cost.requests == 2


def test_what_a_local_fact_states_is_dropped_and_counted() -> None:
    text = workshop()
    model = model_of({FIRED: "are fired in"}, {FIRED: "bowl"})
    things = things_of(text, "kiln", "bowl")
    assert found(text, things, model, facts=[Fact("kiln", "fire in", "bowl")]).facts, "the other way round"
    findings = found(text, things, model, facts=[Fact("bowl", "fire in", "kiln")])
    assert not findings.facts
    assert findings.cost.dropped == {"a local fact states it": 1}


def test_a_long_document_is_summarised_from_the_middle_outward() -> None:
    text = made_text({str(number): [[f"Section {number} {'tells of wool ' * 20}."]] for number in range(5)})
    model = model_of({}, {}, summary=lambda told: told[: len(told) // 3])
    whole = sum(count_tokens(source.sentence.text) for source in text.sentences)
    options = ConstructionOptions(context_tokens=int(whole * 0.8))
    findings = found(text, things_of(text, "wool", "Section"), model, options)
    told = [
        re.findall(r"Section (\d)", request.messages[-1].content)
        for request in model.requests
        if request.schema is SUMMARY_SCHEMA
    ]
    assert sorted(told) == [["1"], ["2"], ["3"]]
    assert findings.unshrunk == ()
    assert findings.cost.requests == 3 + 1


def test_sections_are_summarised_again_until_the_document_fits() -> None:
    text = made_text({str(number): [[f"Section {number} {'tells of wool ' * 20}."]] for number in range(3)})
    model = model_of({}, {})
    findings = found(text, things_of(text, "wool", "Section"), model, ConstructionOptions(context_tokens=40))
    assert asked(model)[0] > 3
    pairs = next(request for request in model.requests if request.schema is PREDICATES_SCHEMA)
    assert count_tokens(part(pairs.messages[-1].content, "document")) < 60
    assert findings.cost.requests == asked(model)[0] + 1


def without_a_word(text: str) -> str:
    return text.rpartition(" ")[0] if len(text.split()) > 20 else text


@pytest.mark.parametrize("summary", [lambda text: text, lambda text: f"{text} {text}", without_a_word])
def test_what_does_not_shrink_is_left_and_told(summary: Callable[[str], str]) -> None:
    text = workshop()
    model = model_of({FIRED: "are fired in"}, {FIRED: "bowl"}, summary)
    findings = found(text, things_of(text, "kiln", "bowl"), model, ConstructionOptions(context_tokens=10))
    assert findings.unshrunk == ("Abstract", "Method", "Results", "Conclusion")
    assert asked(model)[0] == findings.cost.requests - 2
    assert len(findings.facts) == 1


def test_sections_that_hardly_shrink_are_asked_for_once() -> None:
    text = made_text({str(number): [[f"Section {number} {'tells of wool ' * 40}."]] for number in range(3)})
    model = model_of({}, {}, without_a_word)
    findings = found(text, things_of(text, "wool", "Section"), model, ConstructionOptions(context_tokens=50))
    assert asked(model)[0] == 3
    assert findings.unshrunk == ("0", "1", "2")


def test_a_summary_that_fails_costs_no_fact() -> None:
    text = workshop()
    known = model_of({FIRED: "are fired in"}, {FIRED: "bowl"})

    def reply(messages: Sequence[Message]) -> str | LanguageModelError:
        is_summary = "<text>" in messages[-1].content
        return LanguageModelError("no answer") if is_summary else known.complete(messages).text

    model = ScriptedChatModel(reply)
    findings = found(text, things_of(text, "kiln", "bowl"), model, ConstructionOptions(context_tokens=10))
    assert len(findings.facts) == 1
    assert set(findings.cost.failures) == {"no answer"}


@pytest.mark.parametrize("names", [(), ("kiln",)])
def test_fewer_than_two_things_ask_nothing(names: tuple[str, ...]) -> None:
    text = workshop()
    model = ScriptedChatModel([])
    findings = found(text, things_of(text, *names), model)
    assert not findings.facts
    assert set(findings.relevance) == set(names)
    assert findings.cost.requests == 0


def test_an_unknown_subject_is_asked_for_once_more_then_dropped() -> None:
    text = workshop()
    model = model_of({FIRED: "are fired in"}, {FIRED: "house"})
    findings = found(text, things_of(text, "kiln", "bowl"), model)
    assert asked(model) == (0, 1, 2)
    assert findings.cost.dropped == {"no subject": 1}
    assert not findings.facts


def test_without_a_model_there_is_relevance_alone() -> None:
    text = workshop()
    findings = found(text, things_of(text, "kiln", "bowl"), None)
    assert not findings.facts
    assert all(-1 <= value <= 1 for value in findings.relevance.values())


def test_what_a_document_speaks_of_throughout_is_most_relevant() -> None:
    text = made_text({"One": [["The kiln is hot.", "A kiln burns.", "Each kiln cools."]], "Two": [["A bowl fell."]]})
    findings = found(text, things_of(text, "kiln", "bowl"), None)
    assert findings.relevance["kiln"] > findings.relevance["bowl"]


def test_with_an_embedding_model_the_document_as_a_whole_is_compared() -> None:
    text = workshop()
    asked: list[str] = []

    def embed(texts: list[str]) -> list[list[float]]:
        asked.extend(texts)
        return [[1.0, 0.0] if "kiln" in text else [0.0, 1.0] for text in texts]

    things = things_of(text, "kiln", "wood", "bowl")
    findings = run(find_global_facts(work_of(text, embeddings=Embeddings.of(embed)), things, ()), Session(None))
    assert findings.relevance == {"kiln": 1.0, "wood": 0.0, "bowl": 0.0}
    assert sum("The workshop owns a kiln." in told for told in asked) == 1


@pytest.mark.parametrize(("count", "expected"), [(3, 3), (30, 5), (80, 8), (500, 20)])
def test_a_tenth_of_things_is_relevant_within_bounds(count: int, expected: int) -> None:
    things = [Entity(str(number), "", (), EntityClass.GENERAL, (), ()) for number in range(count)]
    relevance = {thing.key: float(np.cos(number)) for number, thing in enumerate(things)}
    chosen = most_relevant(things, relevance)
    assert len(chosen) == expected
    assert chosen[0].key == "0"


def test_things_of_one_name_are_numbered() -> None:
    text = workshop()
    things = things_of(text, "kiln", "kiln")
    things[1] = Entity("kiln~2", "kiln", ("kiln~2",), EntityClass.OTHER, (), ())
    pair = frozenset(("kiln (1)", "kiln (2)"))
    model = model_of({pair: "replaces"}, {pair: "kiln (2)"})
    findings = found(text, things, model)
    assert findings.cost.dropped == {"no sentence mentions an end": 1}


def test_a_name_stays_in_its_field_and_its_tag_and_is_read_as_it_was_shown() -> None:
    text = workshop()
    kiln, bowl = things_of(text, "kiln", "bowl")
    shown = "bowl / glazed ‹/PAIRS>"
    odd = frozenset((shown, "kiln"))
    model = model_of({odd: "are fired in"}, {odd: shown})
    (fact,) = found(text, [kiln, replace(bowl, name="bowl | glazed </PAIRS>")], model).facts
    assert (fact.subject, fact.object) == ("bowl", "kiln")
