"""Scoring paths over facts by words: what of the question each fact covers that its path has left open."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from lgm_core.model import Fact, FactEnd, SectionEnd, Value, ValueKind
from lgm_core.model.concept import name_of
from lgm_core.retrieval.answering.replies.answer_fit import asks_quantity, may_answer
from lgm_core.retrieval.concepts.graph_view import GraphView
from lgm_core.retrieval.facts.fact_paths import Path
from lgm_core.retrieval.facts.fact_text import names_as_written, path_text
from lgm_core.retrieval.words import related_stems, split_words, stem, stop_words
from lgm_core.vectors.port import Embeddings
from lgm_core.vectors.unit_vectors import unit_vectors

__all__ = ["QuestionCoverage", "with_cosines"]

_RELATED = 0.6
"""What a word counts for which a fact has another that may stand for it."""

_VALUE = "#"
"""Stands among words for a number or a date, where a question asks for one."""

_FITTING = 0.05
"""What a path is ahead that leads to something of the kind that the question asks for: a name, a number or a date."""

_OTHER_WORD = 0.005
"""What each word costs that the question has not: of facts that cover the same, the shorter says nothing else."""

_EMBEDDED = 32
"""Paths that are compared by embedding at a depth, the best by words: each costs the model a text."""


class QuestionCoverage:
    """Tells what of a question facts cover; words that few of the facts seen have weigh more.

    Args:
        question: the question.
        languages: ISO 639-1 codes of those that the question may be in.
    """

    def __init__(self, question: str, languages: Sequence[str]) -> None:
        self._languages = [language for language in languages if language]
        self._question = question
        words = split_words(question)
        self._stems = {
            stem(word.folded, language)
            for language in self._languages
            for word in words
            if word.folded not in stop_words(language)
        }
        if any(asks_quantity(question, language) for language in self._languages):
            self._stems.add(_VALUE)
        self._words: dict[str, frozenset[str]] = {}
        self._shares: dict[str, float] = {}

    def weigh(self, facts: Iterable[Fact]) -> None:
        """Weigh the question's words by how few of these facts have them; together they have a weight of 1."""
        of_facts = [self._words_of(fact) for fact in facts]
        frequencies = Counter(word for words in of_facts for word in words & self._stems)
        weights = {
            word: math.log(1 + (len(of_facts) - frequencies[word] + 0.5) / (frequencies[word] + 0.5))
            for word in self._stems
        }
        total = sum(weights.values()) or 1.0
        self._shares = {word: weight / total for word, weight in weights.items()}

    def of_text(self, text: str) -> dict[str, float]:
        """Return which words of the question a text has, each with how well."""
        return self._covered(self._stems_of(text))

    def share(self, covered: Mapping[str, float]) -> float:
        """Return the weight of what is covered."""
        return sum(self._shares.get(word, 0.0) * level for word, level in covered.items())

    def scored(self, path: Path) -> Path:
        """Return a path with what its last fact adds to what it covers, and to its score."""
        words = self._words_of(path.facts[-1])
        of_fact = self._covered(words)
        covered = {
            word: max(of_fact.get(word, 0.0), path.covered.get(word, 0.0)) for word in {**of_fact, **path.covered}
        }
        gained = path.rarity * (self.share(covered) - self.share(path.covered))
        score = path.score + gained - _OTHER_WORD * len(words - of_fact.keys())
        return replace(path, covered=covered, score=score, rank=score + _FITTING * self._may_end(path))

    def _may_end(self, path: Path) -> bool:
        """Tell whether the end that the last fact leads to may be the answer."""
        fact = path.facts[-1]
        end = fact.subject if fact.object == path.concepts[-1] else fact.object
        return any(may_answer(self._question, end, language) for language in self._languages)

    def _covered(self, words: frozenset[str]) -> dict[str, float]:
        covered = dict.fromkeys(words & self._stems, 1.0)
        for word in self._stems - covered.keys():
            if any(not words.isdisjoint(related_stems(language).get(word, ())) for language in self._languages):
                covered[word] = _RELATED
        return covered

    def _words_of(self, fact: Fact) -> frozenset[str]:
        if fact.key not in self._words:
            wordings = dict.fromkeys(item.wording for item in fact.evidence)
            texts = (fact.predicate, *wordings, *map(_end_words, fact.ends), *(name for name, _ in fact.qualifiers))
            has_value = any(isinstance(end, Value) and end.kind is not ValueKind.TEXT for end in fact.ends)
            self._words[fact.key] = self._stems_of(" ".join(texts)) | ({_VALUE} if has_value else frozenset())
        return self._words[fact.key]

    def _stems_of(self, text: str) -> frozenset[str]:
        return frozenset(
            stem(word.folded, language)
            for word in split_words(text)
            for language in self._languages
            if word.folded not in stop_words(language)
        )


def with_cosines(view: GraphView, question: str, paths: Sequence[Path], embeddings: Embeddings) -> list[Path]:
    """Add the cosine of question and path to the ranks of the paths that are best by words; leave out the others."""
    best = sorted(paths, key=lambda path: -path.rank)[:_EMBEDDED]
    (asked,) = unit_vectors(embeddings.questions, [question])
    names = names_as_written(view, (fact for path in best for fact in path.facts))
    vectors = unit_vectors(embeddings.documents, [path_text(path.facts, names) for path in best])
    return [replace(path, rank=path.rank + float(vector @ asked)) for path, vector in zip(best, vectors, strict=True)]


def _end_words(end: FactEnd) -> str:
    if isinstance(end, Value):
        return end.text
    return "" if isinstance(end, SectionEnd) else name_of(end)
