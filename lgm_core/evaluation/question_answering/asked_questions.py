"""Read questions to learn from, with their answers where the file has them."""

from __future__ import annotations

from pathlib import Path

from lgm_core.errors import InputError
from lgm_core.evaluation.datasets import read_rows
from lgm_core.feedback.feedback_report import AskedQuestion

__all__ = ["read_asked"]


def read_asked(path: Path, *, limit: int | None = None) -> list[AskedQuestion]:
    """Read questions, a line each: text, or a JSON object with `question`, perhaps `answer` and `aliases`.

    Args:
        path: the file.
        limit: only the first questions.

    Raises:
        InputError: the file cannot be read, an object has no question, or there is no question.
    """
    asked: list[AskedQuestion] = []
    for place, row in read_rows(path, plain="question"):
        if limit is not None and len(asked) == limit:
            break
        text = row.get("question")
        if not isinstance(text, str) or not text.strip():
            raise InputError(f"{place}: `question` must be a text, not {text!r}")
        answers = (row.get("answer"), *(row.get("aliases") or ()))
        asked.append(AskedQuestion(text, tuple(str(answer) for answer in answers if answer)))
    if not asked:
        raise InputError(f"{path}: there is no question in it")
    return asked
