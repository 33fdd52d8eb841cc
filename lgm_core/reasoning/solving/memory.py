"""What the rounds of a question found: sub-questions, answers and evidence."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import zip_longest
from typing import Literal

from lgm_core.llm.quoting import plain
from lgm_core.model import AnswerFailure, Citation, Fact, TraceStep, Usage
from lgm_core.reasoning.execution.binding_tables import Row
from lgm_core.reasoning.execution.step_result import StepResult
from lgm_core.reasoning.expressions.evaluation import takes_sets
from lgm_core.reasoning.plan.logical_plan import LogicalPlan
from lgm_core.reasoning.plan.plan_parts import Action, Count, Math, Output, Sort
from lgm_core.reasoning.plan.plan_writer import written_action
from lgm_core.retrieval.answering.evidence_chunks import NONE
from lgm_core.retrieval.concepts.graph_view import GraphView
from lgm_core.retrieval.facts.shown_facts import ShownEntry, number_facts
from lgm_core.retrieval.numbered_sentences import NumberedSentence, number_sentences

__all__ = [
    "COUNTED",
    "Ground",
    "MemorisedRound",
    "Solution",
    "SolverMemory",
    "counts",
    "missing_steps",
    "rests_on",
    "shown_sentences",
    "step_question",
]

Ground = Literal["facts", "doubtful facts", "model", "text", "nothing"]
"""What a result rests on: what its weakest step rests on."""

COUNTED = "this counts what was found; there may be more"


@dataclass(frozen=True, slots=True)
class Solution:
    """The result of executing a plan.

    Attributes:
        plan: the plan.
        question: the question that it answers; may be empty.
        answers: its answers, as documents write them, each once, best first; empty if a step has no result.
        rows: the rows, best first: bindings of variables that belong together, with their facts and sentences.
        citations: the sentences that support the rows or, without rows, those of the steps.
        steps: the result of each step, and whether it rests on facts, text or a language model (`StepResult.basis`).
        missing: the sub-questions of the steps without a result.
        is_evidence_only: whether what was found is evidence and not an answer: there are no answers, or one rests on
            names in sentences that no language model has read, or on facts that are not sure
            (`LogicalFormOptions.sure`).
        failure: how the language model failed, if it did.
        usage: the tokens and calls that it cost.
        trace: the steps on the way.
    """

    plan: LogicalPlan
    question: str = ""
    answers: tuple[str, ...] = ()
    rows: tuple[Row, ...] = ()
    citations: tuple[Citation, ...] = ()
    steps: tuple[StepResult, ...] = ()
    missing: tuple[str, ...] = ()
    is_evidence_only: bool = False
    failure: AnswerFailure | None = None
    usage: Usage = field(default_factory=Usage)
    trace: tuple[TraceStep, ...] = ()


def rests_on(steps: Sequence[StepResult], rows: Iterable[Row], sure: float) -> Ground:
    """Return what the rows of a plan rest on, by its steps; facts of less weight than `sure` are doubtful."""
    bases = {step.basis for step in steps}
    if "text" in bases:
        return "text"
    if "none" in bases or any(step.error for step in steps):
        return "nothing"
    if "model" in bases:
        return "model"
    if any(not step.is_sure for step in steps):
        return "doubtful facts"
    return "facts" if all(row.weight >= sure for row in rows) else "doubtful facts"


def counts(action: Action) -> bool:
    """Tell whether an action counts, sums or sorts by number, so that things not stated anywhere would matter."""
    match action:
        case Count():
            return True
        case Sort(orderby=orderby):
            return isinstance(orderby, Count)
        case Math(expression):
            return takes_sets(expression)
        case _:
            return False


def missing_steps(steps: Sequence[StepResult]) -> list[StepResult]:
    """Return the steps without a result, in order; an `Output` only if nothing else failed."""
    missing = [step for step in steps if step.basis == "none"]
    return [step for step in missing if not isinstance(step.step.action, Output)] or missing


def shown_sentences(view: GraphView, ids: Iterable[str]) -> dict[str, NumberedSentence]:
    """Return the sentences that the view shows by id, in the order given."""
    wanted = list(dict.fromkeys(ids))
    visible = view.documents(id.rpartition("#")[0] for id in wanted)
    known = [id for id in wanted if id.rpartition("#")[0] in visible]
    sentences = view.store.sentences(known) if known else []
    by_id = {shown.sentence.id: shown for shown in number_sentences(view, sentences, first=1, paths={})}
    return {id: by_id[id] for id in known if id in by_id}


_ROWS, _OF_STEP = 5, 8
"""How many rows of a result, and how many facts and sentences of a step, are shown as evidence."""

_ANSWERS = 20
"""How many answers of a step are shown."""


@dataclass(frozen=True, slots=True)
class MemorisedRound:
    """What a round found.

    Attributes:
        question: the question, or a supplementary one.
        steps: the results of the steps of its plan, if there was one.
        rows: the output of the plan, best first.
        sentences: the ids of sentences ranked for its question, if steps had no result or there was no plan.
    """

    question: str
    steps: tuple[StepResult, ...] = ()
    rows: tuple[Row, ...] = ()
    sentences: tuple[str, ...] = ()


class SolverMemory:
    """The memory of a question (KAG, algorithm 1)."""

    def __init__(self) -> None:
        self.rounds: list[MemorisedRound] = []
        self._known: set[tuple[str, str]] = set()

    def remember(self, found: MemorisedRound) -> bool:
        """Keep what a round found; return whether any fact, sentence or answer is new."""
        self.rounds.append(found)
        things = {("sentence", id) for id in found.sentences}
        for step in found.steps:
            things |= {("fact", fact.key) for fact in step.facts}
            things |= {("sentence", id) for id in step.sentences}
            things |= {("answer", answer.casefold()) for answer in step.answers}
        is_new = not things <= self._known
        self._known |= things
        return is_new

    @property
    def steps(self) -> list[StepResult]:
        """Return the results of the steps of all rounds."""
        return [step for found in self.rounds for step in found.steps]

    def entries(self, view: GraphView) -> list[ShownEntry]:
        """Return the facts and sentences found, numbered from 1, starting with the best of each step."""
        evidence = list(dict.fromkeys(item for found in reversed(self.rounds) for item in _evidence(found)))
        shown = shown_sentences(view, (id for _, id in evidence))
        return number_facts(view, [(fact, [shown[id].sentence]) for fact, id in evidence if id in shown])

    def lines(self, entries: Sequence[ShownEntry]) -> str:
        """Return what each sub-question found, line by line, with the numbers of the entries that say so."""
        numbers = {entry.sentence.sentence.id: entry.sentence.number for entry in entries}
        return (
            "\n".join(_line(step, numbers) for step in self.steps if not isinstance(step.step.action, Output)) or NONE
        )


def step_question(step: StepResult) -> str:
    """Return the sub-question of a step, or its action as text if it has none."""
    return step.question or step.step.question or written_action(step.step.action)


def _evidence(found: MemorisedRound) -> Iterator[tuple[Fact | None, str]]:
    """Yield facts with a sentence that states them, and single sentences: of the best rows, the steps, the ranking."""
    for row in found.rows[:_ROWS]:
        yield from _of(row)
    of_steps = [list(_of(step))[:_OF_STEP] for step in found.steps]
    for in_turn in zip_longest(*of_steps):
        yield from filter(None, in_turn)
    for id in found.sentences:
        yield None, id


def _of(item: Row | StepResult) -> Iterator[tuple[Fact | None, str]]:
    stating: dict[str, Fact] = {}
    sentences = set(item.sentences)
    for fact in item.facts:
        ids = [evidence.sentence_id for evidence in fact.evidence]
        for id in [id for id in ids if id in sentences][:1] or ids[:1]:
            stating[id] = fact
            yield fact, id
    for id in item.sentences:
        if id not in stating:
            yield None, id


def _line(step: StepResult, numbers: Mapping[str, int]) -> str:
    asked = plain(step_question(step))
    if step.basis == "none" or not step.answers:
        return f"- {asked} → not found"
    names = ", ".join(map(plain, step.answers[:_ANSWERS]))
    if (more := len(step.answers) - _ANSWERS) > 0:
        names += f" and {more} more"
    cited = "".join(f"[{numbers[id]}]" for id in dict.fromkeys(step.sentences) if id in numbers)
    return f"- {asked} → {names} {cited}".rstrip()
