"""The steps of learning and answering, reported as they happen, and stored as the trace of an answer."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import MISSING, dataclass, fields
from typing import Any, ClassVar, Literal

__all__ = [
    "NONE_FAILED",
    "End",
    "FailedRequests",
    "Finding",
    "FindingKind",
    "RequestFailed",
    "Round",
    "TraceStep",
    "count_of",
]

FindingKind = Literal["sought", "read", "kept", "replied", "missed", "failed", "plain"]

_LONGEST = 300
"""The most characters of one detail in a line."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One result of a step, as shown on the page of an answer.

    Attributes:
        label: the action: "Looked for".
        text: the result, in words.
        kind: how it is shown.
        names: questions or answers.
        concepts: keys of concepts, shown under their names in sentences.
        lines: facts or relations, one per line.
        facts: facts with concepts by key, one per line.
        of_lines: the noun for the lines or facts, in the singular.
        code: a text to be shown verbatim, such as a plan.
        sentences: the ids of the sentences read or kept.
    """

    label: str
    text: str = ""
    kind: FindingKind = "plain"
    names: tuple[str, ...] = ()
    concepts: tuple[str, ...] = ()
    lines: tuple[str, ...] = ()
    facts: tuple[str, ...] = ()
    of_lines: str = "fact"
    code: str = ""
    sentences: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class FailedRequests:
    """The requests of a step that failed.

    Attributes:
        failed: the number of failed requests.
        error: the first cause.
    """

    failed: int = 0
    error: str = ""

    def findings(self) -> Iterator[Finding]:
        """Yield the findings for the page, if any request failed."""
        if self.failed:
            yield Finding("Failed", self.error, "failed")


NONE_FAILED = FailedRequests()
"""Failures of a step whose requests all succeeded."""


@dataclass(frozen=True, slots=True)
class TraceStep:
    """A step of learning or answering. Each kind of step is a subclass with its data as fields.

    Attributes:
        name: the kind of step.
        request_phase: the phase of its requests, if named differently.
        long: fields with long texts or lists, omitted from a brief line.
        is_in_answer: whether all its data are also in the answer.
    """

    name: ClassVar[str] = ""
    request_phase: ClassVar[str] = ""
    long: ClassVar[tuple[str, ...]] = ()
    is_in_answer: ClassVar[bool] = False

    @property
    def failures(self) -> FailedRequests:
        """Return the requests of the step that failed."""
        return NONE_FAILED

    @property
    def supporting(self) -> tuple[str, ...]:
        """Return the ids of sentences chosen for or cited in an answer."""
        return ()

    @property
    def details(self) -> dict[str, Any]:
        """Return the fields by name, as plain data, without those at their defaults."""
        told: dict[str, Any] = {}
        for field in fields(self):
            value = getattr(self, field.name)
            if isinstance(value, FailedRequests):
                told |= {"failed": value.failed, "error": value.error} if value.failed else {}
            elif field.default is MISSING or value != field.default:
                told[field.name] = list(value) if isinstance(value, tuple) else value
        return told

    def line(self, *, brief: bool = False) -> str:
        """Return the step in one line; if brief, without long fields."""
        told = {name: value for name, value in self.details.items() if not (brief and name in self.long)}
        listed = ", ".join(f"{name}: {_shown(value)}" for name, value in told.items())
        return f"{self.name}: {listed}" if listed else self.name

    def findings(self) -> Iterable[Finding]:
        """Return the step's findings for the page of an answer: by default, its details."""
        return [Finding(self.name.capitalize(), "; ".join(f"{name}: {value}" for name, value in self.details.items()))]


@dataclass(frozen=True, slots=True)
class RequestFailed(TraceStep):
    """A step that only reports failures."""

    failures: FailedRequests = NONE_FAILED

    def findings(self) -> Iterable[Finding]:
        """Return the failures."""
        return self.failures.findings()


@dataclass(frozen=True, slots=True)
class Round(TraceStep):
    """A round of reading and answering begins.

    Attributes:
        number: from 1.
        question: the question it plans for, if it plans.
    """

    name = "round"
    number: int
    question: str = ""

    @property
    def title(self) -> str:
        """Return the heading for the actions of the round."""
        return f"Round {self.number}" + (f": {self.question}" if self.question else "")


@dataclass(frozen=True, slots=True)
class End(TraceStep):
    """No further round follows.

    Attributes:
        reason: the reason.
        addition: the id of the addition kept in the graph; empty without one.
        facts: the number of facts kept.
    """

    name = "end"
    is_in_answer = True
    reason: str
    addition: str = ""
    facts: int = 0

    def findings(self) -> Iterator[Finding]:
        """Yield the reason, and the facts kept."""
        kept = f"; {count_of(self.facts, 'fact')} kept in the graph" if self.addition else ""
        yield Finding("Ended", f"{self.reason}{kept}")


def count_of(number: int, noun: str) -> str:
    """Return a number with its noun, in the plural unless the number is 1."""
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def _shown(value: object) -> str:
    if isinstance(value, Mapping):
        value = [f"{name} ({told})" for name, told in value.items()]
    text = ", ".join(map(str, value)) if isinstance(value, list | tuple) else str(value)
    return text if len(text) <= _LONGEST else text[: _LONGEST - 1] + "…"
