"""A solution as text: its answers, and what each step rests on."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from lgm_core.reasoning.execution.step_result import StepResult
from lgm_core.reasoning.plan_steps import BASES
from lgm_core.reasoning.solving.memory import COUNTED, Solution, counts, step_question
from lgm_core.retrieval.rendering import RenderedText, sentence_lines

__all__ = ["render_solution", "step_lines"]

_ANSWERS, _NOTES, _SENTENCES = 20, 5, 20
"""How many answers, notes of a step and sentences are shown."""


def render_solution(solution: Solution) -> RenderedText:
    """Return the answers, steps and sentences of a solution as text; only the first if there are very many."""
    head = f"Answers: {_first(solution.answers)}" if solution.answers else "There are no answers."
    if solution.answers and solution.is_evidence_only:
        head = f"Only evidence, no answer: {_first(solution.answers)}"
    shown = solution.citations[:_SENTENCES]
    lines = [head, *step_lines(replace(solution, citations=shown))]
    if shown:
        lines.append(sentence_lines(shown))
    if more := len(solution.citations) - len(shown):
        lines.append(f"({more} more sentences are left out.)")
    return RenderedText("\n".join(lines), shown)


def step_lines(solution: Solution) -> Iterator[str]:
    """Yield for each step its sub-question, its result, what this rests on, and notes."""
    numbers = {citation.sentence_id: citation.number for citation in solution.citations}
    for place, step in enumerate(solution.steps, 1):
        yield f"{place}. {step_question(step)}"
        yield f"   {_outcome(step, numbers)}"
        open_ended = [COUNTED] if step.answers and counts(step.step.action) else []
        notes = [*open_ended, *(f"by the rule: {rule}" for rule in step.rules), *step.notes]
        if more := len(notes[_NOTES:]):
            notes[_NOTES:] = [f"and {more} more such notes"]
        for note in (*notes, *filter(None, [step.error])):
            yield f"   {note}"


def _outcome(step: StepResult, numbers: Mapping[str, int]) -> str:
    if not step.answers:
        return BASES["none"]
    cited = "".join(f"[{numbers[id]}]" for id in dict.fromkeys(step.sentences) if id in numbers)
    return f"{_first(step.answers)} — {BASES[step.basis]} {cited}".rstrip()


def _first(answers: Sequence[str]) -> str:
    more = f" and {len(answers) - _ANSWERS} more" if len(answers) > _ANSWERS else ""
    return "; ".join(answers[:_ANSWERS]) + more
