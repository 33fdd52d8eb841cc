"""Joining filters on document metadata: that of a caller with one that the caller cannot widen."""

from __future__ import annotations

from lgm_core.graph.metadata_filter import parse_where
from lgm_core.graph.port import Where

__all__ = ["joined_where"]


def joined_where(fixed: Where | None, asked: Where | None) -> Where | None:
    """Return a filter that lets through what both filters let through; None lets everything through.

    Raises:
        InputError: one of them cannot be understood.
    """
    given = [where for where in (fixed, asked) if parse_where(where) is not None]
    return {"$and": given} if len(given) > 1 else given[0] if given else None
