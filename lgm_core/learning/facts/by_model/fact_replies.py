"""Read what a language model replies when it is asked for facts: JSON, or a line in brackets for each item."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from lgm_core.learning.facts.fact_claims import EntityClaim
from lgm_core.llm.replies import parse_json, without_reasoning

__all__ = ["FACTS_SCHEMA", "FactReply", "RepliedFact", "read_facts"]


def _objects(**members: str) -> dict[str, Any]:
    """Return the schema of a list of objects with these members, all required."""
    return {
        "type": "array",
        "items": {
            "type": "object",
            "properties": {name: {"type": kind} for name, kind in members.items()},
            "required": list(members),
            "additionalProperties": False,
        },
    }


FACTS_SCHEMA: Mapping[str, Any] = {
    "type": "object",
    "properties": {
        "entities": _objects(id="string", type="string", name="string", description="string"),
        "facts": _objects(n="integer", subject="string", predicate="string", object="string", quote="string"),
    },
    "required": ["entities", "facts"],
    "additionalProperties": False,
}

_LINE = re.compile(r"[\s\-*\d.)]*+\[\s*+(entity|relation|fact)\s*+\|(.*)", re.IGNORECASE)
_AFTER_LINE = " \t\u00a0,;"
"""What may follow the bracket that ends a line."""
_QUOTES = "\"'“”„«»‘’` "
_NUMBER = re.compile(r"\D{0,12}(\d{1,9})\D{0,2}")
_ENTITY_FIELDS, _FACT_FIELDS = 4, 4


@dataclass(frozen=True, slots=True)
class RepliedFact:
    """A fact of a reply: ends by the ids of entities, and the number of its sentence, 0 where it gives none."""

    subject: str
    predicate: str
    object: str
    number: int
    quote: str


@dataclass(frozen=True, slots=True)
class FactReply:
    """What a reply holds.

    Attributes:
        entities: by their ids.
        facts: in the order given.
        malformed: how many of its entries were not understood, by what they were.
    """

    entities: Mapping[str, EntityClaim]
    facts: tuple[RepliedFact, ...]
    malformed: Counter[str] = field(default_factory=Counter)


def read_facts(reply: str) -> FactReply:
    """Read a reply; an entry that cannot be read costs no other.

    Lines are read as `[entity | E1 | type | "name" | description]` and `[relation | E1 | predicate | E2 | "quote"]`.

    Raises:
        ValueError: there is neither JSON nor such a line in it, the JSON is broken or cut off, or none of its entries
            can be read.
    """
    lines = [match for line in without_reasoning(reply).splitlines() if (match := _LINE.match(line))]
    read = _read_lines(lines) if lines else _read_json(reply)
    if read.malformed and not read.entities and not read.facts:
        raise ValueError("none of its entries can be read as an entity or a fact")
    return read


def _read_lines(lines: list[re.Match[str]]) -> FactReply:
    entities: dict[str, EntityClaim] = {}
    facts: list[RepliedFact] = []
    malformed: Counter[str] = Counter()
    for line in lines:
        parts = [part.strip() for part in line[2].rstrip(_AFTER_LINE).removesuffix("]").split("|")]
        if line[1].lower() == "entity":
            parts = [*parts[: _ENTITY_FIELDS - 1], " | ".join(parts[_ENTITY_FIELDS - 1 :])]
            id, kind, name, description = parts if len(parts) == _ENTITY_FIELDS else ("", "", "", "")
            if not _add_entity(entities, id, kind, name.strip(_QUOTES), description.strip(_QUOTES)):
                malformed["malformed entity"] += 1
        elif len(parts) < _FACT_FIELDS - 1 or not all(parts[:3]):
            malformed["malformed fact"] += 1
        else:
            quote = " | ".join(parts[3:]).strip(_QUOTES)
            facts.append(RepliedFact(_id(parts[0]), parts[1].strip(_QUOTES), _id(parts[2]), 0, quote))
    return FactReply(entities, tuple(facts), malformed)


def _read_json(reply: str) -> FactReply:
    value = parse_json(reply)
    if isinstance(value, list):  # entities and facts in one list, or facts alone
        value = {
            "entities": [entry for entry in value if isinstance(entry, dict) and "name" in entry],
            "facts": [entry for entry in value if not (isinstance(entry, dict) and "name" in entry)],
        }
    if not isinstance(value, dict) or not value.keys() & {"entities", "facts", "relations"}:
        raise ValueError("an object with `entities` and `facts` was asked for")
    entities: dict[str, EntityClaim] = {}
    malformed: Counter[str] = Counter()
    for entry in _items(value.get("entities")):
        members = entry if isinstance(entry, dict) else {}
        kinds = members.get("types", members.get("type"))
        read = (_text(members.get("id")), kinds, _text(members.get("name")), _text(members.get("description")))
        if not _add_entity(entities, *read):
            malformed["malformed entity"] += 1
    facts: list[RepliedFact] = []
    for entry in _items(value.get("facts", value.get("relations"))):
        fact = _fact(entry) if isinstance(entry, dict) else None
        if fact is None:
            malformed["malformed fact"] += 1
        else:
            facts.append(fact)
    return FactReply(entities, tuple(facts), malformed)


def _entries(value: Any) -> list[Any]:  # noqa: ANN401  # JSON
    return value if isinstance(value, list) else [] if value is None else [value]


def _items(value: Any) -> list[Any]:  # noqa: ANN401  # JSON
    """Return what a reply lists; one item may stand without its list.

    Raises:
        ValueError: it is neither a list, an item nor nothing: as no fact at all it would pass for a search in vain.
    """
    if isinstance(value, list | dict) or value is None:
        return _entries(value)
    raise ValueError("`entities` and `facts` must be lists")


def _fact(entry: Mapping[str, Any]) -> RepliedFact | None:
    subject, object_ = (_text(entry.get(name)) for name in ("subject", "object"))
    predicate = _text(entry.get("predicate", entry.get("relation")))
    number = _NUMBER.fullmatch(_text(entry.get("n", entry.get("sentence"))))
    if not (subject and predicate and object_):
        return None
    return RepliedFact(
        _id(subject), predicate, _id(object_), int(number[1]) if number else 0, _text(entry.get("quote"))
    )


def _add_entity(entities: dict[str, EntityClaim], id: str, kinds: Any, name: str, description: str) -> bool:  # noqa: ANN401
    """Add an entity under its id, the first of two; tell whether it has an id and a name."""
    if not id.strip() or not name.strip():
        return False
    types = tuple(dict.fromkeys(text for kind in _entries(kinds) if (text := _text(kind).strip(_QUOTES))))
    entities.setdefault(_id(id), EntityClaim(" ".join(name.split()), types, " ".join(description.split())))
    return True


def _text(value: Any) -> str:  # noqa: ANN401
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        return ""
    return str(value).strip()


def _id(text: str) -> str:
    """Return an id as it is compared: without brackets and quotes, in upper case."""
    return text.strip(_QUOTES + "[]()<>").upper()
