"""The engine talks through LangChain chat models."""

import asyncio
import json

import pytest
from langchain_core.messages import AIMessage
from langchain_core.messages.ai import UsageMetadata
from langchain_core.runnables import RunnableLambda

from langchain_lgm import LangChainChatModel
from langchain_lgm.chat_model import as_chat_model
from lgm_core.errors import InputError, LanguageModelError, LanguageModelSetupError
from lgm_core.llm.port import Message
from lgm_core.llm.scripted import ScriptedChatModel
from tests.support.langchain_models import Refusal, StreamingModel, ToolModel, WordsModel

ASK = [Message("system", "Be brief."), Message("user", "What is a pear?")]
SCHEMA = {"type": "object", "properties": {"answer": {"type": "string"}}, "required": ["answer"]}


def complete(model, schema=None):
    return model.complete(ASK, schema)


def acomplete(model, schema=None):
    return asyncio.run(model.acomplete(ASK, schema))


both = pytest.mark.parametrize("ask", [complete, acomplete])


def called(**arguments):
    return AIMessage("", tool_calls=[{"name": "reply", "args": arguments, "id": "1"}])


@both
def test_messages_keep_their_roles_and_the_reply_its_text(ask):
    llm = WordsModel(script=lambda messages: f"{messages[0].type}, {messages[1].type}: {messages[1].content}")
    assert ask(LangChainChatModel(llm)).text == "system, human: What is a pear?"


@both
def test_usage_is_what_the_model_tells(ask):
    used = UsageMetadata(input_tokens=11, output_tokens=3, total_tokens=14)
    usage = ask(LangChainChatModel(WordsModel(script=lambda _: AIMessage("A fruit.", usage_metadata=used)))).usage
    assert (usage.calls, usage.prompt_tokens, usage.completion_tokens) == (1, 11, 3)


def test_usage_is_counted_when_the_model_tells_nothing():
    usage = complete(LangChainChatModel(WordsModel(script=lambda _: "A fruit."))).usage
    assert usage.prompt_tokens > 0
    assert usage.completion_tokens > 0


@both
def test_a_schema_becomes_structured_output_where_the_model_has_it(ask):
    llm = ToolModel(script=lambda _: called(answer="a fruit"))
    assert json.loads(ask(LangChainChatModel(llm), SCHEMA).text) == {"answer": "a fruit"}
    assert llm.tools[0]["function"]["parameters"]["required"] == ["answer"]


@both
def test_words_are_read_where_structured_output_was_ignored(ask):
    llm = ToolModel(script=lambda _: '{"answer": "a fruit"}')
    assert ask(LangChainChatModel(llm), SCHEMA).text == '{"answer": "a fruit"}'


@both
def test_a_model_of_words_only_is_asked_in_words(ask):
    llm = WordsModel(script=lambda _: '{"answer": "a fruit"}')
    assert ask(LangChainChatModel(llm), SCHEMA).text == '{"answer": "a fruit"}'


@both
def test_structured_output_that_the_endpoint_refuses_is_not_asked_for_again(ask):
    replies = iter([Refusal(400), '{"answer": "one"}', '{"answer": "two"}'])
    llm = ToolModel(script=lambda _: next(replies))
    model = LangChainChatModel(llm)
    assert [ask(model, SCHEMA).text for _ in range(2)] == ['{"answer": "one"}', '{"answer": "two"}']
    assert len(llm.asked) == 3


@both
@pytest.mark.parametrize(
    ("raised", "expected"),
    [
        (RuntimeError("no route to host"), LanguageModelError),
        (Refusal(429), LanguageModelError),
        (Refusal(401), LanguageModelSetupError),
        (Refusal(404), LanguageModelSetupError),
    ],
)
def test_what_a_provider_raises_becomes_one_kind_of_error(ask, raised, expected):
    model = LangChainChatModel(ToolModel(script=lambda _: raised))
    with pytest.raises(expected, match=f"words-1: {type(raised).__name__}: {raised}") as caught:
        ask(model, SCHEMA)
    assert type(caught.value) is expected
    assert caught.value.__cause__ is raised


def test_a_model_is_named_after_its_name_its_class_or_as_told():
    llm = WordsModel(script=lambda _: "")
    assert LangChainChatModel(llm).name == "words-1"
    assert LangChainChatModel(llm, name="mine").name == "mine"
    assert LangChainChatModel(RunnableLambda(lambda _: AIMessage(""))).name == "RunnableLambda"


def test_a_runnable_made_of_a_model_serves_too():
    model = as_chat_model(WordsModel(script=lambda _: "A fruit.").with_retry())
    assert complete(model, SCHEMA).text == "A fruit."
    assert model.name == "words-1"


def test_what_is_no_chat_model_is_refused():
    engine_model = ScriptedChatModel(["A fruit."])
    assert as_chat_model(engine_model) is engine_model
    with pytest.raises(InputError, match="llm='gpt' is neither"):
        as_chat_model("gpt")


def streamed(model, schema=None):
    return list(model.stream(ASK, schema))


def astreamed(model, schema=None):
    async def collected():
        return [piece async for piece in model.astream(ASK, schema)]

    return asyncio.run(collected())


both_streams = pytest.mark.parametrize("stream", [streamed, astreamed])


@both_streams
def test_a_reply_streams_in_pieces_and_ends_with_the_whole_and_its_usage(stream):
    used = UsageMetadata(input_tokens=11, output_tokens=3, total_tokens=14)
    llm = StreamingModel(script=lambda _: AIMessage("It is  a fruit.", usage_metadata=used))
    *pieces, reply = stream(LangChainChatModel(llm))
    assert pieces == ["It", " is", "  a", " fruit."]
    assert reply.text == "It is  a fruit."
    assert (reply.usage.calls, reply.usage.prompt_tokens, reply.usage.completion_tokens) == (1, 11, 3)


@both_streams
def test_a_model_that_cannot_stream_sends_one_piece(stream):
    *pieces, reply = stream(LangChainChatModel(WordsModel(script=lambda _: "A fruit.").with_retry()))
    assert pieces == [reply.text] == ["A fruit."]
    assert reply.usage.completion_tokens > 0


@both_streams
def test_structured_output_comes_whole(stream):
    (reply,) = stream(LangChainChatModel(ToolModel(script=lambda _: called(answer="a fruit"))), SCHEMA)
    assert json.loads(reply.text) == {"answer": "a fruit"}


@both_streams
@pytest.mark.parametrize("error", [Refusal(401), Refusal(500)])
def test_a_stream_that_fails_is_an_error_of_the_engine(stream, error):
    kind = LanguageModelSetupError if error.status_code == 401 else LanguageModelError
    with pytest.raises(kind, match="words-1"):
        stream(LangChainChatModel(StreamingModel(script=lambda _: error)))


@both_streams
def test_a_stream_that_breaks_off_is_an_error_of_the_engine(stream):
    with pytest.raises(LanguageModelError, match="the line is dead"):
        stream(LangChainChatModel(StreamingModel(script=lambda _: "It is a fruit.", breaks_after=2)))


def test_closing_a_stream_ends_that_of_the_model():
    llm = StreamingModel(script=lambda _: "It is a fruit.")
    stream = LangChainChatModel(llm).stream(ASK)
    assert next(stream) == "It"
    assert llm.ended == []
    stream.close()
    assert llm.ended == ["stream"]
