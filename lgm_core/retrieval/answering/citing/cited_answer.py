"""Citing for an answer: the sentences that it names where they are valid, else those that state it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from lgm_core.retrieval.answering.citing.citation_checking import CitedText, check_citations
from lgm_core.retrieval.answering.citing.grounding import Grounding
from lgm_core.retrieval.answering.replies.answer_replies import AnswerReply
from lgm_core.retrieval.answering.replies.brief_answer import brief_answer
from lgm_core.retrieval.numbered_sentences import NumberedSentence

__all__ = ["cite_statements", "cited_answer", "split_statements", "without_end"]

_STATEMENT_END = re.compile(r"(?<=[^\W_]{2}[.!?])\s+(?=[^\W\d_a-z])|(?<=[。！？])\s*|\n+")
"""Between two statements of an answer. A full stop behind a single letter is an initial's."""


def cited_answer(
    reply: AnswerReply,
    question: str,
    shown: Sequence[NumberedSentence],
    *,
    brief: bool,
    numbered: bool,
    language: str,
) -> CitedText:
    """Return the text of an answer with its citations; without any when no sentence shown bears it out.

    A full answer without valid numbers gets ours behind each of its statements. A brief one is the bare fact; its text
    has no numbers.

    Args:
        reply: what the model answered.
        question: the question.
        shown: the sentences that it was shown, best first.
        brief: whether the bare fact was asked for.
        numbered: whether the model saw the sentences' numbers; if not, the numbers it replies with mean nothing.
        language: ISO 639-1 code of the graph.
    """
    given = {sentence.number: sentence for sentence in shown} if numbered else {}
    checked = check_citations(reply.text, reply.citations, given)
    text = brief_answer(checked.text, language) if brief else checked.text
    if checked.cited or not text:
        return CitedText(text, checked.cited, checked.invented)
    grounding = Grounding(question, shown, language)
    if brief:
        return CitedText(text, tuple(grounding.of_fact(text)), checked.invented)
    statements, cited = cite_statements(split_statements(text), grounding)
    return CitedText(" ".join(statements), cited, checked.invented)


def split_statements(text: str) -> list[str]:
    """Return the statements of an answer."""
    return list(filter(None, _STATEMENT_END.split(text)))


def without_end(statement: str) -> str:
    """Return a statement without the full stop or other mark that ends it, before which its citations are put."""
    return statement.rstrip(".!?。！？ ")


def cite_statements(statements: Iterable[str], grounding: Grounding) -> tuple[list[str], tuple[NumberedSentence, ...]]:
    """Put the numbers of the sentences that bear each statement out at its end; return those sentences too."""
    cited: dict[int, NumberedSentence] = {}
    marked = []
    for statement in statements:
        sentences = grounding.of(statement)
        cited |= {sentence.number: sentence for sentence in sentences}
        places = list(cited)
        marks = "".join(f"[{places.index(sentence.number) + 1}]" for sentence in sentences)
        body = without_end(statement)
        marked.append(f"{body} {marks}{statement[len(body) :].rstrip()}" if marks else statement)
    return marked, tuple(cited.values())
