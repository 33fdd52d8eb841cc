"""Ids and keys as lists: a string is a single one, never its characters."""

from __future__ import annotations

from collections.abc import Sequence

__all__ = ["listed"]


def listed(ids: str | Sequence[str]) -> Sequence[str]:
    """Return ids as a list, also a single one."""
    return [ids] if isinstance(ids, str) else ids
