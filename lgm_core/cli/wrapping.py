"""Text in lines of a terminal's width, which counts cells: Chinese characters and emoji take two, accents none."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from typing import TextIO

from rich.cells import cell_len

__all__ = ["GrowingText", "columns_of", "wrapped"]

_LEAST, _MOST = 20, 100
"""Columns of a line: in a narrower terminal lines run over, in a wider one they would be hard to read."""

_WORD = re.compile(r"[ \t]*[^ \t]+")
_CLOSING = frozenset("、。，．：；？！）」』】〉》〕］｝々ーぁぃぅぇぉっゃゅょァィゥェォッャュョ")
"""Characters that no line begins with."""
_OPENING = frozenset("（「『【〈《〔［｛")
"""Characters that no line ends with."""


def columns_of(stream: TextIO) -> int | None:
    """Return how many cells a line of a terminal takes; None for what is no terminal, where lines are not divided."""
    try:
        if not stream.isatty():
            return None
        columns = int(os.environ.get("COLUMNS", "0")) or os.get_terminal_size(stream.fileno()).columns
    except (OSError, ValueError):
        columns = 80
    return min(max(columns or 80, _LEAST), _MOST)


def wrapped(text: str, columns: int, *, first: str = "", rest: str = "") -> str:
    """Return text in lines of so many cells at most, divided between words or wide characters.

    A longer word stays whole, so that an address or path can be copied.

    Args:
        text: the text; each of its lines is divided by itself.
        columns: cells of a line.
        first: what the first line begins with.
        rest: what all others begin with.
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
    """Divides a text into lines while it comes, in pieces that end anywhere.

    A word is shown at once as far as it is known. If it turns out to be too long for the line, what was shown of it is
    wiped out again. The last cell of a line stays free: from behind it cursors do not step back as from elsewhere.

    Args:
        columns: cells of a line of the terminal.
    """

    def __init__(self, columns: int) -> None:
        self._columns, self._used, self._word = columns - 1, 0, ""

    def shown(self, piece: str) -> str:
        """Return what to print for a piece of the text."""
        return "".join(map(self._shown, piece))

    def _shown(self, character: str) -> str:
        if character == "\n":
            self._used, self._word = 0, ""
            return character
        cells = cell_len(character)
        if character in " \t":
            self._word = ""
            if self._used >= self._columns:
                return ""
            self._used += 1
            return " "
        begins = cells > 1 and character not in _CLOSING
        if begins:
            self._word = ""
        moved = ""
        if self._used + cells > self._columns:
            word, length = self._word, cell_len(self._word)
            if length + cells > self._columns:
                word, length = "", 0  # longer than a line
            moved = "\b" * length + " " * length + "\n" + word
            self._used = length
        self._used += cells
        self._word += character
        return moved + character


def _units(line: str) -> Iterator[str]:
    """Divide a line where it may be broken; blanks stand before what follows them."""
    for word in _WORD.findall(line):
        unit = ""
        for character in word:
            is_wide = cell_len(character) > 1
            breaks = is_wide or (unit and cell_len(unit[-1]) > 1 and cell_len(character) > 0)
            if unit.strip(" ") and breaks and character not in _CLOSING and unit[-1] not in _OPENING:
                yield unit
                unit = ""
            unit += character
        yield unit
