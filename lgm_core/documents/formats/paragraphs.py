"""Split plain text and reStructuredText into paragraphs, and detect code."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from itertools import chain
from typing import NamedTuple

from lgm_core.documents.blocks import CODE_INDENT, Piece

__all__ = ["Line", "WordDivision", "code_pieces", "paragraphs"]

_LINE = re.compile(r"([^\r\n\f\u2029]*)(?:\r\n?|[\n\f\u2029]|\Z)")
_WORD = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")
_LEFT_PART = re.compile(r"(?<![^\W\d_])([^\W\d_]++)([-\u2010\u00ad])[ \t]*+$")
_RIGHT_PART = re.compile(r"[ \t]*([^\W\d_]+)")
_SOFT_HYPHEN = "\u00ad"


class Line(NamedTuple):
    """A line or its remainder, with its offset in the document."""

    text: str
    start: int

    @property
    def end(self) -> int:
        """Return the offset of the line's end."""
        return self.start + len(self.text)

    def after(self, length: int) -> Line:
        """Return the line without its first characters."""
        return Line(self.text[length:], self.start + length)


def stretches(text: str, start: int, end: int) -> Iterator[list[Line]]:
    """Yield the lines between blank lines of a part of a text."""
    lines: list[Line] = []
    for match in _LINE.finditer(text, start, end):
        if match[1].strip():
            lines.append(Line(match[1], match.start()))
        elif lines:
            yield lines
            lines = []
    if lines:
        yield lines


class WordDivision:
    """Joins words hyphenated at a line's end.

    The spelling of the word elsewhere in the document decides whether the hyphen belongs to it. If it does not occur
    elsewhere, the hyphen is dropped with `drops_hyphens` (typeset text), and kept otherwise (text typed by hand).
    """

    def __init__(self, text: str, *, drops_hyphens: bool) -> None:
        self._text = text
        self._drops_hyphens = drops_hyphens

    @cached_property
    def _words(self) -> set[str]:
        return set(_WORD.findall(self._text.lower()))

    def pieces(self, lines: Sequence[Line]) -> tuple[Piece, ...]:
        """Return lines as pieces of one running text, with hyphenated words joined."""
        pieces: list[Piece] = []
        for line, following in zip(lines, [*lines[1:], None], strict=True):
            left = _LEFT_PART.search(line.text) if following else None
            right = _RIGHT_PART.match(following.text) if following and left else None
            if left is None or right is None or right[1][0].isupper():
                pieces.append(Piece(line.text, line.start, line.end))
                pieces.append(Piece("\n", line.end, line.end))
            else:
                length = left.start(2) if self._is_division(left[1], left[2], right[1]) else left.end(2)
                pieces.append(Piece(line.text[:length], line.start, line.start + length))
        return tuple(_without_indents(pieces))

    def _is_division(self, left: str, hyphen: str, right: str) -> bool:
        if hyphen == _SOFT_HYPHEN or f"{left}{right}".lower() in self._words:
            return True
        return self._drops_hyphens and f"{left}-{right}".lower() not in self._words


def _without_indents(pieces: Sequence[Piece]) -> Iterator[Piece]:
    """Yield pieces without their indentation, which would otherwise separate the halves of a word."""
    for piece in pieces:
        indent = len(piece.text) - len(piece.text.lstrip(" \t"))
        yield Piece(piece.text[indent:], piece.start + indent, piece.end)


_DIRECTIVE = re.compile(r"[ \t]*\.\. (?:\|[^|]+\| )?(?P<name>[A-Za-z][\w:.+-]*?) ?::(?:[ \t]+|$)")
_EXPLICIT_MARKUP = re.compile(r"[ \t]*\.\.(?: |$)")
_OPTION = re.compile(r"[ \t]*:[^:\s][^:]*:(?: |$)")
_FENCE_LINE = re.compile(r"^[ \t]*(?P<fence>`{3,})(?P<info>[^`\r\n]*)(?=\r?$)", re.M)
_SHELL_SESSION = re.compile(r"[ \t]*\$ [A-Za-z_./~]")
_PYTHON_SESSION = re.compile(r"[ \t]*>>> ")
_CODE_DIRECTIVES = frozenset(
    "code code-block sourcecode parsed-literal prompt console doctest testcode testsetup testoutput ipython".split()
)
_DIRECTIVES_WITHOUT_TEXT = frozenset(
    """
    literalinclude math raw image toctree include contents index highlight meta automodule autoclass autofunction
    automethod currentmodule graphviz digraph plot default-role
    """.split()
)
_DIRECTIVES_AROUND_TEXT = frozenset("container figure only tabs".split())
"""Directives whose argument is no text, but what stands below is."""

_OBJECT_DIRECTIVES = frozenset(
    """
    option cmdoption envvar confval setting function class method attribute data exception property staticmethod
    classmethod decorator module type var macro struct enum enumerator member describe object
    """.split()
)


@dataclass(frozen=True, slots=True)
class Paragraph:
    """Lines between blank lines or, if they are code, all lines of it, with blank lines between them."""

    lines: list[Line]
    is_code: bool = False


@dataclass(slots=True)
class _IndentedBlock:
    """The block indented under a paragraph or a directive; `indent` is that of its first lines, once read.

    `lines` holds lines of code; None for a block to be left out.
    """

    outer_indent: int
    lines: list[Line] | None
    indent: int | None = None

    def takes(self, lines: Sequence[Line]) -> bool:
        """Tell whether lines continue the block."""
        indent = min(map(_indent, lines))
        return indent > self.outer_indent if self.indent is None else indent >= self.indent

    def add(self, lines: Sequence[Line]) -> None:
        """Add lines."""
        if self.indent is None:
            self.indent = min(map(_indent, lines))
        if self.lines is not None:
            self.lines += lines


def paragraphs(text: str, *, is_restructured: bool, is_typeset: bool) -> Iterator[Paragraph]:
    """Yield the paragraphs of a text in order, code with its indentation, without reStructuredText directives.

    Code is text indented under a line that ends with `::` or under a code directive, between fences, or after a shell
    prompt or, in reStructuredText, a Python prompt; in text extracted by `read_pdf`, all indented text. The text of
    other directives is kept.
    """
    unfenced = partial(_unfenced, text, is_restructured=is_restructured, is_typeset=is_typeset)
    position = 0
    for opening, closing in _fences(text):
        yield from unfenced(position, opening.start())
        if lines := list(chain.from_iterable(stretches(text, opening.end(), closing.start()))):
            yield Paragraph(lines, is_code=True)
        position = closing.end()
    yield from unfenced(position, len(text))


def _fences(text: str) -> Iterator[tuple[re.Match[str], re.Match[str]]]:
    """Yield the lines of three or more backticks before and after code, as in Markdown."""
    opening: re.Match[str] | None = None
    for match in _FENCE_LINE.finditer(text):
        if opening is None:
            opening = match
        elif len(match["fence"]) >= len(opening["fence"]) and not match["info"].strip():
            yield opening, match
            opening = None


def _unfenced(text: str, start: int, end: int, *, is_restructured: bool, is_typeset: bool) -> Iterator[Paragraph]:
    block: _IndentedBlock | None = None
    for lines in stretches(text, start, end):
        if block is not None and block.takes(lines):
            block.add(lines)
            continue
        yield from _code_of(block)
        block = None
        if _EXPLICIT_MARKUP.match(lines[0].text):
            paragraph, block = _directive(lines)
            if paragraph is not None:
                yield paragraph
            continue
        is_session = _SHELL_SESSION.match(lines[0].text) or (is_restructured and _PYTHON_SESSION.match(lines[0].text))
        is_code = bool(is_session) or (is_typeset and all(line.text.startswith(CODE_INDENT) for line in lines))
        if is_code or lines[0].text.strip() != "::":
            yield Paragraph(lines, is_code)
        if lines[-1].text.rstrip().endswith("::"):
            block = _IndentedBlock(_indent(lines[0]), [])
    yield from _code_of(block)


def code_pieces(text: str, lines: Sequence[Line]) -> tuple[Piece, ...]:
    """Return lines of code as pieces, blank lines between them kept and their common indent removed."""
    indent = min(map(_indent, lines))
    pieces: list[Piece] = []
    previous: Line | None = None
    for line in lines:
        if previous is not None:
            breaks = max(1, text.count("\n", previous.end, line.start))
            pieces.append(Piece("\n" * breaks, previous.end, previous.end))
        pieces.append(Piece(line.text[indent:], line.start + indent, line.end))
        previous = line
    return tuple(pieces)


def _indent(line: Line) -> int:
    return len(line.text) - len(line.text.lstrip(" \t"))


def _code_of(block: _IndentedBlock | None) -> Iterator[Paragraph]:
    if block is not None and block.lines:
        yield Paragraph(block.lines, is_code=True)


def _directive(lines: list[Line]) -> tuple[Paragraph | None, _IndentedBlock | None]:
    """Read the first lines of a directive: return their text, and the block under it if that is code or not text."""
    match = _DIRECTIVE.match(lines[0].text)
    if match is None:
        return None, None  # a comment, a footnote or a target
    name, indent = match["name"].rpartition(":")[2].lower(), _indent(lines[0])
    argument = lines[0].after(match.end())
    content = [line for line in lines[1:] if not _OPTION.match(line.text)]
    if name in _CODE_DIRECTIVES:
        return None, _IndentedBlock(indent, content)
    if name in _DIRECTIVES_WITHOUT_TEXT:
        return None, _IndentedBlock(indent, None)
    below = content if name in _DIRECTIVES_AROUND_TEXT else [argument, *content]
    said = [line.after(_indent(line)) for line in below if line.text.strip()]
    return (Paragraph(said, is_code=name in _OBJECT_DIRECTIVES) if said else None), None
