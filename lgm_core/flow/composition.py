"""Compositions of flows: several advanced in step, or a flow with a record of its run."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from lgm_core.flow.request import Flow, Outcome, Request, Result, UnsentRequestsError, outcomes_of, resume
from lgm_core.model import TraceStep, Usage

__all__ = ["RunRecord", "Traced", "together", "traced", "until_spent"]

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Traced(Generic[T]):
    """The result of a flow, with its trace steps and the usage of its requests."""

    result: T
    trace: tuple[TraceStep, ...]
    usage: Usage


def traced(flow: Flow[T]) -> Flow[Traced[T]]:
    """Record a flow's trace steps and usage while passing its steps and requests on to the driver."""
    trace: list[TraceStep] = []
    usage = Usage()
    outcomes: list[Outcome] = []
    try:
        while not isinstance(step := resume(flow, outcomes), Result):
            if isinstance(step, TraceStep):
                trace.append(step)
                yield step
                outcomes = []
            else:
                outcomes = yield from outcomes_of(step)
                usage = sum((outcome.usage for outcome in outcomes), usage)
    except UnsentRequestsError as unsent:
        unsent.usage = usage
        raise
    finally:
        flow.close()
    return Traced(step.value, tuple(trace), usage)


class RunRecord:
    """The trace and usage of a run that consists of several flows.

    Attributes:
        trace: the steps so far.
        usage: the cost so far.
    """

    def __init__(self) -> None:
        self.trace: list[TraceStep] = []
        self.usage = Usage()

    def tell(self, step: TraceStep) -> Flow[None]:
        """Yield a step and keep it."""
        self.trace.append(step)
        yield step

    def recorded(self, flow: Flow[T]) -> Flow[T]:
        """Return the result of a flow, and keep its steps and usage."""
        run = yield from traced(flow)
        self.trace += run.trace
        self.usage += run.usage
        return run.result


def together(flows: Sequence[Flow[T]]) -> Flow[list[T]]:
    """Advance several flows in step, their batches joined into one, so that small flows share the concurrency.

    Returns their results in the given order. If one of them raises, all are closed; if a budget is spent, only the
    flows that lack an outcome get the error.
    """
    results: dict[int, T] = {}
    received: dict[int, list[Outcome]] = {index: [] for index in range(len(flows))}
    try:
        while received:
            batches: dict[int, Sequence[Request]] = {}
            for index, outcomes in received.items():
                step = yield from _next_batch(flows[index], outcomes)
                if isinstance(step, Result):
                    results[index] = step.value
                else:
                    batches[index] = step
            received = {}
            if batches:
                batch = [request for batch in batches.values() for request in batch]
                joined = iter((yield from outcomes_of(batch)))
                received = {index: [next(joined) for _ in batch] for index, batch in batches.items()}
    finally:
        for flow in flows:
            flow.close()
    return [results[index] for index in range(len(flows))]


def until_spent(flow: Flow[T]) -> Flow[T | UnsentRequestsError]:
    """Return the result of a flow, or its error, with the usage of all its requests, if a budget was spent."""
    try:
        return (yield from traced(flow)).result
    except UnsentRequestsError as unsent:
        return unsent


def _next_batch(
    flow: Flow[T], outcomes: list[Outcome]
) -> Generator[TraceStep, list[Outcome], Sequence[Request] | Result[T]]:
    while isinstance(step := resume(flow, outcomes), TraceStep):
        outcomes = []
        yield step
    return step
