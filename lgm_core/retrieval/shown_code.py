"""Code as readers are shown it: on indented lines of its own, so that none passes for a line that we wrote."""

from __future__ import annotations

__all__ = ["indented_code"]

_INDENT = "    "


def indented_code(text: str) -> str:
    """Return code with each of its lines on a new one; blank lines are left out."""
    return "".join(f"\n{_INDENT}{line.rstrip()}" for line in text.split("\n") if line.strip())
