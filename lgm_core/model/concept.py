"""Concepts: the nodes of the concept relation graph."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = [
    "THING",
    "Concept",
]

THING = "thing"
"""Key of the root concept; it is stored, and expansion never passes through it (paper section 3)."""


@dataclass(frozen=True, slots=True)
class Concept:
    """A node of the concept relation graph: `key` is its normalised lemma phrase, `name` its most frequent form.

    `frequency` counts the sentences that mention it; `forms` are its surface forms, most frequent first.
    """

    key: str
    name: str
    frequency: int
    forms: tuple[str, ...] = ()
