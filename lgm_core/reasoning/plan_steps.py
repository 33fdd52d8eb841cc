"""Trace steps of planning and of executing a plan."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from lgm_core.model.trace import Finding, FindingKind, RequestFailed, TraceStep, count_of
from lgm_core.reasoning.execution.step_result import Basis

__all__ = ["BASES", "ExecutedStep", "PlannedStep", "PlanningFailed", "ReadForStep", "ReadingFailed"]

BASES: Mapping[Basis, str] = MappingProxyType(
    {
        "fact": "from facts",
        "text": "from sentences that no language model has read",
        "model": "read in text by a language model",
        "computed": "computed",
        "none": "no result",
    }
)
"""Descriptions of what the result of a step rests on."""

_LEVELS = MappingProxyType(
    {
        "key": "found by its name",
        "title": "found as a title",
        "similar": "found by a similar name",
        "instance": "found as something of this kind",
        "value": "found as a value",
        "exact": "is what documents call it",
        "is_a": "found by an is-a relation",
        "name": "clear from its name",
        "part": "found as a part of it",
        "unknown": "not stated in the documents",
        "unlisted": "not stated in the documents",
        "synonym": "found by a synonym",
        "related": "found by a related word",
        "words": "found by its words",
    }
)
"""Descriptions of how a name, type or predicate of a plan was matched, by level."""


@dataclass(frozen=True, slots=True)
class PlannedStep(TraceStep):
    """A plan, or why there is none.

    Attributes:
        planner: who made it or tried last: `rules` or `llm`.
        plan: its text; empty if there is none.
        problem: why there is no plan.
        repairs: how often a language model was asked to repair a plan that does not parse.
    """

    name = "plan"
    planner: str
    plan: str = ""
    problem: str = ""
    repairs: int = 0

    def findings(self) -> Iterator[Finding]:
        """Yield the plan, or the problem."""
        by = "rules" if self.planner == "rules" else "a language model"
        if self.plan:
            yield Finding("Planned", f"by {by}", "sought", code=self.plan)
        else:
            yield Finding("No plan", f"{by}: {self.problem}", "missed")


@dataclass(frozen=True, slots=True)
class PlanningFailed(RequestFailed):
    """A language model failed to plan, or its plan cannot be executed."""

    name = "planning"
    problem: str = ""

    def findings(self) -> Iterator[Finding]:
        """Yield why."""
        if self.problem:
            yield Finding("The plan could not be executed", self.problem, "missed")
        yield from self.failures.findings()


@dataclass(frozen=True, slots=True)
class ReadForStep(TraceStep):
    """How many sentences a model was shown for a step of a plan, and how many of its answers were kept and dropped."""

    name = "reading"
    shown: int
    answers: int
    dropped: int

    def findings(self) -> Iterator[Finding]:
        """Yield what was read."""
        told = f"{count_of(self.shown, 'sentence')}, in which a language model found {count_of(self.answers, 'result')}"
        yield Finding("Read", told, "read")


@dataclass(frozen=True, slots=True)
class ReadingFailed(RequestFailed):
    """A language model failed to read text for a step of a plan."""

    name = "reading"


@dataclass(frozen=True, slots=True)
class ExecutedStep(TraceStep):
    """The result of a step of a plan; fields that are not listed here are those of `StepResult`.

    Attributes:
        number: the number of the step in the plan, from 1.
        facts: how many facts were used.
        stated: these facts as text, with concepts by their keys.
    """

    name = "step"
    long = ("stated", "sentences")
    number: int
    question: str
    basis: Basis
    answers: tuple[str, ...]
    facts: int
    stated: tuple[str, ...]
    sentences: tuple[str, ...]
    passages: tuple[str, ...]
    linked: tuple[Mapping[str, str | float], ...]
    notes: tuple[str, ...]
    error: str

    def findings(self) -> Iterator[Finding]:
        """Yield the result, how the words of the step were understood, and what went wrong."""
        told = " ".join(filter(None, (self.question, f"({BASES[self.basis]})")))
        kind: FindingKind = "kept" if self.answers else "missed"
        yield Finding(f"Step {self.number}", told, kind, self.answers, facts=self.stated, sentences=self.sentences)
        linked = (f"“{each['text']}” {_LEVELS.get(str(each['level']), each['level'])}" for each in self.linked)
        if understood := "; ".join([*linked, *self.notes]):
            yield Finding("Understood", understood)
        if self.error:
            no_result, failed = Finding("Why", self.error, "missed"), Finding("Failed", self.error, "failed")
            yield no_result if self.basis == "none" else failed
