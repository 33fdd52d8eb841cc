"""The neighbourhood of concepts: their parents, children and parts, each with all names.

Expansion, inherited statements and explanations all start from it. Reading it takes one call to the store for each
step, and one for the names of the outermost concepts.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from lgm_core.model import MetaRelation, RelationKind
from lgm_core.retrieval.concepts.graph_view import GraphView

__all__ = ["STEPS", "Neighbourhood", "neighbourhood_of"]

STEPS = frozenset({RelationKind.IS_A, RelationKind.HAS_PART})
"""The relations that lead from one concept to another; an alias leads to another name of the same concept."""

_MOST_CONCEPTS = 2_000
"""The most concepts of a neighbourhood; bounds the cost of a very general concept with many children. A question
expands to 64 concepts at most (`expansion`); the others matter only for the attributes that all children share."""


@dataclass(slots=True)
class Neighbourhood:
    """Concepts and how they are related; a concept is known by its first name.

    Attributes:
        keys: the concepts around which it lies.
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
    """Look up the parents, children and parts of concepts.

    Args:
        view: the graph.
        keys: the concepts.
        depth: how many is-a or has-part relations away a concept may be; 1 is the paper's equation 3.
    """
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
    """Add concepts, each given as all its names; return them by their first names."""
    first_names = []
    for names in groups:
        first_names.append(names[0])
        neighbourhood.names[names[0]] = names
        neighbourhood.concepts.update(dict.fromkeys(names, names[0]))
    return frozenset(first_names)


def _relatives(relation: MetaRelation, names: frozenset[str]) -> list[str]:
    """Return the relatives that a relation adds to named concepts: parents, parts and children, but no wholes."""
    relatives = [relation.object] if relation.subject in names else []
    if relation.kind is RelationKind.IS_A and relation.object in names:
        relatives.append(relation.subject)
    return relatives


def _relate(neighbourhood: Neighbourhood, relation: MetaRelation, looked_up: frozenset[str]) -> None:
    """Record a relation with its subject, its object or both: the concepts whose relations were looked up."""
    subject, target = (neighbourhood.concepts.get(key) for key in (relation.subject, relation.object))
    if subject is None or target is None or subject == target:
        return
    is_a = relation.kind is RelationKind.IS_A
    if subject in looked_up:
        (neighbourhood.parents if is_a else neighbourhood.parts)[subject][target] = None
    if is_a and target in looked_up:
        neighbourhood.children[target][subject] = None
