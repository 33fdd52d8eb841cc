"""The parsed form of every format: headings and blocks made of pieces of text with their document offsets."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

__all__ = ["CODE_INDENT", "MAX_HEADING_LENGTH", "SENTENCE_END", "Block", "BlockKind", "Piece", "table_line"]

MAX_HEADING_LENGTH = 200
"""Characters; a longer block marked as a heading is a paragraph in large type, and is read as text."""

CODE_INDENT = "    "
"""Precedes each line of code in text extracted from a PDF file, where no other line begins with spaces."""


def table_line(cells: Iterable[str]) -> str:
    """Return the line of a table's row in text extracted from a PDF file; a bar within a cell becomes a broken bar."""
    return f"| {' | '.join(cell.replace('|', '¦') for cell in cells)} |"


SENTENCE_END = re.compile(r"[.!?:][\"'”’)\]]*$")
"""The end of a line where a sentence, or an introduction to a list, may end."""


class BlockKind(StrEnum):
    """The kind of a block; a heading opens a section, the others are its text.

    A SENTENCE is given by the source, whatever a language backend detects.
    """

    HEADING = "heading"
    PARAGRAPH = "paragraph"
    LIST_ITEM = "list_item"
    TABLE_ROW = "table_row"
    QUOTE = "quote"
    CAPTION = "caption"
    NOTE = "note"
    CODE = "code"
    SENTENCE = "sentence"


class Piece(NamedTuple):
    """Readable text that stands for the document's characters `start`–`end`.

    Text as long as its span is literal: it equals the document's characters one by one. Text of another length is a
    replacement (a decoded entity), and text with an empty span an insertion (a table's column name). `is_code` marks
    code inside a sentence; a block of code is marked as a whole.
    """

    text: str
    start: int
    end: int
    is_code: bool = False

    @property
    def is_literal(self) -> bool:
        """Tell whether the text equals the document's characters one by one."""
        return len(self.text) == self.end - self.start


@dataclass(frozen=True, slots=True)
class Block:
    """A heading or a stretch of text, its white space as written; `level` is 1 to 6 for headings and 0 otherwise.

    `continues` means that the block is in the same paragraph as the previous one. A heading without pieces ends the
    sections of its level without opening one.

    The line breaks and indents of code are significant; those of all other blocks are only layout.
    """

    kind: BlockKind
    pieces: tuple[Piece, ...]
    level: int = 0
    continues: bool = False
