"""What errors of Neo4j mean, and which of them can be retried.

Every write of the library may be repeated: a change names the stamps of the documents it was made for, and does nothing
if they differ. So it is retried even if the connection was lost during its commit, with an unknown outcome.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Mapping
from typing import TypeVar

from lgm_core.errors import StoreError

__all__ = [
    "CONSTRAINT_FAILED",
    "DEADLOCK",
    "FORBIDDEN",
    "UnknownOutcomeError",
    "failure_code",
    "repeated",
    "store_error",
]

T = TypeVar("T")

CONSTRAINT_FAILED = "Neo.ClientError.Schema.ConstraintValidationFailed"
DEADLOCK = "Neo.TransientError.Transaction.DeadlockDetected"
FORBIDDEN = "Neo.ClientError.Security.Forbidden"
_DELETED_MEANWHILE = "Neo.ClientError.Statement.EntityNotFound"
_TRANSIENT_CODES = frozenset(
    {
        _DELETED_MEANWHILE,
        "Neo.ClientError.Cluster.NotALeader",
        "Neo.ClientError.Transaction.LockClientStopped",
        "Neo.ClientError.Transaction.Terminated",
    }
)
"""Codes of transient errors that Neo4j does not call transient."""

_ATTEMPTS = 10
"""How often a statement is tried."""
_LONGEST_SECONDS = 60.0
"""Time after which a statement is not retried: a driver may have tried it for half a minute each time."""
_FIRST_WAIT, _LONGEST_WAIT = 0.01, 2.0
"""Seconds before a statement is retried; doubled each time."""


class UnknownOutcomeError(StoreError):
    """The connection was lost during a commit, so its outcome is unknown."""


def repeated(run: Callable[[], T], *, once: bool = False) -> T:
    """Run a statement until it succeeds or fails permanently, with growing random waits to avoid new collisions.

    With `once`, it is not repeated if it may have been executed.

    Raises:
        StoreError: the statement failed.
        UnknownOutcomeError: with `once`, the outcome is unknown.
    """
    began = time.monotonic()
    for attempt in range(_ATTEMPTS - 1):
        try:
            return run()
        except StoreError as error:
            if once and _is_unknown(error):
                raise UnknownOutcomeError(str(error)) from error.__cause__
            if not _passes(error) or time.monotonic() - began > _LONGEST_SECONDS:
                raise
            if failure_code(error) != _DELETED_MEANWHILE:
                time.sleep(min(_LONGEST_WAIT, _FIRST_WAIT * 2**attempt) * random.uniform(0.5, 1.5))  # noqa: S311
    return run()


def failure_code(error: StoreError) -> str:
    """Return the code of a Neo4j error; empty without one."""
    return str(getattr(error.__cause__, "code", "") or "")


def _is_unknown(error: StoreError) -> bool:
    return type(error.__cause__).__name__ == "IncompleteCommit"


def _passes(error: StoreError) -> bool:
    code = failure_code(error)
    return code in _TRANSIENT_CODES or code.startswith("Neo.TransientError.") or _is_unknown(error)


_ADVICE: Mapping[str, str] = {
    "AuthError": "it refused the user name or password; check both (NEO4J_USERNAME and NEO4J_PASSWORD, or the address)",
    "ConfigurationError": "the connection is misconfigured; check the address and the driver's options",
    "ConstraintError": "another constraint of the database forbids this write",
    "CypherSyntaxError": "it does not understand the query; Neo4j 5.23 or later is needed",
    "Forbidden": "the user may not do this; ask for the rights, or use another user",
    "ServiceUnavailable": "it cannot be reached; make sure that it runs, then try again",
    "SessionExpired": "it went away; make sure that it runs, then try again",
    "TransientError": "it is overloaded or short of memory; try again, or split very large documents",
}


def store_error(error: Exception) -> StoreError | None:
    """Return an error that explains a driver's error and how to fix it; None for any other error."""
    try:
        from neo4j.exceptions import DriverError, Neo4jError
    except ImportError:
        return None
    if not isinstance(error, DriverError | Neo4jError):
        return None
    advice = next((_ADVICE[kind.__name__] for kind in type(error).__mro__ if kind.__name__ in _ADVICE), None)
    if advice is None:
        return StoreError(f"Neo4j: {error}")
    return StoreError(f"Neo4j: {advice}; documents written so far are complete and safe ({error})")
