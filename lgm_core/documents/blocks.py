"""What every format is read into: headings and blocks, as pieces of readable text that know where they stand."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

__all__ = ["Block", "BlockKind", "Piece"]


class BlockKind(StrEnum):
    """What a block is to a reader; a heading opens a section, the others are its text."""

    HEADING = "heading"
    PARAGRAPH = "paragraph"
    LIST_ITEM = "list_item"
    TABLE_ROW = "table_row"
    QUOTE = "quote"
    CAPTION = "caption"
    NOTE = "note"


class Piece(NamedTuple):
    """Readable text that stands for the document's characters `start`–`end`.

    Text as long as its span is the document's own, character for character; any other length is a replacement (a
    decoded entity), and an empty span an insertion (the name of a table's column).
    """

    text: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Block:
    """A heading or a block; whitespace in its pieces is still as written. Headings have a `level` from 1 on."""

    kind: BlockKind
    pieces: tuple[Piece, ...]
    level: int = 0
