"""Grouping of things with some similar pairs: disjoint maximal cliques, or connected components.

Sets of things are the bits of integers, so unions and intersections take few machine operations.
"""

from __future__ import annotations

import heapq
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import TypeVar

__all__ = ["cliques_among", "connected_groups", "disjoint_cliques", "linked_groups"]

T = TypeVar("T", bound=str)

MOST_STEPS = 20_000
"""Steps of the search for the cliques of one component. Similar names need hundreds; components that need more are
dense without being a clique, and are divided greedily."""


def disjoint_cliques(count: int, pairs: Iterable[tuple[int, int]]) -> list[tuple[int, ...]]:
    """Return disjoint groups of two or more things, all pairs of which are similar.

    The largest clique is the first group; it is removed, and so on (section 7.1 of the thesis). Cliques of equal size
    are ordered lexicographically by their numbers. A component whose maximal cliques take more than `MOST_STEPS` steps
    to list is divided greedily: a clique grows from the thing with most neighbours, always by the candidate with most
    neighbours, and is removed when it cannot grow. These groups are cliques too, and none could include a thing of no
    group or a later one, but a larger clique may be missed.

    The things are numbered from 0 to `count` - 1; a thing paired with itself is ignored. Each group is sorted, and the
    groups are ordered by their first things.
    """
    neighbours = _neighbours(count, pairs)
    groups: list[tuple[int, ...]] = []
    for component in _components(neighbours):
        cliques = _maximal_cliques(component, neighbours)
        found = _grown(component, neighbours) if cliques is None else _largest_first(cliques, component)
        groups += (tuple(_bits(clique)) for clique in found)
    return sorted(groups)


def connected_groups(count: int, pairs: Iterable[tuple[int, int]]) -> list[tuple[int, ...]]:
    """Return connected components of two or more things; arguments and result as in `disjoint_cliques`."""
    return sorted(tuple(_bits(component)) for component in _components(_neighbours(count, pairs)))


def linked_groups(pairs: Iterable[tuple[T, T]]) -> list[list[T]]:
    """Return the connected components of pairs of keys, each sorted, in the order of their first keys."""
    beside: defaultdict[T, list[T]] = defaultdict(list)
    for first, second in pairs:
        beside[first].append(second)
        beside[second].append(first)
    seen: set[T] = set()
    groups = []
    for key in sorted(beside):
        if key in seen:
            continue
        seen.add(key)
        group = [key]
        for member in group:  # grows during the loop
            new = [other for other in dict.fromkeys(beside[member]) if other not in seen]
            seen.update(new)
            group += new
        groups.append(sorted(group))
    return groups


def cliques_among(pairs: Iterable[tuple[T, T]]) -> list[list[T]]:
    """Return `disjoint_cliques` of keys; each component is numbered by itself, so that many take little memory."""
    pairs = list(pairs)
    groups = linked_groups(pairs)
    places = {key: (number, place) for number, group in enumerate(groups) for place, key in enumerate(group)}
    of_group: defaultdict[int, list[tuple[int, int]]] = defaultdict(list)
    for first, second in pairs:
        of_group[places[first][0]].append((places[first][1], places[second][1]))
    return [
        [groups[number][place] for place in clique]
        for number, own in sorted(of_group.items())
        for clique in disjoint_cliques(len(groups[number]), own)
    ]


def _neighbours(count: int, pairs: Iterable[tuple[int, int]]) -> list[int]:
    neighbours = [0] * count
    for first, second in pairs:
        if first != second:
            neighbours[first] |= 1 << second
            neighbours[second] |= 1 << first
    return neighbours


def _bits(numbers: int) -> Iterator[int]:
    """Yield the numbers in a set, smallest first."""
    while numbers:
        lowest = numbers & -numbers
        yield lowest.bit_length() - 1
        numbers ^= lowest


def _components(neighbours: Sequence[int]) -> Iterator[int]:
    """Yield the connected components of more than one thing."""
    seen = 0
    for first, beside in enumerate(neighbours):
        if not beside or seen >> first & 1:
            continue
        component = 1 << first
        border = beside
        while border:
            component |= border
            reached = 0
            for number in _bits(border):
                reached |= neighbours[number]
            border = reached & ~component
        seen |= component
        yield component


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
