"""What generators of documentation add to Markdown: attribute lists, definitions, rows of keys, navigation."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import chain, pairwise

from lgm_core.documents.blocks import SENTENCE_END, Block, BlockKind, Piece
from lgm_core.documents.table_rows import keyed_blocks, trimmed

__all__ = ["attribute_spans", "is_list_of_contents", "is_navigation", "with_definitions"]

_ITEM = r"""(?:[.#][A-Za-z][\w:-]*|[A-Za-z][\w-]*=(?:"[^"\n]*"|'[^'\n]*'|[^\s{}"']+))"""
_ATTRIBUTES = re.compile(
    r"(?:(?<=\)){|{(?=:|[.#][A-Za-z]|[^{}\n]{0,200}?\s[.#][A-Za-z])):?"
    rf"[ \t]*{_ITEM}(?:[ \t]+{_ITEM}){{0,20}}[ \t]*}}"
)
"""After an image or a link also `{ width=300 }`; elsewhere only with a class or an id, or with a colon."""
_CONTENTS = re.compile(r"\s*\[\[?_?TOC_?\]\]?\s*", re.I)
_LINK = r"!?\[[^\[\]\n]{1,200}\]\([^()\s]{1,500}\)"
_BREADCRUMBS = re.compile(rf"\s*{_LINK}(?:\s*(?:>|»|›|→|/|\||·|•|&gt;)\s*(?:{_LINK}|[^\[\]\n.!?]{{1,60}}$))+\s*")
_LINK_WITHIN = re.compile(r"\s*(?:\d+[.)]\s*)?\[[^\[\]\n]{1,200}\]\(#[^()\s]{0,500}\)\s*")
_DEFINITION = re.compile(r":[ \t]+")
_LONGEST_TERM = 100


def attribute_spans(content: str) -> list[tuple[int, int]]:
    """Return the spans of attribute lists such as `{ .picture }` and `{#anchor}` in a paragraph's source."""
    return [match.span() for match in _ATTRIBUTES.finditer(content)] if "{" in content else []


def is_navigation(content: str) -> bool:
    """Tell whether a paragraph's source is breadcrumbs (links between signs) or the mark of a list of contents."""
    return bool(_CONTENTS.fullmatch(content) or _BREADCRUMBS.fullmatch(content))


def is_list_of_contents(items: Sequence[str]) -> bool:
    """Tell whether each item of a list, by its source, is a link to a place in the same document and nothing else."""
    return len(items) > 1 and all(_LINK_WITHIN.fullmatch(item) for item in items)


def with_definitions(blocks: Iterable[Block]) -> Iterator[Block]:
    """Join each term with its definitions, which begin with a colon on lines or in paragraphs below it.

    `TCP` and `: In robotics, the tool center point.` become one list item, as in HTML. Lines of `key: value` become
    rows.
    """
    pending: Block | None = None
    is_defined = False
    for block in chain.from_iterable(map(_parts, blocks)):
        is_term = pending is not None and (is_defined or _is_term(pending))
        if pending is not None and is_term and _is_definition(block.pieces) and block.kind is BlockKind.PARAGRAPH:
            pending, is_defined = _joined(pending, block, " " if is_defined else ": "), True
            continue
        if pending is not None:
            yield pending
        pending, is_defined = block, False
    if pending is not None:
        yield pending


def _parts(block: Block) -> list[Block]:
    """Divide a paragraph before each line that begins a definition, or into rows if its lines are `key: value`."""
    if block.kind is not BlockKind.PARAGRAPH:
        return [block]
    lines = _lines(block.pieces)
    if rows := keyed_blocks(lines):
        return rows
    starts = [index for index, line in enumerate(lines) if index and _is_definition(line)]
    if not starts:
        return [block]
    spans = pairwise([0, *starts, len(lines)])
    return [replace(block, pieces=tuple(chain.from_iterable(_spaced(lines[start:end])))) for start, end in spans]


def _lines(pieces: Sequence[Piece]) -> list[list[Piece]]:
    """Divide pieces at line breaks, which are white space with an empty span."""
    lines: list[list[Piece]] = [[]]
    for piece in pieces:
        if piece.start == piece.end and piece.text.isspace():
            lines.append([])
        else:
            lines[-1].append(piece)
    return [line for line in lines if line]


def _spaced(lines: Sequence[Sequence[Piece]]) -> Iterator[Sequence[Piece]]:
    for line in lines:
        yield line
        yield [Piece(" ", line[-1].end, line[-1].end)]


def _is_definition(pieces: Sequence[Piece]) -> bool:
    return bool(pieces) and not pieces[0].is_code and bool(_DEFINITION.match(pieces[0].text))


def _is_term(block: Block) -> bool:
    text = "".join(piece.text for piece in block.pieces).strip()
    return block.kind is BlockKind.PARAGRAPH and 0 < len(text) <= _LONGEST_TERM and not SENTENCE_END.search(text)


def _joined(term: Block, definition: Block, separator: str) -> Block:
    first, *others = definition.pieces
    length = len(first.text) - len(first.text[1:].lstrip(" \t"))
    start = first.start + length
    pieces = (
        *trimmed(term.pieces),
        Piece(separator, start, start),
        Piece(first.text[length:], start, first.end),
        *others,
    )
    return Block(BlockKind.LIST_ITEM, pieces)
