"""Comparisons: which of the things in a question came first, by the dates that sentences give for each."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from enum import Enum

from lgm_core.language.lexicons import lexicon_of
from lgm_core.language.values.value_finder import find_life_span, find_values
from lgm_core.model import Value, ValueKind
from lgm_core.retrieval.answering.citing.sentence_terms import ShownSentence

__all__ = ["Event", "asked_event", "bears_comparison_out"]

_Name = tuple[str, ...]
"""Folded words of a title."""


class Event(Enum):
    """Which of the dates of a thing a text is about."""

    BEGINNING = "beginning"
    BIRTH = "birth"
    DEATH = "death"


def bears_comparison_out(
    statement: Sequence[str], question: Sequence[str], shown: Sequence[ShownSentence], language: str
) -> bool | None:
    """Tell whether dates support a statement about which of two things was earlier or later.

    Where the question asks by a role, as in *the director who was born later*, the dates are those of the person whom
    the sentences about each thing name in that role.

    Args:
        statement: folded words of the statement, which names the thing it chooses first.
        question: folded words of the question, which names both.
        shown: the sentences shown; what they are about is the title of their document.
        language: ISO 639-1 code.

    Returns:
        Whether the dates support the statement; None if the statement is no such comparison or the dates do not tell.
    """
    words = lexicon_of(language).support
    is_earlier = not words.earlier.isdisjoint(statement)
    if is_earlier == (not words.later.isdisjoint(statement)):
        return None
    things: dict[_Name, list[ShownSentence]] = {}
    for each in sorted(shown, key=lambda each: each.sentence.sentence.position):
        things.setdefault(each.title.words, []).append(each)
    named = [(place, name) for name in things if (place := _place(question, name)) is not None]
    # A title may be part of another: *Fire* of *No Path Through Fire*.
    compared = [
        name
        for place, name in named
        if not any(
            name != other and start <= place and place + len(name) <= start + len(other) for start, other in named
        )
    ]
    chosen = sorted((place, name) for name in compared if (place := _place(statement, name)) is not None)
    if len(compared) != 2 or not chosen:
        return None
    event = asked_event(statement, language)
    is_by_role = not words.roles.isdisjoint(question)
    subject = chosen[0][1]
    other = next(name for name in compared if name != subject)
    first, second = (
        next(_dates(_described(name, things) if is_by_role else things[name], event, language), None)
        for name in ((subject, other) if is_earlier else (other, subject))
    )
    return _is_earlier(first, second)


def _is_earlier(first: Value | None, second: Value | None) -> bool | None:
    """Tell whether one date is before another; None where one is unknown or they overlap."""
    if first is None or second is None:
        return None
    if first.start is None or first.end is None or second.start is None or second.end is None:
        return None
    if first.end < second.start:
        return True
    return False if second.end < first.start else None


def asked_event(words: Collection[str], language: str) -> Event:
    """Return which date a question or statement is about."""
    support = lexicon_of(language).support
    if not support.deaths.isdisjoint(words):
        return Event.DEATH
    return Event.BEGINNING if support.births.isdisjoint(words) else Event.BIRTH


def _described(name: _Name, things: dict[_Name, list[ShownSentence]]) -> Sequence[ShownSentence]:
    """Return the sentences about the only other thing that the sentences about a thing name; none if it is not one."""
    texts = [each.text.words for each in things[name]]
    others = [other for other in things if other != name and any(_place(text, other) is not None for text in texts)]
    return things[others[0]] if len(others) == 1 else ()


def _dates(sentences: Sequence[ShownSentence], event: Event, language: str) -> Iterator[Value]:
    """Yield the dates of an event that sentences about one thing give."""
    lexicon = lexicon_of(language)
    for sentence in sentences:
        born, died = find_life_span(sentence.text.text, lexicon)
        if event is Event.DEATH:
            if died is not None:
                yield died.date
        elif born is not None:
            yield born.date
        elif event is Event.BEGINNING:
            found = find_values(sentence.text.text, lexicon)
            yield from (each.value for each in found if each.value.kind is ValueKind.DATE)


def _place(words: Sequence[str], name: _Name) -> int | None:
    """Return where a name begins among words, or None."""
    starts = range(len(words) - len(name) + 1 if name else 0)
    return next((start for start in starts if tuple(words[start : start + len(name)]) == name), None)
