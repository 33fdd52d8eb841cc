"""Batches of consecutive things."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

__all__ = ["batches"]

T = TypeVar("T")


def batches(items: Iterable[T], size: Callable[[T], int], most: int) -> Iterator[list[T]]:
    """Yield consecutive items whose sizes together are at most `most`; a larger item is a batch of its own."""
    batch: list[T] = []
    total = 0
    for item in items:
        own = size(item)
        if batch and total + own > most:
            yield batch
            batch, total = [], 0
        batch.append(item)
        total += own
    if batch:
        yield batch
