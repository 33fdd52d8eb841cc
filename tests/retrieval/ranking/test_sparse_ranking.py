"""Looking only at sections that may come to the top changes nothing: the ranking is that of a look at all of them."""

from random import Random

import pytest

from lgm_core.retrieval.ranking import coverage, ranker
from lgm_core.retrieval.ranking.ranker import Ranker
from lgm_core.retrieval.ranking.ranking_options import RankingWeights
from tests.support.dense_ranking import dense_ranking
from tests.support.indexes import random_index
from tests.support.random_documents import random_question

WEIGHTS = RankingWeights()


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("long", [1, 20, 4096])
def test_passages_and_sentences_are_those_of_a_dense_ranking(
    seed: int, long: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    # In graphs of thousands of sections parts are long; here they have to be so by decree.
    monkeypatch.setattr(coverage, "_LONG", long)
    monkeypatch.setattr(ranker, "_FIRST_SECTIONS", 1)
    monkeypatch.setattr(ranker, "_SECTIONS_A_SENTENCE", 1)
    random = Random(seed)
    index = random_index(random)
    ranked = Ranker(index, WEIGHTS)
    found = 0
    for _ in range(12):
        question = random_question(random)
        sections, sentences = dense_ranking(question, index, WEIGHTS)
        for k in (1, 4, 15, 1000):
            passages = {hit.id: hit.score for hit in ranked.passages(question, k)}
            assert passages == pytest.approx(dict(list(sections.items())[:k]), rel=1e-5)
            assert list(passages) == list(sections)[:k]
            hits = {hit.id: hit.score for hit in ranked.sentences(question, k)}
            assert hits == pytest.approx(dict(list(sentences.items())[:k]), rel=1e-5)
            assert list(hits) == list(sentences)[:k]
            found += len(hits)
    assert found > 100


@pytest.mark.parametrize("seed", range(2))
def test_parts_that_are_everywhere_are_only_looked_up(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(coverage, "_LONG", 1)
    monkeypatch.setattr("lgm_core.retrieval.ranking.section_ranking._REWARDED", 1)
    random = Random(seed)
    index = random_index(random)
    looked_at = []
    for _ in range(30):
        query = ranker.read_question(random_question(random), index, WEIGHTS)
        found = coverage.cover(query, index, WEIGHTS, 3).found
        everything = coverage.cover(query, index, WEIGHTS, 1 << 30).found
        assert everything.is_complete
        best = sorted(everything.totals, reverse=True)[:3]
        assert sorted(found.totals, reverse=True)[:3] == pytest.approx(best)
        looked_at.append(len(found.sections) < len(everything.sections))
    assert any(looked_at)
