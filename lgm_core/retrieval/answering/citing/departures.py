"""Departures: a statement repeats its question but for something for which it has another."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise

from lgm_core.language.lexicons.lexicon import Lexicon
from lgm_core.model import Value, ValueKind
from lgm_core.retrieval.answering.citing.contradictions import says_opposite
from lgm_core.retrieval.answering.citing.statement_terms import Claim, Term, TermKind, Terms
from lgm_core.retrieval.words import split_words

__all__ = ["departs"]

_REPEATED = 0.75
"""Share of the words of a question that a statement has which repeats it."""

_WITHIN_NAME = 8
"""Characters between two words of one name, at most, as in *Edict of the Fontainebleau*."""


def departs(claim: Claim, question: Terms, lexicon: Lexicon, *, is_choice: bool) -> bool:
    """Tell whether a statement repeats its question but for something for which it has another.

    That is a date or number, the opposite of a word, or a name that stands beside the one asked for.

    Args:
        claim: the statement.
        question: its question.
        lexicon: of the language.
        is_choice: whether the question names the answers there may be; these may be opposites.
    """
    asked = [term for term in question.terms if term.kind is not TermKind.VALUE]
    repeated = sum(term.stem in claim.terms.stems for term in asked)
    if claim.is_fact or not asked or repeated < _REPEATED * len(asked):
        return False
    if not is_choice and says_opposite(claim.terms.words, question.words, lexicon.support):
        return True
    if any(term.kind is TermKind.VALUE for term in claim.new):
        values = [term.value for term in question.terms if term.value is not None]
        if any(not claim.terms.states(value) or _is_cut(value, claim.terms) for value in values):
            return True
    lost = any(term.kind is TermKind.NAME and not {term.stem, term.beside} & claim.terms.stems for term in asked)
    return lost and _count_names(claim.new) > 1


def _is_cut(value: Value, terms: Terms) -> bool:
    """Tell whether a date has numbers that terms lack, as the second of two years."""
    numbers = frozenset(word.folded for word in split_words(value.text) if word.folded.isdecimal())
    return value.kind is ValueKind.DATE and not numbers <= terms.digits


def _count_names(terms: Iterable[Term]) -> int:
    """Return of how many names terms are; what stands between words of one is short, as *of*."""
    names = [term for term in terms if term.kind is TermKind.NAME]
    apart = (term.start - other.start - len(other.surface) for other, term in pairwise(names))
    return bool(names) + sum(distance > _WITHIN_NAME for distance in apart)
