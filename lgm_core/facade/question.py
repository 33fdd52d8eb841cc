"""Questions as users type them."""

from __future__ import annotations

from lgm_core.errors import InputError

__all__ = ["checked_question"]


def checked_question(question: str) -> str:
    """Return a question that has words in it.

    Raises:
        InputError: it is empty, or no text.
    """
    if not isinstance(question, str):
        raise InputError(f"the question is not text but {question!r}; ask something in words")
    if not question.strip():
        raise InputError(f"the question is empty ({question!r}); ask something in words")
    return question
