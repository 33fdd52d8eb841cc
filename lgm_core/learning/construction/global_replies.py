"""Read the replies of a language model about a document as a whole."""

from __future__ import annotations

from lgm_core.language.concepts import concept_key
from lgm_core.learning.construction.item_requests import line_values
from lgm_core.llm.replies import one_line, read_object

__all__ = ["read_predicates", "read_subjects", "read_summary"]

_NO_PREDICATE = frozenset({"", "none", "null", "n/a", "-", "no relation", "no predicate"})


def read_summary(reply: str) -> str:
    """Read a summary.

    Raises:
        ValueError: the reply has none.
    """
    summary = one_line(read_object(reply).get("summary"))
    if not summary:
        raise ValueError("an object with a text `summary` was asked for")
    return summary


def read_predicates(reply: str, count: int) -> dict[int, str]:
    """Read the predicates of pairs by number; pairs without one are left out.

    Raises:
        ValueError: the reply has no JSON, or no entry about a pair.
    """
    found = line_values(reply, "predicates", count, ["predicate"])
    return {number: text for number, (text,) in found.items() if text.lower() not in _NO_PREDICATE}


def read_subjects(reply: str, pairs: list[tuple[str, str]], language: str) -> dict[int, int]:
    """Read which of two terms is the subject, 0 or 1, by line number; others are left out.

    Raises:
        ValueError: the reply has no JSON, no entry about a line, or only entries with other terms.
    """
    found = line_values(reply, "subjects", len(pairs), ["subject"])
    ends: dict[int, int] = {}
    for number, (text,) in found.items():
        names = [name.casefold() for name in pairs[number - 1]]
        keys = [concept_key(name, language) for name in pairs[number - 1]]
        if text.casefold() in names:
            ends[number] = names.index(text.casefold())
        elif (key := concept_key(text, language)) in keys:
            ends[number] = keys.index(key)
    if not ends:
        raise ValueError("a subject must be one of the two terms of its line")
    return ends
