"""Answers from the names in the rows, without a language model."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from lgm_core.model import Answer, Citation, Statement, Support, Value
from lgm_core.reasoning.execution.binding_tables import Row, sentences_of
from lgm_core.reasoning.execution.executor import Execution
from lgm_core.reasoning.execution.step_result import StepResult
from lgm_core.reasoning.logical_form_options import LogicalFormOptions
from lgm_core.reasoning.plan.plan_parts import Count, Output, Retrieval, Sort, Variable
from lgm_core.reasoning.solving.memory import (
    COUNTED,
    Ground,
    counts,
    missing_steps,
    rests_on,
    shown_sentences,
    step_question,
)
from lgm_core.retrieval.concepts.graph_view import GraphView
from lgm_core.retrieval.numbered_sentences import citations_of

__all__ = ["answer_of_rows", "cited", "compared", "not_found", "stated_names"]

_OF_ANSWER, _MOST_OF_ANSWER = 4, 20
"""How many sentences are cited for each name in an answer; the second number is for one sentence of each fact, if it
rests on many."""

_NOTES = 3
"""How many notes of steps an answer repeats."""

_MOST_NAMES = 5
"""How many names evidence gives, surest first."""

_UNSURE: Mapping[Ground, str] = {
    "nothing": "In part, since there is a step without a result",
    "text": "From the best sentences, which no language model has read",
    "model": "Read in text by a language model",
    "doubtful facts": "From facts that may not say what was asked",
}


def answer_of_rows(question: str, execution: Execution, view: GraphView, options: LogicalFormOptions) -> Answer | None:
    """Return an answer with the names that a plan found and the sentences that support each; None if there are none.

    If every step rests on facts that are sure, it is an answer. Otherwise (a fact is less sure, names come from text,
    or a step has no result) it says so and is evidence. A count is given as `at least`.

    Args:
        question: the question.
        execution: the plan's execution.
        view: the visible part of the graph.
        options: what is sure, whether the answer is brief (without citation numbers and notes), and how many sentences
            are cited as evidence.
    """
    if not execution.answers:
        return None
    by_answer = {name: _sentences(name, execution) for name in execution.answers}
    supporting = list(dict.fromkeys(id for ids in by_answer.values() for id in ids))
    missing = not_found(execution.steps)
    ground = rests_on(execution.steps, execution.rows, options.sure)
    if ground != "facts":
        text = f"{_UNSURE[ground]}: {'; '.join(execution.answers[:_MOST_NAMES])}."
        return Answer(question, text, cited(view, supporting[: options.ask.evidence]), missing, is_evidence_only=True)
    citations = cited(view, (*supporting, *(id for step in compared(execution.steps) for id in step.sentences)))
    text, statements = stated_names(by_answer, citations, brief=options.ask.brief)
    if not options.ask.brief:
        text = f"{'at least ' if _is_number_of_things(execution.steps) and not _is_stated(execution) else ''}{text}"
        notes = _notes(execution.steps)
        text = f"{text} ({'; '.join(notes)})" if notes else text
    return Answer(question, text, citations, statements=statements)


def stated_names(
    sentences: Mapping[str, Iterable[str]], citations: Sequence[Citation], *, brief: bool
) -> tuple[str, tuple[Statement, ...]]:
    """Return names as text, `brief` without marks, and as statements, each supported by cited sentences of it."""
    numbers = {each.sentence_id: each.number for each in citations}
    cited_by = {name: tuple(numbers[id] for id in ids if id in numbers) for name, ids in sentences.items()}
    marks = ("" if brief else "".join(f"[{number}]" for number in own) for own in cited_by.values())
    text = ", ".join(f"{name} {mark}".rstrip() for name, mark in zip(cited_by, marks, strict=True))
    supports = (Support.SUPPORTED if own else Support.UNSUPPORTED for own in cited_by.values())
    return text, tuple(map(Statement, cited_by, cited_by.values(), supports))


def cited(view: GraphView, ids: Iterable[str]) -> tuple[Citation, ...]:
    """Cite sentences that the view shows, in the order given."""
    return citations_of(shown_sentences(view, ids).values())


def compared(steps: Sequence[StepResult]) -> list[StepResult]:
    """Return the sorts with a limit, whose evidence includes the things that were not kept."""
    return [step for step in steps if isinstance(step.step.action, Sort) and step.step.action.limit is not None]


def not_found(steps: Sequence[StepResult]) -> tuple[str, ...]:
    """Return the sub-questions of the steps without a result, each once."""
    return tuple(dict.fromkeys(map(step_question, missing_steps(steps))))


def _is_number_of_things(steps: Sequence[StepResult]) -> bool:
    """Tell whether the answer is only a count."""
    counted = {step.step.result for step in steps if isinstance(step.step.action, Count)}
    outputs = [step.step.action.operands for step in steps if isinstance(step.step.action, Output)]
    return bool(outputs) and all(isinstance(each, Variable) and each.name in counted for each in outputs[-1])


def _is_stated(execution: Execution) -> bool:
    """Tell whether a fact states the number that answers."""
    ends = [binding.end for row in execution.rows for binding in row.bindings.values()]
    return any(fact.object in ends for row in execution.rows for fact in row.facts if isinstance(fact.object, Value))


def _notes(steps: Sequence[StepResult]) -> list[str]:
    """Return what a reader should know of how an answer was computed."""
    computed = [step for step in steps if not isinstance(step.step.action, Retrieval | Output)]
    notes = dict.fromkeys(f"by the rule: {rule}" for step in steps for rule in step.rules)
    notes |= dict.fromkeys(note for step in computed for note in step.notes)
    if any(counts(step.step.action) for step in computed) and not _is_number_of_things(steps):
        notes[COUNTED] = None
    return list(notes)[:_NOTES]


def _sentences(answer: str, execution: Execution) -> list[str]:
    """Return the sentences to cite for an answer: those of the best row with it, else of the best row or the steps.

    Each fact of the row has at least one, up to a limit.
    """
    naming = [row for row in execution.rows if any(each.name == answer for each in row.bindings.values())]
    rows: Sequence[Row | StepResult] = naming[:1] or execution.rows[:1] or execution.steps
    said = list(dict.fromkeys(id for row in rows for id in row.sentences))
    first = {next((id for id in said if id in sentences_of(fact)), "") for row in rows for fact in row.facts} - {""}
    of_facts = [id for id in said if id in first][:_MOST_OF_ANSWER]
    chosen = {*of_facts, *[id for id in said if id not in first][: max(0, _OF_ANSWER - len(of_facts))]}
    return [id for id in said if id in chosen]
