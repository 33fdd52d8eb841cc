"""Edges of a taxonomy without cycles, and without those that follow from others."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import TypeVar

__all__ = ["acyclic_edges"]

T = TypeVar("T", bound=Hashable)


def acyclic_edges(candidates: Sequence[tuple[T, T]], fixed: Iterable[tuple[T, T]] = ()) -> list[tuple[T, T]]:
    """Return the candidates that close no cycle with better ones, nor follow from what is left.

    Args:
        candidates: pairs of narrower and broader, the best supported first.
        fixed: pairs that hold in any case; what they imply follows too, also if they have cycles among themselves.

    Returns:
        Candidates in their order. With the fixed pairs they reach what all candidates that close no cycle reach.
    """
    broader: dict[T, set[T]] = defaultdict(set)
    for narrow, broad in fixed:
        broader[narrow].add(broad)
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
    """Tell whether edges lead from one to the other; everything leads to itself."""
    waiting, seen = [start], {start}
    while waiting:
        current = waiting.pop()
        if current == goal:
            return True
        new = broader.get(current, set()) - seen
        seen |= new
        waiting += new
    return False
