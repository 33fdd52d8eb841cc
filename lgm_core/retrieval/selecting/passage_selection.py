"""Selection: a language model sees the best passages with their chains, and names the set that answers together."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from lgm_core.flow import Flow, Request
from lgm_core.llm.quoting import quoted
from lgm_core.model import RetrievedPassage, TraceStep
from lgm_core.retrieval.selecting.selection_prompt import SELECT, shown_passages
from lgm_core.retrieval.selecting.selection_reply import SELECTION_SCHEMA, read_selection

__all__ = ["CANDIDATES", "SelectedPassages", "select_passages"]

CANDIDATES = 20
"""Passages that the model is shown, of which `lgm bench retrieval` prints what the best choice could reach
(`oracle_recall@5`); more would cost more than they could bring."""

_CHARACTERS = 16_000
"""Characters of all texts shown: some four thousand tokens."""


@dataclass(frozen=True, slots=True)
class SelectedPassages:
    """Passages, those chosen first.

    Attributes:
        passages: the chosen ones in the order of the choice, then the others in that of the ranking.
        failure: why nothing could be chosen; empty when there was a choice, be it of nothing.
    """

    passages: list[RetrievedPassage]
    failure: str = ""


def select_passages(question: str, ranked: Sequence[RetrievedPassage]) -> Flow[SelectedPassages]:
    """Put first what a language model chooses among the best passages, with one request.

    Scores stay in the order of the passages: chosen ones score above all others. A reply that cannot be read, or a
    request that fails, leaves the ranking as it was. A number that was not shown chooses nothing.

    Args:
        question: the question.
        ranked: passages, best first.
    """
    shown = list(ranked[:CANDIDATES])
    if len(shown) < 2:
        return SelectedPassages(list(ranked))
    values = {"passages": shown_passages(shown, _CHARACTERS), "question": quoted(question)}
    (outcome,) = yield [Request(SELECT.messages(values), "selection", read_selection, SELECTION_SCHEMA)]
    numbers = outcome.value if outcome.ok else ()
    chosen = [shown[number - 1] for number in numbers if 0 < number <= len(shown)]
    details = {"shown": len(shown), "chosen": [passage.id for passage in chosen]}
    yield TraceStep(
        "selection", details | ({"invented": len(numbers) - len(chosen)} if outcome.ok else {"error": outcome.error})
    )
    return SelectedPassages(_first(chosen, ranked), outcome.error)


def _first(chosen: Sequence[RetrievedPassage], ranked: Sequence[RetrievedPassage]) -> list[RetrievedPassage]:
    """Put passages before the others, with scores that say so: their own, best first, on top of the best of all."""
    if not chosen:
        return list(ranked)
    ids = {passage.id for passage in chosen}
    best = max(passage.score for passage in ranked)
    least = min(0.0, *(passage.score for passage in ranked))
    scores = sorted((passage.score - least for passage in chosen), reverse=True)
    raised = [replace(passage, score=best + score) for passage, score in zip(chosen, scores, strict=True)]
    return raised + [passage for passage in ranked if passage.id not in ids]
