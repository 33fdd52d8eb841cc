"""Completion: classes and properties that facts often state and the schema lacks (PolyRAG, section III.B).

Phrases of facts that state a property of the schema are one layer, all others another. Where the second is dense and
the first is not, medoids of clusters become proposals. These then count as accepted, and the rest is looked at again.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from lgm_core.graph.port import LanguageGraphStore
from lgm_core.model.schema import Schema, SchemaClass, SchemaProperty
from lgm_core.schema.conformance import Conformance, StatedTypes
from lgm_core.schema.phrases import (
    Pair,
    Phrase,
    fact_phrases,
    find_families,
    find_properties,
    phrase_points,
    schema_phrases,
)
from lgm_core.schema.proposing import REPLACES, FactGroup, GraphClasses, properties_of, proposed_names, with_accepted
from lgm_core.vectors.gaussian_density import Points, log_density, on_principal_axes
from lgm_core.vectors.medoids import best_medoids, distances, medoids_of
from lgm_core.vectors.port import Embeddings

__all__ = ["completed"]

_LEAST = 3
"""The fewest members of a new class; the fewest facts of a new property, and of objects in them."""

_MOST_CLUSTERED, _MOST_CLUSTERS = 300, 20
"""The most phrases that are clustered, those of the most facts, and the most clusters."""

_ORIGIN = "completion"
"""The beginning of the origin of proposals; the score follows."""

_SINGLE, _DIFFERING = 1.2, 0.8
"""Of two sides of a property: the most objects of a subject, and the least share of common subjects that differ."""


@dataclass(frozen=True, slots=True)
class _Proposal:
    """A class or a property that clusters propose.

    Attributes:
        score: its part of the divergence of the facts from the schema: the priority of its facts, summed, by all facts.
        name: the name of a new class; empty if a property is proposed.
        phrases: its phrases.
        replaces: the name of the property that it is a part of.
    """

    score: float
    name: str
    phrases: Sequence[Phrase]
    replaces: str = ""


def completed(
    store: LanguageGraphStore,
    held: Schema,
    types: Callable[[], StatedTypes],
    embeddings: Embeddings | None,
    *,
    rounds: int,
    accept_at: float | None,
) -> Schema:
    """Return a schema with proposals for the classes and properties that it lacks and facts often state.

    The best of each round come first.

    Args:
        store: the graph.
        held: its schema, with at least one property.
        types: makes what tells the types of concepts.
        embeddings: the model for phrases; None for vectors of their terms.
        rounds: how often to look at what the proposals before leave.
        accept_at: the score from which proposals are accepted; None for none.

    Raises:
        InputError: the model did not return one vector per phrase.
    """
    graph = GraphClasses.of(store, held, _LEAST)
    phrases, languages = fact_phrases(store, graph, held), store.languages() or [""]
    find_families(phrases)
    anchors = schema_phrases(held)
    counts = np.array([max(each.group.facts, 1) for each in (*phrases, *anchors)], dtype=np.float64)
    points = on_principal_axes(phrase_points([*phrases, *anchors], languages[0], embeddings), counts)
    schema = held
    for number in range(rounds):
        everything = with_accepted(schema, proposed_names(schema))
        find_properties(phrases, Conformance(everything, languages, types()))
        lacking = frozenset(each.name for each in graph.new) - {each.name for each in schema.classes}
        proposals = _proposals(phrases, points, counts, lacking)
        if not number:
            proposals += _divisions(phrases, everything)
        found = _with_proposals(graph, schema, proposals)
        if found == schema:
            break
        schema = found
    new: list[SchemaClass | SchemaProperty] = [*schema.classes[len(held.classes) :]]
    new += schema.properties[len(held.properties) :]
    return with_accepted(
        schema, [each.name for each in new if accept_at is not None and _score(each.origin) >= accept_at]
    )


def _score(origin: str) -> float:
    return float(origin.removeprefix(f"{_ORIGIN} ").partition(",")[0])


def _proposals(phrases: Sequence[Phrase], points: Points, counts: Points, lacking: frozenset[str]) -> list[_Proposal]:
    """Return what the clusters of the other layer propose; `lacking` are classes that the schema lacks.

    Of that layer are only phrases whose ends have classes or values, and whose family has several objects.
    """
    objects: defaultdict[int, set[str]] = defaultdict(set)
    for each in phrases:
        family, direction = each.family
        objects[family].update(pair[direction > 0] for pair in each.pairs)
    is_known = [bool(each.property[0]) and lacking.isdisjoint((each.subject, each.object)) for each in phrases]
    is_telling = [bool(each.object) and len(objects[each.family[0]]) >= _LEAST for each in phrases]
    others = np.flatnonzero(np.array(is_telling, dtype=bool) & ~np.array(is_known, dtype=bool))
    known = np.array([*np.flatnonzero(is_known), *range(len(phrases), len(points))])
    if not len(others):
        return []
    density = log_density(points[others], points[others], counts[others])
    priority = density - log_density(points[others], points[known], counts[known])
    order = np.argsort(density, kind="stable")
    median = density[order][np.searchsorted(np.cumsum(counts[others][order]), counts[others].sum() / 2)]
    high = others[(density >= median) & (priority > 0)]
    high = high[np.argsort(-counts[high], kind="stable")][:_MOST_CLUSTERED]
    medoids = best_medoids(distances(points[high]), counts[high], _MOST_CLUSTERS).tolist() if len(high) else []
    places: list[int] = others.tolist()
    found: dict[str | int, list[int]] = {}
    for medoid in (phrases[int(high[place])] for place in medoids):
        for name in sorted({medoid.subject, medoid.object} & lacking):
            found[name] = [
                at for at, each in enumerate(places) if name in (phrases[each].subject, phrases[each].object)
            ]
        if not medoid.property[0]:
            found[medoid.family[0]] = [
                at for at, each in enumerate(places) if phrases[each].family[0] == medoid.family[0]
            ]
    return [
        _Proposal(
            float(priority[chosen] @ counts[others[chosen]] / counts.sum()),
            key if isinstance(key, str) else "",
            [phrases[int(others[at])] for at in chosen],
        )
        for key, chosen in found.items()
    ]


def _with_proposals(graph: GraphClasses, schema: Schema, proposals: Iterable[_Proposal]) -> Schema:
    """Return a schema with proposals, best first; properties with too few facts are left out."""
    ordered = sorted(proposals, key=lambda each: -each.score)
    new = {each.name: each for each in graph.new}
    known = frozenset(each.name for each in schema.classes) | {each.name for each in ordered if each.name}
    hierarchy = Schema(classes=(*schema.classes, *graph.new)).hierarchy
    sizes = Counter(dict.fromkeys(known, 0))
    for name, size in graph.sizes.items():
        sizes.update({above: size for above in hierarchy[name] if above in known})
    for each in ordered:
        origin = f"{_ORIGIN} {each.score:.3g}{f', {REPLACES}{each.replaces}' if each.replaces else ''}"
        if each.name:
            parents = tuple(name for name in new[each.name].parents if name in known)
            schema = replace(schema, classes=(*schema.classes, replace(new[each.name], parents=parents, origin=origin)))
        elif (group := _group(each.phrases, known)).facts >= _LEAST:
            made = (replace(one, origin=origin) for one in properties_of([group], schema, sizes))
            schema = replace(schema, properties=(*schema.properties, *made))
    return schema


def _group(phrases: Sequence[Phrase], known: frozenset[str]) -> FactGroup:
    """Return the facts of phrases in their most frequent direction, with the classes that a schema knows."""
    votes: Counter[tuple[str, int]] = Counter()
    for each in phrases:
        votes[each.group.kind, each.family[1]] += each.group.facts
    kind, main = max(votes, key=lambda key: (votes[key], key))
    group = FactGroup(kind)
    for own, (_, direction) in ((each.group, each.family) for each in phrases if each.group.kind == kind):
        turned = replace(own, wordings=Counter(), subjects=own.objects, objects=own.subjects)
        group.join(own if direction == main else turned)
    for ends in (group.subjects, group.objects):
        for classes in list(ends):
            ends[classes & known] += ends.pop(classes)
    return group


def _divisions(phrases: Sequence[Phrase], schema: Schema) -> Iterator[_Proposal]:
    """Yield two properties for each one whose wordings say different things of a subject, each always the same.

    *Ada works at Acme* and *Ada worked at Borel*: of each kind a subject has one object, and those of both differ.
    """
    total = sum(each.group.facts for each in phrases)
    for property in schema.properties:
        own: defaultdict[str, list[Phrase]] = defaultdict(list)
        for each in phrases:
            if each.property == (property.name, 1) and each.conforms:
                own[each.wording].append(each)
        if len(own) < 2:
            continue
        pairs = [set().union(*(each.pairs for each in same)) for same in own.values()]
        counts = np.array([len(each) for each in pairs], dtype=np.float64)
        between = 1 - np.array([[len(one & other) for other in pairs] for one in pairs]) / np.minimum.outer(
            counts, counts
        )
        of = between[medoids_of(between, counts, 2)].argmin(axis=0)
        sides = [[same for same, at in zip(own.values(), of, strict=True) if at == side] for side in (0, 1)]
        parts = [[each for same in side for each in same] for side in sides]
        if _differ(*(set().union(*(each.pairs for each in part)) for part in parts)):
            for part in parts:
                yield _Proposal(sum(each.group.facts for each in part) / total, "", part, property.name)


def _differ(one: set[Pair], other: set[Pair]) -> bool:
    """Tell whether two sides have different objects of their common subjects."""
    said: list[defaultdict[str, set[str]]] = [defaultdict(set), defaultdict(set)]
    for side, pairs in zip(said, (one, other), strict=True):
        for subject, object in pairs:
            side[subject].add(object)
    both = said[0].keys() & said[1].keys()
    is_single = all(len(pairs) <= _SINGLE * len(side) for side, pairs in zip(said, (one, other), strict=True))
    differing = sum(said[0][each].isdisjoint(said[1][each]) for each in both)
    return is_single and len(both) >= _LEAST and differing >= _DIFFERING * len(both)
