"""The drivers: one flow, driven synchronously and asynchronously to the same result."""

import asyncio
import json
import threading
from contextvars import ContextVar, copy_context

import pytest

from lgm_core.errors import LanguageModelError, LanguageModelSetupError
from lgm_core.flow import Flow, Outcome, Request, Session, arun, run
from lgm_core.llm.openai import OpenAIChatModel
from lgm_core.llm.port import REQUEST_PHASE, Message
from lgm_core.llm.scripted import ScriptedChatModel
from lgm_core.model import Usage
from tests.support.flows import (
    Telling,
    ask_all,
    ask_in_rounds,
    asynchronously,
    drivers,
    inside_a_running_loop,
    question,
    upper,
)
from tests.support.openai_server import BROKEN, OpenAIServer, completion


class MemoryCache:
    def __init__(self):
        self.texts = {}

    def get(self, key):
        return self.texts.get(key)

    def put(self, key, text):
        self.texts[key] = text


@drivers
def test_outcomes_come_back_in_the_order_of_their_requests(drive):
    model = ScriptedChatModel(upper)
    assert drive(ask_in_rounds(), Session(model)) == ["A", "B", "BA"]
    assert len(model.requests) == 3


@drivers
def test_a_flow_that_asks_nothing_needs_no_model(drive):
    def thinking() -> Flow[int]:
        yield Telling()
        return 42

    assert drive(thinking(), Session()) == 42


@drivers
@pytest.mark.parametrize("error", [RecursionError, OverflowError])
def test_a_reply_that_breaks_its_reader_fails_alone(drive, error):
    def read(text):
        if text == "BAD":
            raise error
        return text

    good, bad = drive(ask_all("good", "bad", read=read), Session(ScriptedChatModel(["GOOD", "BAD", "BAD"])))
    assert (good.value, bad.ok) == ("GOOD", False)


@drivers
def test_halves_of_character_pairs_reach_neither_the_model_nor_the_reader(drive):
    model = ScriptedChatModel(lambda messages: f"\udfff{messages[-1].content}")
    (outcome,) = drive(ask_all("a\ud800"), Session(model))
    assert (model.requests[0].messages[-1].content, outcome.text) == ("a\ufffd", "\ufffda\ufffd")


@drivers
def test_a_request_without_a_model_says_so(drive):
    with pytest.raises(LanguageModelSetupError, match="--llm"):
        drive(ask_all("a"), Session())


@drivers
def test_trace_steps_are_reported_in_order(drive):
    steps = []
    drive(ask_in_rounds(), Session(ScriptedChatModel(upper), on_step=steps.append))
    assert steps == [Telling(2)]


@drivers
def test_a_reply_that_cannot_be_read_is_asked_for_once_more(drive):
    model = ScriptedChatModel(["nonsense", '{"a": 1}'])
    session = Session(model)
    (outcome,) = drive(ask_all("give JSON", read=json.loads), session)
    assert outcome.value == {"a": 1}
    assert outcome.usage.calls == 2
    roles = [message.role for message in model.requests[1].messages]
    assert roles == ["user", "assistant", "user"]
    assert "could not be used: Expecting value" in model.requests[1].messages[-1].content


@drivers
def test_a_reply_that_stays_unreadable_is_a_failure_and_not_the_end(drive):
    session = Session(ScriptedChatModel(lambda messages: "" if "bad" in messages[0].content else '"fine"'))
    good, bad = drive(ask_all("good", "bad", read=json.loads), session)
    assert good.value == "fine"
    assert not bad.ok
    assert "Expecting value" in bad.error
    assert session.ledger.total.failures == 1
    assert session.ledger.total.calls == 3


@drivers
def test_what_is_of_use_of_a_reply_is_read_when_it_was_not_mended_and_when_it_was_kept(drive):
    def flow() -> Flow[Outcome]:
        messages = (Message("user", "give numbers"),)
        (outcome,) = yield [Request(messages, "asking", json.loads, salvage=lambda text: text.split(",")[0])]
        return outcome

    cache = MemoryCache()
    model = ScriptedChatModel(["1, x", "2, y"], identity="m")
    outcome = drive(flow(), Session(model, cache=cache))
    assert (outcome.value, outcome.usage.calls) == ("2", 2)
    assert drive(flow(), Session(ScriptedChatModel([], identity="m"), cache=cache)).value == "2"


@drivers
def test_a_call_that_fails_is_counted_and_told(drive):
    session = Session(ScriptedChatModel(lambda _: LanguageModelError("unreachable")))
    (outcome,) = drive(ask_all("a"), session)
    assert outcome.error == "unreachable"
    assert session.ledger.total == Usage(failures=1)


@drivers
def test_a_model_that_cannot_work_ends_the_run(drive):
    session = Session(ScriptedChatModel(lambda _: LanguageModelSetupError("no such model")))
    with pytest.raises(LanguageModelSetupError, match="no such model"):
        drive(ask_all("a", "b", "c"), session)


@drivers
def test_usage_is_accounted_by_phase(drive):
    def two_phases() -> Flow[None]:
        yield [question("a", phase="reading")]
        yield [question("b", phase="judging"), question("c", phase="judging")]

    session = Session(ScriptedChatModel(upper))
    drive(two_phases(), session)
    assert {phase: usage.calls for phase, usage in session.ledger.phases.items()} == {"reading": 1, "judging": 2}
    assert session.ledger.total.tokens > 0


@drivers
def test_a_kept_reply_costs_nothing(drive):
    cache = MemoryCache()
    drive(ask_all("a"), Session(ScriptedChatModel(upper, identity="m"), cache=cache))
    session = Session(ScriptedChatModel([], identity="m"), cache=cache)
    (outcome,) = drive(ask_all("a"), session)
    assert outcome.value == "A"
    assert session.ledger.total == Usage(cached=1)


@drivers
def test_only_what_failed_is_asked_again(drive):
    cache = MemoryCache()
    flaky = ScriptedChatModel(lambda messages: "7" if "good" in messages[0].content else "no", identity="m")
    drive(ask_all("good", "bad", read=int), Session(flaky, cache=cache))
    mended = ScriptedChatModel(lambda _: "8", identity="m")
    outcomes = drive(ask_all("good", "bad", read=int), Session(mended, cache=cache))
    assert [outcome.value for outcome in outcomes] == [7, 8]
    assert [request.messages[0].content for request in mended.requests] == ["bad"]


@drivers
def test_equal_requests_of_a_batch_are_one_call_that_each_reads_for_itself(drive):
    def flow() -> Flow[list[Outcome]]:
        return (yield [question("7"), question("7", int, phase="counting"), question("8"), question("7", float)])

    model = ScriptedChatModel(upper, identity="m")
    session = Session(model, cache=MemoryCache())
    outcomes = drive(flow(), session)
    assert [outcome.value for outcome in outcomes] == ["7", 7, "8", 7.0]
    assert sorted(request.messages[0].content for request in model.requests) == ["7", "8"]
    assert {phase: (usage.calls, usage.cached) for phase, usage in session.ledger.phases.items()} == {
        "asking": (2, 1),
        "counting": (0, 1),
    }
    assert sum((outcome.usage for outcome in outcomes), Usage()) == session.ledger.total


@drivers
def test_a_request_that_cannot_read_the_reply_to_an_equal_one_is_asked_itself(drive):
    def flow() -> Flow[list[Outcome]]:
        return (yield [question("a"), question("a", int)])

    session = Session(ScriptedChatModel(["no number", "7"], identity="m"), cache=MemoryCache())
    assert [outcome.value for outcome in drive(flow(), session)] == ["no number", 7]
    assert session.ledger.total.calls == 2


@drivers
def test_a_call_that_fails_fails_for_all_equal_requests_and_is_not_repeated(drive):
    model = ScriptedChatModel(lambda _: LanguageModelError("unreachable"), identity="m")
    session = Session(model, cache=MemoryCache())
    outcomes = drive(ask_all("a", "a", "a"), session)
    assert [outcome.error for outcome in outcomes] == ["unreachable"] * 3
    assert len(model.requests) == 1
    assert sum((outcome.usage for outcome in outcomes), Usage()) == session.ledger.total == Usage(failures=3)


@drivers
def test_equal_requests_of_a_model_whose_replies_are_not_kept_are_calls_of_their_own(drive):
    model = ScriptedChatModel(upper)
    drive(ask_all("a", "a"), Session(model, cache=MemoryCache()))
    assert len(model.requests) == 2


def test_a_model_without_an_identity_is_asked_every_time():
    cache, model = MemoryCache(), ScriptedChatModel(upper)
    for _ in range(2):
        run(ask_all("a"), Session(model, cache=cache))
    assert len(model.requests) == 2


def test_another_model_is_not_answered_from_the_cache():
    cache = MemoryCache()
    run(ask_all("a"), Session(ScriptedChatModel(upper, identity="one"), cache=cache))
    other = ScriptedChatModel(upper, identity="two")
    run(ask_all("a"), Session(other, cache=cache))
    assert len(other.requests) == 1


@drivers
def test_an_error_in_a_flow_comes_out_and_closes_it(drive):
    closed = []

    def broken() -> Flow[None]:
        try:
            yield [question("a")]
            raise KeyError("a bug")
        finally:
            closed.append(True)

    with pytest.raises(KeyError):
        drive(broken(), Session(ScriptedChatModel(upper)))
    assert closed == [True]


@drivers
def test_an_empty_batch_is_a_mistake_in_the_flow(drive):
    with pytest.raises(ValueError, match="empty batch"):
        drive(ask_all(), Session(ScriptedChatModel(upper)))


@drivers
def test_as_many_requests_are_under_way_as_allowed_and_no_more(drive):
    under_way, most = [0], [0]
    lock, meeting = threading.Lock(), threading.Barrier(3)

    def respond(body, headers):
        with lock:
            under_way[0] += 1
            most[0] = max(most[0], under_way[0])
        meeting.wait(10)
        with lock:
            under_way[0] -= 1
        return completion("yes")

    with OpenAIServer([completion("yes")]) as server:
        server.answer = respond
        model = OpenAIChatModel("local", base_url=server.base_url)
        outcomes = drive(ask_all(*"abcdef"), Session(model, concurrency=3))
        model.close()
    assert [outcome.value for outcome in outcomes] == ["yes"] * 6
    assert most == [3]


def test_both_drivers_send_the_same_requests_and_get_the_same_results_over_http():
    def served(drive):
        def respond(body):
            asked = body["messages"][-1]["content"]
            return BROKEN if asked == "b" else completion(asked.upper())

        with OpenAIServer(respond) as server:
            model = OpenAIChatModel("local", base_url=server.base_url, max_retries=1)
            outcomes = drive(ask_all("a", "b", "c", read=str), Session(model))
            model.close()
        asked = sorted(json.dumps(body, sort_keys=True) for body in server.bodies)
        return [(outcome.value, outcome.ok, outcome.usage) for outcome in outcomes], asked

    assert served(run) == served(asynchronously) == served(inside_a_running_loop)


def test_the_event_loop_stays_free_while_a_flow_and_its_reader_work():
    ticks = []
    ticked_thrice = threading.Event()

    async def tick():
        while True:
            await asyncio.sleep(0)
            ticks.append(1)
            if len(ticks) == 3:
                ticked_thrice.set()

    def wait_for_ticks(text):
        assert ticked_thrice.wait(5)
        return text

    def blocking() -> Flow[str]:
        wait_for_ticks("")
        ticked_thrice.clear()
        ticks.clear()
        (outcome,) = yield [question("a", read=wait_for_ticks)]
        return outcome.value

    async def main():
        ticking = asyncio.create_task(tick())
        result = await arun(blocking(), Session(ScriptedChatModel(upper)))
        ticking.cancel()
        return result

    assert asyncio.run(main()) == "A"


def test_a_failing_request_ends_its_companions():
    started, ended = [], []

    class Model:
        name = "slow"

        async def acomplete(self, messages, schema=None):
            if messages[-1].content == "bad":
                while len(started) < 2:
                    await asyncio.sleep(0)
                raise LanguageModelSetupError("refused")
            started.append(1)
            try:
                await asyncio.Event().wait()
            finally:
                ended.append(1)

    with pytest.raises(LanguageModelSetupError):
        asynchronously(ask_all("a", "b", "bad"), Session(Model()))
    assert len(ended) == 2


class Listening(ScriptedChatModel):
    """Notes the context that each request runs in."""

    def __init__(self):
        super().__init__(upper)
        self.heard = []

    def complete(self, messages, schema=None):
        self.heard.append((HOST_TRACE.get(), REQUEST_PHASE.get()))
        return super().complete(messages, schema)


HOST_TRACE: ContextVar[str] = ContextVar("HOST_TRACE", default="none")


@drivers
def test_the_callers_context_and_the_phase_reach_the_model(drive):
    model = Listening()

    def traced():
        HOST_TRACE.set("the caller's")
        drive(ask_all("a", "b", "c"), Session(model))

    copy_context().run(traced)
    assert model.heard == [("the caller's", "asking")] * 3
    assert REQUEST_PHASE.get() == ""
