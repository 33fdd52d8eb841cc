"""Sub-questions: read from replies, and compared with those asked before."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Any

from lgm_core.llm.replies import parse_json, replied
from lgm_core.llm.reply_schemas import list_schema, object_schema
from lgm_core.retrieval.answering.replies.answer_replies import says_nothing

__all__ = ["QUESTIONS_SCHEMA", "KnownQuestions", "read_sub_questions"]

QUESTIONS_SCHEMA = object_schema(questions=list_schema("string"))

_MOST = 8
"""The most sub-questions of a reply that are looked up; models pad longer lists with background."""
_LONGEST = 300
"""Where a sub-question is cut, in characters."""
_DEEPEST = 8
"""The deepest nesting of lists and objects in a reply."""

_BULLET = re.compile(r"^\s*(?:[-•*]|\(?\d{1,2}[.)])\s*")
_NAMES = ("question", "sub_question", "subquestion", "query", "text")
_WORD = re.compile(r"\w+")


def read_sub_questions(text: str) -> tuple[str, ...]:
    """Return the sub-questions in a reply, each once, at most eight.

    They are read from an object with a list, from a list of strings or objects, and from lines that end with a question
    mark. A reply may also say that nothing is missing.

    Raises:
        ValueError: the reply is empty or only reasoning, or has neither JSON nor questions.
    """
    rest = replied(text)
    try:
        items = _listed(parse_json(rest), _DEEPEST)
    except ValueError:
        items = _lines(rest)
    questions = (" ".join(item.split())[:_LONGEST] for item in items)
    named = (question for question in questions if not says_nothing(question))
    return tuple(dict.fromkeys(named))[:_MOST]


_SAME_QUESTION = 0.9
"""The similarity, from 0 to 1, at which two sub-questions count as the same, unless they differ in a name or a number:
`Who ruled Iran?` and `Who ruled Iraq?` are different."""


class KnownQuestions:
    """The sub-questions asked so far."""

    def __init__(self) -> None:
        self._asked: list[_Read] = []

    def new(self, questions: Iterable[str]) -> list[str]:
        """Return the questions that were not asked before, and remember them."""
        fresh = []
        for question in questions:
            read = _Read.of(question)
            if not any(_alike(read, known) for known in self._asked):
                self._asked.append(read)
                fresh.append(question)
        return fresh

    @property
    def asked(self) -> Sequence[str]:
        """Return the sub-questions as first asked."""
        return [read.text for read in self._asked]


@dataclass(frozen=True, slots=True)
class _Read:
    """A sub-question with its folded words, and those among them that are names or numbers."""

    text: str
    words: tuple[str, ...]
    names: frozenset[str]

    @classmethod
    def of(cls, question: str) -> _Read:
        words = _WORD.findall(question)
        names = frozenset(
            word.casefold() for place, word in enumerate(words) if (place and word[:1].isupper()) or word[:1].isdigit()
        )
        return cls(question, tuple(word.casefold() for word in words), names)


def _alike(first: _Read, second: _Read) -> bool:
    if first.words == second.words:
        return True
    differing = set(first.words) ^ set(second.words)
    if differing & (first.names | second.names):
        return False
    matcher = SequenceMatcher(None, " ".join(first.words), " ".join(second.words), autojunk=False)
    ratios = (matcher.real_quick_ratio, matcher.quick_ratio, matcher.ratio)  # cheap ones first
    return all(ratio() >= _SAME_QUESTION for ratio in ratios)


def _listed(value: Any, depth: int) -> list[str]:  # noqa: ANN401  # any JSON value
    """Return the strings that a JSON reply lists, under any name."""
    if not depth:
        raise ValueError("its lists are too deep")
    if isinstance(value, dict):
        named = [value[name] for name in _NAMES if isinstance(value.get(name), str)]
        if named:
            return named[:1]
        lists = [member for member in value.values() if isinstance(member, list)]
        if len(lists) != 1:
            if not value or all(member in (None, "") for member in value.values()):
                return []
            raise ValueError('it has no list "questions"')
        value = lists[0]
    if isinstance(value, str):
        return [value]
    if value is None:
        return []
    if not isinstance(value, list):
        raise ValueError(f"questions were asked for and it holds {str(value)[:40]!r}")
    return [item for member in value if member for item in _listed(member, depth - 1)]


def _lines(text: str) -> list[str]:
    """Return the questions of a reply in prose, one per line."""
    lines = [_BULLET.sub("", line).strip().strip("\"'") for line in text.splitlines()]
    questions = [line for line in lines if line.endswith(("?", "？"))]
    if not questions and not any(says_nothing(line) for line in lines if _WORD.search(line)):
        raise ValueError("it holds neither JSON nor questions")
    return questions
