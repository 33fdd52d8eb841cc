"""Score answers by exact match and token F1, and sum up the verdicts of a judge (paper section 4)."""

from __future__ import annotations

import re
import string
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from lgm_core.retrieval.answering.answer_record import UNSUPPORTED
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

_CITATION = re.compile(r"\s*\[\d+\]")
_ARTICLE = re.compile(r"\b(?:a|an|the)\b")
_PUNCTUATION = str.maketrans("", "", string.punctuation)
_CLOSED_ANSWERS = frozenset({"yes", "no", "noanswer"})


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


def exact_match(answer: str, gold: Sequence[str]) -> float:
    """Return 1 if the normalised answer is one of the gold answers, else 0."""
    normalised = normalise_answer(answer)
    return float(any(normalised == normalise_answer(gold_answer) for gold_answer in gold))


def token_f1(answer: str, gold: Sequence[str]) -> float:
    """Return the best F1 of the answer's words against one of the gold answers.

    As in the HotpotQA evaluation, "yes", "no" and "noanswer" only match themselves.
    """
    return max((_f1(normalise_answer(answer), normalise_answer(gold_answer)) for gold_answer in gold), default=0.0)


def contains_answer(answer: str, gold: Sequence[str]) -> float:
    """Return 1 if the words of one of the gold answers stand together in the answer, else 0."""
    padded = f" {normalise_answer(answer)} "
    wanted = (normalise_answer(gold_answer) for gold_answer in gold)
    return float(any(words and f" {words} " in padded for words in wanted))


def claims_answer(text: str) -> bool:
    """Tell whether a text gives an answer; an empty one, or one that says that there is none, does not."""
    return bool(normalise_answer(text)) and text != UNSUPPORTED and not is_refusal(text)


def normalise_answer(text: str) -> str:
    """Drop case, punctuation, articles and superfluous spaces, as the SQuAD evaluation does."""
    return " ".join(_ARTICLE.sub(" ", text.lower().translate(_PUNCTUATION)).split())


def without_citations(text: str) -> str:
    """Return an answer's text without its `[1]` marks."""
    return _CITATION.sub("", text).strip()


def _f1(answer: str, gold: str) -> float:
    if answer == gold:
        return 1.0
    if answer in _CLOSED_ANSWERS or gold in _CLOSED_ANSWERS:
        return 0.0
    answer_words, gold_words = answer.split(), gold.split()
    common = sum((Counter(answer_words) & Counter(gold_words)).values())
    return 2 * common / (len(answer_words) + len(gold_words)) if common else 0.0
