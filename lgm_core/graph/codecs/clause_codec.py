"""Clauses of a sentence as one short text, the same in every store."""

from __future__ import annotations

import json
from collections.abc import Sequence

from lgm_core.graph.codecs.piece_codec import compact_json
from lgm_core.model import Clause, StatementKind

__all__ = ["packed_clauses", "unpacked_clauses"]

_KINDS = (StatementKind.ATTRIBUTE, StatementKind.ABILITY, StatementKind.ACTION)
"""Statement kinds by the number that is stored for them; the order is part of the stored format."""

_CODES = {kind: code for code, kind in enumerate(_KINDS)}


def packed_clauses(clauses: Sequence[Clause]) -> str | None:
    """Return clauses as JSON, `[[subject, verb, object, number of the kind], ...]`; None when there are none."""
    if not clauses:
        return None
    return compact_json([(clause.subject, clause.verb, clause.object, _CODES[clause.kind]) for clause in clauses])


def unpacked_clauses(text: str | None) -> tuple[Clause, ...]:
    """Return the clauses of a packed text."""
    if not text:
        return ()
    return tuple(Clause(subject, verb, object_, _KINDS[code]) for subject, verb, object_, code in json.loads(text))
