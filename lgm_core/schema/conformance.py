"""Which facts conform to a schema: their predicate is a label of a property, and their ends fit domain and range.

Nothing of this is stored: a fact conforms as long as the schema says so (KAG, section 2.1; PolyRAG's instances).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Literal

from lgm_core.errors import SchemaError
from lgm_core.language.concepts import concept_key, head_word
from lgm_core.model import DocumentGraph, Fact, FactEnd, RelationKind, SectionEnd, Value, ValueKind, Verdict
from lgm_core.model.concept import name_of
from lgm_core.model.schema import Schema, SchemaClass, SchemaProperty, ValueRange, predicate_words
from lgm_core.schema.predicate_matching import (
    PredicateMatch,
    direction_between,
    implied_match,
    match_predicate,
    predicate_wording,
)
from lgm_core.schema.rule_parsing import ParsedRule, parsed_rule
from lgm_core.schema.value_fitting import value_fits, whole_value
from lgm_core.schema.widening import Terms

__all__ = ["Conformance", "ConformingFact", "EndFit", "SchemaCheck", "StatedTypes", "types_in"]

StatedTypes = Callable[[Collection[str]], Mapping[str, Collection[str]]]
"""Returns the types that texts state of concepts, by key: the concepts above each, and the types in its profiles."""

EndFit = Literal["stated", "unknown", "other"]
"""Whether a thing is stated to be of a class, nothing is stated, or it is stated to be of another class."""

_LEAST = 0.9
"""The least score of a label for a fact's predicate (`match_predicate`): words of one meaning, not some of them."""

_UNSTATED = 0.97
"""Score of a fact that conforms to what a plan names, without what its ends are being stated."""

_BESIDE = 0.93
"""Factor of a fact that only its words speak for, if the plan names a property of the schema."""

_NAMED_KINDS = frozenset(("date", "place", "thing"))
"""Kinds of ends that the name of a property without a range tells: *publication date*, *filming location*."""

_LEVELS = frozenset(("key", "synonym", "related"))


@dataclass(frozen=True, slots=True)
class ConformingFact:
    """How a fact conforms.

    Attributes:
        property: the property that it states.
        is_reversed: whether the fact's object is the property's subject: *X was written by Y* states that Y wrote X.
        is_stated: whether texts state that both ends are of the property's classes; else nothing else is stated.
        score: how well the predicate fits a label, from 0 to 1.
    """

    property: SchemaProperty
    is_reversed: bool
    is_stated: bool
    score: float


class Conformance:
    """Tells which facts conform to a schema, and which things fit its classes; remembers what it has read.

    Args:
        schema: the schema; only what is accepted counts.
        languages: the codes of the languages of facts, at least one.
        stated: returns the types that texts state of concepts.
    """

    def __init__(self, schema: Schema, languages: Sequence[str], stated: StatedTypes) -> None:
        self.terms = Terms(schema, languages)
        self.schema, self._languages = self.terms.schema, self.terms.languages
        self._stated = stated
        self._types: dict[str, frozenset[str]] = {}
        self._above = self.schema.hierarchy
        self._matches: dict[tuple[str, ...], list[tuple[SchemaProperty, PredicateMatch]]] = {}

    @cached_property
    def rules(self) -> tuple[ParsedRule, ...]:
        """Return the rules as conditions and conclusions, without those that need what is only proposed."""
        parsed = []
        for rule in self.schema.rules:
            with suppress(SchemaError):
                parsed.append(parsed_rule(rule, self.schema))
        return tuple(parsed)

    def inverses(self, property: str) -> frozenset[str]:
        """Return the names of the properties that state the same from the other end."""
        pairs = [(each.name, each.inverse) for each in self.schema.properties if each.inverse]
        return frozenset(other for pair in pairs for own, other in (pair, pair[::-1]) if own == property)

    def below(self, names: Collection[str]) -> list[SchemaClass]:
        """Return classes and all that are below one of them."""
        return [each for each in self.schema.classes if not self._above[each.name].keys().isdisjoint(names)]

    def class_of_type(self, type: str) -> str:
        """Return the class that a type in words names, or its head does: *film director* a `Director`; else empty."""
        for language in self._languages:
            key = concept_key(name_of(type), language)
            words = key.split()
            tails = [key, *(" ".join(words[first:]) for first in range(1, len(words))), head_word(key)]
            if named := next((self.terms.by_key[tail] for tail in tails if tail in self.terms.by_key), None):
                return named.name
        return ""

    def read(self, facts: Iterable[Fact]) -> None:
        """Read the types of the ends of many facts at once."""
        self._read(key for fact in facts for key in fact.concepts)

    def _read(self, keys: Iterable[str]) -> None:
        if fresh := [key for key in dict.fromkeys(keys) if key not in self._types]:
            stated = self._stated(fresh) if self.schema.classes else {}
            for key in fresh:
                own = self.terms.by_key.get(name_of(key))
                named = {self.class_of_type(type) for type in stated.get(key, ())} | {own.name if own else ""}
                self._types[key] = frozenset(named - {""})

    def state(self, key: str, types: Iterable[str]) -> None:
        """Take over what is said to be the types of a concept, in place of what was stated of it before."""
        if named := {self.class_of_type(type) for type in types} - {""}:
            self._types[key] = frozenset(named)

    def classes_of(self, key: str) -> frozenset[str]:
        """Return the names of the classes that texts state of a concept, without those above."""
        self._read([key])
        return self._types[key]

    def fit(self, end: FactEnd, classes: Sequence[str]) -> EndFit:
        """Return whether an end is of one of some classes; without any, everything is."""
        if not classes:
            return "stated"
        if not isinstance(end, str):
            return "other"
        own = self.classes_of(end)
        if any(wanted in self._above[each] for each in own for wanted in classes):
            return "stated"
        # A person may be an athlete: a broader class than the wanted one excludes nothing.
        if not own or any(each in self._above[wanted] for each in own for wanted in classes):
            return "unknown"
        return "other"

    def _value_fit(self, end: FactEnd, wanted: ValueRange) -> EndFit:
        """Return whether an end lies in a range of values."""
        if isinstance(end, SectionEnd):
            return "other"
        values = [(each, whole_value(name_of(end), each) if isinstance(end, str) else end) for each in self._languages]
        is_in = any(value and value_fits(wanted, value, language) for language, value in values)
        return "stated" if is_in or wanted.kind is ValueKind.TEXT else "other"

    def end_fit(self, end: FactEnd, property: SchemaProperty, *, is_subject: bool) -> EndFit:
        """Return whether an end fits a property's domain or range."""
        if is_subject:
            return self.fit(end, property.domains) if isinstance(end, str) else "other"
        if values := property.value_range:
            return self._value_fit(end, values)
        if property.range:
            return self.fit(end, property.ranges)
        is_date = isinstance(end, Value) and end.kind is ValueKind.DATE
        kinds = {predicate_wording(name, language).kind for name in property.names for language in self._languages}
        return "other" if ("date" in kinds) != is_date and not kinds.isdisjoint(_NAMED_KINDS) else "stated"

    def conforming(
        self, fact: Fact, grouped: Sequence[str] = (), among: Collection[str] | None = None
    ) -> ConformingFact | None:
        """Return how a fact conforms; None if it does not.

        Args:
            fact: the fact.
            grouped: predicates that mean the same as its own in its documents.
            among: the names of the properties that count; None for all.
        """
        found = []
        implied = self._implied(fact) if fact.predicate.startswith("be ") else ()
        for each, match in (*self._matching(fact, grouped), *implied):
            if among is not None and each.name not in among:
                continue
            is_open = match.direction == 0 and not each.value_range
            for is_reversed in (False, True) if is_open else (match.direction < 0,):
                subject, object = (fact.object, fact.subject) if is_reversed else (fact.subject, fact.object)
                fits = [self.end_fit(subject, each, is_subject=True), self.end_fit(object, each, is_subject=False)]
                # What something is need not be its occupation, unless that is asked for.
                is_vague = among is None and fact.predicate == "be" and fits[1] != "stated"
                if "other" not in fits and not is_vague:
                    found.append(ConformingFact(each, is_reversed, "unknown" not in fits, match.score))
        said = {item.wording.casefold() for item in fact.evidence}
        # Of two forms of one word, *works at* and *worked at*, the one that is said.
        exact = {each.property.name for each in found if not said.isdisjoint(self._labels[each.property.name])}
        return max(
            found,
            key=lambda each: (each.is_stated, each.score, each.property.name in exact, not each.is_reversed),
            default=None,
        )

    def misfit(self, fact: Fact) -> str:
        """Return which end of a fact does not fit the property whose own name it has; empty if both do."""
        wordings = {item.wording.casefold() for item in fact.evidence}
        named = [each for each in self.schema.properties if not wordings.isdisjoint(self._labels[each.name])]
        for each in named:
            for name, end in (("subject", fact.subject), ("object", fact.object)):
                if self.end_fit(end, each, is_subject=name == "subject") == "other":
                    return f"the {name} does not fit the property {each.names[0]!r}"
        return ""

    def linked_properties(self, names: Iterable[str]) -> dict[str, int]:
        """Return the names of the properties that the predicates of a plan name, by label or the words of one.

        The number is 1 if plan and property have the same direction, -1 if not: what *issues* a permit is what it is
        *issued by*. Inverse properties are included.
        """
        linked: dict[str, int] = {}
        for name in names:
            for each, label in self._properties_named(name):
                direction = direction_between(name, label, is_same_word=True) or 1
                linked.setdefault(each.name, 1 if label.casefold() == name.casefold() else direction)
        for name in list(linked):
            for other in sorted(self.inverses(name)):
                linked.setdefault(other, -linked[name])
        return linked

    def match(
        self, wanted: Mapping[str, int], fact: Fact, grouped: Sequence[str], by_words: PredicateMatch
    ) -> PredicateMatch:
        """Return how well a fact fits a plan that names properties of the schema, with their directions.

        A fact that conforms to one of them fits before all others, and the schema tells its direction. A fact that has
        a label of one, but whose ends are stated to be of other classes, does not fit; others fit by their words.
        """
        if found := self.conforming(fact, grouped, wanted):
            direction = wanted[found.property.name] * (-1 if found.is_reversed else 1)
            return PredicateMatch("property", 1.0 if found.is_stated else _UNSTATED, direction)
        if any(each.name in wanted for each, _ in self._matching(fact, grouped)):
            return PredicateMatch()
        return replace(by_words, score=by_words.score * _BESIDE)

    def _properties_named(self, name: str) -> list[tuple[SchemaProperty, str]]:
        """Return the properties with this name or label, else with one of its words in other forms, with the label."""
        exact = [(each, name) for each in self.schema.properties if name.casefold() in self._labels[each.name]]
        return exact or [
            (each, label)
            for each in self.schema.properties
            for label in each.names
            if any(_words(name, code) == _words(label, code) for code in self._languages)
        ]

    @cached_property
    def _labels(self) -> Mapping[str, frozenset[str]]:
        properties = self.schema.properties
        return {each.name: frozenset(name.casefold() for name in (each.name, *each.names)) for each in properties}

    def class_named(self, name: str) -> str:
        """Return the class with this name or label; empty if there is none."""
        found = self.terms.class_named(predicate_words(name))
        return found.name if found else ""

    def _matching(self, fact: Fact, grouped: Sequence[str]) -> list[tuple[SchemaProperty, PredicateMatch]]:
        """Return the properties with a label for a fact's predicate."""
        key = (fact.predicate, *sorted({item.wording for item in fact.evidence}), *grouped)
        if key not in self._matches:
            found = []
            for each in self.schema.properties:
                matches = (match_predicate(each.names, fact, language, grouped) for language in self._languages)
                best = max(matches, key=lambda match: match.score)
                if best.level in _LEVELS and best.score >= _LEAST:
                    found.append((each, best))
            # What is called by the name of a property is none of another that merely means nearly the same.
            self._matches[key] = [each for each in found if each[1].score == 1] or found
        return self._matches[key]

    def _implied(self, fact: Fact) -> Iterator[tuple[SchemaProperty, PredicateMatch]]:
        """Yield the properties that a copula with a date states: a *1950 film* appeared in that year."""
        if isinstance(fact.object, Value):
            for each in self.schema.properties:
                if (match := implied_match(each.names, fact, fact.object)).score:
                    yield each, replace(match, direction=1)


class SchemaCheck:
    """Refuses facts that contradict a schema, if there is one, and counts those outside it.

    A fact under the name of a property is refused if an end is said to be of another class than the property's, or is
    no value in its range. What a claim says of the class of its ends goes before what was stated of them elsewhere. A
    fact in other words that does not conform is outside the schema, which only a strict check refuses.

    Attributes:
        outside: the number of claims kept that are outside the schema.
    """

    def __init__(self, schema: Schema | None, languages: Sequence[str], stated: StatedTypes, *, strict: bool) -> None:
        self._conformance = Conformance(schema, languages, stated) if schema is not None else None
        self._strict = strict
        self.outside = 0

    def refusal(self, types: Sequence[Sequence[str]], fact: Fact) -> str:
        """Return why a grounded claim is not to be a fact, else an empty string.

        Args:
            types: the types that the claim says its subject and object have.
            fact: the claimed fact.
        """
        if self._conformance is None:
            return ""
        for end, own in zip((fact.subject, fact.object), types, strict=True):
            if isinstance(end, str):
                self._conformance.state(end, own)
        if self._conformance.conforming(fact) is not None:
            return ""
        if misfit := self._conformance.misfit(fact):
            return misfit
        self.outside += not self._strict
        return "outside the schema" if self._strict else ""


def types_in(graph: DocumentGraph) -> StatedTypes:
    """Return a function that tells the types a document states of its concepts: what is-a relations say of them."""
    stated: defaultdict[str, set[str]] = defaultdict(set)
    for relation in graph.relations:
        if relation.kind is RelationKind.IS_A and relation.verdict is not Verdict.INVALID:
            stated[relation.subject].add(relation.object)
    return lambda _: stated


def _words(name: str, language: str) -> tuple[frozenset[str], str]:
    """Return the stems of a predicate's words, and the kind of value that they name."""
    wording = predicate_wording(name, language)
    return wording.words, wording.kind
