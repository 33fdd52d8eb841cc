"""The conversation about a request: consult the cache, ask, read the reply, ask once more if it cannot be read."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Generator
from typing import Any

from lgm_core.errors import BudgetSpentError, LanguageModelError, LanguageModelSetupError
from lgm_core.flow.echoes import REPAIR, RepeatedInstructions, check_repeats_nothing
from lgm_core.flow.request import Outcome, Request, Result
from lgm_core.flow.session import Session
from lgm_core.llm.encodable import encodable
from lgm_core.llm.port import Message, Reply, identity_of
from lgm_core.model import Usage

__all__ = ["Conversation", "cache_key", "conversation", "next_messages"]

Conversation = Generator[tuple[Message, ...], Reply, Outcome]
"""Yields messages to send and receives the reply, or the LanguageModelError thrown in; returns the outcome."""

_UNREADABLE = (ValueError, RecursionError, OverflowError)
"""What readers of replies raise: JSON may be nested without end, and its numbers are of any size."""

_ATTEMPTS = 2
"""Requests for one reply; the second says what was wrong with the first. More rescue some replies and cost tokens."""


def conversation(request: Request, session: Session) -> Conversation:
    """Find the outcome of a request; the steps are the same for both drivers.

    Raises:
        Cancelled: the session's token was set before a reply was asked for.
        LanguageModelSetupError: thrown in by the driver and passed on; any other failure is the outcome.
    """
    key = cache_key(request, session)
    if key is not None and (cached := _cached_outcome(request, session, key)) is not None:
        session.ledger.add(request.phase, cached.usage)
        return cached
    # What users type and what a model writes may hold what no endpoint takes.
    asked = tuple(Message(message.role, encodable(message.content)) for message in request.messages)
    messages, usage, reply, problem = asked, Usage(), Reply(""), ""
    try:
        for attempt in range(_ATTEMPTS):
            session.stop_if_cancelled()
            try:
                received = yield messages
            except LanguageModelSetupError:
                raise
            except BudgetSpentError as error:
                return Outcome(text=reply.text, error=str(error), usage=usage, is_unsent=True)
            except LanguageModelError as error:
                usage += Usage(failures=1)
                return Outcome(text=reply.text, error=str(error), usage=usage)
            reply = Reply(encodable(received.text), received.usage)
            usage += reply.usage
            try:
                value = _read(request, request.read_last if attempt else request.read, reply.text)
            except _UNREADABLE as error:
                problem = str(error) or "it is not in the format asked for"
                if isinstance(error, RepeatedInstructions):
                    reply = Reply("")  # of which nobody reads a part
                messages = (*asked, *_repair(reply.text, problem))
            else:
                if session.cache is not None and key is not None:
                    session.cache.put(key, reply.text)
                return Outcome(value, reply.text, usage=usage)
        usage += Usage(failures=1)
        return Outcome(text=reply.text, error=problem, usage=usage)
    finally:
        session.ledger.add(request.phase, usage)


def next_messages(
    current: Conversation, answer: Reply | LanguageModelError | None
) -> tuple[Message, ...] | Result[Outcome]:
    """Pass the model's answer, None at the start, to a conversation; return its next messages or its outcome."""
    try:
        if answer is None:
            return next(current)
        if isinstance(answer, LanguageModelError):
            return current.throw(answer)
        return current.send(answer)
    except StopIteration as end:
        return Result(end.value)


def _cached_outcome(request: Request, session: Session, key: str) -> Outcome | None:
    if session.cache is None or (text := session.cache.get(key)) is None:
        return None
    try:
        return Outcome(_read(request, request.read_last, text), text, usage=Usage(cached=1))
    except _UNREADABLE:
        return None  # cached by a version that read replies differently: ask again


def _read(request: Request, read: Callable[[str], Any], text: str) -> Any:  # noqa: ANN401  # whatever is asked for
    """Read a reply.

    Raises:
        ValueError: it cannot be read.
        RepeatedInstructions: it repeats the instructions.
    """
    value = read(text)
    check_repeats_nothing(value, request)
    return value


def _repair(text: str, problem: str) -> tuple[Message, Message]:
    # Endpoints refuse empty turns, and many chat templates refuse two user turns in a row.
    return Message("assistant", text or "(nothing)"), Message("user", REPAIR.format(problem=problem))


def cache_key(request: Request, session: Session) -> str | None:
    """Hash the model's identity and the whole conversation, so that nothing else is ever answered from the cache.

    None when replies are not kept, since there is no cache or the model could be any model.
    """
    if session.cache is None or (identity := identity_of(session.model)) is None:
        return None
    turns = [[message.role, message.content] for message in request.messages]
    content = json.dumps([identity, turns, request.schema], sort_keys=True, ensure_ascii=False)
    return hashlib.sha256(content.encode("utf-8", "surrogatepass")).hexdigest()
