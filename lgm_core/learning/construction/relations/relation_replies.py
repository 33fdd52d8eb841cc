"""Read what a language model replies when it is asked for local relations."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from lgm_core.learning.construction.item_requests import number_of
from lgm_core.learning.construction.relations.local_names import LocalNames
from lgm_core.llm.replies import read_objects

__all__ = ["RepliedRelation", "RepliedRelations", "read_relations", "read_splits"]


@dataclass(frozen=True, slots=True)
class RepliedRelation:
    """A relation of a reply; `number` is that of its sentence, 0 for none, and `object` is empty if it was left out."""

    subject: str
    predicate: str
    object: str
    number: int


@dataclass(frozen=True, slots=True)
class RepliedRelations:
    """What a reply holds.

    Attributes:
        relations: in the order given.
        malformed: how many of its entries had no subject or predicate.
    """

    relations: tuple[RepliedRelation, ...] = ()
    malformed: Counter[str] = field(default_factory=Counter)


def read_relations(reply: str, names: LocalNames) -> RepliedRelations:
    """Read a reply; an entry that cannot be used costs no other.

    Raises:
        ValueError: there is no JSON in it, it is broken or cut off, or it has entries and none can be used: of another
            form, or of terms that the text does not have.
    """
    entries = read_objects(reply, key="relations")
    relations = [relation for entry in entries if (relation := _relation(entry)) is not None]
    if entries and not relations:
        raise ValueError("none of its entries has `subject`, `predicate` and `object`")
    if relations and not any(names.things(relation.subject) for relation in relations):
        raise ValueError(f"{relations[0].subject[:60]!r} and the other subjects are not in the list of terms")
    malformed = Counter({"malformed relation": len(entries) - len(relations)})
    return RepliedRelations(tuple(relations), +malformed)


def read_splits(reply: str, count: int) -> dict[int, tuple[str, str]]:
    """Read predicates and objects by the numbers of their lines; a reply about one line may leave the number out.

    Raises:
        ValueError: there is no JSON in it, it is broken or cut off, or none of its entries is about a line.
    """
    found: dict[int, tuple[str, str]] = {}
    entries = read_objects(reply, key="splits")
    for entry in entries:
        number = 1 if count == 1 else (number_of(entry.get("n", entry.get("id"))) or 0)
        if 1 <= number <= count:
            found.setdefault(number, (_text(entry, "predicate"), _text(entry, "object")))
    if not found:
        raise ValueError(f"an entry with `n`, `predicate` and `object` was asked for, for each of {count} lines")
    return found


def _relation(entry: Mapping[str, Any]) -> RepliedRelation | None:
    subject, predicate, object_ = (_text(entry, name) for name in ("subject", "predicate", "object"))
    if not subject or not predicate:
        return None
    return RepliedRelation(subject, predicate, object_, number_of(entry.get("n")) or 0)


def _text(entry: Mapping[str, Any], name: str) -> str:
    value = entry.get(name)
    return " ".join(value.split()) if isinstance(value, str) else ""
