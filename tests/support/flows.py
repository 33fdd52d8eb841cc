"""Ways to drive a flow, and small flows to drive."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import pytest

from lgm_core.flow import Flow, Outcome, Request, Session, arun, run
from lgm_core.llm.port import Message
from lgm_core.llm.scripted import ScriptedChatModel
from lgm_core.model import TraceStep


@dataclass(frozen=True)
class Telling(TraceStep):
    """A step of the flows here."""

    name = "telling"
    about: object = None


def asynchronously(flow: Flow[Any], session: Session) -> Any:
    """Drive a flow on an event loop of its own."""
    return asyncio.run(arun(flow, session))


def inside_a_running_loop(flow: Flow[Any], session: Session) -> Any:
    """Drive a flow synchronously while an event loop runs in the same thread, as in a notebook."""

    async def main() -> Any:
        return run(flow, session)

    return asyncio.run(main())


drivers = pytest.mark.parametrize("drive", [run, asynchronously, inside_a_running_loop])


def question(text: str, read: Callable[[str], Any] = str, phase: str = "asking") -> Request:
    """Return a request of one turn."""
    return Request((Message("user", text),), phase, read)


def ask_all(*texts: str, read: Callable[[str], Any] = str) -> Flow[list[Outcome]]:
    """Ask everything in one batch."""
    return (yield [question(text, read) for text in texts])


def ask_in_rounds() -> Flow[list[str]]:
    """Ask two batches with a trace step between them."""
    first = yield [question("a"), question("b")]
    yield Telling(len(first))
    second = yield [question(first[1].value + first[0].value)]
    return [outcome.value for outcome in (*first, *second)]


def upper(messages: Sequence[Message]) -> str:
    """Reply with the last turn in capitals."""
    return messages[-1].content.upper()


class Letters(ScriptedChatModel):
    """Sends a letter at a time."""

    def stream(self, messages: Sequence[Message], schema: Any = None) -> Any:
        """Yield the letters of the reply, and the reply."""
        reply = self.complete(messages, schema)
        yield from reply.text
        yield reply
