"""Spans of work, for whoever wants to see them, such as a host's tracing; nobody does by default."""

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
    """Show the spans of everything done inside, by this task and what it starts, to a tracer."""
    token = _TRACER.set(tracer)
    try:
        yield
    finally:
        _TRACER.reset(token)


def span(name: str, **details: object) -> AbstractContextManager[object]:
    """Return the span of a piece of work, to be entered while it is done.

    Requests to a language model made inside belong to it, since they run in copies of the context.
    """
    tracer = _TRACER.get()
    return nullcontext() if tracer is None else tracer(name, details)
