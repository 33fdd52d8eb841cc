"""Measures of retrieval and answers, means, percentiles, and bootstrap intervals of means."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil

import numpy as np

from lgm_core.retrieval.answering.answer_record import UNSUPPORTED
from lgm_core.retrieval.answering.replies.answer_replies import is_refusal
from lgm_core.retrieval.answering.replies.brief_answer import exact_match, normalise_answer, token_f1, without_citations

__all__ = [
    "CONFIDENCE",
    "all_retrieved",
    "bootstrap_interval",
    "claims_answer",
    "contains_answer",
    "exact_match",
    "is_half_covered",
    "mean",
    "normalise_answer",
    "paired_difference",
    "percentile",
    "recall",
    "reciprocal_rank",
    "token_f1",
    "without_citations",
]


def recall(ranked: Sequence[str], gold: Sequence[str], *, k: int) -> float:
    """Return the share of the gold items among the first `k` ranked items."""
    retrieved = set(ranked[:k])
    return sum(item in retrieved for item in gold) / len(gold)


def reciprocal_rank(ranked: Sequence[str], gold: Sequence[str]) -> float:
    """Return 1 divided by the place of the first gold item among the ranked ones, or 0 if there is none."""
    return next((1 / place for place, item in enumerate(ranked, 1) if item in gold), 0.0)


def all_retrieved(ranked: Sequence[str], gold: Sequence[str], *, k: int) -> float:
    """Return 1 if every gold item is among the first `k` ranked items, else 0."""
    return float(set(gold) <= set(ranked[:k]))


def is_half_covered(span: tuple[int, int], others: Sequence[tuple[int, int]]) -> bool:
    """Tell whether other spans, which must not overlap each other, cover at least half of a span."""
    start, end = span
    covered = sum(max(0, min(end, stop) - max(start, first)) for first, stop in others)
    return 2 * covered >= end - start


def mean(values: Sequence[float]) -> float:
    """Return the mean; 0 without values."""
    return sum(values) / len(values) if values else 0.0


def percentile(values: Sequence[float], share: float) -> float:
    """Return a percentile by nearest rank, the least value with this share of values up to it; 0 without values."""
    if not values:
        return 0.0
    return sorted(values)[max(1, ceil(share * len(values))) - 1]


def contains_answer(answer: str, gold: Sequence[str]) -> float:
    """Return 1 if the answer contains the words of one of the gold answers in a row, else 0."""
    padded = f" {normalise_answer(answer)} "
    wanted = (normalise_answer(gold_answer) for gold_answer in gold)
    return float(any(words and f" {words} " in padded for words in wanted))


def claims_answer(text: str) -> bool:
    """Tell whether a text is an answer, not empty or a refusal."""
    return bool(normalise_answer(text)) and text != UNSUPPORTED and not is_refusal(text)


CONFIDENCE = 0.9
"""The share of resampled means inside an interval. For two equally good methods, the interval of their difference
excludes 0 in a tenth of all runs, by chance."""

_RESAMPLES = 10_000
"""How many means are drawn; ten thousand for a thousand questions take a second."""

_SEED = 12345
"""Fixed, so that equal results have equal intervals."""

_BATCH = 500
"""How many means are drawn at once, to limit memory."""


def bootstrap_interval(values: Sequence[float]) -> tuple[float, float]:
    """Return the percentile interval of the mean of values; (0, 0) without values."""
    if not values:
        return 0.0, 0.0
    sample = np.asarray(values, dtype=np.float64)
    random = np.random.default_rng(_SEED)
    means = np.concatenate(
        [
            sample[random.integers(0, len(sample), (_BATCH, len(sample)))].mean(axis=1)
            for _ in range(_RESAMPLES // _BATCH)
        ]
    )
    low, high = np.quantile(means, [(1 - CONFIDENCE) / 2, (1 + CONFIDENCE) / 2])
    return float(low), float(high)


def paired_difference(values: Sequence[float], others: Sequence[float]) -> tuple[float, float, float]:
    """Return the mean difference of values for the same questions, and its interval.

    Raises:
        ValueError: the numbers of values differ.
    """
    differences = [value - other for value, other in zip(values, others, strict=True)]
    return (mean(differences), *bootstrap_interval(differences))
