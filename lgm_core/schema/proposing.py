"""A schema proposed from a graph: classes with many members, and the properties that the facts of members state."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import chain
from typing import TypeVar

from lgm_core.graph.port import LanguageGraphStore
from lgm_core.language.concepts import concept_key
from lgm_core.language.lexicons.denial_words import denies
from lgm_core.model import THING, Fact, FactEnd, FactEvidence, RelationKind, SectionEnd, Value, ValueKind
from lgm_core.model.concept import name_of
from lgm_core.model.schema import Schema, SchemaClass, SchemaProperty, predicate_words
from lgm_core.schema.predicate_matching import AUXILIARIES, match_predicate

__all__ = ["MembersByClass", "pages", "proposed_from", "with_shown_examples"]

T = TypeVar("T")

_PAGE = 1_000
"""Relations or facts read at once."""

_MOST_PREDICATES = 300
"""The most predicates compared with each other, those with the most facts."""

_LEAST_MATCH = 0.8
_STEPS = 3
"""The most is-a relations from a thing to its classes."""

_EXAMPLES = 3
_LABELS = 5
_ALTERNATIVES = 3
_COVERED = 0.8
"""The share of ends whose classes are known that a domain or range must cover; else it is left open."""

_SENTENCE = "sentence:"
"""What an example begins with that is a sentence of the graph: its id follows, so that it goes with its document."""

_WORD = re.compile(r"[^\W_]+")


def pages(read: Callable[..., Sequence[T]]) -> Iterator[Sequence[T]]:
    """Yield what `read(offset=…, limit=…)` of a store returns, page by page."""
    offset = 0
    while page := read(offset=offset, limit=_PAGE):
        yield page
        offset += len(page)


class MembersByClass:
    """The is-a relations of a graph, read at once, as classes and their members."""

    def __init__(self, store: LanguageGraphStore) -> None:
        self.above: defaultdict[str, set[str]] = defaultdict(set)
        for relation in chain.from_iterable(pages(partial(store.relations, kind=RelationKind.IS_A))):
            if relation.object != THING:
                self.above[relation.subject].add(relation.object)

    def classes_of(self, key: str) -> set[str]:
        """Return what a concept is stated to be, directly or over classes between."""
        found, fresh = {key}, {key}
        for _ in range(_STEPS):
            fresh = {above for each in fresh for above in self.above.get(each, ())} - found
            found |= fresh
        return found - {key}

    def counts(self) -> Counter[str]:
        """Return how many members each class has."""
        return Counter(above for key in self.above for above in self.classes_of(key))


@dataclass(slots=True)
class _Predicate:
    """A predicate of facts whose subjects have a class; `kind` is that of values, or empty for things."""

    kind: str
    facts: int = 0
    wordings: Counter[str] = field(default_factory=Counter)
    subjects: Counter[frozenset[str]] = field(default_factory=Counter)
    objects: Counter[frozenset[str]] = field(default_factory=Counter)
    units: Counter[str] = field(default_factory=Counter)
    examples: dict[str, None] = field(default_factory=dict)

    def add(self, fact: Fact, subject: frozenset[str], object: frozenset[str]) -> None:
        self.facts += 1
        self.wordings.update({item.wording for item in fact.evidence})
        self.subjects[subject] += 1
        self.objects[object] += 1
        if isinstance(fact.object, Value):
            self.units[fact.object.unit] += 1
        if len(self.examples) < _EXAMPLES:
            self.examples |= {f"{_SENTENCE}{fact.evidence[0].sentence_id}": None} if fact.evidence else {}

    def join(self, other: _Predicate) -> None:
        self.facts += other.facts
        for name in ("wordings", "subjects", "objects", "units"):
            getattr(self, name).update(getattr(other, name))
        self.examples = dict.fromkeys([*self.examples, *other.examples][:_EXAMPLES])

    def fact(self, predicate: str) -> Fact:
        """Return a fact with the commonest wordings, to compare names with."""
        words = [wording for wording, _ in self.wordings.most_common(_LABELS)]
        return Fact("", predicate, "", evidence=tuple(FactEvidence("", 0, 0, each, "") for each in words))

    @property
    def labels(self) -> tuple[str, ...]:
        ordered = sorted(self.wordings, key=lambda each: (-self.wordings[each], each))
        return tuple({each.casefold(): each for each in reversed(ordered[:_LABELS])}.values())[::-1]

    @property
    def value_range(self) -> str:
        if self.kind != ValueKind.QUANTITY:
            return self.kind
        return " ".join([self.kind, *(self.units if len(self.units) == 1 else ())]).strip()


def proposed_from(store: LanguageGraphStore, held: Schema, *, min_members: int, min_facts: int) -> Schema:
    """Return the classes and properties that a graph has and its schema lacks, as proposals.

    Args:
        store: the graph.
        held: its schema.
        min_members: the fewest members of a class.
        min_facts: the fewest facts of a property, whose subjects have a class.
    """
    languages = store.languages() or [""]
    members = MembersByClass(store)
    counts = members.counts()
    names = {concept_key(name, code): each.name for each in held.classes for name in each.names for code in languages}
    taken, classes = {each.name for each in held.classes}, dict[str, SchemaClass]()
    for key in sorted(key for key in counts if counts[key] >= min_members and key not in names):
        name = _camel(name_of(key), upper=True)
        if name and name not in taken:
            taken.add(name)
            labels = () if predicate_words(name) == name_of(key) else (name_of(key),)
            classes[key] = SchemaClass(name, labels, status="proposed", origin="graph")
    names |= {key: each.name for key, each in classes.items()}
    parents: dict[str, set[str]] = {each.name: set(each.parents) for each in held.classes}
    for key, each in classes.items():
        wanted = sorted({names[above] for above in members.above.get(key, ()) if above in names} - {each.name})
        parents[each.name] = set()
        for parent in wanted:
            if each.name not in _closure(parent, parents):
                parents[each.name].add(parent)
    sizes = {name: counts[key] for key, name in names.items()}
    properties = _properties(store, held, members, names, sizes, min_facts)
    return Schema(
        classes=tuple(replace(each, parents=tuple(sorted(parents[each.name]))) for each in classes.values()),
        properties=tuple(properties),
    )


def _closure(name: str, parents: Mapping[str, Iterable[str]]) -> set[str]:
    found, fresh = {name}, {name}
    while fresh:
        fresh = {above for each in fresh for above in parents.get(each, ())} - found
        found |= fresh
    return found


def _properties(
    store: LanguageGraphStore,
    held: Schema,
    members: MembersByClass,
    names: Mapping[str, str],
    sizes: Mapping[str, int],
    min_facts: int,
) -> Iterator[SchemaProperty]:
    def classes(end: FactEnd) -> frozenset[str]:
        keys = {end, *members.classes_of(end)} if isinstance(end, str) else ()
        return frozenset(names[key] for key in keys if key in names)

    found: dict[tuple[str, str], _Predicate] = {}
    for fact in chain.from_iterable(pages(store.facts)):
        words = set(fact.predicate.split())
        subject = classes(fact.subject)
        if subject and words - AUXILIARIES and not isinstance(fact.object, SectionEnd) and not denies(fact.predicate):
            kind = str(fact.object.kind) if isinstance(fact.object, Value) else ""
            of_kind = found.setdefault((fact.predicate, kind), _Predicate(kind))
            of_kind.add(fact, subject, classes(fact.object))
    language = next(iter(store.languages()), "")
    of_schema, groups = held.properties, list[_Predicate]()
    for key in sorted(found, key=lambda key: (-found[key].facts, key))[:_MOST_PREDICATES]:
        fact, one = found[key].fact(key[0]), found[key]
        if any(bool(each.value_range) == bool(one.kind) and _means(each.names, fact, language) for each in of_schema):
            continue
        same = next((each for each in groups if each.kind == one.kind and _means(each.labels, fact, language)), None)
        if same is None:
            groups.append(one)
        else:
            same.join(one)
    taken = {each.name for each in held.properties}
    for group in groups:
        name = _camel(" ".join(_content(group.labels[0])) if group.labels else "")
        name = next((each for each in (name, name + group.kind.capitalize()) if each and each not in taken), "")
        if name and group.facts >= min_facts:
            taken.add(name)
            yield SchemaProperty(
                name,
                group.labels,
                "|".join(_covering(group.subjects, sizes)),
                group.value_range or "|".join(_covering(group.objects, sizes)),
                status="proposed",
                origin="graph",
                examples=tuple(group.examples),
            )


def _means(names: Sequence[str], fact: Fact, language: str) -> bool:
    match = match_predicate(names, fact, language)
    is_same = match.level in ("key", "synonym", "related") and match.score >= _LEAST_MATCH
    return bool(names) and is_same and match.direction == 1


def _content(wording: str) -> list[str]:
    """Return a wording's words without auxiliaries at its beginning."""
    words = wording.split()
    while len(words) > 1 and words[0].casefold() in AUXILIARIES:
        del words[0]
    return words


def _camel(text: str, *, upper: bool = False) -> str:
    """Return words as a name; empty if none begins with a letter."""
    words = [word[:1].upper() + word[1:] for word in _WORD.findall(text)]
    name = "".join(words)
    if not name[:1].isalpha():
        return ""
    return name if upper else name[:1].lower() + name[1:]


def _covering(ends: Counter[frozenset[str]], sizes: Mapping[str, int]) -> list[str]:
    """Return the fewest and narrowest classes that cover most of the ends whose classes are known; empty for any."""
    known = Counter({classes: count for classes, count in ends.items() if classes})
    if not known or 2 * known.total() < ends.total():
        return []
    chosen: list[str] = []
    left = known
    while left and len(chosen) < _ALTERNATIVES and left.total() > (1 - _COVERED) * known.total():
        covered: Counter[str] = Counter()
        for classes, count in left.items():
            covered.update(dict.fromkeys(classes, count))
        chosen.append(min(covered, key=lambda each: (-covered[each], sizes.get(each, 0), each)))
        left = Counter({classes: count for classes, count in left.items() if chosen[-1] not in classes})
    return sorted(chosen) if left.total() <= (1 - _COVERED) * known.total() else []


def with_shown_examples(schema: Schema, store: LanguageGraphStore) -> Schema:
    """Return a schema with sentences in place of their ids as examples; those that are gone are left out."""
    ids = {
        each.removeprefix(_SENTENCE)
        for property in schema.properties
        for each in property.examples
        if each.startswith(_SENTENCE)
    }
    texts = {f"{_SENTENCE}{sentence.id}": sentence.text for sentence in store.sentences(sorted(ids))} if ids else {}
    return replace(
        schema,
        properties=tuple(
            replace(
                each,
                examples=tuple(
                    texts.get(example, example)
                    for example in each.examples
                    if example in texts or not example.startswith(_SENTENCE)
                ),
            )
            for each in schema.properties
        ),
    )
