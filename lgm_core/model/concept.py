"""Concepts: the nodes of the concept relation graph."""

from __future__ import annotations

import re
from dataclasses import dataclass

__all__ = [
    "THING",
    "Concept",
    "escaped_key",
    "name_of",
    "sense_key",
    "sense_number",
]

THING = "thing"
"""Key of the root concept; it is stored, and expansion never passes through it (paper section 3)."""


@dataclass(frozen=True, slots=True)
class Concept:
    """A node of the concept relation graph: `key` is its normalised lemma phrase, `name` its most frequent form.

    `frequency` counts the sentences that mention it; `forms` are its surface forms, most frequent first. If one
    document uses a name for several things, all but the first have a number in the key: `apple`, `apple~2`.
    """

    key: str
    name: str
    frequency: int
    forms: tuple[str, ...] = ()


_SENSE = re.compile(r"(?<!~)(?P<marks>~+)(?P<number>[0-9]{0,9})\Z")
"""The end of a key that gives its sense, or looks like it: an odd number of marks before a number is a sense."""


def sense_key(key: str, number: int) -> str:
    """Return the key of one of several things with the same name; the first has the name's own key.

    Args:
        key: the key of the name, as `concept_key` or `escaped_key` returns it.
        number: the number of the thing, from 1 to less than a billion.
    """
    return key if number == 1 else f"{key}~{number}"


def sense_number(key: str) -> int:
    """Return the sense number of a key, from 1."""
    found = _SENSE.search(key) if "~" in key else None
    if found is None or not len(found["marks"]) % 2 or found["number"][:1] in ("", "0"):
        return 1
    return int(found["number"])


def name_of(key: str) -> str:
    """Return the key of the name, without the sense number."""
    return key[: key.rindex("~")] if sense_number(key) > 1 else key


def escaped_key(key: str) -> str:
    """Return a key not made by `concept_key`, escaped so that it is never taken for a sense."""
    return _SENSE.sub(lambda found: found["marks"] * 2 + found["number"], key)
