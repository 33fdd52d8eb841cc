"""Divide plain text and reStructuredText into paragraphs, and tell those that are code."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import chain

from lgm_core.documents.blocks import CODE_INDENT, Piece
from lgm_core.documents.formats.plain.lines import Line, stretches

__all__ = ["Paragraph", "code_pieces", "paragraphs"]

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
    literalinclude math raw image figure toctree include contents index highlight meta class container automodule
    autoclass autofunction automethod currentmodule graphviz digraph plot only tabs default-role
    """.split()
)
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
    """What stands indented under a paragraph or a directive; `indent` is that of its first lines, once they are read.

    `lines` are those of code; None for what is left out.
    """

    outer_indent: int
    lines: list[Line] | None
    indent: int | None = None

    def takes(self, lines: Sequence[Line]) -> bool:
        """Tell whether lines go on with the block."""
        indent = min(map(_indent, lines))
        return indent > self.outer_indent if self.indent is None else indent >= self.indent

    def add(self, lines: Sequence[Line]) -> None:
        """Take in lines."""
        if self.indent is None:
            self.indent = min(map(_indent, lines))
        if self.lines is not None:
            self.lines += lines


def paragraphs(text: str, *, is_restructured: bool, is_typeset: bool) -> Iterator[Paragraph]:
    """Yield the paragraphs of a text in order, code as it is indented, without reStructuredText's directives.

    Code is what stands indented under a line that ends with `::` or under a directive for code, between fences, and
    what begins with a shell's prompt or, in reStructuredText, with Python's; in a text that `read_pdf` extracted, what
    is indented. The text of other directives stays.
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
    """Read the first lines of a directive: return what they say, and the block under it that is code or no text."""
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
    said = [line.after(_indent(line)) for line in (argument, *content) if line.text.strip()]
    return (Paragraph(said, is_code=name in _OBJECT_DIRECTIVES) if said else None), None
