"""What an embedding model adds to the ranking, and that a question is embedded once."""

import numpy as np
import pytest

from lgm_core.errors import InputError
from lgm_core.retrieval.index.ranking_index import RankingIndex
from lgm_core.retrieval.ranking.ranker import Ranker
from lgm_core.retrieval.ranking.ranking_options import RankingOptions
from lgm_core.retrieval.ranking.ranking_weights import WORDS_ONLY
from lgm_core.retrieval.ranking.sentence_vectors import sentence_texts
from lgm_core.vectors.port import Embeddings
from tests.support.embedders import RecordingModel, hashed_words

QUESTION = "Where was the director of Harbour of Glass born?"


def test_an_embedding_model_finds_what_other_words_say(index: RankingIndex) -> None:
    assert Ranker(index, RankingOptions(related_words=0)).passages("author", 1) == []
    (best,) = Ranker(index, RankingOptions(related_words=0), embed=hashed_words).passages("author", 1)
    assert best.id == "signe aalto#s0"


def test_filters_hold_with_an_embedding_model_too(index: RankingIndex) -> None:
    allowed = frozenset({"glass", "turvola"})
    ranked = Ranker(index, embed=hashed_words).passages("Who is the author of Harbour of Glass?", 10, allowed=allowed)
    assert {passage.id for passage in ranked} == {"glass#s0", "turvola#s0"}


@pytest.mark.parametrize("retrieve", ["passages", "sentences"])
def test_a_question_is_embedded_once_and_never_as_a_document(index: RankingIndex, retrieve: str) -> None:
    model = RecordingModel()
    ranker = Ranker(index, embed=model.embeddings)
    getattr(ranker, retrieve)(QUESTION, 5)
    question, follow_ups = model.questions.calls
    assert question == [QUESTION]
    assert QUESTION not in follow_ups
    assert "Ilmari Tarkka: Where was the director of of born?" in follow_ups
    assert len(follow_ups) == len(set(follow_ups))
    assert model.documents.texts == sentence_texts(index)


def test_a_question_whose_sections_are_reached_by_no_chain_needs_one_call(index: RankingIndex) -> None:
    model = RecordingModel()
    assert Ranker(index, WORDS_ONLY, embed=model.embeddings).passages(QUESTION, 5)
    assert model.questions.calls == [[QUESTION]]


def test_sentences_are_embedded_once(index: RankingIndex) -> None:
    model = RecordingModel()
    ranker = Ranker(index, embed=model.embeddings)
    ranker.passages("Who is the author?")
    ranker.with_options(WORDS_ONLY).sentences("Who is the author?")
    assert model.documents.texts == sentence_texts(index)


def test_other_options_keep_the_embedding_model(index: RankingIndex) -> None:
    ranker = Ranker(index, embed=hashed_words).with_options(RankingOptions(related_words=0))
    assert [passage.id for passage in ranker.passages("author", 1)] == ["signe aalto#s0"]


def test_other_options_keep_the_reranker(index: RankingIndex) -> None:
    ranker = Ranker(index, rerank=lambda question, texts: [-float(len(text)) for text in texts])
    reranked = ranker.with_options(WORDS_ONLY).passages(QUESTION, 3)
    assert reranked
    assert [passage.score for passage in reranked] == sorted((passage.score for passage in reranked), reverse=True)
    assert reranked[0].score < 0


def test_a_model_that_loses_texts_is_refused(index: RankingIndex) -> None:
    with pytest.raises(InputError, match="shape"):
        Ranker(index, embed=lambda texts: hashed_words(texts)[:-1]).passages("Who is the author?")


def test_vectors_of_another_number_of_sentences_are_refused(index: RankingIndex) -> None:
    with pytest.raises(InputError, match="2 vectors were given"):
        Ranker(index, embed=hashed_words, vectors=np.zeros((2, 997), dtype=np.float32))


def test_questions_of_other_dimensions_than_the_sentences_are_refused(index: RankingIndex) -> None:
    model = Embeddings(hashed_words, lambda texts: [[1.0, 0.0]] * len(texts))
    with pytest.raises(InputError, match="2 dimensions for questions and 997 for documents"):
        Ranker(index, embed=model).passages("Who is the author?")
