"""Clauses of a sentence as one short text, the same in every store."""

from __future__ import annotations

import json
from collections.abc import Sequence

from lgm_core.model import Clause, StatementKind

__all__ = ["packed_clauses", "unpacked_clauses"]

_KINDS = (StatementKind.ATTRIBUTE, StatementKind.ABILITY, StatementKind.ACTION)
_CODES = {kind: code for code, kind in enumerate(_KINDS)}
_ENCODER = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"))


def packed_clauses(clauses: Sequence[Clause]) -> str | None:
    """Return clauses as JSON, `[[subject, verb, object, number of the kind], ...]`; None when there are none."""
    if not clauses:
        return None
    return _ENCODER.encode([(one.subject, one.verb, one.object, _CODES[one.kind]) for one in clauses])


def unpacked_clauses(text: str | None) -> tuple[Clause, ...]:
    """Return the clauses of a packed text."""
    if not text:
        return ()
    return tuple(Clause(subject, verb, object_, _KINDS[code]) for subject, verb, object_, code in json.loads(text))
