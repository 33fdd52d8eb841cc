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

    `frequency` counts the sentences that mention it; `forms` are its surface forms, most frequent first. Of several
    things that one document calls by one name, all but the first have a number in the key: `apple`, `apple~2`.
    """

    key: str
    name: str
    frequency: int
    forms: tuple[str, ...] = ()


_SENSE = re.compile(r"(?<!~)(?P<marks>~+)(?P<number>[0-9]{0,9})\Z")
"""The end of a key that tells its sense, or looks like it: an odd number of marks before a number is a sense."""


def sense_key(key: str, number: int) -> str:
    """Return the key of one of several things of a name; the first has the name's own key.

    Args:
        key: the key of the name, as `concept_key` or `escaped_key` returns it.
        number: which of the things, from 1 to less than a milliard.
    """
    return key if number == 1 else f"{key}~{number}"


def sense_number(key: str) -> int:
    """Return which of the things of its name a key is of, from 1."""
    found = _SENSE.search(key) if "~" in key else None
    if found is None or not len(found["marks"]) % 2 or found["number"][:1] in ("", "0"):
        return 1
    return int(found["number"])


def name_of(key: str) -> str:
    """Return the key of the name, without the number of a sense."""
    return key[: key.rindex("~")] if sense_number(key) > 1 else key


def escaped_key(key: str) -> str:
    """Return a key that was not made by `concept_key`, so that it is never taken for that of a sense."""
    return _SENSE.sub(lambda found: found["marks"] * 2 + found["number"], key)
