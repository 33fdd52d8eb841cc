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
from tests.support.langchain_models import Refusal, StreamingModel, ToolModel, WordsModel, openai_model
from tests.support.openai_server import OpenAIServer, completion, failure
from tests.support.openai_server import streamed as streamed_by_server

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
@pytest.mark.parametrize(
    "wrapped",
    [
        lambda llm: llm.with_retry(stop_after_attempt=2, wait_exponential_jitter=False),
        lambda llm: llm.with_config(tags=["mine"]),
        lambda llm: ToolModel(script=lambda _: Refusal(500)).with_fallbacks([llm]),
        lambda llm: ToolModel(script=lambda _: Refusal(500)).with_retry(stop_after_attempt=1).with_fallbacks([llm]),
    ],
)
def test_structured_output_is_asked_for_below_retries_and_fallbacks(ask, wrapped):
    llm = ToolModel(script=lambda _: called(answer="a fruit"))
    assert json.loads(ask(LangChainChatModel(wrapped(llm)), SCHEMA).text) == {"answer": "a fruit"}
    assert llm.tools[0]["function"]["parameters"]["required"] == ["answer"]


@both
def test_a_structured_request_is_retried_as_the_model_says(ask):
    replies = iter([Refusal(503), called(answer="a fruit")])
    llm = ToolModel(script=lambda _: next(replies))
    retried = llm.with_retry(stop_after_attempt=2, wait_exponential_jitter=False)
    assert json.loads(ask(LangChainChatModel(retried), SCHEMA).text) == {"answer": "a fruit"}
    assert len(llm.asked) == 2


@both
@pytest.mark.parametrize("wrapped", [lambda llm: llm.bind(stop=["."]), lambda llm: RunnableLambda(str) | llm])
def test_a_wrapped_model_that_cannot_be_structured_is_asked_in_words(ask, wrapped):
    llm = ToolModel(script=lambda _: '{"answer": "a fruit"}')
    assert ask(LangChainChatModel(wrapped(llm)), SCHEMA).text == '{"answer": "a fruit"}'
    assert llm.tools == []


@both
def test_a_model_whose_fallback_knows_only_words_is_asked_in_words(ask):
    replying = WordsModel(script=lambda _: '{"answer": "a fruit"}')
    model = LangChainChatModel(ToolModel(script=lambda _: Refusal(500)).with_fallbacks([replying]))
    assert ask(model, SCHEMA).text == '{"answer": "a fruit"}'


ways = pytest.mark.parametrize("way", ["sync", "async"])


@ways
async def test_openai_models_are_asked_by_json_schema(way):
    with OpenAIServer([completion('{"answer": "a fruit"}')]) as server:
        async with openai_model(server) as llm:
            model = LangChainChatModel(llm.with_retry())
            reply = model.complete(ASK, SCHEMA) if way == "sync" else await model.acomplete(ASK, SCHEMA)
    assert json.loads(reply.text) == {"answer": "a fruit"}
    assert (reply.usage.prompt_tokens, reply.usage.completion_tokens) == (11, 7)
    (body,) = server.bodies
    asked = body["response_format"]
    assert (asked["type"], asked["json_schema"]["schema"]["required"]) == ("json_schema", ["answer"])


@ways
async def test_an_endpoint_that_refuses_json_schemas_is_asked_in_words_from_then_on(way):
    def respond(body):
        return failure(400, "response_format is not supported") if "response_format" in body else completion("{}")

    with OpenAIServer(respond) as server:
        async with openai_model(server) as llm:
            model = LangChainChatModel(llm)
            for _ in range(2):
                reply = model.complete(ASK, SCHEMA) if way == "sync" else await model.acomplete(ASK, SCHEMA)
                assert reply.text == "{}"
    assert ["response_format" in body for body in server.bodies] == [True, False, False]


@ways
async def test_openai_models_stream(way):
    with OpenAIServer(lambda _: streamed_by_server("A ", "fruit.")) as server:
        async with openai_model(server) as llm:
            model = LangChainChatModel(llm)
            told = list(model.stream(ASK)) if way == "sync" else [piece async for piece in model.astream(ASK)]
    *pieces, reply = told
    assert pieces == ["A ", "fruit."]
    assert (reply.text, reply.usage.completion_tokens) == ("A fruit.", 7)


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
    assert isinstance(caught.value, type(raised)) or isinstance(raised, RuntimeError)
    assert isinstance(caught.value, LanguageModelSetupError) == (expected is LanguageModelSetupError)
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


@both
@pytest.mark.parametrize("schema", [None, SCHEMA])
def test_a_model_whose_replies_are_objects_is_refused_with_the_way_out(ask, schema):
    parsed = ToolModel(script=lambda _: called(answer="A fruit.")).with_structured_output({**SCHEMA, "title": "reply"})
    with pytest.raises(LanguageModelSetupError, match=r"returns a dict, not a message; .* `answerer \| …`"):
        ask(as_chat_model(parsed), schema)
    replying = RunnableLambda(lambda _: {"answer": "A fruit."})
    for stream in (streamed, astreamed):
        with pytest.raises(LanguageModelSetupError, match="returns a dict, not a message"):
            stream(as_chat_model(replying), schema)


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
