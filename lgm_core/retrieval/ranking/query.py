"""What a question is made of, for ranking: weighted words and the concepts it names."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from lgm_core.retrieval.index.ranking_index import RankingIndex
from lgm_core.retrieval.ranking.ranking_options import RankingOptions
from lgm_core.retrieval.ranking.related_words import related_stems
from lgm_core.retrieval.words import Word, split_words, stem, stop_words

__all__ = ["Query", "Seed", "Term", "read_question"]

_LONGEST_NAME = 14


@dataclass(frozen=True, slots=True)
class Term:
    """A word of the question; `related` are words that may stand for it. `in_name`: part of a name in the question."""

    word: int
    weight: float
    related: tuple[int, ...]
    in_name: bool


@dataclass(frozen=True, slots=True)
class Seed:
    """A concept that the question names; `strength` is 1 for a name, less for words written small."""

    concept: int
    strength: float
    weight: float


@dataclass(frozen=True, slots=True)
class Query:
    """A question as ranking sees it."""

    terms: tuple[Term, ...]
    seeds: tuple[Seed, ...]
    words: tuple[int, ...]

    @property
    def total(self) -> float:
        """Return the weight of all that is asked for."""
        return sum(term.weight for term in self.terms) + sum(seed.weight for seed in self.seeds)


def read_question(question: str, index: RankingIndex, options: RankingOptions, concepts: Sequence[str] = ()) -> Query:
    """Find the words of a question and the longest concepts it names.

    Args:
        question: the question.
        index: the graph's index.
        options: weights.
        concepts: keys of further concepts to serve, when the options look for concepts.
    """
    words = split_words(question)
    written = tuple({index.words.get(stem(word.folded, index.language), -1) for word in words} - {-1})
    if not options.name and not options.seed:
        return Query(_terms(words, set(), index, options), (), written)
    found = _named(words, index)
    inside = {at for first, end, _, is_name in found if is_name or end - first > 1 for at in range(first, end)}
    seeds = {number: _seed(number, is_name, index, options) for _, _, number, is_name in found}
    for key in concepts:
        number = index.numbers.get(key)
        if number is not None and number not in seeds:
            seeds[number] = _seed(number, True, index, options)
    return Query(_terms(words, inside, index, options), tuple(seeds.values()), written)


def _named(words: Sequence[Word], index: RankingIndex) -> list[tuple[int, int, int, bool]]:
    """Return first word, end, concept and whether it is written as a name, of the longest concepts in the question.

    A single word written small counts only where something is titled by it.
    """
    found = []
    empty = stop_words(index.language)
    folded = [word.folded for word in words]
    says_much = [word not in empty for word in folded]
    at = 0
    while at < len(words):
        for end in range(min(at + _LONGEST_NAME, len(words)), at, -1):
            if not any(says_much[at:end]) or (end - at == 1 and len(folded[at]) < 3):
                continue
            number = index.concept(folded[at:end])
            if number is None:
                continue
            is_name = _is_name(words, at, end, empty)
            if is_name or end - at > 1 or index.is_title(number):
                found.append((at, end, number, is_name))
                at = end
                break
        else:
            at += 1
    return found


def _is_name(words: Sequence[Word], first: int, end: int, empty: frozenset[str]) -> bool:
    """Tell whether words are written as a name; the capital that opens a question says nothing."""
    if end - first == 1:
        return first > 0 and words[first].is_capitalised
    capitals = [word.is_capitalised or word.folded in empty or word.folded[0].isdigit() for word in words[first:end]]
    return all(capitals) and any(word.is_capitalised for word in words[first:end])


def _seed(number: int, is_name: bool, index: RankingIndex, options: RankingOptions) -> Seed:
    count = int(index.concept_frequency[number])
    strength = 1.0 if is_name else options.small_seed * math.sqrt(rarity(count, index.sections))
    return Seed(number, strength, options.name * strength * math.log(1 + index.sections / (1 + count)))


def rarity(count: int, sections: int) -> float:
    """Return 1 for what occurs once, 0 for what is everywhere."""
    return max(0.0, 1 - math.log(max(count, 1)) / math.log(sections + 1))


def _terms(words: Sequence[Word], inside: set[int], index: RankingIndex, options: RankingOptions) -> tuple[Term, ...]:
    terms: dict[int, Term] = {}
    empty = stop_words(index.language)
    related = related_stems(index.language) if options.related else {}
    for at, word in enumerate(words):
        one = stem(word.folded, index.language)
        number = index.words.get(one)
        if word.folded in empty or number is None:
            continue
        weight = math.log(1 + index.sections / (1 + len(index.word_sections.row(number))))
        in_name = at in inside
        others = tuple(index.words[other] for other in related.get(one, ()) if other in index.words)
        term = Term(number, weight * (options.inside if in_name else 1.0), others, in_name)
        if number not in terms or terms[number].weight < term.weight:
            terms[number] = term
    return tuple(terms.values())
