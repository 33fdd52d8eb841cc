"""What the rounds of a question found: sub-questions, their answers, and the evidence of each."""

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
"""What a result rests on: that of its weakest step."""

COUNTED = "counted is what was found; there may be more"


@dataclass(frozen=True, slots=True)
class Solution:
    """What executing a plan came to.

    Attributes:
        plan: the plan.
        question: the question that it answers; may be empty.
        answers: what it puts out, as documents write it, each once, best first; none where a step has no result.
        rows: what belongs together, best first: the bindings of all variables, with the facts and sentences that bear
            them out.
        citations: the sentences that bear the rows out; where there are no rows, those of the steps.
        steps: what came of each step, and whether it rests on facts, text or a language model (`StepResult.basis`).
        missing: the steps without a result, by their sub-questions.
        is_evidence_only: whether there are no answers, or one rests on names in the best sentences, which no language
            model has read, or on facts that are not sure (`LogicalFormOptions.sure`): what was found is evidence then,
            and no answer.
        failure: what failed of the language model; None when all went well.
        usage: what it cost.
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
    """Tell what the rows of a plan rest on, from what its steps do; facts of less weight than `sure` are doubtful."""
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
    """Tell whether an action counts, sums or orders by how many: of what is nowhere stated it knows nothing."""
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
    """Return the steps without a result, the first that failed first; an output only where nothing else failed."""
    missing = [step for step in steps if step.basis == "none"]
    return [step for step in missing if not isinstance(step.step.action, Output)] or missing


def shown_sentences(view: GraphView, ids: Iterable[str]) -> dict[str, NumberedSentence]:
    """Return sentences that the view shows by id, in the order given; those that are gone are left out."""
    wanted = list(dict.fromkeys(ids))
    visible = view.documents(id.rpartition("#")[0] for id in wanted)
    known = [id for id in wanted if id.rpartition("#")[0] in visible]
    sentences = view.store.sentences(known) if known else []
    by_id = {shown.sentence.id: shown for shown in number_sentences(view, sentences, first=1, paths={})}
    return {id: by_id[id] for id in known if id in by_id}


_ROWS, _OF_STEP = 5, 8
"""Rows of a result, and facts and sentences of a step, that are shown as evidence."""

_ANSWERS = 20
"""Answers of a step that are shown."""


@dataclass(frozen=True, slots=True)
class MemorisedRound:
    """What a round found.

    Attributes:
        question: what it was about: the question, or a supplementary one.
        steps: what came of the steps of its plan; none without a plan.
        rows: what the plan put out, best first.
        sentences: the ids of sentences that were ranked for its question, where steps had no result or none were made.
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
        """Keep what a round found; tell whether any of it is new: a fact, a sentence or an answer."""
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
        """Return what came of the steps of all rounds."""
        return [step for found in self.rounds for step in found.steps]

    def entries(self, view: GraphView) -> list[ShownEntry]:
        """Return the facts and sentences that were found, numbered from 1: the best of each step before the next."""
        evidence = list(dict.fromkeys(item for found in reversed(self.rounds) for item in _evidence(found)))
        shown = shown_sentences(view, (id for _, id in evidence))
        return number_facts(view, [(fact, [shown[id].sentence]) for fact, id in evidence if id in shown])

    def lines(self, entries: Sequence[ShownEntry]) -> str:
        """Say what each sub-question found, a line each, with the numbers of the entries that say so."""
        numbers = {entry.sentence.sentence.id: entry.sentence.number for entry in entries}
        return (
            "\n".join(_line(step, numbers) for step in self.steps if not isinstance(step.step.action, Output)) or NONE
        )


def step_question(step: StepResult) -> str:
    """Return the sub-question of a step, or the step itself where it has none."""
    return step.question or step.step.question or written_action(step.step.action)


def _evidence(found: MemorisedRound) -> Iterator[tuple[Fact | None, str]]:
    """Yield facts with the sentence that states them, and sentences: of the best rows, of the steps in turn, ranked."""
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
