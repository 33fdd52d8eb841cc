"""Which texts are alike, by a model or by their words, and from which cosine on."""

from __future__ import annotations

from itertools import combinations, pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lgm_core.errors import InputError
from lgm_core.learning.construction import similar_pairs as module
from lgm_core.learning.construction.similar_pairs import (
    DIMENSIONS,
    calibrated_threshold,
    pairs_between,
    similar_pairs,
    text_vectors,
    unchecked,
    word_vectors,
)
from lgm_core.vectors.port import Embeddings
from lgm_core.vectors.unit_vectors import Vectors

TEXTS = ["river barge", "a barge on the river", "mountain railway", "the railways of mountains", "the of"]


def directions(*angles: float) -> Vectors:
    """Return unit vectors of a plane at angles in degrees."""
    radians = np.deg2rad(angles)
    return np.stack([np.cos(radians), np.sin(radians)], axis=1).astype(np.float32)


def test_texts_of_the_same_words_are_alike_without_a_model() -> None:
    vectors = text_vectors(TEXTS, None, "en")

    assert sorted(similar_pairs(vectors, 0.9)) == [(0, 1), (2, 3)]
    assert not vectors[4].any()


def test_a_model_is_asked_once_for_equal_texts() -> None:
    asked: list[str] = []

    def embed(texts: list[str]) -> list[list[float]]:
        asked.extend(texts)
        return [[float(len(text)), 1.0] for text in texts]

    vectors = text_vectors(["ab", "a", "ab"], Embeddings.of(embed), "en")

    assert asked == ["ab", "a"]
    assert vectors.shape == (3, 2)
    assert (vectors[0] == vectors[2]).all()


def test_a_model_without_a_vector_for_each_text_is_told() -> None:
    with pytest.raises(InputError, match="one vector per text"):
        text_vectors(["a", "b"], Embeddings.of(lambda texts: [[1.0]]), "en")


def test_no_texts_have_no_pairs() -> None:
    for embeddings in (None, Embeddings.of(lambda texts: [[1.0] for _ in texts])):
        vectors = text_vectors([], embeddings, "en")
        assert similar_pairs(vectors, 0.5) == []
        assert pairs_between(vectors, directions(0), 0.5) == []
        assert calibrated_threshold(vectors, []) == 0.9


def test_texts_without_a_word_are_like_nothing() -> None:
    assert similar_pairs(word_vectors(["the", "of the", "?"], "en"), 0.1) == []


@given(st.lists(st.floats(0, 360), max_size=30), st.floats(-0.9, 0.99))
def test_pairs_are_those_over_the_threshold(angles: list[float], threshold: float) -> None:
    vectors = directions(*angles) if angles else np.zeros((0, 0), dtype=np.float32)
    expected = [
        (first, second)
        for first, second in combinations(range(len(angles)), 2)
        if float(vectors[first] @ vectors[second]) >= threshold
    ]

    found = similar_pairs(vectors, threshold)

    differing = set(found) ^ set(expected)
    cosines = [float(vectors[first] @ vectors[second]) for first, second in found]
    assert all(one >= following - 1e-5 for one, following in pairwise(cosines))
    assert all(abs(float(vectors[first] @ vectors[second]) - threshold) < 1e-5 for first, second in differing)


def test_of_too_many_pairs_the_most_alike_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_MOST_PAIRS", 2)
    monkeypatch.setattr(module, "_ROWS_AT_ONCE", 2)

    assert similar_pairs(directions(0, 40, 45, 90, 91, 180), 0.5) == [(3, 4), (1, 2)]


def test_pairs_between_two_arrays() -> None:
    assert sorted(pairs_between(directions(0, 90), directions(91, 1, 45), 0.99)) == [(0, 1), (1, 0)]


def test_calibration_looks_at_unrelated_texts_alone() -> None:
    vectors = directions(*(60 * side + number / 100 for side in (0, 1) for number in range(20)))

    threshold = calibrated_threshold(vectors, [{str(number // 20)} for number in range(40)])

    assert threshold == pytest.approx(np.cos(np.deg2rad(59.8)), abs=1e-3)
    assert len(similar_pairs(vectors, threshold + 1e-3)) == 2 * 190


def test_few_unrelated_texts_calibrate_nothing() -> None:
    assert calibrated_threshold(directions(0, 1, 60, 61), [set()] * 4) == 0.9
    assert calibrated_threshold(directions(*range(90)), [{"a"}] * 90) == 0.9


def test_calibration_is_the_quantile_of_a_spread_sample(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_UNRELATED_QUANTILE", 0.5)
    vectors = directions(*np.linspace(0, 90, 1000).tolist())

    threshold = calibrated_threshold(vectors, [set()] * 1000)

    assert threshold == pytest.approx(np.cos(np.deg2rad(90 * (1 - np.sqrt(0.5)))), abs=0.01)


def test_many_words_are_reduced_and_stay_alike() -> None:
    texts = [f"word{number} word{number + 1} other{number // 2}" for number in range(300)]

    vectors = word_vectors(texts, "en")

    assert vectors.shape == (300, DIMENSIONS)
    assert np.allclose(np.linalg.norm(vectors, axis=1), 1, atol=1e-5)
    assert (vectors == word_vectors(texts, "en")).all()
    beside = [float(vectors[number] @ vectors[number + 1]) for number in range(0, 298, 2)]
    apart = [float(vectors[number] @ vectors[number + 100]) for number in range(0, 198, 2)]
    assert min(beside) > max(apart)


def test_the_order_of_texts_changes_no_cosine() -> None:
    texts = [f"word{number} word{number * 7 % 50} other{number % 9}" for number in range(200)]
    order = np.random.default_rng(1).permutation(len(texts))

    vectors = word_vectors(texts, "en")
    moved = word_vectors([texts[place] for place in order], "en")

    assert np.allclose(moved @ moved.T, (vectors @ vectors.T)[np.ix_(order, order)], atol=0.02)


def test_what_is_not_checked_must_be_half_as_far_from_the_same() -> None:
    assert unchecked(0.9) == pytest.approx(0.95)
    assert unchecked(0.6) == pytest.approx(0.8)
