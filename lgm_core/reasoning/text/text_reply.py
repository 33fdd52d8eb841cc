"""Reading the answers to a sub-question, with the sentences that they cite, out of a language model's reply."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from lgm_core.llm.replies import parse_json
from lgm_core.retrieval.answering.replies.answer_replies import holds_words
from lgm_core.retrieval.answering.replies.named_sentences import readable_numbers
from lgm_core.retrieval.answering.replies.refusals import is_refusal

__all__ = ["MOST_STATED", "STATED_SCHEMA", "StatedAnswer", "read_stated"]

STATED_SCHEMA: Mapping[str, Any] = {
    "type": "object",
    "properties": {
        "answers": {
            "type": "array",
            "items": {
                "type": "object",
                "properties": {
                    "answer": {"type": "string"},
                    "sentences": {"type": "array", "items": {"type": "integer"}},
                },
                "required": ["answer", "sentences"],
                "additionalProperties": False,
            },
        }
    },
    "required": ["answers"],
    "additionalProperties": False,
}

MOST_STATED = 20
"""Answers of a reply that are read; each is a row of the plan."""
_LONGEST = 200
"""Characters of an answer; a longer one is prose, not a name."""


@dataclass(frozen=True, slots=True)
class StatedAnswer:
    """What a reply names as an answer, and the numbers of the sentences that it cites, unchecked."""

    text: str
    numbers: tuple[int, ...]


def read_stated(text: str) -> tuple[StatedAnswer, ...]:
    """Return the answers in a reply, at most twenty; none when it lists none or says that nothing answers.

    They are read from an object with a list `answers`, from a list, or from one object, each entry an object or a
    string.

    Raises:
        ValueError: the reply holds no JSON, or entries that are no answers.
    """
    value = parse_json(text)
    if isinstance(value, dict) and "answers" in value:
        value = value["answers"]
    items = value if isinstance(value, list) else [] if value in (None, {}, "") else [value]
    read = (_read(item) for item in items if item)
    return tuple(item for item in read if holds_words(item.text) and not is_refusal(item.text))[:MOST_STATED]


def _read(item: object) -> StatedAnswer:
    if isinstance(item, dict):
        if "answer" not in item:
            raise ValueError('an entry of "answers" has no "answer"')
        answer, numbers = item.get("answer"), item.get("sentences", [])
    else:
        answer, numbers = item, []
    if answer is None or answer == "":
        return StatedAnswer("", ())
    if isinstance(answer, bool) or not isinstance(answer, str | int | float):
        raise ValueError('an entry of "answers" has an "answer" that is neither a name nor a number')
    return StatedAnswer(" ".join(str(answer).split())[:_LONGEST], readable_numbers(numbers))
