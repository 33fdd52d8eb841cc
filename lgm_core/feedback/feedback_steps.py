"""The trace steps of feedback."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from lgm_core.model.trace import NONE_FAILED, FailedRequests, Finding, TraceStep, count_of

__all__ = ["FactsStep", "FeedbackRoundStep", "LookingUpStep", "NamingStep"]


@dataclass(frozen=True, slots=True)
class FactsStep(TraceStep):
    """The facts that an answer is based on.

    Attributes:
        facts: how many.
        stated: each in words.
        sentences: the ids of the sentences shown with them.
        left_out: how many further sentences did not fit.
    """

    name = "facts"
    long = ("stated", "sentences")
    facts: int
    stated: tuple[str, ...]
    sentences: tuple[str, ...]
    left_out: int = 0

    def findings(self) -> Iterator[Finding]:
        """Yield the facts and the sentences."""
        left_out = f"; {self.left_out:,} more did not fit" if self.left_out else ""
        yield Finding(
            "Saw", count_of(self.facts, "fact") + left_out, "read", lines=self.stated, sentences=self.sentences
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class NamingStep(TraceStep):
    """The sub-questions with which the model names what is missing."""

    name = "naming"
    failures: FailedRequests = NONE_FAILED
    missing: tuple[str, ...]

    def findings(self) -> Iterator[Finding]:
        """Yield the questions."""
        yield Finding("Missed", "" if self.missing else "nothing", "missed" if self.missing else "plain", self.missing)
        yield from self.failures.findings()


@dataclass(frozen=True, slots=True, kw_only=True)
class LookingUpStep(TraceStep):
    """Facts that were read from sentences.

    Attributes:
        failures: the requests that failed.
        found: how many facts.
        dropped: how many statements were dropped, by reason.
        read: the ids of the sentences, by the question for which they were found.
        new: the facts that the graph lacks, with the keys of their concepts.
    """

    name = "extraction"
    long = ("read",)
    failures: FailedRequests = NONE_FAILED
    found: int
    dropped: Mapping[str, int]
    read: Mapping[str, list[str]]
    new: tuple[str, ...]

    def findings(self) -> Iterator[Finding]:
        """Yield what was read, and what is new."""
        for asked, ids in self.read.items():
            told = f"read {count_of(len(ids), 'sentence')} for “{asked}”"
            yield Finding("Looked up", told, "read", sentences=tuple(ids))
        dropped = sum(self.dropped.values())
        told = f"{count_of(len(self.new), 'new fact')} of {self.found} read"
        yield Finding("Added", told + (f"; {dropped} dropped" if dropped else ""), "kept", facts=self.new)
        yield from self.failures.findings()


@dataclass(frozen=True, slots=True)
class FeedbackRoundStep(TraceStep):
    """The counts of a `FeedbackRound` of many questions."""

    name = "feedback round"
    number: int
    concepts: int
    facts: int
    sub_questions: int
    open: int
