"""What came of an alignment."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from lgm_core.learning.construction.construction_report import listed_counts
from lgm_core.model import RequestCounts, Usage

__all__ = ["AlignmentReport"]


@dataclass(frozen=True, slots=True)
class AlignmentReport:
    """What an alignment has added to a graph.

    Attributes:
        addition: the id for `undo`; empty if nothing was added.
        documents: the number of documents read.
        merges: pairs of names that are now one thing.
        is_a: is-a relations.
        parts: has-part relations.
        rules: the numbers of added relations, by the rule or language model that found them.
        refused: the numbers of proposed relations that were not added, by reason.
        taken_back: ids of earlier alignments that this one replaced.
        stopped: why pairs were not judged, if a token budget was spent; else empty.
        requests: the numbers of requests and failed requests to a language model.
        usage: what the requests cost.
    """

    addition: str
    documents: int
    merges: int
    is_a: int
    parts: int
    rules: Mapping[str, int]
    refused: Mapping[str, int]
    taken_back: tuple[str, ...] = ()
    stopped: str = ""
    requests: RequestCounts = field(default_factory=RequestCounts)
    usage: Usage = field(default_factory=Usage)

    @property
    def ok(self) -> bool:
        """Return whether no request failed and all pairs were judged."""
        return not self.requests.failed and not self.stopped

    def __str__(self) -> str:
        """Return a summary line, and lines on rules, refused pairs and requests."""
        added = listed_counts({"merges": self.merges, "is-a relations": self.is_a, "has-part relations": self.parts})
        lines = [f"{listed_counts({'documents': self.documents})}: {added or 'nothing to align'}"]
        if self.addition:
            lines[0] += f", added as {self.addition}"
        for word, counts in (("found by", self.rules), ("refused", self.refused)):
            if counts:
                lines.append(f"{word}: " + ", ".join(f"{reason} ({count:,})" for reason, count in counts.items()))
        if self.requests.failed:
            lines.append(str(self.requests))
        if self.stopped:
            lines.append(f"stopped: {self.stopped}; align again to judge the rest")
        return "\n".join(lines)
