"""Replies of language models, at every function that reads them."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path

from lgm_core.learning.construction.global_prompts import read_predicates, read_summary
from lgm_core.learning.construction.mentions.mention_requests import read_mentions
from lgm_core.learning.extraction.claims import read_claims
from lgm_core.learning.facts.fact_replies import read_facts
from lgm_core.llm.replies import read_object, read_objects
from lgm_core.reasoning.planning.model_planner import read_plan
from lgm_core.reasoning.text.model_answers import read_stated
from lgm_core.retrieval.answering.citing.answer_so_far import read_partly
from lgm_core.retrieval.answering.citing.statement_splitting import StatementSplitter
from lgm_core.retrieval.answering.replies.answer_replies import (
    may_become_refusal,
    read_answer,
    read_cut_answer,
    split_labels,
)
from lgm_core.retrieval.answering.replies.brief_answer import brief_answer
from lgm_core.retrieval.answering.replies.named_sentences import read_marks
from lgm_core.retrieval.answering.replies.sub_questions import read_sub_questions
from lgm_core.retrieval.passage_selection import read_selection
from tests.hostile.attack import Attack

_READERS: dict[str, Callable[[str], object]] = {
    "an answer": read_answer,
    "an answer cut off": read_cut_answer,
    "an answer in prose": split_labels,
    "an answer of JSON while it comes": partial(read_partly, as_json=True, names_missing=True),
    "an answer of prose while it comes": partial(read_partly, as_json=False, names_missing=True),
    "a brief answer": partial(brief_answer, language="en"),
    "a refusal": may_become_refusal,
    "statements with citations": StatementSplitter("en").split,
    "marks of sentences": read_marks,
    "sub-questions": read_sub_questions,
    "a selection of passages": read_selection,
    "an object": read_object,
    "objects": read_objects,
    "relations": read_claims,
    "facts": read_facts,
    "mentions": read_mentions,
    "a summary": read_summary,
    "predicates": partial(read_predicates, count=5),
    "stated answers": read_stated,
    "a plan": read_plan,
}

_REPEATED = {
    "quotes that are escaped": ('{"answer": "x', '\\"', ""),
    "quotes": ("[", '"', "]"),
    "lists without an end": ("", "[", ""),
    "objects without an end": ("", '{"answer":', ""),
    "numbers that are no JSON": ("", "[1,],", ""),
    "reasoning without an end": ("", "<think>", ""),
    "reasonings": ("", "<think></think>", "x"),
    "white space": ("a", " ", "b"),
    "line feeds": ("a", "\n", "b"),
    "marked lines": ("a", "\n*", "b"),
    "stars": ("", "*", "a"),
    "labels": ("", "Answer:\n", "a"),
    "fences": ("", "```json\n", ""),
    "surrogates": ("", "\ud800", ""),
    "surrogates in JSON": ('{"answer": "', "\\ud800", '"}'),
    "zero bytes": ("", "\0", ""),
    "combining marks": ("a", "\u0301", ""),
    "brackets": ("", "[1][2-99999999]", ""),
    "a number": ('{"answer": ', "9", "}"),
    "a large number": ('{"answer": 1e', "9", "}"),
    "backslashes": ('{"answer": "', "\\", ""),
}


def _nested(depth: int) -> str:
    return f"""{{"answer": {"[" * depth}"a"{"]" * depth}}}"""


def read_reply(reply: str) -> None:
    """Read a reply as what it may be; what cannot be read raises ValueError, which flows take for a bad reply."""
    for read in _READERS.values():
        with suppress(ValueError):
            read(reply)


def _read(reply: str, _folder: Path) -> None:
    read_reply(reply)


def _repeated(before: str, unit: str, after: str, size: int) -> str:
    return before + unit * (size // len(unit)) + after


REPLIES = [
    *(Attack(name, partial(_repeated, *parts), _read, 20_000) for name, parts in _REPEATED.items()),
    *(Attack(f"lists {depth} deep", lambda _, depth=depth: _nested(depth), _read) for depth in (100, 400, 900, 50_000)),
]
