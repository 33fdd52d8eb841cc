"""Parse Markdown into headings, paragraphs, list items, quotations, table rows and code, without front matter."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from operator import itemgetter

from markdown_it import MarkdownIt, rules_inline
from markdown_it.rules_inline import StateInline
from markdown_it.token import Token
from markdown_it.utils import EnvType

from lgm_core.documents.blocks import Block, BlockKind, Piece
from lgm_core.documents.formats.html_blocks import html_blocks
from lgm_core.documents.formats.markdown_additions import (
    attribute_spans,
    is_list_of_contents,
    is_navigation,
    with_definitions,
)
from lgm_core.documents.front_matter import front_matter
from lgm_core.documents.table_rows import Cell, row_block
from lgm_core.model import MetadataValue

__all__ = ["markdown_blocks"]

_Rule = Callable[[StateInline, bool], bool]
_FOOTNOTE_MARK = re.compile(r"\[\^[^\]\s]+\]")
_CODE_TAG = re.compile(r"<(?P<slash>/?)(?:code|kbd|samp|tt)\b", re.I)
_BREAK_TAG = re.compile(r"</?(?:br|p|div|li|td|th|tr)\b", re.I)
_NOTE_MARK = re.compile(
    r"<sup\b[^<>]{0,200}>(?:<[^<>]{0,200}>){0,3}\[[^\]<>]{0,100}\](?:<[^<>]{0,200}>){0,3}</sup\s*>", re.I
)
_MAX_LENGTH = 50_000
"""Characters; a longer paragraph is data, not prose, and is kept as written, because parsing it would take too long."""
_MAX_NESTING = 60
"""Depth of blocks and marks; the parser recurses, and drops content nested deeper."""


@cache
def block_parser() -> MarkdownIt:
    """Return a CommonMark parser with tables that leaves inline markup to `inline_pieces`."""
    return _parser().disable(["inline", "text_join"])


@cache
def _parser() -> MarkdownIt:
    parser = MarkdownIt("commonmark", {"maxNesting": _MAX_NESTING}).enable(["table", "strikethrough"])
    for name, rule in (
        ("newline", rules_inline.newline),
        ("escape", rules_inline.escape),
        ("backticks", rules_inline.backtick),
        ("link", rules_inline.link),
        ("image", rules_inline.image),
        ("autolink", rules_inline.autolink),
        ("html_inline", rules_inline.html_inline),
        ("entity", rules_inline.entity),
    ):
        parser.inline.ruler.at(name, _recording_its_end(rule))
    return parser


def _recording_its_end(rule: _Rule) -> _Rule:
    """Wrap a rule of the parser so that the last token it makes records the end of its source."""

    def recording(state: StateInline, silent: bool) -> bool:
        before = len(state.tokens)
        is_match = rule(state, silent)
        if is_match and not silent and len(state.tokens) > before:
            state.tokens[-1].meta["end"] = state.pos
        return is_match

    return recording


def inline_pieces(content: str, env: EnvType) -> list[Piece]:
    """Return the readable text of a paragraph's source, with offsets into that source.

    Links and code keep their text; images, tags and footnote marks are left out.
    """
    if len(content) > _MAX_LENGTH:
        return [Piece(content, 0, len(content))]
    notes = [match.span() for match in _NOTE_MARK.finditer(content)] if "<sup" in content else []
    attributes = attribute_spans(content)
    pieces = _located(_parser().inline.parse(content, _parser(), env, []), content)
    return [
        piece
        for marked in pieces
        for whole in _without_footnote_marks(marked)
        for piece in _outside(whole, attributes)
        if not any(start <= piece.start < end for start, end in notes)
    ]


def _located(tokens: list[Token], content: str) -> Iterator[Piece]:
    """Yield the text of inline tokens; the source between them is markup."""
    position = tags = 0
    for token in tokens:
        end = token.meta.get("end", position + len(token.markup or token.content))
        match token.type:
            case "text":
                # The text of an automatic link may be decoded: then it is not in the source and gets an empty span.
                end = position + len(token.content) if content.startswith(token.content, position) else position
                yield Piece(token.content, position, end, tags > 0)
            case "text_special":
                start = end - len(token.content) if token.info == "escape" else position
                yield Piece(token.content, start, end, tags > 0)
            case "code_inline":
                yield _code(token, content, position, end)
            case "softbreak" | "hardbreak":
                yield Piece(" ", end, end)
            case "html_inline" if _BREAK_TAG.match(token.content):
                yield Piece(" ", end, end)
            case "html_inline" if tag := _CODE_TAG.match(token.content):
                tags = max(0, tags + (-1 if tag["slash"] else 1))
            case "link_open":
                end = position + 1
        position = end


def _code(token: Token, content: str, start: int, end: int) -> Piece:
    inner_start, inner_end = start + len(token.markup), end - len(token.markup)
    if inner_end - inner_start == len(token.content) + 2:
        inner_start, inner_end = inner_start + 1, inner_end - 1
    return Piece(content[inner_start:inner_end], inner_start, inner_end, is_code=True)


def _outside(piece: Piece, spans: Sequence[tuple[int, int]]) -> Iterator[Piece]:
    """Yield the parts of a piece outside spans; code is kept whole."""
    position = piece.start
    for start, end in spans if piece.is_literal and not piece.is_code else ():
        if position < end and start < piece.end:
            yield Piece(
                piece.text[position - piece.start : max(start - piece.start, 0)], position, max(start, position)
            )
            position = min(end, piece.end)
    if position < piece.end or not piece.is_literal:
        yield piece._replace(text=piece.text[position - piece.start :], start=position)


def _without_footnote_marks(piece: Piece) -> Iterator[Piece]:
    if piece.is_code or "[^" not in piece.text:
        yield piece
        return
    start = 0
    for match in _FOOTNOTE_MARK.finditer(piece.text):
        yield Piece(piece.text[start : match.start()], piece.start + start, piece.start + match.start())
        start = match.end()
    yield Piece(piece.text[start:], piece.start + start, piece.end)


_LINE_END = re.compile(r"\r\n?|\n")
_LEADING_MARK = re.compile(r"\[[ xX]\][ \t]+|\[![A-Za-z]+\][+-]?[ \t]*(?:\n|$)|(?P<note>\[\^[^\]\s]+\]:)[ \t]*")
_FENCE = re.compile(r"^[ \t]*`{3,}(?P<info>[^`\r\n]*)(?=\r?$)", re.M)
_BLANK_LINE_AFTER = re.compile(r"\r?\n[ \t]*\r?\n|\s*\Z")
_LISTS = ("bullet_list_open", "ordered_list_open")
_WITH_TEXT = ("inline", "fence", "code_block", "html_block")
_KINDS = {"list_item_open": BlockKind.LIST_ITEM, "blockquote_open": BlockKind.QUOTE}


def markdown_blocks(text: str) -> Iterator[Block]:
    """Yield the blocks of Markdown."""
    text = text.replace("\0", "\ufffd")  # as the parser does
    values, begin = front_matter(text)
    yield from _description(values.get("description"), text, begin)
    if fence := _end_of_cut_code(text, begin):
        yield Block(BlockKind.CODE, (Piece(text[begin : fence.start()], begin, fence.start()),))
        begin = fence.end()
    env: dict[str, dict[str, object]] = {}
    tokens = block_parser().parse(text[begin:], env)
    # The parser takes a one-word footnote for the target of a link.
    for label in [label for label in env.get("references", {}) if label.startswith("^")]:
        del env["references"][label]
    yield from with_definitions(_TokenReader(text, begin, env).blocks(tokens))


def _description(description: MetadataValue, text: str, begin: int) -> Iterator[Block]:
    """Yield the description in front matter that ends at `begin`, unless the text after it says the same.

    It says in a reader's words what a page is about, which a page of reference may say nowhere else.
    """
    if isinstance(description, str) and description and description not in text[begin:]:
        start = text.rfind(description, 0, begin)
        if start >= 0:
            yield Block(BlockKind.PARAGRAPH, (Piece(description, start, start + len(description)),))


def _end_of_cut_code(text: str, begin: int) -> re.Match[str] | None:
    """Return the fence that ends code begun before the text, in a chunk of a document.

    In this case the number of fences is odd, the first names no language, and either the second does, so it can only
    open code, or an empty line follows the first, as after code.
    """
    fences = list(_FENCE.finditer(text, begin))
    if len(fences) % 2 == 0 or fences[0]["info"].strip():
        return None
    opens_next = len(fences) > 1 and bool(fences[1]["info"].strip())
    return fences[0] if opens_next or _BLANK_LINE_AFTER.match(text, fences[0].end()) else None


class _TokenReader:
    """Turns the parser's tokens, which have only line numbers, into blocks with character offsets."""

    def __init__(self, text: str, begin: int, env: EnvType) -> None:
        self._text = text
        self._env = env
        line_ends = list(_LINE_END.finditer(text, begin))
        self._starts = [begin, *(match.end() for match in line_ends), len(text)]
        self._ends = [*(match.start() for match in line_ends), len(text)]

    def blocks(self, tokens: Sequence[Token]) -> Iterator[Block]:
        """Yield the blocks of the parser's tokens."""
        containers = [BlockKind.PARAGRAPH]
        index = 0
        while index < len(tokens):
            token = tokens[index]
            if token.type in _LISTS and not token.level:
                end = _closing(tokens, index)
                if is_list_of_contents([inner.content for inner in tokens[index:end] if inner.type in _WITH_TEXT]):
                    index = end
            elif token.type in _KINDS:
                containers.append(_KINDS[token.type])
            elif token.type in ("list_item_close", "blockquote_close"):
                containers.pop()
            elif token.type == "table_open":
                end = _closing(tokens, index)
                yield from self._table(tokens[index:end])
                index = end
            elif token.type == "inline" and not is_navigation(token.content):
                yield self._text_block(token, tokens[index - 1], containers[-1])
            elif token.type in ("fence", "code_block"):
                yield self._code(token)
            elif token.type == "html_block" and BlockKind.QUOTE not in containers:
                yield from self._html(token)
            index += 1

    def _text_block(self, token: Token, opening: Token, kind: BlockKind) -> Block:
        if opening.type == "heading_open":
            return Block(BlockKind.HEADING, self._pieces(token), int(opening.tag[1]))
        mark = _LEADING_MARK.match(token.content)
        pieces = self._pieces(token, after=mark.end() if mark else 0)
        return Block(BlockKind.NOTE if mark and mark["note"] else kind, pieces)

    def _code(self, token: Token) -> Block:
        """Return code line by line, without the marks of outer blocks before each line."""
        assert token.map is not None
        first = token.map[0] + (token.type == "fence")
        pieces: list[Piece] = []
        for number, line in enumerate(token.content.split("\n"), first):
            if number >= min(token.map[1], len(self._ends)):
                break  # the content ends with a line feed
            end = self._ends[number]
            start = end - len(line.lstrip())
            indent = line[: start - end] if start < end else ""
            # The parser expands tabs, so only the text after the indent is certain to be in the source.
            is_written = start - len(indent) >= self._starts[number] and self._text.endswith(indent, 0, start)
            pieces.append(Piece(indent, start - len(indent) if is_written else start, start))
            pieces += [Piece(line.lstrip(), start, end), Piece("\n", end, self._starts[number + 1])]
        return Block(BlockKind.CODE, tuple(pieces))

    def _pieces(self, token: Token, *, after: int = 0) -> tuple[Piece, ...]:
        lines = self._located_lines(token)
        pieces = inline_pieces(token.content, self._env)
        return tuple(
            moved for piece in pieces for moved in _relocated(_cut_before(piece, after), lines) if piece.end > after
        )

    def _located_lines(self, token: Token) -> list[tuple[int, int, int]]:
        """Return the start and end of each line in a token's content, and its offset in the document."""
        assert token.map is not None
        lines = token.content.split("\n")
        # The parser strips the content, including first lines with only no-break spaces and the like.
        source_line = next((n for n in range(*token.map) if self._find(lines[0], n) >= 0), token.map[0])
        located, start = [], 0
        for number, line in enumerate(lines, source_line):
            number = min(number, len(self._ends) - 1)
            indent = len(line) - len(line.lstrip())
            offset = self._starts[number] + max(0, self._find(line, number)) - indent
            located.append((start, start + len(line), offset))
            start += len(line) + 1
        return located

    def _find(self, line: str, number: int) -> int:
        """Find a line of content at the end of its source line, after the marks of outer blocks; -1 if absent."""
        return self._text[self._starts[number] : self._ends[number]].rfind(line.strip())

    def _table(self, tokens: Sequence[Token]) -> Iterator[Block]:
        rows: list[list[Cell]] = []
        offset = 0
        for token in tokens:
            if token.type == "tr_open" and token.map:
                rows.append([])
                offset = self._starts[token.map[0]]
            elif token.type == "inline" and token.map:
                cell, offset = self._cell(token, offset, self._ends[token.map[0]])
                rows[-1].append(cell)
        column_names = [cell.text for cell in rows[0]]
        yield from (block for row in rows[1:] if (block := row_block(row, column_names)))

    def _cell(self, token: Token, offset: int, line_end: int) -> tuple[Cell, int]:
        """Read a cell that begins at or after an offset; return it and its end."""
        pieces = inline_pieces(token.content, self._env)
        start = self._text.find(token.content, offset, line_end)
        if start >= 0:
            moved = (piece._replace(start=start + piece.start, end=start + piece.end) for piece in pieces)
            return Cell(tuple(moved)), start + len(token.content)
        # An escaped bar makes the cell's source longer than its content.
        source = token.content.replace("|", "\\|")
        start = max(offset, self._text.find(source, offset, line_end))
        end = min(start + len(source), line_end)
        return Cell(tuple(piece._replace(start=start, end=end) for piece in pieces)), end

    def _html(self, token: Token) -> Iterator[Block]:
        assert token.map is not None
        yield from html_blocks(self._text, self._starts[token.map[0]], self._ends[token.map[1] - 1])


def _closing(tokens: Sequence[Token], index: int) -> int:
    """Return the index of the token that closes what the token at an index opens."""
    opening = tokens[index]
    closing = opening.type.replace("_open", "_close")
    return next(i for i in range(index, len(tokens)) if (tokens[i].type, tokens[i].level) == (closing, opening.level))


def _cut_before(piece: Piece, offset: int) -> Piece:
    """Return a piece without its text before an offset."""
    cut = max(0, offset - piece.start)
    return piece._replace(text=piece.text[cut:], start=piece.start + cut) if cut < piece.end - piece.start else piece


def _relocated(piece: Piece, lines: Sequence[tuple[int, int, int]]) -> Iterator[Piece]:
    """Move a piece from offsets in a block's content to offsets in the document, line by line."""
    first = max(0, bisect_right(lines, piece.start, key=itemgetter(0)) - 1)
    for line_start, line_end, offset in (lines[index] for index in range(first, len(lines))):
        if line_start > piece.start and line_start >= piece.end:
            return
        start, end = max(piece.start, line_start), min(piece.end, line_end)
        shift = offset - line_start
        if not piece.is_literal:
            yield piece._replace(start=start + shift, end=max(start, end) + shift)
            return
        text = piece.text[start - piece.start : end - piece.start]
        yield piece._replace(text=text, start=start + shift, end=end + shift)
        if line_end < piece.end:
            yield Piece("\n", end + shift, end + shift)
