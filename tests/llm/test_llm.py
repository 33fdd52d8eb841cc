"""Prompts as data, counting tokens, the scripted model and the reply cache."""

import asyncio
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lgm_core.errors import InputError, LanguageModelError, LanguageModelSetupError
from lgm_core.graph.sqlite import SQLiteStore
from lgm_core.learning.extraction.extractor import STRUCTURED
from lgm_core.learning.reflector import JUDGE
from lgm_core.llm.cache import BlobReplyCache
from lgm_core.llm.negotiation import language_model_error, may_refuse_argument, setup_problem, status_of
from lgm_core.llm.port import Message
from lgm_core.llm.prompt import Prompt
from lgm_core.llm.scripted import ScriptedChatModel
from lgm_core.llm.tokens import count_conversation, count_tokens

QUESTION = [Message("user", "Is a fig a fruit?")]


def test_a_prompt_is_filled_in_last_and_once():
    prompt = Prompt('Reply {"a": 1}.', "{data}\nClaim: {claim}", ("data", "claim"), (("x", "y"),))
    messages = prompt.messages({"data": "see {claim}", "claim": "{data}"})
    assert [message.role for message in messages] == ["system", "user", "assistant", "user"]
    assert messages[0].content == 'Reply {"a": 1}.'
    assert messages[-1].content == "see {claim}\nClaim: {data}"


def test_a_prompt_without_its_placeholder_is_refused_when_built():
    with pytest.raises(InputError, match=r"\{data\}"):
        Prompt("Do it.", "no gap", ("data",))


def test_a_placeholder_in_the_static_part_is_refused():
    with pytest.raises(InputError, match="system text"):
        Prompt("Read {data}.", "{data}", ("data",))


def test_a_prompt_wants_all_its_values():
    with pytest.raises(InputError, match="claim"):
        JUDGE.messages({"sentences": ""})


@pytest.mark.parametrize("prompt", [STRUCTURED, JUDGE])
def test_users_may_put_their_own_words_in_place_of_ours(prompt):
    own = replace(prompt, system="Find relations.", examples=())
    values = dict.fromkeys(prompt.placeholders, "data")
    assert [message.role for message in own.messages(values)] == ["system", "user"]
    with pytest.raises(InputError):
        replace(prompt, user="nothing to fill in")


def test_counting_tokens():
    assert count_tokens("") == 0
    assert count_tokens("the cat sat") == 3
    assert count_tokens("Antananarivo") > count_tokens("capital")
    assert count_tokens("1984") == 4
    assert count_tokens("日本語") > 1
    assert count_conversation(QUESTION) > count_tokens("Is a fig a fruit?")


@given(st.text(), st.text())
def test_more_text_is_never_fewer_tokens(first, second):
    assert count_tokens(f"{first} {second}") >= max(count_tokens(first), count_tokens(second))


def test_a_scripted_model_gives_its_replies_in_turn_and_remembers_what_it_was_asked():
    model = ScriptedChatModel(["yes", "no"], name="parrot")
    first, second = model.complete(QUESTION), asyncio.run(model.acomplete(QUESTION, {"type": "object"}))
    assert (first.text, second.text, model.name) == ("yes", "no", "parrot")
    assert [request.schema for request in model.requests] == [None, {"type": "object"}]
    assert first.usage.prompt_tokens == count_conversation(QUESTION)
    with pytest.raises(LanguageModelSetupError, match="no more replies"):
        model.complete(QUESTION)


def test_a_scripted_model_can_fail():
    with pytest.raises(LanguageModelError, match="down"):
        ScriptedChatModel(lambda _: LanguageModelError("down")).complete(QUESTION)


def test_replies_are_kept_in_the_graph_file(tmp_path):
    path = tmp_path / "graph.lgm"
    store = SQLiteStore(path)
    cache = BlobReplyCache(store)
    assert cache.get("key") is None
    cache.put("key", "Über \ud800")
    store.close()
    reopened = SQLiteStore(path)
    assert BlobReplyCache(reopened).get("key") == "Über \ud800"
    reopened.close()


def test_clearing_the_cache_deletes_all_replies_and_no_other_blob(tmp_path):
    store = SQLiteStore(tmp_path / "graph.lgm")
    cache = BlobReplyCache(store)
    cache.put("first", "a reply")
    cache.put("second", "another reply")
    store.write_blob("index", b"not a reply")
    assert cache.clear() == 2
    assert [cache.get(key) for key in ("first", "second")] == [None, None]
    assert store.read_blob("index") == b"not a reply"
    store.close()


# What a failed call means, whichever package raised the error.


class ProviderError(Exception):
    """An error as providers' packages raise it for an HTTP response."""

    def __init__(self, status_code=None, code=None):
        super().__init__(f"HTTP {status_code}")
        self.status_code = status_code
        self.code = code


@pytest.mark.parametrize(
    ("error", "problem"),
    [
        (ProviderError(401), "check the key"),
        (ProviderError(402), "no funds left"),
        (ProviderError(404), "model's name"),
        (ProviderError(429, code="insufficient_quota"), "no funds left"),
    ],
)
def test_an_error_after_which_no_request_can_succeed_ends_the_run_and_says_what_to_check(error, problem):
    assert problem in setup_problem(error)
    raised = language_model_error(error, "parrot")
    assert isinstance(raised, LanguageModelSetupError)
    assert isinstance(raised, ProviderError)
    assert str(raised) == f"parrot: ProviderError: {error}; {setup_problem(error)}"


@pytest.mark.parametrize("status", [None, 400, 403, 408, 409, 422, 429, 500, 502, 503, 529])
def test_an_error_after_which_another_request_may_succeed_costs_one_request(status):
    error = ProviderError(status)
    raised = language_model_error(error, "parrot")
    assert isinstance(raised, LanguageModelError)
    assert not isinstance(raised, LanguageModelSetupError)
    assert isinstance(raised, ProviderError)
    assert str(raised) == f"parrot: ProviderError: HTTP {status}"


def test_an_error_without_an_http_status_is_reported_by_its_class():
    error = ConnectionResetError("reset by peer")
    assert status_of(error) is None
    assert str(language_model_error(error, "parrot")) == "parrot: ConnectionResetError: reset by peer"


@pytest.mark.parametrize(
    ("error", "expected"),
    [
        (ProviderError(400), True),
        (ProviderError(422), True),
        (NotImplementedError("no structured output"), True),
        (ProviderError(401), False),
        (ProviderError(429), False),
        (ValueError("bad"), False),
    ],
)
def test_some_refusals_may_be_about_an_optional_argument(error, expected):
    assert may_refuse_argument(error) is expected
