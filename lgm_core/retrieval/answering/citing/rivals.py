"""Rivals: other names and values that the sentences shown give in the place of those that a statement gives."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import takewhile

from lgm_core.model import Value, ValueKind
from lgm_core.retrieval.answering.citing.crossings import is_same
from lgm_core.retrieval.answering.citing.sentence_terms import ShownSentence, are_linked
from lgm_core.retrieval.answering.citing.statement_terms import Claim, Term, TermKind, is_stated

__all__ = ["is_outdone", "weight"]

_MORE, _MORE_UNLESS_ALL = 2, 3
"""By what a sentence must say more of what is asked than another: a name and a word, or either if it says all of it."""

_MOST_ASKED = 0.5
"""Share of what is asked that it must say."""

_MOST_SAID = 0.75
"""Share of the words that are no names which a sentence of the same document must say to be what is asked for, rather
than one that says none of them."""

_BESIDE = 3
"""Terms on either side of a number among which the one stands that it counts."""


def is_outdone(chosen: Sequence[ShownSentence], claim: Claim, shown: Sequence[ShownSentence]) -> bool:
    """Tell whether what is asked for stands in another sentence than the one that would state it.

    That is so where another says all that it does of what is asked, and more, and has something else of the kind of
    what the statement adds. A sentence about something else must say all that those chosen do, or be linked to them as
    the one is that would state the statement.

    Args:
        chosen: the sentences on which the statement would rest, the one that would state it first.
        claim: the statement.
        shown: all sentences shown.
    """
    stating = chosen[0]
    exact = [term for term in claim.new if term.kind is not TermKind.WORD]
    own = [each for each in chosen if _subject(each) == _subject(stating)]
    is_chain = any(are_linked(each, about) for each in chosen if each not in own for about in own)
    if is_chain and all(term.kind is TermKind.NAME for term in exact):
        return False  # each sentence of a chain says a part of what is asked, and all of them have names
    if _is_silent(stating, claim, shown):
        return True
    if not exact:
        return False
    if claim.counted and (is_other := _counts_other(stating, exact, claim.counted, shown)) is not None:
        return is_other
    said = [term for term in claim.about if stating.says(term)]
    borne = [term for term in claim.about if any(each.says(term) for each in chosen)]
    leading = {_subject(each) for each in shown if each.text.contains(stating.title)}
    for other in shown:
        is_elsewhere = _subject(other) != _subject(stating)
        if other is stating or (is_elsewhere and _subject(other) in leading):
            continue
        more = [term for term in claim.about if other.says(term)]
        if not _is_more(more, said, claim, exact) or all(other.bears(term) for term in exact):
            continue
        takes_place = is_elsewhere and any(are_linked(other, each) for each in chosen[1:])
        needed = borne if (is_elsewhere or is_chain) and not takes_place else said
        if all(term in more for term in needed) and _is_rival(_unshared(other, stating), exact, claim, stating):
            return True
    return False


def _is_more(more: Sequence[Term], said: Sequence[Term], claim: Claim, exact: Sequence[Term]) -> bool:
    """Tell whether one sentence says so much more of what is asked than another that this is not what is asked for.

    Of numbers and dates texts have many, so that a word more will do where it is a name or the last one.
    """
    is_value = all(term.kind is TermKind.VALUE for term in exact)
    adds_name = any(term.kind is TermKind.NAME and term not in said for term in more)
    is_all = len(more) == len(claim.about)
    least = 1 if is_value and (adds_name or is_all) else _MORE if is_value or is_all else _MORE_UNLESS_ALL
    return weight(more) >= max(weight(said) + least, _MOST_ASKED * weight(claim.about))


def _is_silent(stating: ShownSentence, claim: Claim, shown: Sequence[ShownSentence]) -> bool:
    """Tell whether a sentence says no word of what is asked, and another of its document says most of them."""
    words = [term for term in claim.about if term.kind is TermKind.WORD]
    if len(words) < 2 or any(stating.says(term) for term in words):
        return False
    document = stating.sentence.document.id
    others = (other for other in shown if other is not stating and other.sentence.document.id == document)
    return any(sum(other.says(term) for term in words) >= _MOST_SAID * len(words) for other in others)


def _unshared(other: ShownSentence, stating: ShownSentence) -> list[Term]:
    """Return the terms of a sentence but for words that the stating one has too."""
    return [term for term in other.text.terms if term.value is not None or term.stem not in stating.stems]


def _subject(shown: ShownSentence) -> tuple[str, ...]:
    """Return what a sentence's document is about: parts of one text may be documents of one title."""
    return shown.title.words or (shown.sentence.document.id,)


def _counts_other(
    stating: ShownSentence, exact: Sequence[Term], counted: frozenset[str], shown: Sequence[ShownSentence]
) -> bool | None:
    """Tell whether a number of a statement counts something else in its sentence, while another counts what is asked.

    None where the words beside numbers do not tell.
    """
    numbers = [term.value for term in exact if term.value is not None and term.value.kind is ValueKind.NUMBER]
    if not numbers:
        return None
    counts = _numbers_of(counted, stating)
    if all(any(is_stated(number, other) for other in counts) for number in numbers):
        return False
    others = (other for each in shown for other in _numbers_of(counted, each))
    return True if any(not any(is_stated(number, other) for number in numbers) for other in others) else None


def _numbers_of(counted: frozenset[str], shown: ShownSentence) -> list[Value]:
    """Return the numbers beside which one of the words stands."""
    terms = shown.text.terms
    found: list[Value] = []
    for place, term in enumerate(terms):
        if term.value is None or term.value.kind is not ValueKind.NUMBER:
            continue
        before = reversed(terms[max(0, place - _BESIDE) : place])
        behind = terms[place + 1 : place + 1 + _BESIDE]
        beside = (takewhile(lambda other: other.value is None, side) for side in (before, behind))
        if any(other.stem in counted for side in beside for other in side):
            found.append(term.value)
    return found


def _is_rival(terms: Iterable[Term], exact: Sequence[Term], claim: Claim, stating: ShownSentence) -> bool:
    """Tell whether terms have a name or value of the kind of one of a statement's, which the question lacks."""
    known = {term.stem for term in (*claim.about, *claim.terms.terms)} | stating.title.stems
    if any(term.kind is TermKind.NAME for term in exact):
        return any(term.kind is TermKind.NAME and term.stem not in known for term in terms)
    kinds = {term.value.kind is ValueKind.DATE for term in exact if term.value is not None}
    given = [term for term in (*claim.about, *exact) if term.value is not None]
    values = [term for term in terms if term.value is not None and (term.value.kind is ValueKind.DATE) in kinds]
    return any(not any(is_same(own, term) for own in given) for term in values)


def weight(terms: Iterable[Term]) -> float:
    """Return what terms count when it is told what a sentence is about: names and values twice as much as words."""
    return sum(1.0 if term.kind is TermKind.WORD else 2.0 for term in terms)
