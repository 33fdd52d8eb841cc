"""Make the requests of a stage in one batch, and keep what they cost."""

from __future__ import annotations

from collections.abc import Sequence

from lgm_core.flow import Flow, Outcome, Request
from lgm_core.learning.construction.item_requests import Tally
from lgm_core.model import TraceStep

__all__ = ["ask_all"]


def ask_all(requests: Sequence[Request], tally: Tally) -> Flow[list[Outcome]]:
    """Make requests in one batch, and return what came of each; none for none.

    A request that fails costs no other; a `construction request failed` trace step tells of it.
    """
    if not requests:
        return []
    outcomes = yield requests
    tally.requests += len(outcomes)
    tally.usage = sum((outcome.usage for outcome in outcomes), tally.usage)
    for request, outcome in zip(requests, outcomes, strict=True):
        if not outcome.ok:
            tally.failures.append(outcome.error)
            yield TraceStep("construction request failed", {"phase": request.phase, "error": outcome.error})
    return outcomes
