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
from lgm_core.schema.phrases import LEAST, Pair, Phrase, find_properties, phrase_space
from lgm_core.schema.proposing import REPLACES, FactGroup, GraphClasses, properties_of, proposed_names, with_accepted
from lgm_core.vectors.points import Points, best_medoids, distances, log_density, on_principal_axes
from lgm_core.vectors.port import Embeddings

__all__ = ["completed"]

_MOST_CLUSTERED, _MOST_CLUSTERS = 300, 20
"""The most phrases that are clustered, those of the most facts, and the most clusters."""

_ORIGIN = "completion"
"""The beginning of the origin of proposals; the score follows."""

_SINGLE, _DIFFERING = 1.2, 0.8
"""Of two sides of a property: the most objects of a subject, and the least share of common subjects that differ."""


@dataclass(frozen=True, slots=True)
class _Proposal:
    """A class (`name`), or the property that phrases state; `replaces` names the one that it is a part of.

    The score is its part of the divergence of the facts from the schema: the priority of its facts by all facts.
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
    graph, phrases, anchors, points = phrase_space(store, held, held, embeddings)
    counts = np.array([max(each.group.facts, 1) for each in (*phrases, *anchors)], dtype=np.float64)
    points, schema = on_principal_axes(points, counts), held
    for number in range(rounds):
        everything = with_accepted(schema, proposed_names(schema))
        find_properties(phrases, Conformance(everything, store.languages() or [""], types()))
        lacking = frozenset(each.name for each in graph.new) - {each.name for each in schema.classes}
        proposals = _proposals(phrases, points, counts, lacking)
        proposals += () if number else _divisions(phrases, everything)
        before, schema = schema, _with_proposals(graph, schema, proposals)
        if schema == before:
            break
    new: list[SchemaClass | SchemaProperty] = [*schema.classes[len(held.classes) :]]
    new += schema.properties[len(held.properties) :]
    scores = {each.name: float(each.origin.removeprefix(f"{_ORIGIN} ").partition(",")[0]) for each in new}
    least = float("inf") if accept_at is None else accept_at
    return with_accepted(schema, [name for name, score in scores.items() if score >= least])


def _proposals(phrases: Sequence[Phrase], points: Points, counts: Points, lacking: frozenset[str]) -> list[_Proposal]:
    """Return what the clusters of the other layer propose; `lacking` are classes that the schema lacks.

    Of that layer are only phrases whose ends have classes or values, and whose family has several objects.
    """
    objects: defaultdict[int, set[str]] = defaultdict(set)
    for each in phrases:
        objects[each.family[0]].update(pair[each.family[1] > 0] for pair in each.pairs)
    keys = [_keys(each, lacking) for each in phrases]
    is_telling = [bool(each.object) and len(objects[each.family[0]]) >= LEAST for each in phrases]
    others = np.array([at for at, own in enumerate(keys) if own and is_telling[at]], dtype=np.intp)
    known = [*(at for at, own in enumerate(keys) if not own), *range(len(phrases), len(points))]
    if not len(others):
        return []
    density = log_density(points[others], points[others], counts[others])
    priority = density - log_density(points[others], points[known], counts[known])
    median = np.median(np.repeat(density, counts[others].astype(int)))
    high = others[(density >= median) & (priority > 0)]
    high = high[np.argsort(-counts[high], kind="stable")][:_MOST_CLUSTERED]
    medoids = high[best_medoids(distances(points[high]), counts[high], _MOST_CLUSTERS)] if len(high) else high
    found = []
    for key in dict.fromkeys(key for medoid in medoids for key in keys[medoid]):
        chosen = [place for place, at in enumerate(others) if key in keys[at]]
        score = float(priority[chosen] @ counts[others[chosen]] / counts.sum())
        found.append(_Proposal(score, key if isinstance(key, str) else "", [phrases[at] for at in others[chosen]]))
    return found


def _keys(phrase: Phrase, lacking: frozenset[str]) -> list[str | int]:
    """Return what a phrase may propose: classes that are lacking, and without a property, one for its family."""
    classes = sorted({phrase.subject, phrase.object} & lacking)
    return [*classes, *(() if phrase.property[0] else (phrase.family[0],))]


def _with_proposals(graph: GraphClasses, schema: Schema, proposals: Iterable[_Proposal]) -> Schema:
    """Return a schema with proposals, best first; properties with too few facts are left out."""
    ordered = sorted(proposals, key=lambda each: -each.score)
    new = {each.name: each for each in graph.new}
    known = [each.name for each in schema.classes] + [each.name for each in ordered if each.name]
    sizes = {name: graph.sizes[name] for name in known}
    for each in ordered:
        origin = f"{_ORIGIN} {each.score:.3g}{f', {REPLACES}{each.replaces}' if each.replaces else ''}"
        if each.name:
            parents = tuple(name for name in new[each.name].parents if name in sizes)
            schema = replace(schema, classes=(*schema.classes, replace(new[each.name], parents=parents, origin=origin)))
        elif (group := _group(each.phrases)).facts >= LEAST:
            made = (replace(one, origin=origin) for one in properties_of([group], schema, sizes))
            schema = replace(schema, properties=(*schema.properties, *made))
    return schema


def _group(phrases: Sequence[Phrase]) -> FactGroup:
    """Return the facts of phrases in their most frequent direction, those with the most frequent kind of objects."""
    votes: Counter[tuple[str, int]] = Counter()
    for each in phrases:
        votes[each.group.kind, each.family[1]] += each.group.facts
    kind, main = max(votes, key=lambda key: (votes[key], key))
    group = FactGroup(kind)
    for each in phrases:
        if each.group.kind == kind:
            group.join(each.group, is_turned=each.family[1] != main)
    return group


def _divisions(phrases: Sequence[Phrase], schema: Schema) -> Iterator[_Proposal]:
    """Yield two properties for each one whose wordings say different things of a subject, each always the same.

    *Ada works at Acme* and *Ada worked at Borel*: of each kind a subject has one object, and those of both differ.
    """
    total = sum(each.group.facts for each in phrases)
    for property in schema.properties:
        families: defaultdict[int, list[Phrase]] = defaultdict(list)
        for each in phrases:
            if each.property == (property.name, 1) and each.conforms:
                families[each.family[0]].append(each)
        sizes = {family: sum(each.group.facts for each in own) for family, own in families.items()}
        sides = sorted(families, key=lambda family: -sizes[family])[:2]
        if len(sides) == 2 and _differ(*({pair for each in families[side] for pair in each.pairs} for side in sides)):
            for side in sides:
                yield _Proposal(sizes[side] / total, "", families[side], property.name)


def _differ(*sides: set[Pair]) -> bool:
    """Tell whether two sides have different objects of their common subjects."""
    said = [defaultdict[str, set[str]](set) for _ in sides]
    for objects, pairs in zip(said, sides, strict=True):
        for subject, object in pairs:
            objects[subject].add(object)
    both = said[0].keys() & said[1].keys()
    is_single = all(len(pairs) <= _SINGLE * len(objects) for objects, pairs in zip(said, sides, strict=True))
    differing = sum(said[0][each].isdisjoint(said[1][each]) for each in both)
    return is_single and len(both) >= LEAST and differing >= _DIFFERING * len(both)
