"""What benchmarks of retrieval share: BM25, intervals and scores of answers."""

import pytest

from lgm_core.evaluation.baselines import BM25, stemmed_words, unicode_words
from lgm_core.evaluation.metrics import (
    all_retrieved,
    bootstrap_interval,
    exact_match,
    is_half_covered,
    normalise_answer,
    paired_difference,
    percentile,
    recall,
    reciprocal_rank,
    token_f1,
    without_citations,
)


def test_bm25_prefers_rare_words_and_short_texts() -> None:
    baseline = BM25(["the cat sat", "the dog sat", "the cat sat and sat and slept and ate"])
    assert baseline.rank("cat", 3) == [0, 2]
    assert baseline.rank("unheard", 3) == []


def test_bm25_over_stems_finds_other_forms() -> None:
    texts = ["the directors met", "the cat slept"]
    assert BM25(texts).rank("director", 2) == []
    assert BM25(texts, lambda text: stemmed_words(text, "en")).rank("director", 2) == [0]


def test_the_first_gold_passage_gives_the_reciprocal_rank() -> None:
    assert reciprocal_rank(["a", "b", "c"], ["c", "b"]) == 0.5
    assert reciprocal_rank(["a"], ["c"]) == 0.0


def test_recall_counts_the_first_only() -> None:
    assert recall(["a", "b", "c"], ["a", "c"], k=2) == 0.5
    assert all_retrieved(["a", "b", "c"], ["a", "c"], k=2) == 0.0
    assert all_retrieved(["a", "b", "c"], ["a", "c"], k=3) == 1.0


def test_half_of_a_sentence_is_enough_to_have_it() -> None:
    assert is_half_covered((0, 10), [(5, 20)])
    assert not is_half_covered((0, 10), [(6, 20)])
    assert is_half_covered((0, 10), [(0, 3), (8, 20)])


def test_percentiles_are_values_that_occur() -> None:
    assert percentile([4.0, 1.0, 3.0, 2.0], 0.5) == 2.0
    assert percentile([4.0, 1.0, 3.0, 2.0], 0.95) == 4.0
    assert percentile([], 0.5) == 0.0


# The words that baselines count: Unicode's boundaries in every script.


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("The (brown) fox can't pay 32.3 euros!", ["the", "brown", "fox", "can't", "pay", "32.3", "euros"]),
        ("Быстрая лиса", ["быстрая", "лиса"]),
        ("中文维基 is here", ["中文", "文维", "维基", "is", "here"]),
        ("水", ["水"]),
        ("हिन्दी भाषा", ["हिन्दी", "भाषा"]),
        ("", []),
    ],
)
def test_words_are_those_of_unicode(text: str, words: list[str]) -> None:
    assert unicode_words(text) == words


def test_stems_are_those_of_the_language() -> None:
    assert stemmed_words("Die Häuser", "de") == stemmed_words("die Haus", "de")
    assert stemmed_words("книгами", "ru") == stemmed_words("книга", "ru")


def test_words_of_a_language_without_stems_stay_whole() -> None:
    assert stemmed_words("Ngôi nhà", "vi") == ["ngôi", "nhà"]


# Bootstrap intervals are repeatable, hold the mean, and shrink with more questions.


def test_an_interval_holds_the_mean_and_shrinks_with_more_values() -> None:
    low, high = bootstrap_interval([0.0, 1.0] * 10)
    assert 0.25 < low < 0.5 < high < 0.75
    narrow_low, narrow_high = bootstrap_interval([0.0, 1.0] * 200)
    assert low < narrow_low < 0.5 < narrow_high < high


def test_the_same_values_always_give_the_same_interval() -> None:
    assert bootstrap_interval([0.1, 0.7, 0.4]) == bootstrap_interval([0.1, 0.7, 0.4])


def test_equal_values_leave_nothing_to_chance() -> None:
    assert bootstrap_interval([0.5] * 7) == (0.5, 0.5)
    assert bootstrap_interval([]) == (0.0, 0.0)


def test_a_method_against_itself_differs_by_nothing() -> None:
    values = [0.0, 1.0, 1.0, 0.0, 0.3]
    assert paired_difference(values, values) == (0.0, 0.0, 0.0)


def test_a_constant_advantage_is_certain_however_much_questions_differ() -> None:
    others = [0.0, 0.9, 0.1, 0.7, 0.2]
    difference, low, high = paired_difference([value + 0.1 for value in others], others)
    assert (difference, low, high) == pytest.approx((0.1, 0.1, 0.1))


def test_pairs_must_be_complete() -> None:
    with pytest.raises(ValueError, match="zip"):
        paired_difference([1.0], [1.0, 0.0])


# Scores of answers.


@pytest.mark.parametrize(
    ("answer", "gold", "match"),
    [
        ("The Marten Bridge.", ["marten bridge"], 1.0),
        ("Marten Bridge", ["the old bridge", "Marten  Bridge!"], 1.0),
        ("The Marten Bridge in Lund", ["Marten Bridge"], 0.0),
        ("", ["Lund"], 0.0),
        ("Lund", [], 0.0),
    ],
)
def test_exact_match_ignores_case_punctuation_and_articles(answer: str, gold: list[str], match: float) -> None:
    assert exact_match(answer, gold) == match


@pytest.mark.parametrize(
    ("answer", "gold", "score"),
    [
        ("Ada Lindqvist", ["Ada Lindqvist"], 1.0),
        ("Lindqvist", ["Ada Lindqvist"], 2 / 3),
        ("the engineer Ada Lindqvist", ["Ada Lindqvist"], 0.8),
        ("Lund Lund", ["Lund"], 2 / 3),
        ("Oslo", ["Lund", "Oslo"], 1.0),
        ("yes, it is", ["yes"], 0.0),
        ("no", ["no reason"], 0.0),
        ("Yes.", ["yes"], 1.0),
        ("Oslo", ["Lund"], 0.0),
        ("", ["Lund"], 0.0),
    ],
)
def test_token_f1_takes_the_best_gold_answer(answer: str, gold: list[str], score: float) -> None:
    assert token_f1(answer, gold) == pytest.approx(score)


def test_articles_inside_words_stay() -> None:
    assert normalise_answer("A theatre, an anchor") == "theatre anchor"


def test_citations_do_not_count_as_words() -> None:
    assert without_citations("Lund [1][2], in Sweden [3].") == "Lund, in Sweden."
