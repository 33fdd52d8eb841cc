"""Questions with their decomposition into steps, and whether facts hold a step."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from lgm_core.errors import InputError
from lgm_core.evaluation.datasets import read_rows
from lgm_core.language.concepts import concept_key
from lgm_core.model import Fact, FactEnd, SectionEnd, Value

__all__ = ["DecomposedQuestion", "Step", "contains_phrase", "holds", "is_answer", "read_decomposed"]

_EARLIER = re.compile(r"#(\d{1,2})")
_WORD = re.compile(r"[^\W_]+")
_NUMBER = re.compile(r"\d+")
_ARTICLES = frozenset({"a", "an", "the"})
_POSSESSIVE = re.compile(r"\s?['’]s\b")


@dataclass(frozen=True, slots=True)
class Step:
    """A question that is answered on the way, and its answer.

    Attributes:
        question: in full.
        answer: its answer.
        written: the question as it is written, with `#1` for the answer of the first.
    """

    question: str
    answer: str
    written: str = ""


@dataclass(frozen=True, slots=True)
class DecomposedQuestion:
    """A question with the steps to its answer, and the passages that hold them."""

    id: str
    text: str
    answers: tuple[str, ...]
    steps: tuple[Step, ...]
    gold_passages: tuple[str, ...]


def read_decomposed(path: Path, known: Iterable[str], *, limit: int | None = None) -> list[DecomposedQuestion]:
    """Read questions with `decomposition`: objects with `question` and `answer`, in which `#1` is the first's answer.

    Raises:
        InputError: the file cannot be read, a line is not such an object, a gold passage is not one of those known, or
            there is no question.
    """
    passages = set(known)
    questions: list[DecomposedQuestion] = []
    for place, row in read_rows(path):
        if limit is not None and len(questions) == limit:
            break
        try:
            steps = _steps(row["decomposition"])
            gold = tuple(str(id) for id in row["gold_passages"])
            answers = tuple(map(str, filter(None, (row["answer"], *(row.get("aliases") or ())))))
            question = DecomposedQuestion(str(row["id"]), str(row["question"]), answers, steps, gold)
        except (KeyError, TypeError, IndexError) as error:
            raise InputError(
                f"{place}: a question needs `id`, `question`, `answer`, `gold_passages` and `decomposition`, a list of "
                f"objects with `question` and `answer`: {error!r}"
            ) from error
        if missing := [id for id in gold if id not in passages]:
            raise InputError(f"{place}: the passage {missing[0]!r} is not in the corpus beside it")
        questions.append(question)
    if not questions:
        raise InputError(f"{path}: there is no question in it")
    return questions


def holds(facts: Iterable[Fact], step: Step) -> bool:
    """Tell whether a fact has a step's answer in one end, and another end in the step's question.

    A value is the answer too when the answer is that value with words around it, as in "about $1.18 trillion".
    """
    for fact in facts:
        for place, end in enumerate(fact.ends):
            others = (other for other_place, other in enumerate(fact.ends) if other_place != place)
            if is_answer(end, step.answer) and any(contains_phrase(step.question, _text(other)) for other in others):
                return True
    return False


def is_answer(end: FactEnd, answer: str) -> bool:
    """Tell whether an end of a fact is an answer, or has all its words in a row."""
    if contains_phrase(_text(end), answer):
        return True
    if not isinstance(end, Value) or end.start is None:
        return False
    return contains_phrase(answer, end.text) and _NUMBER.findall(end.text) == _NUMBER.findall(answer)


def contains_phrase(text: str, phrase: str) -> bool:
    """Tell whether the words of a phrase, articles apart, stand in a text in a row, lemmas counted.

    They are compared as they are written and as keys of concepts have them (`U.S.` is `us`, `his wife` is `wife`).
    """
    return _in_row(_words(phrase), _words(text)) or _in_row(_key_words(phrase), _token_keys(text))


def _in_row(wanted: Sequence[frozenset[str]], words: Sequence[frozenset[str]]) -> bool:
    return bool(wanted) and any(
        all(own & other for own, other in zip(wanted, words[first:], strict=False))
        for first in range(len(words) - len(wanted) + 1)
    )


@lru_cache(maxsize=1 << 14)
def _words(text: str) -> list[frozenset[str]]:
    """Return the words of a text without articles, each as it is written and by its lemma."""
    words = (word.lower() for word in _WORD.findall(_POSSESSIVE.sub(" ", text)))
    return [frozenset((word, concept_key(word, "en") or word)) for word in words if word not in _ARTICLES]


@lru_cache(maxsize=1 << 14)
def _key_words(phrase: str) -> list[frozenset[str]]:
    """Return the words of the key of a phrase."""
    return [frozenset((word,)) for word in concept_key(phrase, "en").split()]


@lru_cache(maxsize=1 << 14)
def _token_keys(text: str) -> list[frozenset[str]]:
    """Return the words of the keys of a text's tokens."""
    keys = (concept_key(token, "en") or token.lower() for token in _POSSESSIVE.sub(" ", text).split())
    return [frozenset((word, concept_key(word, "en"))) for key in keys for word in key.split() if word not in _ARTICLES]


def _text(end: FactEnd) -> str:
    if isinstance(end, SectionEnd):
        return ""
    return end.text if isinstance(end, Value) else end


def _steps(rows: Sequence[Mapping[str, Any]]) -> tuple[Step, ...]:
    steps: list[Step] = []
    for row in rows:
        written = " ".join(str(row["question"]).split())
        question = _EARLIER.sub(lambda match: steps[int(match[1]) - 1].answer, written)
        steps.append(Step(" ".join(question.split()), str(row["answer"]), written))
    return tuple(steps)
