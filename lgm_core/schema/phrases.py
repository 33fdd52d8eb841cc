"""Phrases of facts and of a schema in one vector space: the class of a subject, a predicate, the class of an object.

*Ada works at Acme* becomes *person works at company*, as in PolyRAG, section III.B.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from lgm_core.graph.port import LanguageGraphStore
from lgm_core.language.lexicons.denial_words import denies
from lgm_core.language.predicate_forms import predicate_form
from lgm_core.model import Fact, Value
from lgm_core.model.schema import Schema, predicate_words
from lgm_core.schema.conformance import Conformance
from lgm_core.schema.predicate_matching import AUXILIARIES
from lgm_core.schema.proposing import FactGroup, GraphClasses, telling_facts
from lgm_core.vectors.gaussian_density import Points
from lgm_core.vectors.port import Embeddings
from lgm_core.vectors.unit_vectors import unit_vectors
from lgm_core.vectors.word_vectors import term_vectors

__all__ = [
    "Pair",
    "Phrase",
    "PhraseSpace",
    "fact_phrases",
    "families_of",
    "hierarchy_of",
    "layers_of",
    "schema_phrases",
]

_MOST = 1_500
"""The most phrases of facts in a space: those of the most facts."""

_SHARED, _LEAST_SHARED = 0.3, 2
"""The share of the facts of one of two wordings, and their number, that have the ends of facts of the other."""

Pair = tuple[str, str]
"""The ends of a fact."""


@dataclass(slots=True)
class Phrase:
    """What facts say that differ only in the members of classes.

    Attributes:
        subject: the class of the subjects.
        wording: the predicate, as sentences word it, or a label.
        object: the class of the objects, or the kind of values; empty if it is not known.
        above: the classes above each end.
        group: the facts; without any, the phrase is one of the schema.
        pairs: how often the facts have each pair of ends.
        fact: one of the facts.
    """

    subject: str
    wording: str
    object: str
    above: tuple[frozenset[str], frozenset[str]] = (frozenset(), frozenset())
    group: FactGroup = field(default_factory=lambda: FactGroup(""))
    pairs: Counter[Pair] = field(default_factory=Counter)
    fact: Fact | None = None

    @property
    def text(self) -> str:
        """Return the phrase as a sentence would have it, for embedding models."""
        return " ".join(filter(None, (predicate_words(self.subject), self.wording, predicate_words(self.object))))

    def terms(self, language: str) -> list[str]:
        """Return what the phrase has in common with like ones: lemmas of its predicate, the classes of its ends."""
        form = predicate_form(self.wording, language)
        lemmas = [f"p {word}" for word in form.words if word not in AUXILIARIES] or [f"p {self.wording}"]
        ends = ((self.subject, self.above[0]), (self.object, self.above[1]))
        subjects, objects = ({own, *above} - {""} for own, above in ends)
        return [*lemmas, *(f"s {name}" for name in sorted(subjects)), *(f"o {name}" for name in sorted(objects))]


def fact_phrases(store: LanguageGraphStore, graph: GraphClasses, held: Schema) -> list[Phrase]:
    """Return the phrases of the facts about members of classes, those of the most facts first."""
    hierarchy = hierarchy_of(held, graph)
    found: dict[tuple[str, ...], Phrase] = {}
    for fact in telling_facts(store):
        subjects, objects = graph.of_end(fact.subject), graph.of_end(fact.object)
        if not subjects or fact.subject in graph.names or fact.object in graph.names:
            continue  # what is said of a class itself says nothing of its members
        kind = str(fact.object.kind) if isinstance(fact.object, Value) else ""
        subject, object = (
            max(names, key=lambda name: (len(hierarchy[name]), -graph.sizes[name], name), default="")
            for names in (subjects, objects)
        )
        for wording in sorted({item.wording.casefold() for item in fact.evidence}):
            phrase = found.setdefault((subject, wording, kind or object), Phrase(subject, wording, kind or object))
            if phrase.fact is None:
                phrase.fact, phrase.group = fact, FactGroup(kind)
                phrase.above = frozenset(hierarchy[subject]), frozenset(hierarchy.get(object, ()))
            phrase.group.add(
                fact, *(frozenset().union(*(hierarchy[each] for each in own)) for own in (subjects, objects))
            )
            phrase.pairs[_pair(fact)] += 1
    ordered = sorted(found.values(), key=lambda each: (-each.group.facts, each.subject, each.wording, each.object))
    return ordered[:_MOST]


def hierarchy_of(held: Schema, graph: GraphClasses) -> dict[str, dict[str, int]]:
    """Return the classes above each class of a schema and of a graph, as `Schema.hierarchy` has them."""
    return Schema(classes=(*held.classes, *graph.new)).hierarchy


def _pair(fact: Fact) -> Pair:
    object = fact.object
    return str(fact.subject), object.normalised if isinstance(object, Value) else str(object)


def schema_phrases(schema: Schema) -> list[Phrase]:
    """Return the phrases of a schema: each label of a property with each of its domains and ranges."""
    phrases = []
    for each in schema.properties:
        values = each.value_range
        for subject in each.domains or ("",):
            for object in (str(values.kind),) if values else each.ranges or ("",):
                above = tuple(frozenset(schema.hierarchy.get(end, ())) for end in (subject, object))
                phrases += [Phrase(subject, label, object, (above[0], above[1])) for label in each.names]
    return phrases


@dataclass(frozen=True, slots=True)
class PhraseSpace:
    """Phrases as points.

    Attributes:
        phrases: those of facts, then those of the schema.
        points: an array of shape (phrases, dimensions).
        counts: how many facts each phrase has, at least 1.
    """

    phrases: Sequence[Phrase]
    points: Points
    counts: Points

    @classmethod
    def of(cls, phrases: Sequence[Phrase], language: str, embeddings: Embeddings | None) -> PhraseSpace:
        """Return phrases by the vectors of an embedding model, or else of their terms.

        Raises:
            InputError: the model did not return one vector per phrase.
        """
        if embeddings is None:
            points = term_vectors([each.terms(language) for each in phrases])
        else:
            points = unit_vectors(embeddings.documents, [each.text for each in phrases]).astype(np.float64)
        return cls(phrases, points, np.array([max(each.group.facts, 1) for each in phrases], dtype=np.float64))


def layers_of(
    phrases: Sequence[Phrase], conformance: Conformance, families: Sequence[tuple[int, int]]
) -> list[tuple[str, int, bool]]:
    """Return the property that the facts of each phrase state, 1 or -1 for its direction, and whether they conform.

    What does not conform states a property all the same if other wordings state most such facts with its labels. The
    property is empty if there is none.
    """
    conformance.read(each.fact for each in phrases if each.fact is not None)
    fits = [conformance.conforming(each.fact) if each.fact is not None else None for each in phrases]
    votes: defaultdict[int, Counter[tuple[str, int]]] = defaultdict(Counter)
    for phrase, fit, (family, direction) in zip(phrases, fits, families, strict=True):
        if fit is not None:
            votes[family][fit.property.name, -direction if fit.is_reversed else direction] += phrase.group.facts
    said = []
    for fit, (family, direction) in zip(fits, families, strict=True):
        if fit is not None:
            said.append((fit.property.name, -1 if fit.is_reversed else 1, True))
        elif votes[family]:
            name, of_family = max(votes[family], key=lambda each: (votes[family][each], each))
            said.append((name, of_family * direction, False))
        else:
            said.append(("", 1, False))
    return said


def families_of(phrases: Sequence[Phrase], language: str) -> list[tuple[int, int]]:
    """Return the family of each phrase, and 1 or -1 for its direction in it.

    Wordings are of one family if they mean the same by their words, or if many of their facts have the same ends: what
    *X is run by Y* says of the things of which *X is operated by Y* is said, too.
    """
    wordings = list(dict.fromkeys((each.wording, each.group.kind) for each in phrases))
    place = {key: number for number, key in enumerate(wordings)}
    pairs: list[set[Pair]] = [set() for _ in wordings]
    for each in phrases:
        pairs[place[each.wording, each.group.kind]].update(each.pairs)
    links: Counter[tuple[int, int, int]] = Counter()
    by_pair: defaultdict[Pair, list[int]] = defaultdict(list)
    for number, own in enumerate(pairs):
        for pair in sorted(own):
            for direction, ends in ((1, pair), (-1, pair[::-1])):
                links.update((other, number, direction) for other in by_pair.get(ends, ()))
        for pair in own:
            by_pair[pair].append(number)
    parent = [(number, 1) for number in range(len(wordings))]

    def root(number: int) -> tuple[int, int]:
        direction = 1
        while parent[number][0] != number:
            number, step = parent[number]
            direction *= step
        return number, direction

    for (one, other, direction), count in sorted(links.items(), key=lambda item: (-item[1], item[0])):
        (first, up), (second, down) = root(one), root(other)
        is_shared = count >= _LEAST_SHARED and count >= _SHARED * min(len(pairs[one]), len(pairs[other]))
        if first != second and is_shared and denies(wordings[one][0]) == denies(wordings[other][0]):
            parent[second] = first, up * down * direction
    return [root(place[each.wording, each.group.kind]) for each in phrases]
