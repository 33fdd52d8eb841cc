"""Coverage: how much of each part of a query sections contain, looked up only for sections that may be ranked."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

import numpy as np

from lgm_core.retrieval.index.arrays import Booleans, Floats, Ids
from lgm_core.retrieval.index.ranking_index import ABSENT, TITLE_ROLE, RankingIndex, Row
from lgm_core.retrieval.ranking.query import Query, Seed, Term
from lgm_core.retrieval.ranking.ranking_options import RankingWeights
from lgm_core.retrieval.ranking.selection import distinct, largest_places, places_of, weighted_sum

__all__ = ["Candidates", "Measure", "Part", "QueryCoverage", "Similarities", "best_candidates", "cover"]

_LONG = 4096
"""Sections from which a part counts as long: shorter ones are cheaper to read whole than to check whether they
matter."""

_CONTEXT_SHARE = 0.3
"""The least that contexts weigh together, relative to all else: in a long question, the company and year asked about
would be lost among its other words. Among filings, 0, .3 and .5 had the right document first for .689, .733 and .756 of
the questions, and among five for .956, .911 and .889."""

_OWN = (0.6, 0.85)
"""Of all sections with a name, the share that is below titles with it: up to the first, a title with the name tells
nothing of what is below; from the second on, all. In manuals of programs, names of these have at most .56, in filings
those of companies at least .87."""

_ROUNDING_ERROR = 1e-5
"""Rounding error of sums of 32-bit numbers: a value this little below a bound may still reach it."""


@dataclass(frozen=True, slots=True, eq=False)
class Part:
    """A part of a query: weighted rows of sections, of which the best counts.

    Attributes:
        rows: the rows.
        weights: the weight of each row relative to the others.
        is_term: whether rows hold frequencies of words; otherwise they hold roles of concepts.
    """

    rows: Sequence[Row]
    weights: Sequence[float]
    is_term: bool

    @property
    def size(self) -> int:
        """Return an upper bound on the number of sections that contain it."""
        return sum(row.count for row in self.rows)


@dataclass(frozen=True, slots=True, eq=False)
class Similarities:
    """The additions of semantic similarity to the totals of sections.

    Attributes:
        sections: those with the largest additions, sorted; they may be ranked even if no word matches.
        added: returns the additions for any sections.
    """

    sections: Ids
    added: Callable[[Ids], Floats]


@dataclass(frozen=True, slots=True, eq=False)
class Candidates:
    """Sections that may be ranked.

    Attributes:
        sections: the sections, sorted.
        parts: how much of each part of the query each covers, from 0 to 1, float32 of shape (parts, sections).
        totals: how much of the query each covers alone, float32 of shape (sections,).
        titles: the share of the title bonus each gets, float32 of shape (sections,).
        is_complete: whether all sections that cover anything are included.
    """

    sections: Ids
    parts: Floats
    totals: Floats
    titles: Floats
    is_complete: bool


@dataclass(frozen=True, slots=True, eq=False)
class QueryCoverage:
    """How much of a query each section covers. Its parts are its terms, its seeds, and its contexts.

    Attributes:
        weights: the weights of the parts, which sum to 1, float32 of shape (parts,).
        found: the sections that cover most, those that share the title bonus, and others.
    """

    weights: Floats
    found: Candidates
    _others: Others | None = field(repr=False)

    def of(self, sections: Ids) -> tuple[Floats, Floats]:
        """Return the parts and totals of any sections, as `Candidates` has them."""
        found = self.found
        places, is_found = places_of(sections, found.sections)
        missing = (~is_found).nonzero()[0]
        if not len(missing):
            return found.parts.take(places, axis=1), found.totals[places]
        parts = np.zeros((len(found.parts), len(sections)), dtype=np.float32)
        totals, held = np.zeros(len(sections), dtype=np.float32), is_found.nonzero()[0]
        places = places[held]
        parts[:, held], totals[held] = found.parts.take(places, axis=1), found.totals[places]
        if self._others is not None:
            of_missing = self._others.of(sections[missing])
            parts[:, missing], totals[missing] = of_missing, weighted_sum(self.weights, of_missing)
        return parts, totals


@dataclass(frozen=True, slots=True, eq=False)
class Others:
    """The sections outside those that cover most.

    Attributes:
        sections: the sections that contain short parts, sorted.
        parts: how much of each short part they cover, float32 of shape (parts, sections).
        measure: measures how much of long parts sections cover.
    """

    sections: Ids
    parts: Floats
    measure: Measure = field(repr=False)

    def of(self, sections: Ids) -> Floats:
        """Return how much of each part sections cover."""
        parts = self.measure.long_parts(sections)
        places, is_held = places_of(sections, self.sections)
        held = is_held.nonzero()[0]
        parts[:, held] += self.parts.take(places[held], axis=1)
        return parts


class Measure:
    """Measures how much of parts sections cover."""

    def __init__(self, parts: Sequence[Part], index: RankingIndex, weights: RankingWeights) -> None:
        self._parts, self._index, self._weights = parts, index, weights
        self._mean_words = index.mean_words
        self.bounds = [1.0 if part.is_term else max(1.0, weights.mention_coverage) for part in parts]
        sizes = [part.size for part in parts]
        self._short = [number for number, size in enumerate(sizes) if size < _LONG]
        self.long = sorted((number for number, size in enumerate(sizes) if size >= _LONG), key=sizes.__getitem__)

    def sections(self, number: int) -> Ids:
        """Return the sections that contain a part, sorted."""
        return _union(row.items()[0] for row in self._parts[number].rows)

    def short_parts(self, always: Ids, allowed: Ids | None) -> tuple[Ids, Floats]:
        """Return the sections that contain short parts, plus the given ones, and what they cover.

        Returns:
            The sections, sorted, and how much of each part they cover; long parts are 0.
        """
        rows = [(number, row, weight) for number in self._short for row, weight in self._rows(number)]
        items = [row.items() for _, row, _ in rows]
        lengths = [len(sections) for sections, _ in items]
        number = np.repeat(np.array([number for number, _, _ in rows], dtype=np.int64), lengths)
        weight = np.repeat(np.array([weight for _, _, weight in rows], dtype=np.float32), lengths)
        section = np.concatenate([np.zeros(0, dtype=np.int64), *(sections for sections, _ in items)])
        value = np.concatenate([np.zeros(0, dtype=np.float32), *(values for _, values in items)])
        if allowed is not None:
            kept = np.flatnonzero(places_of(section, allowed)[1])
            number, weight, section, value = number[kept], weight[kept], section[kept], value[kept]
            always = always[places_of(always, allowed)[1]]
        sections = _union([section, always])
        parts = np.zeros((len(self._parts), len(sections)), dtype=np.float32)
        is_term = np.array([part.is_term for part in self._parts], dtype=bool)[number]
        covered = np.where(is_term, self._of_words(section, value), self._of_concepts(value))
        np.maximum.at(parts, (number, np.searchsorted(sections, section)), weight * covered)
        return sections, parts

    def long_parts(self, sections: Ids) -> Floats:
        """Return how much of each long part sections cover; short parts are 0."""
        parts = np.zeros((len(self._parts), len(sections)), dtype=np.float32)
        rows = [(number, row, weight) for number in self.long for row, weight in self._rows(number)]
        of_words = [row for row in rows if self._parts[row[0]].is_term]
        if of_words:
            frequency = np.maximum(np.stack([row.at(sections) for _, row, _ in of_words]), 0)
            covered = self._of_words(sections, frequency)
            for (number, _, weight), of_row in zip(of_words, covered, strict=True):
                np.maximum(parts[number], weight * of_row, out=parts[number])
        for number, row, weight in rows:
            if not self._parts[number].is_term:
                roles = row.at(sections)
                covered = np.where(roles == ABSENT, 0, weight * self._of_concepts(roles))
                np.maximum(parts[number], covered, out=parts[number])
        return parts

    def _rows(self, number: int) -> Iterable[tuple[Row, float]]:
        part = self._parts[number]
        return zip(part.rows, part.weights, strict=True)

    def _of_words(self, sections: Ids, frequency: Floats) -> Floats:
        """Return the BM25 saturation of word frequencies in sections."""
        weights = self._weights
        relative = self._index.words_in(sections) / self._mean_words
        length = 1 - weights.length_normalisation + weights.length_normalisation * relative
        norm = weights.term_saturation * length
        return np.asarray(np.minimum(1.0, (1 + weights.term_saturation) * frequency / (frequency + norm)))

    def _of_concepts(self, roles: Floats) -> Floats:
        """Return the roles of concepts: in full in titles, else a fraction."""
        return np.where(roles > TITLE_ROLE, roles, np.float32(self._weights.mention_coverage))


def best_candidates(
    measure: Measure, weights: Floats, count: int, *, always: Ids, allowed: Ids | None = None
) -> tuple[Ids, Floats, Others | None]:
    """Return sections that include the `count` that cover most, and those in `always`.

    Parts are read from the rarest; sections that the remaining parts together cannot lift among the best are left out.
    Once the remaining parts weigh less than what `count` sections already have, they cannot add a better section
    (MaxScore).

    Returns:
        The sections, sorted; how much of each part they cover; and what the others cover, None if nothing.
    """
    sections, parts = measure.short_parts(always, allowed)
    if not measure.long:
        return sections, parts, None
    others, totals = Others(sections, parts, measure), weighted_sum(weights, parts)
    bounds = [float(weights[number]) * measure.bounds[number] for number in measure.long]
    # The sections that cover most by short parts set the threshold for the best.
    first = largest_places(totals, count)
    first_totals = weighted_sum(weights, parts[:, first] + measure.long_parts(sections[first]))
    is_likely = totals + (sum(bounds) + _ROUNDING_ERROR) >= _least_of_best(first_totals, count)
    places, is_held = places_of(always, sections)
    is_likely[places[is_held]] = True
    likely = np.flatnonzero(is_likely)
    sections, parts = sections[likely], parts[:, likely] + measure.long_parts(sections[likely])
    for place, number in enumerate(measure.long):
        if sum(bounds[place:]) + _ROUNDING_ERROR < _least_of_best(weighted_sum(weights, parts), count):
            return sections, parts, others
        new = measure.sections(number)
        new = new[~places_of(new, sections)[1] & ~places_of(new, others.sections)[1] & _is_in(new, allowed)]
        order = np.argsort(np.concatenate([sections, new]), kind="stable")
        sections = np.concatenate([sections, new])[order]
        parts = np.concatenate([parts, measure.long_parts(new)], axis=1)[:, order]
    return sections, parts, None if len(likely) == len(is_likely) else others


def _least_of_best(totals: Floats, count: int) -> float:
    """Return the smallest of the `count` largest totals; a value below all totals if there are fewer."""
    return float(np.partition(totals, len(totals) - count)[len(totals) - count]) if count <= len(totals) else -np.inf


def cover(
    query: Query,
    index: RankingIndex,
    weights: RankingWeights,
    count: int,
    *,
    allowed: Ids | None = None,
    similarities: Similarities | None = None,
) -> QueryCoverage:
    """Match the parts of a query with sections, and find at least the `count` that cover most among those `allowed`."""
    terms = [_term_part(term, index, weights) for term in query.terms]
    seeds = [Part([index.sections_about(seed.concept)], [1.0], is_term=False) for seed in query.seeds]
    of_question = [*(term.weight for term in query.terms), *(seed.weight for seed in query.seeds)]
    contexts, of_contexts = _contexts(query, index, weights, sum(of_question))
    part_weights = _normalised([*of_question, *of_contexts])
    titled, shares = _titled(query.seeds, index)
    measure, always = Measure([*terms, *seeds, *contexts], index, weights), titled
    if similarities is not None:
        always = np.union1d(always, similarities.sections)
        count = np.iinfo(np.int64).max
    sections, parts, others = best_candidates(measure, part_weights, count, always=always, allowed=allowed)
    totals, titles = weighted_sum(part_weights, parts), np.zeros(len(sections), dtype=np.float32)
    if similarities is not None:
        totals += similarities.added(sections)
    places, is_found = places_of(titled, sections)
    titles[places[is_found]] = shares[is_found]
    return QueryCoverage(part_weights, Candidates(sections, parts, totals, titles, others is None), others)


def _term_part(term: Term, index: RankingIndex, weights: RankingWeights) -> Part:
    related = term.related if weights.related_words else ()
    rows = [index.sections_with(word) for word in (term.word, *related)]
    return Part(rows, [1.0] + [weights.related_words] * len(related), is_term=True)


def _contexts(
    query: Query, index: RankingIndex, weights: RankingWeights, of_question: float
) -> tuple[list[Part], list[float]]:
    """Return the names and figures of the question in titles above sections of long documents, with weights.

    They tell of which document a section is: a company and a year may be in its title alone. A name that other
    documents mention as well, such as that of the product that all manuals are about, tells nothing of the kind.

    Args:
        query: the question.
        index: the graph's index.
        weights: the ranking weights.
        of_question: the weight of all words and concepts of the question.
    """
    terms = [term for term in query.terms if term.may_be_title and weights.context]
    found = [(term, *index.sections_under(term.word)) for term in terms]
    found = [(term, row, documents) for term, row, documents in found if documents]
    rarity = [math.log(1 + index.document_count / (1 + documents)) for *_, documents in found]
    raised = max(weights.context, _CONTEXT_SHARE * of_question / (sum(rarity) or 1.0))
    tells = [1.0 if term.is_figure else _tells(row, index.word_frequency(term.word)) for term, row, _ in found]
    parts = [Part([row], [1.0], is_term=False) for _, row, _ in found]
    return parts, [raised * each * share for each, share in zip(rarity, tells, strict=True)]


def _tells(under: Row, frequency: int) -> float:
    """Return how far a name in titles tells what sections below them are about, from 0 to 1.

    Args:
        under: the sections below a title with the name.
        frequency: the number of all sections that have the name, in their text or above.
    """
    least, full = _OWN
    return min(1.0, max(0.0, (len(under.items()[0]) / max(frequency, 1) - least) / (full - least)))


def _titled(seeds: Sequence[Seed], index: RankingIndex) -> tuple[Ids, Floats]:
    """Return the sections titled by seeds, and each one's share of the title bonus."""
    rows = [(*index.sections_titled(seed.concept), seed.strength) for seed in seeds]
    sections = _union(found for found, _, _ in rows)
    shares = np.zeros(len(sections), dtype=np.float32)
    for found, roles, strength in rows:
        places, _ = places_of(found, sections)
        shares[places] = np.maximum(shares[places], strength * roles)
    return sections, shares


def _is_in(sections: Ids, allowed: Ids | None) -> Booleans:
    return np.ones(len(sections), dtype=bool) if allowed is None else places_of(sections, allowed)[1]


def _union(rows: Iterable[Ids]) -> Ids:
    return distinct(np.concatenate([np.zeros(0, dtype=np.int64), *rows]))


def _normalised(values: Iterable[float]) -> Floats:
    """Return values scaled to sum to 1, or all 0."""
    weights = np.array(list(values), dtype=np.float32)
    weights /= weights.sum() or 1.0
    return weights
