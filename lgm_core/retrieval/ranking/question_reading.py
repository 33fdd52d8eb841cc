"""The words of a question, read the way documents of the graph are."""

from __future__ import annotations

from collections.abc import Sequence

from lgm_core.language.language_guess import likely_languages
from lgm_core.language.lexicons import lexicon_of
from lgm_core.language.words import related_stems, stem, stop_words
from lgm_core.retrieval.index.ranking_index import RankingIndex
from lgm_core.retrieval.written_values import in_other_units

__all__ = ["QuestionReading"]


class QuestionReading:
    """Reads the words of a question the way documents of the graph are read.

    A question of a few words may be in any language of the graph; then a word stands for its stems in each of them. If
    the language is certain, foreign words are mostly names: a word whose stem in that language is not indexed is looked
    up by its stems in the others.
    """

    def __init__(self, question: str, index: RankingIndex) -> None:
        self._index = index
        likely = likely_languages(question, index.languages)
        self.likely: Sequence[str] = likely
        """The possible languages of the question, as ISO 639-1 codes."""
        self.languages = (*likely, *(language for language in index.languages if language not in likely))
        """These, followed by the other languages of the graph."""
        self.stops = frozenset[str]().union(*map(stop_words, likely))
        questions = [lexicon_of(language).questions for language in likely]
        self.askers = frozenset[str]().union(*(each.askers for each in questions if each is not None))
        self.capitalises_nouns = any(lexicon_of(language).capitalises_nouns for language in likely)

    def numbers(self, word: str) -> list[int]:
        """Return the index numbers of a written word's stems."""
        found = self._numbers([stem(word, language) for language in self.likely])
        if found or len(self.languages) == len(self.likely):
            return found
        return self._numbers([stem(word, language) for language in self.languages])[:1]

    def related(self, word: str) -> list[int]:
        """Return the numbers of related words, from the groups of its language, and of an amount in other units."""
        groups = ((related_stems(language), stem(word, language)) for language in self.likely)
        others = [other for related, own in groups for other in related.get(own, ())]
        return self._numbers([*others, *in_other_units(word)])

    def _numbers(self, stems: Sequence[str]) -> list[int]:
        numbers = map(self._index.word_number, dict.fromkeys(stems))
        return [number for number in numbers if number is not None]
