"""Questions of several data sets over one pool, and the figures of a ranking of it."""

import json
from functools import partial
from pathlib import Path

import pytest

from benchmarks.pooled_questions import ranked_documents, read_pooled, scores_of
from lgm_core.errors import InputError
from lgm_core.evaluation.baselines import BM25
from lgm_core.evaluation.datasets import Passage, Question
from lgm_core.evaluation.retrieval_benchmark import build_corpus_graph

CORPUS = [
    Passage("film", "Harbour of Glass", "Harbour of Glass is a 1987 film directed by Ilmari Tarkka. It was a success."),
    Passage("maker", "Ilmari Tarkka", "Ilmari Tarkka was a film maker. He was born in Vesilahti."),
    Passage("village", "Vesilahti", "Vesilahti is a village. Its church was built in 1802."),
    Passage("other", "Runa Belov", "Runa Belov was born in Karsk. Where she was born there is a harbour."),
    Passage("glass", "Glass", "Glass is made of sand. Born of fire, it is older than film."),
    Passage("director", "Director", "A director directs. The director of a film is seldom born to it."),
    Passage("born", "Born", "To be born is to begin. Where one was born is a question."),
]
QUESTIONS = [
    Question("1", "Where was the director of Harbour of Glass born?", ("film", "maker")),
    Question("2", "When was the church of Vesilahti built?", ("village",)),
]


def test_gold_passages_are_counted_down_to_several_places(tmp_path: Path) -> None:
    with build_corpus_graph(CORPUS, tmp_path / "g.lgm") as graph:
        figures = scores_of(partial(ranked_documents, graph.ranker()), QUESTIONS)
    assert figures["recall@1"] == 0.75  # half of the two gold passages of one question, the one of the other
    assert figures["recall@2"] == figures["recall@20"] == figures["mrr"] == figures["oracle_recall@5"] == 1.0
    assert figures["all@5"] == 1.0
    assert 0 < figures["query_ms_p50"] <= figures["query_ms_p95"]


def test_bm25_misses_what_only_a_chain_leads_to() -> None:
    baseline = BM25([f"{passage.title} {passage.text}" for passage in CORPUS])
    scores = scores_of(lambda question: [CORPUS[place].id for place in baseline.rank(question, 20)], QUESTIONS)
    assert scores["recall@2"] < 1.0


def test_pooled_corpora_share_a_passage(tmp_path: Path) -> None:
    first, others, questions, about = (tmp_path / f"{name}.jsonl" for name in ("first", "others", "asked", "about"))
    first.write_text("".join(json.dumps({"id": p.id, "title": p.title, "text": p.text}) + "\n" for p in CORPUS))
    questions.write_text(json.dumps({"id": "1", "question": "Who?", "gold_passages": ["film"]}))
    shared = json.loads(first.read_text().splitlines()[2]) | {"id": "v"}
    mill = {"id": "film", "title": "Mill of Osk", "text": "The Mill of Osk grinds rye."}
    others.write_text(f"{json.dumps(shared)}\n{json.dumps(mill)}\n")
    about.write_text(json.dumps({"id": "1", "question": "When was its church built?", "gold_passages": ["v"]}))
    pooled = read_pooled([first, others], [questions, about])
    assert [passage.id for passage in pooled.passages] == [*(f"1/{passage.id}" for passage in CORPUS), "2/film"]
    assert [question.id for question in pooled.questions] == ["1/1", "2/1"]
    assert pooled.questions[-1].gold_passages == ("1/village",)
    with pytest.raises(InputError, match="2 corpora and 1 files of questions"):
        read_pooled([first, first], [questions])
    about.write_text(json.dumps({"id": "1", "question": "Who?", "gold_passages": ["nowhere"]}))
    with pytest.raises(InputError, match="gold passage 'nowhere' of question '1' is"):
        read_pooled([first], [about])
