"""What a sentence says by the way: *a 1950 American film* came out in 1950, and is from the United States."""

from __future__ import annotations

from collections.abc import Sequence

from lgm_core.language.lexicons.english_nations import COUNTRY_OF
from lgm_core.model import Fact, FactEnd, Value, ValueKind
from lgm_core.reasoning.linking.predicate_matching import PredicateMatch

__all__ = ["implied_match"]

_APPEARING = frozenset({"release date", "publication date", "date of release", "date of publication", "released"})
_BELONGING = frozenset({"nationality", "citizenship", "country of citizenship", "country of origin", "country"})
_IMPLIED = 0.9
"""What is said by the way is worth less than what a predicate says."""


def implied_match(names: Sequence[str], fact: Fact, end: FactEnd) -> PredicateMatch:
    """Return how well a copula with a date or a nation says what a predicate asks for; a score of 0 where it does not.

    A noun with a year before it (`be film`, 1950) appeared in that year; what is called *French* is from France.
    """
    wanted = {name.casefold() for name in names}
    verb, _, noun = fact.predicate.partition(" ")
    if verb != "be" or end != fact.object:
        return PredicateMatch()
    dated = isinstance(end, Value) and end.kind is ValueKind.DATE and bool(noun) and " " not in noun
    if dated and not wanted.isdisjoint(_APPEARING):
        return PredicateMatch("related", _IMPLIED)
    if not noun and end in COUNTRY_OF and not wanted.isdisjoint(_BELONGING):
        return PredicateMatch("related", _IMPLIED)
    return PredicateMatch()
