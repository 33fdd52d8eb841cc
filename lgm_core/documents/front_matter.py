"""Read front matter: the `key: value` lines at the top of Markdown files, between lines of `---` or `+++`."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Sequence
from datetime import date, time
from math import isfinite

from lgm_core.model import MetadataValue, Scalar

__all__ = ["front_matter"]

_OPENING = re.compile(r"(?P<fence>---|\+\+\+)[ \t]*\r?\n")
_CLOSING = {
    fence: re.compile(rf"^(?:{re.escape(fence)}|\.\.\.)[ \t]*(?:\r?\n|\Z)", re.MULTILINE) for fence in ("---", "+++")
}
_KEY_LINE = re.compile(r"(?P<key>[A-Za-z_](?:[\w .-]*[\w.-])?+)[ \t]*+:(?:[ \t]+(?P<value>.*))?")
_LARGEST = 2**63
"""Integers of more than 64 bits are not numbers in YAML or TOML."""
_LONGEST_TOML = 10_000
"""Characters; longer TOML may contain a key of thousands of parts, which takes a gigabyte to read."""
_CONSTANTS: dict[str, Scalar] = {"true": True, "false": False, "null": None, "~": None, "": None}
_YAML_STRUCTURE_MARKS = ("[", "{", "|", ">", "&", "*", "!")
_ITEM = re.compile(r"[ \t]*-[ \t]+(?P<value>.*)")
_FLOW_ITEM = re.compile(r"""(?<!\s)\s*+(?:"[^"]*"|'[^']*'|[^,\s][^,]*)""")
_FLOW_LIST = re.compile(r"\[(?P<items>[^\[\]{}]*)\](?:[ \t]+#.*)?")


def front_matter(text: str) -> tuple[dict[str, MetadataValue], int]:
    """Return the values of the front matter and the offset of the text after it (0 without front matter).

    Values are scalars and lists of scalars; nested and multi-line values are left out.
    """
    opening = _OPENING.match(text)
    closing = _CLOSING[opening["fence"]].search(text, opening.end()) if opening else None
    if not opening or not closing:
        return {}, 0
    body = text[opening.end() : closing.start()]
    if not _looks_like_data(body):
        return {}, 0
    return (_toml(body) if opening["fence"] == "+++" else _yaml(body)), closing.end()


def _looks_like_data(body: str) -> bool:
    """Distinguish front matter from text between two thematic breaks: its first filled line is a key or a comment."""
    first = next((line.strip() for line in body.splitlines() if line.strip()), "#")
    return first.startswith(("#", "[")) or bool(_KEY_LINE.fullmatch(first)) or "=" in first


def _toml(body: str) -> dict[str, MetadataValue]:
    if len(body) > _LONGEST_TOML:
        return {}
    try:
        values = tomllib.loads(body.replace("\r\n", "\n"))
    except (ValueError, RecursionError):  # numbers with too many digits and deep nesting do not raise TOMLDecodeError
        return {}
    values = {key: value.isoformat() if isinstance(value, date | time) else value for key, value in values.items()}
    return {key: value for key, value in values.items() if _is_scalar(value) or _is_list(value)}


def _is_scalar(value: object) -> bool:
    if isinstance(value, int):
        return abs(value) < _LARGEST
    return isinstance(value, str) or (isinstance(value, float) and isfinite(value))


def _is_list(value: object) -> bool:
    return isinstance(value, list) and all(map(_is_scalar, value))


def _yaml(body: str) -> dict[str, MetadataValue]:
    values: dict[str, MetadataValue] = {}
    lines = body.splitlines()
    for number, line in enumerate(lines):
        match = _KEY_LINE.fullmatch(line.rstrip())
        if not match:
            continue
        value = (match["value"] or "").strip()
        below = _lines_of_value(lines, number + 1)
        if below:
            items = [_ITEM.fullmatch(each) for each in below]
            if not value and all(item and not item["value"].startswith(_YAML_STRUCTURE_MARKS) for item in items):
                values[match["key"]] = [_scalar(item["value"].strip()) for item in items if item]
        elif flow := _FLOW_LIST.fullmatch(value):
            values[match["key"]] = [_scalar(item[0].strip()) for item in _FLOW_ITEM.finditer(flow["items"])]
        elif not value.startswith(_YAML_STRUCTURE_MARKS):
            values[match["key"]] = _scalar(value)
    return values


def _lines_of_value(lines: Sequence[str], start: int) -> list[str]:
    """Return the lines below a key that belong to its value: indented lines, or items of a list."""
    end = start
    while end < len(lines) and lines[end].startswith((" ", "\t", "- ")):
        end += 1
    return [line.rstrip() for line in lines[start:end]]


def _scalar(value: str) -> Scalar:
    if len(value) >= 2 and value[0] == value[-1] and value[0] in "\"'":
        return value[1:-1]
    value = re.sub(r"(?<!\s)\s++#.*", "", value)
    if value.lower() in _CONSTANTS:
        return _CONSTANTS[value.lower()]
    for number in (int, float):
        try:
            parsed = number(value)
        except ValueError:
            continue
        # "1.10" is a version and "007" a name: a number is written exactly as Python writes it.
        return parsed if str(parsed) == value and _is_scalar(parsed) else value
    return value
