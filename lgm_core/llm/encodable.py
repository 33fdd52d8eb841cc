"""Texts without halves of character pairs (lone surrogates): no encoding has them, so none can be sent or stored."""

from __future__ import annotations

import re

__all__ = ["encodable"]

_LONE_SURROGATE = re.compile("[\ud800-\udfff]")


def encodable(text: str) -> str:
    """Return a text with U+FFFD in the place of each lone surrogate."""
    return text if text.isascii() else _LONE_SURROGATE.sub("\ufffd", text)
