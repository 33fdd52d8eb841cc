"""Completion: classes and properties that facts often state and the schema lacks (PolyRAG, section III.B).

Phrases of facts that conform, with those of the schema, are one layer, all other phrases another. Where the second is
dense and the first is not, medoids of clusters become proposals. These then count as accepted, and what they leave is
looked at again.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from lgm_core.graph.port import LanguageGraphStore
from lgm_core.model.schema import Schema
from lgm_core.schema.conformance import Conformance, StatedTypes
from lgm_core.schema.phrases import (
    Pair,
    Phrase,
    PhraseSpace,
    fact_phrases,
    families_of,
    hierarchy_of,
    layers_of,
    schema_phrases,
)
from lgm_core.schema.proposing import REPLACES, FactGroup, GraphClasses, properties_of, proposed_names, with_accepted
from lgm_core.vectors.gaussian_density import Gaussian, Points, on_principal_axes
from lgm_core.vectors.medoids import best_clusters, distances, partition
from lgm_core.vectors.port import Embeddings

__all__ = ["completed"]

_MOST_CLUSTERED = 300
"""The most phrases that are clustered: those of the most facts."""

_MOST_CLUSTERS = 20

_ORIGIN = "completion"
"""The beginning of the origin of proposals; the score follows."""

_SINGLE, _DIFFERING = 1.2, 0.8
"""Of the two sides of a property: the most objects of a subject, and the least share of subjects that differ."""


@dataclass(frozen=True, slots=True)
class _Read:
    """What a graph says, read once.

    Attributes:
        graph: its classes.
        phrases: the phrases of its facts.
        families: the family and direction of each phrase.
        telling: for each phrase whether its ends have classes or values, and its family has several objects.
        points: a point for each phrase, then for each of the schema.
        counts: how many facts each of these has.
    """

    graph: GraphClasses
    phrases: Sequence[Phrase]
    families: Sequence[tuple[int, int]]
    telling: npt.NDArray[np.bool_]
    points: Points
    counts: Points


@dataclass(frozen=True, slots=True)
class _Proposal:
    """A class or a property that clusters propose.

    Attributes:
        score: its part of the divergence of the facts from the schema: the priority of its facts, summed, by all facts.
        name: the name of a new class; empty if a property is proposed.
        phrases: its phrases, each with its direction.
        replaces: the name of the property that it is a part of.
    """

    score: float
    name: str
    phrases: tuple[tuple[Phrase, int], ...]
    replaces: str = ""


def _proposals(read: _Read, said: Sequence[tuple[str, int, bool]], lacking: frozenset[str]) -> list[_Proposal]:
    """Return what the clusters of the other layer propose, best first.

    Args:
        read: what the graph says.
        said: of each phrase what `layers_of` returns.
        lacking: classes that the schema lacks.
    """
    is_lacking = [not lacking.isdisjoint((each.subject, each.object)) for each in read.phrases]
    is_known = np.array([bool(name) and not new for (name, *_), new in zip(said, is_lacking, strict=True)])
    others = np.flatnonzero(~is_known & read.telling)
    schema = range(len(read.phrases), len(read.points))
    known = np.concatenate((np.flatnonzero(is_known), np.array(schema, dtype=np.intp)))
    if not len(others) or not len(known):
        return []
    points, counts = read.points, read.counts
    density = Gaussian.of(points[others], counts[others]).log_density(points[others])
    priority = density - Gaussian.of(points[known], counts[known]).log_density(points[others])
    high = _high(density, priority, counts[others])
    if not len(high):
        return []
    chosen = others[high]
    clusters = best_clusters(distances(points[chosen]), counts[chosen], _MOST_CLUSTERS)
    found: dict[str | int, list[int]] = {}
    for medoid in clusters.medoids:
        place = int(chosen[medoid])
        phrase, (family, _) = read.phrases[place], read.families[place]
        for name in sorted({phrase.subject, phrase.object} & lacking):
            found[name] = [each for each in others if name in (read.phrases[each].subject, read.phrases[each].object)]
        if not said[place][0]:
            found[family] = [each for each in others if read.families[each][0] == family]
    of_place = np.zeros(len(points))
    of_place[others] = priority
    proposals = []
    for key, places in found.items():
        score = float(of_place[places] @ counts[places] / counts.sum())
        phrases = [(read.phrases[each], read.families[each][1]) for each in places]
        proposals.append(_Proposal(score, key if isinstance(key, str) else "", tuple(phrases)))
    return sorted(proposals, key=lambda each: -each.score)


def _high(density: Points, priority: Points, counts: Points) -> npt.NDArray[np.intp]:
    """Return the places of phrases where the density is above its median, and greater than that of the known layer."""
    order = np.argsort(density, kind="stable")
    median = density[order][np.searchsorted(np.cumsum(counts[order]), counts.sum() / 2)]
    high = np.flatnonzero((density >= median) & (priority > 0))
    return high[np.argsort(-counts[high], kind="stable")][:_MOST_CLUSTERED]


def _read(
    store: LanguageGraphStore, held: Schema, embeddings: Embeddings | None, min_members: int, min_facts: int
) -> _Read:
    graph = GraphClasses.of(store, held, min_members)
    phrases = fact_phrases(store, graph, held)
    language = next(iter(store.languages()), "")
    families = families_of(phrases, language)
    objects: defaultdict[int, set[str]] = defaultdict(set)
    for phrase, (family, direction) in zip(phrases, families, strict=True):
        objects[family].update(pair[direction] if direction == 1 else pair[0] for pair in phrase.pairs)
    telling = [
        bool(each.object) and len(objects[family]) >= min_facts
        for each, (family, _) in zip(phrases, families, strict=True)
    ]
    space = PhraseSpace.of([*phrases, *schema_phrases(held)], language, embeddings)
    points = on_principal_axes(space.points, space.counts)
    return _Read(graph, phrases, families, np.array(telling, dtype=bool), points, space.counts)


def completed(
    store: LanguageGraphStore,
    held: Schema,
    types: Callable[[], StatedTypes],
    embeddings: Embeddings | None,
    *,
    rounds: int,
    min_members: int,
    min_facts: int,
    accept_at: float | None,
) -> Schema:
    """Return a schema with proposals for the classes and properties that it lacks and facts often state, best first.

    Args:
        store: the graph.
        held: its schema, with at least one class or property.
        types: makes what tells the types of concepts.
        embeddings: the model for phrases; None for vectors of their terms.
        rounds: how often to look again at what the proposals before leave.
        min_members: the fewest members of a new class.
        min_facts: the fewest facts of a new property, and the fewest objects that they have.
        accept_at: the score from which proposals are accepted; None for none.

    Raises:
        InputError: the model did not return one vector per phrase.
    """
    read = _read(store, held, embeddings, min_members, min_facts)
    languages, schema = store.languages() or [""], held
    for number in range(rounds):
        everything = with_accepted(schema, proposed_names(schema))
        said = layers_of(read.phrases, Conformance(everything, languages, types()), read.families)
        lacking = frozenset(each.name for each in read.graph.new) - {each.name for each in schema.classes}
        proposals = _proposals(read, said, lacking)
        if not number:
            proposals += _divisions(read, said, everything, min_facts)
        found = _with_proposals(read, schema, proposals, min_facts)
        if found == schema:
            break
        schema = found
    if accept_at is None:
        return schema
    names = {each.name for each in (*held.classes, *held.properties)}
    new = (each for each in (*schema.classes, *schema.properties) if each.name not in names)
    return with_accepted(schema, [each.name for each in new if _score_in(each.origin) >= accept_at])


def _score_in(origin: str) -> float:
    return float(origin.removeprefix(f"{_ORIGIN} ").partition(",")[0])


def _with_proposals(read: _Read, schema: Schema, proposals: Iterable[_Proposal], min_facts: int) -> Schema:
    """Return a schema with proposals; properties with too few facts are left out."""
    ordered = sorted(proposals, key=lambda each: -each.score)
    new = {each.name: each for each in read.graph.new}
    known = frozenset(each.name for each in schema.classes) | {each.name for each in ordered if each.name}
    hierarchy = hierarchy_of(schema, read.graph)
    sizes = Counter(
        above for name, size in read.graph.sizes.items() for above in hierarchy.get(name, ()) for _ in range(size)
    )
    sizes = Counter({name: sizes[name] for name in known})
    for each in ordered:
        origin = f"{_ORIGIN} {each.score:.3g}{f', {REPLACES}{each.replaces}' if each.replaces else ''}"
        if each.name:
            parents = tuple(name for name in new[each.name].parents if name in known)
            schema = replace(schema, classes=(*schema.classes, replace(new[each.name], parents=parents, origin=origin)))
        elif (group := _group(each.phrases, known)).facts >= min_facts:
            made = (replace(one, origin=origin) for one in properties_of([group], schema, sizes))
            schema = replace(schema, properties=(*schema.properties, *made))
    return schema


def _group(phrases: Sequence[tuple[Phrase, int]], known: frozenset[str]) -> FactGroup:
    """Return the facts of phrases in their most frequent direction, with the classes that a schema knows."""
    kinds, directions = Counter[str](), Counter[int]()
    for phrase, direction in phrases:
        kinds[phrase.group.kind] += phrase.group.facts
        directions[direction] += phrase.group.facts
    kind, main = (max(each, key=lambda key: (each[key], key)) for each in (kinds, directions))
    group = FactGroup(kind)
    for phrase, direction in phrases:
        own = phrase.group
        if own.kind == kind:
            turned = replace(own, wordings=Counter(), subjects=own.objects, objects=own.subjects)
            group.join(own if direction == main else turned)
    for ends in (group.subjects, group.objects):
        for classes, count in list(ends.items()):
            del ends[classes]
            ends[classes & known] += count
    return group


def _divisions(
    read: _Read, said: Sequence[tuple[str, int, bool]], schema: Schema, min_facts: int
) -> Iterator[_Proposal]:
    """Yield two properties for each one whose wordings say different things of one subject, each always the same.

    *Ada works at Acme* and *Ada worked at Borel*: no fact is stated in wordings of both kinds, and each kind has one
    object for a subject.
    """
    for property in schema.properties:
        own: defaultdict[str, list[tuple[Phrase, int]]] = defaultdict(list)
        for phrase, (name, direction, conforms) in zip(read.phrases, said, strict=True):
            if name == property.name and conforms and direction == 1:
                own[phrase.wording].append((phrase, 1))
        if len(own) < 2:
            continue
        wordings = sorted(own)
        pairs = [frozenset().union(*(phrase.pairs for phrase, _ in own[each])) for each in wordings]
        counts = np.array([len(each) for each in pairs], dtype=np.float64)
        shared = np.array([[len(one & other) for other in pairs] for one in pairs])
        of = partition(1 - shared / np.minimum(counts[:, None], counts), counts, 2).of
        sides = [
            frozenset().union(*(each for each, side in zip(pairs, of, strict=True) if side == wanted))
            for wanted in (0, 1)
        ]
        if _is_divided(sides[0], sides[1], min_facts):
            for wanted in (0, 1):
                phrases = [
                    each for wording, side in zip(wordings, of, strict=True) if side == wanted for each in own[wording]
                ]
                score = sum(phrase.group.facts for phrase, _ in phrases) / float(read.counts.sum())
                yield _Proposal(score, "", tuple(phrases), property.name)


def _is_divided(one: frozenset[Pair], other: frozenset[Pair], min_facts: int) -> bool:
    """Tell whether two sides differ in the objects of a subject; objects with a common word are one."""
    objects = [defaultdict[str, set[str]](set), defaultdict[str, set[str]](set)]
    for of_side, pairs in zip(objects, (one, other), strict=True):
        for subject, object in pairs:
            of_side[subject].update(object.split())
    both = objects[0].keys() & objects[1].keys()
    differing = sum(objects[0][each].isdisjoint(objects[1][each]) for each in both)
    is_single = all(len(pairs) <= _SINGLE * len(of_side) for of_side, pairs in zip(objects, (one, other), strict=True))
    return is_single and len(both) >= min_facts and differing >= _DIFFERING * len(both)
