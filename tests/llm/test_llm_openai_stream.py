"""Streamed replies: the real `openai` package against a local server that sends events."""

import asyncio
import threading
from contextlib import aclosing, closing

import pytest

from lgm_core.errors import LanguageModelError, LanguageModelSetupError
from lgm_core.llm.openai import OpenAIChatModel
from lgm_core.llm.port import Message, Reply, StreamingChatModel
from lgm_core.llm.scripted import ScriptedChatModel
from lgm_core.llm.tokens import count_conversation, count_tokens
from tests.support.openai_server import OpenAIServer, completion, endless, failure, streamed

QUESTION = [Message("system", "Be brief."), Message("user", "Is a fig a fruit?")]
SCHEMA = {"type": "object", "properties": {"a": {"type": "string"}}, "required": ["a"], "additionalProperties": False}


def made(server, **settings):
    return OpenAIChatModel("local", base_url=server.base_url, api_key="k", max_retries=0, **settings)


@pytest.fixture(params=["sync", "async"])
def pieces(request):
    """Stream one reply of a model, either way."""

    def synchronously(model, schema=None):
        return list(model.stream(QUESTION, schema))

    def asynchronously(model, schema=None):
        async def collected():
            return [piece async for piece in model.astream(QUESTION, schema)]

        return asyncio.run(collected())

    return synchronously if request.param == "sync" else asynchronously


def test_both_models_can_stream():
    assert isinstance(ScriptedChatModel([]), StreamingChatModel)
    assert isinstance(OpenAIChatModel("local", base_url="http://127.0.0.1:9/v1"), StreamingChatModel)


def test_a_scripted_reply_comes_word_by_word(pieces):
    *words, reply = pieces(ScriptedChatModel(["Yes, it  is.\n"]))
    assert words == ["Yes,", " it", "  is.", "\n"]
    assert reply.text == "Yes, it  is.\n"


def test_pieces_come_first_and_the_whole_reply_with_its_usage_last(pieces):
    with OpenAIServer([streamed("Yes", ", it", " is.")]) as server:
        *text, reply = pieces(made(server))
    assert text == ["Yes", ", it", " is."]
    assert reply.text == "Yes, it is."
    assert (reply.usage.calls, reply.usage.prompt_tokens, reply.usage.completion_tokens) == (1, 11, 7)
    (body,) = server.bodies
    assert body["stream"] is True
    assert body["stream_options"] == {"include_usage": True}


def test_usage_is_counted_by_rule_when_the_endpoint_reports_none(pieces):
    with OpenAIServer([streamed("Yes", ".", usage=False)]) as server:
        reply = pieces(made(server))[-1]
    assert reply.usage.prompt_tokens == count_conversation(QUESTION)
    assert reply.usage.completion_tokens == count_tokens("Yes.")


def refusing(*names):
    """Refuse requests that have any of some arguments, in the API's own way."""

    def respond(body):
        for name in names:
            if name in body:
                return failure(400, f"unknown argument {name}")
        return streamed("Yes", ".") if body.get("stream") else completion("Yes.")

    return respond


@pytest.mark.parametrize("names", [("stream_options",), ("stream_options", "response_format"), ("stream",)])
def test_a_refused_argument_is_left_out_from_then_on(pieces, names):
    with OpenAIServer(refusing(*names)) as server:
        model = made(server)
        for _ in range(2):
            reply = pieces(model, SCHEMA)[-1]
            assert reply.text == "Yes."
        before = len(server.bodies)
        pieces(model, SCHEMA)
    assert len(server.bodies) == before + 1
    assert not set(names) & set(server.bodies[-1])


def test_an_endpoint_that_sends_a_plain_completion_is_asked_for_one(pieces):
    with OpenAIServer([completion("Yes.")]) as server:
        model = made(server)
        assert [piece.text for piece in pieces(model)] == ["Yes."]
        assert [piece.text for piece in pieces(model)] == ["Yes."]
    assert ["stream" in body for body in server.bodies] == [True, False, False]


@pytest.mark.parametrize("how", [{"finished": False, "cut": True}, {"finished": False, "usage": False}])
def test_a_stream_that_breaks_off_is_an_error(pieces, how):
    seen = []
    with OpenAIServer([streamed("Yes", ", it", **how)]) as server, pytest.raises(LanguageModelError):
        seen += pieces(made(server))
    assert not [piece for piece in seen if isinstance(piece, Reply)]
    assert len(server.bodies) == 1


def test_a_refused_key_is_a_setup_error(pieces):
    with OpenAIServer([failure(401, "no such key")]) as server, pytest.raises(LanguageModelSetupError):
        pieces(made(server))


def test_closing_the_stream_ends_the_request():
    ended = threading.Event()
    with OpenAIServer([endless("more ", ended)]) as server:
        with closing(made(server).stream(QUESTION)) as stream:
            assert [next(stream), next(stream)] == ["more ", "more "]
            assert not ended.is_set()
        assert ended.wait(30)


def test_closing_an_asynchronous_stream_ends_the_request():
    ended = threading.Event()

    async def main(server):
        async with aclosing(made(server).astream(QUESTION)) as stream:
            assert [await anext(stream), await anext(stream)] == ["more ", "more "]
            assert not ended.is_set()
        assert await asyncio.to_thread(ended.wait, 30)

    with OpenAIServer([endless("more ", ended)]) as server:
        asyncio.run(main(server))
