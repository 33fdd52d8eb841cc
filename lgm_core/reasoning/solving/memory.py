"""What the rounds of a question found: sub-questions, their answers, and the evidence of each."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest

from lgm_core.llm.quoting import plain
from lgm_core.model import Fact
from lgm_core.reasoning.execution.bindings import Row
from lgm_core.reasoning.execution.step_result import StepResult
from lgm_core.reasoning.plan.actions import Output
from lgm_core.reasoning.plan.plan_writer import written_action
from lgm_core.reasoning.solving.solution import shown_sentences
from lgm_core.retrieval.answering.evidence.evidence_chunks import NONE
from lgm_core.retrieval.concepts.graph_view import GraphView
from lgm_core.retrieval.facts.shown_facts import ShownEntry, number_facts

__all__ = ["MemorisedRound", "SolverMemory", "step_question"]

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
