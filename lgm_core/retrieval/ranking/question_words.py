"""The words of a question in the languages of a graph: the languages it may be in, and the stems to look for."""

from __future__ import annotations

from collections.abc import Sequence

from lgm_core.language.language_guess import likely_languages
from lgm_core.language.lexicons import lexicon_of
from lgm_core.retrieval.index.ranking_index import RankingIndex
from lgm_core.retrieval.words import related_stems, stem, stop_words

__all__ = ["QuestionWords"]


class QuestionWords:
    """Reads the words of a question as the documents of a graph are read.

    A question of a few words may be in any language of the graph; then a word stands for its stems in each of them. In
    one that is surely in one language, what it has of another is mostly names: a word that the index has not by its
    stem in the question's language is looked for by its stems in the others.

    Args:
        question: the question.
        index: the graph's index.
    """

    def __init__(self, question: str, index: RankingIndex) -> None:
        self._index = index
        likely = likely_languages(question, index.languages)
        self.likely: Sequence[str] = likely
        """The languages that the question may be in, ISO 639-1 codes."""
        self.languages = (*likely, *(language for language in index.languages if language not in likely))
        """These, and then the other languages of the graph."""
        self.stops = frozenset[str]().union(*map(stop_words, likely))
        self.capitalises_nouns = any(lexicon_of(language).capitalises_nouns for language in likely)

    def numbers(self, word: str) -> list[int]:
        """Return the numbers of the stems that a word, as written, stands for in the index."""
        found = self._numbers([stem(word, language) for language in self.likely])
        if found or len(self.languages) == len(self.likely):
            return found
        return self._numbers([stem(word, language) for language in self.languages])[:1]

    def related(self, word: str) -> list[int]:
        """Return the numbers of words that may stand for a word, by the groups of related words of its language."""
        groups = ((related_stems(language), stem(word, language)) for language in self.likely)
        return self._numbers([other for related, own in groups for other in related.get(own, ())])

    def _numbers(self, stems: Sequence[str]) -> list[int]:
        numbers = map(self._index.word_number, dict.fromkeys(stems))
        return [number for number in numbers if number is not None]
