"""Reading the language model's replies: the numbers of sentences, and an answer with what it still misses.

An answer is read out of any form: JSON alone, in a fence or within prose, with the members asked for or others of the
same meaning; or prose, in which `Missing:` and `Answer:` may begin lines. Reasoning before the reply is dropped.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from lgm_core.llm.replies import parse_json, read_object, without_reasoning
from lgm_core.retrieval.answering.replies.refusals import is_refusal

__all__ = [
    "ANSWER_SCHEMA",
    "MARKS_SCHEMA",
    "AnswerReply",
    "holds_words",
    "missing_phrases",
    "read_answer",
    "read_cut_answer",
    "read_marks",
    "reading_schema",
    "split_labels",
]

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

_ANSWER_NAMES = ("answer", "final_answer", "short_answer", "response", "reply", "result", "text")
_MISSING_NAMES = ("missing", "missing_concepts", "missing_information")
_FENCE = re.compile(r"^\s*```\w*[ \t]*\n?|\n?```\s*$")
_LABEL = re.compile(r"^(?:[^\S\n]|[*_#>-])*+(missing|answer)[\s*_]*+[:：][\s*_]*", re.IGNORECASE | re.MULTILINE)
_NOTHING = re.compile(r"\W*(?:(?:nothing|none|n/a|null)(?:\W+|$)|$)", re.IGNORECASE)
_SEPARATOR = re.compile(r"[;\n]")
_WORD = re.compile(r"[^\W_]")
_BRACKETED_NUMBERS = re.compile(r"[\[【][\d\s,;–-]*[\]】]?")
_JSON = re.compile(r'(?:```\w*\s*)?(?:\{|\[\s*[{"\]]|null$)|.*"answer"\s*:', re.DOTALL)
_CUT_MEMBER = re.compile(r'"answer"\s*:\s*"((?:[^"\\]|\\.)*)("?)', re.IGNORECASE | re.DOTALL)


@dataclass(frozen=True, slots=True)
class AnswerReply:
    """What the model answered.

    Attributes:
        text: the answer with its citations; empty when there is none.
        citations: numbers that it lists apart from the text.
        missing: what it misses.
        is_json: whether it replied in JSON.
        is_refusal: whether it declined to answer.
    """

    text: str
    citations: tuple[int, ...] = ()
    missing: tuple[str, ...] = ()
    is_json: bool = False
    is_refusal: bool = False


def reading_schema(*, names_missing: bool) -> dict[str, Any]:
    """Return the schema of a reply to a small window; what is missing comes before the answer."""
    properties: dict[str, Any] = {"missing": {"type": "array", "items": {"type": "string"}}} if names_missing else {}
    properties["answer"] = {"type": "string"}
    return {"type": "object", "properties": properties, "required": list(properties), "additionalProperties": False}


def read_marks(text: str, *, member: str = "supporting") -> tuple[int, ...]:
    """Return the numbers in a reply, each once; an empty list, object or null is none.

    Args:
        text: the reply.
        member: the member that an object was asked to have.

    Raises:
        ValueError: there is no JSON, or it is neither a list of numbers nor an object with one.
    """
    value = parse_json(text)
    if isinstance(value, dict):
        value = _member(value, member)
    return tuple(dict.fromkeys(_integers(value)))


def read_answer(text: str) -> AnswerReply:
    """Return the answer in a reply of any form.

    Raises:
        ValueError: the reply is empty, is reasoning only, is JSON without an answer, or breaks off inside its JSON.
    """
    rest = without_reasoning(text)
    if not rest:
        raise ValueError("the reply is empty")
    try:
        reply = read_object(rest)
    except ValueError:
        return _read_text(rest)
    return _read_members(reply)


def read_cut_answer(text: str) -> AnswerReply | None:
    """Return what a reply that broke off inside its JSON held of an answer; None when that is less than two words.

    The last word is left out: it may be half of one.
    """
    match = _CUT_MEMBER.search(without_reasoning(text))
    if match is None:
        return None
    answer, end = match.groups()
    whole = answer if end else answer.rpartition(" ")[0]
    try:
        decoded = json.loads(f'"{whole}"', strict=False).strip()
    except ValueError:
        return None
    return AnswerReply(decoded, is_json=True, is_refusal=is_refusal(decoded)) if _WORD.search(decoded) else None


def _read_members(reply: dict[str, Any]) -> AnswerReply:
    members = {name.casefold().replace(" ", "_"): value for name, value in reply.items()}
    missing = next((members[name] for name in _MISSING_NAMES if name in members), None)
    names = [name for name in _ANSWER_NAMES if name in members]
    if not names and missing is None:
        raise ValueError('it has no member "answer"')
    answer = _plain(members[names[0]]) if names else ""
    try:
        citations = tuple(dict.fromkeys(_integers(members.get("citations"))))
    except ValueError:
        citations = ()  # the numbers in the text still count
    if is_refusal(answer):
        return AnswerReply("", (), _phrases(missing), is_json=True, is_refusal=True)
    return AnswerReply(answer, citations, _phrases(missing), is_json=True)


def _read_text(text: str) -> AnswerReply:
    """Read a reply without a JSON object."""
    if _JSON.match(text):
        return _read_value(text)
    answer, missing = split_labels(_FENCE.sub("", text))
    phrases = _phrases(_SEPARATOR.split(missing))
    if not phrases and not holds_words(answer):
        raise ValueError("it holds no answer")
    if is_refusal(answer):
        return AnswerReply("", (), phrases, is_refusal=True)
    return AnswerReply(answer, (), phrases)


def holds_words(text: str) -> bool:
    """Tell whether a text holds more than numbers of sentences."""
    return _WORD.search(_BRACKETED_NUMBERS.sub("", text)) is not None


def missing_phrases(name: str, value: Any) -> tuple[str, ...] | None:  # noqa: ANN401  # any JSON value
    """Return what a member of a JSON reply says is missing, or None for a member that says something else."""
    return _phrases(value) if name in _MISSING_NAMES else None


def split_labels(text: str) -> tuple[str, str]:
    """Return the answer and what is missing in prose; after `Missing: nothing` the answer needs no label."""
    labels = list(_LABEL.finditer(text))
    if not labels:
        return text.strip(), ""
    before = text[: labels[0].start()].strip()
    bounds = [*(label.start() for label in labels[1:]), len(text)]
    parts: dict[str, str] = {}
    for label, end in zip(labels, bounds, strict=True):
        parts.setdefault(label[1].casefold(), text[label.end() : end].strip())
    missing, answer = parts.get("missing", ""), parts.get("answer") or before
    if nothing := _NOTHING.match(missing):
        return answer or missing[nothing.end() :].strip(), ""
    return answer, missing


def _read_value(text: str) -> AnswerReply:
    """Read JSON that is no object: a list of strings is an answer of several parts."""
    value = parse_json(text)
    if isinstance(value, list) and value and all(isinstance(item, str) for item in value):
        return AnswerReply(_plain(value), is_json=True)
    raise ValueError("one JSON object with an answer was asked for")


def _member(value: dict[str, Any], name: str) -> Any:  # noqa: ANN401  # any JSON value
    """Return the list of numbers in an object; models rename the member, so an only list counts whatever its name."""
    if not value or name in value:
        return value.get(name)
    lists = [member for member in value.values() if isinstance(member, list)]
    if len(lists) != 1:
        raise ValueError(f'it has no list "{name}"')
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


def _plain(answer: Any) -> str:  # noqa: ANN401  # any JSON value
    """Return an answer as text; several parts are joined by commas."""
    if isinstance(answer, list):
        return ", ".join(part for part in map(_plain, answer) if part)
    if isinstance(answer, dict):
        raise ValueError('"answer" must be a string')
    if isinstance(answer, bool):
        return "yes" if answer else "no"
    return "" if answer is None else str(answer).strip()


def _phrases(value: Any) -> tuple[str, ...]:  # noqa: ANN401  # any JSON value
    """Read noun phrases from a list of strings, one string, or nothing."""
    items = value if isinstance(value, list) else [value]
    strings = (" ".join(item.split())[:_LONGEST_MISSING] for item in items if isinstance(item, str))
    phrases = (phrase.strip(" -•*").rstrip(".") for phrase in strings if not _NOTHING.fullmatch(phrase))
    return tuple(dict.fromkeys(phrase for phrase in phrases if phrase))[:_MOST_MISSING]
