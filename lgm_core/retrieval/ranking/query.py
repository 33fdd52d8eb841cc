"""A question as ranking reads it: weighted terms, and the concepts it names."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from lgm_core.language.lexicons import lexicon_of
from lgm_core.language.words import Word, is_pair, split_words
from lgm_core.retrieval.identifiers import identifier_words
from lgm_core.retrieval.index.ranking_index import RankingIndex
from lgm_core.retrieval.ranking.question_reading import QuestionReading
from lgm_core.retrieval.ranking.ranking_options import RankingWeights
from lgm_core.retrieval.written_values import in_other_units, written_values
from lgm_core.schema.widening import Terms

__all__ = ["Query", "Seed", "Term", "read_question"]


_LONGEST_NAME = 14
"""The most words of a concept looked for in a question: longer titles are rare, and every phrase costs a lookup."""

_BEFORE_SUBJECT = 2
"""The fewest words before the subject of a question: *What is*."""

_LONGEST_SUBJECT = 5
"""The most words of a subject in a question of what something is: longer ones ask something else."""


@dataclass(frozen=True, slots=True)
class Term:
    """A word of the question, by its number in the index.

    Attributes:
        word: the word.
        weight: its inverse document frequency, reduced inside a name.
        related: words that may stand for it.
        in_name: whether it is part of a concept that the question names.
        is_capitalised: whether it has a capital, as names do.
        is_figure: whether it has a digit.
    """

    word: int
    weight: float
    related: tuple[int, ...]
    in_name: bool
    is_capitalised: bool = False
    is_figure: bool = False

    @property
    def may_be_title(self) -> bool:
        """Return whether it may be of a document's title: a company, a year."""
        return self.is_capitalised or self.is_figure

    @property
    def words(self) -> tuple[int, ...]:
        """Return the word and its related words."""
        return (self.word, *self.related)


@dataclass(frozen=True, slots=True)
class Seed:
    """A concept that the question names, from which chains start.

    Attributes:
        concept: its number in the index.
        strength: strength of the sections it titles: 1 for a name in one section, less for common names and for words
            in lower case.
        weight: inverse document frequency of the concept as a whole.
        is_name: whether the question writes it as a name.
    """

    concept: int
    strength: float
    weight: float
    is_name: bool


@dataclass(frozen=True, slots=True)
class QuestionWord:
    """A word of the question as written.

    Attributes:
        numbers: its possible numbers in the index; empty if no text has it.
        weight: its inverse document frequency, reduced for a stop word.
        is_pair: whether its script is indexed as overlapping pairs of characters.
    """

    numbers: tuple[int, ...]
    weight: float
    is_pair: bool = False


@dataclass(frozen=True, slots=True)
class Subject:
    """The subject of a question of what something is: the word *skep* in *What is a skep?*.

    Attributes:
        words: its words, in order.
        verb: the question's second word, *is*.
    """

    words: tuple[QuestionWord, ...]
    verb: QuestionWord


@dataclass(frozen=True, slots=True)
class Query:
    """A question as ranking sees it.

    Attributes:
        terms: its indexed words without stop words.
        seeds: the concepts it names.
        words: the numbers of all its indexed words, including stop words.
        wording: its words in order, including unindexed ones.
        subject: its subject, if it asks what something is.
        capitals_tell_names: whether its script has capitals and its language reserves them for names.
        unindexed: how many of its words without stop words no section holds.
    """

    terms: tuple[Term, ...]
    seeds: tuple[Seed, ...]
    words: tuple[int, ...]
    wording: tuple[QuestionWord, ...]
    subject: Subject | None
    capitals_tell_names: bool
    unindexed: int = 0

    @property
    def has_names(self) -> bool:
        """Return whether the question names a concept."""
        return any(seed.is_name for seed in self.seeds)


@dataclass(frozen=True, slots=True)
class _NamedConcept:
    """A concept in a question, from word `first` to before word `end`."""

    first: int
    end: int
    concept: int
    is_name: bool


def read_question(
    question: str,
    index: RankingIndex,
    weights: RankingWeights,
    concepts: Sequence[str] = (),
    schema_terms: Terms | None = None,
) -> Query:
    """Find the words of a question, what may stand for them, and the longest concepts it names."""
    words, reading = split_words(question), QuestionReading(question, index)
    values, digits = _value_words(question, words, reading)
    identifiers = [*_identifier_words(question, words, reading), *values]
    askers = _askers(words, reading)
    wording = _wording((*words, *identifiers), askers, reading, index, weights)
    subject = _subject([word.folded in reading.stops for word in words], wording)
    tells = not reading.capitalises_nouns and question.lower() != question.upper()
    indexed = tuple({number for word in wording for number in word.numbers})
    content = {
        word.folded: word.surface
        for place, word in enumerate(words)
        if word.folded not in reading.stops and place not in askers
    }
    unindexed = sum(not reading.numbers(surface) for surface in content.values())
    further = _further_words(words, reading, schema_terms)
    if not weights.name and not weights.title_bonus:
        terms = _terms((*words, *identifiers), digits | askers, set(), reading, index, weights, further)
        return Query(terms, (), indexed, wording, subject, tells, unindexed)
    named = _named_concepts(words, reading, index)
    multi_word = [match for match in named if match.is_name or match.end - match.first > 1]
    in_names = {place for match in multi_word for place in range(match.first, match.end)}
    seeds = {match.concept: _seed(match.concept, match.is_name, index, weights) for match in named}
    for key in concepts:
        number = index.concept_of(key)
        if number is not None and number not in seeds:
            seeds[number] = _seed(number, True, index, weights)
    terms = _terms((*words, *identifiers), digits | askers, in_names, reading, index, weights, further)
    return Query(terms, tuple(seeds.values()), indexed, wording, subject, tells, unindexed)


def _subject(are_stops: Sequence[bool], wording: Sequence[QuestionWord]) -> Subject | None:
    """Return the subject of a question that has nothing else after two or more stop words."""
    first = next((place for place, is_stop in enumerate(are_stops) if not is_stop), len(are_stops))
    if first < _BEFORE_SUBJECT or not 0 < len(are_stops) - first <= _LONGEST_SUBJECT or are_stops[-1]:
        return None
    subject = Subject(tuple(wording[first : len(are_stops)]), wording[1])
    return subject if all(word.numbers for word in (*subject.words, subject.verb)) else None


def _askers(words: Sequence[Word], reading: QuestionReading) -> set[int]:
    """Return the places of words for the person who asks, unless capitals show a name around them: *World War I*."""
    capitals = [place > 0 and word.is_capitalised for place, word in enumerate(words)]
    return {
        place
        for place, word in enumerate(words)
        if word.folded in reading.askers
        and not (capitals[place] and len(word.surface) > 1)
        and not (word.is_capitalised and any(capitals[max(place - 1, 0) : place] + capitals[place + 1 : place + 2]))
    }


def _wording(
    words: Sequence[Word], askers: set[int], reading: QuestionReading, index: RankingIndex, weights: RankingWeights
) -> tuple[QuestionWord, ...]:
    """Return the words of a question in order; those for the person who asks count as words that no text has."""
    wording = []
    for place, word in enumerate(words):
        numbers = () if place in askers else tuple(reading.numbers(word.surface))
        rarest = min(map(index.word_frequency, numbers), default=0)
        share = weights.stop_word if word.folded in reading.stops else 1.0
        wording.append(
            QuestionWord(numbers, share * _inverse_frequency(rarest, index.section_count), is_pair(word.folded))
        )
    return tuple(wording)


def _identifier_words(question: str, words: Sequence[Word], reading: QuestionReading) -> list[Word]:
    """Return the identifiers in a question as words; the index has their parts if not the whole identifier."""
    known = {word.folded for word in words if reading.numbers(word.surface)}
    joined = _joined_names(words)
    return [
        Word(folded, folded, folded in joined, len(question))
        for folded in dict.fromkeys((*identifier_words(question, is_code=False), *joined))
        if folded.isdecimal() or not any(folded in whole for whole in known)
    ]


def _value_words(question: str, words: Sequence[Word], reading: QuestionReading) -> tuple[list[Word], set[int]]:
    """Return the amounts and dates in a question as words, and the places of the digits that these stand for.

    An amount that the index does not have is looked for in the units of tables.
    """
    values: dict[str, Word] = {}
    digits: set[int] = set()
    for value in (value for language in reading.likely for value in written_values(question, language)):
        for word in value.words:
            known = next((each for each in (word, *in_other_units(word)) if reading.numbers(each)), "")
            if known:
                values[known] = Word(known, known, False, len(question))
                places = (place for place, each in enumerate(words) if value.start <= each.start < value.end)
                digits.update(places if value.is_divided else ())
    return list(values.values()), digits


def _joined_names(words: Sequence[Word]) -> list[str]:
    """Return two capitalised words next to each other as one, as names of files have them: *BestBuy*."""
    return [
        left.folded + right.folded
        for left, right in pairwise(words)
        if left.is_capitalised and right.is_capitalised and right.start - left.start <= len(left.surface) + 1
    ]


def _named_concepts(words: Sequence[Word], reading: QuestionReading, index: RankingIndex) -> list[_NamedConcept]:
    """Return the longest concepts in the question, from left to right."""
    named: list[_NamedConcept] = []
    first = 0
    stretches = _stretches(words, reading.stops)
    numbers: dict[tuple[int, int], int | None] = dict.fromkeys(stretches)
    # Most languages write the names of concepts by one rule, so one of them stands for all.
    by_rule: dict[object, str] = {}
    for language in reading.languages:
        by_rule.setdefault(lexicon_of(language).normalise_name, language)
    for language in by_rule.values():
        left = [stretch for stretch, number in numbers.items() if number is None]
        numbers |= zip(left, index.concept_numbers([stretches[stretch] for stretch in left], language), strict=True)
    while first < len(words):
        match = _longest_concept(words, first, numbers, reading, index)
        if match is not None:
            named.append(match)
        first = first + 1 if match is None else match.end
    return named


def _stretches(words: Sequence[Word], stops: frozenset[str]) -> dict[tuple[int, int], list[str]]:
    """Return the phrases that may name a concept, by first word and end."""
    folded = [word.folded for word in words]
    return {
        (first, end): folded[first:end]
        for first in range(len(words))
        for end in range(first + 1, min(first + _LONGEST_NAME, len(words)) + 1)
        if not all(word in stops for word in folded[first:end])
    }


def _longest_concept(
    words: Sequence[Word],
    first: int,
    numbers: Mapping[tuple[int, int], int | None],
    reading: QuestionReading,
    index: RankingIndex,
) -> _NamedConcept | None:
    """Return the longest concept that starts at a word.

    A single word in lower case counts only if it titles something.
    """
    for length in range(min(_LONGEST_NAME, len(words) - first), 0, -1):
        number = numbers.get((first, first + length))
        if number is None:
            continue
        is_name = _is_name(words, first, first + length, reading)
        if is_name or length > 1 or index.is_title(number):
            return _NamedConcept(first, first + length, number, is_name)
    return None


def _is_name(words: Sequence[Word], first: int, end: int, reading: QuestionReading) -> bool:
    """Tell whether words are written as a name; the capital of a question's first word or of every noun is ignored.

    In a question without capitals, every concept of several words counts as a name.
    """
    if not any(word.is_capitalised for word in words):
        return end - first > 1
    if end - first == 1:
        return first > 0 and words[first].is_capitalised and not reading.capitalises_nouns
    may_be_in_name = [
        word.is_capitalised or word.folded in reading.stops or word.folded[:1].isdigit() for word in words[first:end]
    ]
    return all(may_be_in_name) and any(word.is_capitalised for word in words[first:end])


def _seed(concept: int, is_name: bool, index: RankingIndex, weights: RankingWeights) -> Seed:
    frequency = int(index.frequencies_of(np.array([concept]))[0])
    rarity = _rarity(frequency, index.section_count)
    strength = 1.0 if is_name else weights.lowercase_seed * math.sqrt(rarity)
    weight = weights.name * strength * _inverse_frequency(frequency, index.section_count)
    return Seed(concept, strength * rarity**weights.title_rarity, weight, is_name)


def _rarity(frequency: int, sections: int) -> float:
    """Return 1 for something in one section, 0 for something in all."""
    return max(0.0, 1 - math.log(max(frequency, 1)) / math.log(sections + 1))


def _inverse_frequency(frequency: int, sections: int) -> float:
    return math.log(1 + sections / (1 + frequency))


def _further_words(words: Sequence[Word], reading: QuestionReading, terms: Terms | None) -> dict[int, list[int]]:
    """Return the words of further terms of the schema by the places of the words that they may stand for."""
    found: dict[int, list[int]] = {}
    for places, keys in terms.in_words([word.surface for word in words]) if terms is not None else ():
        own = {words[place].folded for place in places}
        others = [word for key in keys for word in split_words(key) if word.folded not in {*own, *reading.stops}]
        numbers = list(dict.fromkeys(number for word in others for number in reading.numbers(word.surface)))
        found |= {place: numbers for place in places if words[place].folded not in reading.stops}
    return found


def _terms(
    words: Sequence[Word],
    left_out: set[int],
    in_names: set[int],
    reading: QuestionReading,
    index: RankingIndex,
    weights: RankingWeights,
    further: Mapping[int, Sequence[int]],
) -> tuple[Term, ...]:
    """Return the indexed words of a question without stop words; of equal words, the one with the highest weight."""
    terms: dict[int, Term] = {}
    for place, word in enumerate(words):
        own = () if word.folded in reading.stops else reading.numbers(word.surface)
        number, *others = (*own, *further.get(place, ())) or (None,)
        if number is None or place in left_out:
            continue
        weight = _inverse_frequency(index.word_frequency(number), index.section_count)
        in_name = place in in_names
        related = reading.related(word.surface) if weights.related_words else ()
        term = Term(
            number,
            weight * (weights.word_in_name if in_name else 1.0),
            tuple(dict.fromkeys((*others, *related))),
            in_name,
            word.is_capitalised and not reading.capitalises_nouns,
            any(map(str.isdecimal, word.folded)),
        )
        if number not in terms or terms[number].weight < term.weight:
            terms[number] = term
    return tuple(terms.values())
