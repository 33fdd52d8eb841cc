"""Scores of answers."""

import pytest

from lgm_core.evaluation.metrics import (
    exact_match,
    normalise_answer,
    token_f1,
    without_citations,
)


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
