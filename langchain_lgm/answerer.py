"""Concept Iterative Retrieval as a LangChain runnable: a question in, a message with a cited answer out."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Generator, Iterator, Mapping
from contextlib import aclosing, closing
from dataclasses import dataclass
from functools import partial
from typing import Any, ClassVar

from langchain_core.callbacks import AsyncCallbackManagerForChainRun, CallbackManagerForChainRun
from langchain_core.language_models import BaseChatModel, LanguageModelInput
from langchain_core.messages import AIMessage, AIMessageChunk, BaseMessage, HumanMessage, convert_to_messages
from langchain_core.messages.ai import UsageMetadata
from langchain_core.runnables import Runnable, RunnableConfig, RunnableLambda

from langchain_lgm._conversion import Anything
from langchain_lgm.answer_runs import atell_step, is_read_in_parts, tell_step, telling_text
from langchain_lgm.chat_model import as_chat_model
from langchain_lgm.metadata_filters import to_where
from lgm_core import Answer, AnswerOptions, AnswerRestart, InputError, LogicalFormOptions
from lgm_core.hosts import (
    ANSWER_OPTIONS,
    GivenGraph,
    ShownText,
    answer_metadata,
    check_options,
    citation_metadata,
    given_graph,
    joined_where,
    readable_answer,
    unknown_settings,
)
from lgm_core.model import AnswerEvent, TraceStep
from lgm_core.ports import ChatModel, OnFailure, OnStep, Where

__all__ = ["ConceptIterativeAnswerer", "LogicalFormAnswerer"]

QuestionInput = LanguageModelInput | BaseMessage | Mapping[str, Any]
"""A question, messages, the value of a prompt, or a dict with `question` or `messages` and optionally `filter`."""


def question_and_filter(input: QuestionInput) -> tuple[str, Mapping[str, Any] | None]:
    """Return the question of an input (of a conversation: its last message from a human) and the filter of the input.

    Raises:
        InputError: it contains no question.
    """
    if isinstance(input, Mapping):
        asked = input.get("question", input.get("messages"))
        if asked is None:
            raise InputError(f"the input has neither 'question' nor 'messages', but {sorted(map(str, input))}")
        return question_and_filter(asked)[0], input.get("filter")
    if isinstance(input, str):
        return input, None
    try:
        messages = convert_to_messages([input] if isinstance(input, BaseMessage) else input)
    except (NotImplementedError, TypeError, ValueError) as error:
        raise InputError(f"{input!r} is neither a question nor messages, nor a dict with a 'question'") from error
    last = next((message for message in reversed(messages) if isinstance(message, HumanMessage)), None)
    if last is None:
        raise InputError("no message is from a human, so there is no question to answer; add a HumanMessage")
    return str(last.text), None


def answer_message(answer: Answer, *, id: str) -> AIMessage:
    """Return an answer as a message that holds only plain values, so that storing does not change it."""
    return AIMessage(readable_answer(answer), id=id, response_metadata=_metadata(answer), usage_metadata=_usage(answer))


def answer_chunk(event: AnswerEvent, shown: ShownText, *, id: str) -> AIMessageChunk | None:
    """Return the chunk that an event adds to a streamed message, or None if it adds nothing.

    The sum of all chunks is what `answer_message` returns; replaced text also stays in it, before an empty line and the
    answer's own text.
    """
    piece = shown.piece(event)
    if isinstance(event, Answer):
        return AIMessageChunk(
            content=piece,
            id=id,
            response_metadata=_metadata(event),
            usage_metadata=_usage(event),
            chunk_position="last",
        )
    return AIMessageChunk(content=piece, id=id) if piece else None


def _metadata(answer: Answer) -> dict[str, Any]:
    return {
        "citations": [citation_metadata(citation) for citation in answer.citations],
        "nearest": [citation_metadata(citation) for citation in answer.nearest],
        **answer_metadata(answer),
    }


def _usage(answer: Answer) -> UsageMetadata:
    spent = answer.usage
    return UsageMetadata(
        input_tokens=spent.prompt_tokens,
        output_tokens=spent.completion_tokens,
        total_tokens=spent.prompt_tokens + spent.completion_tokens,
    )


@dataclass(frozen=True, slots=True)
class _RestartStep(TraceStep):
    """The text so far was replaced."""

    name = "restart"


class ConceptIterativeAnswerer(Runnable[QuestionInput, AIMessage]):
    """Answer questions from a language graph, with citations (paper section 3.3).

    ```python
    chain = ConceptIterativeAnswerer(graph) | StrOutputParser()
    message = ConceptIterativeAnswerer(graph).invoke({"question": "…", "filter": {"year": 2024}})
    message.text, message.response_metadata["citations"]
    ```

    It takes a question, messages (the last one from a human is the question, which must be understandable alone), a
    prompt's value, or a dict with a `question` or `messages`, and optionally a `filter` on document metadata. A filter
    may also be an argument of the call: `invoke(question, filter=…)`. It is added to the filter of the options: no call
    can widen what the answerer may see.

    The answer is an `AIMessage`, which output parsers, chat histories and the state of a LangGraph accept. `as_node` is
    a node of a LangGraph; a node of your own may call `invoke` or `ainvoke`. With `stream_mode="messages"` or
    `stream_events(version="v3")` the text streams from either. The message's `response_metadata` has `citations` and
    `nearest` (dicts with the fields of `Citation`), `statements` (likewise), `supported`, `is_evidence_only`,
    `missing_concepts`, `unread`, `read_by_rank` and `failure`, as in `Answer`; its `usage_metadata` counts the tokens
    of all requests. Without an answer, the text says why and lists the nearest evidence. `LanguageGraph.ask` returns an
    `Answer`.

    `stream` and `astream` yield the text while the model replies, and the metadata last. A first sentence that no
    document supports is held back until the next one begins, since a further round probably replaces an answer of one
    unsupported sentence; if text is replaced nevertheless, the answer follows after an empty line. Closing a stream
    ends the request and the search.

    Callbacks and `astream_events` get each step as a custom event named `lgm_step` (`restart`: the text so far was
    replaced). Below its run they get the sentences that each round read as the documents of a retriever's run, which
    evaluators look for, and each request to a LangChain model as a run (with its tokens, if the model streams; these
    are raw replies, which LangGraph leaves out of the messages it streams).

    Args:
        graph: the graph, the builder that holds it, or its path.
        llm: the LangChain chat model that answers (or a `ChatModel` of the engine); without one the graph's own. If the
            graph has none either, as when its path is given, answers only hold evidence.
        options: settings of the search; with `FeedbackOptions` answers come from facts, and missing facts are looked
            up, for this question only unless `keep` is set. `LogicalFormAnswerer` has its own options.
        on_failure: what happens to a question when the language model fails: `raise`, the default, raises an error, so
            that fallbacks and retries of the host work; `evidence` answers with the evidence found.

    Raises:
        InputError: `graph`, `llm` or `options` is of the wrong type.
        StoreError: there is no graph at the path.
    """

    _kinds: ClassVar[tuple[type[AnswerOptions], ...]] = ANSWER_OPTIONS
    """The classes of options that it takes, the default first."""

    def __init__(
        self,
        graph: GivenGraph,
        *,
        llm: BaseChatModel | Runnable[Any, Any] | ChatModel | None = None,
        options: AnswerOptions | None = None,
        on_failure: OnFailure = "raise",
    ) -> None:
        check_options(options, *self._kinds)
        opened = given_graph(graph)
        self.graph = opened if llm is None else opened.with_llm(as_chat_model(llm))
        self.options: AnswerOptions = options or self._kinds[0]()
        self.on_failure = on_failure

    def invoke(self, input: QuestionInput, config: RunnableConfig | None = None, **kwargs: Anything) -> AIMessage:
        """Answer a question.

        Raises:
            InputError: there is no question, or the filter cannot be understood.
            LanguageModelError: the language model failed, and `on_failure` is `raise`.
        """
        return self._call_with_config(self._answer, input, config, **kwargs)

    async def ainvoke(
        self, input: QuestionInput, config: RunnableConfig | None = None, **kwargs: Anything
    ) -> AIMessage:
        """Answer a question without blocking the event loop; raises the same."""
        return await self._acall_with_config(self._aanswer, input, config, **kwargs)

    def stream(
        self, input: QuestionInput, config: RunnableConfig | None = None, **kwargs: Anything | None
    ) -> Iterator[AIMessage]:
        """Yield the answer in chunks of a message; raises the same."""
        yield from self._transform_stream_with_config(iter([input]), self._chunks, config, **kwargs)

    async def astream(
        self, input: QuestionInput, config: RunnableConfig | None = None, **kwargs: Anything | None
    ) -> AsyncIterator[AIMessage]:
        """Yield the answer in chunks of a message, without blocking the event loop; raises the same."""

        async def inputs() -> AsyncIterator[QuestionInput]:
            yield input

        async for chunk in self._atransform_stream_with_config(inputs(), self._achunks, config, **kwargs):
            yield chunk

    def as_node(self) -> Runnable[QuestionInput, dict[str, list[AIMessage]]]:
        """Return a node of a LangGraph: it answers the state's `question`, or its last message from a human.

        ```python
        flow = StateGraph(MessagesState)
        flow.add_node("answer", answerer.as_node())
        ```

        It adds the answer to the state's `messages`.
        """
        return self | RunnableLambda(lambda message: {"messages": [message]}, name="messages")

    def _answer(self, input: QuestionInput, run_manager: CallbackManagerForChainRun, **call: Anything) -> AIMessage:
        question, where = _question(input, call)
        if is_read_in_parts(run_manager):
            with closing(self._told(question, where, run_manager)) as told:
                answer = next(event for _, event in told if isinstance(event, Answer))
        else:
            answer = self.graph.ask(
                question,
                self.options,
                where=where,
                on_failure=self.on_failure,
                on_step=partial(tell_step, run_manager, self.graph, question),
            )
        return answer_message(answer, id=str(run_manager.run_id))

    async def _aanswer(
        self, input: QuestionInput, run_manager: AsyncCallbackManagerForChainRun, **call: Anything
    ) -> AIMessage:
        question, where = _question(input, call)
        if is_read_in_parts(run_manager):
            async with aclosing(self._atold(question, where, run_manager)) as told:
                answer = await anext(event async for _, event in told if isinstance(event, Answer))
        else:
            answer = await self.graph.aask(
                question,
                self.options,
                where=where,
                on_failure=self.on_failure,
                on_step=self._telling(question, run_manager),
            )
        return answer_message(answer, id=str(run_manager.run_id))

    def _chunks(
        self, inputs: Iterator[QuestionInput], run_manager: CallbackManagerForChainRun, **call: Anything
    ) -> Iterator[AIMessageChunk]:
        question, where = _question(next(inputs), call)
        with closing(self._told(question, where, run_manager)) as told:
            for chunk, _ in told:
                yield chunk

    async def _achunks(
        self, inputs: AsyncIterator[QuestionInput], run_manager: AsyncCallbackManagerForChainRun, **call: Anything
    ) -> AsyncIterator[AIMessageChunk]:
        question, where = _question(await anext(inputs), call)
        async with aclosing(self._atold(question, where, run_manager)) as told:
            async for chunk, _ in told:
                yield chunk

    def _told(
        self, question: str, where: Where | None, run: CallbackManagerForChainRun
    ) -> Generator[tuple[AIMessageChunk, AnswerEvent], None, None]:
        """Yield each chunk with its event, last the answer, and tell callbacks what happens."""
        shown, id = ShownText(), str(run.run_id)
        tell_of = partial(tell_step, run, self.graph, question)
        events = self.graph.stream(
            question, self.options, where=where, on_failure=self.on_failure, settled=True, on_step=tell_of
        )
        with closing(events), telling_text(run, question) as tell:
            for event in events:
                if isinstance(event, AnswerRestart):
                    tell_of(_RestartStep())
                if (chunk := answer_chunk(event, shown, id=id)) is not None:
                    tell(chunk)
                    yield chunk, event

    async def _atold(
        self, question: str, where: Where | None, run: AsyncCallbackManagerForChainRun
    ) -> AsyncGenerator[tuple[AIMessageChunk, AnswerEvent], None]:
        shown, id = ShownText(), str(run.run_id)
        tell_of = self._telling(question, run)
        events = self.graph.astream(
            question, self.options, where=where, on_failure=self.on_failure, settled=True, on_step=tell_of
        )
        async with aclosing(events):
            with telling_text(run, question) as tell:
                async for event in events:
                    if isinstance(event, AnswerRestart):
                        await atell_step(run, self.graph, question, _RestartStep())
                    if (chunk := answer_chunk(event, shown, id=id)) is not None:
                        tell(chunk)
                        yield chunk, event

    def _telling(self, question: str, run: AsyncCallbackManagerForChainRun) -> OnStep:
        loop = asyncio.get_running_loop()

        def tell(step: TraceStep) -> None:
            """Tell of a step on the event loop, where LangChain's handlers run, before the next step begins."""
            asyncio.run_coroutine_threadsafe(atell_step(run, self.graph, question, step), loop).result()

        return tell


class LogicalFormAnswerer(ConceptIterativeAnswerer):
    """Answer questions by logical forms: planned, and solved in steps from facts first (KAG).

    ```python
    message = LogicalFormAnswerer(graph, options=LogicalFormOptions(rounds=3)).invoke("…")
    ```

    Arguments, errors, input and output are those of `ConceptIterativeAnswerer`. The plan and the result of each step
    are custom events. Facts only answer if they were learned. Without a language model, rules plan and facts answer:
    the text then lists the names found. Questions without a plan are answered as by `ConceptIterativeAnswerer`.
    """

    _kinds = (LogicalFormOptions,)


def _question(input: QuestionInput, call: Mapping[str, Any]) -> tuple[str, Where | None]:
    """Return the question of an input, and the filter of the input and of the settings of the call."""
    if unknown := [name for name in call if name != "filter"]:
        raise unknown_settings("a call of ConceptIterativeAnswerer has", unknown, ["filter"])
    question, own = question_and_filter(input)
    return question, joined_where(to_where(own), to_where(call.get("filter")))
