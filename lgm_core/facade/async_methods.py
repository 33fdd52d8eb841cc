"""Asynchronous versions of methods: each method is written once, as a flow, which its caller or an event loop runs."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Awaitable, Callable, Coroutine, Generator
from copy import copy
from functools import wraps
from typing import Any, Concatenate, ParamSpec, TypeVar, cast

from lgm_core.facade.ask import aevents, events
from lgm_core.flow import Flow, Session, arun, run
from lgm_core.model import Answer, AnswerEvent

__all__ = ["FlowDriven", "awaited", "streamed"]

P = ParamSpec("P")
R = TypeVar("R")


class FlowDriven:
    """Runs the flows of methods: in the caller's thread, or in copies for asynchronous versions, on the event loop."""

    _is_async = False

    def _run(self, flow: Flow[R], session: Session) -> R:
        result: Any = arun(flow, session) if self._is_async else run(flow, session)
        return cast(R, result)  # in an asynchronous version an awaitable of it, for `awaited`

    def _stream(self, flow: Flow[Answer], session: Session, *, settled: bool) -> Generator[AnswerEvent, None, None]:
        happened: Any = (aevents if self._is_async else events)(flow, session, settled=settled)
        return cast(Generator[AnswerEvent, None, None], happened)


G = TypeVar("G", bound=FlowDriven)


def awaited(method: Callable[Concatenate[G, P], R]) -> Callable[Concatenate[G, P], Coroutine[Any, Any, R]]:
    """Return the asynchronous version of a method that ends with `_run`, with the same arguments."""

    @wraps(method)
    async def version(self: G, /, *args: P.args, **kwargs: P.kwargs) -> R:
        return await cast(Awaitable[R], method(_asynchronous(self), *args, **kwargs))

    return _named(version, method)


def streamed(
    method: Callable[Concatenate[G, P], Generator[R, None, None]],
) -> Callable[Concatenate[G, P], AsyncGenerator[R, None]]:
    """Return the asynchronous version of a method that ends with `_stream`."""

    @wraps(method)
    def version(self: G, /, *args: P.args, **kwargs: P.kwargs) -> AsyncGenerator[R, None]:
        return cast(AsyncGenerator[R, None], method(_asynchronous(self), *args, **kwargs))

    return _named(version, method)


def _asynchronous(graph: G) -> G:
    other = copy(graph)
    other._is_async = True
    return other


def _named(version: Callable[P, R], method: Callable[..., Any]) -> Callable[P, R]:
    name = method.__name__
    version.__name__, version.__qualname__ = f"a{name}", method.__qualname__.replace(name, f"a{name}")
    version.__doc__ = f"Do what `{name}` does without blocking the event loop; raises the same."
    return version
