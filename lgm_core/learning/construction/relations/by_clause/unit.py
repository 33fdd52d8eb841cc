"""The units that a sentence is read as: things, verb groups, prepositions, and what divides clauses."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto

__all__ = ["Kind", "Unit"]


class Kind(Enum):
    """What a unit is."""

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
    """What ends a clause, or is of no kind known here."""


@dataclass(frozen=True, slots=True)
class Unit:
    """A run of words; `first` and `end` are indices of the sentence's tokens.

    Attributes:
        kind: what it is.
        first: its first word.
        end: the word after its last.
        head: the word that the parse knows it by.
        keys: of a thing, the names it stands for: none for a phrase that is none of the things looked for.
        wider: of a thing, further things that its last words name: *parser* of *fast parser*.
        last: of a thing with a preposition in it, the thing behind that: *tool* of *lack of tools*.
        is_finite: of a verb group, whether it makes a clause.
        is_infinitive: whether it begins with *to*.
        is_progressive: whether it is a present participle.
        is_passive: whether it is a passive or past participle, so that its object stands before it.
        is_denied: whether a negation is in it, or before a thing; or whether it may be no such unit at all.
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
