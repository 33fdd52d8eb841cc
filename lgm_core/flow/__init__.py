"""Flows: algorithms that talk to a language model, written once and driven synchronously or asynchronously.

A flow is a generator. It yields a batch of requests and receives their outcomes in the same order, or yields a
`TraceStep` to report progress; it returns its result. It never calls a model, so it can be tested with scripted
outcomes and without an event loop. `run` and `arun` drive the same flow to the same result with the same requests.
Nothing outside this package distinguishes the two.
"""

from lgm_core.flow.composition import Traced, together, traced
from lgm_core.flow.drivers import arun, run
from lgm_core.flow.request import Flow, Outcome, Request
from lgm_core.flow.session import Ledger, Session

__all__ = ["Flow", "Ledger", "Outcome", "Request", "Session", "Traced", "arun", "run", "together", "traced"]
