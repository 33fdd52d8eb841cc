"""The report of a build, and the tally that it is made from."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from lgm_core.model import DocumentGraph, Usage

__all__ = ["BuildReport", "BuildTally", "FailedDocument"]


@dataclass(frozen=True, slots=True)
class FailedDocument:
    """A file, line or document that was not learned, and why."""

    name: str
    error: str


@dataclass(frozen=True, slots=True)
class BuildReport:
    """The counts, failures and costs of a build.

    Attributes:
        learned: documents written, `replaced` of which had other content before.
        skipped: documents that were up to date.
        sentences: sentences of the documents written.
        relations: relations of the documents written, each counted once per document.
        incomplete: documents learned without a part of their LLM extraction; `unfinished` gives the reasons.
        failed: what could not be learned.
        dropped: relations claimed by the LLM that no sentence supports.
        usage: what the LLM extraction cost.
        seconds: wall-clock time by stage.
    """

    learned: int = 0
    replaced: int = 0
    skipped: int = 0
    sentences: int = 0
    relations: int = 0
    incomplete: int = 0
    unfinished: tuple[FailedDocument, ...] = ()
    failed: tuple[FailedDocument, ...] = ()
    dropped: int = 0
    usage: Usage = field(default_factory=Usage)
    seconds: dict[str, float] = field(default_factory=dict)

    @property
    def ok(self) -> bool:
        """Return whether everything given was learned in full."""
        return not self.failed and not self.incomplete


class BuildTally:
    """The counts of a running build.

    `has_stale_replies` records that cached replies may quote text which the graph no longer holds.
    """

    def __init__(self) -> None:
        self._started = time.perf_counter()
        self._seconds = {"waiting for analysis": 0.0, "language model": 0.0, "writing": 0.0}
        self.learned = self.replaced = self.skipped = self.sentences = self.relations = self.dropped = 0
        self.unfinished: list[FailedDocument] = []
        self.failed: list[FailedDocument] = []
        self.usage = Usage()
        self.has_stale_replies = False

    @contextmanager
    def timed(self, stage: str) -> Iterator[None]:
        """Add the time spent inside to a stage."""
        began = time.perf_counter()
        try:
            yield
        finally:
            self._seconds[stage] += time.perf_counter() - began

    def count_written(self, graphs: Iterable[DocumentGraph]) -> None:
        """Count documents that were written."""
        for graph in graphs:
            self.learned += 1
            self.sentences += len(graph.sentences)
            self.relations += len(graph.relations)

    def progress(self) -> dict[str, float]:
        """Return the counts so far, for a trace step."""
        return {
            "learned": self.learned,
            "skipped": self.skipped,
            "failed": len(self.failed),
            "sentences": self.sentences,
            "seconds": self._elapsed(),
        }

    def report(self) -> BuildReport:
        """Return the report of the build as it stands."""
        seconds = self._seconds | {"total": self._elapsed()}
        return BuildReport(
            learned=self.learned,
            replaced=self.replaced,
            skipped=self.skipped,
            sentences=self.sentences,
            relations=self.relations,
            incomplete=len(self.unfinished),
            unfinished=tuple(self.unfinished),
            failed=tuple(self.failed),
            dropped=self.dropped,
            usage=self.usage,
            seconds={stage: round(spent, 4) for stage, spent in seconds.items()},
        )

    def _elapsed(self) -> float:
        return time.perf_counter() - self._started
