"""Read front matter: the `key: value` lines at the top of Markdown files, between lines of `---` or `+++`."""

from __future__ import annotations

import re
import tomllib
from itertools import pairwise

from lgm_core.model import Scalar

__all__ = ["front_matter"]

_FRONT_MATTER = re.compile(
    r"(?P<fence>---|\+\+\+)[ \t]*\r?\n(?P<body>(?:.*\r?\n)*?)(?:(?P=fence)|\.\.\.)[ \t]*(?:\r?\n|\Z)"
)
_KEY_LINE = re.compile(r"(?P<key>[A-Za-z_][\w .-]*?)[ \t]*:(?:[ \t]+(?P<value>.*))?")
_CONSTANTS: dict[str, Scalar] = {"true": True, "false": False, "null": None, "~": None, "": None}
_YAML_STRUCTURE_MARKS = ("[", "{", "|", ">", "&", "*", "!")


def front_matter(text: str) -> tuple[dict[str, Scalar], int]:
    """Return the scalar values of the front matter and the offset of the text after it (0 without front matter).

    Lists, nested values and values of several lines are left out.
    """
    match = _FRONT_MATTER.match(text)
    if not match or not _looks_like_data(match["body"]):
        return {}, 0
    values = _toml(match["body"]) if match["fence"] == "+++" else _yaml(match["body"])
    return values, match.end()


def _looks_like_data(body: str) -> bool:
    """Tell front matter from text between two thematic breaks: its first filled line is a key or a comment."""
    first = next((line.strip() for line in body.splitlines() if line.strip()), "#")
    return first.startswith(("#", "[")) or bool(_KEY_LINE.fullmatch(first)) or "=" in first


def _toml(body: str) -> dict[str, Scalar]:
    try:
        values = tomllib.loads(body.replace("\r\n", "\n"))
    except tomllib.TOMLDecodeError:
        return {}
    return {key: value for key, value in values.items() if isinstance(value, str | int | float)}


def _yaml(body: str) -> dict[str, Scalar]:
    values: dict[str, Scalar] = {}
    for line, following in pairwise([*body.splitlines(), ""]):
        match = _KEY_LINE.fullmatch(line.rstrip())
        if not match or following.startswith((" ", "\t", "- ")):
            continue
        value = (match["value"] or "").strip()
        if not value.startswith(_YAML_STRUCTURE_MARKS):
            values[match["key"]] = _scalar(value)
    return values


def _scalar(value: str) -> Scalar:
    if len(value) >= 2 and value[0] == value[-1] and value[0] in "\"'":
        return value[1:-1]
    value = re.sub(r"\s+#.*", "", value)
    if value.lower() in _CONSTANTS:
        return _CONSTANTS[value.lower()]
    for number in (int, float):
        try:
            parsed = number(value)
        except ValueError:
            continue
        # "1.10" is a version and "007" a name: a number is written just as Python writes it.
        return parsed if str(parsed) == value else value
    return value
