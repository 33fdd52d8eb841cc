"""The findings of construction in a document, and its language-model requests."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from lgm_core.learning.construction.checks import Violation
from lgm_core.learning.construction.construction_options import Stage
from lgm_core.model import Usage

__all__ = ["ConstructionReport", "StageReport", "listed_counts"]

_COLUMNS = ("requests", "prompt", "reply", "cached")


@dataclass(frozen=True, slots=True)
class StageReport:
    """The findings of a stage and its language-model requests.

    Attributes:
        counts: the numbers of findings by kind: `named`, `facts`.
        requests: the number of requests, including those answered from the reply cache.
        usage: what the requests cost.
        failures: why requests failed, one text per failure.
        dropped: the numbers of unusable items in replies, by reason, the most frequent first.
    """

    counts: Mapping[str, int] = field(default_factory=dict)
    requests: int = 0
    usage: Usage = field(default_factory=Usage)
    failures: tuple[str, ...] = ()
    dropped: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ConstructionReport:
    """The result of construction for a document.

    Attributes:
        document: its id.
        stages: the findings and costs of each stage that ran.
        additions: by stage, the id of its addition, for `undo`; a stage without findings has none.
        violations: the checks the document fails; none prevented construction.
        refused: why nothing was constructed, for one document among several; else empty.
        taken_back: ids of replaced additions: of a former text, of stages with different findings now, or of
            switched-off stages that had used their former findings.
        left: stages that found no more than an earlier run after a failed request: the earlier findings are kept.
        unread_language: the document's language, if it is not the one that phrases and clauses are read in.
        stopped: why not all stages finished, if a token budget was spent; finished ones are kept, and repeating the
            construction continues with the others. Else empty.
        cut: headings of sections too long for one request, which were cut between sentences.
        unshrunk: headings of sections that no summary shortened.
    """

    document: str
    stages: Mapping[Stage, StageReport] = field(default_factory=dict)
    additions: Mapping[Stage, str] = field(default_factory=dict)
    violations: tuple[Violation, ...] = ()
    refused: str = ""
    taken_back: tuple[str, ...] = ()
    left: tuple[Stage, ...] = ()
    unread_language: str = ""
    cut: tuple[str, ...] = ()
    unshrunk: tuple[str, ...] = ()
    stopped: str = ""

    @property
    def ok(self) -> bool:
        """Return whether the document was constructed in full and no request failed."""
        return not self.refused and not self.stopped and not any(stage.failures for stage in self.stages.values())

    @property
    def requests(self) -> int:
        """Return the number of requests, including those answered from the reply cache."""
        return sum(stage.requests for stage in self.stages.values())

    @property
    def usage(self) -> Usage:
        """Return what the requests cost."""
        return sum((stage.usage for stage in self.stages.values()), Usage())

    def __str__(self) -> str:
        """Return a table of the stages, at most 80 columns wide, and any further notes."""
        reasons = [self.refused] if self.refused else []
        if self.stopped:
            reasons.append(f"stopped: {self.stopped}; construct it again to continue")
        for stage, told in self.stages.items():
            if failures := told.failures:
                requests = "1 request" if told.requests == 1 else f"{told.requests:,} requests"
                reasons.append(f"{stage}: {len(failures):,} of {requests} failed: {failures[0]}")
        return "\n".join([self.document, *reasons, *self._table(), *self._notes()])

    def _table(self) -> list[str]:
        lines = []
        if self.requests:
            lines.append(f"{'':12}" + "".join(f"{name:>10}" for name in _COLUMNS))
        for stage, told in self.stages.items():
            found = listed_counts(told.counts)
            if not found and not told.requests and not self.ok:
                continue  # it had no input, since a request had failed before
            found = found or "nothing"
            if self.requests:
                lines.append(f"{stage:12}{_figures(told.requests, told.usage)}")
                lines.append(f"    {found}")
            else:
                lines.append(f"{stage:12}{found}")
        if self.requests:
            lines.append(f"{'all':12}{_figures(self.requests, self.usage)}")
        return lines

    def _notes(self) -> list[str]:
        lines = []
        for stage, told in self.stages.items():
            reasons = ", ".join(f"{count:,} ({reason})" for reason, count in told.dropped.items())
            if reasons:
                lines.append(f"{stage}: dropped {reasons}")
        if self.left:
            lines.append(f"kept what an earlier run found, since requests failed: {', '.join(self.left)}")
        if self.unread_language:
            lines.append(
                f"the text is in another language ({self.unread_language}) than is parsed here, so much is missing:"
            )
            lines.append("ask a language model (--llm), or choose a language backend for it")
        if self.violations:
            lines.append(f"checks: {'; '.join(map(str, self.violations))}")
        if self.cut:
            lines.append(f"too long for one request, cut between sentences: {', '.join(self.cut)}")
        if self.unshrunk:
            lines.append(f"not shortened by any summary: {', '.join(self.unshrunk)}")
        if self.taken_back:
            count = len(self.taken_back)
            lines.append(f"undid {count} earlier addition{'s' if count != 1 else ''}, replaced by these")
        return lines


def _figures(requests: int, usage: Usage) -> str:
    figures = (requests, usage.prompt_tokens, usage.completion_tokens, usage.cached)
    return "".join(f"{figure:>10,}" for figure in figures)


def listed_counts(counts: Mapping[str, int]) -> str:
    """Return counts by plural name as a text, without zeros."""
    return ", ".join(f"{count:,} {_one(name) if count == 1 else name}" for name, count in counts.items() if count)


def _one(name: str) -> str:
    """Return the singular of a counted noun: `entities`, `facts`; other words stay."""
    if name.endswith("ies"):
        return f"{name[:-3]}y"
    return name.removesuffix("s")
