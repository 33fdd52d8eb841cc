"""A solution in words: what was answered, and what each step rests on."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from lgm_core.reasoning.execution.step_result import Basis, StepResult
from lgm_core.reasoning.solving.memory import step_question
from lgm_core.reasoning.solving.solution import COUNTED, Solution, counts
from lgm_core.retrieval.rendering import RenderedText, sentence_lines

__all__ = ["render_solution", "step_lines"]

_BASES: Mapping[Basis, str] = {
    "fact": "by facts",
    "text": "named in the best sentences, which no language model has read",
    "model": "read in text by a language model",
    "computed": "from the results before it",
    "none": "no result",
}

_ANSWERS = 20
"""Answers of a step that are named."""


def render_solution(solution: Solution) -> RenderedText:
    """Return the answers, the steps and the sentences of a solution as text."""
    head = f"Answers: {'; '.join(solution.answers)}" if solution.answers else "There are no answers."
    if solution.answers and solution.is_evidence_only:
        head = f"Evidence, and no answer: {'; '.join(solution.answers)}"
    lines = [head, *step_lines(solution)]
    if solution.citations:
        lines.append(sentence_lines(solution.citations))
    return RenderedText("\n".join(lines), solution.citations)


def step_lines(solution: Solution) -> Iterator[str]:
    """Yield for each step its sub-question, what came of it, what that rests on, and what a reader should know."""
    numbers = {citation.sentence_id: citation.number for citation in solution.citations}
    for place, step in enumerate(solution.steps, 1):
        yield f"{place}. {step_question(step)}"
        yield f"   {_outcome(step, numbers)}"
        open_ended = [COUNTED] if step.answers and counts(step.step.action) else []
        for note in (*open_ended, *step.notes, *filter(None, [step.error])):
            yield f"   {note}"


def _outcome(step: StepResult, numbers: Mapping[str, int]) -> str:
    if not step.answers:
        return _BASES["none"]
    named = "; ".join(step.answers[:_ANSWERS])
    more = f" and {len(step.answers) - _ANSWERS} more" if len(step.answers) > _ANSWERS else ""
    cited = "".join(f"[{numbers[id]}]" for id in dict.fromkeys(step.sentences) if id in numbers)
    return f"{named}{more} — {_BASES[step.basis]} {cited}".rstrip()
