"""Recognise headings in plain text if their form is unmistakable.

Four forms count: a line underlined (or over- and underlined) with a repeated character and, alone in its paragraph
before prose, a line in capitals, a numbered line (`2.1 Scope`, `Chapter 3`), or the title on the first line.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

_MAX_LENGTH = 80
_MAX_WORDS = 12
"""A line of more characters or words is a sentence; higher limits turn short paragraphs into headings."""
_MIN_UNDERLINE = 0.7
"""The minimum share of the title's length that an underline covers; people count characters loosely."""
_RULE = re.compile(r"([=\-~^\"'`#*+_:.])\1{2,}")
_NUMBERED = re.compile(r"(\d{1,2}(?:\.\d{1,2})*)[.)]?[ \t]+(?=[^\W\d_a-z])")
_CHAPTER = re.compile(r"(chapter|part|section|appendix|book)[ \t]+(\d{1,3}|[IVXLC]+|[A-Z])\b(?=[.:—–-]|[ \t]|$)", re.I)
_ENDS_OPEN = re.compile(r"[.!?:;,](?:[\"'”’)\]]*)$")


@dataclass(slots=True)
class HeadingLevels:
    """Assigns levels to styles of headings in the order of their first appearance, as reStructuredText does."""

    styles: list[str] = field(default_factory=list)
    number_base: int | None = None

    def level(self, style: str) -> int:
        """Return the level of a style: `title`, `capitals`, `chapter`, or the underline's characters."""
        if style not in self.styles:
            self.styles.append(style)
        return self.styles.index(style) + 1

    def numbered_level(self, number: str) -> int:
        """Return the level of a section number: that of `2.1` is one more than that of `2`."""
        if self.number_base is None:
            self.number_base = len(self.styles)
        return self.number_base + number.count(".") + 1


def underline_style(title: str, rule: str) -> str | None:
    """Return the character that underlines a title, or None if the second line does not underline the first."""
    title, rule = title.strip(), rule.strip()
    if not _RULE.fullmatch(rule) or _RULE.fullmatch(title) or len(title) > 2 * _MAX_LENGTH:
        return None
    if title.endswith((".", ",", ";")) or not any(map(str.isalnum, title)):
        return None
    return rule[0] if len(rule) >= _MIN_UNDERLINE * len(title) else None


def numbering(line: str) -> tuple[str, int] | None:
    """Return the section number of a heading line and the offset of its title; `("chapter", 0)` for `Chapter 3`."""
    line = line.rstrip()
    if match := _CHAPTER.match(line):
        return ("chapter", 0) if len(line) <= _MAX_LENGTH and not line.endswith((".", ",", ";")) else None
    match = _NUMBERED.match(line)
    return (match[1], match.end()) if match and _is_short(line[match.end() :]) else None


def number_length(title: str) -> int:
    """Return the length of the section number at the beginning of a title."""
    match = _NUMBERED.match(title)
    return match.end() if match else 0


def is_capitals(line: str) -> bool:
    """Tell whether a line is a heading in capitals."""
    letters = [character for character in line if character.isalpha()]
    return len(letters) >= 4 and line.upper() == line and line.lower() != line and _is_short(line)


def is_title_line(line: str) -> bool:
    """Tell whether the first line of a text looks like a title: short, capitalised, and not a sentence."""
    line = line.strip()
    return _is_short(line) and (line[0].isupper() or line[0].isdigit()) and any(map(str.isalpha, line))


def _is_short(line: str) -> bool:
    line = line.strip()
    return bool(line) and len(line) <= _MAX_LENGTH and len(line.split()) <= _MAX_WORDS and not _ENDS_OPEN.search(line)
