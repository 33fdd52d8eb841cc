"""What embedding texts promises: unit vectors in order, in batches, and clear errors about what a model returns."""

import numpy as np
import pytest

from lgm_core.errors import InputError
from lgm_core.vectors.port import Embeddings
from lgm_core.vectors.unit_vectors import unit_vectors
from tests.support.embedders import RecordingEmbed, hashed_words


def test_vectors_have_length_one_and_keep_their_direction() -> None:
    np.testing.assert_allclose(unit_vectors(lambda _: [[3.0, 4.0], [0.0, -2.0]], ["a", "b"]), [[0.6, 0.8], [0.0, -1.0]])


def test_a_vector_of_zeros_stays_one() -> None:
    np.testing.assert_array_equal(unit_vectors(lambda _: [[0.0, 0.0]], ["a"]), [[0.0, 0.0]])


def test_many_texts_go_to_the_model_in_batches_and_come_back_in_order() -> None:
    embed, texts = RecordingEmbed(), [f"text number {number}" for number in range(600)]
    vectors = unit_vectors(embed, texts)
    assert [len(call) for call in embed.calls] == [256, 256, 88]
    np.testing.assert_allclose(vectors[599], unit_vectors(hashed_words, texts[599:])[0])


def test_no_texts_need_no_call() -> None:
    embed = RecordingEmbed()
    assert unit_vectors(embed, []).shape == (0, 0)
    assert embed.calls == []


@pytest.mark.parametrize(
    ("returned", "message"),
    [
        ([[1.0, 2.0]], r"shape \(1, 2\) for 2 texts"),
        ([1.0, 2.0], r"shape \(2,\) for 2 texts"),
        ([[1.0], [1.0, 2.0]], "different lengths for 2 texts"),
        ([[1.0, float("nan")], [1.0, 2.0]], "undefined numbers"),
    ],
)
def test_a_model_that_returns_no_vector_for_each_text_is_refused(returned, message) -> None:
    with pytest.raises(InputError, match=message):
        unit_vectors(lambda _: returned, ["a", "b"])


def test_batches_of_different_dimensions_are_refused() -> None:
    with pytest.raises(InputError, match=r"\[3, 256\] dimensions"):
        unit_vectors(lambda texts: np.eye(len(texts)), ["text"] * 259)


def test_one_function_serves_documents_and_questions() -> None:
    assert Embeddings.of(hashed_words) == Embeddings(documents=hashed_words, questions=hashed_words)
    model = Embeddings(documents=hashed_words, questions=RecordingEmbed())
    assert Embeddings.of(model) is model
