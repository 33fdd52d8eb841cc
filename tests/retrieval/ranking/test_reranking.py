"""Rerankers: what they are shown, and that their scores decide."""

from typing import Any

import pytest

from lgm_core.errors import InputError
from lgm_core.retrieval.index.ranking_index import RankingIndex
from lgm_core.retrieval.ranking.ranker import ChainRerank, Ranker

QUESTION = "Where was the director of Harbour of Glass born?"


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
