"""The forms of replies with entities, events and facts, and how they are read.

An unreadable entry does not affect others; nothing in a reply is trusted (`ground_facts`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from lgm_core.learning.facts.fact_grounding import EntityClaim
from lgm_core.llm.replies import as_list, number_of, parse_json
from lgm_core.llm.reply_schemas import list_schema, object_schema

__all__ = ["FACTS_BY_SCHEMA", "FACTS_PART", "FACTS_SCHEMA", "PHASE", "FactReply", "RepliedFact", "read_facts"]

PHASE = "facts"
"""The phase under which fact extraction's usage is accounted."""

FACTS_PART = list_schema(
    object_schema(n="integer", subject="string", predicate="string", object="string", quote="string")
)
FACTS_SCHEMA = object_schema(
    entities=list_schema(object_schema(id="string", type="string", name="string", description="string")),
    facts=FACTS_PART,
)
_CLASSED = dict.fromkeys(("id", "name", "class", "type", "description", "summary"), "string")
_PARTICIPANTS = list_schema(object_schema(role="string", id="string"))
_EVENT = object_schema(**_CLASSED, n="integer", participants=_PARTICIPANTS, time="string", place="string")
FACTS_BY_SCHEMA = object_schema(
    entities=list_schema(object_schema(**_CLASSED)), events=list_schema(_EVENT), facts=FACTS_PART
)

_QUOTES = "\"'“”„«»‘’` "


@dataclass(frozen=True, slots=True)
class RepliedFact:
    """A fact in a reply: ends as ids of entities, and the number of its sentence, 0 if missing."""

    subject: str
    predicate: str
    object: str
    number: int
    quote: str


@dataclass(frozen=True, slots=True)
class FactReply:
    """The contents of a reply.

    Attributes:
        entities: the entities and events by id.
        facts: the facts in their order, those of events first: who takes part, when and where.
        malformed: the numbers of entries that were not understood, by kind.
    """

    entities: Mapping[str, EntityClaim]
    facts: tuple[RepliedFact, ...]
    malformed: Counter[str] = field(default_factory=Counter)


def read_facts(reply: str) -> FactReply:
    """Read a reply; an unreadable entry does not affect others.

    Raises:
        ValueError: it has no JSON, the JSON is broken or cut off, or no entry can be read.
    """
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
    found: list[RepliedFact | None] = []
    for entry in _items(value.get("entities")):
        malformed["malformed entity"] += not _add_entity(entities, entry)
    events = [entry for entry in _items(value.get("events")) if _add_entity(entities, entry)]
    malformed["malformed event"] = len(_items(value.get("events"))) - len(events)
    for entry in events:
        for role, end in _event_ends(entry):
            entities.setdefault(_id(end), EntityClaim(end))  # ends of events may be names
            found.append(_fact({**entry, "subject": entry["id"], "predicate": role, "object": end, "quote": ""}))
    found += [_fact(entry) for entry in _items(value.get("facts", value.get("relations")))]
    facts = tuple(filter(None, found))
    malformed["malformed fact"] += len(found) - len(facts)
    malformed = +malformed
    if malformed and not entities and not facts:
        raise ValueError("none of its entries can be read as an entity or a fact")
    return FactReply(entities, facts, malformed)


def _add_entity(entities: dict[str, EntityClaim], entry: Any) -> bool:  # noqa: ANN401
    """Add an entity or event under its id, the first of two with one; return whether it can be read."""
    members = entry if isinstance(entry, dict) else {}
    id, name, *told = (" ".join(_text(members.get(key)).split()) for key in ("id", "name", "description", "summary"))
    if id and name:
        kinds = [members.get("class"), *as_list(members.get("types", members.get("type")))]
        types = dict.fromkeys(kind for each in kinds if (kind := _text(each).strip(_QUOTES)))
        entities.setdefault(_id(id), EntityClaim(name, tuple(types), "; ".join(filter(None, told))))
    return bool(id and name)


def _event_ends(entry: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield the roles and ids, or names, of what takes part in an event, and of its time and place."""
    parts = [each if isinstance(each, dict) else {"id": each} for each in as_list(entry.get("participants"))]
    for part in (*parts, *({"role": role, "id": entry.get(role)} for role in ("time", "place"))):
        if end := _text(part.get("id")):
            yield _text(part.get("role")) or "participant", end


def _items(value: Any) -> list[Any]:  # noqa: ANN401  # JSON
    """Return the items in a reply; a single item may lack its list.

    Raises:
        ValueError: it is neither a list, an item nor empty: read as no facts, it would pass for an unsuccessful search.
    """
    if isinstance(value, list | dict) or value is None:
        return as_list(value)
    raise ValueError("`entities` and `facts` must be lists")


def _fact(entry: Any) -> RepliedFact | None:  # noqa: ANN401
    entry = entry if isinstance(entry, dict) else {}
    subject, object_ = (_text(entry.get(name)) for name in ("subject", "object"))
    predicate = _text(entry.get("predicate", entry.get("relation")))
    number = number_of(_text(entry.get("n", entry.get("sentence")))) or 0
    if not (subject and predicate and object_):
        return None
    return RepliedFact(_id(subject), predicate, _id(object_), number, _text(entry.get("quote")))


def _text(value: Any) -> str:  # noqa: ANN401
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        return ""
    return str(value).strip()


def _id(text: str) -> str:
    """Return an id for comparison: without brackets and quotes, in upper case."""
    return text.strip(_QUOTES + "[]()<>").upper()
