"""Score answers by exact match and token F1, and sum up the verdicts of a judge (paper section 4)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from lgm_core.retrieval.answering.answer_record import UNSUPPORTED
from lgm_core.retrieval.answering.replies.exact_match import exact_match, normalise_answer, token_f1, without_citations
from lgm_core.retrieval.answering.replies.refusals import is_refusal

__all__ = [
    "JudgedScores",
    "claims_answer",
    "contains_answer",
    "exact_match",
    "judged_scores",
    "normalise_answer",
    "token_f1",
    "without_citations",
]


@dataclass(frozen=True, slots=True)
class JudgedScores:
    """Scores from a judge's verdicts over a set of questions, as fractions of 1.

    Attributes:
        accuracy: the share of answers judged right among all questions.
        precision: the share of answers judged right among the questions that were answered.
        recall: the share of questions that were answered (the paper's equation 5).
        f1: the harmonic mean of this precision and recall, as in the paper; not token F1.
    """

    accuracy: float
    precision: float
    recall: float
    f1: float


def judged_scores(*, yes: int, no: int, unsupported: int) -> JudgedScores:
    """Return the scores for the numbers of answers judged right, wrong, and not supported by the documents."""
    answered = yes + no
    questions = answered + unsupported
    precision = yes / answered if answered else 0.0
    recall = answered / questions if questions else 0.0
    f1 = 2 * precision * recall / (precision + recall) if yes else 0.0
    return JudgedScores(yes / questions if questions else 0.0, precision, recall, f1)


def contains_answer(answer: str, gold: Sequence[str]) -> float:
    """Return 1 if the words of one of the gold answers stand together in the answer, else 0."""
    padded = f" {normalise_answer(answer)} "
    wanted = (normalise_answer(gold_answer) for gold_answer in gold)
    return float(any(words and f" {words} " in padded for words in wanted))


def claims_answer(text: str) -> bool:
    """Tell whether a text gives an answer; an empty one, or one that says that there is none, does not."""
    return bool(normalise_answer(text)) and text != UNSUPPORTED and not is_refusal(text)
