"""Split a document into sections of readable text, with an offset in the document for each character."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace

from lgm_core.documents.blocks import MAX_HEADING_LENGTH, Block, BlockKind, Piece
from lgm_core.documents.offsets import OffsetMap, Rendered, Run, join, render, split_long
from lgm_core.documents.parsing import ParsedDocument, parse_document
from lgm_core.errors import InputError
from lgm_core.model import Document, Section, section_id
from lgm_core.model.invisible import INVISIBLE

__all__ = ["SectionText", "split_sections"]

_UNREADABLE = re.compile(rf"(?P<line_end>\r\n?)|(?P<control>[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f])|[{INVISIBLE}]+")
_BLANK_LINES_BEFORE = re.compile(r"(?:[^\S\n]*\n)*")


def render_code(pieces: Iterable[Piece]) -> Rendered:
    """Join pieces, preserving line breaks and indents, without leading blank lines and trailing white space.

    Line ends become line feeds and control characters spaces; invisible characters vanish.
    """
    parts: list[str] = []
    runs: list[Run] = []
    length = 0
    for piece in pieces:
        for text, start, end in _readable(piece):
            parts.append(text)
            runs.append(Run(length, length + len(text), start, end))
            length += len(text)
    rendered = Rendered("".join(parts), tuple(runs))
    start, end = _end_of_blank_lines(rendered.text, 0), len(rendered.text.rstrip())
    return rendered.cut(start, end) if start < end else Rendered("", ())


def split_code(rendered: Rendered, limit: int) -> list[Rendered]:
    """Split code into parts of at most `limit` characters: at blank lines, else at line ends, else anywhere."""
    text, start = rendered.text, 0
    if len(text) <= limit:
        return [rendered]
    parts: list[Rendered] = []
    while start < len(text):
        end = _last_break(text, start, start + limit) if len(text) - start > limit else len(text)
        if visible := text[start:end].rstrip():
            parts.append(rendered.cut(start, start + len(visible)))
        start = _end_of_blank_lines(text, end)
    return parts


def _readable(piece: Piece) -> Iterable[tuple[str, int, int]]:
    """Yield the readable parts of a piece with their original spans; a replacement keeps its whole span."""
    if not piece.is_literal:
        text = _UNREADABLE.sub(_replacement, piece.text)
        return [(text, piece.start, piece.end)] if text else []
    parts, start = [], 0
    for match in _UNREADABLE.finditer(piece.text):
        if match.start() > start:
            parts.append((piece.text[start : match.start()], piece.start + start, piece.start + match.start()))
        if replacement := _replacement(match):
            parts.append((replacement, piece.start + match.start(), piece.start + match.end()))
        start = match.end()
    if start < len(piece.text):
        parts.append((piece.text[start:], piece.start + start, piece.end))
    return parts


def _replacement(match: re.Match[str]) -> str:
    return "\n" if match["line_end"] else " " if match["control"] else ""


def _end_of_blank_lines(text: str, start: int) -> int:
    match = _BLANK_LINES_BEFORE.match(text, start)
    return match.end() if match else start


def _last_break(text: str, start: int, limit: int) -> int:
    """Return the offset of the line feed to split at; blank lines count only in the second half of a part."""
    blank_line = text.rfind("\n\n", start + (limit - start) // 2, limit + 1)
    line_end = blank_line if blank_line > start else text.rfind("\n", start + 1, limit + 1)
    return line_end if line_end > start else limit


_BLOCK_SEPARATOR = "\n\n"

MAX_SECTION_LENGTH = 2000
"""Characters; longer sections dilute a retrieved passage, shorter ones separate pronouns from their names."""

_MAX_CODE_LENGTH = 1000
"""Characters; a longer block of code is cited and shown to language models in parts, each as one sentence."""

_ANCHOR_MARKS = " §¶"
"""The text of links to a heading that documentation generators insert into it."""


@dataclass(frozen=True, slots=True)
class TextBlock:
    """A paragraph, list item, table row, quotation, caption, note or code, at `start`–`end` of its section's text.

    `paragraph` numbers the paragraphs of the document from 0; given sentences of a paragraph, and parts of a block too
    long for a section, share one.
    """

    kind: BlockKind
    start: int
    end: int
    paragraph: int = 0


@dataclass(frozen=True, slots=True)
class SectionText:
    """A section and its readable text: no markup, decoded entities, unwrapped lines, blank lines between blocks.

    Only code keeps its lines.
    """

    section: Section
    text: str
    blocks: tuple[TextBlock, ...]
    offsets: OffsetMap

    def moved(self, distance: int) -> SectionText:
        """Return the same section of a document that begins at this offset in its source."""
        section = replace(self.section, start=self.section.start + distance, end=self.section.end + distance)
        runs = [
            run._replace(original_start=run.original_start + distance, original_end=run.original_end + distance)
            for run in self.offsets.runs
        ]
        return replace(self, section=section, offsets=OffsetMap.from_runs(runs))

    @property
    def prose(self) -> str:
        """Return the text with spaces instead of code, preserving offsets; empty if it is all code."""
        text = self.text
        for start, end in self.code_spans:
            text = f"{text[:start]}{' ' * (end - start)}{text[end:]}"
        return "" if text.isspace() else text

    @property
    def given_spans(self) -> list[tuple[int, int]]:
        """Return the spans of given sentences and rows of tables, which a backend may not split."""
        given = (BlockKind.SENTENCE, BlockKind.TABLE_ROW)
        return [(block.start, block.end) for block in self.blocks if block.kind in given]

    @property
    def code_spans(self) -> list[tuple[int, int]]:
        """Return the spans of blocks of code."""
        return [(block.start, block.end) for block in self.blocks if block.kind is BlockKind.CODE]

    @property
    def inline_code_spans(self) -> list[tuple[int, int]]:
        """Return the spans of code inside sentences, one per line."""
        return [(run.start, run.end) for run in self.offsets.runs if run.is_code]

    def original_span(self, start: int, end: int) -> tuple[int, int]:
        """Return the offsets of the characters `start`–`end` of this section's text, as `Document` counts them."""
        return self.offsets.original_span(start, end)


@dataclass(frozen=True, slots=True)
class _RenderedBlock:
    kind: BlockKind
    rendered: Rendered
    paragraph: int


@dataclass(slots=True)
class _Outline:
    """The headings above the current block; `root` is the document's title."""

    root: str
    open_headings: list[tuple[int, str]] = field(default_factory=list)

    def enter(self, level: int, title: str) -> None:
        """Close the headings of the same or a deeper level and open a new one."""
        self.leave(level)
        self.open_headings.append((level, title))

    def leave(self, level: int) -> None:
        """Close the headings of the same or a deeper level."""
        self.open_headings = [heading for heading in self.open_headings if heading[0] < level]

    @property
    def level(self) -> int:
        return self.open_headings[-1][0] if self.open_headings else 0

    @property
    def path(self) -> tuple[str, ...]:
        titles = [title for _, title in self.open_headings]
        if self.root and (not titles or titles[0].casefold() != self.root.casefold()):
            titles.insert(0, self.root)
        return tuple(titles)


def split_sections(
    document: Document | ParsedDocument, *, max_characters: int = MAX_SECTION_LENGTH
) -> list[SectionText]:
    """Split a document at its headings, and sections longer than `max_characters` at blocks or sentence ends.

    A heading without text of its own gives no section, but is in the `path` of the sections below it. A section without
    a heading has level 0 and the document's title. An unparsed document is parsed here.

    Raises:
        InputError: if `max_characters` is not positive.
    """
    if max_characters < 1:
        raise InputError(f"max_characters is {max_characters}; it must be at least 1")
    parsed = document if isinstance(document, ParsedDocument) else parse_document(document)
    document_id = parsed.document.id
    outline = _Outline(" ".join(parsed.document.title.split()))
    sections: list[SectionText] = []
    pending: list[_RenderedBlock] = []
    paragraph = -1
    for block in parsed.blocks:
        rendered = _rendered(block)
        if block.kind is BlockKind.HEADING and not block.pieces:
            sections.extend(_sections_under(pending, outline, document_id, len(sections), max_characters))
            pending = []
            outline.leave(block.level)
        if not rendered.text.strip(_ANCHOR_MARKS):
            continue
        if block.kind is BlockKind.HEADING and len(rendered.text) <= MAX_HEADING_LENGTH:
            sections.extend(_sections_under(pending, outline, document_id, len(sections), max_characters))
            pending = []
            outline.enter(block.level, rendered.text.strip(_ANCHOR_MARKS))
        else:
            kind = BlockKind.PARAGRAPH if block.kind is BlockKind.HEADING else block.kind
            paragraph += not block.continues
            pending.append(_RenderedBlock(kind, rendered, paragraph))
    sections.extend(_sections_under(pending, outline, document_id, len(sections), max_characters))
    start = parsed.document.start_index
    return [part.moved(start) for part in sections] if start else sections


def _rendered(block: Block) -> Rendered:
    return render_code(block.pieces) if block.kind is BlockKind.CODE else render(block.pieces)


def _sections_under(
    blocks: list[_RenderedBlock], outline: _Outline, document_id: str, position: int, limit: int
) -> Iterator[SectionText]:
    for group in _grouped(blocks, limit):
        yield _section_text(group, outline, document_id, position)
        position += 1


def _grouped(blocks: list[_RenderedBlock], limit: int) -> Iterator[list[_RenderedBlock]]:
    """Group blocks into groups of at most `limit` characters, splitting longer blocks."""
    group: list[_RenderedBlock] = []
    length = 0
    for block in blocks:
        for part in _parts(block, limit):
            if group and length + len(_BLOCK_SEPARATOR) + len(part.text) > limit:
                yield group
                group, length = [], 0
            length += len(part.text) + (len(_BLOCK_SEPARATOR) if group else 0)
            group.append(_RenderedBlock(block.kind, part, block.paragraph))
    if group:
        yield group


def _parts(block: _RenderedBlock, limit: int) -> list[Rendered]:
    if block.kind is BlockKind.CODE:
        return split_code(block.rendered, min(limit, _MAX_CODE_LENGTH))
    return split_long(block.rendered, limit)


def _section_text(group: list[_RenderedBlock], outline: _Outline, document_id: str, position: int) -> SectionText:
    joined = join([block.rendered for block in group], _BLOCK_SEPARATOR)
    text_blocks, start = [], 0
    for block in group:
        end = start + len(block.rendered.text)
        text_blocks.append(TextBlock(block.kind, start, end, block.paragraph))
        start = end + len(_BLOCK_SEPARATOR)
    offsets = OffsetMap.from_runs(joined.runs)
    path = outline.path
    section = Section(
        id=section_id(document_id, position),
        document_id=document_id,
        position=position,
        level=outline.level,
        title=path[-1] if path else "",
        path=path,
        start=offsets.runs[0].original_start,
        end=max(run.original_end for run in offsets.runs),
    )
    return SectionText(section, _encodable_text(joined.text), tuple(text_blocks), offsets)


def _encodable_text(text: str) -> str:
    """Replace lone surrogates, which cannot be encoded in UTF-8, with question marks."""
    return text if text.isascii() else text.encode("utf-8", "replace").decode("utf-8")
