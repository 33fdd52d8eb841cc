"""The contributions of an addition to a document as one short text, alike in every store; sentences go by position."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from lgm_core.graph.codecs.packing import GROUP, MENTION, PROFILE, RELATION, Packing, compact_json, position_in
from lgm_core.model import (
    EntityProfile,
    Fact,
    FactEnd,
    FactEvidence,
    Mention,
    MetaRelation,
    PredicateGroup,
    SectionEnd,
    Value,
    ValueKind,
    Verdict,
    sentence_id,
)

__all__ = [
    "PIECE_KINDS",
    "PIECE_TYPES",
    "AddedPiece",
    "Piece",
    "counted_pieces",
    "packed_pieces",
    "packed_texts",
    "unpacked_fact",
    "unpacked_pieces",
]


def packed_texts(fact: Fact) -> str:
    """Return the spellings of values among a fact's object and qualifiers as a JSON list; empty without values."""
    texts = [end.text for end in fact.ends if isinstance(end, Value)]
    return compact_json(texts) if texts else ""


def unpacked_fact(key: str, texts: str, evidence: Sequence[FactEvidence] = (), verdict: str = Verdict.UNKNOWN) -> Fact:
    """Return the fact of a stored key, with its values spelled as in `packed_texts`."""
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


Piece = Mention | MetaRelation | Fact | EntityProfile | PredicateGroup
"""A mention, profile or group, or a fact or relation with one piece of evidence and no verdict."""


PIECE_KINDS = {"facts": "f", "profiles": "p", "relations": "r", "mentions": "m", "predicate_groups": "g"}
"""The kinds of pieces in the order of `AdditionRecord`, and the letter each is packed with."""

PIECE_TYPES = dict(zip(PIECE_KINDS, (Fact, EntityProfile, MetaRelation, Mention, PredicateGroup), strict=True))
"""Their classes."""

_LETTERS: Mapping[type, str] = dict(zip(PIECE_TYPES.values(), PIECE_KINDS.values(), strict=True))


@dataclass(frozen=True, slots=True)
class AddedPiece:
    """A piece that an addition contributed to a document; `shared` if the document also has it on its own."""

    piece: Piece
    shared: bool = False


def packed_pieces(pieces: Sequence[AddedPiece]) -> str:
    """Return pieces as JSON, `[[type, 1 if shared, ...], ...]`."""
    return compact_json([_packed(entry.piece, int(entry.shared)) for entry in pieces])


def unpacked_pieces(text: str, document: str) -> list[AddedPiece]:
    """Return the pieces in a packed text that were added to a document, given by id."""
    return [
        AddedPiece(_unpacked(kind, document, fields), shared=bool(shared)) for kind, shared, *fields in json.loads(text)
    ]


def counted_pieces(pieces: Sequence[AddedPiece]) -> dict[str, int]:
    """Return the number of pieces of each kind of `PIECE_KINDS`."""
    counts = Counter(type(entry.piece) for entry in pieces)
    return {name: counts[type] for name, type in PIECE_TYPES.items()}


def _packed(piece: Piece, shared: int) -> tuple[object, ...]:
    if isinstance(piece, Fact):
        entry = piece.evidence[0]
        place = (position_in(entry.sentence_id), entry.start, entry.end)
        return ("f", shared, piece.key, packed_texts(piece), *place, entry.wording, entry.origin)
    return (_LETTERS[type(piece)], shared, *_PACKINGS[_LETTERS[type(piece)]].packed(piece).values())


def _unpacked(kind: str, document: str, fields: Sequence[Any]) -> Piece:
    if kind != "f":
        piece: Piece = _PACKINGS[kind].unpacked(document, fields)
        return piece
    key, texts, position, start, end, wording, origin = fields
    evidence = FactEvidence(sentence_id(document, position), start, end, wording, origin)
    return replace(unpacked_fact(key, texts), evidence=(evidence,))


_PACKINGS: Mapping[str, Packing[Any]] = {"p": PROFILE, "r": RELATION, "m": MENTION, "g": GROUP}
