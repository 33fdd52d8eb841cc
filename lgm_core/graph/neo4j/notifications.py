"""Keeps what Neo4j remarks on our own statements out of the user's log.

A server remarks on every label, relationship type and property that its database does not hold yet, and drivers log
it: dozens of lines for a first build. Through the connection of a host this cannot be switched off for our statements
alone, so they are marked while they run, and the driver's logger passes over what is logged in the same context.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

__all__ = ["quiet"]

_is_ours: ContextVar[bool] = ContextVar("language_graph_statement", default=False)
_logger = logging.getLogger("neo4j.notifications")


def _is_theirs(record: logging.LogRecord) -> bool:
    return not _is_ours.get()


@contextmanager
def quiet() -> Iterator[None]:
    """Log no notifications of statements that this context runs meanwhile."""
    _logger.addFilter(_is_theirs)  # which adds it once
    token = _is_ours.set(True)
    try:
        yield
    finally:
        _is_ours.reset(token)
