"""Reading the language model's replies: the numbers of sentences, and an answer with what it still misses."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from lgm_core.llm.replies import parse_json, read_object

__all__ = ["ANSWER_SCHEMA", "MARKS_SCHEMA", "AnswerReply", "read_answer", "read_marks"]

MARKS_SCHEMA: Mapping[str, Any] = {
    "type": "object",
    "properties": {"supporting": {"type": "array", "items": {"type": "integer"}}},
    "required": ["supporting"],
    "additionalProperties": False,
}

ANSWER_SCHEMA: Mapping[str, Any] = {
    "type": "object",
    "properties": {
        "answer": {"type": "string"},
        "citations": {"type": "array", "items": {"type": "integer"}},
        "missing": {"type": "array", "items": {"type": "string"}},
    },
    "required": ["answer", "citations", "missing"],
    "additionalProperties": False,
}

_INTEGER = re.compile(r"\d{1,9}")
_MOST_MISSING = 10
"""Phrases that an answer may miss; what a model lists beyond them is padding, and each is looked up."""
_LONGEST_MISSING = 200
"""Characters of a missing phrase; a longer one is prose, not a name to look up."""


@dataclass(frozen=True, slots=True)
class AnswerReply:
    """What the model answered: text with citations, numbers it lists apart from the text, and what it misses."""

    text: str
    citations: tuple[int, ...] = ()
    missing: tuple[str, ...] = ()


def read_marks(text: str) -> tuple[int, ...]:
    """Return the sentence numbers in a reply, each once; an empty list, object or null is none.

    Raises:
        ValueError: there is no JSON, or it is neither a list of numbers nor an object with one.
    """
    value = parse_json(text)
    if isinstance(value, dict):
        value = _member(value)
    return tuple(dict.fromkeys(_integers(value)))


def read_answer(text: str) -> AnswerReply:
    """Return the answer in a reply.

    Raises:
        ValueError: there is no JSON object, or it has neither `answer` nor `missing`.
    """
    reply = read_object(text)
    missing = next((reply[name] for name in ("missing", "missing_concepts") if name in reply), None)
    if "answer" not in reply and missing is None:
        raise ValueError('it has no member "answer"')
    answer = reply.get("answer")
    if isinstance(answer, dict | list):
        raise ValueError('"answer" must be a string')
    try:
        citations = tuple(dict.fromkeys(_integers(reply.get("citations"))))
    except ValueError:
        citations = ()  # the numbers in the text still count
    return AnswerReply(_plain(answer), citations, _phrases(missing))


def _member(value: dict[str, Any]) -> Any:  # noqa: ANN401  # any JSON value
    """Return the list of numbers in an object; models rename the member, so an only list counts whatever its name."""
    if not value or "supporting" in value:
        return value.get("supporting")
    lists = [member for member in value.values() if isinstance(member, list)]
    if len(lists) != 1:
        raise ValueError('it has no list "supporting"')
    return lists[0]


def _integers(value: Any) -> Iterator[int]:  # noqa: ANN401  # any JSON value
    """Yield integers from a list of numbers, `"[3]"`-like strings or `{"number": 3}`-like objects."""
    for item in value if isinstance(value, list) else [value]:
        inner = next(iter(item.values()), None) if isinstance(item, dict) else item
        if isinstance(inner, str) and (match := _INTEGER.search(inner)):
            yield int(match[0])
        elif isinstance(inner, int | float) and not isinstance(inner, bool) and inner == inner // 1:
            yield int(inner)
        elif inner is not None:
            raise ValueError(f"a sentence number was asked for and it holds {str(inner)[:40]!r}")


def _plain(answer: str | float | bool | None) -> str:
    if isinstance(answer, bool):
        return "yes" if answer else "no"
    return "" if answer is None else str(answer).strip()


def _phrases(value: Any) -> tuple[str, ...]:  # noqa: ANN401  # any JSON value
    """Read noun phrases from a list of strings, one string, or nothing."""
    items = value if isinstance(value, list) else [value]
    phrases = (" ".join(item.split())[:_LONGEST_MISSING] for item in items if isinstance(item, str))
    return tuple(dict.fromkeys(phrase for phrase in phrases if phrase))[:_MOST_MISSING]
