"""The beginning of an answer's text while its reply still comes, with citations as the answer will have them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import partial

from lgm_core.flow import TextSoFar
from lgm_core.model import Support
from lgm_core.retrieval.answering.citing.cited_answer import CitedPart, StatementCiting
from lgm_core.retrieval.answering.citing.statement_splitting import StatementSplitter
from lgm_core.retrieval.answering.citing.support import SupportJudge
from lgm_core.retrieval.answering.replies.partial_replies import read_partly
from lgm_core.retrieval.numbered_sentences import NumberedSentence

__all__ = ["AnswerSoFar"]

_OPEN_END = re.compile(r"(?<!\s)\s*+(?:[\[【][\w\s,;–-]*+)?\Z")
"""Space and a bracket at the end that may become a citation."""
_LONGEST_CITATION = 200
"""Characters of a citation that is not whole, at most."""


class AnswerSoFar:
    """Reads what has come of the reply to one request; what it returns grows into the text of `cited_answer`.

    Each statement is judged once, as soon as it is whole, and has its numbers from then on. Of the one that is not
    whole, what stands before its first number is told.

    Args:
        question: the question.
        shown: the sentences shown to the model, best first.
        numbered: whether the model saw their numbers.
        language: ISO 639-1 code of the graph.
        as_json: whether JSON was asked for.
        names_missing: whether the model was asked to say what is missing.
        reasons_unmarked: whether the model is known to send reasoning without a tag before it.
        is_withheld: whether statements that nothing bears out are withheld.
        must_cite: whether an answer must cite something to be kept, since one before it does.
        is_last: whether an answer without citations stands.
        is_checked: whether the model judges statements once the answer is whole, which may change what they cite.
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
        must_cite: bool,
        is_last: bool,
        is_checked: bool = False,
    ) -> None:
        self._language = language
        self._given = shown if numbered else ()
        self._read = partial(
            read_partly, as_json=as_json, names_missing=names_missing, reasons_unmarked=reasons_unmarked
        )
        self._is_withheld, self._must_cite, self._is_last = is_withheld, must_cite, is_last
        self._is_checked = is_checked
        self._judge = SupportJudge(question, shown, language)
        self._taken = self._text = self._held = ""
        self._begin()

    def __call__(self, reply: str) -> TextSoFar:
        """Return what is certain of the answer's text."""
        read = self._read(reply)
        end = _OPEN_END.search(read, max(0, len(read) - _LONGEST_CITATION))
        answer = read if end is None else read[: end.start()]
        if not answer.startswith(self._taken):  # the reply turned
            self._begin()
        rest = answer[len(self._taken) :]
        statements, length = self._splitter.split(rest, is_whole=False)
        for statement in statements:
            self._add(self._citing.part(statement))
        if length:
            self._taken, rest = answer[: len(self._taken) + length], rest[length:]
        begun = "" if self._is_withheld else self._splitter.begun(rest)
        is_cited = bool(self._citing.cited)
        text = "" if self._must_cite and not is_cited else f"{self._text}{begun}".lstrip()
        return TextSoFar(text, is_settled=not self._is_checked and (is_cited or self._is_last))

    def _begin(self) -> None:
        """Begin an answer anew."""
        self._splitter = StatementSplitter(self._language)
        self._citing = StatementCiting(self._judge, self._given)
        self._taken = self._text = self._held = ""

    def _add(self, part: CitedPart) -> None:
        """Add a part to the text; one that says nothing waits for a statement that is not withheld."""
        said = f"{part.lead}{part.text}"
        if not self._is_withheld:
            self._text += said
        elif part.statement is None:
            self._held += said
        elif part.statement.support is not Support.UNSUPPORTED:
            self._text, self._held = f"{self._text}{self._held}{said}", ""
