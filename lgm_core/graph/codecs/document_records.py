"""A document's graph as JSON objects, one per line of an export, and the graph read from such objects."""

from __future__ import annotations

import sys
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Generic, TypeVar

from lgm_core.errors import InputError, shown
from lgm_core.model import (
    Clause,
    DocumentGraph,
    DocumentRecord,
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
    Reference,
    RelationKind,
    Section,
    SectionEnd,
    Sentence,
    StatementKind,
    Value,
    ValueKind,
    Verdict,
)

__all__ = ["DocumentReader", "document_records", "end_data"]

T = TypeVar("T")
_REQUIRED = object()
_GREATEST = 2**53
"""The smallest position that is too large."""

_MOST = sys.float_info.max
"""The largest other number."""


@dataclass(frozen=True, slots=True)
class Kind:
    """The type of a field: how a JSON value is read (or refused with an `InputError`) and written."""

    read: Callable[[Any], Any]
    write: Callable[[Any], object] = lambda value: value


@dataclass(frozen=True, slots=True)
class Field:
    """A field of a JSON object whose name differs from its attribute, or that may be missing.

    Attributes:
        kind: its type.
        name: its name in JSON; by default that of the attribute.
        default: the value if the field is missing; without a default, the field is required.
    """

    kind: Kind
    name: str = ""
    default: object = _REQUIRED


class Shape(Generic[T]):
    """The form of the JSON objects for one type of part."""

    def __init__(self, make: Callable[..., T], **fields: Kind | Field) -> None:
        self._make = make
        named = ((attribute, each if isinstance(each, Field) else Field(each)) for attribute, each in fields.items())
        self._fields = [(field.name or attribute, attribute, field.kind, field.default) for attribute, field in named]

    def written(self, part: T) -> dict[str, object]:
        """Return the object of a part."""
        values = ((name, kind, default, getattr(part, attribute)) for name, attribute, kind, default in self._fields)
        return {
            name: kind.write(value) for name, kind, default, value in values if default is _REQUIRED or value != default
        }

    def read(self, data: object, **given: object) -> T:
        """Return the part of an object.

        Args:
            data: the object; unknown fields are ignored.
            given: attributes missing from the object.

        Raises:
            InputError: it is not an object, or a field is missing or has the wrong type.
        """
        if not isinstance(data, dict):
            raise InputError(f"is {shown(data)}, no object")
        for name, attribute, kind, default in self._fields:
            if name in data:
                try:
                    given[attribute] = kind.read(data[name])
                except InputError as error:
                    raise InputError(f"{name} {error}") from None
            elif default is _REQUIRED:
                raise InputError(f"{name} is missing")
            else:
                given[attribute] = default
        return self._make(**given)


def _checked(what: str, fits: Callable[[Any], bool], made: Callable[[Any], Any] = lambda value: value) -> Kind:
    def read(value: object) -> object:
        if not fits(value):
            raise InputError(f"is {shown(value)}, {what}")
        return made(value)

    return Kind(read)


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and abs(value) <= _MOST


TEXT = _checked("no text", lambda value: isinstance(value, str))
TEXTS = _checked("no list of texts", lambda value: isinstance(value, list) and {*map(type, value)} <= {str}, tuple)
WHOLE = _checked("no whole number from 0", lambda value: type(value) is int and 0 <= value < _GREATEST)
NUMBER = _checked("no number that can be stored", _is_number)
FLAG = _checked("neither true nor false", lambda value: isinstance(value, bool))
LIST = _checked("no list", lambda value: isinstance(value, list))
MAPPING = _checked("no object", lambda value: isinstance(value, dict), dict)


def choice(words: type[StrEnum]) -> Kind:
    """Return the kind of a field with a fixed set of words."""
    known = set(words)
    return _checked(f"and none of {', '.join(words)}", lambda value: isinstance(value, str) and value in known, words)


def several(shape: Shape[Any]) -> Kind:
    """Return the kind of a field with a list of parts."""
    return Kind(
        lambda data: tuple(map(shape.read, LIST.read(data))),
        lambda parts: [shape.written(part) for part in parts],
    )


def end_data(end: FactEnd) -> dict[str, object]:
    """Return the end of a fact as JSON."""
    if isinstance(end, str):
        return {"concept": end}
    if isinstance(end, SectionEnd):
        return {"section": end.section_id}
    data: dict[str, object] = {"value": end.text, "kind": end.kind}
    if end.start is None:
        return data
    return {**data, "normalised": end.normalised, "start": end.start, "end": end.end, "unit": end.unit}


def _end(data: Mapping[str, object]) -> FactEnd:
    if "concept" in data:
        return str(TEXT.read(data["concept"]))
    return SectionEnd(TEXT.read(data["section"])) if "section" in data else _VALUE.read(data)


def _qualifiers(data: object) -> tuple[tuple[str, FactEnd], ...]:
    return tuple((TEXT.read(each.get("name")), _end(each)) for each in map(MAPPING.read, LIST.read(data)))


_VALUE = Shape(
    Value,
    text=Field(TEXT, "value"),
    kind=choice(ValueKind),
    start=Field(NUMBER, default=None),
    end=Field(NUMBER, default=None),
    unit=Field(TEXT, default=""),
)
_END = Kind(lambda data: _end(MAPPING.read(data)), end_data)
_QUALIFIERS = Kind(_qualifiers, lambda qualifiers: [{"name": name, **end_data(end)} for name, end in qualifiers])
_DOCUMENT_ID, _SENTENCE_ID = Field(TEXT, "document"), Field(TEXT, "sentence")
_EVIDENCE = several(Shape(Evidence, sentence_id=_SENTENCE_ID, origin=TEXT))
_FACT_EVIDENCE = Shape(FactEvidence, sentence_id=_SENTENCE_ID, start=WHOLE, end=WHOLE, wording=TEXT, origin=TEXT)
_CLAUSE = Shape(Clause, subject=TEXT, verb=TEXT, object=TEXT, kind=choice(StatementKind))
_MENTION = Shape(Mention, concept=TEXT, surface=TEXT, start=WHOLE, end=WHOLE, source=choice(MentionSource))
_DOCUMENT = Shape(
    DocumentRecord,
    id=TEXT,
    title=TEXT,
    source=TEXT,
    language=TEXT,
    metadata=MAPPING,
    content_hash=TEXT,
    recipe=TEXT,
    sentence_count=Field(WHOLE, "sentences"),
)
_SECTION = Shape(
    Section, id=TEXT, document_id=_DOCUMENT_ID, level=WHOLE, title=TEXT, path=TEXTS, start=WHOLE, end=WHOLE
)
_SENTENCE = Shape(
    Sentence,
    id=TEXT,
    section_id=Field(TEXT, "section"),
    start=WHOLE,
    end=WHOLE,
    text=TEXT,
    resolved=TEXT,
    lemmas=TEXT,
    clauses=Field(several(_CLAUSE), default=()),
    paragraph=Field(WHOLE, default=-1),
    page=Field(WHOLE, default=None),
)
_PROFILE = Shape(
    EntityProfile,
    document_id=_DOCUMENT_ID,
    concept=TEXT,
    types=TEXTS,
    description=TEXT,
    entity_class=Field(choice(EntityClass), "class", None),
    is_familiar=Field(FLAG, "familiar", None),
    relevance=Field(NUMBER, default=None),
    origin=Field(TEXT, default=""),
    evidence=_EVIDENCE,
)
_GROUP = Shape(
    PredicateGroup, document_id=_DOCUMENT_ID, name=TEXT, members=TEXTS, description=TEXT, origin=TEXT, run=TEXT
)
_RELATION = Shape(
    MetaRelation, kind=choice(RelationKind), subject=TEXT, object=TEXT, verdict=choice(Verdict), evidence=_EVIDENCE
)
_FACT = Shape(
    Fact,
    subject=TEXT,
    predicate=TEXT,
    object=_END,
    qualifiers=Field(_QUALIFIERS, default=()),
    verdict=choice(Verdict),
    evidence=several(_FACT_EVIDENCE),
)
_KNOWLEDGE: Mapping[str, tuple[str, Shape[Any]]] = {
    "profile": ("profiles", _PROFILE),
    "predicate_group": ("predicate_groups", _GROUP),
    "relation": ("relations", _RELATION),
    "fact": ("facts", _FACT),
}
"""The parts of a document other than its text: attribute of its graph and shape, by type of record."""


def document_records(graph: DocumentGraph) -> Iterator[dict[str, object]]:
    """Yield the JSON objects of a document's graph, each with its `type`, the document first."""
    yield {"type": "document", **_DOCUMENT.written(graph.document)}
    for section in graph.sections:
        yield {"type": "section", **_SECTION.written(section)}
    mentions: dict[str, list[dict[str, object]]] = defaultdict(list)
    for mention in graph.mentions:
        mentions[mention.sentence_id].append(_MENTION.written(mention))
    antecedents: dict[str, list[str]] = defaultdict(list)
    for reference in graph.references:
        antecedents[reference.sentence_id].append(reference.antecedent_id)
    for sentence in graph.sentences:
        yield {
            "type": "sentence",
            **_SENTENCE.written(sentence),
            **({"code": True} if sentence.is_code else {}),
            "mentions": mentions[sentence.id],
            "refers_to": antecedents[sentence.id],
        }
    for type, (attribute, shape) in _KNOWLEDGE.items():
        for part in getattr(graph, attribute):
            yield {"type": type, **shape.written(part)}


class DocumentReader:
    """Builds a document's graph from its records.

    Raises:
        InputError: a field is missing or has the wrong type.
    """

    def __init__(self, record: object) -> None:
        self.document = _DOCUMENT.read(record)
        self._parts: dict[str, list[Any]] = defaultdict(list)

    def add(self, type: str, record: Mapping[str, Any]) -> None:
        """Add the record of a part.

        Raises:
            InputError: the type is unknown, or a field is missing or has the wrong type.
        """
        if type == "section":
            self._parts["sections"].append(_SECTION.read(record, position=_position(record, "#s")))
        elif type == "sentence":
            self._add_sentence(record)
        elif type in _KNOWLEDGE:
            attribute, shape = _KNOWLEDGE[type]
            self._parts[attribute].append(shape.read(record))
        else:
            raise InputError(f"has the type {shown(type)}, which is unknown")

    def graph(self) -> DocumentGraph:
        """Return the graph of all records added; stores check whether it is self-contained.

        Raises:
            InputError: its number of sentences differs from its record.
        """
        if (found := len(self._parts["sentences"])) != self.document.sentence_count:
            name, count = shown(self.document.id), self.document.sentence_count
            raise InputError(f"document {name} ends here with {found} of its {count} sentences")
        return DocumentGraph(self.document, **{name: tuple(parts) for name, parts in self._parts.items()})

    def _add_sentence(self, record: Mapping[str, Any]) -> None:
        position = _position(record, "#")
        sentence = _SENTENCE.read(record, document_id=self.document.id, position=position)
        self._parts["sentences"].append(sentence)
        for mention in LIST.read(record.get("mentions", [])):
            self._parts["mentions"].append(_MENTION.read(mention, sentence_id=sentence.id))
        for antecedent in TEXTS.read(record.get("refers_to", [])):
            self._parts["references"].append(Reference(sentence.id, antecedent))


def _position(record: Mapping[str, Any], mark: str) -> int:
    """Return the position of a sentence or section in its document, from the end of its id."""
    digits = str(record.get("id")).rpartition(mark)[2]
    if not (digits.isascii() and digits.isdigit() and len(digits) < 9):
        raise InputError(f"id is {shown(record.get('id'))}, which does not end with {mark} and a position")
    return int(digits)
