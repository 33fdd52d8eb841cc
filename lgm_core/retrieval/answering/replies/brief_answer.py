"""Reducing a reply to the bare fact, and comparing bare facts."""

from __future__ import annotations

import re
import string
from collections import Counter
from collections.abc import Sequence

from lgm_core.language.lexicons import lexicon_of
from lgm_core.language.normalisation import fold_word

__all__ = ["brief_answer", "exact_match", "normalise_answer", "token_f1", "without_citations"]

_CITED = re.compile(r"(?<!\s)\s*+[\[【][\d\s,;–-]+[\]】]")
_INTRODUCTION = re.compile(
    r"(?:(?:the|final|short|correct|die|richtige) )*(?:answer|antwort)(?: to (?:the|your|this) question)?"
    r"(?: is|\s*:|=| ist| lautet)\s*:?\s*(?=\S)",
    re.IGNORECASE,
)
_MARKUP = re.compile(r"^(?:\*\*|__|`+|#+\s*|[-•]\s+)|(?:\*\*|__|`+)$")
_QUOTES = {'"': '"', "'": "'", "“": "”", "„": "“", "«": "»", "‘": "’", "`": "`"}
_ABBREVIATION = re.compile(r"(?:\b\w\.)$|\b(?:Jr|Sr|Inc|Ltd|Co|Corp|Bros|St|etc|No|approx|a\.m|p\.m)\.$", re.IGNORECASE)
_FIRST_WORD = re.compile(r"(\w+)\s*[,.;:!–—-]")
_LONGEST = 2000
"""How many characters of a line are read; a bare fact has far fewer."""


def brief_answer(text: str, language: str) -> str:
    """Return the bare fact in a reply: its first line without an introduction, citations, markup, quotes or full stop.

    A closed answer is cut to its first word: *Yes, both are* becomes *Yes*.

    Args:
        text: the reply.
        language: ISO 639-1 code of the language in which closed answers are recognised.
    """
    lines = (_CITED.sub("", line).strip()[:_LONGEST] for line in text.splitlines())
    answer = next((line for line in lines if line), "")
    answer = _INTRODUCTION.sub("", _without_markup(answer), count=1) if _INTRODUCTION.match(answer) else answer
    previous = ""
    while answer != previous:
        previous = answer
        answer = _without_full_stop(_without_quotes(_without_markup(answer).strip()))
    first = _FIRST_WORD.match(answer)
    if first and fold_word(first[1]) in lexicon_of(language).closed_answers:
        return first[1]
    return answer


def _without_markup(text: str) -> str:
    return _MARKUP.sub("", text)


def _without_quotes(text: str) -> str:
    if len(text) > 2 and _QUOTES.get(text[0]) == text[-1] and text[0] not in text[1:-1]:
        return text[1:-1].strip()
    return text


def _without_full_stop(text: str) -> str:
    """Drop a full stop at the end, except that of an abbreviation or of initials."""
    if text.endswith((".", "。")) and not text.endswith("..") and not _ABBREVIATION.search(text):
        return text[:-1].rstrip()
    return text


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
    """Remove case, punctuation, articles and extra spaces, as the SQuAD evaluation does."""
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
