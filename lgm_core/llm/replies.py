"""Read JSON from the replies of language models, which are rarely only JSON.

Accepted are: JSON alone, or inside a code fence, after a reasoning block or within prose; a superfluous comma before a
closing bracket; an object instead of a list; several lists, or a sequence of objects; a list inside a wrapping object;
and `[{}]`, `{}`, `[]` or `null` for an empty list. Broken or truncated JSON is not accepted: its complete objects would
pass for the whole answer. The flow asks once more instead, and then records the failure.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from typing import Any

from lgm_core.llm.quoting import encodable

__all__ = [
    "as_list",
    "ends_reasoning",
    "first_of",
    "number_of",
    "one_line",
    "parse_json",
    "read_object",
    "read_objects",
    "replied",
    "starts_reasoning",
    "without_reasoning",
]

_REASONING_END = re.compile(r"</(?:think|thinking|reasoning)>", re.IGNORECASE)
_REASONING_START = re.compile(r"\s*<(?:think|thinking|reasoning)>", re.IGNORECASE)
_BRACKET = re.compile(r"[\[{]")
_JSON_START = re.compile(r'\[\s*["{\[\]]|\{\s*["}]')
_NUMBER = re.compile(r"\D{0,12}(\d{1,9})\D{0,2}")
_NUMBERS = re.compile(r"\[[\s\d,]*\]")
_STRING_OR_COMMA = re.compile(r'("(?:[^"\\]|\\.)*+"?)|,(?=\s*[\]}])', re.DOTALL)
"""An unterminated string is read to the end at once; rereading it from each quote would take hours."""
_DECODER = json.JSONDecoder()
_ESCAPED_SURROGATE = r"\ud"

_DEEPEST = 50
"""The deepest nesting in a reply; no requested format has five levels."""


def without_reasoning(text: str) -> str:
    """Return a reply without the tagged reasoning that some models put first; empty if the reasoning never ends."""
    rest = _REASONING_END.split(text)[-1].strip().removeprefix("\ufeff")
    return "" if _REASONING_START.match(rest) else rest


def replied(text: str) -> str:
    """Return a reply without its reasoning.

    Raises:
        ValueError: there is nothing else.
    """
    rest = without_reasoning(text)
    if not rest:
        raise ValueError("the reply is empty")
    return rest


def starts_reasoning(text: str) -> bool:
    """Tell whether a reply begins with the tag before reasoning; models that have it in their prompt omit it."""
    return _REASONING_START.match(text) is not None


def ends_reasoning(text: str) -> bool:
    """Tell whether a reply, or the part received, contains the tag at the end of reasoning."""
    return _REASONING_END.search(text) is not None


def parse_json(text: str) -> Any:  # noqa: ANN401  # JSON is any of six types
    """Return the JSON value in a reply; of several, the longest.

    Raises:
        ValueError: there is no JSON in the reply, or a value is broken or cut off.
    """
    return max(_values(text), key=lambda value_and_length: value_and_length[1])[0]


def read_objects(text: str, *, key: str = "") -> list[dict[str, Any]]:
    """Return the objects listed in a reply; an empty list if it has none.

    Args:
        text: the reply.
        key: name of the member with the list if the reply is an object around it.

    Raises:
        ValueError: there is no JSON in the reply, a value is broken or cut off, or an item is not an object.
    """
    items: list[Any] = []
    for value, _ in _values(text):
        inner = _unwrapped(value, key) if isinstance(value, dict) else value
        items += inner if isinstance(inner, list) else [inner]
    for item in items:
        if item is not None and not isinstance(item, dict):
            raise ValueError(f"a list of JSON objects was asked for and it holds {_shown(item)}")
    return [item for item in items if item]


def read_object(text: str) -> dict[str, Any]:
    """Return the object in a reply, which may be the only item of a list.

    Raises:
        ValueError: there is no JSON in the reply, a value is broken or cut off, or it is not a single object.
    """
    value = parse_json(text)
    if isinstance(value, list) and len(value) == 1:
        value = value[0]
    if not isinstance(value, dict):
        raise ValueError(f"one JSON object was asked for and it is {_shown(value)}")
    return value


def first_of(entry: Mapping[str, Any], names: Iterable[str]) -> Any:  # noqa: ANN401  # JSON
    """Return the member of the first of these names that an object has, else None."""
    return next((entry[name] for name in names if name in entry), None)


def as_list(value: Any) -> list[Any]:  # noqa: ANN401
    """Return a list, or anything else as its only item; an empty list for null."""
    return value if isinstance(value, list) else [] if value is None else [value]


def one_line(value: Any) -> str:  # noqa: ANN401
    """Return a text on one line; empty for anything else."""
    return " ".join(value.split()) if isinstance(value, str) else ""


def number_of(value: Any) -> int | None:  # noqa: ANN401
    """Return the number a reply gives an item, written as 2, "2", "[2]" or "line 2."; None for anything else."""
    if isinstance(value, bool) or not isinstance(value, str | int):
        return None
    found = _NUMBER.fullmatch(str(value))
    return int(found[1]) if found else None


def _values(text: str) -> list[tuple[Any, int]]:
    """Return the outermost JSON values of a reply with their lengths in characters, at least one."""
    text = replied(text)
    try:
        values = [(json.loads(text), len(text))]
    except (ValueError, RecursionError):
        values = _values_inside(text)
    if not values:
        raise ValueError("there is no JSON in it")
    if any(_is_deeper(value, _DEEPEST) for value, _ in values):
        raise ValueError(f"its JSON is nested more than {_DEEPEST} levels deep")
    return [(_encodable(value), length) for value, length in values] if _ESCAPED_SURROGATE in text.lower() else values


def _is_deeper(value: Any, depth: int) -> bool:  # noqa: ANN401  # any JSON value
    """Tell whether lists and objects are nested more deeply; readers recurse once per level."""
    level = [value]
    for _ in range(depth + 1):
        level = [inner for item in level for inner in _items(item)]
    return bool(level)


def _encodable(value: Any) -> Any:  # noqa: ANN401
    """Return a JSON value without lone surrogates, which JSON can write as escapes."""
    return json.loads(encodable(json.dumps(value, ensure_ascii=False)))


def _items(value: Any) -> Iterable[Any]:  # noqa: ANN401
    return value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()


def _values_inside(text: str) -> list[tuple[Any, int]]:
    values: list[tuple[Any, int]] = []
    numbers: list[tuple[Any, int]] = []
    position = 0
    while (bracket := _BRACKET.search(text, position)) is not None:
        start = bracket.start()
        position = start + 1
        if _JSON_START.match(text, start):  # otherwise it is a bracket in prose, as in `[: Apple]`
            text, start, value, position = _whole_value(text, start)
            values.append((value, position - start))
        elif (flat := _NUMBERS.match(text, start)) and (decoded := _decoded(flat[0], 0)) is not None:
            value, length = decoded
            position = start + length
            numbers.append((value, length))
    return values or numbers  # `[1]` next to an object is a citation, alone it is the answer


def _whole_value(text: str, start: int) -> tuple[str, int, Any, int]:
    """Decode the value at `start`; return the text it was decoded from, its start, itself and its end."""
    decoded = _decoded(text, start)
    if decoded is None:
        text, start = _STRING_OR_COMMA.sub(lambda match: match[1] or "", text[start:]), 0
        decoded = _decoded(text, start)
    if decoded is None:
        raise ValueError("its JSON is broken or cut off")
    return text, start, *decoded


def _decoded(text: str, start: int) -> tuple[Any, int] | None:
    try:
        return _DECODER.raw_decode(text, start)
    except (ValueError, RecursionError):
        return None


def _unwrapped(value: dict[str, Any], key: str) -> Any:  # noqa: ANN401
    """Return the list inside a wrapping object, or the object itself when it is an item."""
    if key and key in value:
        return value[key]
    if len(value) == 1:
        (only,) = value.values()
        if isinstance(only, list) and all(isinstance(item, dict) for item in only):
            return only
    return value


def _shown(value: Any) -> str:  # noqa: ANN401
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 60 else text[:57] + "…"
