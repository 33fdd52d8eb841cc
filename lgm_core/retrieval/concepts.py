"""From a question, or from what an answer still misses, to the concepts of the graph."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from lgm_core.graph.port import LanguageGraphStore
from lgm_core.language.concepts import concept_key

__all__ = ["question_concepts"]

_LONGEST = 10
"""Words in the longest phrase looked up; longer names are found through their parts."""

_CLAUSE = re.compile(r"[^?!;\n]+")
_WORD = re.compile(r"\S*\w\S*")

_FUNCTION_WORDS = frozenset(
    """a about above after again against all also am an and another any are as at be because been before being below
    between both but by can could did do does doing down during each either else for from further had has have having
    he her here hers him his how i if in into is it its itself just many may me might more most much must my neither no
    nor not of off on once one only or other our out over own same shall she should so some such than that the their
    them then there these they this those through to too under until up us very was we were what when where whether
    which while who whom whose why will with would yes you your""".split()
)
_EMPTY_NOUNS = frozenset({"example", "fact", "kind", "name", "sort", "term", "thing", "type", "way"})
"""Nouns that say what form an answer takes, not what it is about; used only when nothing else is found."""


@dataclass(frozen=True, slots=True)
class _Phrase:
    """Words `first` to `last` (inclusive) of a text, normalised."""

    first: int
    last: int
    key: str


def question_concepts(store: LanguageGraphStore, text: str) -> list[str]:
    """Return the keys of the concepts a text names, in the order it names them.

    The longest phrases that are concepts win, and no word counts twice; a lone word counts as its noun lemma when no
    longer phrase covers it. Costs one look-up in the store and no annotation.
    """
    phrases = _phrases(text)
    known = {concept.key for concept in store.find_concepts(list(dict.fromkeys(phrase.key for phrase in phrases)))}
    found = _longest([phrase for phrase in phrases if phrase.key in known])
    keys = list(dict.fromkeys(phrase.key for phrase in found))
    return [key for key in keys if key not in _EMPTY_NOUNS] or keys


def _phrases(text: str) -> list[_Phrase]:
    """List every run of up to ten words inside a clause, except lone function words."""
    phrases: list[_Phrase] = []
    offset = 0
    for clause in _CLAUSE.findall(text):
        spans = [match.span() for match in _WORD.finditer(clause)]
        for first, (start, _) in enumerate(spans):
            for last in range(first, min(first + _LONGEST, len(spans))):
                surface = clause[start : spans[last][1]]
                key = concept_key(surface)
                if key and not (first == last and _is_function_word(surface, key, first)):
                    phrases.append(_Phrase(offset + first, offset + last, key))
        offset += len(spans)
    return phrases


def _is_function_word(surface: str, key: str, position: int) -> bool:
    """Tell whether a lone word carries no concept; capitals inside a clause make a name of it (`US`, `The Who`)."""
    is_name = position > 0 and surface[:1].isupper()
    return not is_name and (key in _FUNCTION_WORDS or surface.strip("'\"().,:").casefold() in _FUNCTION_WORDS)


def _longest(phrases: Sequence[_Phrase]) -> list[_Phrase]:
    """Choose phrases that do not overlap, the longest first, and return them in the order of the text."""
    taken: set[int] = set()
    chosen: list[_Phrase] = []
    for phrase in sorted(phrases, key=lambda one: (one.first - one.last, one.first)):
        words = range(phrase.first, phrase.last + 1)
        if taken.isdisjoint(words):
            taken.update(words)
            chosen.append(phrase)
    return sorted(chosen, key=lambda one: one.first)
