"""How stores keep the parts of a document: each attribute is a column, named, packed and read alike in all of them.

A new attribute needs a line here (of a sentence: in `sentence_codec`), in the tables of SQLite and in the export.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Generic, TypeVar

from lgm_core.model import (
    DocumentRecord,
    EntityClass,
    EntityProfile,
    Evidence,
    Mention,
    MentionSource,
    MetaRelation,
    PredicateGroup,
    RelationKind,
    Section,
    sentence_id,
)

__all__ = ["DOCUMENT", "GROUP", "MENTION", "PROFILE", "RELATION", "SECTION", "Column", "Packing", "compact_json"]

compact_json = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Column:
    """How an attribute is packed, given its part and value, and unpacked in a document given by its id.

    `missing` is read instead of a null, in SQL and in Cypher; `{}` there stands for the row.
    """

    packed: Callable[[Any, Any], object] | None = None
    unpacked: Callable[[str, Any], Any] | None = None
    missing: str = ""


class Packing(Generic[T]):
    """The attributes of a type of part as plain values in a fixed order, in texts of additions and in stores' columns.

    Args:
        make: constructs a part from its attributes.
        names_document: whether the part has a `document_id` attribute; it is not packed.
        columns: how each of the others is packed, in their order.
    """

    def __init__(self, make: Callable[..., T], *, names_document: bool = False, **columns: Column) -> None:
        self._make, self._names_document, self._columns = make, names_document, columns
        self._unpacked = [(name, column.unpacked) for name, column in columns.items() if column.unpacked]
        self.names = tuple(columns)

    def packed(self, part: T) -> dict[str, object]:
        """Return the values of a part by attribute."""
        values = {name: getattr(part, name) for name in self.names}
        return values | {
            name: column.packed(part, values[name]) for name, column in self._columns.items() if column.packed
        }

    def row(self, part: T) -> dict[str, object]:
        """Return the same for a store's columns, lists and mappings as JSON."""
        values = self.packed(part).items()
        return {
            name: compact_json(value) if isinstance(value, list | tuple | dict) else value for name, value in values
        }

    def selected(self, row: str) -> str:
        """Return the columns of a row, each under its name, for a query in SQL or Cypher."""
        return ", ".join(
            f"coalesce({row}.{name}, {column.missing.format(row)}) AS {name}"
            if column.missing
            else f"{row}.{name} AS {name}"
            for name, column in self._columns.items()
        )

    def unpacked(self, document: str, values: Iterable[Any], **given: object) -> T:
        """Return a part of a document, from its values in their order and attributes that are no columns."""
        parts = dict(zip(self.names, values, strict=True))
        for name, unpacked in self._unpacked:
            parts[name] = unpacked(document, parts[name])
        if self._names_document:
            given["document_id"] = document
        return self._make(**parts, **given)

    def of_row(self, document: str, row: Mapping[str, Any], **given: object) -> T:
        """Return a part of a document from columns of these names."""
        return self.unpacked(document, [row[name] for name in self.names], **given)


def position_in(sentence: str) -> int:
    """Return the position of a sentence in its document, from its id."""
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
    lambda part, entries: [(position_in(entry.sentence_id), entry.origin) for entry in entries],
    lambda document, value: tuple(Evidence(sentence_id(document, position), by) for position, by in _listed(value)),
)

DOCUMENT = Packing(
    DocumentRecord,
    id=_PLAIN,
    title=_PLAIN,
    source=_PLAIN,
    language=_PLAIN,
    metadata=Column(unpacked=lambda document, value: json.loads(value)),
    content_hash=_PLAIN,
    recipe=_PLAIN,
    sentence_count=_PLAIN,
)
SECTION = Packing(
    Section,
    names_document=True,
    position=_PLAIN,
    level=_PLAIN,
    title=_PLAIN,
    path=_TEXTS,
    start=_PLAIN,
    end=_PLAIN,
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
    origin=Column(missing="''"),
)
GROUP = Packing(
    PredicateGroup, names_document=True, name=_PLAIN, members=_TEXTS, description=_PLAIN, origin=_PLAIN, run=_PLAIN
)
RELATION = Packing(MetaRelation, kind=_word(RelationKind), subject=_PLAIN, object=_PLAIN, evidence=_EVIDENCE)
MENTION = Packing(
    Mention,
    concept=_PLAIN,
    sentence_id=Column(lambda part, sentence: position_in(sentence), sentence_id),
    start=_PLAIN,
    end=_PLAIN,
    source=_word(MentionSource),
    surface=_PLAIN,
)
