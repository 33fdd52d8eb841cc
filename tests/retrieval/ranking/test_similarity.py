"""What an embedding model adds to the ranking, and that a question is embedded once."""

import pytest

from lgm_core.errors import InputError
from lgm_core.retrieval.index.ranking_index import RankingIndex
from lgm_core.retrieval.ranking.ranker import Ranker
from lgm_core.retrieval.ranking.ranking_options import RankingOptions
from lgm_core.retrieval.ranking.ranking_weights import WORDS_ONLY
from lgm_core.retrieval.ranking.sentence_vectors import SentenceVectors
from lgm_core.retrieval.ranking.similarity import Similarity
from lgm_core.vectors.port import Embeddings
from lgm_core.vectors.vector_cache import QuantisedVectors
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
def test_a_question_is_embedded_with_its_second_questions_in_one_batch(index: RankingIndex, retrieve: str) -> None:
    model = RecordingModel()
    ranker = Ranker(index, embed=model.embeddings)
    getattr(ranker, retrieve)(QUESTION, 5)
    assert model.questions.calls == [[QUESTION, "Where was the director of of born?"]]
    assert len(model.documents.texts) == index.sentence_count


def test_only_the_rarest_name_makes_a_second_question(index: RankingIndex) -> None:
    model = RecordingModel()
    Ranker(index, embed=model.embeddings).passages(
        "Do Harbour of Glass, Ilmari Tarkka and Signe Aalto share a town?", 5
    )
    assert [len(call) for call in model.questions.calls] == [2]


def test_a_question_that_names_nothing_needs_one_text(index: RankingIndex) -> None:
    model = RecordingModel()
    assert Ranker(index, WORDS_ONLY, embed=model.embeddings).passages(QUESTION, 5)
    assert model.questions.calls == [[QUESTION]]


def test_what_a_chain_left_to_ask_decides_between_what_it_leads_to(index: RankingIndex) -> None:
    said = {QUESTION: "nothing", "Where was the director of of born?": "writer"}
    model = Embeddings(hashed_words, lambda texts: hashed_words([said[text] for text in texts]))
    found = {passage.id: passage.score for passage in Ranker(index, embed=model).passages(QUESTION, 9)}
    plain = {passage.id: passage.score for passage in Ranker(index).passages(QUESTION, 9)}
    assert found != plain


def test_sentences_are_embedded_once_under_their_titles(index: RankingIndex) -> None:
    model = RecordingModel()
    ranker = Ranker(index, embed=model.embeddings)
    ranker.passages("Who is the author?")
    ranker.with_options(WORDS_ONLY).sentences("Who is the author?")
    assert len(model.documents.calls) == 1
    assert "Harbour of Glass: It stars Runa Belov and Odo Krell." in model.documents.texts
    assert "Glass is made of sand." in model.documents.texts


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
    vectors = SentenceVectors(QuantisedVectors.empty(2, 997))
    with pytest.raises(InputError, match="2 vectors were given"):
        Similarity(index, hashed_words, vectors)


def test_questions_of_other_dimensions_than_the_sentences_are_refused(index: RankingIndex) -> None:
    model = Embeddings(hashed_words, lambda texts: [[1.0, 0.0]] * len(texts))
    with pytest.raises(InputError, match="2 dimensions for questions and 997 for documents"):
        Ranker(index, embed=model).passages("Who is the author?")
