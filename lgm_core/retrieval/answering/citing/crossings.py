"""Crossings: a statement joins a word of one clause with what another clause says of something else."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise

from lgm_core.retrieval.answering.citing.sentence_terms import ShownSentence
from lgm_core.retrieval.answering.citing.statement_terms import (
    Claim,
    Term,
    TermKind,
    clauses_of,
    is_stated,
    with_equals,
    with_related,
)

__all__ = ["is_crossed", "is_same"]

_WIDEST = 8
"""Characters between two words that stand side by side, as in *Olsen is the landlord*."""

_MOST_STATED = 0.5
"""Share of the terms of a clause that a statement has which takes from it."""

_NEAR, _NEXT = 2, 1
"""Sentences apart, at most, of two that say the same of different things; and of two that say different things."""

_Clause = tuple[int, list[Term]]
"""The position of a sentence in its document, and the terms of one of its clauses."""


def is_crossed(claim: Claim, chosen: Sequence[ShownSentence], shown: Sequence[ShownSentence]) -> bool:
    """Tell whether a statement says of one thing what its document says of another.

    *The red light means clean air* has *red* from *The red light means a full filter*, and the rest from *The blue
    light means clean air*. This shows in two terms side by side of which the clause that states the statement has one,
    beside a rival of the other; and another clause has the other, beside the same or beside a rival of the one.

    Args:
        claim: the statement.
        chosen: the sentences on which it would rest, the one that would state it first.
        shown: all sentences shown.
    """
    stating = chosen[0]
    same = _Comparison(stating.language, stating.title.stems)
    about = [each for each in shown if each.sentence.document.id == stating.sentence.document.id]
    clauses: list[_Clause] = []
    own: list[_Clause] = []
    for each in about:
        found = [(each.sentence.sentence.position, clause) for clause in each.clauses]
        clauses += found
        own += found if each in chosen else []
    for part in clauses_of(claim.terms, stating.language):
        known = [term for term in part if term.kind is not TermKind.NAME or term.stem not in stating.title.stems]
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


class _Comparison:
    """Compares terms in one language.

    Args:
        language: ISO 639-1 code.
        title: stems of the title, which every clause of its document says.
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
        """Tell whether a clause has a rival in the place of a term that another clause has.

        Args:
            taken: the term that the clause lacks.
            kept: the term that it has, beside which the other one stands in the statement.
            is_before: whether the term stands before the one kept.
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
        """Return how many new terms of a statement a clause has, then how many of all."""
        found = [term for term in known if self.has(clause, term)]
        return sum(term in new for term in found), len(found)

    def has(self, terms: Sequence[Term], term: Term) -> bool:
        """Tell whether one of some terms is another one."""
        return any(self.is_same(each, term) for each in terms)

    def is_same(self, term: Term, other: Term) -> bool:
        """Tell whether two terms are one, or words of which one may stand for the other."""
        return is_same(term, other) or (
            term.value is None and other.value is None and term.stem in _related(other.stem, self._language)
        )

    def _beside(self, clause: Sequence[Term], term: Term, is_before: bool) -> Iterator[Term]:
        """Yield what stands right before a term in a clause, or right behind it."""
        for one, other in pairwise(clause):
            if _are_beside(one, other) and self.is_same(other if is_before else one, term):
                yield one if is_before else other


def is_same(term: Term, other: Term) -> bool:
    """Tell whether two terms are one: the same word, or values of which one is or holds the other."""
    if term.value is None or other.value is None:
        return term.value is other.value and term.stem == other.stem
    return is_stated(term.value, other.value) or is_stated(other.value, term.value)


@lru_cache(maxsize=1 << 12)
def _related(stem: str, language: str) -> frozenset[str]:
    return with_related(with_equals((stem,), language), language)


def _are_beside(one: Term, other: Term) -> bool:
    return other.start - one.start - len(one.surface) <= _WIDEST


def _is_alike(one: Term, other: Term) -> bool:
    """Tell whether two terms are of one kind: names, words, or values of one kind."""
    if one.value is None or other.value is None:
        return one.value is other.value and one.kind is other.kind
    return one.value.kind is other.value.kind
