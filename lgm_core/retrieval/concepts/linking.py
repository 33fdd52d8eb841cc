"""Concept linking: from a question, or from what an answer still lacks, to concepts of the graph."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from lgm_core.language.concepts import concept_key
from lgm_core.language.lexicons import Lexicon, lexicon_of
from lgm_core.language.normalisation import fold_phrase
from lgm_core.model.concept import name_of
from lgm_core.retrieval.concepts.graph_view import GraphView

__all__ = ["link_concepts"]

_MOST_PHRASE_WORDS = 10
"""The most words of a phrase looked up. Longer names are found through their parts; each further word adds as many
phrases to the single lookup as the question has words."""

_CLAUSE = re.compile(r"[^?!;\n]+")
_WORD = re.compile(r"\S*\w\S*")


@dataclass(frozen=True, slots=True)
class _Phrase:
    """Words `first` to `last` (inclusive) of a text, normalised."""

    first: int
    last: int
    key: str


def link_concepts(view: GraphView, text: str) -> dict[str, int]:
    """Return the keys of the concepts named in a text, in its order, each with how many sentences mention it.

    The longest phrases that are concepts win, and no word is used twice; a single word counts as its noun lemma when no
    longer phrase covers it. A name with several senses links to all of them. Nouns that only describe the form of the
    answer (*kind*, *name*) count when there is nothing else. Costs one call to the store, three under a filter, and no
    annotation.
    """
    lexicons = [lexicon_of(language) for language in view.question_languages]
    phrases = [phrase for lexicon in lexicons for phrase in _phrases(text, lexicon)]
    frequencies = view.named(phrase.key for phrase in phrases)
    known = frozenset(map(name_of, frequencies))
    longest = _longest([phrase for phrase in phrases if phrase.key in known])
    senses = view.with_senses(phrase.key for phrase in longest)
    linked = {key: frequencies[key] for key in senses if key in frequencies}
    return {key: count for key, count in linked.items() if name_of(key) not in lexicons[0].empty_nouns} or linked


def _phrases(text: str, lexicon: Lexicon) -> list[_Phrase]:
    """List every run of up to ten words inside a clause, except lone function words."""
    phrases: list[_Phrase] = []
    offset = 0
    for clause in _CLAUSE.findall(text):
        spans = [match.span() for match in _WORD.finditer(clause)]
        for first, (start, _) in enumerate(spans):
            for last in range(first, min(first + _MOST_PHRASE_WORDS, len(spans))):
                surface = clause[start : spans[last][1]]
                key = concept_key(surface, lexicon.code)
                if key and not (first == last and _is_function_word(surface, key, first, lexicon.question_words)):
                    phrases.append(_Phrase(offset + first, offset + last, key))
        offset += len(spans)
    return phrases


def _is_function_word(surface: str, key: str, position: int, words: frozenset[str]) -> bool:
    """Tell whether a single word carries no concept; capitals inside a clause make it a name (`US`, `The Who`)."""
    is_name = position > 0 and surface[:1].isupper()
    return not is_name and (key in words or fold_phrase(surface.strip("'\"().,:")) in words)


def _longest(phrases: Sequence[_Phrase]) -> list[_Phrase]:
    """Choose phrases that do not overlap, preferring the longest, and return them in the order of the text."""
    taken: set[int] = set()
    chosen: list[_Phrase] = []
    for phrase in sorted(phrases, key=lambda phrase: (phrase.first - phrase.last, phrase.first)):
        words = range(phrase.first, phrase.last + 1)
        if taken.isdisjoint(words):
            taken.update(words)
            chosen.append(phrase)
    return sorted(chosen, key=lambda phrase: phrase.first)
