"""Coverage: how much of each part of a query each section holds."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from lgm_core.retrieval.index.arrays import Floats
from lgm_core.retrieval.index.ranking_index import TITLE_ROLE, RankingIndex
from lgm_core.retrieval.ranking.query import Query
from lgm_core.retrieval.ranking.ranking_weights import RankingWeights

__all__ = ["QueryCoverage", "cover"]


@dataclass(frozen=True, slots=True, eq=False)
class QueryCoverage:
    """How much of a query each section covers. The parts of a query are its terms, followed by its seeds.

    Attributes:
        parts: how much of each part each section covers, from 0 to 1, float32 of shape (parts, sections).
        weights: of the parts, which sum to 1, float32 of shape (parts,).
        totals: how much of the query each section covers by itself, float32 of shape (sections,).
        titles: how much of the title bonus each section gets, float32 of shape (sections,).
    """

    parts: Floats
    weights: Floats
    totals: Floats
    titles: Floats


def cover(query: Query, index: RankingIndex, weights: RankingWeights) -> QueryCoverage:
    """Match each part of a query with each section."""
    term_rows, seed_rows = len(query.terms), len(query.seeds)
    parts = np.zeros((term_rows + seed_rows, index.section_count), dtype=np.float32)
    _cover_terms(query, index, weights, parts[:term_rows])
    titles = _cover_seeds(query, index, weights, parts[term_rows:])
    part_weights = _normalised([*(term.weight for term in query.terms), *(seed.weight for seed in query.seeds)])
    return QueryCoverage(parts, part_weights, part_weights @ parts, titles)


def _cover_terms(query: Query, index: RankingIndex, weights: RankingWeights, rows: Floats) -> None:
    """Fill one row a term: BM25's saturated frequency of the word, or of a related word with less weight."""
    mean = float(index.section_words.sum()) / max(index.section_count, 1) or 1.0
    length = 1 - weights.length_normalisation + weights.length_normalisation * index.section_words / mean
    norm = weights.term_saturation * length
    for row, term in zip(rows, query.terms, strict=True):
        related = term.related if weights.related_words else ()
        for word, weight in (*((word, weights.related_words) for word in related), (term.word, 1.0)):
            sections, frequency = index.word_sections.row(word), index.word_sections.weights_of(word)
            saturated = (1 + weights.term_saturation) * frequency / (frequency + norm[sections])
            row[sections] = np.maximum(row[sections], weight * np.minimum(1.0, saturated))


def _cover_seeds(query: Query, index: RankingIndex, weights: RankingWeights, rows: Floats) -> Floats:
    """Fill one row a seed: its role where it is a title, else a part; return the share of each in the title bonus."""
    titles = np.zeros(index.section_count, dtype=np.float32)
    for row, seed in zip(rows, query.seeds, strict=True):
        sections, roles = index.concept_sections.row(seed.concept), index.concept_sections.weights_of(seed.concept)
        is_title = roles > TITLE_ROLE
        row[sections] = np.where(is_title, roles, weights.mention_coverage)
        titled = sections[is_title]
        titles[titled] = np.maximum(titles[titled], seed.strength * roles[is_title])
    return titles


def _normalised(values: Iterable[float]) -> Floats:
    """Return values that sum to 1, or all 0."""
    weights = np.array(list(values), dtype=np.float32)
    weights /= weights.sum() or 1.0
    return weights
