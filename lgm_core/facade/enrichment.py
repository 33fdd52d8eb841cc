"""Learning from questions: looking up and keeping missing facts, and taking them back."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from lgm_core.errors import InputError, LanguageModelSetupError, nearest_name
from lgm_core.facade.answer_modes import enriched_graph
from lgm_core.facade.checked_arguments import checked_question
from lgm_core.facade.opened_graph import OpenedGraph
from lgm_core.feedback.feedback_flows import AskedQuestion, FeedbackReport, learn_from
from lgm_core.feedback.feedback_options import FeedbackOptions
from lgm_core.feedback.lookup_memory import forget_lookups
from lgm_core.flow import Flow
from lgm_core.model import AdditionRecord

__all__ = ["learning_from_questions", "undo_additions"]

_MOST_NAMED = 10
"""The most additions that an error names."""


def undo_additions(graph: OpenedGraph, ids: str | AdditionRecord | Iterable[str | AdditionRecord]) -> int:
    """Take additions back, and forget lookups without a result; see `LanguageGraph.undo`."""
    wanted = _addition_ids(ids)
    known = [record.id for record in graph.existing().additions()]
    if unknown := [id for id in wanted if id not in set(known)]:
        raise InputError(_unknown(unknown, known))
    count = graph.store.undo(wanted) if wanted else 0
    forget_lookups(graph.store)
    return count


def learning_from_questions(
    graph: OpenedGraph, questions: Iterable[str | AskedQuestion], options: FeedbackOptions | None
) -> Flow[FeedbackReport]:
    """Take questions through rounds of feedback together, and keep their additions."""
    asked = _asked(questions)
    for question in asked:
        checked_question(question.text)
    if not asked:
        raise InputError("there are no questions to learn from")
    if graph.llm is None:
        raise LanguageModelSetupError("learning from questions needs a language model; pass `llm=…` or `--llm`")
    options = replace(options or FeedbackOptions(), keep=True)
    enriched, name = enriched_graph(graph, options), graph.llm.name
    return (yield from learn_from(asked, enriched, options, name, counted=lambda: graph.existing().statistics()))


def _asked(questions: Iterable[str | AskedQuestion]) -> list[AskedQuestion]:
    """Return questions in the form in which they are scored; an `InputError` if one of them is not a question."""
    asked = []
    for item in _each(questions, (str, AskedQuestion), "questions"):
        if not isinstance(item, str | AskedQuestion):
            raise InputError(f"{item!r:.60} is not a question; give a text, or AskedQuestion(text, answers)")
        asked.append(AskedQuestion(item) if isinstance(item, str) else item)
    return asked


def _addition_ids(additions: str | AdditionRecord | Iterable[str | AdditionRecord]) -> list[str]:
    """Return the ids of additions, each once; an `InputError` if one of them is neither an id nor a record."""
    ids: dict[str, None] = {}
    for item in _each(additions, (str, AdditionRecord), "ids of additions"):
        id = item.id if isinstance(item, AdditionRecord) else item
        if not isinstance(id, str):
            raise InputError(f"{item!r:.60} is not an addition; give its id or a record from graph.additions()")
        ids[id] = None
    return list(ids)


def _each(given: Any, one: tuple[type, ...], what: str) -> Iterable[Any]:  # noqa: ANN401  # whatever a caller gives
    """Return the given items, of which a single one need not be in a list."""
    if isinstance(given, one):
        return [given]
    if isinstance(given, Mapping) or not isinstance(given, Iterable):
        raise InputError(f"{given!r:.60} was given instead of {what}; give a list")
    return given


def _unknown(unknown: Sequence[str], known: Sequence[str]) -> str:
    names = [f"{id} (perhaps {near})" if (near := nearest_name(id, known)) else id for id in unknown]
    if not known:
        return f"there is no addition {', '.join(names)}; nothing was added to this graph"
    more = f" and {len(known) - _MOST_NAMED} more" if len(known) > _MOST_NAMED else ""
    return f"there is no addition {', '.join(names)}; there are: {', '.join(known[-_MOST_NAMED:])}{more}"
