"""Vectors in a byte a dimension."""

import numpy as np

from lgm_core.vectors.vector_cache import QuantisedVectors, embedded
from tests.support.embedders import hashed_words


def random_vectors(count: int, dimensions: int) -> np.ndarray:
    vectors = np.random.default_rng(3).normal(size=(count, dimensions)).astype(np.float32)
    return vectors / np.linalg.norm(vectors, axis=1, keepdims=True)


def test_products_are_nearly_those_of_the_vectors() -> None:
    vectors = random_vectors(9000, 96)  # more than one block
    quantised = QuantisedVectors.of(vectors)
    np.testing.assert_allclose(quantised.products(vectors[17]), vectors @ vectors[17], atol=0.01)
    np.testing.assert_allclose(quantised.restored(), vectors, atol=0.003)
    assert quantised.rows.nbytes == 9000 * (96 + 4)


def test_a_vector_of_zeros_stays_one() -> None:
    assert QuantisedVectors.of(np.zeros((2, 3), dtype=np.float32)).restored().tolist() == [[0, 0, 0]] * 2


def test_texts_are_embedded_some_thousand_at_a_time() -> None:
    texts = [f"word{number}" for number in range(8200)]
    parts = list(embedded(hashed_words, texts))
    assert [len(part) for part in parts] == [8192, 8]
    assert parts[1].dimensions == 997
