"""What embedding will take is told from all sentences and a sample of them."""

import pytest

from lgm_core import Document, Prices, estimate_build
from lgm_core.llm.tokens import count_tokens
from tests.support.embedders import RecordingEmbed

TEXT = "".join(f"Orchard {number} has {number} trees. " for number in range(200))


def test_all_sentences_are_counted_below_their_titles_and_few_are_embedded() -> None:
    model = RecordingEmbed()
    told = estimate_build(Document(id="a", title="Trees of the north", text=TEXT), embed=model)
    assert told.embedding is not None
    sentences = [f"Trees of the north: Orchard {number} has {number} trees." for number in range(200)]
    assert (told.embedding.texts, told.embedding.tokens) == (200, sum(map(count_tokens, sentences)))
    assert (told.cost, told.embedding.cost) == (None, None)
    assert len(set(model.texts)) == 64
    assert set(model.texts) <= set(sentences)
    assert f"embedding  200 texts, {told.embedding.tokens} tokens" in str(told)


def test_the_price_of_embedding_is_part_of_the_cost() -> None:
    document = Document(id="a", title="Trees", text=TEXT)
    prices = Prices(prompt=2, completion=3, embedding=5)
    without, told = (estimate_build(document, embed=embed, prices=prices) for embed in (None, RecordingEmbed()))
    assert told.embedding is not None
    assert told.embedding.cost == pytest.approx(told.embedding.tokens * 5 / 1_000_000)
    assert told.cost == pytest.approx(without.cost + told.embedding.cost)


def test_no_sentences_take_nothing() -> None:
    model = RecordingEmbed()
    told = estimate_build([], embed=model)
    assert told.embedding is not None
    assert (told.embedding.texts, told.embedding.seconds, model.calls) == (0, 0, [])
