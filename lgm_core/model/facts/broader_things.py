"""The is-a hierarchy of things: no cycles, and no edges that follow from others (thesis, section 10.1)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import TypeVar

from lgm_core.model.concept import THING
from lgm_core.model.relation import MetaRelation, RelationKind, Verdict

__all__ = ["acyclic_edges", "broader_things"]

T = TypeVar("T", bound=Hashable)


def broader_things(
    relations: Iterable[MetaRelation], things: Mapping[str, T]
) -> dict[tuple[T, T], tuple[MetaRelation, ...]]:
    """Return the is-a pairs of narrower and broader things, best supported first.

    Documents state transitive and circular relations. Confirmed relations come before unjudged ones, those stated in a
    pattern of the text before inferred ones, and more sentences before fewer. Rejected relations, those between names
    of one thing, and those to the root are left out.

    Args:
        relations: a document's relations; only IS_A is used.
        things: the thing that each concept key names; relations of other concepts are skipped.

    Returns:
        The supporting relations, by pair.
    """
    stated: dict[tuple[T, T], list[MetaRelation]] = defaultdict(list)
    for relation in relations:
        ends = relation.subject, relation.object
        if relation.kind is not RelationKind.IS_A or relation.verdict is Verdict.INVALID or THING in ends:
            continue
        if relation.subject in things and relation.object in things:
            narrow, broad = things[relation.subject], things[relation.object]
            if narrow != broad:
                stated[narrow, broad].append(relation)
    places = {thing: place for place, thing in enumerate(dict.fromkeys(things.values()))}

    def rank(edge: tuple[T, T]) -> tuple[bool, bool, int, int, int]:
        evidence = [entry for relation in stated[edge] for entry in relation.evidence]
        return (
            all(relation.verdict is not Verdict.VALID for relation in stated[edge]),
            not any(entry.origin.startswith("pattern:") for entry in evidence),
            -len({entry.sentence_id for entry in evidence}),
            places[edge[0]],
            places[edge[1]],
        )

    return {edge: tuple(stated[edge]) for edge in acyclic_edges(sorted(stated, key=rank))}


def acyclic_edges(candidates: Sequence[tuple[T, T]]) -> list[tuple[T, T]]:
    """Return the candidates that close no cycle with better ones and do not follow from the rest.

    Args:
        candidates: pairs of narrower and broader things, best supported first.

    Returns:
        Candidates in their order, with the same reachability as all candidates that close no cycle.
    """
    broader: dict[T, set[T]] = defaultdict(set)
    kept = []
    for narrow, broad in candidates:
        if broad not in broader[narrow] and not _reaches(broad, narrow, broader):
            broader[narrow].add(broad)
            kept.append((narrow, broad))
    reduced = []
    for narrow, broad in reversed(kept):
        broader[narrow].remove(broad)
        if not _reaches(narrow, broad, broader):
            broader[narrow].add(broad)
            reduced.append((narrow, broad))
    return reduced[::-1]


def _reaches(start: T, goal: T, broader: Mapping[T, set[T]]) -> bool:
    """Tell whether edges lead from one to the other; every node reaches itself."""
    waiting, seen = [start], {start}
    while waiting:
        current = waiting.pop()
        if current == goal:
            return True
        new = broader.get(current, set()) - seen
        seen |= new
        waiting += new
    return False
