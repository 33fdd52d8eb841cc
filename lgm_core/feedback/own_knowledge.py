"""What a language model says of its own knowledge: marked as such, and never cited."""

from __future__ import annotations

import re
from dataclasses import replace

from lgm_core.flow import Outcome
from lgm_core.retrieval.answering.replies.answer_replies import AnswerReply

__all__ = ["OWN", "with_own_marked"]

OWN = "(own knowledge)"
"""How the text of an answer marks what no sentence says."""

_MARK = re.compile(r"(?<!\s)\s*+[\[(]\s*own(?:\s+knowledge)?\s*[\])]", re.IGNORECASE)
_CITED = re.compile(r"(?<!\s)\s*+[\[【][\d\s,;–-]+[\]】]")

_STATEMENT_END = re.compile(
    r"(?<=[^\W_]{2}[.!?])\s+(?=[^\W\d_a-z])|(?<=[\])][.!?])\s+|(?<=[.!?]\])\s+|(?<=[。！？])|\n+"
)
"""Between two statements, also where a mark or a number stands before or behind the full stop."""


def with_own_marked(outcome: Outcome, *, brief: bool) -> tuple[Outcome, bool]:
    """Return the outcome of an answering request in which statements of own knowledge cite nothing.

    Return too whether no sentence may be cited at all, since no statement names one and some are own knowledge.

    Args:
        outcome: its value is an `AnswerReply` in which `[own]` stands behind what no entry says.
        brief: whether the bare fact is wanted, which has no marks.
    """
    reply: AnswerReply | None = outcome.value if outcome.ok else None
    if reply is None or not _MARK.search(reply.text):
        return outcome, False
    statements = [_marked(statement) for statement in _STATEMENT_END.split(reply.text) if statement]
    text = " ".join(statements)
    cites_nothing = _CITED.search(text) is None
    if brief:
        text = text.replace(OWN, "").strip()
    return replace(outcome, value=replace(reply, text=text, citations=())), cites_nothing


def _marked(statement: str) -> str:
    if not _MARK.search(statement):
        return statement
    body = _CITED.sub("", _MARK.sub("", statement)).rstrip()
    stop = body[-1:] if body[-1:] in ".!?。！？" else ""
    return f"{body.removesuffix(stop)} {OWN}{stop}".strip()
