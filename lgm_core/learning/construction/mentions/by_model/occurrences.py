"""Find where sentences have the words of a name, in any form of each word."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence

from lgm_core.language.lexicons import Lexicon, lexicon_of
from lgm_core.language.normalisation import fold_word
from lgm_core.learning.facts.end_grounding import word_forms
from lgm_core.learning.facts.source_sentences import SourceSentence

__all__ = ["Occurrences"]

_WORD = re.compile(r"[^\W_]+[+#]*")


class Occurrences:
    """The words of some sentences, by all forms under which they are looked up."""

    def __init__(self, sentences: Sequence[SourceSentence]) -> None:
        self._lexicon: Lexicon = lexicon_of(sentences[0].language) if sentences else lexicon_of("en")
        self._texts = [source.sentence.text for source in sentences]
        self._spans: list[list[tuple[int, int]]] = []
        self._places: defaultdict[str, list[tuple[int, int]]] = defaultdict(list)
        for number, text in enumerate(self._texts):
            words = list(_WORD.finditer(text))
            self._spans.append([word.span() for word in words])
            for place, word in enumerate(words):
                for form in self._forms(fold_word(word[0])):
                    self._places[form].append((number, place))

    def of(self, name: str, *, is_description: bool = False) -> list[tuple[int, int, int]]:
        """Return the number of each sentence that has a name, from 0, with the start and end of the name in its text.

        All words of the name stand next to each other, each in any form. A determiner in front need not be there, and
        is no part of what is found, unless it is that of a description: *this tool* is not each *tool*.
        """
        words = [fold_word(word) for word in _WORD.findall(name)]
        bare = self._without_determiners(words)
        found = self._matches(words) if is_description else []
        found = found or self._matches(bare)
        return found or [(number, *span) for number, text in enumerate(self._texts) for span in _literal(text, name)]

    def _matches(self, words: list[str]) -> list[tuple[int, int, int]]:
        if not words:
            return []
        starts = self._places_of(words[0])
        for distance, word in enumerate(words[1:], start=1):
            starts &= {(number, place - distance) for number, place in self._places_of(word)}
        return [
            (number, self._spans[number][place][0], self._spans[number][place + len(words) - 1][1])
            for number, place in sorted(starts)
        ]

    def _places_of(self, word: str) -> set[tuple[int, int]]:
        return {place for form in self._forms(word) for place in self._places.get(form, ())}

    def _without_determiners(self, words: list[str]) -> list[str]:
        first = 0
        while first < len(words) - 1 and words[first] in self._lexicon.determiners:
            first += 1
        return words[first:]

    def _forms(self, word: str) -> frozenset[str]:
        return word_forms(word, self._lexicon)


def _literal(text: str, name: str) -> Iterator[tuple[int, int]]:
    """Yield where a text has a name letter by letter, in scripts that write no spaces between words."""
    if not name.isascii():
        for found in re.finditer(re.escape(name), text, re.IGNORECASE):
            yield found.span()
