"""The contributions of an addition to a document as one short text, alike in every store; sentences go by position."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any, Generic, TypeVar

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
    "GROUP",
    "PIECE_KINDS",
    "PROFILE",
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


T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Column:
    """How an attribute is packed, and unpacked again in a document given by its id."""

    packed: Callable[[Any], object] = lambda value: value
    unpacked: Callable[[str, Any], Any] = lambda document, value: value


class Packing(Generic[T]):
    """The attributes of a type of part as plain values in a fixed order, in texts of additions and in stores' columns.

    Args:
        make: constructs a part from its attributes.
        names_document: whether the id of its document is one of them, which is not packed.
        columns: how each of the others is packed, in their order.
    """

    def __init__(self, make: Callable[..., T], *, names_document: bool = False, **columns: Column) -> None:
        self._make, self._names_document, self._columns = make, names_document, columns

    def packed(self, part: T) -> dict[str, object]:
        """Return the values of a part by attribute."""
        return {name: column.packed(getattr(part, name)) for name, column in self._columns.items()}

    def row(self, part: T) -> dict[str, object]:
        """Return the same for a store's columns, lists as JSON."""
        values = self.packed(part).items()
        return {name: compact_json(value) if isinstance(value, list | tuple) else value for name, value in values}

    def unpacked(self, document: str, values: Iterable[Any]) -> T:
        """Return a part of a document, from its values in their order, as either method gives them."""
        given = {"document_id": document} if self._names_document else {}
        packed = zip(self._columns.items(), values, strict=True)
        return self._make(**given, **{name: column.unpacked(document, value) for (name, column), value in packed})

    def of_row(self, document: str, row: Mapping[str, Any]) -> T:
        """Return a part of a document from columns of these names."""
        return self.unpacked(document, [row[name] for name in self._columns])


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
_LETTERS: Mapping[type, str] = dict(zip(_TYPES, PIECE_KINDS.values(), strict=True))


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
    return {name: counts[type_] for name, type_ in zip(PIECE_KINDS, _TYPES, strict=True)}


def _packed(piece: Piece, shared: int) -> tuple[object, ...]:
    if isinstance(piece, Fact):
        entry = piece.evidence[0]
        place = (_position(entry.sentence_id), entry.start, entry.end)
        return ("f", shared, piece.key, packed_texts(piece), *place, entry.wording, entry.origin)
    return (_LETTERS[type(piece)], shared, *_PACKINGS[_LETTERS[type(piece)]].packed(piece).values())


def _unpacked(kind: str, document: str, fields: Sequence[Any]) -> Piece:
    if kind != "f":
        piece: Piece = _PACKINGS[kind].unpacked(document, fields)
        return piece
    key, texts, position, start, end, wording, origin = fields
    evidence = FactEvidence(sentence_id(document, position), start, end, wording, origin)
    return replace(unpacked_fact(key, texts), evidence=(evidence,))


def _position(sentence: str) -> int:
    return int(sentence.rpartition("#")[2])


def _listed(value: str | list[Any]) -> list[Any]:
    """Return a list, or the one in JSON."""
    listed: list[Any] = json.loads(value) if isinstance(value, str) else value
    return listed


def _word(words: Callable[[str], StrEnum]) -> Column:
    return Column(unpacked=lambda document, value: words(value) if value else None)


_PLAIN = Column()
_TEXTS = Column(unpacked=lambda document, value: tuple(_listed(value)))
_EVIDENCE = Column(
    lambda entries: [(_position(entry.sentence_id), entry.origin) for entry in entries],
    lambda document, value: tuple(Evidence(sentence_id(document, position), by) for position, by in _listed(value)),
)

PROFILE = Packing(
    EntityProfile,
    names_document=True,
    concept=_PLAIN,
    types=_TEXTS,
    description=_PLAIN,
    evidence=_EVIDENCE,
    entity_class=_word(EntityClass),
    is_familiar=Column(unpacked=lambda document, value: None if value is None else bool(value)),
    relevance=_PLAIN,
    origin=_PLAIN,
)
GROUP = Packing(
    PredicateGroup, names_document=True, name=_PLAIN, members=_TEXTS, description=_PLAIN, origin=_PLAIN, run=_PLAIN
)
_RELATION = Packing(MetaRelation, kind=_word(RelationKind), subject=_PLAIN, object=_PLAIN, evidence=_EVIDENCE)
_MENTION = Packing(
    Mention,
    concept=_PLAIN,
    sentence_id=Column(_position, sentence_id),
    start=_PLAIN,
    end=_PLAIN,
    source=_word(MentionSource),
    surface=_PLAIN,
)
_PACKINGS: Mapping[str, Packing[Any]] = {"p": PROFILE, "r": _RELATION, "m": _MENTION, "g": GROUP}
