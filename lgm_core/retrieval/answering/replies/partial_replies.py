"""Reading a reply that has not come whole: the beginning of the answer in it, as far as it is certain.

What is returned for a beginning of a reply is a beginning of the text that `read_answer` returns for the whole, except
where the reply turns: where a model reasons without saying so, speaks before its JSON, or answers anew behind a label.
"""

from __future__ import annotations

import json
import re

from lgm_core.llm.replies import ends_reasoning, without_reasoning
from lgm_core.retrieval.answering.replies.answer_replies import holds_words, missing_phrases, split_labels
from lgm_core.retrieval.answering.replies.refusals import may_become_refusal

__all__ = ["read_partly"]

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
"""A JSON string up to where it ends or an escape in it is not whole."""
_DECODER = json.JSONDecoder()


def read_partly(reply: str, *, as_json: bool, names_missing: bool, reasons_unmarked: bool = False) -> str:
    """Return the beginning of the answer in a beginning of a reply; empty while it is not certain that there is one.

    Empty it is inside reasoning, as long as it may be a refusal or a label may follow, and once something is missing.

    Args:
        reply: what has come.
        as_json: whether JSON was asked for; prose is then no answer before its end.
        names_missing: whether the model was asked to say what is missing; JSON must then say so before it answers.
        reasons_unmarked: whether the model reasons without saying so, so that nothing counts before its reasoning ends.
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
    """Return a text without the marks and letters at its end that a label may begin with, which begins its own line."""
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
    """Read the members of an object in their order, up to the answer or what is not whole."""
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
