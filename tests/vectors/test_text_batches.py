"""Batches of texts: bounded, of similar length, and their vectors in the order of the texts."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lgm_core.vectors.text_batches import embedded_in_batches


@given(st.lists(st.text("ab", max_size=40), min_size=1), st.integers(1, 5), st.integers(1, 60))
def test_every_text_gets_its_vector_and_no_batch_is_too_large(texts: list[str], most: int, characters: int) -> None:
    def embed(batch: list[str]) -> list[list[float]]:
        assert len(batch) == 1 or (len(batch) <= most and len(batch) * max(map(len, batch)) <= characters)
        return [[len(text), text.count("a")] for text in batch]

    found = embedded_in_batches(embed, texts, most_texts=most, most_characters=characters)
    assert found.tolist() == [[len(text), text.count("a")] for text in texts]


def test_a_model_that_loses_a_text_is_refused() -> None:
    with pytest.raises(ValueError, match="shorter"):
        embedded_in_batches(lambda batch: [[1.0]] * (len(batch) - 1), ["a", "b"], most_texts=9, most_characters=99)
