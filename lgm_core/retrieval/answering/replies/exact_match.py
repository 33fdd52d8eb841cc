"""Whether an answer is the one expected: exact match and the F1 of words, as the SQuAD evaluation has them."""

from __future__ import annotations

import re
import string
from collections import Counter
from collections.abc import Sequence

__all__ = ["exact_match", "normalise_answer", "token_f1", "without_citations"]

_CITATION = re.compile(r"\s*\[\d+\]")
_ARTICLE = re.compile(r"\b(?:a|an|the)\b")
_PUNCTUATION = str.maketrans("", "", string.punctuation)
_CLOSED_ANSWERS = frozenset({"yes", "no", "noanswer"})


def exact_match(answer: str, gold: Sequence[str]) -> float:
    """Return 1 if the normalised answer is one of the gold answers, else 0."""
    normalised = normalise_answer(answer)
    return float(any(normalised == normalise_answer(gold_answer) for gold_answer in gold))


def token_f1(answer: str, gold: Sequence[str]) -> float:
    """Return the best F1 of the answer's words against one of the gold answers.

    As in the HotpotQA evaluation, "yes", "no" and "noanswer" only match themselves.
    """
    return max((_f1(normalise_answer(answer), normalise_answer(gold_answer)) for gold_answer in gold), default=0.0)


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
