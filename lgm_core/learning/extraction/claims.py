"""Claims: relations that a language model says a sentence states, before they are grounded in it."""

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
    """A relation between two phrases, and the sentence said to state it: its number or its text."""

    kind: RelationKind
    subject: str
    object: str
    sentence: int | str


@dataclass(frozen=True, slots=True)
class Claims:
    """The claims of a reply, and how many of its entries were not understood."""

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
"""Kinds by the names that models reply with, letters only."""

_INVERSE_KINDS = frozenset({"partof"})
"""Names of kinds that give the part first, so that subject and object are exchanged."""

_PAPER_MEMBERS = {
    RelationKind.IS_A: (("subclass",), ("parent_class", "parentclass", "parent")),
    RelationKind.HAS_PART: (("entity", "whole"), ("components", "component", "parts")),
    RelationKind.ALIAS_OF: (("A", "a"), ("B", "b")),
}
"""By kind, the members of a reply to the paper's prompts that hold the subject and the object, with their variants."""


def read_structured(reply: str) -> Claims:
    """Read a reply to the structured prompt.

    Raises:
        ValueError: it holds no JSON, or none of its entries is understood.
    """
    return _read(reply, "relations", _structured_claims)


def paper_reader(kind: RelationKind) -> Callable[[str], Claims]:
    """Return the reader of replies to one of the paper's prompts; it raises as `read_structured` does."""
    subjects, objects = _PAPER_MEMBERS[kind]

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
    claims = tuple(claim for entry_claims in understood for claim in entry_claims)
    return Claims(claims, sum(not entry_claims for entry_claims in understood))


def _structured_claims(entry: Mapping[str, Any]) -> Iterator[Claim]:
    """Read an entry; weaker models vary its member names, give lists of phrases, and reply `part_of`."""
    name = re.sub(r"[^a-z]", "", str(_first(entry, ("kind", "type", "relation"))).lower())
    kind, number = _KINDS.get(name), _number(_first(entry, ("n", "number", "sentence", "sentence_number")))
    if kind is None or number is None:
        return
    for subject in _phrases(_first(entry, ("a", "A", "subject"))):
        for object_ in _phrases(_first(entry, ("b", "B", "object"))):
            arguments = (object_, subject) if name in _INVERSE_KINDS else (subject, object_)
            yield Claim(kind, *arguments, number)


def _first(entry: Mapping[str, Any], names: tuple[str, ...]) -> Any:  # noqa: ANN401  # JSON
    return next((entry[name] for name in names if name in entry), None)


def _phrases(value: Any) -> list[str]:  # noqa: ANN401
    values = value if isinstance(value, list) else [value]
    return [phrase for phrase in values if isinstance(phrase, str) and phrase.strip()]


def _number(value: Any) -> int | None:  # noqa: ANN401
    if isinstance(value, list) and len(value) == 1:
        value = value[0]
    if isinstance(value, bool) or not isinstance(value, int | str):
        return None
    match = re.fullmatch(r"\D{0,12}(\d{1,9})\D{0,2}", str(value))
    return int(match[1]) if match else None
