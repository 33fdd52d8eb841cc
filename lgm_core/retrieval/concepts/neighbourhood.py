"""The concepts that a concept's full representation draws on: its parents, children and parts, each with all names."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field

from lgm_core.model import THING, MetaRelation, RelationKind
from lgm_core.retrieval.concepts.graph_view import Neighbours

__all__ = ["Relatives", "relatives_of"]

_MOST_CONCEPTS = 2_000
_STEPS = (RelationKind.IS_A, RelationKind.HAS_PART)


@dataclass(slots=True)
class Relatives:
    """Concepts by the names they have, and how they are related; a concept is known by its first name.

    Attributes:
        names: all names of each concept, the first one first.
        concepts: the concept of each name.
        parents: P(c) of each concept whose relations were looked up.
        children: C(c).
        parts: Comp(c).
    """

    names: dict[str, list[str]] = field(default_factory=dict)
    concepts: dict[str, str] = field(default_factory=dict)
    parents: defaultdict[str, dict[str, None]] = field(default_factory=lambda: defaultdict(dict))
    children: defaultdict[str, dict[str, None]] = field(default_factory=lambda: defaultdict(dict))
    parts: defaultdict[str, dict[str, None]] = field(default_factory=lambda: defaultdict(dict))

    def add(self, groups: Sequence[Sequence[str]]) -> None:
        """Add concepts by their names."""
        for names in groups:
            self.names[names[0]] = list(names)
            self.concepts.update(dict.fromkeys(names, names[0]))

    def relate(self, relation: MetaRelation, looked_up: frozenset[str]) -> None:
        """Note a relation for those of its ends whose relations were looked up."""
        subject, target = self.concepts.get(relation.subject), self.concepts.get(relation.object)
        if subject is None or target is None or subject == target:
            return
        is_a = relation.kind is RelationKind.IS_A
        if subject in looked_up:
            (self.parents if is_a else self.parts)[subject][target] = None
        if is_a and target in looked_up:
            self.children[target][subject] = None


def relatives_of(neighbours: Neighbours, keys: Sequence[str], *, depth: int) -> Relatives:
    """Look up the relatives of concepts, up to `depth` is-a or has-part relations away; the root is none.

    Args:
        neighbours: looks up relations, one step away.
        keys: the concepts.
        depth: how far relatives of relatives count; 1 is the paper's equation 3.
    """
    relatives = Relatives()
    fresh = _groups(neighbours, keys)
    relatives.add(fresh)
    for _ in range(depth):
        names = frozenset(name for group in fresh for name in group)
        found = [one for one in neighbours(sorted(names), _STEPS) if THING not in (one.subject, one.object)]
        ends = dict.fromkeys(end for one in found for end in _reached(one, names) if end not in relatives.concepts)
        looked_up = frozenset(group[0] for group in fresh)
        fresh = _groups(neighbours, list(ends)[: _MOST_CONCEPTS - len(relatives.concepts)])
        relatives.add(fresh)
        for relation in found:
            relatives.relate(relation, looked_up)
    return relatives


def _reached(relation: MetaRelation, names: frozenset[str]) -> list[str]:
    """Return the ends of a relation that matter to the other one; a part learns nothing from its whole."""
    ends = [relation.object] if relation.subject in names else []
    return [*ends, relation.subject] if relation.kind is RelationKind.IS_A and relation.object in names else ends


def _groups(neighbours: Neighbours, keys: Sequence[str]) -> list[list[str]]:
    """Return the concepts that keys name, each as all its names."""
    linked: defaultdict[str, dict[str, None]] = defaultdict(dict)
    fresh = list(dict.fromkeys(keys))
    seen = set(fresh)
    while fresh and len(seen) < 2 * _MOST_CONCEPTS:
        relations = neighbours(fresh, [RelationKind.ALIAS_OF])
        fresh = []
        for one in relations:
            for name, other in ((one.subject, one.object), (one.object, one.subject)):
                linked[name][other] = None
                if other not in seen and other != THING:
                    seen.add(other)
                    fresh.append(other)
    groups: dict[str, list[str]] = {}
    for key in dict.fromkeys(keys):
        if key not in groups:
            names = _connected(key, linked)
            groups.update(dict.fromkeys(names, names))
    return list({id(names): names for names in groups.values()}.values())


def _connected(key: str, linked: defaultdict[str, dict[str, None]]) -> list[str]:
    names, waiting = {key: None}, [key]
    while waiting:
        fresh = [other for other in linked.get(waiting.pop(), ()) if other not in names and other != THING]
        names |= dict.fromkeys(fresh)
        waiting += fresh
    return list(names)
