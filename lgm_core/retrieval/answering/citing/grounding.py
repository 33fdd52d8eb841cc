"""Grounding: finding the sentences that bear an answer out, when it names none itself.

A sentence states an answer when it contains it, or most of its words with all its numbers. Where a question takes two
sentences, the other one is the bridge: it links what the question names with the sentence that states the answer.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from lgm_core.language.lexicons import lexicon_of
from lgm_core.retrieval.numbered_sentences import NumberedSentence
from lgm_core.retrieval.words import split_words, stem, without_brackets

__all__ = ["Grounding"]

_ENOUGH = 0.6
"""Share of an answer's words that a sentence must have which does not contain it literally. Less cites sentences that
merely share a name with the answer; more loses answers in other words."""

_RELEVANT = 0.2
"""Share of the question's words, the answer's apart, that the sentences cited for a bare fact must have: one that
merely has the same name or number in it bears nothing out. A fifth leaves the scores of answers as they are, and takes
their citations from three in ten of those to questions whose evidence is not in the graph (benchmarks/answers.md)."""

_LINKED = 0.3
"""Share of the question's words, of those that the stating sentence leaves open, that a bridge must cover when only
its words link it."""

_MOST_SUBJECTS = 2
"""Subjects of a closed question (*yes* or *no*) that are cited: such questions compare two things at most."""

# Weights of what makes a sentence the one that states an answer. Containing it counts most, a title that is the answer
# less, since other sentences of that document say nothing of the question; words shared with the question and the rank
# decide between sentences that contain it.
_CONTAINS, _TITLED, _QUESTION, _RANK = 2.0, 1.2, 1.0, 0.3

_INSIDE_NUMBER = re.compile(r"(?<=\d)(?:[.,](?=\d)|[ \u00a0\u202f](?=\d{3}\b))")
"""Points, commas and spaces inside a number, so that *1,234* and *1234* are one word."""
_UNSPACED = re.compile(r"[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]")
"""Letters of scripts that put no spaces between words."""


@dataclass(frozen=True, slots=True)
class _Terms:
    """Words of a text: in order and folded, and the stems of those that have weight."""

    words: tuple[str, ...]
    stems: frozenset[str]

    def contains(self, other: _Terms) -> bool:
        """Tell whether the words of another text stand here in a row."""
        length = len(other.words)
        starts = range(len(self.words) - length + 1)
        if length and any(self.words[start : start + length] == other.words for start in starts):
            return True
        joined = "".join(other.words)
        return len(joined) > 1 and _UNSPACED.search(joined) is not None and joined in "".join(self.words)

    @property
    def numbers(self) -> frozenset[str]:
        """Return the words that are numbers."""
        return frozenset(word for word in self.words if word.isdecimal())


@dataclass(frozen=True, slots=True)
class _Shown:
    """A sentence that was shown, by its words, those of its title, and all of them."""

    sentence: NumberedSentence
    text: _Terms
    title: _Terms
    all: frozenset[str]


class Grounding:
    """Grounds answers to one question in the sentences shown with it.

    Args:
        question: the question.
        sentences: what was shown, best first.
        language: ISO 639-1 code of the graph.
    """

    def __init__(self, question: str, sentences: Sequence[NumberedSentence], language: str) -> None:
        self._language = language
        self._question = self._terms(question)
        self._is_unspaced = _UNSPACED.search(question) is not None
        self._shown = [self._read(sentence) for sentence in sentences]
        self._named = [
            place
            for place, shown in enumerate(self._shown)
            if shown.title.words and self._question.contains(shown.title)
        ]

    def of(self, statement: str) -> list[NumberedSentence]:
        """Return the sentences that bear a statement out, the one that states it first; empty when there are none."""
        answer = self._terms(statement)
        if not answer.words or not self._shown:
            return []
        if len(answer.words) == 1 and answer.words[0] in lexicon_of(self._language).closed_answers:
            return self._subjects()
        stating = self._stating(answer)
        if stating is None:
            return []
        bridge = self._bridge(stating)
        return [self._shown[place].sentence for place in (stating, bridge) if place is not None]

    def of_fact(self, fact: str) -> list[NumberedSentence]:
        """Return the sentences that bear out a bare fact as the answer; they must be about the question too.

        What a question in a script without spaces is about cannot be told by its words, and is not asked.
        """
        sentences = self.of(fact)
        asked = frozenset[str]() if self._is_unspaced else self._question.stems - self._terms(fact).stems
        said = frozenset[str]().union(*map(self._about, sentences))
        return sentences if not asked or _share(asked, said) >= _RELEVANT else []

    def _about(self, sentence: NumberedSentence) -> frozenset[str]:
        """Return the stems of what a sentence says, and of the concept of the question whose relations lead to it."""
        said = next(shown.all for shown in self._shown if shown.sentence is sentence)
        return said | self._terms(" ".join(sentence.path[:1])).stems

    def _read(self, sentence: NumberedSentence) -> _Shown:
        text = self._terms(sentence.sentence.resolved or sentence.sentence.text)
        title = self._terms(without_brackets(sentence.document.title))
        return _Shown(sentence, text, title, text.stems | title.stems)

    def _terms(self, text: str) -> _Terms:
        lexicon = lexicon_of(self._language)
        words = [word.folded for word in split_words(_INSIDE_NUMBER.sub("", text))]
        content = [word for word in words if word not in lexicon.stop_words]
        kept = tuple(word for word in words if word not in lexicon.determiners) or tuple(words)
        return _Terms(kept, frozenset(stem(word, self._language) for word in content or words))

    def _subjects(self) -> list[NumberedSentence]:
        """Return the best sentence about each subject that the question names, else the one most like the question."""
        by_document: dict[str, NumberedSentence] = {}
        for place in self._named:
            sentence = self._shown[place].sentence
            by_document.setdefault(sentence.document.id, sentence)
        if by_document:
            return list(by_document.values())[:_MOST_SUBJECTS]
        best = max(self._shown, key=lambda shown: len(shown.all & self._question.stems))
        return [best.sentence] if _share(self._question.stems, best.all) >= _ENOUGH else []

    def _stating(self, answer: _Terms) -> int | None:
        """Return the place of the sentence that states an answer."""
        scores = {place: score for place in range(len(self._shown)) if (score := self._statement_score(place, answer))}
        return max(scores, key=lambda place: scores[place]) if scores else None

    def _statement_score(self, place: int, answer: _Terms) -> float:
        """Return how well a sentence states an answer; 0 when it does not."""
        shown = self._shown[place]
        contains = shown.text.contains(answer)
        titled = bool(shown.title.words) and (shown.title.contains(answer) or answer.contains(shown.title))
        new = answer.stems - self._question.stems or answer.stems
        share = _share(new, shown.all)
        has_numbers = answer.numbers <= shown.text.numbers | shown.title.numbers
        if not contains and not (has_numbers and (titled or share >= _ENOUGH)):
            return 0.0
        score = _CONTAINS if contains else _TITLED if titled else 0.0
        of_question = _share(self._question.stems, shown.all)
        return score + share + _QUESTION * of_question + _RANK * (1 - place / len(self._shown))

    def _bridge(self, stating: int) -> int | None:
        """Return the place of the sentence of another document that links the question with the stating sentence."""
        stated = self._shown[stating]
        left_open = self._question.stems - stated.all
        candidates: list[tuple[float, int]] = []
        for place, shown in enumerate(self._shown):
            if shown.sentence.document.id == stated.sentence.document.id:
                continue
            is_linked = _names(shown.text, stated.title) or _names(stated.text, shown.title)
            is_named = place in self._named
            covered = _share(left_open, shown.all) if left_open else 0.0
            may_bridge = (is_linked and (is_named or covered >= _LINKED)) or (
                is_named and stating not in self._named and covered >= _LINKED
            )
            if may_bridge:
                rank = 1 - place / len(self._shown)
                candidates.append((is_linked + 0.8 * is_named + covered + 0.2 * rank, -place))
        return -max(candidates)[1] if candidates else None


def _names(text: _Terms, title: _Terms) -> bool:
    return bool(title.words) and text.contains(title)


def _share(part: frozenset[str], whole: frozenset[str]) -> float:
    return len(part & whole) / len(part) if part else 0.0
