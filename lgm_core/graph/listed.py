"""Ids and keys as lists: a string is one of them, never its characters."""

from __future__ import annotations

from collections.abc import Sequence

__all__ = ["listed"]


def listed(ids: str | Sequence[str]) -> Sequence[str]:
    """Return ids, or a single one as a list of one."""
    return [ids] if isinstance(ids, str) else ids
