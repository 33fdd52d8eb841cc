"""Groups of things of which some pairs are alike: disjoint maximal cliques, or whatever is connected.

Sets of things are the bits of integers, so that they are joined and met in a few machine operations.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Iterator, Sequence

__all__ = ["connected_groups", "disjoint_cliques"]

MOST_STEPS = 20_000
"""Steps of the search for the cliques of one component. Likenesses of names need hundreds; what needs more is dense
without being a clique, and is divided greedily."""


def disjoint_cliques(count: int, pairs: Iterable[tuple[int, int]]) -> list[tuple[int, ...]]:
    """Return groups of two or more things of which every pair is alike, no thing in two groups.

    The largest clique is the first group; it is removed, and so on (section 7.1 of the thesis). Of cliques of one size,
    that with the smallest first number goes first, then the smallest second number, and so on. A component whose
    maximal cliques take more than `MOST_STEPS` steps to list is divided otherwise: a clique grows from the thing with
    most neighbours, always by that with most neighbours among those that may still join, and is removed when it
    cannot grow. Its groups are cliques too, and none can take in a thing that is in no group or a later one, but a
    larger clique may be missed.

    Args:
        count: how many things there are, numbered from 0.
        pairs: which are alike, in any order; a thing paired with itself is ignored.

    Returns:
        The groups, each sorted, in the order of their first things.
    """
    neighbours = _neighbours(count, pairs)
    groups: list[tuple[int, ...]] = []
    for component in _components(neighbours):
        members = _without_twins(component, neighbours)
        cliques = _maximal_cliques(members, neighbours)
        found = _grown(component, neighbours) if cliques is None else _largest_first(cliques, component, neighbours)
        groups += (tuple(_bits(clique)) for clique in found)
    return sorted(groups)


def connected_groups(count: int, pairs: Iterable[tuple[int, int]]) -> list[tuple[int, ...]]:
    """Return groups of two or more things that likenesses join, directly or through others; otherwise the same."""
    return sorted(tuple(_bits(component)) for component in _components(_neighbours(count, pairs)))


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


def _without_twins(component: int, neighbours: Sequence[int]) -> int:
    """Return a component with only the first of things that are alike and have the same others beside them.

    A maximal clique has all of such twins or none, so that a clique of thousands is found in one step.
    """
    seen: set[int] = set()
    kept = 0
    for number in _bits(component):
        closed = neighbours[number] | 1 << number
        if closed not in seen:
            seen.add(closed)
            kept |= 1 << number
    return kept


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


def _largest_first(cliques: Iterable[int], component: int, neighbours: Sequence[int]) -> Iterator[int]:
    """Yield the largest clique, and the largest of what then remains of any, until only single things remain."""
    remaining = component
    queue = [(*_rank(whole), whole) for whole in (_with_twins(clique, neighbours) for clique in cliques)]
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


def _with_twins(clique: int, neighbours: Sequence[int]) -> int:
    """Return everything that is beside all members of a clique or one of them: the clique with all twins."""
    whole = -1
    for number in _bits(clique):
        whole &= neighbours[number] | 1 << number
    return whole


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
