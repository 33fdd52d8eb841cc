"""Tell paths, calls and options inside a sentence from the words of its language."""

from __future__ import annotations

import re

__all__ = ["is_in_code"]

_CODE = re.compile(
    r"""
      \w[/\\][\w./\\-]*\.\w        # a path to a file
    | \w\(\) | \w\([^()\s]*[,=.'"]   # a call
    | \w\.\w+\(                      # of a method
    | [={}] | :: | ://                # an assignment, a body, an address
    | ^[("'`\[]*--?[A-Za-z]          # an option
    """,
    re.X,
)


def is_in_code(text: str, start: int, end: int) -> bool:
    """Tell whether the characters `start`–`end` of a text are part of what has the form of code.

    What stands between two spaces is looked at as a whole, since a sentence writes a path or a call without spaces.
    """
    first = max(text.rfind(" ", 0, start), text.rfind("\n", 0, start)) + 1
    last = min((place for place in (text.find(" ", end), text.find("\n", end)) if place >= 0), default=len(text))
    return any(_CODE.search(part) for part in text[first:last].split())
