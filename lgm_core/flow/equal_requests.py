"""Requests of a batch that are one conversation: the first is made, and the others find its reply in the cache."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from typing import TypeVar

from lgm_core.flow.conversation import cache_key
from lgm_core.flow.request import Flow, Outcome, Request, Result, handed_on, resume
from lgm_core.flow.session import Session
from lgm_core.model import TraceStep, Usage

__all__ = ["asking_once"]

T = TypeVar("T")


def asking_once(flow: Flow[T], session: Session) -> Flow[T]:
    """Pass on the batches of a flow in parts of which none has two requests of one conversation.

    Made at the same time, all of these would be asked, since the cache has a reply only when it has come. What failed
    once failed for all. Where replies are not kept, each request is asked by itself.
    """
    outcomes: list[Outcome] = []
    try:
        while not isinstance(step := resume(flow, outcomes), Result):
            if isinstance(step, TraceStep):
                yield step
                outcomes = []
            else:
                outcomes = yield from _asked(step, session)
        return step.value
    finally:
        flow.close()


def _asked(batch: Sequence[Request], session: Session) -> Generator[Sequence[Request], list[Outcome], list[Outcome]]:
    first: dict[str | int, int] = {}
    same = [first.setdefault(cache_key(request, session) or place, place) for place, request in enumerate(batch)]
    outcomes = dict(
        zip(first.values(), (yield from handed_on([batch[place] for place in first.values()])), strict=True)
    )
    if len(outcomes) == len(batch):
        return list(outcomes.values())
    kept = []
    for place, request in enumerate(batch):
        if place in outcomes:
            continue
        if (made := outcomes[same[place]]).ok:
            kept.append(place)
        elif made.is_unsent:
            outcomes[place] = Outcome(error=made.error, is_unsent=True)
        else:
            outcomes[place] = Outcome(text=made.text, error=made.error, usage=Usage(failures=1))
            session.ledger.add(request.phase, outcomes[place].usage)
    if kept:
        outcomes |= zip(kept, (yield from handed_on([batch[place] for place in kept])), strict=True)
    return [outcomes[place] for place in range(len(batch))]
