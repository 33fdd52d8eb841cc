"""Rivals of a statement: sentences that say something else of the same thing, or the same of something else."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from difflib import SequenceMatcher
from functools import lru_cache
from itertools import pairwise

from lgm_core.model import ValueKind
from lgm_core.retrieval.answering.citing.asked_names import has_steps
from lgm_core.retrieval.answering.citing.sentence_terms import ShownSentence, are_linked
from lgm_core.retrieval.answering.citing.statement_terms import (
    Claim,
    Term,
    TermKind,
    Terms,
    is_stated,
    with_equals,
    with_related,
)

__all__ = ["another_answers_better", "is_said_of_another_thing", "names_a_rival", "weight"]

_WIDEST = 8
"""The most characters between two words that count as side by side, as in *Olsen is the landlord*."""

_MOST_STATED = 0.5
"""A statement draws on a clause if it has this share of the clause's terms."""

_NEAR = 2
"""The largest distance, in sentences, of two that say the same of different things."""

_NEXT = 1
"""The largest distance, in sentences, of two that say different things of them."""

_LIKE = 0.8
"""The ratio of equal letters from which one word is taken for a misspelling of another."""

_Clause = tuple[int, list[Term]]
"""The position of a sentence in its document, and the terms of one of its clauses."""


def is_said_of_another_thing(claim: Claim, chosen: Sequence[ShownSentence], shown: Sequence[ShownSentence]) -> bool:
    """Tell whether a statement says of one thing what its document says of another.

    *The red light means clean air* takes *red* from *The red light means a full filter*, and the rest from *The blue
    light means clean air*. The sign of this is a pair of terms side by side in the statement: the clause that the
    statement draws on has one of them beside a rival of the other, and another clause has the other one beside the
    first, or beside a rival of it.

    Args:
        claim: the statement.
        chosen: the sentences that it would rest on, the one that states it first.
        shown: all sentences shown.
    """
    stating = chosen[0]
    title = stating.title.stems
    same = _Comparison(stating.text.language, title)
    about = [each for each in shown if each.sentence.document.id == stating.sentence.document.id]
    placed = [(each, (each.sentence.sentence.position, clause)) for each in about for clause in each.text.clauses]
    clauses = [clause for _, clause in placed]
    own = [clause for each, clause in placed if each in chosen]
    for part in claim.terms.clauses:
        known = [term for term in part if term.kind is not TermKind.NAME or term.stem not in title]
        known = [term for term in known if any(same.has(clause, term) for _, clause in clauses)]
        stated = max(own, key=lambda own: same.worth(own[1], known, claim.new), default=None)
        if stated is None or sum(same.has(known, term) for term in stated[1]) < _MOST_STATED * len(stated[1]):
            continue
        for one, other in pairwise(known):
            if _are_beside(one, other) and (
                same.is_reversed(one, other, stated[1])
                or same.is_exchanged(one, other, True, stated, clauses, known)
                or same.is_exchanged(other, one, False, stated, clauses, known)
            ):
                return True
    return False


def names_a_rival(question: Terms, statement: Terms, shown: Sequence[ShownSentence]) -> bool:
    """Tell whether sentences have, in place of a name of a statement, one that differs from it by a word.

    *Ann Bell runs the Hill Shop* is not what a sentence on the *Harbour Shop* says. Abbreviated and misspelt words are
    no other words. An answer of several steps has names that its sentences need not have.
    """
    own = frozenset[str]().union(*(each.own_stems for each in shown))
    lacking = [(name, word) for name in statement.names for word in name - own if len(name - own) == 1 < len(name)]
    if not lacking or has_steps(question) or has_steps(statement):
        return False
    found = {name for each in shown for name in each.all_names}
    rivals = ((word, other - name) for name, word in lacking for other in found if len(other) == len(name))
    return any(len(instead) == 1 and not _is_like(word, *instead) for word, instead in rivals)


def _is_like(word: str, other: str) -> bool:
    is_begun = word.startswith(other) or other.startswith(word)
    return is_begun or SequenceMatcher(None, word, other).ratio() >= _LIKE


class _Comparison:
    """Compares terms in one language.

    Args:
        language: ISO 639-1 code.
        title: stems of the title, which hold for every clause of its document.
    """

    def __init__(self, language: str, title: frozenset[str]) -> None:
        self._language, self._title = language, title

    def is_exchanged(
        self,
        taken: Term,
        kept: Term,
        is_before: bool,
        stated: _Clause,
        clauses: Sequence[_Clause],
        known: Sequence[Term],
    ) -> bool:
        """Tell whether a clause has a rival where the statement has a term of another clause.

        Args:
            taken: the term that the clause lacks.
            kept: the term beside it in the statement, which the clause has.
            is_before: whether `taken` stands before `kept`.
            stated: the clause.
            clauses: all clauses of the document.
            known: the statement's terms.
        """
        position, clause = stated
        if taken.stem in self._title or self.has(clause, taken):
            return False
        for rival in self._beside(clause, kept, is_before):
            if self.has(known, rival):
                continue
            for place, other in clauses:
                apart = abs(place - position)
                if apart > _NEAR or self.has(other, rival):
                    continue
                behind = list(self._beside(other, taken, not is_before))
                if any(self.is_same(each, kept) for each in behind):
                    return True
                rivals = (each for each in behind if _is_alike(each, kept) and not self.has([*known, *clause], each))
                if apart <= _NEXT and _is_alike(rival, taken) and any(rivals):
                    return True
        return False

    def is_reversed(self, one: Term, other: Term, clause: Sequence[Term]) -> bool:
        """Tell whether a clause gives two values in the reverse order, as in *from 30 to 40*."""
        if one.value is None or other.value is None:
            return False
        return any(self.is_same(last, one) and self.is_same(first, other) for first, last in pairwise(clause))

    def worth(self, clause: Sequence[Term], known: Sequence[Term], new: Sequence[Term]) -> tuple[int, int]:
        """Return how many of a statement's new terms a clause has, and how many of all its terms."""
        found = [term for term in known if self.has(clause, term)]
        return sum(term in new for term in found), len(found)

    def has(self, terms: Sequence[Term], term: Term) -> bool:
        """Tell whether a term is among others."""
        return any(self.is_same(each, term) for each in terms)

    def is_same(self, term: Term, other: Term) -> bool:
        """Tell whether two terms are equal, or words of which one may replace the other."""
        return is_same(term, other) or (
            term.value is None and other.value is None and term.stem in _related(other.stem, self._language)
        )

    def _beside(self, clause: Sequence[Term], term: Term, is_before: bool) -> Iterator[Term]:
        """Yield what stands right before a term in a clause, or right after it."""
        for one, other in pairwise(clause):
            if _are_beside(one, other) and self.is_same(other if is_before else one, term):
                yield one if is_before else other


def is_same(term: Term, other: Term) -> bool:
    """Tell whether two terms are the same word, or values of which one equals or includes the other."""
    if term.value is None or other.value is None:
        return term.value is other.value and term.stem == other.stem
    return is_stated(term.value, other.value) or is_stated(other.value, term.value)


@lru_cache(maxsize=1 << 12)
def _related(stem: str, language: str) -> frozenset[str]:
    return with_related(with_equals((stem,), language), language)


def _are_beside(one: Term, other: Term) -> bool:
    return other.start - one.start - len(one.surface) <= _WIDEST


def _is_alike(one: Term, other: Term) -> bool:
    """Tell whether two terms are both names, both words, or values of the same kind."""
    if one.value is None or other.value is None:
        return one.value is other.value and one.kind is other.kind
    return one.value.kind is other.value.kind


_MORE = 2
"""How much more of the question a sentence must say than another if it says everything, or for a number or date."""

_MORE_UNLESS_ALL = 3
"""How much more of the question it must say otherwise: a name and a word."""

_MOST_ASKED = 0.5
"""The share of the question that it must say."""


def another_answers_better(chosen: Sequence[ShownSentence], claim: Claim, shown: Sequence[ShownSentence]) -> bool:
    """Tell whether another sentence answers the question better than the one that states the statement.

    It must say all that the stating one says of the question, and more, and have another name or value of the kind
    that the statement adds. A sentence about something else must say all that the chosen ones say together, or be
    linked to them as the stating one is. In a chain over several subjects each sentence says only a part of the
    question, so there only numbers and dates are compared.

    Args:
        chosen: the sentences that the statement would rest on, the one that states it first.
        claim: the statement.
        shown: all sentences shown.
    """
    stating = chosen[0]
    exact = [term for term in claim.new if term.kind is not TermKind.WORD]
    own = [each for each in chosen if _subject(each) == _subject(stating)]
    is_chain = any(are_linked(each, about) for each in chosen if each not in own for about in own)
    if not exact or (is_chain and all(term.kind is TermKind.NAME for term in exact)):
        return False
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
    """Tell whether a sentence says so much more of the question than another that the answer must stand in it.

    Texts have many numbers and dates, so for these one word more is enough if it is a name or completes the question.
    """
    is_value = all(term.kind is TermKind.VALUE for term in exact)
    adds_name = any(term.kind is TermKind.NAME and term not in said for term in more)
    is_all = len(more) == len(claim.about)
    least = 1 if is_value and (adds_name or is_all) else _MORE if is_value or is_all else _MORE_UNLESS_ALL
    return weight(more) >= max(weight(said) + least, _MOST_ASKED * weight(claim.about))


def _unshared(other: ShownSentence, stating: ShownSentence) -> list[Term]:
    """Return the values of a sentence, and its words that the stating sentence lacks."""
    return [term for term in other.text.terms if term.value is not None or term.stem not in stating.stems]


def _subject(shown: ShownSentence) -> tuple[str, ...]:
    """Return what a sentence's document is about; several documents with one title may be parts of one text."""
    return shown.title.words or (shown.sentence.document.id,)


def _is_rival(terms: Iterable[Term], exact: Sequence[Term], claim: Claim, stating: ShownSentence) -> bool:
    """Tell whether terms include another name or value of the kind that a statement adds, not in its question."""
    known = {term.stem for term in (*claim.about, *claim.terms.terms)} | stating.title.stems
    if any(term.kind is TermKind.NAME for term in exact):
        return any(term.kind is TermKind.NAME and term.stem not in known for term in terms)
    kinds = {term.value.kind is ValueKind.DATE for term in exact if term.value is not None}
    given = [term for term in (*claim.about, *exact) if term.value is not None]
    values = [term for term in terms if term.value is not None and (term.value.kind is ValueKind.DATE) in kinds]
    return any(not any(is_same(own, term) for own in given) for term in values)


def weight(terms: Iterable[Term]) -> float:
    """Return how much terms say of a topic: names and values count twice as much as words."""
    return sum(1.0 if term.kind is TermKind.WORD else 2.0 for term in terms)
