"""Messages about a filter that lets no document through."""

from __future__ import annotations

from lgm_core.errors import nearest_name, shown
from lgm_core.graph.metadata_filter import fields_of, parse_where
from lgm_core.graph.port import LanguageGraphStore, Where

__all__ = ["NO_DOCUMENT_PASSES", "fields_named", "unknown_fields", "with_suggestions"]

NO_DOCUMENT_PASSES = "No document passes the filter."
"""All that a reader is told: the fields of other documents are confidential, and the filter may have been set by a
program. The log names fields that no document has."""


def fields_named(where: Where | None) -> tuple[str, ...]:
    """Return the fields in a filter, each once."""
    parsed = parse_where(where)
    return () if parsed is None else tuple(fields_of(parsed))


def unknown_fields(store: LanguageGraphStore, where: Where | None) -> list[str]:
    """Return the fields in a filter that no document has."""
    return [field for field in fields_named(where) if not store.documents(where={field: {"$exists": True}})]


def with_suggestions(store: LanguageGraphStore, unknown: list[str]) -> str:
    """Name unknown fields, each with the field probably meant; for the author of the filter, not for a reader."""
    held = sorted({name for record in store.documents() for name in record.metadata})
    near = {field: nearest_name(field, held) for field in unknown}
    return ", ".join(
        f"{shown(field)} (perhaps {shown(near[field])})" if near[field] else shown(field) for field in unknown
    )
