"""Saying that a filter lets no document through, so that there is nothing to answer from."""

from __future__ import annotations

from lgm_core.graph.metadata_filter import fields_of, parse_where
from lgm_core.graph.port import LanguageGraphStore, Where

__all__ = ["no_document_passes"]


def no_document_passes(store: LanguageGraphStore, where: Where | None) -> str:
    """Say that no document passes a filter, and which of its fields no document has; not what the filter compares with.

    The filter may be one that its reader did not write, such as that of a program which limits what readers see.
    """
    parsed = parse_where(where)
    fields = [] if parsed is None else fields_of(parsed)
    unknown = [repr(field) for field in fields if not store.documents(where={field: {"$exists": True}})]
    if not unknown:
        return "No document passes the filter."
    plural = "" if len(unknown) == 1 else "s"
    return f"No document passes the filter: none has the metadata field{plural} {', '.join(unknown)}."
