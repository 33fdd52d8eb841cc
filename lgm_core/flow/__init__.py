"""Flows: algorithms that talk to a language model, written once and driven synchronously or asynchronously.

A flow is a generator. It yields a batch of requests and receives their outcomes in the same order, or yields a
`TraceStep` to report progress; it returns its result. It never calls a model, so it can be tested with scripted
outcomes and without an event loop. `run` and `arun` drive the same flow to the same result with the same requests;
`stream` and `astream` do so too, passing on events and replies as they occur. Only this package distinguishes sync and
async.
"""

from lgm_core.flow.composition import RunRecord, Traced, together, traced, until_spent
from lgm_core.flow.conversation import Ledger, Session
from lgm_core.flow.drivers import arun, run
from lgm_core.flow.limits import RequestLimiter, RequestLimits
from lgm_core.flow.request import Flow, Outcome, Request, Result, TextSoFar, UnsentRequestsError, outcomes_of
from lgm_core.flow.streaming import astream, stream

__all__ = [
    "Flow",
    "Ledger",
    "Outcome",
    "Request",
    "RequestLimiter",
    "RequestLimits",
    "Result",
    "RunRecord",
    "Session",
    "TextSoFar",
    "Traced",
    "UnsentRequestsError",
    "arun",
    "astream",
    "outcomes_of",
    "run",
    "stream",
    "together",
    "traced",
    "until_spent",
]
