"""Spans of work for the tracing of a host; they do nothing without a tracer."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, nullcontext
from contextvars import ContextVar
from typing import Any

__all__ = ["Tracer", "span", "traced_by"]

Tracer = Callable[[str, Mapping[str, Any]], AbstractContextManager[object]]
"""Opens a span with a name and details, which ends with the context manager."""

_TRACER: ContextVar[Tracer | None] = ContextVar("lgm_tracer", default=None)


@contextmanager
def traced_by(tracer: Tracer) -> Iterator[None]:
    """Report the spans of all work inside, by this task and the tasks that it starts, to a tracer."""
    token = _TRACER.set(tracer)
    try:
        yield
    finally:
        _TRACER.reset(token)


def span(name: str, **details: object) -> AbstractContextManager[object]:
    """Return a context manager for the span of a piece of work.

    Requests to a language model inside belong to it, since they run in copies of the context.
    """
    tracer = _TRACER.get()
    return nullcontext() if tracer is None else tracer(name, details)
