"""Answers in the words of the rows themselves, without a language model."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from lgm_core.model import Answer, Citation
from lgm_core.reasoning.execution.bindings import Row
from lgm_core.reasoning.execution.execution import Execution
from lgm_core.reasoning.execution.step_result import StepResult
from lgm_core.reasoning.solving.memory import step_question
from lgm_core.reasoning.solving.solution import is_certain, missing_steps, shown_sentences
from lgm_core.retrieval.concepts.graph_view import GraphView

__all__ = ["answer_of_rows", "cited", "not_found"]

_OF_ANSWER = 4
"""Sentences cited for each thing that an answer names: of a chain of facts, those of its steps."""


def answer_of_rows(
    question: str, execution: Execution, view: GraphView, *, brief: bool, evidence: int
) -> Answer | None:
    """Return the answer that names what a plan put out, each with the sentences that bear it out; None without any.

    It is an answer where every step rests on facts. Where names were taken from text that no language model has read,
    or a step has no result, it says so and is evidence.

    Args:
        question: the question.
        execution: the plan's execution.
        view: what may be cited.
        brief: whether its text holds no citation numbers.
        evidence: sentences cited at most when it is evidence.
    """
    if not execution.answers:
        return None
    by_answer = {name: _sentences(name, execution) for name in execution.answers}
    supporting = list(dict.fromkeys(id for ids in by_answer.values() for id in ids))
    missing = not_found(execution.steps)
    if not is_certain(execution.steps):
        names = "; ".join(execution.answers)
        text = f"Read by no language model, the best sentences name: {names}."
        return Answer(question, text, cited(view, supporting[:evidence]), missing, is_evidence_only=True)
    citations = cited(view, supporting)
    numbers = {citation.sentence_id: citation.number for citation in citations}
    parts = []
    for name, ids in by_answer.items():
        marks = "" if brief else "".join(f"[{numbers[id]}]" for id in ids if id in numbers)
        parts.append(f"{name} {marks}".rstrip())
    return Answer(question, ", ".join(parts), citations, supported=bool(citations))


def cited(view: GraphView, ids: Iterable[str]) -> tuple[Citation, ...]:
    """Cite sentences that the view shows, in the order given."""
    return tuple(shown.citation(number) for number, shown in enumerate(shown_sentences(view, ids).values(), 1))


def not_found(steps: Sequence[StepResult]) -> tuple[str, ...]:
    """Return the sub-questions of the steps without a result, each once."""
    return tuple(dict.fromkeys(map(step_question, missing_steps(steps))))


def _sentences(answer: str, execution: Execution) -> list[str]:
    """Return what is cited for an answer: sentences of the best row that names it, else of the best or of the steps."""
    naming = [row for row in execution.rows if any(each.name == answer for each in row.bindings.values())]
    rows: Sequence[Row | StepResult] = naming[:1] or execution.rows[:1] or execution.steps
    return list(dict.fromkeys(id for row in rows for id in row.sentences))[:_OF_ANSWER]
