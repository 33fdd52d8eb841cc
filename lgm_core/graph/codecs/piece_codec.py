"""The contributions of an addition to a document as one short text, alike in every store; sentences go by position."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from lgm_core.model import (
    EntityClass,
    EntityProfile,
    Evidence,
    Fact,
    FactEnd,
    FactEvidence,
    Mention,
    MentionSource,
    MetaRelation,
    PredicateGroup,
    RelationKind,
    SectionEnd,
    Value,
    ValueKind,
    Verdict,
    sentence_id,
)

__all__ = [
    "PIECE_KINDS",
    "AddedPiece",
    "Piece",
    "compact_json",
    "counted_pieces",
    "packed_pieces",
    "packed_texts",
    "unpacked_fact",
    "unpacked_pieces",
]

compact_json = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


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

_TYPES = (Fact, EntityProfile, MetaRelation, Mention, PredicateGroup)


@dataclass(frozen=True, slots=True)
class AddedPiece:
    """A piece that an addition contributed to a document.

    Attributes:
        piece: the piece.
        shared: whether the document also has it on its own.
    """

    piece: Piece
    shared: bool = False


def packed_pieces(pieces: Sequence[AddedPiece]) -> str:
    """Return pieces as JSON, `[[type, 1 if shared, ...], ...]`."""
    return compact_json([_packed(entry.piece, int(entry.shared)) for entry in pieces])


def unpacked_pieces(text: str, document: str) -> list[AddedPiece]:
    """Return the pieces in a packed text that were added to a document, given by id."""
    return [
        AddedPiece(_UNPACKED[kind](document, fields), shared=bool(shared)) for kind, shared, *fields in json.loads(text)
    ]


def counted_pieces(pieces: Sequence[AddedPiece]) -> dict[str, int]:
    """Return the number of pieces of each kind of `PIECE_KINDS`."""
    counts = Counter(type(entry.piece) for entry in pieces)
    return {name: counts[type_] for name, type_ in zip(PIECE_KINDS, _TYPES, strict=True)}


def _packed(piece: Piece, shared: int) -> tuple[object, ...]:
    if isinstance(piece, Mention):
        place = (_position(piece.sentence_id), piece.start, piece.end)
        return ("m", shared, piece.concept, *place, piece.source, piece.surface)
    if isinstance(piece, Fact):
        entry = piece.evidence[0]
        place = (_position(entry.sentence_id), entry.start, entry.end)
        return ("f", shared, piece.key, packed_texts(piece), *place, entry.wording, entry.origin)
    if isinstance(piece, PredicateGroup):
        return ("g", shared, piece.name, piece.members, piece.description, piece.origin, piece.run)
    evidence = [(_position(entry.sentence_id), entry.origin) for entry in piece.evidence]
    if isinstance(piece, MetaRelation):
        return ("r", shared, piece.kind, piece.subject, piece.object, evidence)
    told = (piece.entity_class, piece.is_familiar, piece.relevance, piece.origin)
    return ("p", shared, piece.concept, piece.types, piece.description, evidence, *told)


def _position(sentence: str) -> int:
    return int(sentence.rpartition("#")[2])


def _mention(document: str, fields: Sequence[Any]) -> Mention:
    concept, position, start, end, source, surface = fields
    return Mention(sentence_id(document, position), concept, surface, start, end, MentionSource(source))


def _fact(document: str, fields: Sequence[Any]) -> Fact:
    key, texts, position, start, end, wording, origin = fields
    evidence = FactEvidence(sentence_id(document, position), start, end, wording, origin)
    return replace(unpacked_fact(key, texts), evidence=(evidence,))


def _relation(document: str, fields: Sequence[Any]) -> MetaRelation:
    kind, subject, object_, evidence = fields
    return MetaRelation(RelationKind(kind), subject, object_, _evidence(document, evidence))


def _profile(document: str, fields: Sequence[Any]) -> EntityProfile:
    concept, types, description, evidence, entity_class, is_familiar, relevance, origin = fields
    return EntityProfile(
        document,
        concept,
        tuple(types),
        description,
        _evidence(document, evidence),
        EntityClass(entity_class) if entity_class else None,
        is_familiar,
        relevance,
        origin,
    )


def _group(document: str, fields: Sequence[Any]) -> PredicateGroup:
    name, members, description, origin, run = fields
    return PredicateGroup(document, name, tuple(members), description, origin, run)


def _evidence(document: str, evidence: Sequence[tuple[int, str]]) -> tuple[Evidence, ...]:
    return tuple(Evidence(sentence_id(document, position), origin) for position, origin in evidence)


_UNPACKED: dict[str, Callable[[str, Sequence[Any]], Piece]] = {
    "m": _mention,
    "f": _fact,
    "r": _relation,
    "p": _profile,
    "g": _group,
}
