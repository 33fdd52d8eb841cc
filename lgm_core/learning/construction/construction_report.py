"""What construction found in a document, and what it asked of a language model for it."""

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
    """What a stage found and what it asked of a language model.

    Attributes:
        counts: how much it found, by what it is: `named`, `facts`.
        requests: how many requests were made, those answered from the reply cache among them.
        usage: what the requests cost.
        failures: why requests failed, one text for each.
        dropped: what was in replies and could not be used, by reason, the most frequent first.
    """

    counts: Mapping[str, int] = field(default_factory=dict)
    requests: int = 0
    usage: Usage = field(default_factory=Usage)
    failures: tuple[str, ...] = ()
    dropped: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ConstructionReport:
    """What was constructed for a document.

    Attributes:
        document: its id.
        stages: what each stage that ran found and cost.
        additions: by stage, the id under which `undo` takes it back; a stage that found nothing has none.
        violations: which checks the document fails; none of them kept it from being constructed.
        refused: why nothing was constructed, of one document among several; else empty.
        taken_back: ids of additions that these replace: of a former text, of stages that found other things now, or of
            stages that were switched off and had worked with what those found before.
        left: stages that found no more than an earlier run, after a request had failed: its findings are kept.
        unread_language: the document's language, if it is not the one that phrases and clauses are read in.
        stopped: why not all stages ended, if a budget of tokens was spent; those that ended are kept, and the same
            construction again goes on with the others. Else empty.
        cut: headings of the sections that were too long for one request and were cut between sentences.
        unshrunk: headings of the sections that no summary made shorter.
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
        """Return how many requests were made, those answered from the reply cache among them."""
        return sum(stage.requests for stage in self.stages.values())

    @property
    def usage(self) -> Usage:
        """Return what the requests cost."""
        return sum((stage.usage for stage in self.stages.values()), Usage())

    def __str__(self) -> str:
        """Return a table of the stages, of at most 80 columns, and what else there is to tell."""
        reasons = [self.refused] if self.refused else []
        if self.stopped:
            reasons.append(f"stopped: {self.stopped}; construct it again to go on")
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
                continue  # it had nothing to go on, since a request had failed before
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
                f"the text is in another language ({self.unread_language}) than is parsed here, so much is missed:"
            )
            lines.append("ask a language model (--llm), or choose a language backend for it")
        if self.violations:
            lines.append(f"checks: {'; '.join(map(str, self.violations))}")
        if self.cut:
            lines.append(f"too long for one request, cut between sentences: {', '.join(self.cut)}")
        if self.unshrunk:
            lines.append(f"no summary made shorter: {', '.join(self.unshrunk)}")
        if self.taken_back:
            count = len(self.taken_back)
            lines.append(f"took back {count} earlier addition{'s' if count != 1 else ''}, which these replace")
        return lines


def _figures(requests: int, usage: Usage) -> str:
    figures = (requests, usage.prompt_tokens, usage.completion_tokens, usage.cached)
    return "".join(f"{figure:>10,}" for figure in figures)


def listed_counts(counts: Mapping[str, int]) -> str:
    """Return what was counted, by its name in the plural, as a text; what is not there is left out."""
    return ", ".join(f"{count:,} {_one(name) if count == 1 else name}" for name, count in counts.items() if count)


def _one(name: str) -> str:
    """Return the singular of what is counted: `entities`, `facts`; other words stay."""
    if name.endswith("ies"):
        return f"{name[:-3]}y"
    return name.removesuffix("s")
