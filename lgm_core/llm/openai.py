"""Any endpoint that speaks OpenAI's chat-completions API, through the `openai` package."""

from __future__ import annotations

import asyncio
import json
import os
import threading
import weakref
from collections.abc import AsyncGenerator, Callable, Generator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from lgm_core.errors import LanguageModelError, LanguageModelSetupError
from lgm_core.llm.negotiation import Negotiation, stream_failures
from lgm_core.llm.openai_endpoint import OpenAIEndpoint
from lgm_core.llm.port import Message, Reply
from lgm_core.llm.tokens import count_conversation, count_tokens
from lgm_core.model import Usage

if TYPE_CHECKING:
    from openai import AsyncOpenAI

__all__ = ["OpenAIChatModel"]


class StreamedCompletion:
    """A completion received so far.

    Attributes:
        has_begun: whether any chunk of a completion was received.
        is_finished: whether the endpoint has given a finish reason; if not, the connection broke off.
        usage: the usage as reported by the endpoint; None without a report.
    """

    def __init__(self) -> None:
        self._pieces: list[str] = []
        self.has_begun = False
        self.is_finished = False
        self.usage: object = None

    @property
    def text(self) -> str:
        """Return the text so far."""
        return "".join(self._pieces)

    def piece(self, chunk: object) -> str:
        """Add a chunk; return the text it adds, empty for one with only the role, reasoning or usage."""
        choices = getattr(chunk, "choices", None)
        self.usage = getattr(chunk, "usage", None) or self.usage
        if not isinstance(choices, list) or not choices:  # the usage comes without choices
            return ""
        self.has_begun = True
        self.is_finished = self.is_finished or bool(getattr(choices[0], "finish_reason", None))
        content = getattr(getattr(choices[0], "delta", None), "content", None)
        if not isinstance(content, str):
            return ""
        self._pieces.append(content)
        return content


class OpenAIChatModel:
    """A chat model behind an OpenAI-compatible endpoint; safe to share between threads and event loops.

    JSON is requested by schema, else by JSON mode, else by the prompt alone; a form refused by the endpoint is not sent
    again. Retries with back-off after rate limits, server errors and time-outs are the `openai` package's own.
    Endpoints that report no usage are accounted by `count_tokens`.
    """

    def __init__(
        self,
        model: str | None = None,
        *,
        base_url: str | None = None,
        api_key: str | None = None,
        timeout: float = 600.0,
        max_retries: int = 2,
        temperature: float | None = 0.0,
    ) -> None:
        """Take settings from the arguments, else from the environment; nothing is sent.

        Args:
            model: name of the model; else OPENAI_MODEL.
            base_url: address of the endpoint; else OPENAI_BASE_URL, else OpenAI's own.
            api_key: else OPENAI_API_KEY; may be missing when the endpoint is not OpenAI's own.
            timeout: seconds without any data after which an attempt is given up; a local server that answers one
                request at a time needs a long timeout; a slowly arriving reply may take longer.
            max_retries: attempts after the first.
            temperature: None for the endpoint's default.

        Raises:
            LanguageModelSetupError: there is no model name, or no key for an endpoint that needs one.
        """
        self._model = model or os.environ.get("OPENAI_MODEL", "")
        if not self._model:
            raise LanguageModelSetupError(
                "which language model? Pass its name (`model=…`, `--model NAME`) or set OPENAI_MODEL"
            )
        self._endpoint = OpenAIEndpoint(base_url, api_key, timeout, max_retries)
        self._temperature = temperature
        self._negotiation = Negotiation(temperature)
        self._lock = threading.Lock()
        self._async_clients: weakref.WeakKeyDictionary[asyncio.AbstractEventLoop, AsyncOpenAI] = (
            weakref.WeakKeyDictionary()
        )

    def __repr__(self) -> str:
        """Show the model and its address, never the key."""
        return f"OpenAIChatModel({self._model!r}, base_url={str(self._endpoint)!r})"

    @property
    def name(self) -> str:
        """Name the model."""
        return self._model

    @property
    def identity(self) -> str:
        """Return the identity for cached replies: the endpoint, the model and the temperature."""
        return json.dumps([str(self._endpoint), self._model, self._temperature])

    def complete(self, messages: Sequence[Message], schema: Mapping[str, Any] | None = None) -> Reply:
        """Return the reply to a conversation.

        Raises:
            LanguageModelSetupError: the endpoint refuses the key or knows no such model.
            LanguageModelError: no usable response after all attempts.
        """
        import openai

        client = self._endpoint.client()
        chosen = self._negotiation.arguments(schema)
        while True:
            try:
                completion = client.chat.completions.create(**self._required_arguments(messages), **chosen)
            except (openai.OpenAIError, ValueError) as error:
                chosen = self._arguments_after(error, chosen)
            else:
                return self._reply(completion, messages, chosen if schema is not None else None)

    async def acomplete(self, messages: Sequence[Message], schema: Mapping[str, Any] | None = None) -> Reply:
        """Return the reply without blocking the event loop; raises as `complete` does."""
        import openai

        client = await asyncio.to_thread(self._async_client, asyncio.get_running_loop())
        chosen = self._negotiation.arguments(schema)
        while True:
            try:
                completion = await client.chat.completions.create(**self._required_arguments(messages), **chosen)
            except (openai.OpenAIError, ValueError) as error:
                chosen = self._arguments_after(error, chosen)
            else:
                return self._reply(completion, messages, chosen if schema is not None else None)

    def stream(
        self, messages: Sequence[Message], schema: Mapping[str, Any] | None = None
    ) -> Generator[str | Reply, None, None]:
        """Yield the reply's text in pieces, and last the whole reply; without streaming, only the latter.

        Raises:
            LanguageModelSetupError: the endpoint refuses the key or knows no such model.
            LanguageModelError: no usable response after all attempts, or it broke off.
        """
        received = StreamedCompletion()
        create: Callable[..., Any] = self._endpoint.client().chat.completions.create
        chosen = self._negotiation.arguments(schema, streamed=True)
        while "stream" in chosen:
            try:
                with create(**self._required_arguments(messages), **chosen) as chunks:
                    for chunk in chunks:
                        if piece := received.piece(chunk):
                            yield piece
                break
            except stream_failures() as error:
                chosen = self._arguments_after(error, chosen, is_final=received.has_begun)
        if received.has_begun:
            yield self._streamed_reply(received, messages, chosen if schema is not None else None)
        else:
            self._negotiation.never_streams()
            yield self.complete(messages, schema)

    async def astream(
        self, messages: Sequence[Message], schema: Mapping[str, Any] | None = None
    ) -> AsyncGenerator[str | Reply, None]:
        """Yield the same without blocking the event loop; raises as `stream` does."""
        received = StreamedCompletion()
        client = await asyncio.to_thread(self._async_client, asyncio.get_running_loop())
        create: Callable[..., Any] = client.chat.completions.create
        chosen = self._negotiation.arguments(schema, streamed=True)
        while "stream" in chosen:
            try:
                async with await create(**self._required_arguments(messages), **chosen) as chunks:
                    async for chunk in chunks:
                        if piece := received.piece(chunk):
                            yield piece
                break
            except stream_failures() as error:
                chosen = self._arguments_after(error, chosen, is_final=received.has_begun)
        if received.has_begun:
            yield self._streamed_reply(received, messages, chosen if schema is not None else None)
        else:
            self._negotiation.never_streams()
            yield await self.acomplete(messages, schema)

    def close(self) -> None:
        """Close the connections of synchronous calls; closing twice is harmless."""
        self._endpoint.close()

    def _async_client(self, loop: asyncio.AbstractEventLoop) -> AsyncOpenAI:
        import openai

        with self._lock:
            if loop not in self._async_clients:
                # A connection kept alive would outlive its event loop, and could then no longer be closed.
                headers = {"Connection": "close"}
                self._async_clients[loop] = openai.AsyncOpenAI(**self._endpoint.settings(), default_headers=headers)
            return self._async_clients[loop]

    def _required_arguments(self, messages: Sequence[Message]) -> dict[str, Any]:
        turns = [{"role": message.role, "content": message.content} for message in messages]
        return {"model": self._model, "messages": turns}

    def _arguments_after(
        self, error: Exception, chosen: Mapping[str, Any], *, is_final: bool = False
    ) -> dict[str, Any]:
        """Return the optional arguments to try next, or raise the error if it is final."""
        rest = None if is_final else self._negotiation.after_refusal(chosen, error)
        if rest is None:
            self._endpoint.fail(error, f"{self._model!r} from OPENAI_MODEL or `--model`")
        return rest

    def _reply(self, completion: Any, messages: Sequence[Message], for_json: Mapping[str, Any] | None) -> Reply:  # noqa: ANN401
        """Read a completion; any member may be missing or have an undocumented type."""
        choices = getattr(completion, "choices", None)
        if not isinstance(choices, list) or not choices:
            sent = self._endpoint.redacted(completion)
            raise LanguageModelError(f"{self._endpoint} sent something other than a chat completion: {sent!r}")
        if for_json is not None:
            self._negotiation.accepted(for_json)
        content = getattr(getattr(choices[0], "message", None), "content", None)
        text = content if isinstance(content, str) else ""
        return _accounted(text, getattr(completion, "usage", None), messages)

    def _streamed_reply(
        self, received: StreamedCompletion, messages: Sequence[Message], for_json: Mapping[str, Any] | None
    ) -> Reply:
        if not received.is_finished:
            raise LanguageModelError(f"{self._endpoint} broke off in the middle of a reply")
        if for_json is not None:
            self._negotiation.accepted(for_json)
        return _accounted(received.text, received.usage, messages)


def _accounted(text: str, reported: object, messages: Sequence[Message]) -> Reply:
    """Return a reply with the usage reported by the endpoint, or else an estimate."""
    prompt = getattr(reported, "prompt_tokens", None)
    generated = getattr(reported, "completion_tokens", None)
    return Reply(
        text,
        Usage(
            calls=1,
            prompt_tokens=prompt if isinstance(prompt, int) else count_conversation(messages),
            completion_tokens=generated if isinstance(generated, int) else count_tokens(text),
        ),
    )
