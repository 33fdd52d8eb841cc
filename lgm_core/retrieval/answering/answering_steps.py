"""The trace steps of Concept Iterative Retrieval."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from lgm_core.model.trace import NONE_FAILED, FailedRequests, Finding, RequestFailed, TraceStep, count_of

__all__ = [
    "AnswerFailed",
    "AnswerStep",
    "CheckStep",
    "CompressionStep",
    "ConceptsStep",
    "ExpansionStep",
    "MarkingStep",
    "PruningStep",
    "ReadingStep",
]


@dataclass(frozen=True, slots=True)
class ConceptsStep(TraceStep):
    """The keys of the concepts found in the text to look up."""

    name = "concepts"
    long = ("text",)
    text: str
    found: tuple[str, ...]

    def findings(self) -> Iterator[Finding]:
        """Yield the concepts."""
        text = "" if self.found else "the words alone: no concept was found"
        yield Finding("Looked for", text, "sought", concepts=self.found)


@dataclass(frozen=True, slots=True)
class ExpansionStep(TraceStep):
    """How each further concept was reached, in words by its key, and how many were left out."""

    name = "expansion"
    long = ("reached",)
    reached: Mapping[str, str]
    left_out: int = 0

    def findings(self) -> Iterator[Finding]:
        """Yield how the concepts were reached."""
        ways = tuple(self.reached.values())
        left_out = f"; {self.left_out:,} more were left out" if self.left_out else ""
        told = count_of(len(ways), "concept") + left_out
        yield Finding("Reached over relations", told, "sought", lines=ways, of_lines="way")


@dataclass(frozen=True, slots=True)
class ReadingStep(TraceStep):
    """The sentences that are read, best first.

    Attributes:
        sentences: how many.
        characters: their total length.
        unread: how many more are about the concepts.
        paths: how many sentences each path led to.
        read: their ids.
        by_rank: whether an exhaustive round also reads the best ranked sentences.
    """

    name = "reading"
    long = ("paths", "read")
    sentences: int
    characters: int
    unread: int
    paths: Mapping[str, int]
    read: tuple[str, ...]
    by_rank: bool = False

    def findings(self) -> Iterator[Finding]:
        """Yield the sentences."""
        told = count_of(self.sentences, "sentence")
        if self.unread:
            told += f"; {self.unread:,} more about the concepts were left unread"
        if self.by_rank:
            told += ", the best ranked among them: few or none are about a concept that was looked for"
        yield Finding("Read", told, "read", sentences=self.read)


@dataclass(frozen=True, slots=True)
class MarkingStep(TraceStep):
    """How many chunks were read, the ids of the marked sentences, and how many marks name no sentence shown."""

    name = "marking"
    long = ("marked",)
    chunks: int
    marked: tuple[str, ...]
    invented: int
    failures: FailedRequests = NONE_FAILED

    @property
    def supporting(self) -> tuple[str, ...]:
        """Return the ids of the marked sentences."""
        return self.marked

    def findings(self) -> Iterator[Finding]:
        """Yield the sentences."""
        told = f"{count_of(len(self.marked), 'sentence')} marked as supporting an answer"
        yield Finding("Kept", told, "kept", sentences=self.marked)
        yield from self.failures.findings()


@dataclass(frozen=True, slots=True)
class PruningStep(TraceStep):
    """How many sentences there were before and after shortening evidence by word overlap, and which were kept."""

    name = "pruning"
    long = ("kept",)
    before: int
    after: int
    kept: tuple[str, ...]

    def findings(self) -> Iterator[Finding]:
        """Yield the sentences that are left."""
        told = f"{self.after} of {count_of(self.before, 'sentence')}, to fit what is shown at once"
        yield Finding("Shortened", told, "kept", sentences=self.kept)
        yield from self.failures.findings()


@dataclass(frozen=True, slots=True)
class CompressionStep(PruningStep):
    """The same by a language model, and how many numbers it gave that were not shown."""

    name = "compression"
    invented: int
    failures: FailedRequests = NONE_FAILED


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerStep(TraceStep):
    """A reply with an answer.

    Attributes:
        failures: the request, if the reply broke off.
        text: the answer in it.
        cited: the ids of the sentences that support it.
        invented: how many numbers it cites that were not shown.
        missing: what it names as missing.
        claimed: the ids of the sentences that it cites itself.
        reasoning: what it says before the answer.
        doubtful: its statements that are not supported.
        unmet: the kind that the answer should be of but is not.
    """

    name = "answer"
    request_phase = "answering"
    long = ("text", "cited", "claimed")
    is_in_answer = True
    failures: FailedRequests = NONE_FAILED
    text: str
    cited: tuple[str, ...]
    invented: int
    missing: tuple[str, ...]
    claimed: tuple[str, ...] = ()
    reasoning: str = ""
    doubtful: tuple[str, ...] = ()
    unmet: str = ""

    @property
    def supporting(self) -> tuple[str, ...]:
        """Return the ids of the cited sentences."""
        return self.cited

    def findings(self) -> Iterator[Finding]:
        """Yield the reply, part by part."""
        if self.reasoning:
            yield Finding("Reasoned", self.reasoning)
        yield Finding("Replied", self.text or "nothing yet", "replied")
        if self.cited:
            yield Finding("Cited", count_of(len(self.cited), "sentence"), "kept", sentences=self.cited)
        if self.unmet:
            yield Finding("Not taken", f"the answer is no {self.unmet}", "missed")
        if self.missing:
            yield Finding("Missed", "", "missed", self.missing)
        yield from self.failures.findings()


@dataclass(frozen=True, slots=True)
class AnswerFailed(RequestFailed):
    """No answer could be read from the reply."""

    name = "answer"
    request_phase = "answering"
    is_in_answer = True


@dataclass(frozen=True, slots=True)
class CheckStep(TraceStep):
    """How many statements the rules doubted, and how many of all are supported after the model judged these."""

    name = "check"
    request_phase = "checking"
    doubted: int
    supported: int
    failures: FailedRequests = NONE_FAILED
