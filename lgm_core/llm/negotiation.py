"""What an OpenAI-compatible endpoint's refusals mean: optional arguments it does not accept, or a failure."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import Any

from lgm_core.errors import LanguageModelError, LanguageModelSetupError, also_caught_as

__all__ = [
    "Negotiation",
    "broken_connections",
    "language_model_error",
    "may_refuse_argument",
    "setup_problem",
    "status_of",
    "stream_failures",
]

_SETUP_PROBLEMS: Mapping[int, str] = {
    401: "check the key",
    402: "the account has no funds left",
    404: "check the model's name and the endpoint's address",
}
"""HTTP statuses after which no request can succeed, so the run ends at once.

403 is not included: routers of several models also use it for flagged content, and one flagged document must not end a
build.
"""

_OUT_OF_QUOTA = "insufficient_quota"
"""The error code by which OpenAI's API distinguishes an empty account from a rate limit; both have status 429."""

_ARGUMENT_REFUSALS = frozenset({400, 404, 415, 422, 501})
"""HTTP statuses with which endpoints reject an unknown argument, such as an output format."""


def status_of(error: Exception) -> int | None:
    """Return the HTTP status that an error carries, or None."""
    status = getattr(error, "status_code", None)
    return status if isinstance(status, int) else None


def broken_connections() -> tuple[type[Exception], ...]:
    """Return the exceptions besides its own that `openai` raises for broken streams: before version 3, httpx's."""
    httpx = sys.modules.get("httpx")  # loaded by those versions
    return () if httpx is None else (httpx.TransportError,)


def stream_failures() -> tuple[type[Exception], ...]:
    """Return the exceptions that `openai` raises when beginning or reading a stream."""
    import openai

    return (openai.OpenAIError, ValueError, *broken_connections())


def setup_problem(error: Exception) -> str:
    """Return why no request can succeed with this setup; empty if another request may succeed."""
    if getattr(error, "code", None) == _OUT_OF_QUOTA:
        return _SETUP_PROBLEMS[402]
    return _SETUP_PROBLEMS.get(status_of(error) or 0, "")


def may_refuse_argument(error: Exception) -> bool:
    """Return whether the same request may succeed without its optional arguments."""
    return isinstance(error, NotImplementedError) or status_of(error) in _ARGUMENT_REFUSALS


def language_model_error(error: Exception, model_name: str) -> LanguageModelError:
    """Return the error to raise for one of a provider's package: also of its class, with the model's name before it."""
    report = f"{model_name}: {type(error).__name__}: {error}"
    if problem := setup_problem(error):
        return also_caught_as(LanguageModelSetupError(f"{report}; {problem}"), error)
    return also_caught_as(LanguageModelError(report), error)


_ARGUMENT_NAMES = ("response_format", "json_schema", "json_object", "temperature", "stream_options")


class Negotiation:
    """Chooses the optional arguments of chat completions: JSON by schema, else by JSON mode, else by the prompt alone.

    Threads may share an instance; two threads may learn of the same refusal at the same time.
    """

    def __init__(self, temperature: float | None) -> None:
        self._temperature = temperature
        self._format = "json_schema"
        self._format_works = False
        self._streams = True
        self._reports_usage = True

    def arguments(self, schema: Mapping[str, Any] | None, *, streamed: bool = False) -> dict[str, Any]:
        """Return the optional arguments to try first; without `stream` if the endpoint cannot stream."""
        chosen: dict[str, Any] = {}
        if streamed and self._streams:
            chosen["stream"] = True
            if self._reports_usage:
                chosen["stream_options"] = {"include_usage": True}
        if self._temperature is not None:
            chosen["temperature"] = self._temperature
        if schema is not None and self._format == "json_schema":
            shape = {"name": "reply", "schema": dict(schema), "strict": True}
            chosen["response_format"] = {"type": "json_schema", "json_schema": shape}
        elif schema is not None and self._format:
            chosen["response_format"] = {"type": self._format}
        return chosen

    def after_refusal(self, chosen: Mapping[str, Any], error: Exception) -> dict[str, Any] | None:
        """Return the arguments to try next, or None if the refusal is about something else.

        Endpoints word refusals differently. Until a format has worked, any refusal of an argument counts as a refusal
        of the format. Some endpoints fail with a server error that names the argument.
        """
        message = str(error)
        names_argument = status_of(error) is not None and any(name in message for name in _ARGUMENT_NAMES)
        if not may_refuse_argument(error) and not names_argument:
            return None
        if "temperature" in chosen and "temperature" in message:
            self._temperature = None
            return {name: value for name, value in chosen.items() if name != "temperature"}
        if "stream_options" in chosen:  # no reply depends on it, so any refusal may be about it
            self._reports_usage = self._reports_usage and "stream_options" not in message
            return {name: value for name, value in chosen.items() if name != "stream_options"}
        if "stream" in chosen and "stream" in message:
            self._streams = False
            return {name: value for name, value in chosen.items() if name != "stream"}
        if "response_format" not in chosen or self._format_works:
            return None
        rest = {name: value for name, value in chosen.items() if name != "response_format"}
        if chosen["response_format"]["type"] == "json_schema":
            return rest | {"response_format": {"type": "json_object"}}
        return rest

    def accepted(self, chosen: Mapping[str, Any]) -> None:
        """Remember the format of a request for JSON that was answered."""
        self._format = chosen["response_format"]["type"] if "response_format" in chosen else ""
        self._format_works = True

    def never_streams(self) -> None:
        """Remember that the endpoint answers requests for a stream with something else."""
        self._streams = False
