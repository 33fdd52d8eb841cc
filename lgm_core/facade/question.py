"""Questions as users type them, and how many results they want."""

from __future__ import annotations

from operator import index

from lgm_core.errors import InputError, shown

__all__ = ["checked_number", "checked_question"]


def checked_question(question: str) -> str:
    """Return a question that has words in it.

    Raises:
        InputError: it is empty, or no text.
    """
    if not isinstance(question, str):
        raise InputError(f"the question is not text but {shown(question)}; ask something in words")
    if not question.strip():
        raise InputError(f"the question is empty ({question!r}); ask something in words")
    return question


def checked_number(k: int, name: str = "k") -> int:
    """Return a number of results to return, of the argument of this name.

    Raises:
        InputError: it is no whole number, or less than 1.
    """
    if isinstance(k, bool) or not hasattr(k, "__index__"):
        raise InputError(f"{name}={shown(k)} is no whole number; give one, such as {name}=5")
    if k < 1:
        raise InputError(f"{name}={k} asks for nothing; give 1 or more")
    return index(k)
