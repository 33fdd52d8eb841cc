"""An OpenAI-compatible endpoint: where it is, its key, and what its failures mean."""

from __future__ import annotations

import os
from threading import Lock
from typing import TYPE_CHECKING, Any, NoReturn
from urllib.parse import urlsplit, urlunsplit

from lgm_core.errors import LanguageModelError, LanguageModelSetupError
from lgm_core.llm.negotiation import broken_connections, setup_problem

if TYPE_CHECKING:
    from openai import OpenAI

__all__ = ["OpenAIEndpoint"]

_MAX_REPORT_CHARACTERS = 300
"""The most characters of an endpoint's message in an error; some send whole web pages."""


class OpenAIEndpoint:
    """The settings of an endpoint, from the arguments, else from the environment; nothing is sent.

    Args:
        base_url: its address; else OPENAI_BASE_URL, else OpenAI's own.
        api_key: else OPENAI_API_KEY; may be missing when the endpoint is not OpenAI's own.
        timeout: seconds without any data after which an attempt is given up.
        max_retries: attempts after the first.

    Raises:
        LanguageModelSetupError: there is no key for an endpoint that needs one.
    """

    def __init__(self, base_url: str | None, api_key: str | None, timeout: float, max_retries: int) -> None:
        self._base_url = base_url or os.environ.get("OPENAI_BASE_URL") or None
        self._key = api_key or os.environ.get("OPENAI_API_KEY", "")
        if not self._key and self._base_url is None:
            raise LanguageModelSetupError(
                "OpenAI's endpoint needs a key: set OPENAI_API_KEY (or pass `api_key=…`); for another endpoint "
                "set OPENAI_BASE_URL (`base_url=…`, `--base-url URL`)"
            )
        self._timeout, self._max_retries = timeout, max_retries
        self._lock = Lock()
        self._client: OpenAI | None = None

    def __str__(self) -> str:
        """Return its address without user name and password."""
        if self._base_url is None:
            return "OpenAI"
        parts = urlsplit(self._base_url)
        return urlunsplit(parts._replace(netloc=parts.netloc.rpartition("@")[2]))

    def settings(self) -> dict[str, Any]:
        """Return the arguments of the `openai` package's clients."""
        return {
            "api_key": self._key or "none",
            "base_url": self._base_url,
            "timeout": self._timeout,
            "max_retries": self._max_retries,
        }

    def client(self) -> OpenAI:
        """Return the client of synchronous calls, made on first use."""
        import openai

        with self._lock:
            if self._client is None:
                self._client = openai.OpenAI(**self.settings())
            return self._client

    def close(self) -> None:
        """Close the connections of synchronous calls; closing twice is harmless."""
        with self._lock:
            client, self._client = self._client, None
        if client is not None:
            client.close()

    def fail(self, error: Exception, model: str) -> NoReturn:
        """Raise the error for one of the `openai` package, with that as its cause unless it quotes the key.

        Args:
            error: what the package raised.
            model: the name of the model, and where it may come from.

        Raises:
            LanguageModelSetupError: no request can succeed: the endpoint refuses the key or knows no such model.
            LanguageModelError: any other failure.
        """
        quotes_key = bool(self._key) and self._key in f"{error} {error.__cause__}"
        raise self._failure(error, model) from (None if quotes_key else error)

    def redacted(self, shown: object) -> str:
        """Shorten an endpoint's message to a line, without the key, which some endpoints repeat."""
        text = " ".join(str(shown).split())
        if self._key:
            text = text.replace(self._key, "***")
        return text if len(text) <= _MAX_REPORT_CHARACTERS else text[: _MAX_REPORT_CHARACTERS - 1] + "…"

    def _failure(self, error: Exception, model: str) -> LanguageModelError:
        import openai

        if isinstance(error, openai.APITimeoutError):
            attempts = self._max_retries + 1
            return LanguageModelError(f"{self}: no answer within {self._timeout:g} s, {attempts} time(s)")
        if isinstance(error, openai.APIConnectionError):
            return LanguageModelError(f"cannot reach {self}: {self.redacted(error.__cause__ or error)}")
        if isinstance(error, broken_connections()):
            return LanguageModelError(f"{self} broke off in the middle of a reply: {self.redacted(error)}")
        if not isinstance(error, openai.APIStatusError):
            return LanguageModelError(f"{self} sent an unreadable response: {self.redacted(error)}")
        report = f"{self} replied: {self.redacted(error.message)}"
        if problem := setup_problem(error):
            return LanguageModelSetupError(f"{report}; {problem}{_settings_to_check(error.status_code, model)}")
        return LanguageModelError(report)


def _settings_to_check(status: int, model: str) -> str:
    """Return the settings to check after an error with this status, in brackets."""
    if status == 401:
        return " (OPENAI_API_KEY, `api_key=…`)"
    if status == 404:
        return f" (the name {model}, the address from OPENAI_BASE_URL or `--base-url`, which usually ends in /v1)"
    return ""
