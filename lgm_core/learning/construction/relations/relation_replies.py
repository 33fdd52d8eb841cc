"""Read what a language model replies when it is asked to divide relations."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from lgm_core.learning.construction.item_requests import number_of
from lgm_core.llm.replies import read_objects

__all__ = ["read_splits"]


def read_splits(reply: str, count: int) -> dict[int, tuple[str, str]]:
    """Read predicates and objects by the numbers of their lines; a reply about one line may leave the number out.

    Raises:
        ValueError: there is no JSON in it, it is broken or cut off, or none of its entries is about a line.
    """
    found: dict[int, tuple[str, str]] = {}
    entries = read_objects(reply, key="splits")
    for entry in entries:
        number = 1 if count == 1 else (number_of(entry.get("n", entry.get("id"))) or 0)
        if 1 <= number <= count:
            found.setdefault(number, (_text(entry, "predicate"), _text(entry, "object")))
    if not found:
        raise ValueError(f"an entry with `n`, `predicate` and `object` was asked for, for each of {count} lines")
    return found


def _text(entry: Mapping[str, Any], name: str) -> str:
    value = entry.get(name)
    return " ".join(value.split()) if isinstance(value, str) else ""
