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
from lgm_core.vectors.points import Points, term_vectors
from lgm_core.vectors.port import Embeddings
from lgm_core.vectors.unit_vectors import unit_vectors

__all__ = ["LEAST", "Pair", "Phrase", "find_properties", "phrase_space"]

LEAST = 3
"""The fewest members of a new class; the fewest facts of a new property, and of objects in them."""

_MOST = 1_500
"""The most phrases of facts: those of the most facts."""

_SHARED, _LEAST_SHARED = 0.3, 2
"""The share of the facts of one of two wordings, and their number, that have the ends of facts of the other."""

Pair = tuple[str, str]
"""The ends of a fact."""


@dataclass(slots=True, eq=False)
class Phrase:
    """What facts say that differ only in the members of classes.

    Attributes:
        subject: the class of the subjects.
        wording: the predicate, as sentences word it, or a label.
        object: the class of the objects, or the kind of values; empty if it is not known.
        group: the facts; without any, the phrase is one of the schema.
        pairs: the ends of the facts.
        facts: one of the facts.
        family: a number that wordings with the same meaning share, and 1 or -1 for the direction of this one: of many
            facts with one of them, other facts with another have the same ends.
        property: the property that the facts state (`find_properties`), and 1 or -1 for its direction.
        conforms: whether the facts conform to it.
    """

    subject: str
    wording: str
    object: str
    group: FactGroup = field(default_factory=lambda: FactGroup(""))
    pairs: set[Pair] = field(default_factory=set)
    facts: list[Fact] = field(default_factory=list)
    family: tuple[int, int] = (0, 1)
    property: tuple[str, int] = ("", 1)
    conforms: bool = False


def phrase_space(
    store: LanguageGraphStore, held: Schema, compared: Schema, embeddings: Embeddings | None
) -> tuple[GraphClasses, list[Phrase], list[Phrase], Points]:
    """Return the classes of a graph, the phrases of its facts and of a schema, and unit vectors of both, in this order.

    Args:
        store: the graph.
        held: its schema.
        compared: the schema whose phrases are returned: each label of a property with each of its domains and ranges.
        embeddings: the model for phrases; None for vectors of their classes and the lemmas of predicates.

    Raises:
        InputError: the model did not return one vector per phrase.
    """
    graph, language = GraphClasses.of(store, held, LEAST), next(iter(store.languages()), "")
    phrases = _fact_phrases(store, graph)
    _find_families(phrases)
    anchors = [
        Phrase(subject, label, object, property=(each.name, 1))
        for each in compared.properties
        for subject in each.domains or ("",)
        for object in ((str(each.value_range.kind),) if each.value_range else each.ranges or ("",))
        for label in each.names
    ]
    both = [*phrases, *anchors]
    if embeddings is None:
        return graph, phrases, anchors, term_vectors([_terms(each, graph, language) for each in both])
    parts = ((predicate_words(each.subject), each.wording, predicate_words(each.object)) for each in both)
    points = unit_vectors(embeddings.documents, [" ".join(filter(None, each)) for each in parts])
    return graph, phrases, anchors, points.astype(np.float64)


def _fact_phrases(store: LanguageGraphStore, graph: GraphClasses) -> list[Phrase]:
    """Return the phrases of the facts about members of classes, those of the most facts first."""
    found: dict[tuple[str, ...], Phrase] = {}
    for fact in telling_facts(store):
        ends = [graph.of_end(fact.subject), graph.of_end(fact.object)]
        if not ends[0] or fact.subject in graph.names or fact.object in graph.names:
            continue  # what is said of a class itself says nothing of its members
        kind, value = (str(fact.object.kind), fact.object.normalised) if isinstance(fact.object, Value) else ("", "")
        subject, object = (
            max(names, key=lambda name: (len(graph.hierarchy[name]), -graph.sizes[name], name), default="")
            for names in ends
        )
        above = [frozenset(name for own in names for name in graph.hierarchy[own]) for names in ends]
        for wording in sorted({item.wording.casefold() for item in fact.evidence}):
            key = subject, wording, kind or object
            phrase = found.setdefault(key, Phrase(*key, FactGroup(kind), facts=[fact]))
            phrase.group.add(fact, above[0], above[1])
            phrase.pairs.add((str(fact.subject), value or str(fact.object)))
    ordered = sorted(found.values(), key=lambda each: (-each.group.facts, each.subject, each.wording, each.object))
    return ordered[:_MOST]


def _terms(phrase: Phrase, graph: GraphClasses, language: str) -> list[str]:
    """Return the words of a predicate, and the classes of most of its ends, marked by their places."""
    words = [word for word in predicate_form(phrase.wording, language).words if word not in AUXILIARIES]
    told = ((phrase.subject, phrase.group.subjects), (phrase.object, phrase.group.objects))
    ends = [
        {end, *max(own, key=lambda each: own[each], default=graph.hierarchy.get(end, ()))} - {""} for end, own in told
    ]
    terms = zip("pso", (words or [phrase.wording], *map(sorted, ends)), strict=True)
    return [f"{place} {term}" for place, found in terms for term in found]


def _find_families(phrases: Sequence[Phrase]) -> None:
    """Give each phrase its family: what *X is run by Y* says of the things of which *X is operated by Y* is said."""
    pairs: defaultdict[tuple[str, str], set[Pair]] = defaultdict(set)
    for each in phrases:
        pairs[each.wording, each.group.kind] |= each.pairs
    wordings, links = list(pairs), Counter[tuple[int, int, int]]()
    with_pair: defaultdict[Pair, list[int]] = defaultdict(list)
    for place, own in enumerate(pairs.values()):
        for pair in own:
            links.update((other, place, 1) for other in with_pair.get(pair, ()))
            links.update((other, place, -1) for other in with_pair.get(pair[::-1], ()))
        for pair in own:
            with_pair[pair].append(place)
    root = [(place, 1) for place in range(len(wordings))]
    for (one, other, direction), count in sorted(links.items(), key=lambda item: (-item[1], item[0])):
        (first, up), (second, down) = root[one], root[other]
        least = max(_LEAST_SHARED, _SHARED * min(len(pairs[wordings[one]]), len(pairs[wordings[other]])))
        if first != second and count >= least and denies(wordings[one][0]) == denies(wordings[other][0]):
            turn = up * down * direction
            root = [(first, own * turn) if at == second else (at, own) for at, own in root]
    of = dict(zip(wordings, root, strict=True))
    for each in phrases:
        each.family = of[each.wording, each.group.kind]


def find_properties(phrases: Sequence[Phrase], conformance: Conformance) -> None:
    """Give each phrase the property that its facts state: to which they conform, or most of its family does."""
    conformance.read(fact for each in phrases for fact in each.facts)
    votes: defaultdict[int, Counter[tuple[str, int]]] = defaultdict(Counter)
    for each in phrases:
        fit = conformance.conforming(each.facts[0])
        each.conforms = fit is not None
        if fit is not None:
            each.property = fit.property.name, -1 if fit.is_reversed else 1
            votes[each.family[0]][fit.property.name, each.property[1] * each.family[1]] += each.group.facts
    for each in phrases:
        if not each.conforms and (said := votes.get(each.family[0])):
            name, direction = max(said, key=lambda key: (said[key], key))
            each.property = name, direction * each.family[1]
