"""Render pieces as one clean text, with a map from its offsets to those of the document."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from operator import attrgetter
from typing import NamedTuple

from lgm_core.documents.blocks import Piece
from lgm_core.model.invisible import INVISIBLE

__all__ = ["OffsetMap", "Rendered", "Run", "join", "render", "split_long"]

_VISIBLE = rf"[^\s\x00-\x1f\x7f-\x9f{INVISIBLE}]++"
_VISIBLE_RUN = re.compile(f"{_VISIBLE}(?: {_VISIBLE})*+")
_ONLY_INVISIBLE = re.compile(f"[{INVISIBLE}]*")
# Not after capitalised words of up to three letters: they are often titles and initials ("Dr.", "J.").
_SENTENCE_END = re.compile(
    r"(?<!\b[A-Z])(?<!\b[A-Z][a-z])(?<!\b[A-Z][a-z]{2})[.!?…][\"'”’)\]]*(?= [^\Wa-z]| [\"“‘'(\[])"
)


class Run(NamedTuple):
    """The rendered characters `start`–`end` stand for the original characters `original_start`–`original_end`.

    `is_code` is that of the rendered piece.
    """

    start: int
    end: int
    original_start: int
    original_end: int
    is_code: bool = False

    @property
    def is_literal(self) -> bool:
        """Tell whether rendered and original characters correspond one to one."""
        return self.end - self.start == self.original_end - self.original_start


@dataclass(frozen=True, slots=True)
class OffsetMap:
    """A map from offsets in a rendered text to the original; runs are in order and do not overlap."""

    runs: tuple[Run, ...]
    starts: tuple[int, ...]

    @classmethod
    def from_runs(cls, runs: Sequence[Run]) -> OffsetMap:
        """Make a map of runs that are in order."""
        return cls(tuple(runs), tuple(run.start for run in runs))

    def original_span(self, start: int, end: int) -> tuple[int, int]:
        """Return the original offsets of the rendered characters `start`–`end`.

        A span that begins or ends inside a replacement covers the whole original; one that begins or ends between two
        runs (in white space) shrinks to the visible text.
        """
        if not self.runs:
            return (0, 0)
        original_start = self._original_start(start)
        return (original_start, max(original_start, self._original_end(end)))

    def _original_start(self, position: int) -> int:
        index = max(0, bisect_right(self.starts, position) - 1)
        run = self.runs[index]
        if position >= run.end and index + 1 < len(self.runs):
            run = self.runs[index + 1]
        if position >= run.end:
            return run.original_end
        return run.original_start + max(0, position - run.start) if run.is_literal else run.original_start

    def _original_end(self, position: int) -> int:
        run = self.runs[max(0, bisect_right(self.starts, position - 1) - 1)]
        if position < run.end and run.is_literal:
            return run.original_start + max(0, position - run.start)
        return run.original_end


@dataclass(frozen=True, slots=True)
class Rendered:
    """A clean text, without line breaks unless it is code, with the original spans of its runs."""

    text: str
    runs: tuple[Run, ...]

    def cut(self, start: int, end: int) -> Rendered:
        """Return the part between two offsets; a replacement cut in two keeps its whole original span."""
        runs = []
        for index in range(max(0, bisect_right(self.runs, start, key=attrgetter("start")) - 1), len(self.runs)):
            run = self.runs[index]
            if run.start >= end:
                break
            first, last = max(run.start, start), min(run.end, end)
            if first >= last:
                continue
            original_start, original_end = run.original_start, run.original_end
            if run.is_literal:
                original_start, original_end = original_start + first - run.start, original_end - (run.end - last)
            runs.append(Run(first - start, last - start, original_start, original_end, run.is_code))
        return Rendered(self.text[start:end], tuple(runs))


def render(pieces: Iterable[Piece]) -> Rendered:
    """Join pieces into one line: white space and control characters become single spaces, invisible ones vanish."""
    parts: list[str] = []
    runs: list[Run] = []
    length = 0
    is_space_due = False
    for piece in pieces:
        for start, end in _visible_spans(piece.text):
            if start == end:
                is_space_due = True
                continue
            if is_space_due and length:
                parts.append(" ")
                length += 1
            is_space_due = False
            parts.append(piece.text[start:end])
            runs.append(_run(piece, start, end, length))
            length += end - start
    return Rendered("".join(parts), tuple(runs))


def _visible_spans(text: str) -> Iterator[tuple[int, int]]:
    """Yield the spans of visible text, and an empty span for each stretch of white space around them."""
    position = 0
    for match in _VISIBLE_RUN.finditer(text):
        if not _ONLY_INVISIBLE.fullmatch(text, position, match.start()):
            yield position, position
        yield match.span()
        position = match.end()
    if not _ONLY_INVISIBLE.fullmatch(text, position):
        yield position, position


def _run(piece: Piece, start: int, end: int, position: int) -> Run:
    if piece.is_literal:
        return Run(position, position + end - start, piece.start + start, piece.start + end, piece.is_code)
    return Run(position, position + end - start, piece.start, piece.end, piece.is_code)


def join(rendered: Sequence[Rendered], separator: str) -> Rendered:
    """Join rendered texts; the separators do not exist in the original."""
    if len(rendered) == 1:
        return rendered[0]
    runs: list[Run] = []
    shift = 0
    for part in rendered:
        runs.extend(Run(run.start + shift, run.end + shift, *run[2:]) for run in part.runs)
        shift += len(part.text) + len(separator)
    return Rendered(separator.join(part.text for part in rendered), tuple(runs))


def split_long(rendered: Rendered, limit: int) -> list[Rendered]:
    """Split a text into parts of at most `limit` characters, at sentence ends if possible, else at spaces."""
    text, parts, start = rendered.text, [], 0
    while len(text) - start > limit:
        end = _last_break(text, start, start + limit)
        parts.append(rendered.cut(start, end))
        start = end + 1 if text[end] == " " else end
    return [*parts, rendered.cut(start, len(text))] if parts else [rendered]


def _last_break(text: str, start: int, limit: int) -> int:
    sentence_ends = [match.end() for match in _SENTENCE_END.finditer(text, start, limit + 1)]
    if sentence_ends:
        return sentence_ends[-1]
    space = text.rfind(" ", start + 1, limit + 1)
    return space if space > 0 else limit
