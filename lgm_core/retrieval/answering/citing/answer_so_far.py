"""The beginning of an answer while its reply still arrives, with the citations of the final answer."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from functools import partial

from lgm_core.flow import TextSoFar
from lgm_core.llm.replies import ends_reasoning, without_reasoning
from lgm_core.model import Support
from lgm_core.retrieval.answering.citing.cited_answer import CitedPart, NumbersInParentheses, StatementCiting
from lgm_core.retrieval.answering.citing.statement_splitting import StatementSplitter
from lgm_core.retrieval.answering.citing.support import SupportJudge
from lgm_core.retrieval.answering.replies.answer_replies import (
    holds_words,
    may_become_refusal,
    missing_phrases,
    split_labels,
)
from lgm_core.retrieval.concepts.graph_view import GraphView
from lgm_core.retrieval.numbered_sentences import NumberedSentence

__all__ = ["AnswerSoFar", "read_partly"]

_OPEN_TAG = re.compile(r"<[/a-z]*\Z", re.IGNORECASE)
_OPENING_FENCE = re.compile(r"```\w*[ \t]*\n")
_JSON = re.compile(r'\{|\[\s*(?:["{\[\]]|\Z)')
_JSON_INSIDE = re.compile(r'\{\s*(?:["}]|\Z)|\[\s*["{\[\]]|"answer"')
_CLOSING_FENCE = re.compile(r"\n?`{1,3}\s*\Z")

_LABELS = [label[:length] for label in ("missing", "answer", "final answer") for length in range(len(label), 0, -1)]
_SPACES = "".join(filter(str.isspace, map(chr, range(0x3001))))

_MEMBER_NAME = re.compile(r'[\s,]*"((?:[^"\\]|\\.)*)"\s*:\s*')
_HIGH, _LOW, _HEX = r"\\u[dD][89abAB][0-9a-fA-F]{2}", r"\\u[dD][c-fC-F][0-9a-fA-F]{2}", r"\\u[0-9a-fA-F]{4}"
_STRING_START = re.compile(rf'"((?:[^"\\\x00-\x1f]|\\["\\/bfnrt]|{_HIGH}{_LOW}|(?!{_HIGH}){_HEX})*)')
"""A JSON string up to its end or an incomplete escape."""
_DECODER = json.JSONDecoder()


def read_partly(reply: str, *, as_json: bool, names_missing: bool, reasons_unmarked: bool = False) -> str:
    """Return the beginning of the answer in the beginning of a reply; empty while there may be none.

    It is empty inside reasoning, while the reply may be a refusal or a label may follow, and if something is missing.

    Args:
        reply: what has arrived.
        as_json: whether JSON was asked for; prose is then only an answer at its end.
        names_missing: whether the model was asked to say what is missing; in JSON this must come before the answer.
        reasons_unmarked: whether the model marks only the end of its reasoning, so that anything before may be it.
    """
    if reasons_unmarked and not ends_reasoning(reply):
        return ""
    rest = _OPEN_TAG.sub("", without_reasoning(reply))
    if rest.startswith("`"):
        fence = _OPENING_FENCE.match(rest)
        if fence is None and "```".startswith(rest[:3]):
            return ""
        rest = rest[fence.end() :].lstrip() if fence is not None else rest
    if _JSON.match(rest):
        answer = _in_json(rest, names_missing=names_missing)
    else:
        answer = "" if as_json or "null".startswith(rest) else _in_prose(rest)
    return "" if not holds_words(answer) or may_become_refusal(answer) else answer


def _in_prose(text: str) -> str:
    json_inside = _JSON_INSIDE.search(text)
    if json_inside is not None:
        text = text[: json_inside.start()]
    text = _CLOSING_FENCE.sub("", text)
    answer, missing, _ = split_labels(_without_open_label(text))
    return "" if missing else answer


def _without_open_label(text: str) -> str:
    """Return a text without marks and letters at its end that may begin a label on a line of its own."""
    body = text.rstrip(f"{_SPACES}*_")
    folded = body[-max(map(len, _LABELS)) :].lower()
    label = next((label for label in _LABELS if folded.endswith(label)), "")
    for end in (len(body) - len(label), len(body)):
        start = len(text[:end].rstrip(f"{_SPACES}*_#>-"))
        line_end = text.find("\n", start, end if end < len(body) else len(text))
        if not start or line_end >= 0:
            return text[:line_end] if start else ""
    return text


def _in_json(text: str, *, names_missing: bool) -> str:
    """Read the members of an object in their order, up to the answer or an incomplete member."""
    says_missing = not names_missing
    position = 1
    while text.startswith("{") and (member := _MEMBER_NAME.match(text, position)) is not None:
        name = member[1].casefold().replace(" ", "_")
        if name == "answer":
            begun = _STRING_START.match(text, member.end())
            return json.loads(f'"{begun[1]}"').strip() if says_missing and begun is not None else ""
        try:
            value, position = _DECODER.raw_decode(text, member.end())
        except (ValueError, RecursionError):
            return ""
        phrases = missing_phrases(name, value)
        if phrases:
            return ""
        says_missing = says_missing or phrases is not None
    return ""


_OPEN_END = re.compile(r"(?<!\s)\s*+(?:[\[【][\w\s,;–-]*+|\([\d\s,;]*+\)?[^\S\n]*+)?\Z")
"""A space and a bracket at the end that may become a citation."""
_LONGEST_CITATION = 200
"""The most characters of an incomplete citation."""


class AnswerSoFar:
    """Reads a reply as it arrives; what it returns grows into the text of `cited_answer`.

    Each statement is judged and cited once, when it is complete. An incomplete one is returned up to its first number.
    Cited statements wait until the answer is about what the question names.
    The text is settled when a statement is cited, but no later than the end of the first sentence: an answer of several
    sentences of which none is borne out is rare, and no reader waits for all of it.

    Args:
        question: the question.
        shown: the sentences shown to the model, best first.
        numbered: whether the model saw their numbers.
        language: ISO 639-1 code of the graph.
        as_json: whether JSON was asked for.
        names_missing: whether the model was asked to say what is missing.
        reasons_unmarked: whether the model is known to mark only the end of its reasoning.
        is_withheld: whether unsupported statements are withheld.
        must_cite: whether an answer must have citations, since an earlier one has.
        is_last: whether this is the last round, whose answer stands even without citations.
        is_checked: whether the model judges the statements at the end, which may change their citations.
        view: the graph, whose aliases count as names of what the question names.
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
        view: GraphView | None = None,
    ) -> None:
        self._language = language
        self._given = shown if numbered else ()
        self._read = partial(
            read_partly, as_json=as_json, names_missing=names_missing, reasons_unmarked=reasons_unmarked
        )
        self._is_withheld, self._must_cite, self._is_last = is_withheld, must_cite, is_last
        self._is_checked = is_checked
        self._judge = SupportJudge(question, shown, language, view)
        self._bracketed = NumbersInParentheses(question, self._given)
        self._taken = self._text = self._held = ""
        self._said: list[str] = []
        self._is_about = False
        self._begin()

    def __call__(self, reply: str) -> TextSoFar:
        """Return the part of the answer's text that is certain."""
        read = self._read(reply)
        end = _OPEN_END.search(read, max(0, len(read) - _LONGEST_CITATION))
        answer = self._bracketed(read if end is None else read[: end.start()])
        if not answer.startswith(self._taken):  # what was read as the answer turned out to be something else
            self._begin()
        rest = answer[len(self._taken) :]
        statements, length = self._splitter.split(rest, is_whole=False)
        for statement in statements:
            self._add(self._citing.part(statement))
        is_cited = bool(self._citing.cited)
        if statements and is_cited and not self._is_about:
            self._is_about = self._judge.is_about_asked(self._said, (*self._citing.cited, *self._citing.claimed))
        if length:
            self._taken, rest = answer[: len(self._taken) + length], rest[length:]
        begun = "" if self._is_withheld else self._splitter.begun(rest)
        waits = not self._is_about if is_cited else self._must_cite
        text = "" if waits else f"{self._text}{begun}".lstrip()
        return TextSoFar(text, is_settled=not self._is_checked and (is_cited or bool(self._said) or self._is_last))

    def _begin(self) -> None:
        """Start again from the beginning of the answer."""
        self._splitter = StatementSplitter(self._language)
        self._citing = StatementCiting(self._judge, self._given)
        self._taken = self._text = self._held = ""
        self._said, self._is_about = [], False

    def _add(self, part: CitedPart) -> None:
        """Add a part to the text; a part without a statement waits for one that is not withheld."""
        said = f"{part.lead}{part.text}"
        self._said += [part.statement.text] if part.statement is not None else []
        if not self._is_withheld:
            self._text += said
        elif part.statement is None:
            self._held += said
        elif part.statement.support is not Support.UNSUPPORTED:
            self._text, self._held = f"{self._text}{self._held}{said}", ""
