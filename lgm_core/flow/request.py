"""Requests and outcomes, exchanged between flows and their drivers."""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from lgm_core.errors import BudgetSpentError
from lgm_core.llm.port import Message
from lgm_core.model import TraceStep, Usage

__all__ = ["Flow", "Outcome", "Request", "Result", "TextSoFar", "UnsentRequestsError", "outcomes_of", "resume"]

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class TextSoFar:
    """The settled part of a text while its reply is still arriving.

    Attributes:
        text: the beginning of the text; empty if nothing is settled.
        is_settled: whether no later request can replace it.
    """

    text: str
    is_settled: bool = False


@dataclass(frozen=True, slots=True)
class Request:
    """A question to a language model.

    Attributes:
        messages: the conversation.
        phase: the name under which usage is accounted.
        read: parses the text of the reply; raises ValueError with the problem if it cannot. The model is then asked
            once more.
        schema: the JSON schema of the reply; None asks for plain text.
        read_partly: parses the incomplete reply into the text to pass on; None if only the whole reply is useful.
            Called only if the run is streamed and the batch is only this request.
        salvage: parses the usable part of a reply, where `read` rejects any error: it reads the reply to the second
            request, and cached replies. None to use `read` for all.
        rules: the instructions, as opposed to data, in the last turn.
        instructions: texts that no reply may repeat; None for the system turns and `rules`. Set if users may add their
            own texts to these, which an answer may contain.
    """

    messages: tuple[Message, ...]
    phase: str
    read: Callable[[str], Any] = str
    schema: Mapping[str, Any] | None = None
    read_partly: Callable[[str], TextSoFar] | None = None
    salvage: Callable[[str], Any] | None = None
    rules: str = ""
    instructions: tuple[str, ...] | None = None

    @property
    def read_last(self) -> Callable[[str], Any]:
        """Return the reader of a reply that is not requested again."""
        return self.salvage or self.read


@dataclass(frozen=True, slots=True)
class Outcome:
    """The value from the reply to a request, or the error that explains why there is none.

    `is_unsent` means that the request, or its repetition, was not sent because a budget is spent.
    """

    value: Any = None
    text: str = ""
    error: str = ""
    usage: Usage = field(default_factory=Usage)
    is_unsent: bool = False

    @property
    def ok(self) -> bool:
        """Return whether there is a value."""
        return not self.error


class UnsentRequestsError(BudgetSpentError):
    """Raised in a flow instead of the outcomes of a batch when requests were not sent.

    If a flow does not catch it, the run ends with it.

    Attributes:
        outcomes: the outcomes of all requests of the batch, in order; some may have replies.
        usage: the usage of these; including earlier requests, if recorded (`traced`).
    """

    def __init__(self, outcomes: Sequence[Outcome]) -> None:
        super().__init__(next(outcome.error for outcome in outcomes if outcome.is_unsent))
        self.outcomes = list(outcomes)
        self.usage = sum((outcome.usage for outcome in outcomes), Usage())


Flow = Generator[Sequence[Request] | TraceStep, list[Outcome], T]
"""Yields batches of requests and trace steps, receives the outcomes of each batch, and returns a result."""


@dataclass(frozen=True, slots=True)
class Result(Generic[T]):
    """The return value of a generator; a StopIteration cannot be raised through a future or a coroutine."""

    value: T


def resume(flow: Flow[T], outcomes: list[Outcome]) -> Sequence[Request] | TraceStep | Result[T]:
    """Send outcomes into a flow, none at its start and after a trace step; return what it yields or returns.

    Raises:
        UnsentRequestsError: some of the requests were not sent, and the flow does not catch it.
        ValueError: the flow yielded an empty batch.
    """
    try:
        if any(outcome.is_unsent for outcome in outcomes):
            step = flow.throw(UnsentRequestsError(outcomes))
        else:
            step = flow.send(outcomes) if outcomes else next(flow)
    except StopIteration as end:
        return Result(end.value)
    if not step:
        raise ValueError("a flow yielded an empty batch")
    return step


def outcomes_of(batch: Sequence[Request]) -> Generator[Sequence[Request], list[Outcome], list[Outcome]]:
    """Yield a batch and return its outcomes, including those of unsent requests."""
    try:
        return (yield batch)
    except UnsentRequestsError as unsent:
        return unsent.outcomes
