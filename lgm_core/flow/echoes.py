"""Replies that repeat our instructions, as a document may ask a model to do: no such text is an answer or knowledge."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import fields, is_dataclass
from functools import lru_cache

from lgm_core.flow.request import Request

__all__ = ["RepeatedInstructions", "check_repeats_nothing"]

_RUN = 12
"""Words in a row that no text shares with the instructions by chance; names and predicates are shorter."""
_WORD = re.compile(r"\w+")


class RepeatedInstructions(ValueError):
    """A reply repeats the instructions instead of doing what they say."""


def check_repeats_nothing(value: object, request: Request) -> None:
    """Check that no text in what was read of a reply repeats the instructions, unless the data beside them do so too.

    Args:
        value: what was read: texts, in lists, mappings and dataclasses of any depth.
        request: its system turns and `rules` are the instructions.

    Raises:
        RepeatedInstructions: one does.
    """
    told = [message.content for message in request.messages if message.role == "system"]
    instructions = frozenset[tuple[str, ...]]().union(*map(_runs, filter(None, [*told, request.rules])))
    repeated = {run for text in _texts(value) for run in _runs_of(text) if run in instructions}
    if not repeated:
        return
    data = request.messages[-1].content
    data = data.replace(request.rules, "", 1) if request.rules else data
    if not repeated.issubset(_runs_of(data)):
        raise RepeatedInstructions("it repeats these instructions instead of doing what they say")


@lru_cache(maxsize=128)
def _runs(text: str) -> frozenset[tuple[str, ...]]:
    return frozenset(_runs_of(text))


def _runs_of(text: str) -> Iterator[tuple[str, ...]]:
    words = _WORD.findall(text.casefold())
    return (tuple(words[start : start + _RUN]) for start in range(len(words) - _RUN + 1))


def _texts(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
        return
    inner: Collection[object] = ()
    if isinstance(value, Mapping):
        inner = [*value.keys(), *value.values()]
    elif isinstance(value, list | tuple | set | frozenset):
        inner = value
    elif is_dataclass(value) and not isinstance(value, type):
        inner = [getattr(value, field.name) for field in fields(value)]
    for each in inner:
        yield from _texts(each)
