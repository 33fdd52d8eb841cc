"""Counting tokens without a tokenizer.

Tokenizers are downloads of several megabytes, and every model has its own. A rule is enough to tell what a build will
cost before it starts, and to account for endpoints that report no usage.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from lgm_core.llm.port import Message

__all__ = ["count_conversation", "count_tokens"]

_PIECE = re.compile(r"[A-Za-z]+|\d|[^\x00-\x7f]+|[^\sA-Za-z\d]|\n+")
_TURN = 4


def count_tokens(text: str) -> int:
    """Estimate how many tokens a text is."""
    return sum(_piece_tokens(piece) for piece in _PIECE.findall(text))


def count_conversation(messages: Sequence[Message]) -> int:
    """Estimate how many prompt tokens a conversation is, with what marks its turns."""
    return sum(count_tokens(message.content) + _TURN for message in messages)


def _piece_tokens(piece: str) -> int:
    if not piece.isascii():
        return -(-len(piece.encode("utf-8", "surrogatepass")) // 3)
    return 1 + (len(piece) - 1) // 9 if piece.isalpha() else 1
