"""Streaming through LlamaIndex: its LLMs, the query engine's responses, and its chat engines over them."""

import asyncio
import re
import threading
from contextlib import closing
from typing import Any

import pytest
from llama_index.core.base.llms.types import ChatMessage, ChatResponse
from llama_index.core.chat_engine import CondenseQuestionChatEngine
from llama_index.core.memory import ChatMemoryBuffer

from lgm_core.errors import InputError, LanguageModelError
from lgm_core.llm.port import Message
from lgm_core.llm.scripted import ScriptedChatModel
from lgm_core.retrieval.answering.ask_options import AskOptions
from llama_index_lgm import LanguageGraphIndex, LlamaIndexChatModel
from tests.support.llama_index_texts import DOCUMENTS, QUESTION, ScriptedLLM

ASK = [Message("user", "What is a pear?")]
ANSWER = "Apples are rich in vitamins [1]. An apple is a fruit [2]."


def cited(prompt: str) -> str:
    """Reply with two statements, each with the number of the sentence that says so."""
    rich, fruit = (re.search(rf"\[(\d+)\] [^\[]*{said}", prompt)[1] for said in ("rich in", "is a fruit"))
    return f"Apples are rich in vitamins [{rich}]. An apple is a fruit [{fruit}]."


class AsyncLLM(ScriptedLLM):
    """Has an asynchronous stream of its own, and tells when one of its streams ended."""

    ended: int = 0

    async def achat(self, messages: Any, **kwargs: Any) -> ChatResponse:
        return self.chat(messages)

    def stream_chat(self, messages: Any, **kwargs: Any) -> Any:
        def responses() -> Any:
            try:
                yield from super(AsyncLLM, self).stream_chat(messages, **kwargs)
            finally:
                self.ended += 1

        return responses()

    async def astream_chat(self, messages: Any, **kwargs: Any) -> Any:
        async def responses() -> Any:
            with closing(self.stream_chat(messages)) as stream:
                for response in stream:
                    await asyncio.sleep(0)
                    yield response

        return responses()


class Unable(AsyncLLM):
    def stream_chat(self, messages: Any, **kwargs: Any) -> Any:
        raise NotImplementedError

    async def astream_chat(self, messages: Any, **kwargs: Any) -> Any:
        raise NotImplementedError


class WholeTexts(AsyncLLM):
    """Sends the whole text so far with each response, and nothing else."""

    def stream_chat(self, messages: Any, **kwargs: Any) -> Any:
        for response in super().stream_chat(messages):
            yield ChatResponse(message=ChatMessage(role="assistant", content=response.message.content))


class Breaking(AsyncLLM):
    after: int = 0

    def stream_chat(self, messages: Any, **kwargs: Any) -> Any:
        for number, response in enumerate(super().stream_chat(messages)):
            if number == self.after:
                raise ConnectionError("the line is dead")
            yield response


@pytest.fixture(params=["sync", "async"])
def way(request: pytest.FixtureRequest) -> str:
    return request.param


def pieces(llm: Any, way: str) -> list[Any]:
    model = LlamaIndexChatModel(llm)
    if way == "sync":
        return list(model.stream(ASK))

    async def collected() -> list[Any]:
        return [piece async for piece in model.astream(ASK)]

    return asyncio.run(collected())


@pytest.mark.parametrize("kind", [ScriptedLLM, AsyncLLM, WholeTexts])
def test_a_reply_streams_in_pieces_and_ends_with_the_whole(kind: type, way: str) -> None:
    *words, reply = pieces(kind(lambda _: "It is  a fruit."), way)
    assert words == ["It", " is", "  a", " fruit."]
    assert reply.text == "It is  a fruit."
    assert (reply.usage.calls, reply.usage.completion_tokens > 0) == (1, True)


def test_an_llm_that_cannot_stream_replies_whole(way: str) -> None:
    (reply,) = pieces(Unable(lambda _: "It is a fruit."), way)
    assert reply.text == "It is a fruit."


def test_a_stream_that_breaks_off_is_an_error_of_the_engine(way: str) -> None:
    llm = Breaking(lambda _: "It is a fruit.")
    llm.after = 2
    with pytest.raises(LanguageModelError, match="the line is dead"):
        pieces(llm, way)


def test_an_llm_that_blocks_streams_in_other_threads() -> None:
    threads = []

    def reply(prompt: str) -> str:
        threads.append(threading.current_thread())
        return "It is a fruit."

    assert len(pieces(ScriptedLLM(reply), "async")) == 5
    assert threading.main_thread() not in threads


@pytest.fixture
def index() -> LanguageGraphIndex:
    return LanguageGraphIndex.from_documents(DOCUMENTS)


class Read:
    """What a streaming query engine sends: the response, and its pieces in order."""

    def __init__(self, index: LanguageGraphIndex, way: str, question: str = QUESTION, **settings: Any) -> None:
        engine = index.as_query_engine(streaming=True, **settings)
        self.pieces: list[str] = []

        async def collected() -> None:
            self.response = await engine.aquery(question)
            self.at_first = list(self.response.source_nodes)
            self.pieces += [piece async for piece in self.response.async_response_gen()]

        if way == "sync":
            self.response = engine.query(question)
            self.at_first = list(self.response.source_nodes)
            self.pieces += self.response.response_gen
        else:
            asyncio.run(collected())


@pytest.mark.parametrize("kind", [ScriptedLLM, AsyncLLM])
def test_text_streams_and_its_sources_are_there_at_its_end(index: LanguageGraphIndex, way: str, kind: type) -> None:
    read = Read(index, way, llm=kind(cited))
    assert len(read.pieces) > 3
    assert "".join(read.pieces) == ANSWER
    assert read.at_first == []
    assert [source.node.metadata["citation"] for source in read.response.source_nodes] == [1, 2]
    assert read.response.metadata["supported"]
    assert read.response.metadata["usage"]["calls"] == 1


def test_a_response_turns_into_text_as_every_other(index: LanguageGraphIndex) -> None:
    engine = index.as_query_engine(streaming=True, llm=ScriptedLLM(cited))
    response = engine.query(QUESTION)
    assert str(response) == str(response.get_response()) == ANSWER
    assert len(response.get_response().source_nodes) == 2


def test_the_first_text_is_there_before_the_reply_is_whole(index: LanguageGraphIndex) -> None:
    llm = AsyncLLM(cited)
    response = index.as_query_engine(streaming=True, llm=llm, options=AskOptions(max_iterations=1)).query(QUESTION)
    assert next(response.response_gen) == "Apples"
    assert llm.ended == 0
    response.response_gen.close()
    assert llm.ended == 1


def test_what_fails_before_any_text_fails_the_query(index: LanguageGraphIndex, way: str) -> None:
    with pytest.raises(LanguageModelError, match="the line is dead"):
        Read(index, way, llm=Breaking(cited))
    with pytest.raises(InputError, match="the question is empty"):
        Read(index, way, question=" ", llm=Breaking(cited))


def test_what_fails_in_the_middle_raises_where_it_is_read(index: LanguageGraphIndex) -> None:
    llm = Breaking(cited)
    llm.after = 8
    response = index.as_query_engine(streaming=True, llm=llm).query(QUESTION)
    with pytest.raises(LanguageModelError, match="the line is dead"):
        list(response.response_gen)


def test_without_a_model_the_evidence_comes_with_its_sources(index: LanguageGraphIndex, way: str) -> None:
    read = Read(index, way)
    assert "no language model" in "".join(read.pieces)
    assert read.response.source_nodes
    assert read.at_first == read.response.source_nodes


def test_a_round_that_replaces_nothing_shown_leaves_no_trace_in_the_text(index: LanguageGraphIndex, way: str) -> None:
    model = ScriptedChatModel(["It was Zork the Unheard Of, in a year nobody knows.", "Apples are rich in vitamins."])
    read = Read(index, way, llm=model, options=AskOptions(window=1, growth=9))
    assert "Zork" not in "".join(read.pieces)
    assert "".join(read.pieces).startswith("Apples are rich in vitamins [1].")


def test_text_that_is_replaced_after_all_is_followed_by_the_answer(index: LanguageGraphIndex, way: str) -> None:
    model = ScriptedChatModel(["An apple is a fruit [1]. Or so </think>Apples are rich in vitamins [2]."])
    text = "".join(Read(index, way, llm=model).pieces)
    assert text.endswith("\n\nApples are rich in vitamins [1].")


def test_a_chat_engine_streams(index: LanguageGraphIndex) -> None:
    llm = ScriptedLLM(lambda prompt: cited(prompt) if "Answer the question from the text" in prompt else QUESTION)
    chat = CondenseQuestionChatEngine.from_defaults(
        index.as_query_engine(streaming=True, llm=llm), llm=llm, memory=ChatMemoryBuffer.from_defaults()
    )
    response = chat.stream_chat(QUESTION)
    assert "".join(response.response_gen) == ANSWER
    assert len(response.sources[0].raw_output.source_nodes) == 2
    assert chat.chat_history[-1].content == ANSWER


def test_a_chat_engine_streams_asynchronously(index: LanguageGraphIndex) -> None:
    llm = AsyncLLM(lambda prompt: cited(prompt) if "Answer the question from the text" in prompt else QUESTION)
    chat = CondenseQuestionChatEngine.from_defaults(
        index.as_query_engine(streaming=True, llm=llm), llm=llm, memory=ChatMemoryBuffer.from_defaults()
    )

    async def talk() -> str:
        response = await chat.astream_chat(QUESTION)
        return "".join([piece async for piece in response.async_response_gen()])

    assert asyncio.run(talk()) == ANSWER
