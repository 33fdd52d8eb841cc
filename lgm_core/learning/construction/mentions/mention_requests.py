"""How sections are shared among requests for mentions, and what is read from the replies."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from lgm_core.learning.construction.construction_options import ConstructionOptions
from lgm_core.learning.construction.document_text import DocumentText, cut
from lgm_core.llm.replies import as_list, number_of, parse_json
from lgm_core.model import EntityClass

__all__ = ["PHASE", "MentionReply", "RepliedMention", "cut_sections", "read_mentions", "salvage_mentions"]

PHASE = "construction: mentions"
"""The name under which this stage's usage is accounted."""


def cut_sections(text: DocumentText, options: ConstructionOptions) -> tuple[str, ...]:
    """Return the headings of sections longer than a request, which are therefore split."""
    return tuple(
        section.titles[-1] if section.titles else text.record.title
        for section in text.sections
        if len(list(cut(section.sentences, options.window_tokens))) > 1
    )


_CLASSES = {"named": EntityClass.NAMED, "general": EntityClass.GENERAL, "other": EntityClass.OTHER}
_MENTION_KEYS = frozenset({"name", "class", "types", "sentences"})
_RELATION_KEYS = frozenset({"subject", "predicate", "object", "sentences"})


@dataclass(frozen=True, slots=True)
class RepliedMention:
    """A mention in a reply; without a class if not asked for, without numbers if none are given."""

    name: str
    entity_class: EntityClass | None
    types: tuple[str, ...]
    numbers: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class RepliedRelation:
    """A relation in a reply; the object may be missing."""

    subject: str
    predicate: str
    object: str
    numbers: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class MentionReply:
    """The contents of a reply, and the numbers of entries that were not understood, by problem."""

    mentions: tuple[RepliedMention, ...] = ()
    relations: tuple[RepliedRelation, ...] = ()
    malformed: Counter[str] = field(default_factory=Counter)


def read_mentions(reply: str) -> MentionReply:
    """Read a reply without errors.

    Raises:
        ValueError: it cannot be read, or an entry is not as requested.
    """
    read = salvage_mentions(reply)
    if read.malformed:
        found = ", ".join(f"{count} {problem}" for problem, count in read.malformed.items())
        raise ValueError(f"some of its entries are not as asked for: {found}")
    return read


def salvage_mentions(reply: str) -> MentionReply:
    """Read the usable part of a reply; an unreadable entry does not affect others.

    Raises:
        ValueError: it has no JSON, is neither an object with `mentions` nor a list of them, or has no readable entry.
    """
    value = parse_json(reply)
    if isinstance(value, list):
        value = {"mentions": value}
    if not isinstance(value, dict) or "mentions" not in value:
        raise ValueError("an object with a list `mentions` was asked for")
    malformed: Counter[str] = Counter()
    mentions = [_mention(entry, malformed) for entry in _entries(value["mentions"], "mention", malformed)]
    relations = [_relation(entry, malformed) for entry in _entries(value.get("relations"), "relation", malformed)]
    read = MentionReply(tuple(filter(None, mentions)), tuple(filter(None, relations)), malformed)
    if malformed and not read.mentions and not read.relations:
        raise ValueError("none of its entries can be read as a mention with a name")
    return read


def _entries(value: object, kind: str, malformed: Counter[str]) -> Iterator[Mapping[str, Any]]:
    if not isinstance(value, list | dict | None):
        raise ValueError(f"`{kind}s` must be a list")
    for entry in [value] if isinstance(value, dict) else value or ():
        if isinstance(entry, Mapping):
            yield entry
        else:
            malformed[f"{kind} that is no object"] += 1


def _mention(entry: Mapping[str, Any], malformed: Counter[str]) -> RepliedMention | None:
    _count_unknown(entry, _MENTION_KEYS, malformed)
    name = _text(entry.get("name"))
    if not name:
        malformed["mention without name"] += 1
        return None
    entity_class = None
    if "class" in entry:
        entity_class = _CLASSES.get(_text(entry["class"]).lower())
        if entity_class is None:
            malformed["unknown class"] += 1
            return None
    types = dict.fromkeys(kind for value in as_list(entry.get("types")) if (kind := _text(value)))
    return RepliedMention(name, entity_class, tuple(types), _numbers(entry.get("sentences"), malformed))


def _relation(entry: Mapping[str, Any], malformed: Counter[str]) -> RepliedRelation | None:
    _count_unknown(entry, _RELATION_KEYS, malformed)
    subject, predicate, object_ = (_text(entry.get(name)) for name in ("subject", "predicate", "object"))
    if not subject or not predicate:
        malformed["relation without subject or predicate"] += 1
        return None
    return RepliedRelation(subject, predicate, object_, _numbers(entry.get("sentences"), malformed))


def _count_unknown(entry: Mapping[str, Any], known: frozenset[str], malformed: Counter[str]) -> None:
    malformed.update(["unknown key"] * len(entry.keys() - known))


def _numbers(value: object, malformed: Counter[str]) -> tuple[int, ...]:
    found: dict[int, None] = {}
    for item in as_list(value):
        number = number_of(item)
        if number is not None:
            found[number] = None
        else:
            malformed["sentence that is no number"] += 1
    return tuple(found)


def _text(value: object) -> str:
    """Return a text on one line; empty for anything but texts and numbers."""
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        return ""
    return " ".join(str(value).split())
