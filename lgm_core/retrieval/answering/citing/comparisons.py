"""Comparisons: which of the things that a question names came first, by the dates that sentences give for each."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum

from lgm_core.language.lexicons.lexicon import Lexicon
from lgm_core.language.values.value_finder import find_life_span, find_values
from lgm_core.model import Value, ValueKind
from lgm_core.retrieval.words import split_words

__all__ = ["Described", "Event", "asked_event", "bears_comparison_out"]


class Event(Enum):
    """Which of the dates of a thing are meant."""

    BEGINNING = "beginning"
    BIRTH = "birth"
    DEATH = "death"


@dataclass(frozen=True, slots=True)
class Described:
    """A thing with the sentences about it.

    Attributes:
        name: its folded words, as titles have them.
        texts: the sentences, in the order of the document.
    """

    name: tuple[str, ...]
    texts: tuple[str, ...]


def bears_comparison_out(
    statement: tuple[str, ...], question: tuple[str, ...], things: Sequence[Described], lexicon: Lexicon
) -> bool | None:
    """Tell whether dates bear out which of two things a statement says was earlier or later; None if they do not tell.

    Where the question asks by a role, as in *the director who was born later*, the dates are those of whoever the
    sentences about the two things name in that role.

    Args:
        statement: folded words of the statement, which names the one it chooses first.
        question: folded words of the question, which names both.
        things: what the sentences shown are about.
        lexicon: of the language.
    """
    words = lexicon.support
    is_earlier = not words.earlier.isdisjoint(statement)
    if is_earlier == (not words.later.isdisjoint(statement)):
        return None
    named = [(place, thing) for thing in things if (place := _place(question, thing.name)) is not None]
    # A title may be part of another: *Fire* of *No Path Through Fire*.
    compared = [
        thing
        for place, thing in sorted(named, key=lambda pair: pair[0])
        if not any(
            thing is not other and start <= place and place + len(thing.name) <= start + len(other.name)
            for start, other in named
        )
    ]
    chosen = sorted((place, thing.name) for thing in compared if (place := _place(statement, thing.name)) is not None)
    if len(compared) != 2 or not chosen:
        return None
    event = asked_event(statement, lexicon)
    is_by_role = not words.roles.isdisjoint(question)
    dates = {thing.name: _date(thing, things, event, lexicon, is_by_role=is_by_role) for thing in compared}
    subject = chosen[0][1]
    (other,) = (thing.name for thing in compared if thing.name != subject)
    first, second = (subject, other) if is_earlier else (other, subject)
    return _is_earlier(dates[first], dates[second])


def _is_earlier(first: Value | None, second: Value | None) -> bool | None:
    """Tell whether one date is before another; None where one is unknown or they overlap."""
    if first is None or second is None:
        return None
    starts, ends = (first.start, second.start), (first.end, second.end)
    if starts[0] is None or starts[1] is None or ends[0] is None or ends[1] is None:
        return None
    if ends[0] < starts[1]:
        return True
    return False if ends[1] < starts[0] else None


def asked_event(words: Sequence[str], lexicon: Lexicon) -> Event:
    """Return which date a question or statement is about."""
    support = lexicon.support
    if not support.deaths.isdisjoint(words):
        return Event.DEATH
    return Event.BEGINNING if support.births.isdisjoint(words) else Event.BIRTH


def _date(
    thing: Described, things: Sequence[Described], event: Event, lexicon: Lexicon, *, is_by_role: bool
) -> Value | None:
    """Return the date that counts of a thing, or of whoever its sentences name in a role."""
    described = [thing]
    if is_by_role:
        described = [
            other
            for other in things
            if other is not thing and any(_place(_words(text), other.name) is not None for text in thing.texts)
        ]
    if len(described) != 1:
        return None
    return next(_dates(described[0].texts, event, lexicon), None)


def _dates(texts: Sequence[str], event: Event, lexicon: Lexicon) -> Iterator[Value]:
    for text in texts:
        born, died = find_life_span(text, lexicon)
        if event is Event.DEATH:
            if died is not None:
                yield died.date
        elif born is not None:
            yield born.date
        elif event is Event.BEGINNING:
            yield from (found.value for found in find_values(text, lexicon) if found.value.kind is ValueKind.DATE)


def _words(text: str) -> tuple[str, ...]:
    return tuple(word.folded for word in split_words(text))


def _place(words: Sequence[str], name: Sequence[str]) -> int | None:
    """Return where a name begins among words, or None."""
    length = len(name)
    if not length:
        return None
    starts = range(len(words) - length + 1)
    return next((start for start in starts if tuple(words[start : start + length]) == tuple(name)), None)
