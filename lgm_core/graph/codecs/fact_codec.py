"""Facts as stores keep them: the key tells all but how values are written, which each piece of evidence tells."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any

from lgm_core.graph.codecs.compact_json import compact_json
from lgm_core.model import Fact, FactEnd, FactEvidence, SectionEnd, Value, ValueKind, Verdict

__all__ = ["packed_texts", "unpacked_fact"]


def packed_texts(fact: Fact) -> str:
    """Return how the values among a fact's object and qualifiers are written, as a JSON list; empty without values."""
    texts = [end.text for end in fact.ends if isinstance(end, Value)]
    return compact_json(texts) if texts else ""


def unpacked_fact(key: str, texts: str, evidence: Sequence[FactEvidence] = (), verdict: str = Verdict.UNKNOWN) -> Fact:
    """Return the fact of a stored key, its values written as `packed_texts` says."""
    subject, predicate, object_, qualifiers = json.loads(key)
    written = iter(json.loads(texts) if texts else ())
    return Fact(
        subject,
        predicate,
        _end(object_, written),
        tuple((name, _end(end, written)) for name, *end in qualifiers),
        tuple(evidence),
        Verdict(verdict),
    )


def _end(identity: Sequence[Any], written: Iterator[str]) -> FactEnd:
    kind = identity[0]
    if kind == "concept":
        return str(identity[1])
    if kind == "section":
        return SectionEnd(identity[1])
    text = next(written)
    return Value(text, ValueKind(kind)) if len(identity) == 2 else Value(text, ValueKind(kind), *identity[1:])
