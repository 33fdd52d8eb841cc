"""A domain's schema: its classes, properties and rules (KAG, sections 2.1 and 2.2.3; PolyRAG's ontology layer)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from enum import StrEnum
from functools import cached_property
from typing import Any, Literal, TypeVar

from lgm_core.model.facts.value import ValueKind

__all__ = [
    "DEFAULT_BASE",
    "ClassKind",
    "Rule",
    "Schema",
    "SchemaClass",
    "SchemaProperty",
    "SchemaStatus",
    "SchemaVersion",
    "ValueRange",
    "part_of",
    "predicate_words",
    "stated_fields",
]

DEFAULT_BASE = "urn:lgm:schema#"
"""The beginning of identifiers in RDF of schemas without one."""

_WORD_IN_NAME = re.compile(r"[^\W_]+")
_HUMP = re.compile(r"(?<=[a-zß-öø-ÿ\d])(?=[A-ZÀ-ÖØ-Þ])|(?<=[A-Z])(?=[A-Z][a-z])")
_BOUNDS = r"(?:\s+(?P<low>-?\d+(?:\.\d+)?)\.\.(?P<high>-?\d+(?:\.\d+)?))?"
_VALUE_RANGES = {
    ValueKind.DATE: re.compile("date"),
    ValueKind.TEXT: re.compile("text"),
    ValueKind.NUMBER: re.compile(f"number{_BOUNDS}", re.ASCII),
    ValueKind.QUANTITY: re.compile(rf"quantity(?:\s+(?P<unit>[^\s.]+))??{_BOUNDS}", re.ASCII),
}


class ClassKind(StrEnum):
    """What the members of a class are: things, events, concepts of a term list, or documents."""

    ENTITY = "entity"
    EVENT = "event"
    CONCEPT = "concept"
    DOCUMENT = "document"


SchemaStatus = Literal["accepted", "proposed"]
"""Only what is accepted has an effect."""


@dataclass(frozen=True, slots=True)
class ValueRange:
    """A range of values: `date`, `number`, `text`, `quantity EUR`, `quantity kg 0..500`.

    Attributes:
        kind: the kind of the values.
        unit: of quantities: an SI symbol, `%`, an ISO 4217 code, or as texts write it; empty allows any.
        low: the least value; None for no limit.
        high: the greatest value; None for no limit.
    """

    kind: ValueKind
    unit: str = ""
    low: float | None = None
    high: float | None = None

    @classmethod
    def parse(cls, text: str) -> ValueRange | None:
        """Return the range that a text names; None if it names no range of values, such as a class.

        Raises:
            ValueError: no value fits, or a unit is given for what has none.
        """
        kind = next((each for each in ValueKind if text.split(maxsplit=1)[:1] == [each]), None)
        if kind is None:
            return None
        match = _VALUE_RANGES[kind].fullmatch(text.strip())
        if match is None:
            raise ValueError(f"{text!r} is no range; write for example date, number 0..300, quantity kg or text")
        given = match.groupdict()
        low, high = (float(given[bound]) if given.get(bound) else None for bound in ("low", "high"))
        if low is not None and high is not None and low > high:
            raise ValueError(f"no value fits {text!r}, whose lower bound is above its upper one")
        return cls(kind, given.get("unit") or "", low, high)


@dataclass(frozen=True, slots=True)
class SchemaClass:
    """A class of things.

    Attributes:
        name: its name in the schema: `TrainStation`.
        labels: what texts call its members, the usual one first. The words of `name` count as a label, too.
        parents: the names of its superclasses.
        description: a sentence, or empty.
        kind: what its members are.
        status: only accepted classes have an effect.
        origin: the source: `file:<name>`, `graph` if proposed from facts, `llm:<model>`; may be empty.
        iri: its identifier in RDF, if it is not the schema's base and its name.
    """

    name: str
    labels: tuple[str, ...] = ()
    parents: tuple[str, ...] = ()
    description: str = ""
    kind: ClassKind = ClassKind.ENTITY
    status: SchemaStatus = "accepted"
    origin: str = ""
    iri: str = ""

    @property
    def names(self) -> tuple[str, ...]:
        """Return its labels and its name in words, each once."""
        return tuple(dict.fromkeys((*self.labels, predicate_words(self.name))))


@dataclass(frozen=True, slots=True)
class SchemaProperty:
    """A property of a class: a relation to things of another class, or an attribute with a value.

    Attributes:
        name: its name in the schema: `placeOfBirth`.
        labels: what texts call it: *place of birth*, *was born in*. The words of `name` count as a label, too.
        domain: the class of its subjects, or alternatives: `Film|Series`; empty for any.
        range: the class of its objects or alternatives, or a range of values (`ValueRange`): `date`, `quantity EUR`;
            empty for any.
        inverse: the name of the property in the other direction, or empty.
        headings: the section of a document under one of these headings answers the property, word for word.
        status: only accepted properties have an effect.
        origin: as of a class.
        examples: sentences that state it; in a store `sentence:ID` stands for a sentence of the graph.
        iri: as of a class.
    """

    name: str
    labels: tuple[str, ...] = ()
    domain: str = ""
    range: str = ""
    inverse: str = ""
    headings: tuple[str, ...] = ()
    status: SchemaStatus = "accepted"
    origin: str = ""
    examples: tuple[str, ...] = ()
    iri: str = ""

    @property
    def names(self) -> tuple[str, ...]:
        """Return its labels and its name in words, each once."""
        return tuple(dict.fromkeys((*self.labels, predicate_words(self.name))))

    @property
    def domains(self) -> tuple[str, ...]:
        """Return the classes that its subjects may be of; empty for any."""
        return _alternatives(self.domain)

    @property
    def ranges(self) -> tuple[str, ...]:
        """Return the classes that its objects may be of; empty for any, and for values."""
        return () if self.value_range else _alternatives(self.range)

    @property
    def value_range(self) -> ValueRange | None:
        """Return its range if that is one of values."""
        return ValueRange.parse(self.range)


@dataclass(frozen=True, slots=True)
class Rule:
    """What follows from facts: conditions, and one conclusion, evaluated when asked and never stored.

    Attributes:
        name: its name in the schema.
        when: conditions that all must hold: `?p is Patient`, `?p systolic pressure >= 140`.
        then: the conclusion: `?p condition hypertension`, or `?p is AtRisk`.
        text: the rule in words, which answers cite.
    """

    name: str
    when: tuple[str, ...]
    then: str
    text: str


T = TypeVar("T", SchemaClass, SchemaProperty, Rule)


@dataclass(frozen=True)
class Schema:
    """What a domain knows before any text is read.

    Attributes:
        domain: its name: `medicine`.
        base: the beginning of its identifiers in RDF.
        classes: the classes, each name once.
        properties: the properties, each name once.
        rules: the rules, each name once.
    """

    domain: str = ""
    base: str = ""
    classes: tuple[SchemaClass, ...] = ()
    properties: tuple[SchemaProperty, ...] = ()
    rules: tuple[Rule, ...] = ()

    @property
    def parts(self) -> dict[str, tuple[SchemaClass, ...] | tuple[SchemaProperty, ...] | tuple[Rule, ...]]:
        """Return the classes, properties and rules by the names that files have for them."""
        return {"class": self.classes, "property": self.properties, "rule": self.rules}

    def iri_of(self, part: SchemaClass | SchemaProperty) -> str:
        """Return the identifier of a class or property in RDF."""
        return part.iri or (self.base or DEFAULT_BASE) + part.name

    @cached_property
    def accepted(self) -> Schema:
        """Return the schema without what is only proposed; itself if nothing is."""
        classes = tuple(each for each in self.classes if each.status == "accepted")
        properties = tuple(each for each in self.properties if each.status == "accepted")
        is_all = (classes, properties) == (self.classes, self.properties)
        return self if is_all else replace(self, classes=classes, properties=properties)

    @cached_property
    def _parents(self) -> dict[str, tuple[str, ...]]:
        return {each.name: each.parents for each in self.classes}

    def above(self, name: str) -> dict[str, int]:
        """Return a class and all classes above it, each with its distance."""
        found, fresh = {name: 0}, [name]
        for each in fresh:  # grows during the loop
            new = [parent for parent in self._parents.get(each, ()) if parent not in found]
            found.update(dict.fromkeys(new, found[each] + 1))
            fresh += new
        return found

    @cached_property
    def hierarchy(self) -> dict[str, dict[str, int]]:
        """Return what `above` does, for all classes."""
        return {name: self.above(name) for name in self._parents}


@dataclass(frozen=True, slots=True)
class SchemaVersion:
    """A schema as one change left it.

    Attributes:
        schema: the whole schema.
        change: what the change was: `load services.toml`, `accept 3 properties`.
        time: when, in UTC, in ISO 8601.
    """

    schema: Schema
    change: str
    time: str


def predicate_words(name: str) -> str:
    """Return a name of a schema or plan as separate words: `placeOfBirth` and `place_of_birth` as *place of birth*."""
    words = (word for part in _WORD_IN_NAME.findall(name) for word in _HUMP.split(part))
    return " ".join(word if len(word) > 1 and word.isupper() else word.lower() for word in words)


def stated_fields(part: SchemaClass | SchemaProperty | Rule) -> dict[str, str | tuple[str, ...]]:
    """Return the fields of a part of a schema that differ from their defaults, by name."""
    return {field.name: value for field in fields(part) if (value := getattr(part, field.name)) != field.default}


def part_of(kind: type[T], values: Mapping[str, Any]) -> T:
    """Return a part of a schema from its fields, in which lists stand for tuples and texts for words."""
    made: dict[str, Any] = {key: tuple(value) if isinstance(value, list) else value for key, value in values.items()}
    if made.get("kind") in tuple(ClassKind):
        made["kind"] = ClassKind(made["kind"])
    return kind(**made)


def _alternatives(names: str) -> tuple[str, ...]:
    return tuple(name.strip() for name in names.split("|") if name.strip())
