"""What an embedding model adds to the ranking, and that a question is embedded once."""

from typing import Any

import pytest

from lgm_core.errors import InputError
from lgm_core.retrieval.index.ranking_index import RankingIndex
from lgm_core.retrieval.ranking.ranker import ChainRerank, Ranker
from lgm_core.retrieval.ranking.ranking_options import WORDS_ONLY, RankingOptions
from lgm_core.retrieval.ranking.sentence_vectors import SentenceVectors
from lgm_core.retrieval.ranking.similarity import Similarity
from lgm_core.vectors.port import Embeddings
from lgm_core.vectors.vector_cache import QuantisedVectors
from tests.support.embedders import RecordingModel, embedding_ranker, hashed_words

QUESTION = "Where was the director of Harbour of Glass born?"


def test_an_embedding_model_finds_what_other_words_say(index: RankingIndex) -> None:
    assert Ranker(index, RankingOptions(related_words=0)).passages("author", 1) == []
    (best,) = embedding_ranker(index, hashed_words, RankingOptions(related_words=0)).passages("author", 1)
    assert best.id == "signe aalto#s0"


def test_filters_hold_with_an_embedding_model_too(index: RankingIndex) -> None:
    allowed = frozenset({"glass", "turvola"})
    ranked = embedding_ranker(index, hashed_words).passages(
        "Who is the author of Harbour of Glass?", 10, allowed=allowed
    )
    assert {passage.id for passage in ranked} == {"glass#s0", "turvola#s0"}


@pytest.mark.parametrize("retrieve", ["passages", "sentences"])
def test_a_question_is_embedded_with_its_second_questions_in_one_batch(index: RankingIndex, retrieve: str) -> None:
    model = RecordingModel()
    ranker = embedding_ranker(index, model.embeddings)
    getattr(ranker, retrieve)(QUESTION, 5)
    assert model.questions.calls == [[QUESTION, "Where was the director of of born?"]]
    assert len(model.documents.texts) == index.sentence_count


def test_only_the_rarest_name_makes_a_second_question(index: RankingIndex) -> None:
    model = RecordingModel()
    embedding_ranker(index, model.embeddings).passages(
        "Do Harbour of Glass, Ilmari Tarkka and Signe Aalto share a town?", 5
    )
    assert [len(call) for call in model.questions.calls] == [2]


def test_a_question_that_names_nothing_needs_one_text(index: RankingIndex) -> None:
    model = RecordingModel()
    assert embedding_ranker(index, model.embeddings, WORDS_ONLY).passages(QUESTION, 5)
    assert model.questions.calls == [[QUESTION]]


def test_what_a_chain_left_to_ask_decides_between_what_it_leads_to(index: RankingIndex) -> None:
    said = {QUESTION: "nothing", "Where was the director of of born?": "writer"}
    model = Embeddings(hashed_words, lambda texts: hashed_words([said[text] for text in texts]))
    found = {passage.id: passage.score for passage in embedding_ranker(index, model).passages(QUESTION, 9)}
    plain = {passage.id: passage.score for passage in Ranker(index).passages(QUESTION, 9)}
    assert found != plain


def test_sentences_are_embedded_once_under_their_titles(index: RankingIndex) -> None:
    model = RecordingModel()
    ranker = embedding_ranker(index, model.embeddings)
    ranker.passages("Who is the author?")
    ranker.with_options(WORDS_ONLY).sentences("Who is the author?")
    assert len(model.documents.calls) == 1
    assert "Harbour of Glass: It stars Runa Belov and Odo Krell." in model.documents.texts
    assert "Glass is made of sand." in model.documents.texts


def test_other_options_keep_the_embedding_model(index: RankingIndex) -> None:
    ranker = embedding_ranker(index, hashed_words).with_options(RankingOptions(related_words=0))
    assert [passage.id for passage in ranker.passages("author", 1)] == ["signe aalto#s0"]


def test_other_options_keep_the_reranker(index: RankingIndex) -> None:
    ranker = Ranker(index, rerank=lambda question, texts: [-float(len(text)) for text in texts])
    reranked = ranker.with_options(WORDS_ONLY).passages(QUESTION, 3)
    assert reranked
    assert [passage.score for passage in reranked] == sorted((passage.score for passage in reranked), reverse=True)
    assert reranked[0].score < 0


def test_a_model_that_loses_texts_is_refused(index: RankingIndex) -> None:
    with pytest.raises(InputError, match="shape"):
        embedding_ranker(index, lambda texts: hashed_words(texts)[:-1])


def test_vectors_of_another_number_of_sentences_are_refused(index: RankingIndex) -> None:
    vectors = SentenceVectors(QuantisedVectors.empty(2, 997))
    with pytest.raises(InputError, match="2 vectors were given"):
        Similarity(index, Embeddings.of(hashed_words), vectors)


def test_questions_of_other_dimensions_than_the_sentences_are_refused(index: RankingIndex) -> None:
    model = Embeddings(hashed_words, lambda texts: [[1.0, 0.0]] * len(texts))
    with pytest.raises(InputError, match="2 dimensions for questions and 997 for documents"):
        embedding_ranker(index, model).passages("Who is the author?")


# Rerankers: what they are shown, and that their scores decide.


class Scores:
    """Scores texts by a word, and keeps what it was shown."""

    def __init__(self, word: str) -> None:
        self._word, self.shown = word, list[str]()

    def __call__(self, question: str, texts: list[str]) -> list[float]:
        self.shown = texts
        return [float(self._word in text) for text in texts]


def test_a_reranker_is_shown_passages_by_themselves(index: RankingIndex) -> None:
    scores = Scores("Turvola")
    first = Ranker(index, rerank=scores).passages(QUESTION, 1)
    assert (
        "Harbour of Glass is a 1987 film directed by Ilmari Tarkka. It stars Runa Belov and Odo Krell." in scores.shown
    )
    assert first[0].score == 1


def test_a_reranker_of_chains_is_shown_what_leads_to_each_passage(index: RankingIndex) -> None:
    plain, scores = Scores(""), Scores("director")
    Ranker(index, rerank=plain).passages(QUESTION)
    reached = [hit for hit in Ranker(index, rerank=ChainRerank(scores)).passages(QUESTION, 20) if hit.before]
    assert reached
    for hit in Ranker(index).passages(QUESTION, 20):
        text, before = (" ".join(index.texts_of([_section(index, id)])[0]) if id else "" for id in (hit.id, hit.before))
        path = " → ".join(hit.path)
        assert " ".join(part for part in (f"{path}:" if path else "", before, text) if part) in scores.shown
    assert len(plain.shown) == len(scores.shown)


@pytest.mark.parametrize(
    ("scores", "fault"),
    [
        ([1.0], r"shape \(1,\) for \d+ texts"),
        (float("nan"), "infinite or undefined"),
        (None, r"shape \(\) for"),
        ("many", "infinite|shape|number per text"),
    ],
)
def test_scores_of_no_use_are_refused(index: RankingIndex, scores: object, fault: str) -> None:
    def rerank(question: str, texts: list[str]) -> Any:
        return [scores] * len(texts) if isinstance(scores, float) else scores

    for reranker in (rerank, ChainRerank(rerank)):
        with pytest.raises(InputError, match=fault):
            Ranker(index, rerank=reranker).passages(QUESTION)


def test_a_column_of_scores_will_do(index: RankingIndex) -> None:
    hits = Ranker(index, rerank=lambda question, texts: [[len(text)] for text in texts]).passages(QUESTION)
    assert [hit.score for hit in hits] == sorted((hit.score for hit in hits), reverse=True)


def _section(index: RankingIndex, id: str) -> int:
    return next(int(section) for section in index.sentence_table()[0] if index.section_id(int(section)) == id)
