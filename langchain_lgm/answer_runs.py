"""What callbacks are told of an answer besides its own run: its steps, what was read, and the text as it comes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from langchain_core.callbacks import AsyncCallbackManagerForChainRun, CallbackManager, CallbackManagerForChainRun
from langchain_core.callbacks.manager import adispatch_custom_event, dispatch_custom_event
from langchain_core.documents import Document
from langchain_core.messages import AIMessageChunk, HumanMessage
from langchain_core.outputs import ChatGenerationChunk, LLMResult

from langchain_lgm._conversion import from_engine
from lgm_core import LanguageGraph
from lgm_core.hosts import Found, in_thread, sentences_read
from lgm_core.model import TraceStep

__all__ = ["atell_step", "is_read_in_parts", "tell_step", "telling_text"]

_STEP_EVENT = "lgm_step"
"""The name of the custom event for each step; its data are the name of the `step` and its `details`."""

_READING = {"name": "ConceptIterativeRetriever"}


def tell_step(run: CallbackManagerForChainRun, graph: LanguageGraph, question: str, step: TraceStep) -> None:
    """Tell callbacks of a step: as a custom event, and as a retriever's run with the sentences it read."""
    dispatch_custom_event(_STEP_EVENT, _data(step))
    if run.handlers and (read := _documents(graph, step)):
        run.get_child().on_retriever_start(_READING, question, name="lgm:reading").on_retriever_end(read)


async def atell_step(
    run: AsyncCallbackManagerForChainRun, graph: LanguageGraph, question: str, step: TraceStep
) -> None:
    """Do what `tell_step` does without blocking the event loop."""
    await adispatch_custom_event(_STEP_EVENT, _data(step))
    if run.handlers and (read := await in_thread(_documents, graph, step)):
        reading = await run.get_child().on_retriever_start(_READING, question, name="lgm:reading")
        await reading.on_retriever_end(read)


def is_read_in_parts(run: CallbackManagerForChainRun | AsyncCallbackManagerForChainRun) -> bool:
    """Return whether a LangGraph streams messages (`stream_mode="messages"`), so that text is wanted as it comes."""
    return bool(_streaming_handlers(run))


@contextmanager
def telling_text(
    run: CallbackManagerForChainRun | AsyncCallbackManagerForChainRun, question: str
) -> Iterator[Callable[[AIMessageChunk], None]]:
    """Pass chunks of an answer to a LangGraph that streams messages, as those of a chat model.

    LangGraph streams what chat models reply, and our model's raw reply is not for readers. No other callback is told of
    this model, so nothing is counted twice. Handlers of `stream_events(version="v3")` only listen to protocol events.
    """
    handlers = _streaming_handlers(run)
    if not handlers:
        yield lambda _: None
        return
    manager = CallbackManager(
        handlers, parent_run_id=run.run_id, tags=[*run.inheritable_tags], metadata={**run.inheritable_metadata}
    )
    (model,) = manager.on_chat_model_start({}, [[HumanMessage(question)]], name="lgm:text")
    tell_event = getattr(model, "on_stream_event", None)  # older versions of LangChain have none
    pieces: list[str] = []

    def tell(chunk: AIMessageChunk) -> None:
        model.on_llm_new_token(chunk.text, chunk=ChatGenerationChunk(message=chunk))
        if tell_event is not None:
            for event in _protocol_events(chunk, pieces):
                tell_event(event)

    try:
        yield tell
    finally:
        model.on_llm_end(LLMResult(generations=[]))


def _protocol_events(chunk: AIMessageChunk, pieces: list[str]) -> Iterator[dict[str, Any]]:
    """Yield the events of LangChain's streaming protocol that a chunk adds to a message of one text, as of `pieces`."""
    if not pieces:
        # LangGraph recognises the message that a node returns by `message_id`, the protocol by `id`.
        yield {"event": "message-start", "role": "ai", "id": chunk.id, "message_id": chunk.id}
        yield {"event": "content-block-start", "index": 0, "content": {"type": "text", "text": ""}}
    pieces.append(chunk.text)
    if chunk.text:
        yield {"event": "content-block-delta", "index": 0, "delta": {"type": "text-delta", "text": chunk.text}}
    if chunk.chunk_position == "last":
        yield {"event": "content-block-finish", "index": 0, "content": {"type": "text", "text": "".join(pieces)}}
        yield {"event": "message-finish", "usage": chunk.usage_metadata, "metadata": chunk.response_metadata}


def _streaming_handlers(run: CallbackManagerForChainRun | AsyncCallbackManagerForChainRun) -> list[Any]:
    """Return LangGraph's handlers that stream messages, which all are synchronous and fast."""
    return [
        handler
        for handler in run.inheritable_handlers
        if any(each.__module__.startswith("langgraph.") for each in type(handler).__mro__)
        and hasattr(handler, "tap_output_iter")
    ]


def _documents(graph: LanguageGraph, step: TraceStep) -> list[Document]:
    return [from_engine(Found(sentence)) for sentence in sentences_read(graph, step)]


def _data(step: TraceStep) -> dict[str, Any]:
    return {"step": step.name, "details": dict(step.details)}
