"""Lists of things in a row of units: *A, B and C*."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import Enum, auto

__all__ = ["Kind", "Unit", "with_lists"]


class Kind(Enum):
    """The kind of a unit."""

    THING = auto()
    VERB = auto()
    PREPOSITION = auto()
    RELATIVE = auto()
    AND = auto()
    COMMA = auto()
    POSSESSIVE = auto()
    ADVERB = auto()
    OPENER = auto()
    """A word that begins a subordinate clause."""
    BREAK = auto()
    """A clause boundary, or a word of no known kind."""


@dataclass(frozen=True, slots=True)
class Unit:
    """A run of words; `first` and `end` are indices of the sentence's tokens.

    Attributes:
        kind: its kind.
        first: its first word.
        end: the word after its last.
        head: its head word in the parse.
        keys: for a thing, the names it stands for; empty for a phrase that is not among the things to look for.
        wider: for a thing, further things named by its last words: *parser* in *fast parser*.
        last: for a thing with a preposition in it, the thing after it: *tool* in *lack of tools*.
        is_finite: for a verb group, whether it makes a clause.
        is_infinitive: whether it begins with *to*.
        is_progressive: whether it is a present participle.
        is_passive: whether it is a passive or past participle, so that its object precedes it.
        is_denied: whether it contains a negation, or follows one as a thing; or whether its kind is doubtful.
    """

    kind: Kind
    first: int
    end: int
    head: int
    keys: tuple[str, ...] = ()
    wider: tuple[str, ...] = ()
    last: tuple[str, ...] = ()
    is_finite: bool = False
    is_infinitive: bool = False
    is_progressive: bool = False
    is_passive: bool = False
    is_denied: bool = False


def with_lists(row: Sequence[Unit]) -> list[Unit]:
    """Return a row in which each list of things is one unit with the keys of all."""
    grouped: list[Unit] = []
    place = 0
    while place < len(row):
        end = _list_end(row, place)
        if end > place + 1:
            members = [unit for unit in row[place:end] if unit.kind is Kind.THING]
            keys = tuple(dict.fromkeys(key for member in members for key in member.keys))
            denied = any(unit.is_denied for unit in row[place:end])
            wider = tuple(key for member in members for key in member.wider)
            grouped.append(replace(members[0], end=members[-1].end, keys=keys, wider=wider, is_denied=denied))
        else:
            grouped.append(row[place])
        place = max(end, place + 1)
    return grouped


def _list_end(row: Sequence[Unit], place: int) -> int:
    """Return the end of the list of things that begins at a position; without a list, the next position."""
    if row[place].kind is not Kind.THING or row[place].last:
        return place + 1  # *a mixture of flour and water* is not water: the parse shows the coordination
    ends, has_and, joined = [place + 1], False, place + 1
    while not has_and:
        marks = joined
        while marks < len(row) and row[marks].kind in (Kind.COMMA, Kind.AND):
            has_and = has_and or row[marks].kind is Kind.AND
            marks += 1
        if marks == joined or marks >= len(row) or row[marks].kind is not Kind.THING:
            break
        joined = marks + 1
        ends.append(joined)
    if len(ends) == 1 or not has_and or row[ends[-1] - 1].kind is not Kind.THING:
        return place + 1
    before = _kinds_before(row, place)
    is_subject = _is_finite_next(row, ends[-1])
    if is_subject and before and before[-1] is Kind.PREPOSITION and row[place + 1].kind is Kind.COMMA:
        return place + 1  # *In this paper, methods and tools are compared*
    if is_subject and Kind.VERB in before:
        return ends[-2]  # *it uses A, and B provides C*
    return ends[-1]


def _kinds_before(row: Sequence[Unit], place: int) -> list[Kind]:
    """Return the kinds of the units of the same clause before a place."""
    kinds: list[Kind] = []
    for unit in row[:place]:
        kinds = [] if unit.kind in (Kind.BREAK, Kind.OPENER, Kind.RELATIVE) else [*kinds, unit.kind]
    return kinds


def _is_finite_next(row: Sequence[Unit], place: int) -> bool:
    while place < len(row) and row[place].kind is Kind.ADVERB:
        place += 1
    return place < len(row) and row[place].kind is Kind.VERB and row[place].is_finite
