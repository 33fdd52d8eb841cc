"""Models that reply in another form than asked for: every reply that holds an answer is used."""

import gc
import json
import weakref
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from lgm_core.flow import Session, run
from lgm_core.graph.port import LanguageGraphStore
from lgm_core.graph.sqlite import SQLiteStore
from lgm_core.llm.openai import OpenAIChatModel
from lgm_core.llm.scripted import ScriptedChatModel
from lgm_core.model import Answer
from lgm_core.retrieval.answering.ask_options import AskOptions, ReplyProtocol
from lgm_core.retrieval.answering.iterative_retrieval import answer
from lgm_core.retrieval.answering.replies.answer_replies import is_refusal
from lgm_core.retrieval.answering.replies.reply_protocols import PreferredProtocol, ReplyProtocols
from lgm_core.retrieval.concepts.graph_view import GraphView
from tests.support.openai_server import OpenAIServer, Response, completion
from tests.support.small_graphs import BRIDGES, EverythingRanker

QUESTION = "Who designed the Marten Bridge?"
FACT = "The Marten Bridge was designed by Ada Lindqvist."
MODES = {
    "brief": AskOptions(brief=True),
    "full": AskOptions(),
    "json": AskOptions(brief=True, protocol=ReplyProtocol.JSON),
    "schema": AskOptions(brief=True, protocol=ReplyProtocol.SCHEMA),
    "local": replace(AskOptions.local(), brief=True),
}
ANSWERS = {
    "bare": "Ada Lindqvist",
    "prose with numbers": "It was Ada Lindqvist [1][2]",
    "json": '{"answer": "Ada Lindqvist"}',
    "json with numbers": '{"answer": "Ada Lindqvist [1].", "citations": [1], "missing": []}',
    "fenced json": '```json\n{"missing": [], "answer": "Ada Lindqvist"}\n```',
    "fenced text": "```\nAda Lindqvist\n```",
    "prose around json": 'Sure! {"answer": "Ada Lindqvist"} Anything else?',
    "reasoning first": "<think>The designer? {maybe} [1]\nAnswer: Bob</think>\n\nAda Lindqvist",
    "reasoning, then json": '<think>It is [1].</think>{"answer": "Ada Lindqvist"}',
    "both labels": "Missing: nothing\nAnswer: Ada Lindqvist",
    "one label": "Missing: nothing\nAda Lindqvist",
    "one line": "Missing: nothing. Ada Lindqvist",
    "bold label": "**Answer:** Ada Lindqvist",
    "stops after the answer": '{"answer": "Ada Lindqvist", "citati',
}


@pytest.fixture
def store(tmp_path: Path) -> Iterator[LanguageGraphStore]:
    store = SQLiteStore(tmp_path / "graph.lgm")
    store.write(BRIDGES)
    yield store
    store.close()


def ask(store: LanguageGraphStore, model: ScriptedChatModel | OpenAIChatModel, options: AskOptions) -> Answer:
    flow = answer(QUESTION, view=GraphView(store), ranker=EverythingRanker(store), options=options)
    return run(flow, Session(model))


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("form", ANSWERS)
def test_an_answer_in_any_form_is_used(store: LanguageGraphStore, form: str, mode: str) -> None:
    model = ScriptedChatModel(lambda _: ANSWERS[form])
    found = ask(store, model, MODES[mode])
    assert "Ada Lindqvist" in found.text
    assert found.supported
    assert FACT in [citation.text for citation in found.citations]
    assert len(model.requests) == (2 if form.startswith("stops") else 1)
    if mode != "full" and form != "prose with numbers":
        assert found.text == "Ada Lindqvist"


NAMED = {
    "[1]": f"{FACT[:-1]} [1].",
    " [1].": f"{FACT[:-1]} [1].",
    "Answer: 【1】": f"{FACT[:-1]} [1].",
    '{"answer": "[1]", "missing": []}': f"{FACT[:-1]} [1].",
    "[1][2]": f"{FACT[:-1]} [1]. It opened in 1904 [1][2].",
    "[1-2]": f"{FACT[:-1]} [1]. It opened in 1904 [1][2].",
}


@pytest.mark.parametrize("reply", NAMED)
def test_a_reply_that_only_names_sentences_is_answered_by_these_without_another_request(
    store: LanguageGraphStore, reply: str
) -> None:
    with OpenAIServer([completion(reply)]) as server:
        model = OpenAIChatModel("local", base_url=server.base_url, api_key="k", max_retries=0)
        found = ask(store, model, AskOptions())
        model.close()
    assert len(server.bodies) == 1
    assert found.text == NAMED[reply]
    assert found.supported


@pytest.mark.parametrize("reply", ["[77]", "[1][2][3][4]", "[1-4]"])
def test_numbers_of_no_sentence_or_of_too_many_are_no_answer(store: LanguageGraphStore, reply: str) -> None:
    model = ScriptedChatModel([reply, "Ada Lindqvist [1]."])
    assert ask(store, model, AskOptions()).text == "Ada Lindqvist [1]."
    assert len(model.requests) == 2


@pytest.mark.parametrize(
    "refusal",
    [
        "I cannot answer this question from the text.",
        "I'm sorry, but the text does not say who designed it.",
        "The provided text doesn’t mention a designer [1].",
        "It is not stated.",
        "Not mentioned in the text.",
        "There is not enough information to answer.",
        "The answer cannot be determined.",
        "Unknown",
        "Der Text nennt keinen Architekten, das steht dort nicht.",
        "Das lässt sich nicht ermitteln.",
        '{"answer": "The text does not mention it.", "missing": []}',
        '{"answer": null}',
    ],
)
@pytest.mark.parametrize("mode", MODES)
def test_a_refusal_is_never_an_answer(store: LanguageGraphStore, refusal: str, mode: str) -> None:
    found = ask(store, ScriptedChatModel(lambda _: refusal), MODES[mode])
    assert (found.supported, found.is_evidence_only, found.failure) == (False, True, None)
    assert found.text.startswith("Nothing in the sentences")


@pytest.mark.parametrize(
    "text",
    ["The document was not signed until 1905.", "No, they do not.", "Iago", "Sorrento", "None of the Above Records"],
)
def test_an_answer_that_denies_something_is_no_refusal(text: str) -> None:
    assert not is_refusal(text)


@pytest.mark.parametrize("reply", ["", "<think>The designer is", "[1][2]", "[1]", "{}", '{"answer": "Ad', "```\n```"])
def test_a_reply_without_an_answer_is_asked_for_once_more(store: LanguageGraphStore, reply: str) -> None:
    model = ScriptedChatModel([reply, "Ada Lindqvist"])
    assert ask(store, model, MODES["brief"]).text == "Ada Lindqvist"
    assert len(model.requests) == 2


def test_half_a_word_of_a_reply_that_stops_early_is_no_answer(store: LanguageGraphStore) -> None:
    found = ask(store, ScriptedChatModel(lambda _: '{"answer": "Ad'), MODES["brief"])
    assert (found.text, found.is_evidence_only, found.usage.calls) == ("", True, 2)
    assert found.failure is not None
    assert found.failure.phase == "answering"


def test_what_a_reply_held_before_it_stopped_is_used_in_the_end(store: LanguageGraphStore) -> None:
    found = ask(store, ScriptedChatModel(lambda _: '{"answer": "It was designed by Ada Lindqvist in h'), AskOptions())
    assert found.text == "It was designed by Ada Lindqvist in [1]"
    assert found.supported
    assert found.failure is not None


@pytest.mark.parametrize("mode", MODES)
def test_a_real_client_gets_the_answer_too(store: LanguageGraphStore, mode: str) -> None:
    for form, text in ANSWERS.items():
        with OpenAIServer([completion(text)]) as server:
            model = OpenAIChatModel("local", base_url=server.base_url, api_key="k", timeout=5, max_retries=0)
            found = ask(store, model, MODES[mode])
            model.close()
        assert "Ada Lindqvist" in found.text, form
        assert ("response_format" in server.bodies[0]) == (mode == "schema")


def test_a_reasoning_channel_apart_is_not_the_reply(store: LanguageGraphStore) -> None:
    def thinking(content: str | None) -> Response:
        body = json.loads(completion(content).body)
        body["choices"][0]["message"]["reasoning_content"] = "Bob Builder designed the Marten Bridge, I think."
        return Response(json.dumps(body).encode())

    with OpenAIServer([thinking(None), thinking("Ada Lindqvist")]) as server:
        model = OpenAIChatModel("local", base_url=server.base_url, api_key="k", timeout=5, max_retries=0)
        found = ask(store, model, MODES["brief"])
        model.close()
    assert (found.text, found.usage.calls) == ("Ada Lindqvist", 2)
    assert "Bob" not in json.dumps(server.bodies)


def test_one_reply_in_another_form_changes_nothing() -> None:
    preferred = PreferredProtocol()
    for is_json in (True, False, True):
        preferred.observe(ReplyProtocol.TEXT, is_json=is_json)
    assert preferred.choose(ReplyProtocol.AUTO) is ReplyProtocol.TEXT


def test_a_model_that_replies_in_prose_after_all_is_asked_for_text_again() -> None:
    preferred = PreferredProtocol()
    preferred.observe(ReplyProtocol.TEXT, is_json=True)
    preferred.observe(ReplyProtocol.TEXT, is_json=True)
    assert preferred.choose(ReplyProtocol.AUTO) is ReplyProtocol.SCHEMA
    assert preferred.choose(ReplyProtocol.JSON) is ReplyProtocol.JSON
    preferred.observe(ReplyProtocol.SCHEMA, is_json=False)
    preferred.observe(ReplyProtocol.SCHEMA, is_json=False)
    assert preferred.choose(ReplyProtocol.AUTO) is ReplyProtocol.TEXT


def test_what_is_known_belongs_to_a_model_object_and_dies_with_it() -> None:
    protocols = ReplyProtocols()
    first, second = ScriptedChatModel([], name="same"), ScriptedChatModel([], name="same")
    known = weakref.ref(protocols.of(first))
    assert protocols.of(first) is known()
    assert protocols.of(second) is not known()
    del first
    gc.collect()
    assert known() is None


def test_a_model_that_cannot_be_referred_to_weakly_is_asked_afresh() -> None:
    assert ReplyProtocols().of(object()).choose(ReplyProtocol.AUTO) is ReplyProtocol.TEXT
