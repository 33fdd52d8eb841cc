"""Detect replies that repeat our instructions, as documents may ask for: these are never answers or knowledge."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import fields, is_dataclass, replace
from functools import lru_cache

from lgm_core.flow.request import Request, TextSoFar

__all__ = ["REPAIR", "RepeatedInstructions", "ReplySoFar", "check_repeats_nothing"]

REPAIR = (
    "That reply could not be used: {problem}. Send the reply again, corrected, in the format asked for and with "
    "nothing before or after it."
)
"""The message to a model whose reply cannot be read."""

_PROBLEM = "it repeats these instructions instead of doing what they say"
_RUN = 12
"""Length of a run of words that no text shares with the instructions by chance; names and predicates are shorter."""
_FEW = 3
"""Shared words that are passed on at once; most texts are then passed on without delay."""
_UNREAD_PART = 64
"""A reply is reread when one in so many of its characters is new."""
_WORD = re.compile(r"\w+")


class RepeatedInstructions(ValueError):
    """A reply repeats the instructions instead of doing what they say."""


def check_repeats_nothing(value: object, request: Request) -> None:
    """Check that no text in a parsed reply repeats the instructions, unless the data in the prompt do so too.

    Args:
        value: the parsed reply: texts, in lists, mappings and dataclasses of any depth.
        request: the request, with the instructions; the repair message is one of them.

    Raises:
        RepeatedInstructions: a text does.
    """
    instructions = frozenset[tuple[str, ...]]().union(*map(_runs, _instructions(request)))
    repeated = {run for text in _texts(value) for run in _runs_of(_words(text)) if run in instructions}
    if repeated and not repeated.issubset(_data_runs(request)):
        raise RepeatedInstructions(_PROBLEM)


class ReplySoFar:
    """Reads an incomplete reply, up to any text that repeats the instructions, or may turn out to.

    The reply is reread when it has grown by a fraction of itself: reading it at every piece would take quadratic time.
    The output for a long text lags behind by that fraction.

    Args:
        request: a request that can be read in parts.
    """

    def __init__(self, request: Request) -> None:
        self._request = request
        self._pieces: list[str] = []
        self._length = self._due = 0
        self._checked = ""
        self._clean = 0

    def grows(self, piece: str) -> bool:
        """Add the next piece of the reply; return whether it is time to read it."""
        self._pieces.append(piece)
        self._length += len(piece)
        return self._length >= self._due

    def read(self) -> TextSoFar:
        """Return the settled part of the text in the reply."""
        if self._request.read_partly is None:
            return TextSoFar("")
        self._due = self._length + self._length // _UNREAD_PART
        self._pieces = ["".join(self._pieces)]
        so_far = self._request.read_partly(self._pieces[0])
        if not so_far.text.startswith(self._checked):  # the reply changed
            self._clean = 0
        self._checked = so_far.text
        found = list(_WORD.finditer(so_far.text, self._clean))
        first = _first_repeated([word[0].casefold() for word in found], self._request)
        if first is None:
            self._clean = found[-_RUN].start() if len(found) > _RUN else self._clean
        if first is None or first + _FEW >= len(found):
            return so_far
        return replace(so_far, text=so_far.text[: found[first + _FEW].start()])


def _first_repeated(words: list[str], request: Request) -> int | None:
    """Return the position of the first word of a run that repeats the instructions, or of one at the end that may."""
    instructions = _instructions(request)
    allowed: frozenset[tuple[str, ...]] | None = None
    for place, run in enumerate(_runs_of(words)):
        if any(run in _runs(text) for text in instructions):
            allowed = _data_runs(request) if allowed is None else allowed
            if run not in allowed:
                return place
    joined = [_joined(text) for text in instructions]
    for place in range(max(0, len(words) - _RUN), len(words)):
        begun = " " + " ".join(words[place:])  # the last word may be incomplete
        if any(begun in text for text in joined):
            return place
    return None


def _instructions(request: Request) -> list[str]:
    told = request.instructions
    if told is None:
        told = (*(message.content for message in request.messages if message.role == "system"), request.rules)
    return [*filter(None, told), REPAIR.format(problem=_PROBLEM)]


def _data_runs(request: Request) -> frozenset[tuple[str, ...]]:
    data = request.messages[-1].content
    return frozenset(_runs_of(_words(data.replace(request.rules, "", 1) if request.rules else data)))


@lru_cache(maxsize=128)
def _runs(instructions: str) -> frozenset[tuple[str, ...]]:
    return frozenset(_runs_of(_words(instructions)))


@lru_cache(maxsize=128)
def _joined(instructions: str) -> str:
    return f" {' '.join(_words(instructions))} "


def _words(text: str) -> list[str]:
    return _WORD.findall(text.casefold())


def _runs_of(words: list[str]) -> Iterator[tuple[str, ...]]:
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
