"""Requests about numbered items (terms, pairs or predicates), and replies with one value per item."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Generic, Literal, TypeVar

from lgm_core.flow import Flow, Outcome, Request
from lgm_core.learning.construction.findings import Cost
from lgm_core.learning.learning_steps import ConstructionRequestFailed
from lgm_core.llm.prompt import Prompt
from lgm_core.llm.replies import number_of, one_line, read_objects
from lgm_core.llm.reply_schemas import entries_schema

__all__ = [
    "ItemRequest",
    "about_items",
    "ask_all",
    "ask_items",
    "in_groups",
    "item_schema",
    "line_values",
]

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class ItemRequest(Generic[T]):
    """A request and its items, in the order of their numbers from 1."""

    items: tuple[T, ...]
    request: Request


def ask_all(requests: Sequence[Request], cost: Cost) -> Flow[list[Outcome]]:
    """Make requests in one batch, and return their outcomes; without requests, none.

    A failed request does not affect others; a `construction request failed` trace step reports it.
    """
    if not requests:
        return []
    outcomes = yield requests
    cost.add(outcomes)
    for request, outcome in zip(requests, outcomes, strict=True):
        if not outcome.ok:
            yield ConstructionRequestFailed(request.phase, outcome.error)
    return outcomes


def ask_items(requests: Sequence[ItemRequest[T]], cost: Cost) -> Flow[list[tuple[T, Any]]]:
    """Ask as `ask_all` does; return the answered items with their values."""
    outcomes = yield from ask_all([each.request for each in requests], cost)
    answered: list[tuple[T, Any]] = []
    for each, outcome in zip(requests, outcomes, strict=True):
        if outcome.ok:
            values, dropped = outcome.value
            cost.dropped += dropped
            answered += [(item, values[number]) for number, item in enumerate(each.items, start=1) if number in values]
    return answered


def in_groups(items: Sequence[T], size: int) -> list[Sequence[T]]:
    """Return items in groups of at most this size."""
    return [items[first : first + size] for first in range(0, len(items), size)]


def item_schema(member: str, value: str, kind: Literal["boolean", "string"]) -> Mapping[str, Any]:
    """Return the schema `{member: [{"n": 1, value: …}]}`; each call makes an object of its own."""
    return entries_schema(member, **{"n": "integer", value: kind})


def about_items(
    items: Sequence[T], prompt: Prompt, schema: Mapping[str, Any], phase: str, **data: str
) -> ItemRequest[T]:
    """Return a request that shows data and asks for one value per item; items are numbered from 1 in the data.

    The schema, from `item_schema`, also determines how the reply is read.
    """
    reading = partial(_read_items, schema=schema, count=len(items))
    return ItemRequest(tuple(items), Request(prompt.messages(data), phase, reading, schema))


def _read_items(reply: str, schema: Mapping[str, Any], count: int) -> tuple[dict[int, Any], Counter[str]]:
    """Read a reply's values by the numbers of items, and count unusable or missing entries by reason.

    Of two entries with one number the first counts.

    Raises:
        ValueError: the reply has no JSON, is broken or cut off, or has no usable entry.
    """
    ((member, listed),) = schema["properties"].items()
    value = listed["items"]["required"][-1]
    read = _boolean if listed["items"]["properties"][value]["type"] == "boolean" else one_line
    values: dict[int, Any] = {}
    dropped: Counter[str] = Counter()
    entries = read_objects(reply, key=member)
    for entry in entries:
        number = number_of(entry.get("n", entry.get("id")))
        if number is None and count == len(entries) == 1:
            number = 1
        said = read(entry.get(value))
        if number is None or not 1 <= number <= count:
            dropped["unknown number"] += 1
        elif said in (None, ""):
            dropped[f"no {value}"] += 1
        else:
            values.setdefault(number, said)
    if count and not values:
        raise ValueError(f'"{member}" must list objects with "n", a number from 1 to {count}, and "{value}"')
    if count > len(values):
        dropped["not answered"] += count - len(values)
    return values, dropped


def line_values(reply: str, key: str, count: int, members: Sequence[str]) -> dict[int, tuple[str, ...]]:
    """Read the texts of members of the entries under `key`, by line number; a missing text is empty.

    A reply about one line may leave the number out.

    Raises:
        ValueError: there is no JSON in it, it is broken or cut off, or none of its entries is about a line.
    """
    found: dict[int, tuple[str, ...]] = {}
    for entry in read_objects(reply, key=key):
        number = 1 if count == 1 else (number_of(entry.get("n", entry.get("id"))) or 0)
        if 1 <= number <= count:
            found.setdefault(number, tuple(one_line(entry.get(member)) for member in members))
    if not found:
        asked = ", ".join(f"`{name}`" for name in ("n", *members[:-1]))
        raise ValueError(f"an entry with {asked} and `{members[-1]}` was asked for, for each of {count} lines")
    return found


def _boolean(said: Any) -> bool | None:  # noqa: ANN401  # JSON
    """Return the meaning of `true`, `"yes"` etc.; None for anything else."""
    if isinstance(said, bool):
        return said
    word = said.strip().lower() if isinstance(said, str) else ""
    return True if word in ("true", "yes") else False if word in ("false", "no") else None
