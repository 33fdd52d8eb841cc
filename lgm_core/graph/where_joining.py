"""Joining filters on document metadata: that of a caller with one that the caller cannot widen."""

from __future__ import annotations

from lgm_core.errors import InputError
from lgm_core.graph.port import Where

__all__ = ["joined_where"]


def joined_where(fixed: Where | None, asked: Where | None) -> Where | None:
    """Return a filter that lets through what both filters let through; None lets everything through.

    Raises:
        InputError: both are about the same field, so that one could undo the other.
    """
    if not fixed or not asked:
        return fixed or asked
    if shared := sorted(set(fixed) & set(asked)):
        fields = ", ".join(map(repr, shared))
        raise InputError(f"the filter is about {fields} already; the one added to it can only name other fields")
    return {**fixed, **asked}
