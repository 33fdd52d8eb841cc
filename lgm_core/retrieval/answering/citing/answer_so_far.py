"""The beginning of an answer's text while its reply still comes, with citations as the answer will have them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cached_property, partial

from lgm_core.flow import TextSoFar
from lgm_core.retrieval.answering.citing.citation_checking import check_citations
from lgm_core.retrieval.answering.citing.cited_answer import cite_statements, split_statements, without_end
from lgm_core.retrieval.answering.citing.grounding import Grounding
from lgm_core.retrieval.answering.replies.partial_replies import read_partly
from lgm_core.retrieval.numbered_sentences import NumberedSentence

__all__ = ["AnswerSoFar"]

_OPEN_END = re.compile(r"(?<!\s)\s*+(?:[\[【][\w\s,;–-]*+)?\Z")
"""Space and a bracket at the end that may become a citation."""


class AnswerSoFar:
    """Reads what has come of the reply to one request; what it returns grows into the text of `cited_answer`.

    A citation is held back until it is whole, and renumbered as the answer renumbers it. Where the answer will get
    numbers of ours they are put as soon as a statement is whole; while the model may still put its own, nothing behind
    the first statement is certain.

    Args:
        question: the question.
        shown: the sentences shown to the model, best first.
        numbered: whether the model saw their numbers.
        language: ISO 639-1 code of the graph.
        as_json: whether JSON was asked for.
        names_missing: whether the model was asked to say what is missing.
        reasons_unmarked: whether the model is known to send reasoning without a tag before it.
        is_withheld: whether an answer that no sentence bears out is withheld, so that one must be cited first.
        is_last: whether an answer without citations stands.
    """

    def __init__(
        self,
        question: str,
        shown: Sequence[NumberedSentence],
        *,
        numbered: bool,
        language: str,
        as_json: bool,
        names_missing: bool,
        reasons_unmarked: bool,
        is_withheld: bool,
        is_last: bool,
    ) -> None:
        self._numbered = numbered
        self._given = {sentence.number: sentence for sentence in shown} if numbered else {}
        self._ground = partial(Grounding, question, shown, language)
        self._read = partial(
            read_partly, as_json=as_json, names_missing=names_missing, reasons_unmarked=reasons_unmarked
        )
        self._is_withheld, self._is_last = is_withheld, is_last

    def __call__(self, reply: str) -> TextSoFar:
        """Return what is certain of the answer's text."""
        text, is_cited = self._cited(_OPEN_END.sub("", self._read(reply)))
        if self._is_withheld and not is_cited:
            text = ""
        return TextSoFar(text, is_settled=is_cited or self._is_last)

    @cached_property
    def _grounding(self) -> Grounding:
        return self._ground()

    def _cited(self, answer: str) -> tuple[str, bool]:
        """Return the certain beginning of an answer with its citations, and whether it has any."""
        checked = check_citations(answer, (), self._given)
        if checked.cited or not checked.text:
            return checked.text, bool(checked.cited)
        *whole, begun = split_statements(checked.text)
        if self._numbered:
            return without_end([*whole, begun][0]), False
        statements, cited = cite_statements(whole, self._grounding)
        return " ".join([*statements, without_end(begun)]), bool(cited)
