"""Focused passages: windows of the sentences that answer best, within a number of words."""

from itertools import pairwise

import pytest

from lgm_core.language.lite.lite_annotator import LiteAnnotator
from lgm_core.learning.analysis import analyse_documents
from lgm_core.model import Document
from lgm_core.retrieval.index.ranking_index import RankingIndex
from lgm_core.retrieval.ranking.query import read_question
from lgm_core.retrieval.ranking.ranker import Hit, Ranker, ranked_sections
from lgm_core.retrieval.ranking.ranking_options import RankingWeights
from tests.support.embedders import embedding_ranker, hashed_words
from tests.support.indexes import index_of_graphs

BORN = "Where was the director of Harbour of Glass born?"

TEXTS = {
    "pump": (
        "The office opens at nine.",
        "The bilge pump has a float switch.",
        "The float switch of the pump starts at ten centimetres.",
        "Lunch is served at noon.",
        "Parking costs two francs.",
        "A spare switch for the bilge pump is in the blue locker.",
        "Bread is baked on Fridays.",
    ),
    "copy": ("The bilge pump has a float switch.", "Its filter is cleaned every week by the crew."),
}
QUESTION = "Which switch does the bilge pump have?"


@pytest.fixture(scope="module")
def pump() -> RankingIndex:
    documents = [Document(id=id, text=" ".join(texts), title=id) for id, texts in TEXTS.items()]
    return index_of_graphs(analyse_documents(documents, LiteAnnotator(), "test"))


def sentences(found: list[Hit]) -> list[str]:
    return [id for hit in found for id in hit.sentences]


def words_of(found: list[Hit]) -> int:
    places = [id.split("#") for id in sentences(found)]
    return sum(len(TEXTS[document][int(place)].split()) for document, place in places)


@pytest.mark.parametrize("words", [12, 20, 30, 100])
def test_windows_stay_within_the_words(pump, words) -> None:
    found = Ranker(pump).windows(QUESTION, words)
    assert 0 < words_of(found) <= words


def test_more_words_bring_more_sentences(pump) -> None:
    few, many = (set(sentences(Ranker(pump).windows(QUESTION, words))) for words in (8, 40))
    assert few < many


def test_the_best_sentence_comes_even_if_it_is_too_long(pump) -> None:
    found = Ranker(pump).windows(QUESTION, 1)
    assert len(sentences(found)) == 1
    assert words_of(found) > 1


def test_sentences_that_touch_are_joined_and_others_are_not(pump) -> None:
    windows = [hit.sentences for hit in Ranker(pump).windows(QUESTION, 40, allowed=frozenset({"pump"}))]
    places = sorted([int(id.split("#")[1]) for id in window] for window in windows)
    assert len(windows) > 1
    assert max(map(len, windows)) > 1
    assert all(window == list(range(window[0], window[-1] + 1)) for window in places)
    assert all(before[-1] + 1 < after[0] for before, after in pairwise(places))


def test_what_an_earlier_sentence_says_is_left_out(pump) -> None:
    found = sentences(Ranker(pump).windows(QUESTION, 200))
    assert len({"pump#1", "copy#0"}.intersection(found)) == 1


def test_a_short_sentence_with_all_that_is_asked_is_no_repetition() -> None:
    texts = (
        'This command removes "extraneous" packages.',
        "Extraneous packages are those in the folder that no other package of the project lists among its own.",
        "If the flag is set, then this command also removes packages that the project needs for its tests alone.",
        "With another flag, this command only prints the names of the packages that would be removed.",
    )
    document = Document(id="prune", text=" ".join(texts), title="prune")
    ranker = Ranker(index_of_graphs(analyse_documents([document], LiteAnnotator(), "test")))
    assert "prune#0" in sentences(ranker.windows("How do I remove extraneous packages?", 200))


def test_only_allowed_documents_and_sentences_are_chosen(pump) -> None:
    ranker = Ranker(pump)
    assert {id.split("#")[0] for id in sentences(ranker.windows(QUESTION, 200, allowed=frozenset({"copy"})))} == {
        "copy"
    }
    assert sentences(ranker.windows(QUESTION, 200, allowed=frozenset({"pump#2"}))) == ["pump#2"]
    assert ranker.windows(QUESTION, 200, allowed=frozenset()) == []


def test_windows_come_best_first_and_each_sentence_once(pump) -> None:
    found = Ranker(pump).windows(QUESTION, 200)
    scores = [hit.score for hit in found]
    assert scores == sorted(scores, reverse=True)
    assert len(sentences(found)) == len(set(sentences(found)))


def test_chains_are_followed_and_named(index) -> None:
    found = {id: hit for hit in Ranker(index).windows(BORN, 60) for id in hit.sentences}
    assert found["ilmari tarkka#1"].path == ("Harbour of Glass", "Ilmari Tarkka")
    assert found["ilmari tarkka#1"].before == "harbour of glass#s0"


def test_meaning_counts(pump) -> None:
    found = embedding_ranker(pump, hashed_words).windows(QUESTION, 30)
    assert words_of(found) <= 30
    assert [hit.score for hit in found] != [hit.score for hit in Ranker(pump).windows(QUESTION, 30)]


def test_nothing_is_found_in_an_empty_graph_or_for_unrelated_words(pump) -> None:
    assert Ranker(index_of_graphs([])).windows("Which switch?", 100) == []
    assert Ranker(pump).windows("zygote", 100) == []
    assert Ranker(pump).windows("?", 100) == []


def alone(index: RankingIndex, question: str) -> float:
    weights = RankingWeights()
    ranking = ranked_sections(Ranker(index), question, 10)
    assert ranking.query.seeds == read_question(question, index, weights).seeds
    return ranking.answers_alone


def test_a_passage_answers_alone_if_it_covers_the_question(index) -> None:
    assert alone(index, "Who directed the film The Quiet Mill in 1992?") == 1


def test_a_question_that_names_nothing_is_answered_by_one_passage(index) -> None:
    assert alone(index, "who was ever born") == 1


def test_a_question_over_two_passages_is_not_answered_by_one(index) -> None:
    assert alone(index, "When was the church in the birthplace of the director of Harbour of Glass built?") < 0.5
