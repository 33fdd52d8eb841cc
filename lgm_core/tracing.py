"""Spans of work for a host's tracing; without a tracer they do nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, nullcontext
from contextvars import ContextVar
from typing import Any

__all__ = ["Tracer", "span", "traced_by"]

Tracer = Callable[[str, Mapping[str, Any]], AbstractContextManager[object]]
"""Opens a span with a name and details, for as long as the context manager is entered."""

_TRACER: ContextVar[Tracer | None] = ContextVar("lgm_tracer", default=None)


@contextmanager
def traced_by(tracer: Tracer) -> Iterator[None]:
    """Report the spans of all work done inside, by this task and the tasks that it starts, to a tracer."""
    token = _TRACER.set(tracer)
    try:
        yield
    finally:
        _TRACER.reset(token)


def span(name: str, **details: object) -> AbstractContextManager[object]:
    """Return the span of a piece of work, a context manager to do the work in.

    Requests to a language model made inside belong to it, since they run in copies of the context.
    """
    tracer = _TRACER.get()
    return nullcontext() if tracer is None else tracer(name, details)
