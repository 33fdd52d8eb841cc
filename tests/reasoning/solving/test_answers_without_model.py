"""Answers by logical forms where there is no language model: the names that facts lead to, or evidence."""

from collections.abc import Iterator

import pytest

from lgm_core import AskOptions, LanguageGraph, LogicalFormOptions, PlanError
from tests.reasoning.solving.graphs import QUESTION, venice

WHERE_BORN = "Where was the composer of Concerto in C Major Op 3 6 born?"


@pytest.fixture(scope="module")
def graph(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LanguageGraph]:
    with venice(tmp_path_factory.mktemp("graph")) as graph:
        yield graph


def test_facts_answer_with_what_bears_them_out(graph: LanguageGraph) -> None:
    answer = graph.ask(WHERE_BORN, LogicalFormOptions())
    assert (answer.text, answer.supported, answer.is_evidence_only) == ("Venice [1][2]", True, False)
    assert [citation.document_id for citation in answer.citations] == ["work", "composer"]
    assert (answer.usage.calls, answer.missing_concepts) == (0, ())
    assert graph.ask(WHERE_BORN, LogicalFormOptions(ask=AskOptions(brief=True))).text == "Venice"


def test_names_in_text_are_evidence(graph: LanguageGraph) -> None:
    answer = graph.ask(WHERE_BORN, LogicalFormOptions(graph_answers=False))
    assert (answer.supported, answer.is_evidence_only) == (False, True)
    assert answer.text.startswith("Read by no language model, the best sentences name: ")


def test_a_step_without_a_result_is_named_beside_the_evidence(graph: LanguageGraph) -> None:
    answer = graph.ask("Where did the composer of Concerto in C Major Op 3 6 die?", LogicalFormOptions(text="never"))
    assert answer.is_evidence_only
    assert any("Antonio Vivaldi" in missing for missing in answer.missing_concepts)
    assert answer.text.startswith("There is no result for: ")
    assert "work" in {citation.document_id for citation in answer.citations}


def test_a_question_without_a_plan_gets_the_evidence_that_it_gets_without_forms(graph: LanguageGraph) -> None:
    answer = graph.ask(QUESTION, LogicalFormOptions())
    assert answer.citations == graph.ask(QUESTION).citations
    (told,) = [step.details for step in answer.trace if step.name == "plan"]
    assert "no rule reads the whole question" in told["problem"]
    with pytest.raises(PlanError, match=r"there is no plan for 'How many .*pass `llm=…` or `--llm`"):
        graph.plan(QUESTION)
    with pytest.raises(PlanError, match="let planner be 'auto'"):
        graph.plan(QUESTION, LogicalFormOptions(planner="rules"))


def test_a_filter_holds(graph: LanguageGraph) -> None:
    answer = graph.ask(WHERE_BORN, LogicalFormOptions(), where={"shelf": "b"})
    assert {citation.document_id for citation in answer.citations} <= {"plague"}
    assert answer.is_evidence_only
