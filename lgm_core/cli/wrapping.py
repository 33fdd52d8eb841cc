"""Text wrapped to a terminal's width in cells: Chinese characters and emoji take two, accents none."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from typing import TextIO

from rich.cells import cell_len

__all__ = ["GrowingText", "columns_of", "wrapped"]

_LEAST, _MOST = 20, 100
"""The limits of a line: lines overflow in narrower terminals, and would be hard to read in wider ones."""

_WORD = re.compile(r"[ \t]*[^ \t]+")
_CLOSING = frozenset("、。，．：；？！）」』】〉》〕］｝々ーぁぃぅぇぉっゃゅょァィゥェォッャュョ")
"""Characters that no line begins with."""
_OPENING = frozenset("（「『【〈《〔［｛")
"""Characters that no line ends with."""


def columns_of(stream: TextIO) -> int | None:
    """Return how many cells a line of a terminal has; None for anything else, where lines are not wrapped."""
    try:
        if not stream.isatty():
            return None
        columns = int(os.environ.get("COLUMNS", "0")) or os.get_terminal_size(stream.fileno()).columns
    except (OSError, ValueError):
        columns = 80
    return min(max(columns or 80, _LEAST), _MOST)


def wrapped(text: str, columns: int, *, first: str = "", rest: str = "") -> str:
    """Return text in lines of at most so many cells, broken between words or wide characters.

    A longer word stays whole, so that an address or path can be copied.

    Args:
        text: the text; each of its lines is wrapped separately.
        columns: cells of a line.
        first: the beginning of the first line.
        rest: the beginning of the others.
    """
    lines: list[str] = []
    for line in text.expandtabs(4).split("\n"):
        begun, has_room = rest if lines else first, False
        for unit in _units(line):
            if has_room and cell_len(begun + unit) > columns:
                lines.append(begun)
                begun, unit = rest, unit.lstrip(" ")
            begun, has_room = begun + unit, True
        lines.append(begun.rstrip(" "))
    return "\n".join(lines)


class GrowingText:
    """Wraps a text that comes in pieces of any length; each word is shown when the next one begins.

    Args:
        columns: cells of a line.
    """

    def __init__(self, columns: int) -> None:
        self._columns, self._used, self._pending = columns, 0, ""

    def shown(self, piece: str) -> str:
        """Return what to print for a piece of the text."""
        *lines, last = (self._pending + piece).split("\n")
        shown = ""
        for line in lines:
            shown += self._placed(_units(line)) + "\n"
            self._used = 0
        *units, word = _units(last) or [""]
        self._pending = word + last[len(last.rstrip(" \t")) :]
        return shown + self._placed(units)

    def rest(self) -> str:
        """Return what to print at the end of the text."""
        return self._placed(_units(self._pending))

    def _placed(self, units: Iterable[str]) -> str:
        placed = ""
        for unit in units:
            if self._used and self._used + cell_len(unit) > self._columns:
                unit, self._used = unit.lstrip(" \t"), 0
                placed += "\n"
            self._used += cell_len(unit)
            placed += unit
        return placed


def _units(line: str) -> list[str]:
    """Divide a line at its possible breaks; blanks stand before what follows them."""
    units = []
    for word in _WORD.findall(line):
        unit = ""
        for character in word:
            is_wide = cell_len(character) > 1
            breaks = is_wide or (unit and cell_len(unit[-1]) > 1 and cell_len(character) > 0)
            if unit.strip(" ") and breaks and character not in _CLOSING and unit[-1] not in _OPENING:
                units.append(unit)
                unit = ""
            unit += character
        units.append(unit)
    return units
