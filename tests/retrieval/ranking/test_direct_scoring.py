"""What a passage says by itself: how often it has the question's words, and whether side by side."""

from dataclasses import replace
from random import Random

import numpy as np
import pytest

from lgm_core.language.lite.lite_annotator import LiteAnnotator
from lgm_core.learning.analysis import analyse_documents
from lgm_core.model import Document
from lgm_core.retrieval.index.ranking_index import RankingIndex
from lgm_core.retrieval.ranking.own_scores import direct_scores, with_meaning
from lgm_core.retrieval.ranking.query import Query, read_question
from lgm_core.retrieval.ranking.ranker import Ranker
from lgm_core.retrieval.ranking.ranking_options import RankingWeights
from tests.retrieval.ranking.conftest import PASSAGES
from tests.support.indexes import index_of_graphs, random_index
from tests.support.plain_ranking import plain_row, sections_of
from tests.support.random_documents import random_question

WEIGHTS = RankingWeights()


def index_of(texts: dict[str, str]) -> RankingIndex:
    documents = [Document.from_text(text, id=name) for name, text in texts.items()]
    return index_of_graphs(analyse_documents(documents, LiteAnnotator(), "test"))


def first(texts: dict[str, str], question: str, weights: RankingWeights = WEIGHTS) -> str:
    return Ranker(index_of(texts), weights).passages(question, 1)[0].id.split("#")[0]


def test_the_passage_that_has_the_word_more_often_comes_first() -> None:
    texts = {
        "a": "The tower has a clock. Visitors come in spring and admire the tall gate.",
        "b": "The clock is old. A smith made the clock, and the clock strikes at noon.",
    }
    assert first(texts, "Who made this clock?") == "b"
    assert first(texts, "How old is such a clock?") == "b"


def test_words_side_by_side_count_more_than_the_same_words_apart() -> None:
    texts = {
        "apart": "Good bread needs a black stone. The oven heats white sand, then rye is ground.",
        "close": "Good rye needs a stone. The oven heats sand, then black bread is white and ground.",
    }
    assert first(texts, "How is black bread made?") == "close"
    assert first(texts, "How is white sand made?") == "apart"


def test_words_for_who_asks_find_nothing() -> None:
    texts = {"shed": "Oil keeps my shed dry. Paint protects me.", "boats": "Boats lie in harbours."}
    found = Ranker(index_of(texts)).passages("Who moves my boats to me?", 5)
    assert [hit.id for hit in found] == ["boats#s0"]


def test_words_for_who_asks_count_in_names() -> None:
    index = index_of(
        {
            "war": "World War I ended in 1918. My Fair Lady is a musical.",
            "shed": "When do we open our shed? I open my shed.",
        }
    )

    def held(question: str) -> list[bool]:
        return [bool(word.numbers) for word in read_question(question, index, WEIGHTS).wording]

    assert held("When did World War I end?")[4]
    assert held("Who sang in My Fair Lady?")[3]
    assert held("When do I open my shed?") == [True, True, False, True, False, True]


def test_a_chain_does_not_lead_where_the_question_names_nothing_and_one_passage_answers(index) -> None:
    question = "In what place do ships lie, and are there many cranes?"
    assert Ranker(index).passages(question, 1)[0].id == "harbour#s0"


def test_what_is_reached_counts_less_when_nothing_answers(index) -> None:
    question = "Where was an actor born in a village?"
    query = read_question(question, index, WEIGHTS)
    assert not any(seed.is_name for seed in query.seeds)
    chains_only = replace(WEIGHTS, direct_first=0, direct_unnamed=0, direct_alone=0)

    def scores(weights: RankingWeights) -> dict[str, float]:
        return {hit.id: hit.score for hit in Ranker(index, weights).passages(question, 10) if hit.before}

    held_back, full = scores(replace(chains_only, anchored=10)), scores(replace(chains_only, anchored=0.01))
    assert full
    assert all(held_back.get(section, 0) < score for section, score in full.items())


@pytest.mark.parametrize("seed", range(6))
def test_scores_are_those_of_a_plain_count(seed: int) -> None:
    random = Random(seed)
    index = random_index(random)
    phrases = 0
    for _ in range(5):
        query = read_question(random_question(random), index, WEIGHTS)
        sections = np.sort(np.array(random.sample(sections_of(index), 20)))
        expected = [_plain_score(query, section, index) for section in sections.tolist()]
        np.testing.assert_allclose(direct_scores(sections, query, index, WEIGHTS), expected, rtol=1e-4)
        without = direct_scores(sections, query, index, replace(WEIGHTS, phrase=0))
        phrases += int((without < np.array(expected) - 1e-3).sum())
    assert phrases


def _plain_score(query: Query, section: int, index: RankingIndex) -> float:
    at = np.array([section])
    relative = float(index.words_in(at)[0]) / index.mean_words
    norm = WEIGHTS.term_saturation * (1 - WEIGHTS.length_normalisation + WEIGHTS.length_normalisation * relative)
    score = 0.0
    for word in set(query.wording):
        frequency = max((plain_row(index.sections_with(n)).get(section, 0.0) for n in word.numbers), default=0.0)
        score += word.weight * (1 + WEIGHTS.term_saturation) * frequency / (frequency + norm)
    places = {word: {p for n in word.numbers for p in index.occurrences([n], at)[1].tolist()} for word in query.wording}
    for left, right in set(zip(query.wording, query.wording[1:], strict=False)):
        if any(place + 1 in places[right] for place in places[left]):
            score += WEIGHTS.phrase * (left.weight + right.weight) / 2
    return score


# What something is: the passage and the sentence that define it come before those that only mention it.

TEXTS = {
    "baskets": "In the oldest hives the combs hang on the walls. A skep is a basket of straw. People made it by hand.",
    "harvest": "To empty a skep, one cut the comb out of the skep. Then the skep was hung up or a new skep bought.",
    "yards": "Many hives stand in one apiary. An apiary, also called a bee yard, is a place for hives. It is fenced.",
    "rules": "An apiary needs a fence and an apiary needs water. Whoever has an apiary is asked to tell. It is a rule.",
    "tools": "A hive tool is a steel lever. The tool is a gift.",
    "gifts": "Nobody forgets the hive tool: a hive tool makes a good gift, the tool of the hive.",
}


@pytest.fixture(scope="module")
def hives() -> RankingIndex:
    documents = [Document.from_text(text, id=name) for name, text in TEXTS.items()]
    return index_of_graphs(analyse_documents(documents, LiteAnnotator(), "test"))


@pytest.mark.parametrize(
    ("question", "sentence"),
    [
        ("What is a skep?", "baskets#1"),
        ("What is an apiary?", "yards#1"),
        ("what is a hive tool", "tools#0"),
    ],
)
def test_the_defining_sentence_and_its_passage_come_first(hives: RankingIndex, question: str, sentence: str) -> None:
    ranker = Ranker(hives)
    assert ranker.sentences(question, 3)[0].id == sentence
    assert ranker.passages(question, 1)[0].id.split("#")[0] == sentence.split("#")[0]


def test_without_the_rule_others_come_first(hives: RankingIndex) -> None:
    ranker = Ranker(hives, RankingWeights(definition=0, defining_sentence=0))
    assert ranker.passages("What is a skep?", 1)[0].id.startswith("harvest")
    assert ranker.sentences("What is an apiary?", 1)[0].id != "yards#1"


@pytest.mark.parametrize(
    "question", ["skep", "Define a skep", "What is a skep made of?", "What is a zeppelin?", "What is it?", ""]
)
def test_other_questions_ask_for_no_definition(hives: RankingIndex, question: str) -> None:
    assert read_question(question, hives, RankingWeights()).subject is None


def test_words_are_no_definition_where_the_sentence_goes_on_otherwise(hives: RankingIndex) -> None:
    assert Ranker(hives).sentences("What is the tool?", 1)[0].id == "tools#1"
    assert Ranker(hives).sentences("What needs an apiary?", 1)[0].id == "rules#0"


@pytest.mark.parametrize(("titled", "counts"), [(True, False), (False, True)])
def test_own_words_count_in_all_places_unless_each_passage_is_about_its_title(titled: bool, counts: bool) -> None:
    documents = [
        Document(id=str(place), text=text, title=title if titled else f"report {place}")
        for place, (title, text) in enumerate(PASSAGES.items())
    ]
    index = index_of_graphs(analyse_documents(documents, LiteAnnotator(), "test"))
    question = "Where was the director of Harbour of Glass born?"
    found, without = (
        Ranker(index, replace(WEIGHTS, direct_unnamed=weight)).passages(question, 5)
        for weight in (WEIGHTS.direct_unnamed, 0.0)
    )
    assert (found != without) is counts


def test_a_model_that_disagrees_with_words_that_cover_the_question_does_not_prevail() -> None:
    of_words, of_meaning = np.array([3.0, 1.0, 0.9], np.float32), np.array([0.3, 0.6, 0.2], np.float32)
    assert with_meaning(of_words, of_meaning, 0.0, WEIGHTS.similarity).argmax() == 1
    assert with_meaning(of_words, of_meaning, 1.0, WEIGHTS.similarity).argmax() == 0


def test_meaning_counts_the_same_in_models_that_find_all_texts_alike() -> None:
    of_words, of_meaning = np.array([1.0, 0.9, 0.2], np.float32), np.array([0.1, 0.4, 0.2], np.float32)
    alike = 0.6 + of_meaning / 4
    scores = with_meaning(of_words, of_meaning, 0.5, WEIGHTS.similarity)
    np.testing.assert_allclose(scores, with_meaning(of_words, alike, 0.5, WEIGHTS.similarity), rtol=1e-5)
