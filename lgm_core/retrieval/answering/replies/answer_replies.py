"""Reading the language model's answers, and what it names as missing.

Any form is read: JSON alone, in a fence or within prose, with the requested members or others of the same meaning, such
as those of the paper's own prompt (appendix 8.2); or prose, in which lines may begin with `Missing:`, `Answer:` and
`Final answer:`. Tagged reasoning before the reply is dropped.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from lgm_core.llm.replies import as_list, first_of, parse_json, read_object, replied, without_reasoning
from lgm_core.llm.reply_schemas import list_schema, object_schema
from lgm_core.retrieval.answering.citing.statement_splitting import without_marks
from lgm_core.retrieval.answering.replies.named_sentences import quotable, read_numbers

__all__ = [
    "ANSWER_SCHEMA",
    "AnswerReply",
    "holds_words",
    "is_refusal",
    "may_become_refusal",
    "missing_phrases",
    "read_answer",
    "read_cut_answer",
    "reading_schema",
    "says_nothing",
    "split_labels",
]

_SOURCE = r"(?:text|context|passage|excerpt|document|article|source|sentence|information|evidence)s?"

_SAYING = (
    r"(?:mention|say|state|specif|provide|contain|include|give|indicate|name|tell|answer|identif|reveal|explain|describe"
    r"|list|offer|have|address|clarif|discuss|refer)\w*"
)

_ENGLISH = (
    r"(?:i'm |i am |we're |we are )?(?:sorry|afraid|unfortunately|i apologi[sz]e)\b",
    r"(?:i|we)(?: am| are|'m|'re)? (?:can ?not|can't|could ?n[o']t|do not|don't|not able|unable)\b",
    r"(?:it|this|that|the answer|the question)?\s*(?:can ?not|can't|could not) be "
    r"(?:answered|determined|inferred|found)",
    rf"(?:(?:the|this|that|these|given|provided|quoted) )+{_SOURCE}\b[^.]*?"
    rf"(?:(?: do| does| did)(?: not|n't)(?: \w+ly)? {_SAYING}| lacks?\b| {_SAYING} (?:no|nothing)\b"
    r"|(?: is| are)(?: not|n't) (?:enough|sufficient))",
    rf"(?:there is|there's) (?:no|not enough|insufficient) (?:mention|answer|data|evidence|{_SOURCE})",
    r"(?:no|insufficient|not enough) (?:information|answer|data|evidence|mention)\b",
    r"(?:it is |it's |this is |that is )?not (?:explicitly |directly )?"
    r"(?:mentioned|stated|specified|provided|given|found|available|known|enough|answerable)\b",
    r"(?:unknown|unanswerable|n/a|none of the above)\W*$",
)
_GERMAN = (
    r"(?:leider|tut mir leid|entschuldigung)\b",
    r"(?:ich|wir) (?:kann|können|weiß|wissen)\b[^.]*\bnicht\b",
    r"(?:das|dies|die frage|die antwort)? ?(?:kann|lässt sich)\b[^.]*\bnicht (?:beantworte|bestimm|ermittel|sagen)",
    r"(?:der|im|in dem|aus dem) (?:text|kontext)\b[^.]*?\b(?:nennt|enthält|sagt|erwähnt|gibt|steht|geht|findet)\b"
    r"[^.]*\b(?:nicht|kein\w*)\b",
    r"keine (?:angaben?|informationen?|antwort)\b",
    r"nicht (?:erwähnt|angegeben|genannt|bekannt)\b",
    r"unbekannt\W*$",
)

_REFUSAL = re.compile(rf"\W*(?:{'|'.join(_ENGLISH + _GERMAN)})", re.IGNORECASE)
"""How refusals begin. Models decline in the language of the question or in English."""

_MOST_CHARACTERS = 2000
"""How many characters of a reply are read to recognise a refusal."""


def is_refusal(text: str) -> bool:
    """Tell whether a reply in prose begins like a refusal."""
    return _REFUSAL.match(text[:_MOST_CHARACTERS].replace("’", "'")) is not None


_NOTHING = re.compile(
    r"\W*+(?:(?:nothing|none|n/a|null|nichts|no (?:further |more |other )?(?:questions?|information|facts?))"
    r"(?: (?:is|are|else|more|further|needed|required|missing|lacking|left|unanswered|unknown|to look up|fehlt))*)?\W*",
    re.IGNORECASE,
)


def says_nothing(text: str) -> bool:
    """Tell whether a text that should name what is missing names nothing: *none*, *nothing is missing*, no words."""
    return _NOTHING.fullmatch(text) is not None


_WORDS = re.compile(r"[^\W_]+(?:['/][^\W_]+)*")

_LEADING = frozenset(
    "the this that these given provided quoted it it's this's that's there there's answer question is can could no "
    "der die das dies im in dem aus frage antwort".split()
)
"""Words with which both refusals and answers begin; the word after them tells which it is."""

_SHORT = frozenset(
    "i i'm we we're sorry afraid unfortunately apologise apologize cannot can't couldn't isn't not data mention "
    "insufficient unknown unanswerable n n/a none leider tut entschuldigung keine nicht unbekannt".split()
)
"""First telling words of refusals that a few words are enough to recognise."""

_LONG = frozenset(
    f"{word}{ending}"
    for word in "text context passage excerpt document article source sentence information evidence".split()
    for ending in ("", "s")
) | frozenset("kontext ich wir kann lässt".split())
"""First telling words of refusals that perhaps only the end of their first sentence reveals."""

_MOST_WORDS = 9
"""How many words are always enough to recognise a refusal of the first kind."""


def may_become_refusal(text: str) -> bool:
    """Tell whether the beginning of a reply may turn out to be a refusal; some answers look like one at first."""
    if is_refusal(text):
        return True
    words = _WORDS.findall(text[:_MOST_CHARACTERS].casefold().replace("’", "'"))
    said = list(words)
    while said and said[0] in _LEADING:
        said.pop(0)
    if not said:
        return True
    if len(said) == 1 and text[-1:].isalnum():  # the word may go on
        return any(opening.startswith(said[0]) for opening in _SHORT | _LONG | _LEADING)
    if said[0] in _LONG:
        return "." not in text
    return said[0] in _SHORT and len(words) < _MOST_WORDS


ANSWER_SCHEMA = object_schema(answer="string", citations=list_schema("integer"), missing=list_schema("string"))

_MOST_MISSING = 10
"""The most missing phrases of an answer, each of which is looked up; models pad longer lists."""
_LONGEST_MISSING = 200
"""Where a missing phrase is cut, in characters."""

_ANSWER_NAMES = ("answer", "final_answer", "short_answer", "response", "reply", "result", "text")
_MISSING_NAMES = ("missing", "missing_concepts", "missing_information", "unsupported_concepts", "unsupported")
_CITED_NAMES = ("citations", "supports")
_REASONING_NAMES = ("reasoning", "reasoning_process", "rationale")
_FENCE = re.compile(r"^\s*```\w*[ \t]*\n?|\n?```\s*$")
_LABEL = re.compile(
    r"^(?:[^\S\n]|[*_#>-])*+(missing|(?:final[^\S\n]+)?answer)[\s*_]*+[:：][\s*_]*", re.IGNORECASE | re.MULTILINE
)
_REASONING_LABEL = re.compile(r"\A[\s*_#>-]*reasoning(?: process| steps)?[\s*_]*[:：][\s*_]*", re.IGNORECASE)
_NO_ANSWER = re.compile(r"\W*(?:(?:nothing|none|n/a|null)(?:\W+|$)|$)", re.IGNORECASE)
_SEPARATOR = re.compile(r"[;\n]")
_WORD = re.compile(r"[^\W_]")
_BRACKETED_NUMBERS = re.compile(r"[\[【][\d\s,;–-]*[\]】]?")
_ENDS = ".!?。！？ "
_MOST_NAMED = 3
"""How many sentences an answer may name without words: as many as a full answer is asked to have."""
_JSON = re.compile(r'(?:```\w*\s*)?(?:\{|\[\s*[{"\]]|null$)|.*"answer"\s*:', re.DOTALL)
_CUT_MEMBER = re.compile(r'"answer"\s*:\s*"((?:[^"\\]|\\.)*)("?)', re.IGNORECASE | re.DOTALL)


@dataclass(frozen=True, slots=True)
class AnswerReply:
    """What the model answered.

    Attributes:
        text: the answer with its citations; empty if there is none.
        citations: numbers that it lists separately.
        missing: what it names as missing.
        reasoning: its reasoning, as far as it is part of the reply.
        is_json: whether it replied in JSON.
        is_refusal: whether it declined to answer.
    """

    text: str
    citations: tuple[int, ...] = ()
    missing: tuple[str, ...] = ()
    reasoning: str = ""
    is_json: bool = False
    is_refusal: bool = False


def reading_schema(*, names_missing: bool, reasons: bool = False) -> dict[str, Any]:
    """Return the schema of a reply about a small window; reasoning and what is missing come before the answer."""
    members: dict[str, Any] = {"reasoning": "string"} if reasons else {}
    if names_missing:
        members["missing"] = list_schema("string")
    return object_schema(**members, answer="string")


def read_answer(
    text: str,
    *,
    shown: Mapping[str, int] | None = None,
    sentences: Mapping[int, str] = MappingProxyType({}),
) -> AnswerReply:
    """Return the answer in a reply of any form.

    Args:
        text: the reply.
        shown: the numbers of the sentences shown, by their `quotable` text, to read citations that are quotations.
        sentences: the sentences by their numbers; where the answer is nothing but `[3]`, it is the sentence itself.

    Raises:
        ValueError: the reply is empty or only reasoning, or its JSON has no answer or breaks off.
    """
    rest = replied(text)
    try:
        reply = read_object(rest)
    except ValueError:
        return _read_text(rest, sentences)
    return _read_members(reply, shown, sentences)


def read_cut_answer(text: str) -> AnswerReply | None:
    """Return the answer so far in JSON that broke off, without its last word; None if no word is left."""
    match = _CUT_MEMBER.search(without_reasoning(text))
    if match is None:
        return None
    answer, end = match.groups()
    whole = answer if end else answer.rpartition(" ")[0]
    try:
        decoded = json.loads(f'"{whole}"', strict=False).strip()
    except ValueError:
        return None
    return AnswerReply(decoded, is_json=True, is_refusal=is_refusal(decoded)) if _WORD.search(decoded) else None


def _read_members(reply: dict[str, Any], shown: Mapping[str, int] | None, sentences: Mapping[int, str]) -> AnswerReply:
    members = {name.casefold().replace(" ", "_"): value for name, value in reply.items()}
    missing = _phrases(first_of(members, _MISSING_NAMES))
    names = [name for name in _ANSWER_NAMES if name in members]
    if not names and not missing:
        raise ValueError('it has no member "answer"')
    answer = _named(_plain(members[names[0]]) if names else "", sentences)
    reasoning = _steps(first_of(members, _REASONING_NAMES))
    if is_refusal(answer):
        return AnswerReply("", (), missing, reasoning, is_json=True, is_refusal=True)
    return AnswerReply(answer, _citations(members, shown), missing, reasoning, is_json=True)


def _citations(members: Mapping[str, Any], shown: Mapping[str, int] | None) -> tuple[int, ...]:
    """Return the sentences that a reply cites outside its text."""
    cited = first_of(members, _CITED_NAMES)
    if isinstance(cited, dict):  # sentences under the names of concepts
        cited = [item for value in cited.values() for item in as_list(value)]
    with suppress(ValueError):  # the numbers in the text still count
        return tuple(dict.fromkeys(read_numbers(cited, shown=shown)))
    return ()


def _steps(reasoning: Any) -> str:  # noqa: ANN401  # any JSON value
    """Return reasoning as text, one line per step."""
    return "\n".join(step.strip() for step in as_list(reasoning) if isinstance(step, str) and step.strip())


def _named(answer: str, sentences: Mapping[int, str]) -> str:
    """Return an answer, or the sentences if it only names some by their numbers in brackets, as small models do."""
    plain, marks = without_marks(answer)
    numbers = dict.fromkeys(number for mark in marks for number in mark.numbers)
    if quotable(plain) or not 0 < len(numbers) <= _MOST_NAMED or not numbers.keys() <= sentences.keys():
        return answer
    bodies = ((number, sentences[number].rstrip(_ENDS)) for number in numbers)
    return " ".join(f"{body} [{number}]{sentences[number][len(body) :]}" for number, body in bodies)


def _read_text(text: str, sentences: Mapping[int, str]) -> AnswerReply:
    """Read a reply without a JSON object."""
    if _JSON.match(text):
        return _read_value(text)
    answer, missing, reasoning = split_labels(_FENCE.sub("", text))
    answer = _named(answer, sentences)
    phrases = _phrases(_SEPARATOR.split(missing))
    if not phrases and not holds_words(answer):
        raise ValueError("it holds no answer")
    if is_refusal(answer):
        return AnswerReply("", (), phrases, reasoning, is_refusal=True)
    return AnswerReply(answer, (), phrases, reasoning)


def holds_words(text: str) -> bool:
    """Tell whether a text has words, not just numbers of sentences."""
    return _WORD.search(_BRACKETED_NUMBERS.sub("", text)) is not None


def missing_phrases(name: str, value: Any) -> tuple[str, ...] | None:  # noqa: ANN401  # any JSON value
    """Return what a member of a JSON reply names as missing, or None if the member is for something else."""
    return _phrases(value) if name in _MISSING_NAMES else None


def split_labels(text: str) -> tuple[str, str, str]:
    """Split a reply in prose into the answer, what is missing, and what was said before the answer.

    After `Missing: nothing` the answer needs no label. A final answer takes precedence.
    """
    labels = list(_LABEL.finditer(text))
    if not labels:
        return text.strip(), "", ""
    before = text[: labels[0].start()].strip()
    bounds = [*(label.start() for label in labels[1:]), len(text)]
    parts: dict[str, str] = {}
    for label, end in zip(labels, bounds, strict=True):
        parts.setdefault(label[1].split()[0].casefold(), text[label.end() : end].strip())
    missing, labelled = parts.get("missing", ""), parts.get("final") or parts.get("answer")
    answer, reasoning = (labelled, _REASONING_LABEL.sub("", before)) if labelled else (before, "")
    if nothing := _NO_ANSWER.match(missing):
        return answer or missing[nothing.end() :].strip(), "", reasoning
    return answer, missing, reasoning


def _read_value(text: str) -> AnswerReply:
    """Read JSON other than an object: a list of strings is an answer in several parts."""
    value = parse_json(text)
    if isinstance(value, list) and value and all(isinstance(item, str) for item in value):
        return AnswerReply(_plain(value), is_json=True)
    raise ValueError("one JSON object with an answer was asked for")


def _plain(answer: Any) -> str:  # noqa: ANN401  # any JSON value
    """Return an answer as text, its parts joined by commas."""
    if isinstance(answer, list):
        return ", ".join(part for part in map(_plain, answer) if part)
    if isinstance(answer, dict):
        raise ValueError('"answer" must be a string')
    if isinstance(answer, bool):
        return "yes" if answer else "no"
    return "" if answer is None else str(answer).strip()


def _phrases(value: Any) -> tuple[str, ...]:  # noqa: ANN401  # any JSON value
    """Read noun phrases from one string, a list of strings or of objects that begin with one, or an object's names."""
    items = list(value) if isinstance(value, list | dict) else [value]
    inner = (next(iter(item.values()), None) if isinstance(item, dict) else item for item in items)
    strings = (" ".join(item.split())[:_LONGEST_MISSING] for item in inner if isinstance(item, str))
    phrases = (phrase.strip(" -•*").rstrip(".") for phrase in strings if not says_nothing(phrase))
    return tuple(dict.fromkeys(phrase for phrase in phrases if phrase))[:_MOST_MISSING]
