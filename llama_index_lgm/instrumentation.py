"""Tell LlamaIndex's instrumentation what the engine is doing, step by step.

Span handlers see a span named `LanguageGraph.analysis` or `LanguageGraph.writing` for each phase of learning some
documents, and one named after its purpose, such as `LanguageGraph.extraction`, `LanguageGraph.marking` or
`LanguageGraph.answering`, for each batch of requests to an LLM, with LlamaIndex's own span of each request below it.
They stand below the call that caused them: `LanguageGraphIndex` opens a span for each building method, LlamaIndex
itself for each query and retrieval. Event handlers see each step inside the innermost span.
"""

from __future__ import annotations

import inspect
from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from typing import Any
from uuid import uuid4

from llama_index_instrumentation import get_dispatcher
from llama_index_instrumentation.base import BaseEvent
from llama_index_instrumentation.span import active_span_id

from lgm_core import LanguageGraph
from lgm_core.hosts import traced_by
from lgm_core.model import TraceStep
from lgm_core.ports import OnStep

__all__ = ["IterationEvent", "LearningEvent", "StepEvent", "dispatch_step", "step_listener", "with_spans"]

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


def dispatch_step(step: TraceStep) -> None:
    """Send a step to LlamaIndex's event handlers."""
    event = _EVENTS.get(step.name, StepEvent)
    dispatcher.event(event(step=step.name, details=dict(step.details)))


def step_listener(graph: LanguageGraph) -> OnStep | None:
    """Return the listener that a call of a graph needs; None when the graph tells LlamaIndex its steps itself."""
    return None if graph.on_step is dispatch_step else dispatch_step


def with_spans() -> AbstractContextManager[None]:
    """Show LlamaIndex's span handlers the spans of what the engine does inside."""
    return traced_by(_span)


@contextmanager
def _span(name: str, details: Mapping[str, Any]) -> Iterator[None]:
    id = f"LanguageGraph.{name}-{uuid4()}"
    bound = inspect.BoundArguments(inspect.Signature(), dict(details))
    parent = active_span_id.get()
    token = active_span_id.set(id)
    dispatcher.span_enter(id, bound, parent_id=parent)
    try:
        yield
    except BaseException as error:
        dispatcher.span_drop(id, bound, err=error)
        raise
    else:
        dispatcher.span_exit(id, bound)
    finally:
        active_span_id.reset(token)
