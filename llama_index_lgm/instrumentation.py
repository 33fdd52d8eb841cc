"""Reports the engine's steps to LlamaIndex's instrumentation.

Span handlers get a span named `LanguageGraph.analysis` or `LanguageGraph.writing` for each phase of learning a few
documents, and one named after its purpose, such as `LanguageGraph.extraction` or `LanguageGraph.answering`, for each
batch of requests to an LLM, with LlamaIndex's own spans of the requests below it. Event handlers get each step inside
the innermost span, and what an answer read as a retrieval.
"""

from __future__ import annotations

import inspect
from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from typing import Any
from uuid import uuid4

from llama_index.core.callbacks import CallbackManager, CBEventType, EventPayload
from llama_index.core.instrumentation.events.retrieval import RetrievalEndEvent, RetrievalStartEvent
from llama_index.core.schema import NodeWithScore
from llama_index_instrumentation import get_dispatcher
from llama_index_instrumentation.base import BaseEvent
from llama_index_instrumentation.span import active_span_id

from lgm_core import LanguageGraph
from lgm_core.hosts import traced_by
from lgm_core.model import TraceStep
from lgm_core.ports import OnStep

__all__ = [
    "IterationEvent",
    "LearningEvent",
    "StepEvent",
    "dispatch_retrieval",
    "dispatch_step",
    "step_listener",
    "with_spans",
]

dispatcher = get_dispatcher(__name__)


class StepEvent(BaseEvent):
    """The engine finished a step: looked up concepts, read sentences, had a batch of requests answered, and so on.

    `step` is the name of the step (`concepts`, `expansion`, `reading`, `marking`, `compression`, `answer`, `judged`,
    …).
    """

    step: str
    details: dict[str, Any]

    @classmethod
    def class_name(cls) -> str:
        """Name the event."""
        return "LanguageGraphStepEvent"


class LearningEvent(StepEvent):
    """More documents were learned; `details` has the counts so far."""

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


def dispatch_retrieval(question: str, nodes: list[NodeWithScore], callbacks: CallbackManager) -> None:
    """Tell event handlers and callbacks what an answer read, as a retriever tells what it found."""
    dispatcher.event(RetrievalStartEvent(str_or_query_bundle=question))
    with callbacks.event(CBEventType.RETRIEVE, payload={EventPayload.QUERY_STR: question}) as event:
        event.on_end(payload={EventPayload.NODES: nodes})
    dispatcher.event(RetrievalEndEvent(str_or_query_bundle=question, nodes=nodes))


def step_listener(graph: LanguageGraph) -> OnStep | None:
    """Return the listener for a call of a graph; None if the graph reports its steps to LlamaIndex itself."""
    return None if graph.on_step is dispatch_step else dispatch_step


def with_spans() -> AbstractContextManager[None]:
    """Report the spans of the engine's work inside to LlamaIndex's span handlers."""
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
