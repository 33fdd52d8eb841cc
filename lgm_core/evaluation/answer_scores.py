"""Score answers by exact match, token F1, and whether they hold or claim an answer."""

from __future__ import annotations

from collections.abc import Sequence

from lgm_core.retrieval.answering.answer_record import UNSUPPORTED
from lgm_core.retrieval.answering.replies.exact_match import exact_match, normalise_answer, token_f1, without_citations
from lgm_core.retrieval.answering.replies.refusals import is_refusal

__all__ = [
    "claims_answer",
    "contains_answer",
    "exact_match",
    "normalise_answer",
    "token_f1",
    "without_citations",
]


def contains_answer(answer: str, gold: Sequence[str]) -> float:
    """Return 1 if the words of one of the gold answers stand together in the answer, else 0."""
    padded = f" {normalise_answer(answer)} "
    wanted = (normalise_answer(gold_answer) for gold_answer in gold)
    return float(any(words and f" {words} " in padded for words in wanted))


def claims_answer(text: str) -> bool:
    """Tell whether a text gives an answer; an empty one, or one that says that there is none, does not."""
    return bool(normalise_answer(text)) and text != UNSUPPORTED and not is_refusal(text)
