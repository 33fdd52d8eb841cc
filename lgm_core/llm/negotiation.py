"""Learn from an OpenAI-compatible endpoint's refusals which optional arguments it accepts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from lgm_core.llm.failures import may_refuse_argument, status_of

__all__ = ["Negotiation"]

_ARGUMENT_NAMES = ("response_format", "json_schema", "json_object", "temperature", "stream_options")


class Negotiation:
    """Chooses the optional arguments of chat completions: JSON by schema, else by JSON mode, else by the prompt alone.

    Threads may share an instance; two threads that learn of the same refusal at the same time do no harm.
    """

    def __init__(self, temperature: float | None) -> None:
        self._temperature = temperature
        self._format = "json_schema"
        self._format_works = False
        self._streams = True
        self._reports_usage = True

    def arguments(self, schema: Mapping[str, Any] | None, *, streamed: bool = False) -> dict[str, Any]:
        """Return the optional arguments to try first; without `stream` if an endpoint that should cannot."""
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
        """Return the arguments to try next, or None when the refusal is about something else.

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
        if "stream_options" in chosen:  # no reply is worth less without it, so that any refusal may be of it
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
        """Remember that the endpoint answers a request for a stream with something else."""
        self._streams = False
