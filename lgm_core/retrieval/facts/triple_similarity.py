"""Similarity of sentences to a triple, by the words and values of its ends and its predicate."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property

from lgm_core.language.lexicons import lexicon_of
from lgm_core.language.values.value_finder import find_values
from lgm_core.language.words import content_stems, inverse_frequency, related_stems, stems
from lgm_core.model import Value, ValueKind
from lgm_core.retrieval.facts.triple import Triple, TripleEnd

__all__ = ["CandidateText", "Weigh", "rarity", "similarities"]

Weigh = Callable[[str], float]
"""Returns the weight of a word by its stem."""

_PREDICATE_WEIGHT = 0.5
"""Weight of the predicate, with 1 for each end: sentences seldom word it as the triple does."""

_TITLE_WORD_WEIGHT = 0.8
"""Weight of a word found only in the title above the sentence."""

_RELATED_WEIGHT = 0.6
"""Weight of a word matched by a related word of the sentence."""

_LESS_PRECISE_WEIGHT = 0.5
"""Weight of a value that the sentence gives less precisely, such as a year for a day."""

_SUBJECT_TITLE_BONUS = 0.1
"""Bonus of a sentence under the name of the triple's subject: there the text is about it; elsewhere it may be named in
passing."""


@dataclass(frozen=True)
class CandidateText:
    """A sentence in the form compared with a triple.

    Attributes:
        text: the sentence with its coreference marks.
        heading: the titles above it.
        language: ISO 639-1 code.
    """

    text: str
    heading: str
    language: str

    @cached_property
    def stems(self) -> frozenset[str]:
        """Return the stems of its words."""
        return stems(self.text, self.language)

    @cached_property
    def heading_stems(self) -> frozenset[str]:
        """Return the stems of the titles' words."""
        return stems(self.heading, self.language)

    @cached_property
    def values(self) -> tuple[Value, ...]:
        """Return its dates, numbers and quantities."""
        return tuple(found.value for found in find_values(self.text, lexicon_of(self.language)))

    def presence(self, word: str, in_heading: float) -> float:
        """Return 1 for a stem of the sentence, `in_heading` for one of the titles alone, else 0."""
        return 1.0 if word in self.stems else in_heading if word in self.heading_stems else 0.0


def rarity(candidates: Sequence[CandidateText]) -> Weigh:
    """Return a function that weighs words by how few of the candidates for any triple have them."""
    frequencies: Counter[str] = Counter()
    for candidate in candidates:
        frequencies.update(candidate.stems)
        frequencies.update(candidate.heading_stems - candidate.stems)
    return lambda word: inverse_frequency(frequencies[word], len(candidates))


def similarities(triple: Triple, candidates: Sequence[CandidateText], weigh: Weigh) -> list[float]:
    """Return how similar each sentence is to a triple; 1 if it has all its words.

    Each end, and with less weight the predicate, counts by the share of its words, under any of its names, that the
    sentence has. A value counts by its meaning.
    """
    return [_similarity(triple, candidate, weigh) for candidate in candidates]


def _similarity(triple: Triple, candidate: CandidateText, weigh: Weigh) -> float:
    in_ends = sum(_share_of_end(end, candidate, weigh) for end in triple.ends)
    in_predicate = _share_of_words(triple.predicate, candidate, weigh)
    share = (in_ends + _PREDICATE_WEIGHT * in_predicate) / (len(triple.ends) + _PREDICATE_WEIGHT)
    return share + _SUBJECT_TITLE_BONUS * _is_named(triple.ends[0], candidate)


def _is_named(end: TripleEnd, candidate: CandidateText) -> bool:
    words = (content_stems(name, candidate.language) for name in (end.text, *end.names))
    return any(candidate.heading_stems.issuperset(of_name) for of_name in words)


def _share_of_end(end: TripleEnd, candidate: CandidateText, weigh: Weigh) -> float:
    by_words = max(_share_of_words(name, candidate, weigh) for name in (end.text, *end.names))
    by_meaning = [_agreement(value, found) for value in end.values for found in candidate.values]
    return max((by_words, *by_meaning))


def _share_of_words(text: str, candidate: CandidateText, weigh: Weigh) -> float:
    total = found = 0.0
    for word in content_stems(text, candidate.language):
        weight = weigh(word)
        total += weight
        found += weight * _presence(word, candidate)
    return found / total if total else 0.0


def _presence(word: str, candidate: CandidateText) -> float:
    related = related_stems(candidate.language).get(word, ())
    return candidate.presence(word, _TITLE_WORD_WEIGHT) or _RELATED_WEIGHT * (not candidate.stems.isdisjoint(related))


def _agreement(wanted: Value, found: Value) -> float:
    """Return 1 for a value within the wanted one, less for one that contains it, else 0."""
    bounds = (wanted.start, wanted.end, found.start, found.end)
    if wanted.kind is not found.kind or wanted.unit != found.unit or wanted.kind is ValueKind.TEXT or None in bounds:
        return 0.0
    first, last, found_first, found_last = (float(bound or 0) for bound in bounds)
    if first <= found_first and found_last <= last:
        return 1.0
    return _LESS_PRECISE_WEIGHT if found_first <= first and last <= found_last else 0.0
