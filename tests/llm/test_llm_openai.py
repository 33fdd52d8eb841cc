"""The OpenAI-compatible client: the real `openai` package against a local server."""

import asyncio
import traceback

import pytest

from lgm_core.errors import LanguageModelError, LanguageModelSetupError
from lgm_core.llm.openai import OpenAIChatModel
from lgm_core.llm.port import Message
from lgm_core.llm.tokens import count_conversation, count_tokens
from tests.support.openai_server import (
    BROKEN,
    CUT_OFF,
    HANGS,
    RATE_LIMITED,
    OpenAIServer,
    Response,
    completion,
    failure,
)

QUESTION = [Message("system", "Be brief."), Message("user", "Is a fig a fruit?")]
SCHEMA = {"type": "object", "properties": {"a": {"type": "string"}}, "required": ["a"], "additionalProperties": False}
KEY = "sk-secret-of-ours"


@pytest.fixture(autouse=True)
def no_settings_from_outside(monkeypatch):
    for name in ("OPENAI_API_KEY", "OPENAI_BASE_URL", "OPENAI_MODEL"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture(params=["sync", "async"])
def ask(request):
    """Ask a model one thing, either way."""

    def synchronously(server, schema=None, **settings):
        model = OpenAIChatModel("local", base_url=server.base_url, api_key=KEY, **settings)
        try:
            return model.complete(QUESTION, schema)
        finally:
            model.close()

    def asynchronously(server, schema=None, **settings):
        model = OpenAIChatModel("local", base_url=server.base_url, api_key=KEY, **settings)
        return asyncio.run(model.acomplete(QUESTION, schema))

    return synchronously if request.param == "sync" else asynchronously


def test_a_reply_has_its_text_and_what_it_cost(ask):
    with OpenAIServer([completion("Yes.")]) as server:
        reply = ask(server)
    assert reply.text == "Yes."
    assert (reply.usage.calls, reply.usage.prompt_tokens, reply.usage.completion_tokens) == (1, 11, 7)


def test_the_request_carries_model_turns_temperature_and_key(ask):
    with OpenAIServer([completion("Yes.")]) as server:
        ask(server)
    (body,) = server.bodies
    assert body == {
        "model": "local",
        "temperature": 0.0,
        "messages": [
            {"role": "system", "content": "Be brief."},
            {"role": "user", "content": "Is a fig a fruit?"},
        ],
    }
    assert server.headers[0]["authorization"] == f"Bearer {KEY}"


def test_usage_is_counted_by_rule_when_the_endpoint_reports_none(ask):
    with OpenAIServer([completion("Yes.", usage=False)]) as server:
        reply = ask(server)
    assert reply.usage.prompt_tokens == count_conversation(QUESTION)
    assert reply.usage.completion_tokens == count_tokens("Yes.")


def test_json_is_asked_for_by_schema(ask):
    with OpenAIServer([completion('{"a": "x"}')]) as server:
        ask(server, SCHEMA)
    assert server.bodies[0]["response_format"] == {
        "type": "json_schema",
        "json_schema": {"name": "reply", "schema": SCHEMA, "strict": True},
    }


def only_accepting(accepted, refusal):
    def respond(body):
        asked = body.get("response_format", {"type": ""})["type"]
        return completion("{}") if asked == accepted else refusal

    return respond


REFUSALS = [
    failure(400, "This response_format type is unavailable now"),
    failure(422, "bad request"),
    failure(500, "1 validation error: response_format: Input should be 'text' or 'json_object'"),
]


@pytest.mark.parametrize("refusal", REFUSALS)
@pytest.mark.parametrize("accepted", ["json_object", ""])
def test_a_format_that_is_refused_is_not_asked_for_again(accepted, refusal):
    with OpenAIServer(only_accepting(accepted, refusal)) as server:
        model = OpenAIChatModel("local", base_url=server.base_url, max_retries=0)
        for _ in range(2):
            model.complete(QUESTION, SCHEMA)
        model.close()
    asked = [body.get("response_format", {"type": ""})["type"] for body in server.bodies]
    tried = ["json_schema", "json_object", ""][: 2 if accepted else 3]
    assert asked == [*tried, accepted]


def test_a_refusal_of_something_else_is_not_held_against_a_format_that_worked():
    answers = [completion("{}"), failure(400, "the prompt is too long"), completion("{}")]
    with OpenAIServer(answers) as server:
        model = OpenAIChatModel("local", base_url=server.base_url)
        model.complete(QUESTION, SCHEMA)
        with pytest.raises(LanguageModelError, match="too long"):
            model.complete(QUESTION, SCHEMA)
        model.complete(QUESTION, SCHEMA)
        model.close()
    assert [body["response_format"]["type"] for body in server.bodies] == ["json_schema"] * 3


def test_a_model_without_temperature_is_asked_without_it(ask):
    def respond(body):
        return failure(400, "Unsupported value: 'temperature'") if "temperature" in body else completion("Yes.")

    with OpenAIServer(respond) as server:
        assert ask(server).text == "Yes."


@pytest.mark.parametrize("trouble", [[RATE_LIMITED, RATE_LIMITED], [BROKEN], [CUT_OFF], [BROKEN, RATE_LIMITED]])
def test_passing_trouble_is_retried(ask, trouble):
    with OpenAIServer([*trouble, completion("Yes.")]) as server:
        assert ask(server).text == "Yes."
    assert len(server.bodies) == len(trouble) + 1


@pytest.mark.parametrize(
    ("response", "problem"),
    [
        (RATE_LIMITED, "slow down"),
        (BROKEN, "internal error"),
        (CUT_OFF, "cannot reach"),
        (failure(400, "no such luck"), "no such luck"),
        (
            Response(b"<html>a proxy's page</html>", headers={"Content-Type": "text/html"}),
            "other than a chat completion",
        ),
        (Response(b'{"choices": [', headers={"Content-Type": "application/json"}), "unreadable"),
        (Response(b'{"choices": []}'), "other than a chat completion"),
        (Response(b'{"choices": {"a": 1}}'), "other than a chat completion"),
        (Response(b"[1, 2]"), "other than a chat completion"),
        (Response(b""), "unreadable"),
    ],
)
def test_lasting_trouble_is_a_language_model_error_with_its_cause(ask, response, problem):
    with OpenAIServer([response]) as server, pytest.raises(LanguageModelError, match=problem):
        ask(server, max_retries=0)


def test_a_connection_that_hangs_is_given_up(ask):
    with (
        OpenAIServer([HANGS]) as server,
        pytest.raises(LanguageModelError, match=r"no answer within 0\.05 s") as caught,
    ):
        ask(server, timeout=0.05, max_retries=0)
    assert caught.value.__cause__ is not None


def test_an_endpoint_that_is_not_there_is_named(ask):
    with OpenAIServer([BROKEN]) as server:
        pass
    with pytest.raises(LanguageModelError, match=r"cannot reach http://127\.0\.0\.1"):
        ask(server, max_retries=0)


@pytest.mark.parametrize("text", [None, ""])
def test_an_empty_reply_is_empty_text(ask, text):
    with OpenAIServer([completion(text)]) as server:
        assert ask(server).text == ""


@pytest.mark.parametrize(
    ("status", "what_to_check"), [(401, "OPENAI_API_KEY"), (404, "OPENAI_MODEL"), (402, "no funds left")]
)
def test_a_setup_that_cannot_work_says_what_to_check(ask, status, what_to_check):
    with OpenAIServer([failure(status, "no")]) as server, pytest.raises(LanguageModelSetupError, match=what_to_check):
        ask(server)
    assert len(server.bodies) == 1


def test_the_key_is_in_no_error_and_no_representation(ask, caplog):
    caplog.set_level("DEBUG")
    with OpenAIServer([failure(401, f"wrong key: {KEY}")]) as server, pytest.raises(LanguageModelError) as caught:
        ask(server)
    assert KEY not in "".join(traceback.format_exception(caught.value))
    assert KEY not in caplog.text
    assert KEY not in repr(OpenAIChatModel("local", api_key=KEY, base_url="http://me:pass@127.0.0.1/v1"))
    assert "pass" not in repr(OpenAIChatModel("local", api_key=KEY, base_url="http://me:pass@127.0.0.1/v1"))


def test_a_missing_model_name_says_how_to_give_it():
    with pytest.raises(LanguageModelSetupError, match=r"--model.*OPENAI_MODEL"):
        OpenAIChatModel()


def test_a_missing_key_says_how_to_give_it():
    with pytest.raises(LanguageModelSetupError, match="OPENAI_API_KEY"):
        OpenAIChatModel("gpt")


def test_settings_come_from_the_environment(monkeypatch):
    with OpenAIServer([completion("Yes.")]) as server:
        monkeypatch.setenv("OPENAI_BASE_URL", server.base_url)
        monkeypatch.setenv("OPENAI_MODEL", "from-outside")
        model = OpenAIChatModel()
        model.complete(QUESTION)
        model.close()
    assert server.bodies[0]["model"] == model.name == "from-outside"


def test_one_model_serves_several_event_loops():
    with OpenAIServer([completion("Yes.")]) as server:
        model = OpenAIChatModel("local", base_url=server.base_url)
        assert [asyncio.run(model.acomplete(QUESTION)).text for _ in range(3)] == ["Yes."] * 3
