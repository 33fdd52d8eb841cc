"""Answers that stream: from a language model, or a local server, through the facade to the reader."""

import asyncio
import sys
import threading
from contextlib import aclosing, closing
from dataclasses import replace

import pytest

from lgm_core import (
    Answer,
    AnswerPrompts,
    AnswerRestart,
    AnswerText,
    AskOptions,
    Cancelled,
    FeedbackOptions,
    InputError,
    LanguageGraph,
    LanguageModelError,
    LogicalFormOptions,
    OpenAIChatModel,
    SQLiteStore,
)
from lgm_core.llm.scripted import ScriptedChatModel
from lgm_core.model import TraceStep
from tests.support.flows import Letters
from tests.support.openai_server import OpenAIServer, completion, endless, streamed
from tests.support.small_graphs import APPLES, BRIDGES

QUESTION = "Who designed the Marten Bridge?"
CITED = "It was designed by Ada Lindqvist [1]. She was born in Lund [3]."


@pytest.fixture
def graph(tmp_path):
    store = SQLiteStore(tmp_path / "graph.lgm")
    store.write(BRIDGES)
    store.write(APPLES)
    with LanguageGraph(store) as graph:
        yield graph


@pytest.fixture(params=["sync", "async"])
def events(request):
    """Stream an answer, either way."""

    def synchronously(graph, question=QUESTION, options=None, **rest):
        return list(graph.stream(question, options, **rest))

    def asynchronously(graph, question=QUESTION, options=None, **rest):
        async def collected():
            return [event async for event in graph.astream(question, options, **rest)]

        return asyncio.run(collected())

    return synchronously if request.param == "sync" else asynchronously


def told(events):
    """Return the pieces of text, a slash for each restart."""
    shown = {AnswerText: lambda event: event.text, AnswerRestart: lambda event: "/"}
    return [shown[type(event)](event) for event in events if type(event) in shown]


def last_text(events):
    return "".join(told(events)).rpartition("/")[2]


def test_text_streams_and_the_answer_comes_last(graph, events):
    with OpenAIServer(lambda _: streamed(*(CITED[at : at + 5] for at in range(0, len(CITED), 5)))) as server:
        model = OpenAIChatModel("local", base_url=server.base_url, api_key="k")
        happened = events(graph.with_llm(model))
        model.close()
    *before, answer = happened
    assert isinstance(answer, Answer)
    assert len(told(before)) > 5
    assert "/" not in told(before)
    assert "".join(told(before)) == answer.text == "It was designed by Ada Lindqvist [1]. She was born in Lund [1][2]."
    assert [citation.number for citation in answer.citations] == [1, 2]
    assert (answer.supported, answer.usage.calls, answer.usage.tokens) == (True, 1, 18)
    steps = [event for event in before if isinstance(event, TraceStep)]
    assert tuple(steps) == answer.trace
    texts = [before.index(event) for event in before if isinstance(event, AnswerText)]
    assert before.index(steps[-2]) > texts[-2]  # what bears the last statement out is known when the reply is whole


def test_the_answer_is_that_of_ask(graph, events):
    streamed_answer = events(graph.with_llm(ScriptedChatModel([CITED])))[-1]
    asked = graph.with_llm(ScriptedChatModel([CITED], name="another")).ask(QUESTION)
    assert replace(streamed_answer, usage=asked.usage) == asked


def calls_of(work):
    """Return how many functions are called in a piece of work."""
    count = 0

    def called(frame, event, argument):
        nonlocal count
        count += event in ("call", "c_call")

    sys.setprofile(called)
    try:
        work()
    finally:
        sys.setprofile(None)
    return count


@pytest.mark.parametrize(
    "options",
    [AskOptions(), AskOptions(numbered=False), FeedbackOptions(), LogicalFormOptions()],
    ids=["numbered", "unnumbered", "feedback", "forms"],
)
def test_the_work_on_an_answer_that_streams_grows_with_its_length(graph, options):
    def streaming(times):
        model = Letters(lambda _: " ".join([CITED] * times))
        return calls_of(lambda: list(graph.with_llm(model).stream(QUESTION, options)))

    streaming(1)
    assert streaming(30) < 2.2 * streaming(15)


@pytest.mark.parametrize("options", [AskOptions(brief=True), AskOptions.paper()])
def test_brief_answers_and_those_of_exhaustive_rounds_come_whole(graph, events, options):
    script = ScriptedChatModel(
        lambda messages: (
            '{"supporting": [1]}'
            if "help to answer" in messages[-1].content
            else '{"answer": "Ada Lindqvist [1]", "citations": [1], "missing": []}'
        )
    )
    happened = events(graph.with_llm(script), QUESTION, options)
    assert told(happened) == [happened[-1].text]
    assert "Ada Lindqvist" in happened[-1].text


def test_a_kept_reply_comes_as_one_piece(graph, events):
    model = ScriptedChatModel([CITED], identity="m")
    events(graph.with_llm(model))
    happened = events(graph.with_llm(model))
    assert told(happened) == [happened[-1].text]
    assert happened[-1].usage.cached == 1


def test_a_round_in_which_something_is_missing_tells_nothing(graph, events):
    happened = events(graph.with_llm(ScriptedChatModel(["Missing: the birthplace of Ada Lindqvist", CITED])))
    assert "/" not in told(happened)
    assert last_text(happened) == happened[-1].text != ""


UNKNOWN = "It was Zork the Unheard Of, of Nowhere at all, in a year that nobody knows."


def test_text_that_a_further_round_replaces_is_taken_back(graph, events):
    options = AskOptions(window=1, growth=3)
    happened = events(graph.with_llm(ScriptedChatModel([UNKNOWN, CITED])), QUESTION, options)
    assert told(happened).count("/") == 1
    assert last_text(happened) == happened[-1].text
    happened = events(graph.with_llm(ScriptedChatModel([UNKNOWN, CITED], name="b")), QUESTION, options, settled=True)
    assert "/" not in told(happened)
    assert last_text(happened) == happened[-1].text


def test_text_of_the_last_round_is_settled(graph, events):
    options = AskOptions(max_iterations=1)
    happened = events(graph.with_llm(ScriptedChatModel([UNKNOWN])), QUESTION, options, settled=True)
    assert len(told(happened)) > 3
    assert last_text(happened) == happened[-1].text == UNKNOWN


def test_what_is_withheld_is_never_told(graph, events):
    happened = events(graph.with_llm(ScriptedChatModel([UNKNOWN] * 2)), QUESTION, AskOptions(llm_knowledge=False))
    assert "Zork" not in "".join(told(happened))
    assert last_text(happened) == happened[-1].text


@pytest.mark.parametrize("settled", [True, False])
@pytest.mark.parametrize(
    "reply",
    [
        "I'm sorry, the text does not say who designed it.",
        "Missing: the designer",
        "<think>It was Bob</think>It was designed by Ada Lindqvist [1].",
        "It was Bob, I think.</think>It was designed by Ada Lindqvist [1].",
        'Sure! {"missing": [], "answer": "It was designed by Ada Lindqvist [1]."}',
        '{"answer": "It was designed by Ada Lindqvist [1].", "missing": []}',
        '{"missing": [], "answer": "It was designed by Ada Lindqvist in h',
        "It was Bob.\nAnswer: It was designed by Ada Lindqvist.",
        "It was designed by Ada Lindqvist [1].\nMissing: her birthplace",
        "[1][2]",
        "",
    ],
)
def test_whatever_a_model_replies_the_text_told_is_the_answers(graph, events, reply, settled):
    model = ScriptedChatModel(lambda _: reply)
    happened = events(graph.with_llm(model), settled=settled)
    assert last_text(happened) == happened[-1].text


def test_a_model_that_reasons_without_saying_so_is_believed_only_once(graph, events):
    model = graph.with_llm(
        ScriptedChatModel(lambda _: "Bob, I think, or not?</think>It was designed by Ada Lindqvist [1].")
    )
    assert "/" in told(events(model))
    happened = events(model, "Who on earth designed the Marten Bridge?")
    assert "Bob" not in "".join(told(happened))
    assert last_text(happened) == happened[-1].text == "It was designed by Ada Lindqvist [1]."


class Failing(ScriptedChatModel):
    """Fails after three pieces."""

    def stream(self, messages, schema=None):
        for number, piece in enumerate(super().stream(messages, schema)):
            if number == 3:
                raise LanguageModelError("the line is dead")
            yield piece


def test_a_model_that_fails_in_the_middle_leaves_the_evidence_or_an_error(graph, events):
    happened = events(graph.with_llm(Failing([CITED])))
    assert told(happened)[-1] == "/"
    assert (happened[-1].text, happened[-1].is_evidence_only) == ("", True)
    assert happened[-1].failure.cause == "the line is dead"
    with pytest.raises(LanguageModelError, match="the line is dead"):
        events(graph.with_llm(Failing([CITED])), on_failure="raise")


def test_without_a_model_the_steps_and_the_evidence_come(graph, events):
    *steps, answer = events(graph)
    assert steps
    assert all(isinstance(step, TraceStep) for step in steps)
    assert answer.is_evidence_only
    assert answer.citations


def test_a_question_that_cannot_be_asked_is_refused(graph, events):
    with pytest.raises(InputError, match="the question is empty"):
        events(graph, " ")
    with pytest.raises(InputError, match="on_failure"):
        events(graph, on_failure="ignore")


def test_a_set_token_ends_the_stream(graph, events):
    cancel = threading.Event()
    with pytest.raises(Cancelled):
        events(graph.with_llm(ScriptedChatModel([CITED])), cancel=cancel, on_step=lambda step: cancel.set())


def test_closing_the_stream_closes_the_connection(graph):
    ended = threading.Event()
    with OpenAIServer(lambda _: endless("Ada ", ended)) as server:
        asked = graph.with_llm(OpenAIChatModel("local", base_url=server.base_url, api_key="k"))
        with closing(asked.stream(QUESTION)) as events:
            assert next(event for event in events if isinstance(event, AnswerText))
            assert not ended.is_set()
        assert ended.wait(30)


def test_closing_the_asynchronous_stream_closes_the_connection(graph):
    ended = threading.Event()

    async def main(asked):
        async with aclosing(asked.astream(QUESTION)) as events:
            assert [event async for event in until_text(events)]
            assert not ended.is_set()
        assert await asyncio.to_thread(ended.wait, 30)

    async def until_text(events):
        async for event in events:
            if isinstance(event, AnswerText):
                yield event
                return

    with OpenAIServer(lambda _: endless("Ada ", ended)) as server:
        asyncio.run(main(graph.with_llm(OpenAIChatModel("local", base_url=server.base_url, api_key="k"))))


def test_an_endpoint_that_cannot_stream_answers_as_a_whole(graph, events):
    with OpenAIServer(lambda _: completion(CITED)) as server:
        happened = events(graph.with_llm(OpenAIChatModel("local", base_url=server.base_url, api_key="k")))
    assert told(happened) == [happened[-1].text]


def test_a_reader_is_not_shown_the_instructions_before_they_are_refused(graph, events):
    """Neither is what asks for a reply again, which the model repeats the second time."""
    model = ScriptedChatModel(lambda messages: f"{messages[-1].content} [1]")
    happened = events(graph.with_llm(model))
    assert len(model.requests) == 2
    shown = "".join(told(happened))
    assert "in one to three plain sentences" not in shown
    assert "Send the reply again" not in shown
    assert "could not be used" not in happened[-1].text


def test_an_answer_may_say_what_a_user_wrote_into_the_prompt(graph, events):
    background = "The Marten Bridge is closed to all carts and horses from the first of May to the last of June."
    prompts = AnswerPrompts(read=replace(AnswerPrompts().read, system=background))
    model = ScriptedChatModel([f"{background[:-1]} [1]."])
    happened = events(graph.with_llm(model), options=AskOptions(prompts=prompts))
    assert happened[-1].text == background
