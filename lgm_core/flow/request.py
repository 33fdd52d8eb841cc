"""Requests and outcomes, which flows exchange with their drivers."""

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
    """What is certain of a text while the reply that holds it still comes.

    Attributes:
        text: the beginning of the text; empty when nothing is certain.
        is_settled: whether no later request is to be expected whose reply replaces it.
    """

    text: str
    is_settled: bool = False


@dataclass(frozen=True, slots=True)
class Request:
    """A question to a language model.

    Attributes:
        messages: the conversation.
        phase: the name that the usage is accounted under.
        read: turns the text of the reply into a value; raises ValueError with the problem when it cannot. The model is
            then asked once more.
        schema: the JSON schema of the reply; None asks for plain text.
        read_partly: turns what has come of the reply into the text to hand on; None for a reply that is only of use as
            a whole. Called only when the run is streamed and the batch is this request alone.
        salvage: turns what is of use of a reply into a value, where `read` refuses a reply that has something wrong in
            it: it reads the reply to the second time of asking, and replies that were kept. None leaves all to `read`.
        rules: what of the last turn are instructions rather than data.
        instructions: what no reply may repeat; None takes the system turns and `rules`. Given where users may put texts
            of their own into these, which an answer may well say.
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
        """Return what reads a reply that is not asked for again."""
        return self.salvage or self.read


@dataclass(frozen=True, slots=True)
class Outcome:
    """The value read from the reply to a request, or the error that explains why there is none.

    `is_unsent` says that the request, or its repetition, was not sent, since a budget is spent.
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
    """Say that requests of a batch were not sent; it is raised in a flow in the place of their outcomes.

    A flow that does not expect it ends with it, and so does the run.

    Attributes:
        outcomes: of all requests of the batch, in their order; some may have been replied to.
        usage: what these cost; with what came before, if it was recorded (`traced`).
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
        UnsentRequestsError: some of the requests were not sent, and the flow does not expect that.
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
    """Yield a batch and return its outcomes, also those of requests that were not sent."""
    try:
        return (yield batch)
    except UnsentRequestsError as unsent:
        return unsent.outcomes
