"""Plans of a caller, executed: what they answer, what each step rests on, and what is refused."""

import asyncio
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from lgm_core import Cancelled, Document, InputError, LanguageGraph, LogicalFormOptions, LogicalPlan, Solution
from lgm_core.errors import PlanError
from lgm_core.model import TraceStep
from lgm_core.reasoning.solving.solution_text import render_solution
from tests.reasoning.solving.graphs import BIRTHPLACE, PLAN, venice


@pytest.fixture(scope="module")
def module_graph(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LanguageGraph]:
    with venice(tmp_path_factory.mktemp("graph")) as graph:
        yield graph


@pytest.fixture
def graph(module_graph: LanguageGraph) -> LanguageGraph:
    return module_graph


def bases(solution: Solution) -> list[str]:
    return [step.basis for step in solution.steps]


def test_a_plan_is_solved_from_facts_and_cites_them(graph: LanguageGraph) -> None:
    solution = graph.solve(BIRTHPLACE)
    assert (solution.answers, bases(solution)) == (("Venice",), ["fact", "fact", "computed"])
    assert [citation.text for citation in solution.citations] == [
        "Concerto in C Major Op 3 6 was composed by Antonio Vivaldi.",
        "Antonio Vivaldi was born in Venice.",
    ]
    assert (solution.missing, solution.is_evidence_only, solution.usage.calls) == ((), False, 0)
    bound = {name: binding.name for name, binding in solution.rows[0].bindings.items()}
    assert (bound["o1"], bound["o2"]) == ("Antonio Vivaldi", "Venice")


def test_names_that_nobody_has_read_in_text_are_evidence(graph: LanguageGraph) -> None:
    solution = graph.solve(PLAN)
    assert (solution.answers, bases(solution)[2], solution.is_evidence_only) == (("22",), "text", True)
    assert render_solution(solution).text.startswith("Only evidence, no answer: 22")


def test_a_step_without_result_is_named(graph: LanguageGraph) -> None:
    solution = graph.solve(PLAN, LogicalFormOptions(text="never"))
    assert solution.answers == ()
    assert solution.missing[0] == "How often did plague occur in Venice?"
    assert [citation.document_id for citation in solution.citations] == ["work", "composer"]
    assert "no result" in render_solution(solution).text


def test_of_very_many_answers_and_sentences_agents_are_told_the_first(tmp_path: Path) -> None:
    names = [f"Person {number}" for number in range(60)]
    with LanguageGraph(tmp_path / "many.lgm") as graph:
        graph.build([Document.from_text(" ".join(f"{name} was born in Hull." for name in names), id="births")])
        graph.import_facts([{"id": "births", "triples": [[name, "born in", "Hull"] for name in names]}])
        solution = graph.solve("Retrieval(s=s1, p=p1:born in, o=o1[Hull])\nOutput(s1)")
        told = render_solution(solution)
    assert len(solution.answers) == 60
    assert "and 40 more" in told.text
    assert told.text.endswith("(40 more sentences are left out.)")
    assert [citation.number for citation in told.citations] == list(range(1, 21))


def test_async_does_the_same(graph: LanguageGraph) -> None:
    assert asyncio.run(graph.asolve(BIRTHPLACE)) == graph.solve(LogicalPlan.parse(BIRTHPLACE))


def test_a_plan_with_an_unknown_variable_is_refused_before_anything_is_done(graph: LanguageGraph) -> None:
    steps: list[TraceStep] = []
    with pytest.raises(PlanError, match=r"line 2, column \d+: .*x9"):
        graph.solve("Retrieval(s=s1:Work[Concerto], p=p1:composed by, o=o1)\nOutput(x9)", on_step=steps.append)
    with pytest.raises(PlanError, match="line 1, column 1"):
        graph.solve("Who composed it?")
    assert steps == []


def test_what_is_no_plan_is_refused(graph: LanguageGraph) -> None:
    with pytest.raises(InputError, match="3 is not a plan; give a LogicalPlan or its text"):
        graph.solve(3)  # type: ignore[arg-type]  # deliberately wrong
    with pytest.raises(InputError, match="3 is not a question"):
        graph.solve(PLAN, question=3)  # type: ignore[arg-type]  # deliberately wrong


def test_a_filter_holds_in_every_step(graph: LanguageGraph) -> None:
    solution = graph.solve(PLAN, where={"shelf": "a"})
    assert bases(solution)[:2] == ["fact", "fact"]
    assert "plague" not in {citation.document_id for citation in solution.citations}
    assert all("plague#" not in id for step in solution.steps for id in (*step.sentences, *step.passages))
    none = graph.solve(PLAN, where={"shelf": "z"})
    assert (none.answers, none.is_evidence_only) == ((), True)


def test_a_solution_can_be_cancelled(graph: LanguageGraph) -> None:
    cancel = threading.Event()
    with pytest.raises(Cancelled):
        graph.solve(PLAN, on_step=lambda step: cancel.set(), cancel=cancel)
