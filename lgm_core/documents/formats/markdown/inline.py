"""Parse inline Markdown into the text of a paragraph without markup, with offsets into its source."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache

from markdown_it import MarkdownIt, rules_inline
from markdown_it.rules_inline import StateInline
from markdown_it.token import Token
from markdown_it.utils import EnvType

from lgm_core.documents.blocks import Piece

__all__ = ["block_parser", "inline_pieces"]

_Rule = Callable[[StateInline, bool], bool]
_FOOTNOTE_MARK = re.compile(r"\[\^[^\]\s]+\]")
_CODE_TAG = re.compile(r"<(?P<slash>/?)(?:code|kbd|samp|tt)\b", re.I)
_BREAK_TAG = re.compile(r"</?(?:br|p|div|li|td|th|tr)\b", re.I)
_NOTE_MARK = re.compile(
    r"<sup\b[^<>]{0,200}>(?:<[^<>]{0,200}>){0,3}\[[^\]<>]{0,100}\](?:<[^<>]{0,200}>){0,3}</sup\s*>", re.I
)
_MAX_LENGTH = 50_000
"""Characters; a longer paragraph is data, not prose, and is kept as written, since parsing it would take too long."""
_MAX_NESTING = 60
"""Depth of blocks and marks; the parser recurses and leaves out what is nested deeper."""


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
    pieces = _located(_parser().inline.parse(content, _parser(), env, []), content)
    return [
        piece
        for marked in pieces
        for piece in _without_footnote_marks(marked)
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


def _without_footnote_marks(piece: Piece) -> Iterator[Piece]:
    if piece.is_code or "[^" not in piece.text:
        yield piece
        return
    start = 0
    for match in _FOOTNOTE_MARK.finditer(piece.text):
        yield Piece(piece.text[start : match.start()], piece.start + start, piece.start + match.start())
        start = match.end()
    yield Piece(piece.text[start:], piece.start + start, piece.end)
