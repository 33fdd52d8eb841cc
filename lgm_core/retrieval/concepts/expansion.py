"""The neighbourhood of concepts, and expansion over it (paper section 3.3.1, equations 2 to 4)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from lgm_core.model import MetaRelation, RelationKind, StatementKind, Verdict
from lgm_core.model.concept import name_of
from lgm_core.retrieval.concepts.graph_view import GraphView
from lgm_core.retrieval.relation_wording import child_step, relation_step

__all__ = ["STEPS", "ExpandedConcept", "Neighbourhood", "expand", "neighbourhood_of"]

STEPS = frozenset({RelationKind.IS_A, RelationKind.HAS_PART})
"""The relations that lead from one concept to another; an alias leads to another name of the same concept."""

_MOST_CONCEPTS = 2_000
"""The most concepts of a neighbourhood; bounds the cost of very general concepts with many children. A question expands
to at most 64 concepts (`expansion`); the others matter only for attributes shared by all children."""


@dataclass(slots=True)
class Neighbourhood:
    """Concepts and how they are related; each concept goes by its first name.

    Attributes:
        keys: the concepts it surrounds.
        depth: how many is-a or has-part relations away its outermost concepts are.
        names: all names of each concept, the first one first.
        concepts: the concept of each name.
        parents: P(c) of each concept except the outermost ones (paper equation 3).
        children: C(c).
        parts: Comp(c).
    """

    keys: tuple[str, ...]
    depth: int
    names: dict[str, tuple[str, ...]] = field(default_factory=dict)
    concepts: dict[str, str] = field(default_factory=dict)
    parents: defaultdict[str, dict[str, None]] = field(default_factory=lambda: defaultdict(dict))
    children: defaultdict[str, dict[str, None]] = field(default_factory=lambda: defaultdict(dict))
    parts: defaultdict[str, dict[str, None]] = field(default_factory=lambda: defaultdict(dict))


def neighbourhood_of(view: GraphView, keys: Sequence[str], *, depth: int) -> Neighbourhood:
    """Look up the parents, children and parts of concepts up to a depth; 1 is the paper's equation 3."""
    neighbourhood = Neighbourhood(tuple(keys), depth)
    if depth:
        view.relations(keys)
    fresh = _add(neighbourhood, view.name_groups(keys))
    for step in range(1, depth + 1):
        names = frozenset(name for concept in fresh for name in neighbourhood.names[concept])
        relations = view.relations(names, STEPS)
        relatives = dict.fromkeys(key for relation in relations for key in _relatives(relation, names))
        new = [key for key in relatives if key not in neighbourhood.concepts]
        new = new[: _MOST_CONCEPTS - len(neighbourhood.concepts)]
        if step < depth:
            view.relations(new)
        looked_up, fresh = fresh, _add(neighbourhood, view.name_groups(new))
        for relation in relations:
            _relate(neighbourhood, relation, looked_up)
    return neighbourhood


def _add(neighbourhood: Neighbourhood, groups: Iterable[tuple[str, ...]]) -> frozenset[str]:
    """Add concepts, each given as all its names; return them by first name."""
    first_names = []
    for names in groups:
        first_names.append(names[0])
        neighbourhood.names[names[0]] = names
        neighbourhood.concepts.update(dict.fromkeys(names, names[0]))
    return frozenset(first_names)


def _relatives(relation: MetaRelation, names: frozenset[str]) -> list[str]:
    """Return the relatives that a relation adds to named concepts: parents, parts and children, but not wholes."""
    relatives = [relation.object] if relation.subject in names else []
    if relation.kind is RelationKind.IS_A and relation.object in names:
        relatives.append(relation.subject)
    return relatives


def _relate(neighbourhood: Neighbourhood, relation: MetaRelation, looked_up: frozenset[str]) -> None:
    """Record a relation with its subject, its object or both: those whose relations were looked up."""
    subject, target = (neighbourhood.concepts.get(key) for key in (relation.subject, relation.object))
    if subject is None or target is None or subject == target:
        return
    is_a = relation.kind is RelationKind.IS_A
    if subject in looked_up:
        (neighbourhood.parents if is_a else neighbourhood.parts)[subject][target] = None
    if is_a and target in looked_up:
        neighbourhood.children[target][subject] = None


_MOST_EXPANDED = 64
"""The most concepts of an expansion, unless all are read anyway; more bring in loosely related ones, and take
longer."""

_EVERYTHING = frozenset(StatementKind)
_FROM_PARENT = frozenset({StatementKind.ATTRIBUTE, StatementKind.ABILITY})
_FROM_CHILD = frozenset({StatementKind.ATTRIBUTE})
_FROM_PART = frozenset({StatementKind.ABILITY})
_STEP_ORDER = (_EVERYTHING, _FROM_PARENT, _FROM_PART, _FROM_CHILD)
"""The order in which the concepts of one step are taken: aliases, parents, parts, children."""


@dataclass(frozen=True, slots=True)
class ExpandedConcept:
    """A concept reached from a question's concepts, and how.

    Attributes:
        key: the concept.
        path: the name of the question's concept, then one step a relation, in words: `("apple", "is a fruit")`,
            `("fruit", "includes apple")`, `("apple", "has part peel")`, `("apple", "also called malus")`.
        concepts: the keys of the concepts on the path, one for each of its parts; the last is `key`.
        contributes: what its statements tell about the question's concept: a parent gives attributes and abilities, a
            child the attributes it shares with the others, a part its abilities, an alias everything.
    """

    key: str
    path: tuple[str, ...]
    concepts: tuple[str, ...]
    contributes: frozenset[StatementKind] = _EVERYTHING

    @property
    def is_alias(self) -> bool:
        """Return whether it is another name of the question's concept, in which case every statement counts."""
        return self.contributes == _EVERYTHING

    def written_path(self, names: Mapping[str, str]) -> tuple[str, ...]:
        """Return the path with the names of concepts as sentences write them: `("AFB", "is a disease")`."""
        parts = zip(self.path, self.concepts, strict=True)
        return tuple(part.removesuffix(name_of(key)) + names.get(key, name_of(key)) for part, key in parts)


@dataclass(frozen=True, slots=True)
class Expansion:
    """The concepts an expansion reached, nearest first, and those beyond its limit, which it did not explore."""

    concepts: tuple[ExpandedConcept, ...] = ()
    left_out: tuple[str, ...] = ()


def expand(view: GraphView, neighbourhood: Neighbourhood, *, limit: int | None = _MOST_EXPANDED) -> Expansion:
    """Return the aliases, parents, parts and children of concepts, nearest first, without the concepts themselves.

    Aliases are followed to their whole group at every step, whatever the depth, and the whole group's relations are
    used. Rejected relations are not used, and the root is never reached.

    Args:
        view: the graph.
        neighbourhood: the neighbourhood of the concepts; a breadth-first search reads it to its depth.
        limit: how many concepts to return at most; None for all.
    """
    reached = {key: ExpandedConcept(key, (name_of(key),), (key,)) for key in dict.fromkeys(neighbourhood.keys)}
    search = _Search(view, reached, None if limit is None else len(reached) + limit)
    frontier = search.with_aliases(list(reached.values()))
    for _ in range(neighbourhood.depth):
        frontier = search.with_aliases(search.step(frontier, STEPS))
    concepts = list(reached.values())[len(dict.fromkeys(neighbourhood.keys)) :]
    return Expansion(tuple(concepts), tuple(search.left_out))


class _Search:
    """A breadth-first search over relations until `limit` concepts are reached; `left_out` are the others found."""

    def __init__(self, view: GraphView, reached: dict[str, ExpandedConcept], limit: int | None) -> None:
        self._view, self._reached, self._limit = view, reached, limit
        self.left_out: dict[str, None] = {}

    def with_aliases(self, concepts: list[ExpandedConcept]) -> list[ExpandedConcept]:
        """Add the other names of concepts, and their names in turn, until the groups are complete."""
        group, fresh = list(concepts), concepts
        while fresh:
            fresh = self.step(fresh, frozenset({RelationKind.ALIAS_OF}))
            group += fresh
        return group

    def step(self, frontier: Sequence[ExpandedConcept], kinds: frozenset[RelationKind]) -> list[ExpandedConcept]:
        """Follow one relation from each concept of the frontier; return the newly reached concepts."""
        origins = {concept.key: concept for concept in frontier}
        steps = [
            (_rank(relation, contribution), origin.path, key, words, origin, origin.contributes & contribution)
            for relation in self._view.relations(origins, kinds)
            for origin_key, key, words, contribution in _directions(relation)
            if (origin := origins.get(origin_key)) is not None and key not in self._reached
        ]
        fresh: list[ExpandedConcept] = []
        for _, path, key, words, origin, contributes in sorted(steps, key=lambda step: step[:4]):
            if key in self._reached:
                continue
            if self._limit is not None and len(self._reached) >= self._limit:
                self.left_out[key] = None
            else:
                self._reached[key] = ExpandedConcept(key, (*path, words), (*origin.concepts, key), contributes)
                fresh.append(self._reached[key])
        return fresh


def _directions(relation: MetaRelation) -> list[tuple[str, str, str, frozenset[StatementKind]]]:
    """Return the ways to walk a relation: from, to, in words, and what the far end contributes.

    A whole tells nothing about its part (equation 3 has components only), so has-part is only walked downwards.
    """
    subject, target, kind = relation.subject, relation.object, relation.kind
    if kind is RelationKind.ALIAS_OF:
        return [
            (subject, target, relation_step(kind, target), _EVERYTHING),
            (target, subject, relation_step(kind, subject), _EVERYTHING),
        ]
    if kind is RelationKind.IS_A:
        return [
            (subject, target, relation_step(kind, target), _FROM_PARENT),
            (target, subject, child_step(subject), _FROM_CHILD),
        ]
    return [(subject, target, relation_step(kind, target), _FROM_PART)]


def _rank(relation: MetaRelation, contribution: frozenset[StatementKind]) -> tuple[int, bool, int]:
    """Order relations by what they contribute, then confirmed before unjudged, then by how often they are stated."""
    return (_STEP_ORDER.index(contribution), relation.verdict is not Verdict.VALID, -len(relation.evidence))
