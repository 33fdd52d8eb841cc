"""A schema proposed from a graph: classes with many members, and the properties of their facts; and accepting it."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
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
from lgm_core.schema.conformance import Conformance, StatedTypes
from lgm_core.schema.predicate_matching import AUXILIARIES, match_predicate

__all__ = [
    "REPLACES",
    "SENTENCE",
    "FactGroup",
    "GraphClasses",
    "camel_case",
    "mean_the_same",
    "pages",
    "properties_of",
    "proposed_from",
    "proposed_names",
    "support_in",
    "telling_facts",
    "with_accepted",
    "with_shown_examples",
]

T = TypeVar("T")

_PAGE = 1_000
"""Relations or facts read at once."""

_MOST_PREDICATES = 300
"""The most predicates compared with each other: those with the most facts."""

_LEAST_MATCH = 0.8
_STEPS = 3
"""The most is-a relations from a thing to its classes."""

_EXAMPLES, _LABELS, _ALTERNATIVES = 3, 5, 3
"""The most of a property."""

_UNCOVERED = 0.2
"""The share of ends with known classes that a domain or range may leave out; else it is open."""

SENTENCE = "sentence:"
"""The beginning of an example that is a sentence of the graph; its id follows, so that it goes with its document."""

REPLACES = "replaces "
"""In the origin of a proposed property, before the name of the property of which it takes labels over."""

_WORD = re.compile(r"[^\W_]+")


def pages(read: Callable[..., Sequence[T]]) -> Iterator[Sequence[T]]:
    """Yield what `read(offset=…, limit=…)` of a store returns, page by page."""
    offset = 0
    while page := read(offset=offset, limit=_PAGE):
        yield page
        offset += len(page)


def _classes_by_member(store: LanguageGraphStore) -> dict[str, set[str]]:
    """Return what each thing is directly stated to be."""
    found: defaultdict[str, set[str]] = defaultdict(set)
    for relation in chain.from_iterable(pages(partial(store.relations, kind=RelationKind.IS_A))):
        if relation.object != THING:
            found[relation.subject].add(relation.object)
    return dict(found)


def _above(name: str, parents: Mapping[str, Collection[str]], steps: int = _STEPS) -> set[str]:
    """Return what stands at most so many steps above a name, and the name; -1 steps are any number."""
    found, fresh = {name}, {name}
    while fresh and steps:
        fresh = {above for each in fresh for above in parents.get(each, ())} - found
        found |= fresh
        steps -= 1
    return found


def _member_counts(is_a: Mapping[str, Collection[str]]) -> Counter[str]:
    return Counter(above for key in is_a for above in _above(key, is_a) - {key})


@dataclass(slots=True)
class FactGroup:
    """Facts of one predicate, or of several that mean the same; `kind` is that of values, or empty for things."""

    kind: str
    facts: int = 0
    wordings: Counter[str] = field(default_factory=Counter)
    subjects: Counter[frozenset[str]] = field(default_factory=Counter)
    objects: Counter[frozenset[str]] = field(default_factory=Counter)
    units: Counter[str] = field(default_factory=Counter)
    examples: dict[str, None] = field(default_factory=dict)

    def add(self, fact: Fact, subject: frozenset[str], object: frozenset[str]) -> None:
        """Count a fact whose ends are of these classes."""
        self.facts += 1
        self.wordings.update({item.wording.casefold() for item in fact.evidence})
        self.subjects[subject] += 1
        self.objects[object] += 1
        if isinstance(fact.object, Value):
            self.units[fact.object.unit] += 1
        if len(self.examples) < _EXAMPLES and fact.evidence:
            self.examples[f"{SENTENCE}{fact.evidence[0].sentence_id}"] = None

    def join(self, other: FactGroup, *, is_turned: bool = False) -> None:
        """Count the facts of another group as well; of those in the other direction, the wordings are no labels."""
        self.facts += other.facts
        self.units += other.units
        self.subjects += other.objects if is_turned else other.subjects
        self.objects += other.subjects if is_turned else other.objects
        self.wordings += Counter() if is_turned else other.wordings
        self.examples = dict.fromkeys([*self.examples, *other.examples][:_EXAMPLES])

    @property
    def labels(self) -> tuple[str, ...]:
        """Return the most frequent wordings."""
        return tuple(sorted(self.wordings, key=lambda each: (-self.wordings[each], each))[:_LABELS])

    @property
    def range(self) -> str:
        """Return the kind of values, with their unit if there is only one; empty for things."""
        is_one = self.kind == ValueKind.QUANTITY and len(self.units) == 1
        return " ".join([self.kind, *(self.units if is_one else ())]).strip()


def proposed_from(store: LanguageGraphStore, held: Schema, *, min_members: int, min_facts: int) -> Schema:
    """Return the classes and properties that a graph has and its schema lacks, as proposals.

    Args:
        store: the graph.
        held: its schema.
        min_members: the fewest members of a class.
        min_facts: the fewest facts of a property, whose subjects have a class.
    """
    graph = GraphClasses.of(store, held, min_members)
    groups = _groups(store, held, graph)
    return Schema(
        classes=graph.new,
        properties=tuple(properties_of((each for each in groups if each.facts >= min_facts), held, graph.sizes)),
    )


@dataclass(frozen=True, slots=True)
class GraphClasses:
    """The classes that a graph states, those of its schema and new ones.

    Attributes:
        is_a: what each thing is directly stated to be.
        names: the names of classes, by concept key.
        new: those that the schema lacks, as proposals.
        hierarchy: by the name of a class, those above it and itself.
        sizes: by the name of a class, the number of its members, at least.
    """

    is_a: Mapping[str, Collection[str]]
    names: Mapping[str, str]
    new: tuple[SchemaClass, ...]
    hierarchy: Mapping[str, Collection[str]]
    sizes: Mapping[str, int]

    @classmethod
    def of(cls, store: LanguageGraphStore, held: Schema, min_members: int) -> GraphClasses:
        """Return the classes of a graph with this schema; new ones have at least so many members."""
        languages = store.languages() or [""]
        is_a = _classes_by_member(store)
        counts = _member_counts(is_a)
        names = {
            concept_key(name, code): each.name for each in held.classes for name in each.names for code in languages
        }
        parents: dict[str, set[str]] = {each.name: set(each.parents) for each in held.classes}
        taken = {"", *parents, *(each.name for each in held.properties)}
        new: dict[str, SchemaClass] = {}
        for key in sorted(key for key in counts if counts[key] >= min_members and key not in names):
            name, words = camel_case(name_of(key), upper=True), name_of(key)
            if name not in taken:
                taken.add(name)
                parents[name] = set()
                labels = () if predicate_words(name) == words else (words,)
                new[key] = SchemaClass(name, labels, status="proposed", origin="graph")
        names |= {key: each.name for key, each in new.items()}
        for key, each in new.items():
            for parent in sorted(names[above] for above in is_a.get(key, ()) if above in names):
                if each.name not in _above(parent, parents, -1):
                    parents[each.name].add(parent)
        proposed = tuple(replace(each, parents=tuple(sorted(parents[each.name]))) for each in new.values())
        hierarchy = Schema(classes=(*held.classes, *proposed)).hierarchy
        sizes = Counter(dict.fromkeys(names.values(), 0))
        for key, name in names.items():
            sizes.update(dict.fromkeys(hierarchy[name], counts[key]))
        return cls(is_a, names, proposed, hierarchy, sizes)

    def of_end(self, end: FactEnd) -> frozenset[str]:
        """Return the names of the classes that a thing is stated to be of, with those above; none of a value."""
        keys = _above(end, self.is_a) if isinstance(end, str) else ()
        return frozenset(self.names[key] for key in keys if key in self.names)


def telling_facts(store: LanguageGraphStore) -> Iterator[Fact]:
    """Yield the facts of a graph that say something of a thing: no denials, nothing that only *is* or *has*."""
    for fact in chain.from_iterable(pages(store.facts)):
        is_said = set(fact.predicate.split()) - AUXILIARIES and not denies(fact.predicate)
        if is_said and isinstance(fact.subject, str) and not isinstance(fact.object, SectionEnd):
            yield fact


def _groups(store: LanguageGraphStore, held: Schema, graph: GraphClasses) -> Iterable[FactGroup]:
    """Return the facts of members by what their predicates mean, without those that the schema has a property for."""
    found: dict[tuple[str, str], FactGroup] = {}
    for fact in telling_facts(store):
        if subject := graph.of_end(fact.subject):
            kind = str(fact.object.kind) if isinstance(fact.object, Value) else ""
            found.setdefault((fact.predicate, kind), FactGroup(kind)).add(fact, subject, graph.of_end(fact.object))
    language = next(iter(store.languages()), "")
    groups: list[FactGroup] = []
    for predicate, kind in sorted(found, key=lambda key: (-found[key].facts, key))[:_MOST_PREDICATES]:
        own = found[predicate, kind]
        fact = Fact("", predicate, "", evidence=tuple(FactEvidence("", 0, 0, each, "") for each in own.labels))
        if any(
            bool(each.value_range) == bool(kind) and mean_the_same(each.names, fact, language)
            for each in held.properties
        ):
            continue
        same = next((each for each in groups if each.kind == kind and mean_the_same(each.labels, fact, language)), None)
        if same is None:
            groups.append(own)
        else:
            same.join(own)
    return groups


def mean_the_same(names: Sequence[str], fact: Fact, language: str) -> bool:
    """Tell whether a fact's predicate means what one of some names does, in the same direction."""
    match = match_predicate(names, fact, language)
    return match.level in ("key", "synonym", "related") and match.score >= _LEAST_MATCH and match.direction == 1


def properties_of(groups: Iterable[FactGroup], held: Schema, sizes: Mapping[str, int]) -> Iterator[SchemaProperty]:
    """Yield a proposed property for each group that has a name; `sizes` has the numbers of members of classes."""
    taken = {each.name for each in held.properties} | sizes.keys()
    for group in groups:
        words = group.labels[0].split() if group.labels else []
        while len(words) > 1 and words[0] in AUXILIARIES:
            del words[0]
        name = camel_case(" ".join(words))
        name = next((each for each in (name, name + group.kind.capitalize()) if name and each not in taken), "")
        if name:
            taken.add(name)
            domain, range = (_covering(ends, sizes) for ends in (group.subjects, group.objects))
            examples = tuple(group.examples)
            yield SchemaProperty(
                name, group.labels, domain, group.range or range, "", (), "proposed", "graph", examples
            )


def camel_case(text: str, *, upper: bool = False) -> str:
    """Return words as a name; empty if that does not begin with a letter."""
    name = "".join(word[:1].upper() + word[1:] for word in _WORD.findall(text))
    return "" if not name[:1].isalpha() else name if upper else name[:1].lower() + name[1:]


def _covering(ends: Counter[frozenset[str]], sizes: Mapping[str, int]) -> str:
    """Return the fewest and narrowest classes that cover most of the ends whose classes are known; empty for any."""
    known = Counter[frozenset[str]]()
    for classes, count in ends.items():
        known[classes.intersection(sizes)] += count
    del known[frozenset()]
    left = known
    most_left = _UNCOVERED * known.total() if 2 * known.total() >= ends.total() else -1.0
    chosen: list[str] = []
    while left.total() > most_left and left and len(chosen) < _ALTERNATIVES:
        covered = Counter(name for classes, count in left.items() for name in classes for _ in range(count))
        chosen.append(min(covered, key=lambda each: (-covered[each], sizes.get(each, 0), each)))
        left = Counter({classes: count for classes, count in left.items() if chosen[-1] not in classes})
    return "|".join(sorted(chosen)) if left.total() <= most_left else ""


def with_shown_examples(schema: Schema, store: LanguageGraphStore) -> Schema:
    """Return a schema with sentences in place of their ids as examples; those that are gone are left out."""
    texts = {each: each for property in schema.properties for each in property.examples}
    if ids := sorted(each.removeprefix(SENTENCE) for each in texts if each.startswith(SENTENCE)):
        found = {sentence.id: sentence.text for sentence in store.sentences(ids)}
        texts |= {f"{SENTENCE}{id}": found.get(id, "") for id in ids}
    shown = (tuple(text for each in property.examples if (text := texts[each])) for property in schema.properties)
    properties = (replace(each, examples=texts) for each, texts in zip(schema.properties, shown, strict=True))
    return replace(schema, properties=tuple(properties))


def proposed_names(schema: Schema) -> list[str]:
    """Return the names of the classes and properties that are only proposed."""
    parts: list[SchemaClass | SchemaProperty] = [*schema.classes, *schema.properties]
    return [each.name for each in parts if each.status == "proposed"]


def support_in(store: LanguageGraphStore, schema: Schema, types: Callable[[], StatedTypes]) -> Counter[str]:
    """Return how many facts of a graph conform to each property, and how many members each class has, by name.

    What is only proposed counts as if it were accepted.

    Args:
        store: the graph.
        schema: its schema.
        types: makes what tells the types of concepts; called for each page of facts.
    """
    everything = with_accepted(schema, proposed_names(schema))
    languages, support = store.languages(), Counter[str]()
    counts = _member_counts(_classes_by_member(store))
    for each in everything.classes:
        keys = {concept_key(name, language) for name in each.names for language in languages}
        support[each.name] = sum(counts[key] for key in keys)
    for page in pages(store.facts):
        conformance = Conformance(everything, languages, types())
        conformance.read(page)
        support.update(found.property.name for fact in page if (found := conformance.conforming(fact)))
    return support


def with_accepted(schema: Schema, names: Collection[str]) -> Schema:
    """Return a schema with classes and properties accepted, and the classes and inverses that these need."""
    classes = {each.name: each for each in schema.classes}
    properties = {each.name: each for each in schema.properties}
    wanted = {name for name in names if name in properties}
    wanted |= {properties[name].inverse for name in wanted} - {""}
    ends = {end for name in wanted for end in (*properties[name].domains, *properties[name].ranges)}
    needed = {above for name in {*names, *ends} if name in classes for above in schema.above(name)}
    classes |= {name: replace(classes[name], status="accepted") for name in needed}
    for name in sorted(wanted):
        properties[name] = replace(properties[name], status="accepted")
        _, _, replaced = properties[name].origin.partition(REPLACES)
        if replaced in properties:
            labels = tuple(each for each in properties[replaced].labels if each not in properties[name].labels)
            properties[replaced] = replace(properties[replaced], labels=labels)
    return replace(schema, classes=tuple(classes.values()), properties=tuple(properties.values()))
