"""Claims: what a language model says a sentence states, before anyone has checked it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from lgm_core.llm.replies import read_objects
from lgm_core.model import RelationKind

__all__ = ["CLAIMS_SCHEMA", "Claim", "Claims", "paper_reader", "read_structured"]

CLAIMS_SCHEMA: Mapping[str, Any] = {
    "type": "object",
    "properties": {
        "relations": {
            "type": "array",
            "items": {
                "type": "object",
                "properties": {
                    "n": {"type": "integer"},
                    "kind": {"type": "string", "enum": ["is_a", "has_part", "alias"]},
                    "a": {"type": "string"},
                    "b": {"type": "string"},
                },
                "required": ["n", "kind", "a", "b"],
                "additionalProperties": False,
            },
        }
    },
    "required": ["relations"],
    "additionalProperties": False,
}


@dataclass(frozen=True, slots=True)
class Claim:
    """A relation between two phrases, and the sentence it is read from: its number or its text."""

    kind: RelationKind
    subject: str
    object: str
    sentence: int | str


@dataclass(frozen=True, slots=True)
class Claims:
    """The claims of a reply, and how many of its entries could not be understood."""

    claims: tuple[Claim, ...]
    malformed: int = 0


_KINDS = {
    "isa": RelationKind.IS_A,
    "kindof": RelationKind.IS_A,
    "typeof": RelationKind.IS_A,
    "instanceof": RelationKind.IS_A,
    "inheritance": RelationKind.IS_A,
    "haspart": RelationKind.HAS_PART,
    "contains": RelationKind.HAS_PART,
    "composition": RelationKind.HAS_PART,
    "alias": RelationKind.ALIAS_OF,
    "aliasof": RelationKind.ALIAS_OF,
    "sameas": RelationKind.ALIAS_OF,
    "partof": RelationKind.HAS_PART,
}
_TURNED_ROUND = frozenset({"partof"})

_PAPER_ENDS = {
    RelationKind.IS_A: (("subclass",), ("parent_class", "parentclass", "parent")),
    RelationKind.HAS_PART: (("entity", "whole"), ("components", "component", "parts")),
    RelationKind.ALIAS_OF: (("A", "a"), ("B", "b")),
}


def read_structured(reply: str) -> Claims:
    """Read a reply to the structured prompt.

    Raises:
        ValueError: there is no JSON in it, or none of its entries can be understood.
    """
    return _read(reply, "relations", _structured_claims)


def paper_reader(kind: RelationKind) -> Callable[[str], Claims]:
    """Return the reader of replies to one of the paper's prompts; it raises as `read_structured` does."""
    subjects, objects = _PAPER_ENDS[kind]

    def claims(entry: Mapping[str, Any]) -> Iterator[Claim]:
        sentence = _first(entry, ("sentence", "text"))
        if not isinstance(sentence, str):
            return
        for subject in _phrases(_first(entry, subjects)):
            for object_ in _phrases(_first(entry, objects)):
                yield Claim(kind, subject, object_, sentence)

    return lambda reply: _read(reply, "", claims)


def _read(reply: str, key: str, claims_of: Callable[[Mapping[str, Any]], Iterator[Claim]]) -> Claims:
    entries = read_objects(reply, key=key)
    understood = [list(claims_of(entry)) for entry in entries]
    if entries and not any(understood):
        raise ValueError(f"its entries have other members than asked for: {', '.join(map(str, entries[0]))[:80]}")
    claims = tuple(claim for of_entry in understood for claim in of_entry)
    return Claims(claims, sum(not of_entry for of_entry in understood))


def _structured_claims(entry: Mapping[str, Any]) -> Iterator[Claim]:
    """Read one entry; weaker models vary its names, give lists for phrases, and say `part_of`."""
    name = re.sub(r"[^a-z]", "", str(_first(entry, ("kind", "type", "relation"))).lower())
    kind, number = _KINDS.get(name), _number(_first(entry, ("n", "number", "sentence", "sentence_number")))
    if kind is None or number is None:
        return
    for subject in _phrases(_first(entry, ("a", "A", "subject"))):
        for object_ in _phrases(_first(entry, ("b", "B", "object"))):
            ends = (object_, subject) if name in _TURNED_ROUND else (subject, object_)
            yield Claim(kind, *ends, number)


def _first(entry: Mapping[str, Any], names: tuple[str, ...]) -> Any:  # noqa: ANN401  # JSON
    return next((entry[name] for name in names if name in entry), None)


def _phrases(value: Any) -> list[str]:  # noqa: ANN401
    values = value if isinstance(value, list) else [value]
    return [one for one in values if isinstance(one, str) and one.strip()]


def _number(value: Any) -> int | None:  # noqa: ANN401
    if isinstance(value, list) and len(value) == 1:
        value = value[0]
    if isinstance(value, bool) or not isinstance(value, int | str):
        return None
    match = re.fullmatch(r"\D{0,12}(\d{1,9})\D{0,2}", str(value))
    return int(match[1]) if match else None
