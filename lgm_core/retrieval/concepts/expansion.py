"""Concept expansion over the meta-relations (paper section 3.3.1, equations 2 to 4)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from lgm_core.graph.port import LanguageGraphStore, Where
from lgm_core.model import THING, MetaRelation, RelationKind, StatementKind, Verdict
from lgm_core.retrieval.concepts.graph_view import Neighbours, neighbours_within

__all__ = ["ExpandedConcept", "expand"]

_EVERYTHING = frozenset(StatementKind)
_FROM_PARENT = frozenset({StatementKind.ATTRIBUTE, StatementKind.ABILITY})
_FROM_CHILD = frozenset({StatementKind.ATTRIBUTE})
_FROM_PART = frozenset({StatementKind.ABILITY})
_NEAREST = (_EVERYTHING, _FROM_PARENT, _FROM_PART, _FROM_CHILD)
"""The order in which the concepts of one step are taken: aliases, parents, parts, children."""


@dataclass(frozen=True, slots=True)
class ExpandedConcept:
    """A concept reached from a question's concepts, and how.

    Attributes:
        key: the concept.
        path: the key of the question's concept, then one step a relation, in words: `("apple", "is a fruit")`,
            `("fruit", "includes apple")`, `("apple", "has part peel")`, `("apple", "also called malus")`.
        contributes: what its statements tell about the question's concept: a parent gives attributes and abilities, a
            child the attributes it shares with the others, a part its abilities, an alias everything.
    """

    key: str
    path: tuple[str, ...]
    contributes: frozenset[StatementKind] = _EVERYTHING


def expand(
    store: LanguageGraphStore,
    keys: Sequence[str],
    *,
    depth: int = 1,
    kinds: Sequence[RelationKind] | None = None,
    limit: int = 64,
    where: Where | None = None,
) -> list[ExpandedConcept]:
    """Return the aliases, parents, parts and children of concepts, nearest first, without the concepts themselves.

    Aliases are followed to their whole group, at every step and whatever the depth, and the whole group's relations
    are used. Rejected relations are not, and the root is never reached.

    Args:
        store: the graph.
        keys: the question's concepts.
        depth: how many is-a or has-part relations away a concept may be.
        kinds: the meta-relations to follow; all three by default.
        limit: how many concepts to return at most.
        where: a filter on document metadata; only relations that its documents state are followed.
    """
    neighbours = neighbours_within(store, where)
    wanted = set(RelationKind if kinds is None else kinds)
    reached = {key: ExpandedConcept(key, (key,)) for key in dict.fromkeys(keys)}
    start = len(reached)
    frontier = _with_aliases(neighbours, list(reached.values()), reached, wanted, start + limit)
    steps = [kind for kind in (RelationKind.IS_A, RelationKind.HAS_PART) if kind in wanted]
    for _ in range(depth if steps else 0):
        frontier = _step(neighbours, frontier, reached, steps, start + limit)
        frontier = _with_aliases(neighbours, frontier, reached, wanted, start + limit)
    return list(reached.values())[start:]


def _with_aliases(
    neighbours: Neighbours,
    concepts: list[ExpandedConcept],
    reached: dict[str, ExpandedConcept],
    wanted: set[RelationKind],
    limit: int,
) -> list[ExpandedConcept]:
    """Add the other names of concepts, and theirs in turn, until the group is complete."""
    group, fresh = list(concepts), list(concepts)
    while fresh and RelationKind.ALIAS_OF in wanted:
        fresh = _step(neighbours, fresh, reached, [RelationKind.ALIAS_OF], limit)
        group += fresh
    return group


def _step(
    neighbours: Neighbours,
    frontier: Sequence[ExpandedConcept],
    reached: dict[str, ExpandedConcept],
    kinds: Sequence[RelationKind],
    limit: int,
) -> list[ExpandedConcept]:
    """Follow one relation from each concept of the frontier; return what had not been reached before."""
    origins = {concept.key: concept for concept in frontier}
    relations = neighbours(list(origins), kinds) if origins else []
    ends = [
        (_rank(relation, contribution), origin.path, key, words, origin.contributes & contribution)
        for relation in relations
        for origin_key, key, words, contribution in _readings(relation)
        if (origin := origins.get(origin_key)) is not None and key not in reached and key != THING
    ]
    fresh: list[ExpandedConcept] = []
    for _, path, key, words, contributes in sorted(ends, key=lambda end: end[:4]):
        if key not in reached and len(reached) < limit:
            reached[key] = ExpandedConcept(key, (*path, words), contributes)
            fresh.append(reached[key])
    return fresh


def _readings(relation: MetaRelation) -> list[tuple[str, str, str, frozenset[StatementKind]]]:
    """Return the ways to walk a relation: from, to, in words, and what the far end contributes.

    A whole tells nothing about its part (equation 3 has components only), so has-part is walked downwards.
    """
    subject, target = relation.subject, relation.object
    if relation.kind is RelationKind.ALIAS_OF:
        return [
            (subject, target, f"also called {target}", _EVERYTHING),
            (target, subject, f"also called {subject}", _EVERYTHING),
        ]
    if relation.kind is RelationKind.IS_A:
        return [
            (subject, target, f"is {_with_article(target)}", _FROM_PARENT),
            (target, subject, f"includes {subject}", _FROM_CHILD),
        ]
    return [(subject, target, f"has part {target}", _FROM_PART)]


def _with_article(key: str) -> str:
    return f"an {key}" if key[0] in "aeiou" else f"a {key}"


def _rank(relation: MetaRelation, contribution: frozenset[StatementKind]) -> tuple[int, bool, int]:
    """Order relations: by what they contribute, confirmed ones before unjudged ones, then by how often stated."""
    return (_NEAREST.index(contribution), relation.verdict is not Verdict.VALID, -len(relation.evidence))
