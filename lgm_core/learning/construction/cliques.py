"""Grouping of things with some similar pairs: disjoint maximal cliques, or connected components.

Sets of things are the bits of integers, so unions and intersections take few machine operations.
"""

from __future__ import annotations

import heapq
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import TypeVar

__all__ = ["connected_groups", "disjoint_cliques"]

MOST_STEPS = 20_000
"""Steps of the search for the cliques of one component. Similar names need hundreds; components that need more are
dense without being a clique, and are divided greedily."""

T = TypeVar("T", int, str)


def disjoint_cliques(pairs: Iterable[tuple[T, T]]) -> list[tuple[T, ...]]:
    """Return disjoint groups of two or more things, all pairs of which are similar.

    The largest clique is the first group; it is removed, and so on (section 7.1 of the thesis). Cliques of equal size
    are ordered by their sorted things. A component whose maximal cliques take more than `MOST_STEPS` steps
    to list is divided greedily: a clique grows from the thing with most neighbours, always by the candidate with most
    neighbours, and is removed when it cannot grow. These groups are cliques too, and none could include a thing of no
    group or a later one, but a larger clique may be missed.

    The things are numbers or keys; a thing paired with itself is ignored. Each group is sorted, and the groups are
    ordered by their first things.
    """
    beside = _beside(pairs)
    groups: list[tuple[T, ...]] = []
    for component in _components(beside):
        # Numbered by themselves, thousands of small components take little memory.
        places = {thing: place for place, thing in enumerate(component)}
        neighbours = [sum(1 << places[other] for other in beside[thing]) for thing in component]
        members = (1 << len(component)) - 1
        cliques = _maximal_cliques(members, neighbours)
        found = _grown(members, neighbours) if cliques is None else _largest_first(cliques, members)
        groups += (tuple(component[place] for place in _bits(clique)) for clique in found)
    return sorted(groups)


def connected_groups(pairs: Iterable[tuple[T, T]]) -> list[tuple[T, ...]]:
    """Return connected components of two or more things; arguments and result as in `disjoint_cliques`."""
    return sorted(_components(_beside(pairs)))


def _beside(pairs: Iterable[tuple[T, T]]) -> dict[T, set[T]]:
    beside: defaultdict[T, set[T]] = defaultdict(set)
    for first, second in pairs:
        if first != second:
            beside[first].add(second)
            beside[second].add(first)
    return beside


def _components(beside: dict[T, set[T]]) -> Iterator[tuple[T, ...]]:
    """Yield the connected components, each sorted."""
    seen: set[T] = set()
    for first in beside:
        if first in seen:
            continue
        component, border = {first}, {first}
        while border:
            border = set().union(*(beside[thing] for thing in border)) - component
            component |= border
        seen |= component
        yield tuple(sorted(component))


def _bits(numbers: int) -> Iterator[int]:
    """Yield the numbers in a set, smallest first."""
    while numbers:
        lowest = numbers & -numbers
        yield lowest.bit_length() - 1
        numbers ^= lowest


def _maximal_cliques(members: int, neighbours: Sequence[int]) -> list[int] | None:
    """List the maximal cliques among members (Bron and Kerbosch 1973, with pivots); None if it takes too many steps."""
    cliques: list[int] = []
    waiting = [(0, members, 0)]
    for _ in range(MOST_STEPS):
        if not waiting:
            return cliques
        clique, candidates, excluded = waiting.pop()
        if not candidates:
            if not excluded:
                cliques.append(clique)
            continue
        pivot = max(_bits(candidates | excluded), key=lambda number: (candidates & neighbours[number]).bit_count())
        for number in _bits(candidates & ~neighbours[pivot]):
            beside = neighbours[number]
            waiting.append((clique | 1 << number, candidates & beside, excluded & beside))
            candidates ^= 1 << number
            excluded |= 1 << number
    return None if waiting else cliques


def _largest_first(cliques: Iterable[int], component: int) -> Iterator[int]:
    """Yield the largest clique, then the largest of the rest, until only single things remain."""
    remaining = component
    queue = [(*_rank(clique), clique) for clique in cliques]
    heapq.heapify(queue)
    while queue:
        _, _, clique = heapq.heappop(queue)
        left = clique & remaining
        if left.bit_count() < 2:
            continue
        if left != clique:
            heapq.heappush(queue, (*_rank(left), left))
            continue
        remaining &= ~clique
        yield clique


def _rank(clique: int) -> tuple[int, tuple[int, ...]]:
    return -clique.bit_count(), tuple(_bits(clique))


def _grown(component: int, neighbours: Sequence[int]) -> Iterator[int]:
    remaining = component
    while remaining:
        clique, candidates = 0, remaining
        while candidates:
            among = candidates
            best = max(_bits(candidates), key=lambda number: (among & neighbours[number]).bit_count())
            clique |= 1 << best
            candidates &= neighbours[best]
        remaining &= ~clique
        if clique.bit_count() > 1:
            yield clique
