"""Classify failed calls of language models, for the OpenAI client and the adapters of hosts' models.

Providers' packages raise errors of their own. Those for HTTP responses carry the status as `status_code`.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping

from lgm_core.errors import LanguageModelError, LanguageModelSetupError

__all__ = [
    "broken_connections",
    "language_model_error",
    "may_refuse_argument",
    "setup_problem",
    "status_of",
    "stream_failures",
]

_SETUP_PROBLEMS: Mapping[int, str] = {
    401: "check the key",
    402: "the account has nothing left to spend",
    404: "check the model's name and the endpoint's address",
}
"""HTTP statuses after which no request can succeed, so that the run ends at once.

403 is not among them: besides missing permissions it means, with routers of several models, that a request's content
was flagged, and one flagged document must not end a build.
"""

_OUT_OF_QUOTA = "insufficient_quota"
"""The error code with which OpenAI's API tells an empty account from a rate limit; both have status 429."""

_ARGUMENT_REFUSALS = frozenset({400, 404, 415, 422, 501})
"""HTTP statuses with which endpoints refuse an argument that they do not know, such as a form of output."""


def status_of(error: Exception) -> int | None:
    """Return the HTTP status that an error carries, or None."""
    status = getattr(error, "status_code", None)
    return status if isinstance(status, int) else None


def broken_connections() -> tuple[type[Exception], ...]:
    """Return what `openai` raises besides its own errors when a stream breaks off: before version 3, httpx's."""
    httpx = sys.modules.get("httpx")  # loaded by those versions
    return () if httpx is None else (httpx.TransportError,)


def stream_failures() -> tuple[type[Exception], ...]:
    """Return what `openai` raises while a stream is begun or read."""
    import openai

    return (openai.OpenAIError, ValueError, *broken_connections())


def setup_problem(error: Exception) -> str:
    """Return why no request can succeed with this setup; empty when another request may succeed."""
    if getattr(error, "code", None) == _OUT_OF_QUOTA:
        return _SETUP_PROBLEMS[402]
    return _SETUP_PROBLEMS.get(status_of(error) or 0, "")


def may_refuse_argument(error: Exception) -> bool:
    """Return whether the same request may succeed without its optional arguments."""
    return isinstance(error, NotImplementedError) or status_of(error) in _ARGUMENT_REFUSALS


def language_model_error(error: Exception, model_name: str) -> LanguageModelError:
    """Wrap an exception of a provider's package in the error to raise, with the model's name before its message."""
    report = f"{model_name}: {type(error).__name__}: {error}"
    if problem := setup_problem(error):
        return LanguageModelSetupError(f"{report}; {problem}")
    return LanguageModelError(report)
