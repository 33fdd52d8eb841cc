"""From the predicates of a plan to those of facts, by their words (KAG, section 2.4.2)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType

from lgm_core.model import Fact
from lgm_core.reasoning.text.sub_question import predicate_words
from lgm_core.retrieval.words import related_stems, split_words, stem, stop_words

__all__ = ["PredicateMatch", "PredicateWording", "match_predicate", "predicate_wording"]

NO_SYNONYMS: Mapping[str, Sequence[str]] = MappingProxyType({})

_TIMES = frozenset("date year day time month when birthday century decade".split())
_PLACES = frozenset("place location where city town site country state".split())
_COUNTS = frozenset("number count amount quantity".split())
_NAMES = frozenset("name title".split())

_SYMMETRIC = frozenset(
    "spouse wife husband married marry marriage sibling brother sister cousin twin partner border borders adjacent "
    "neighbor neighbour friend colleague rival opponent".split()
)
"""Relations that hold both ways."""

_RELATED, _EXTRA, _PARTLY = 0.92, 0.15, 0.7
"""What a related word is worth beside the same one; what words that only the fact has take away; and the most that a
predicate is worth whose words the fact has in part."""


@dataclass(frozen=True, slots=True)
class PredicateWording:
    """A predicate of a plan in words.

    Attributes:
        text: as the plan has it.
        words: stems of its words, without those that say what kind of thing the object is, unless there are no others.
        kind: what its object is by its own words: `date`, `place`, `number`, or empty.
        is_symmetric: whether it holds in both directions.
    """

    text: str
    words: frozenset[str]
    kind: str = ""
    is_symmetric: bool = False


@dataclass(frozen=True, slots=True)
class PredicateMatch:
    """How well a fact's predicate fits one of a plan.

    Attributes:
        level: `key`: the same words; `synonym`: by a table; `related`: words that may stand for each other; `similar`:
            some words; empty when none.
        score: from 0 to 1.
        same_form: whether both are worded in the same form, so that the fact's direction is the plan's.
    """

    level: str = ""
    score: float = 0.0
    same_form: bool = False


ANY = PredicateMatch("any", 1.0)


@lru_cache(maxsize=1 << 12)
def predicate_wording(name: str, language: str) -> PredicateWording:
    """Read a predicate as plans write it: `yearOfBirth`, `date_of_birth`, `born in`."""
    folded = [word.folded for word in split_words(predicate_words(name))]
    stops = stop_words(language)
    words = [word for word in folded if word not in stops] or folded
    kind = next(
        (
            kind
            for kind, of_kind in (("date", _TIMES), ("place", _PLACES), ("number", _COUNTS))
            if not of_kind.isdisjoint(words)
        ),
        "",
    )
    content = [word for word in words if word not in _TIMES | _PLACES | _COUNTS | _NAMES]
    stems = frozenset(stem(word, language) for word in content or words)
    return PredicateWording(name, stems, kind if content else "", not _SYMMETRIC.isdisjoint(words))


def match_predicate(
    names: Sequence[str],
    fact: Fact,
    language: str,
    synonyms: Mapping[str, Sequence[str]] = NO_SYNONYMS,
) -> PredicateMatch:
    """Return how well a fact's predicate fits the best of the names; without a name any does.

    Args:
        names: predicates of a plan.
        fact: its predicate counts by its key and by its wordings in the sentences.
        language: ISO 639-1 code of the question's language.
        synonyms: further names by a predicate's name, as a schema may give them.
    """
    if not names:
        return ANY
    best = PredicateMatch()
    wordings = dict.fromkeys((fact.predicate, *(item.wording for item in fact.evidence)))
    for name in names:
        for wording in wordings:
            best = max(best, _match(name, wording, language), key=_score)
        for synonym in synonyms.get(name, ()):
            found = max((_match(synonym, wording, language) for wording in wordings), key=_score)
            if found.score > 0.9 * best.score and found.level == "key":
                best = max(best, PredicateMatch("synonym", 0.95, found.same_form), key=_score)
    return best


def _score(match: PredicateMatch) -> float:
    return match.score


@lru_cache(maxsize=1 << 15)
def _match(name: str, wording: str, language: str) -> PredicateMatch:
    if name.casefold() == wording.casefold():
        return PredicateMatch("key", 1.0, same_form=True)
    wanted, own = predicate_wording(name, language), predicate_wording(wording, language)
    if not wanted.words or not own.words:
        return PredicateMatch()
    related = related_stems(language)
    same = wanted.words & own.words
    akin = {word for word in wanted.words - same if not own.words.isdisjoint(related.get(word, ()))}
    used = same | {other for word in akin for other in own.words.intersection(related.get(word, ()))}
    extra = len(own.words - used) / len(own.words)
    worth = (len(same) + _RELATED * len(akin)) / len(wanted.words)
    score = worth * (1 - _EXTRA * extra)
    if len(same) + len(akin) < len(wanted.words):
        return PredicateMatch("similar", _PARTLY * score) if used else PredicateMatch()
    same_form = predicate_words(name).split() == wording.casefold().split()
    level = "related" if akin else "key" if not extra else "similar"
    return PredicateMatch(level, score, same_form)
