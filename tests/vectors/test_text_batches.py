"""Batches of texts: bounded, of similar length, and their vectors in the order of the texts."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lgm_core.vectors.text_batches import MOST_CHARACTERS, MOST_TEXTS, embedded_in_batches

TEXTS = st.builds("{0}{1}".format, st.text("ab", max_size=40), st.integers(0, MOST_CHARACTERS).map("a".__mul__))


@given(st.lists(TEXTS, min_size=1, max_size=3 * MOST_TEXTS))
def test_every_text_gets_its_vector_and_no_batch_is_too_large(texts: list[str]) -> None:
    def embed(batch: list[str]) -> list[list[float]]:
        assert len(batch) <= MOST_TEXTS
        assert len(batch) == 1 or len(batch) * max(map(len, batch)) <= MOST_CHARACTERS
        return [[len(text), text.count("a")] for text in batch]

    found = embedded_in_batches(embed, texts)
    assert found.tolist() == [[len(text), text.count("a")] for text in texts]


def test_a_model_that_loses_a_text_is_refused() -> None:
    with pytest.raises(ValueError, match="shorter"):
        embedded_in_batches(lambda batch: [[1.0]] * (len(batch) - 1), ["a", "b"])
