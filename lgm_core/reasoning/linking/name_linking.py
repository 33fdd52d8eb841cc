"""Linking the names of a plan to concepts of the graph, level by level (KAG, section 2.4.2)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import chain

from lgm_core.language.words import content_stems, is_roman_numeral, split_words, without_brackets
from lgm_core.model.concept import name_of
from lgm_core.reasoning.text.text_conditions import bare_name
from lgm_core.retrieval.concepts.graph_view import GraphView
from lgm_core.retrieval.ranking.ranker import Ranker

__all__ = ["LinkedName", "link_name", "same_concept"]

_SCORES = {"key": 1.0, "alias": 1.0, "title": 0.95, "similar": 0.65}
"""By level; for a similar name this is multiplied by the share of equal words, so that it is never sure."""

_LEAST_SHARE = 0.6
"""The least share of all words of two names that similar names have in common."""

_BEGINNING = 2
"""The first letters that a word and its short form must have in common."""

_INITIALS = 2
"""The most letters of a word that can be initials."""

_GENERATIONS = frozenset(
    "jr junior sr senior elder younger first second third fourth fifth sixth seventh eighth ninth tenth north south "
    "east west northern southern eastern western upper lower new old great greater little lesser".split()
)
"""Words that distinguish things with otherwise equal names."""

_PASSAGES = 5
"""In how many passages similar names are sought."""


@dataclass(frozen=True, slots=True)
class LinkedName:
    """A concept that a name may mean.

    Attributes:
        names: its keys, including those of its aliases.
        level: how it was found: `key`, `alias`, `title` or `similar`.
        score: from 0 to 1.
    """

    names: tuple[str, ...]
    level: str
    score: float


def link_name(view: GraphView, ranker: Ranker | None, name: str) -> list[LinkedName]:
    """Return the concepts that a name may mean, best first, as far as the view shows them.

    These are the concept with this key, and those with the name without its bracket or what follows a comma. If there
    are none, concepts in the best passages for the name whose names share most of its words.
    """
    found = _existing(view, view.keys_of(name), "key")
    known = {key for link in found for key in link.names}
    shorter = [key for each in _shorter(name) for key in view.keys_of(each) if key not in known]
    found += _existing(view, shorter, "title")
    return found or _similar_concepts(view, ranker, name)


def _similar_concepts(view: GraphView, ranker: Ranker | None, name: str) -> list[LinkedName]:
    """Return concepts with nearly the same words from the best passages for the name."""
    wanted = _words(view, name)
    if ranker is None or not wanted:
        return []
    hits = ranker.passages(name, _PASSAGES, allowed=view.allowed)
    sections = view.store.sections([hit.id for hit in hits])
    titles = {
        key
        for record in view.documents(section.document_id for section in sections).values()
        for key in chain.from_iterable(map(view.keys_of, (record.title, without_brackets(record.title))))
    }
    first = [hit.id for hit in ranker.sentences(name, 2 * _PASSAGES, allowed=view.allowed)]
    mentioned = {mention.concept for of_sentence in view.mentions(first).values() for mention in of_sentence}
    scored: dict[str, float] = {}
    for key in sorted(titles | mentioned):
        written = name_of(key)
        share = _share(wanted, _words(view, written)) if _may_be_one(name, written) else 0.0
        if share >= _LEAST_SHARE:
            scored[key] = _SCORES["similar"] * share
    best = max(scored.values(), default=0.0)
    groups = view.name_groups(view.frequencies([key for key, score in scored.items() if score == best]))
    return [LinkedName(group, "similar", best) for group in groups]


def same_concept(view: GraphView, key: str) -> str:
    """Return one key for all names of a concept."""
    return min(view.names(key))


def _may_be_one(name: str, other: str) -> bool:
    """Tell whether two names may mean the same thing: their numbers, generations and initials must agree.

    *Henry VII* is not *Henry VIII*, and *John Kennedy Jr.* is not *John Kennedy*.
    """
    one, two = ([word.folded for word in split_words(without_brackets(each))] for each in (name, other))
    if {word for word in one if _distinguishes(word)} != {word for word in two if _distinguishes(word)}:
        return False
    initials = [{letter for word in words if len(word) <= _INITIALS for letter in word} for words in (one, two)]
    beginnings = [{word[0] for word in words} for words in (one, two)]
    return initials[0] <= beginnings[1] | initials[1] and initials[1] <= beginnings[0] | initials[0]


def _distinguishes(word: str) -> bool:
    return word in _GENERATIONS or is_roman_numeral(word) or any(character.isdigit() for character in word)


def _share(one: frozenset[str], other: frozenset[str]) -> float:
    """Return the share of words that two names have in common; *Joe* and *Joseph* count half."""
    same, rest, others = one & other, one - other, other - one
    alike = {word for word in rest if any(word[:_BEGINNING] == another[:_BEGINNING] for another in others)}
    found = len(same) + len(alike) / 2
    return found / (len(one | other) - len(alike)) if same else 0.0


def _existing(view: GraphView, keys: Iterable[str], level: str) -> list[LinkedName]:
    existing = view.frequencies(list(dict.fromkeys(keys)))
    return [LinkedName(group, level, _SCORES[level]) for group in view.name_groups(existing)]


def _shorter(name: str) -> list[str]:
    """Return a name without its bracket, and also without what follows its first comma."""
    return [shorter for shorter in dict.fromkeys((without_brackets(name), bare_name(name))) if shorter != name]


def _words(view: GraphView, name: str) -> frozenset[str]:
    return frozenset(content_stems(name, view.language, or_all=False))
