"""From a question, or from what an answer still misses, to the concepts of the graph."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from lgm_core.graph.graph_language import graph_language
from lgm_core.graph.port import LanguageGraphStore
from lgm_core.language.concepts import concept_key
from lgm_core.language.lexicons import Lexicon, lexicon_of
from lgm_core.language.normalisation import fold_phrase

__all__ = ["question_concepts"]

_LONGEST = 10
"""Words in the longest phrase looked up; longer names are found through their parts."""

_CLAUSE = re.compile(r"[^?!;\n]+")
_WORD = re.compile(r"\S*\w\S*")


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
    lexicon = lexicon_of(graph_language(store))
    phrases = _phrases(text, lexicon)
    known = store.frequencies(list(dict.fromkeys(phrase.key for phrase in phrases)))
    found = _longest([phrase for phrase in phrases if phrase.key in known])
    keys = list(dict.fromkeys(phrase.key for phrase in found))
    return [key for key in keys if key not in lexicon.empty_nouns] or keys


def _phrases(text: str, lexicon: Lexicon) -> list[_Phrase]:
    """List every run of up to ten words inside a clause, except lone function words."""
    phrases: list[_Phrase] = []
    offset = 0
    for clause in _CLAUSE.findall(text):
        spans = [match.span() for match in _WORD.finditer(clause)]
        for first, (start, _) in enumerate(spans):
            for last in range(first, min(first + _LONGEST, len(spans))):
                surface = clause[start : spans[last][1]]
                key = concept_key(surface, lexicon.code)
                if key and not (first == last and _is_function_word(surface, key, first, lexicon.question_words)):
                    phrases.append(_Phrase(offset + first, offset + last, key))
        offset += len(spans)
    return phrases


def _is_function_word(surface: str, key: str, position: int, words: frozenset[str]) -> bool:
    """Tell whether a lone word carries no concept; capitals inside a clause make a name of it (`US`, `The Who`)."""
    is_name = position > 0 and surface[:1].isupper()
    return not is_name and (key in words or fold_phrase(surface.strip("'\"().,:")) in words)


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
