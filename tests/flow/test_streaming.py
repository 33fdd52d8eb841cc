"""The streaming drivers: steps and texts while they come, the result last, and an end when they are closed."""

import asyncio
import threading
from contextlib import aclosing, closing
from contextvars import ContextVar
from itertools import pairwise

import pytest

from lgm_core.errors import Cancelled, LanguageModelError, LanguageModelSetupError
from lgm_core.flow import Flow, Request, Result, Session, TextSoFar, astream, run, stream
from lgm_core.llm.port import REQUEST_PHASE, Message, Reply
from lgm_core.llm.scripted import ScriptedChatModel
from lgm_core.model import Usage
from tests.support.flows import Letters, Telling, ask_in_rounds, upper


def partly(text: str, read=str) -> Request:
    return Request((Message("user", text),), "telling", read, read_partly=TextSoFar)


def tell(*texts: str, read=str) -> Flow[list]:
    outcomes = []
    for text in texts:
        yield Telling(text)
        outcomes += yield [partly(text, read)]
    return outcomes


@pytest.fixture(params=["sync", "async"])
def streamed(request):
    def synchronously(flow, session):
        return list(stream(flow, session))

    def asynchronously(flow, session):
        async def collected():
            return [event async for event in astream(flow, session)]

        return asyncio.run(collected())

    return synchronously if request.param == "sync" else asynchronously


class Breaking(ScriptedChatModel):
    """Fails after some pieces of a reply, and notes when a stream of it was ended."""

    def __init__(self, script, *, after=10**9):
        super().__init__(script)
        self.after, self.sent, self.ended = after, [], 0

    def stream(self, messages, schema=None):
        try:
            for number, piece in enumerate(super().stream(messages, schema)):
                if number == self.after:
                    raise LanguageModelError("the line is dead")
                self.sent.append(piece)
                yield piece
        finally:
            self.ended += 1


def texts(events):
    return [event.text for event in events if isinstance(event, TextSoFar)]


def test_steps_and_growing_texts_come_first_and_the_result_last(streamed):
    steps = []
    session = Session(ScriptedChatModel(["one two", "three"]), on_step=steps.append)
    events = streamed(tell("a", "b"), session)
    kinds = [type(event).__name__ for event in events]
    assert kinds == ["Telling", "TextSoFar", "TextSoFar", "Telling", "TextSoFar", "Result"]
    assert texts(events) == ["one", "one two", "three"]
    assert [outcome.value for outcome in events[-1].value] == ["one two", "three"]
    assert [step.details["about"] for step in steps] == ["a", "b"]
    assert session.ledger.total.calls == 2


@pytest.mark.parametrize("length", [3_000, 12_000])
def test_a_reply_is_read_as_it_comes_in_work_that_grows_with_its_length(streamed, length):
    read = []

    def read_partly(text):
        read.append(text)
        return TextSoFar(text)

    def flow():
        yield [Request((Message("user", "a"),), "telling", read_partly=read_partly)]

    reply = ("pears are sweet and " * length)[:length]
    streamed(flow(), Session(Letters([reply])))
    assert sum(map(len, read)) < 100 * length
    unread = [len(after) - len(before) for before, after in pairwise(["", *read, reply])]
    assert max(unread[:100]) == 1
    assert max(unread) <= length // 64


def test_the_event_loop_never_reads_what_comes():
    threads = set()

    def read_partly(text):
        threads.add(threading.current_thread())
        return TextSoFar(text)

    def flow():
        yield [Request((Message("user", "a"),), "telling", read_partly=read_partly)]

    async def main():
        assert [event async for event in astream(flow(), Session(ScriptedChatModel(["one two three"])))]
        assert threads
        assert threading.current_thread() not in threads

    asyncio.run(main())


def test_a_flow_of_whole_replies_ends_as_it_does_otherwise(streamed):
    streaming, plain = ScriptedChatModel(upper), ScriptedChatModel(upper)
    events = streamed(ask_in_rounds(), Session(streaming))
    assert [type(event) for event in events] == [Telling, Result]
    assert events[-1].value == run(ask_in_rounds(), Session(plain))
    assert set(streaming.requests) == set(plain.requests)


def test_a_model_that_cannot_stream_replies_as_a_whole(streamed):
    class Whole:
        name = "whole"

        def complete(self, messages, schema=None):
            return Reply("one two", Usage(1))

        async def acomplete(self, messages, schema=None):
            return Reply("one two", Usage(1))

    events = streamed(tell("a"), Session(Whole()))
    assert texts(events) == []
    assert events[-1].value[0].value == "one two"


def test_a_reply_that_cannot_be_read_is_asked_for_again(streamed):
    def read(text):
        if text != "good one":
            raise ValueError("not so")
        return text

    events = streamed(tell("a", read=read), Session(ScriptedChatModel(["bad one", "good one"])))
    assert texts(events) == ["bad", "bad one", "good", "good one"]
    assert (events[-1].value[0].value, events[-1].value[0].usage.calls) == ("good one", 2)


def test_a_kept_reply_is_not_asked_for(streamed):
    class Cache(dict):
        put = dict.__setitem__

    cache, model = Cache(), ScriptedChatModel(["one two"], identity="m")
    streamed(tell("a"), Session(model, cache=cache))
    events = streamed(tell("a"), Session(model, cache=cache))
    assert texts(events) == []
    assert events[-1].value[0].value == "one two"
    assert len(model.requests) == 1


def test_a_reply_that_fails_in_the_middle_is_a_failed_outcome(streamed):
    model = Breaking(["one two three four"], after=3)
    session = Session(model)
    events = streamed(tell("a"), session)
    assert texts(events)[-1] == "one two three"
    assert events[-1].value[0].error == "the line is dead"
    assert (model.ended, session.ledger.total.failures) == (1, 1)


def test_without_a_model_nothing_can_be_told(streamed):
    with pytest.raises(LanguageModelSetupError):
        streamed(tell("a"), Session())


def test_cancelling_ends_the_reply_between_its_pieces(streamed):
    cancel = threading.Event()

    class Cancelling(Breaking):
        def stream(self, messages, schema=None):
            for piece in super().stream(messages, schema):
                yield piece
                cancel.set()

    model = Cancelling(["one two three"])
    with pytest.raises(Cancelled):
        streamed(tell("a"), Session(model, cancel=cancel))
    assert model.sent == ["one", " two"]


def test_closing_ends_the_request_under_way_and_the_flow():
    model, closed = Breaking(["one two three four five"]), []

    def flow():
        try:
            yield from tell("a", "b")
        finally:
            closed.append(True)

    with closing(stream(flow(), Session(model))) as events:
        next(events)
        next(events)
        assert (model.ended, closed) == (0, [])
    assert (model.sent, model.ended, closed) == (["one"], 1, [True])


def test_a_stream_may_be_drawn_and_closed_in_different_threads():
    events = stream(tell("a"), Session(Breaking(["one two three"])))
    next(events)
    thread = threading.Thread(target=lambda: next(events))
    thread.start()
    thread.join()
    assert next(events) == TextSoFar("one two")
    events.close()


def test_a_stream_leaves_the_context_of_its_reader_alone_and_sees_it():
    setting: ContextVar[str] = ContextVar("setting")
    seen = []

    class Looking(Breaking):
        def stream(self, messages, schema=None):
            seen.append((setting.get(), REQUEST_PHASE.get()))
            yield from super().stream(messages, schema)

    setting.set("of the reader")
    list(stream(tell("a"), Session(Looking(["one"]))))
    assert seen == [("of the reader", "telling")]
    assert REQUEST_PHASE.get() == ""


def test_closing_an_asynchronous_stream_cancels_the_reply_that_is_waited_for():
    ended = []

    class Waiting(ScriptedChatModel):
        async def astream(self, messages, schema=None):
            try:
                yield "one"
                await asyncio.Event().wait()
            finally:
                ended.append(True)

    async def main():
        async with aclosing(astream(tell("a"), Session(Waiting(["unused"])))) as events:
            await anext(events)
            assert await anext(events) == TextSoFar("one")
            assert not ended
        assert ended
        assert len(asyncio.all_tasks()) == 1

    asyncio.run(main())
