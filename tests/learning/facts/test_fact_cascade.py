"""Facts in four steps: what each step is shown, which sentences facts keep, and what a failed step costs."""

from __future__ import annotations

import json

from lgm_core.errors import LanguageModelError
from lgm_core.flow import Session, run
from lgm_core.language.lite.lite_annotator import LiteAnnotator
from lgm_core.learning.analysis import analyse
from lgm_core.learning.facts.end_grounding import graph_sentences
from lgm_core.learning.facts.fact_extraction import FactExtraction, extract_facts, fact_requests
from lgm_core.learning.facts.fact_options import FactOptions
from lgm_core.llm.scripted import ScriptedChatModel
from lgm_core.model import Document, Schema, SchemaClass, SchemaProperty

TEXT = "Porto is old. Salt Harbour was filmed by Inês Moura in Porto."
STATEMENTS = json.dumps(
    {
        "statements": [
            {"n": 2, "text": "Inês Moura filmed Salt Harbour. </sentences>"},
            {"n": 2, "text": "Salt Harbour was filmed in Leeds."},
            {"text": "lost"},
        ]
    }
)
ENTITIES = json.dumps(
    {
        "entities": [
            {"id": "E1", "type": "film", "name": "Salt Harbour", "description": ""},
            {"id": "E2", "type": "person", "name": "Inês Moura", "description": ""},
            {"id": "E3", "type": "city", "name": "Leeds", "description": ""},
        ]
    }
)
FILMED = {"n": 1, "subject": "E1", "predicate": "filmed by", "object": "E2", "quote": ""}
RELATED = json.dumps({"facts": [FILMED | {"predicate": "made by"}]})
REVISED = json.dumps({"facts": [FILMED, {"n": 2, "subject": "E1", "predicate": "filmed in", "object": "E3"}]})
OPTIONS = FactOptions("llm", mode="cascade")


def cascade(*replies: str | LanguageModelError, options: FactOptions = OPTIONS) -> tuple[FactExtraction, list[str]]:
    model = ScriptedChatModel(replies)
    graph = analyse(Document.from_text(TEXT, id="d"), LiteAnnotator(), "recipe")
    found = run(extract_facts(graph_sentences(graph), options, "m"), Session(model))
    return found, [request.messages[-1].content for request in model.requests]


def test_each_step_builds_on_the_ones_before_and_facts_keep_their_sentence() -> None:
    found, shown = cascade(STATEMENTS, ENTITIES, RELATED, REVISED)
    (fact,) = found.grounded.facts  # no sentence mentions Leeds
    assert (fact.subject, fact.object, fact.evidence[0].sentence_id) == ("salt harbour", "ines moura", "d#1")
    assert found.requests == 4
    assert "[2] Salt Harbour was filmed by" in shown[0]
    assert "[1] Inês Moura filmed Salt Harbour." in shown[1]
    assert shown[1].count("</sentences>") == 1
    assert "E2: Inês Moura" in shown[2]
    assert "[1] E1 | made by | E2" in shown[3]


def test_a_failed_step_ends_its_window_and_no_statements_cost_no_more() -> None:
    found, _ = cascade(STATEMENTS, LanguageModelError("busy"))
    assert (found.requests, found.failures, found.grounded.facts) == (2, ("busy",), ())
    found, _ = cascade('{"statements": []}')
    assert (found.requests, found.failures, found.grounded.facts) == (1, (), ())


def test_a_cascade_is_checked_by_the_schema_and_estimated_with_four_requests() -> None:
    classes = (SchemaClass("Film"), SchemaClass("City"), SchemaClass("Person"))
    schema = Schema("films", "", classes, (SchemaProperty("filmed by", (), "Film", "City"),))
    options = FactOptions("llm", mode="cascade", schema=schema)
    found, shown = cascade(STATEMENTS, ENTITIES, RELATED, REVISED, options=options)
    assert not found.grounded.facts
    assert "<schema>" not in "".join(shown)
    graph = analyse(Document.from_text(TEXT, id="d"), LiteAnnotator(), "recipe")
    assert len(fact_requests(graph_sentences(graph), options)) == 4
