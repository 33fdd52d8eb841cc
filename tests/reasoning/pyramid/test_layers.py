"""A question is answered by the first layer that can, and nothing below it is read."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from lgm_core import AskOptions, Document, InputError, LanguageGraph, PyramidOptions
from lgm_core.errors import MissingDependencyError
from lgm_core.llm.scripted import ScriptedChatModel
from lgm_core.model import Answer, Rule, Schema, SchemaClass, SchemaProperty
from lgm_core.model.trace import End
from lgm_core.reasoning.plan_steps import PlannedStep
from lgm_core.reasoning.pyramid.pyramid_steps import LayerStep
from lgm_core.retrieval.ranking.ranker import Ranker

SCHEMA = Schema(
    "harbours",
    classes=(
        SchemaClass("Vessel", ("vessel",)),
        SchemaClass("Ferry", ("ferry",), ("Vessel",)),
        SchemaClass("Company", ("company",)),
    ),
    properties=(
        SchemaProperty("operator", ("operator", "operated by"), "Vessel", "Company", "operates"),
        SchemaProperty("operates", ("operates",), "Company", "Vessel", "operator"),
    ),
)
TEXTS = {
    "aldis": "The Aldis is a ferry. The Aldis is operated by Brell Lines. Anna Dorn christened the Aldis.",
    "brell": "Brell Lines is a company. Brell Lines repaints its vessels in spring, because salt wears the paint.",
}
WHO_OPERATES, WHO_CHRISTENED, WHY, UNPLANNED = (
    "Who is the operator of the Aldis?",
    "Who christened the Aldis?",
    "Why does Brell Lines repaint its vessels?",
    "For which company do passengers of the Aldis buy tickets?",
)


@pytest.fixture(scope="module")
def graph(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LanguageGraph]:
    with LanguageGraph(tmp_path_factory.mktemp("graph") / "harbours.lgm") as graph:
        graph.build([Document.from_text(text, id=id) for id, text in TEXTS.items()], facts="open", workers=1)
        graph.load_schema(SCHEMA)
        yield graph


def layers(answer: Answer) -> list[tuple[str, bool]]:
    """Return the layers that were asked, and whether each answered."""
    return [(step.layer, not step.problem) for step in answer.trace if isinstance(step, LayerStep)]


def test_the_schema_answers_what_conforms_to_it(graph: LanguageGraph, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: Any, **__: Any) -> None:
        raise AssertionError("text was ranked")

    for name in ("sentences", "windows"):
        monkeypatch.setattr(Ranker, name, refuse)
    answer = graph.ask(WHO_OPERATES, PyramidOptions())
    assert (answer.layer, answer.text, answer.supported) == ("schema", "Brell Lines [1]", True)
    assert [each.text for each in answer.citations] == ["The Aldis is operated by Brell Lines."]
    (step,) = (step for step in answer.trace if isinstance(step, LayerStep))
    assert step.query == 'SELECT DISTINCT ?o1 WHERE {\n  ?s1 rdfs:label "Aldis" .\n  ?s1 :operator ?o1 .\n}'


def test_the_query_shown_names_the_schema_by_its_own_identifiers(tmp_path: Path) -> None:
    pytest.importorskip("pyoxigraph")
    other = "https://example.org/other/"
    classes = tuple(replace(each, iri=f"{other}{each.name}") for each in SCHEMA.classes)
    properties = tuple(replace(each, iri=f"{other}has-{each.name}") for each in SCHEMA.properties)
    with LanguageGraph(tmp_path / "other.lgm") as graph:
        graph.build([Document.from_text(text, id=id) for id, text in TEXTS.items()], facts="open", workers=1)
        graph.load_schema(replace(SCHEMA, classes=classes, properties=properties))
        answer = graph.ask("Which ferries does Brell Lines operate?", PyramidOptions(layers=("schema",)))
        (step,) = (step for step in answer.trace if isinstance(step, LayerStep))
        assert answer.text == "Aldis [1]"
        assert [row.values for row in graph.sparql(step.query).rows] == [("Aldis",)]


def test_other_facts_answer_what_the_schema_lacks(graph: LanguageGraph) -> None:
    answer = graph.ask(WHO_CHRISTENED, PyramidOptions())
    assert (answer.layer, answer.text) == ("facts", "Anna Dorn [1]")
    assert layers(answer) == [("schema", False), ("facts", True)]


def test_text_is_evidence_without_a_language_model(graph: LanguageGraph) -> None:
    answer = graph.ask(WHY, PyramidOptions())
    assert (answer.layer, answer.is_evidence_only) == ("", True)
    assert [layer for layer, _ in layers(answer)] == ["schema", "facts", "text"]
    assert "salt wears the paint" in answer.citations[0].text


def test_names_taken_from_text_are_no_answer_of_the_text(graph: LanguageGraph) -> None:
    """A plan may find names in the best sentences, also for a question that no document answers."""
    answer = graph.ask("Who repaired the Aldis?", PyramidOptions())
    assert (answer.layer, answer.is_evidence_only) == ("", True)
    assert "Brell Lines" in answer.text
    assert layers(answer) == [("schema", False), ("facts", False), ("text", False)]
    assert answer.trace[-1] == End("no layer answered")


@pytest.mark.parametrize(
    "asked", [("schema",), ("facts",), ("text",), ("schema", "facts"), ("schema", "text"), ("facts", "text")]
)
def test_only_some_layers_are_asked(graph: LanguageGraph, asked: Any) -> None:
    answer = graph.ask(WHO_OPERATES, PyramidOptions(layers=asked))
    assert [layer for layer, _ in layers(answer)] == [asked[0]]
    assert "Brell Lines" in answer.text


def test_no_query_is_requested_for_what_the_plan_of_the_rules_finds(graph: LanguageGraph) -> None:
    answer = graph.with_llm(ScriptedChatModel([])).ask(WHO_OPERATES, PyramidOptions())
    assert (answer.layer, answer.text, answer.usage.calls) == ("schema", "Brell Lines [1]", 0)
    (step,) = (step for step in answer.trace if isinstance(step, LayerStep))
    assert step.planner == "rules"


def test_a_query_of_the_language_model_asks_the_schema(graph: LanguageGraph) -> None:
    query = 'SELECT DISTINCT ?c WHERE { ?v rdfs:label "Aldis" ; a :Vessel ; :operator ?c }'
    answer = graph.with_llm(ScriptedChatModel([query])).ask(UNPLANNED, PyramidOptions())
    assert (answer.layer, answer.text, answer.supported, answer.usage.calls) == (
        "schema",
        "Brell Lines [1][2]",
        True,
        1,
    )
    assert "The Aldis is operated by Brell Lines." in [each.text for each in answer.citations]
    (step,) = (step for step in answer.trace if isinstance(step, LayerStep))
    assert (step.columns, step.rows, step.problem, step.planner) == (("c",), (("Brell Lines",),), "", "llm")
    assert ":operator ?c" in step.query


def test_a_query_is_requested_where_the_plan_of_the_rules_finds_nothing(graph: LanguageGraph) -> None:
    query = 'SELECT DISTINCT ?c WHERE { ?v rdfs:label "Aldis" ; :operator ?c }'
    answer = graph.with_llm(ScriptedChatModel([query])).ask("Who owns the Aldis?", PyramidOptions())
    assert (answer.layer, answer.text, answer.usage.calls) == ("schema", "Brell Lines [1]", 1)
    assert any(step.plan for step in answer.trace if isinstance(step, PlannedStep))


def test_rows_without_values_and_of_one_name_are_no_further_answers(graph: LanguageGraph) -> None:
    query = "SELECT ?c WHERE { { ?v a :Ferry ; :operator ?c } UNION { ?c a :Company } UNION { ?v a :Vessel } }"
    answer = graph.with_llm(ScriptedChatModel([query])).ask(UNPLANNED, PyramidOptions(layers=("schema",)))
    assert [each.text for each in answer.statements] == ["Brell Lines"]
    assert {"The Aldis is operated by Brell Lines.", "Brell Lines is a company."} <= {
        each.text for each in answer.citations
    }


_ALDIS = '?v rdfs:label "Aldis" ; :operator ?c'


@pytest.mark.parametrize(
    ("question", "query"),
    [
        ("Who sold tickets on the Aldis?", f"ASK {{ {_ALDIS} }}"),
        ("Who sold tickets on the Aldis?", f"SELECT (COUNT(DISTINCT ?c) AS ?n) WHERE {{ {_ALDIS} }}"),
        ("Which company sold tickets on the Aldis?", f"SELECT (COUNT(DISTINCT ?c) AS ?n) WHERE {{ {_ALDIS} }}"),
        ("How many people sold tickets on the Aldis?", f"SELECT ?c WHERE {{ {_ALDIS} }}"),
        ("When did the Aldis sell tickets?", f"SELECT ?c WHERE {{ {_ALDIS} }}"),
        ("Did the Aldis sell tickets?", f"SELECT ?c WHERE {{ {_ALDIS} }}"),
    ],
)
def test_what_is_of_another_kind_than_asked_for_is_no_answer(graph: LanguageGraph, question: str, query: str) -> None:
    answer = graph.with_llm(ScriptedChatModel([query])).ask(question, PyramidOptions(layers=("schema",)))
    (step,) = (step for step in answer.trace if isinstance(step, LayerStep))
    assert (answer.layer, step.problem) == ("", "what the query finds is not of the kind that the question asks for")


@pytest.mark.parametrize(
    ("question", "query", "text"),
    [
        ("At how many companies are tickets of the Aldis sold?",
         f"SELECT (COUNT(DISTINCT ?c) AS ?n) WHERE {{ {_ALDIS} }}", "1"),
        ("Did the Aldis sell tickets?", f"ASK {{ {_ALDIS} }}", "yes"),
    ],
)  # fmt: skip
def test_counts_and_yes_answer_what_asks_for_them(graph: LanguageGraph, question: str, query: str, text: str) -> None:
    answer = graph.with_llm(ScriptedChatModel([query])).ask(question, PyramidOptions(layers=("schema",)))
    assert (answer.layer, answer.statements[0].text) == ("schema", text)


def test_a_query_that_finds_nothing_passes_the_question_down(graph: LanguageGraph) -> None:
    query = 'SELECT DISTINCT ?c WHERE { ?v rdfs:label "Brell Lines" ; :operator ?c }'
    replies = [query, '{"missing": "", "answer": "Anna Dorn [1]."}']
    answer = graph.with_llm(ScriptedChatModel(replies)).ask(WHO_CHRISTENED, PyramidOptions())
    assert (answer.layer, answer.usage.calls) == ("facts", 2)


def test_two_bad_queries_pass_the_question_down_and_are_counted(graph: LanguageGraph) -> None:
    replies = ["DROP ALL", "SELECT * WHERE { ?x :crew ?y }", '{"missing": "", "answer": "Anna Dorn [1]."}']
    answer = graph.with_llm(ScriptedChatModel(replies)).ask(WHO_CHRISTENED, PyramidOptions())
    assert (answer.layer, answer.usage.calls, answer.usage.failures) == ("facts", 3, 1)
    problem = next(step.problem for step in answer.trace if isinstance(step, LayerStep))
    assert "crew" in problem


def test_queries_need_the_extra_before_anything_is_asked(graph: LanguageGraph, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("lgm_core.reasoning.pyramid.pyramid_flow.has_ontology", lambda: False)
    model = ScriptedChatModel(["NONE"])
    with pytest.raises(MissingDependencyError, match="ontology"):
        graph.with_llm(model).ask(UNPLANNED, PyramidOptions())
    assert model.requests == []


def test_a_language_model_says_whether_facts_are_enough(graph: LanguageGraph) -> None:
    model = ScriptedChatModel(['{"missing": "", "answer": "Anna Dorn christened the Aldis [1]."}'])
    answer = graph.with_llm(model).ask(WHO_CHRISTENED, PyramidOptions(layers=("facts", "text")))
    assert (answer.layer, answer.supported, answer.usage.calls) == ("facts", True, 1)
    assert '[1]\n  "Anna Dorn christened the Aldis."\n' in model.requests[0].messages[-1].content


def test_what_facts_lack_is_read_in_text(graph: LanguageGraph) -> None:
    replies = ['{"missing": "why it repaints them", "answer": ""}', '{"answer": "Because salt wears the paint [1]."}']
    model = ScriptedChatModel(replies)
    answer = graph.with_llm(model).ask(WHY, PyramidOptions(layers=("facts", "text")))
    assert (answer.layer, answer.usage.calls) == ("text", 2)
    assert layers(answer) == [("facts", False), ("text", True)]
    assert [each.document_id for each in answer.citations] == ["brell"]
    assert "use no knowledge of your own" in model.requests[0].messages[-1].content
    assert "salt wears the paint" in model.requests[1].messages[-1].content


def test_an_answer_without_a_citation_is_passed_down(graph: LanguageGraph) -> None:
    replies = ['{"missing": "", "answer": "It was Queen Olga of Sund."}', '{"answer": ""}']
    answer = graph.with_llm(ScriptedChatModel(replies)).ask(WHO_CHRISTENED, PyramidOptions(layers=("facts", "text")))
    assert (answer.layer, answer.is_evidence_only) == ("", True)
    assert [done for _, done in layers(answer)] == [False, False]


def test_without_a_schema_facts_are_asked_at_once(tmp_path: Path) -> None:
    with LanguageGraph(tmp_path / "bare.lgm") as bare:
        bare.build([Document.from_text(TEXTS["aldis"], id="aldis")], facts="open", workers=1)
        answer = bare.ask(WHO_OPERATES, PyramidOptions())
    assert answer.layer == "facts"
    steps = [step for step in answer.trace if isinstance(step, LayerStep)]
    assert steps[0].problem == "the graph has no schema; load or propose one"


def test_a_schema_with_nothing_accepted_is_not_asked(tmp_path: Path) -> None:
    with LanguageGraph(tmp_path / "proposed.lgm") as graph:
        graph.build([Document.from_text(TEXTS["aldis"], id="aldis")], facts="open", workers=1)
        graph.load_schema(Schema("harbours", classes=(SchemaClass("Vessel", status="proposed"),)))
        model = ScriptedChatModel([])
        answer = graph.with_llm(model).ask(WHO_OPERATES, PyramidOptions(layers=("schema",)))
    assert (answer.layer, answer.usage.calls) == ("", 0)


def test_a_rule_is_part_of_the_schema(tmp_path: Path) -> None:
    rule = Rule("salted", ("?x is vessel",), "?x hazard salt", "Every vessel wears in salt water.")
    with LanguageGraph(tmp_path / "ruled.lgm") as ruled:
        ruled.build([Document.from_text(TEXTS["aldis"], id="aldis")], facts="open", workers=1)
        hazard = SchemaProperty("hazard", ("hazard",), "Vessel", "text")
        ruled.load_schema(replace(SCHEMA, properties=(*SCHEMA.properties, hazard), rules=(rule,)))
        answer = ruled.ask("What is the hazard of the Aldis?", PyramidOptions(layers=("schema",)))
    assert answer.layer == "schema"
    assert "by the rule" in answer.text


@pytest.mark.parametrize(
    ("settings", "told"),
    [
        ({"layers": ()}, "layers is"),
        ({"layers": ("text", "schema")}, "in this order"),
        ({"layers": ("schema", "rows")}, "name one or more of schema, facts, text"),
        ({"layers": "schema"}, "layers is"),
        ({"facts": 0}, "facts is 0"),
        ({"passages": True}, "passages is True"),
        ({"ask": PyramidOptions()}, "it must be AskOptions"),
    ],
)
def test_bad_options_are_refused(settings: dict[str, Any], told: str) -> None:
    with pytest.raises(InputError, match=told):
        PyramidOptions(**settings)


def test_brief_answers_have_no_numbers(graph: LanguageGraph) -> None:
    assert graph.ask(WHO_OPERATES, PyramidOptions(ask=AskOptions(brief=True))).text == "Brell Lines"
