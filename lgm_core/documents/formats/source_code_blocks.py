"""Divide source code into its definitions, with their lines and indents."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from lgm_core.documents.blocks import Block, BlockKind, Piece

__all__ = ["source_code_blocks"]

_BEFORE_DEFINITION = re.compile(r"\n[ \t]*\r?\n(?=[^\s})\]])")


def source_code_blocks(text: str) -> Iterator[Block]:
    """Yield code as blocks that begin after a blank line, with a line that is not indented."""
    starts = [0, *(match.end() for match in _BEFORE_DEFINITION.finditer(text)), len(text)]
    for start, end in pairwise(starts):
        if text[start:end].strip():
            yield Block(BlockKind.CODE, (Piece(text[start:end], start, end),))
