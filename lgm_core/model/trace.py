"""The steps of learning and answering that are told while they happen, and kept as the trace of an answer."""

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
"""Characters of one detail in a line."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that a step did, as the page of an answer tells it.

    Attributes:
        label: what it did: "Looked for".
        text: what came of it, in words.
        kind: how it is shown.
        names: questions or answers.
        concepts: keys of concepts, which the page names as sentences do.
        lines: facts or relations, one a line.
        facts: facts that name concepts by their keys, one a line.
        of_lines: what the lines, or facts, are, in the singular.
        code: a text to be shown as it is written, such as a plan.
        sentences: the ids of the sentences that were read, or kept.
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
        failed: how many.
        error: the first cause.
    """

    failed: int = 0
    error: str = ""

    def findings(self) -> Iterator[Finding]:
        """Yield what a page tells of them, if there are any."""
        if self.failed:
            yield Finding("Failed", self.error, "failed")


NONE_FAILED = FailedRequests()
"""What a step tells of its requests when all went well."""


@dataclass(frozen=True, slots=True)
class TraceStep:
    """A step of learning or answering. Each kind of step is a subclass, with what it tells as fields.

    Attributes:
        name: the kind of step.
        request_phase: the phase of the requests that it reports on, where that has another name.
        long: fields that hold long texts or lists, which a brief line leaves out.
        is_in_answer: whether it tells nothing that the answer does not tell too.
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
        """Return the ids of sentences that were chosen for an answer, or that it cites."""
        return ()

    @property
    def details(self) -> dict[str, Any]:
        """Return the fields by name, as plain data; those that are left at their default are not told."""
        told: dict[str, Any] = {}
        for field in fields(self):
            value = getattr(self, field.name)
            if isinstance(value, FailedRequests):
                told |= {"failed": value.failed, "error": value.error} if value.failed else {}
            elif field.default is MISSING or value != field.default:
                told[field.name] = list(value) if isinstance(value, tuple) else value
        return told

    def line(self, *, brief: bool = False) -> str:
        """Return the step in one line, without what is long if it is to be brief."""
        told = {name: value for name, value in self.details.items() if not (brief and name in self.long)}
        listed = ", ".join(f"{name}: {_shown(value)}" for name, value in told.items())
        return f"{self.name}: {listed}" if listed else self.name

    def findings(self) -> Iterable[Finding]:
        """Return what the page of an answer tells of the step: its details, unless it has words for them."""
        return [Finding(self.name.capitalize(), "; ".join(f"{name}: {value}" for name, value in self.details.items()))]


@dataclass(frozen=True, slots=True)
class RequestFailed(TraceStep):
    """A step of which only failures are to be told."""

    failures: FailedRequests = NONE_FAILED

    def findings(self) -> Iterable[Finding]:
        """Return what failed."""
        return self.failures.findings()


@dataclass(frozen=True, slots=True)
class Round(TraceStep):
    """A round of reading and answering begins.

    Attributes:
        number: from 1.
        question: what it is planned for, where it is planned.
    """

    name = "round"
    number: int
    question: str = ""

    @property
    def title(self) -> str:
        """Return the heading of what the round did."""
        return f"Round {self.number}" + (f": {self.question}" if self.question else "")


@dataclass(frozen=True, slots=True)
class End(TraceStep):
    """No further round follows.

    Attributes:
        reason: why.
        addition: the id of what was added to the graph on the way, and kept; empty for nothing.
        facts: how many facts that is.
    """

    name = "end"
    is_in_answer = True
    reason: str
    addition: str = ""
    facts: int = 0

    def findings(self) -> Iterator[Finding]:
        """Yield why, and what was kept."""
        kept = f"; {count_of(self.facts, 'fact')} kept in the graph" if self.addition else ""
        yield Finding("Ended", f"{self.reason}{kept}")


def count_of(number: int, noun: str) -> str:
    """Return a number with its noun, in the plural unless it is 1."""
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def _shown(value: object) -> str:
    if isinstance(value, Mapping):
        value = [f"{name} ({told})" for name, told in value.items()]
    text = ", ".join(map(str, value)) if isinstance(value, list | tuple) else str(value)
    return text if len(text) <= _LONGEST else text[: _LONGEST - 1] + "…"
