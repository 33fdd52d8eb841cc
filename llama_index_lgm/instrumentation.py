"""Tell LlamaIndex's instrumentation what the engine is doing, step by step.

Handlers see these events inside the spans of the call that caused them: `LanguageGraphIndex` opens one for each
building method, LlamaIndex itself for each query, retrieval and request to an LLM.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from llama_index_instrumentation import get_dispatcher
from llama_index_instrumentation.base import BaseEvent

from lgm_core.language_graph import LanguageGraph
from lgm_core.model import TraceStep

__all__ = ["IterationEvent", "LearningEvent", "StepEvent", "instrumented"]

dispatcher = get_dispatcher(__name__)


class StepEvent(BaseEvent):
    """The engine finished a step: looked up concepts, read sentences, had a batch of requests answered, and so on.

    `step` is the step's name (`concepts`, `expansion`, `reading`, `marking`, `compression`, `answer`, `judged`, …).
    """

    step: str
    details: dict[str, Any]

    @classmethod
    def class_name(cls) -> str:
        """Name the event."""
        return "LanguageGraphStepEvent"


class LearningEvent(StepEvent):
    """Some more documents were learned; `details` has the counts so far."""

    @classmethod
    def class_name(cls) -> str:
        """Name the event."""
        return "LanguageGraphLearningEvent"


class IterationEvent(StepEvent):
    """A round of reading and answering begins; `details` has its number."""

    @classmethod
    def class_name(cls) -> str:
        """Name the event."""
        return "LanguageGraphIterationEvent"


_EVENTS: dict[str, type[StepEvent]] = {"learned": LearningEvent, "round": IterationEvent}


class _StepTeller:
    """Sends each step to the dispatcher, then to whoever was told before."""

    def __init__(self, then: Callable[[TraceStep], None] | None) -> None:
        self._then = then

    def __call__(self, step: TraceStep) -> None:
        event = _EVENTS.get(step.name, StepEvent)
        dispatcher.event(event(step=step.name, details=dict(step.details)))
        if self._then is not None:
            self._then(step)


def instrumented(graph: LanguageGraph) -> LanguageGraph:
    """Let a graph tell its steps to LlamaIndex too; doing so twice changes nothing."""
    if not isinstance(graph.on_step, _StepTeller):
        graph.on_step = _StepTeller(graph.on_step)
    return graph
