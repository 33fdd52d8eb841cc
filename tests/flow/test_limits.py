"""One rate and one budget for all requests that share them."""

import asyncio
import math
import re
import threading
from contextlib import ExitStack, aclosing, closing

import pytest

from lgm_core.errors import BudgetSpentError, Cancelled, InputError, LanguageModelError, LanguageModelSetupError
from lgm_core.flow import RequestLimiter, RequestLimits, Session, run, stream, together, traced, until_spent
from lgm_core.flow.limits import LimitedChatModel
from lgm_core.flow.request import UnsentRequestsError
from lgm_core.llm.port import Message, Reply
from lgm_core.llm.scripted import ScriptedChatModel
from lgm_core.model import Usage
from tests.support.flows import ask_all, ask_in_rounds, drivers, question, upper

PROMPT = (Message("user", "word " * 93),)
"""A hundred tokens by rule, and half as many are reckoned for the first reply."""


class Clock:
    """Stands still until it is set."""

    def __init__(self):
        self.now = 1000.0

    def __call__(self):
        return self.now


class FixedCost:
    """A model whose replies cost what they are told to; a request that waits for others waits in real threads."""

    name = "fixed"

    def __init__(self, prompt=60, completion=40):
        self.cost = Usage(1, prompt, completion)
        self.asked = []

    def complete(self, messages, schema=None):
        self.asked.append(messages[-1].content)
        return Reply("fine", self.cost)

    async def acomplete(self, messages, schema=None):
        await asyncio.sleep(0)
        return self.complete(messages, schema)


def starts(limits, count, clock=None, limiter=None):
    """Return when each of several requests that come at once may be sent, in seconds from now."""
    clock = clock or Clock()
    limiter = limiter or RequestLimiter(limits, clock=clock)
    begun = []
    for _ in range(count):
        with limiter.admitted("asking", PROMPT) as admission:
            begun.append(admission.start - clock.now)
            admission.usage = Usage(1, 100, 50)
    return begun


@pytest.mark.parametrize("wrong", [{"tokens": 0}, {"requests_per_minute": -1}, {"tokens_per_minute": 1.5}])
def test_a_limit_is_a_number_above_nothing(wrong):
    with pytest.raises(InputError, match=next(iter(wrong))):
        RequestLimits(**wrong)


def test_requests_wait_until_a_minute_has_room():
    assert starts(RequestLimits(requests_per_minute=2), 5) == [0, 0, 60, 60, 120]


def test_a_rate_of_tokens_counts_what_requests_cost():
    assert starts(RequestLimits(tokens_per_minute=300), 5) == [0, 0, 60, 60, 120]


def test_a_request_that_a_minute_has_no_room_for_goes_alone():
    assert starts(RequestLimits(tokens_per_minute=10), 3) == [0, 60, 120]


def test_requests_that_ended_long_ago_hold_nothing_up():
    clock = Clock()
    limiter = RequestLimiter(RequestLimits(requests_per_minute=2), clock=clock)
    assert starts(None, 2, clock, limiter) == [0, 0]
    clock.now += 59
    assert starts(None, 1, clock, limiter) == [1]
    clock.now += 60
    assert starts(None, 2, clock, limiter) == [0, 1]


def test_no_minute_has_more_than_its_share():
    clock = Clock()
    limiter = RequestLimiter(RequestLimits(requests_per_minute=7, tokens_per_minute=900), clock=clock)
    begun = []
    for step in (0, 3, 11, 0.5, 40, 100, 2):
        clock.now += step
        begun += [clock.now + wait for wait in starts(None, 6, clock, limiter)]
    assert begun == sorted(begun)
    assert all(sum(start <= other < start + 60 for other in begun) <= 6 for start in begun)  # 900 of 150 each


def test_limits_of_a_run_hold_besides_those_of_all():
    clock = Clock()
    of_all = RequestLimiter(RequestLimits(requests_per_minute=3), clock=clock)
    of_run = of_all.also(RequestLimits(requests_per_minute=1, tokens=450))
    assert starts(None, 2, clock, of_run) == [0, 60]
    assert starts(None, 3, clock, of_all) == [60, 60, 120]  # in the order in which they came
    starts(None, 1, clock, of_run)
    with pytest.raises(BudgetSpentError, match="450 tokens is spent: 450 are used"):
        starts(None, 1, clock, of_run)
    starts(None, 1, clock, of_all)


def unlucky(messages):
    raise LanguageModelError("no luck")


def test_a_failed_request_costs_nothing_and_gives_its_tokens_back():
    limiter = RequestLimiter(RequestLimits(tokens=150))
    for _ in range(3):
        with pytest.raises(LanguageModelError, match="no luck"):
            LimitedChatModel(ScriptedChatModel(unlucky), limiter, lambda: False).complete(PROMPT)
    with limiter.admitted("asking", PROMPT) as admission:
        admission.usage = Usage(1, 100, 0)
    with pytest.raises(BudgetSpentError), limiter.admitted("asking", PROMPT):
        pass


@pytest.mark.parametrize("cost", [100, 101])
def test_what_fits_only_if_others_cost_less_than_reckoned_waits_for_them(cost):
    limiter = RequestLimiter(RequestLimits(tokens=300))
    others = [ExitStack(), ExitStack()]
    for other in others:
        other.enter_context(limiter.admitted("asking", PROMPT)).usage = Usage(1, cost, 0)
    with limiter.admitted("asking", PROMPT) as last:
        assert limiter.seconds_until(last) == math.inf
        others[0].close()
        assert limiter.seconds_until(last) == math.inf
        others[1].close()
        if cost == 100:
            assert limiter.seconds_until(last) == 0
        else:
            with pytest.raises(BudgetSpentError, match="202 are used, and the next request takes about 100"):
                limiter.seconds_until(last)


def test_nobody_waits_for_a_stream_whose_reader_may_be_who_asks():
    limiter = RequestLimiter(RequestLimits(tokens=200))
    spent = pytest.raises(BudgetSpentError, match="0 are used, 150 are set aside for streams under way")
    with limiter.admitted("asking", PROMPT, is_streamed=True), spent, limiter.admitted("asking", PROMPT):
        pass


@drivers
def test_a_budget_is_used_up_however_many_ask_at_once(drive):
    """Six of eight requests are reckoned to fit, and all of them do."""
    limiter = RequestLimiter(RequestLimits(tokens=900))
    session = Session(FixedCost(100, 2), concurrency=8, limiter=limiter)
    outcomes = drive(ask_all(*(f"{number} " + "word " * 93 for number in range(8))), session)
    assert [outcome.ok for outcome in outcomes] == [True] * 8


class Talking(FixedCost):
    """Streams a word after another, and may break off; its whole replies never come."""

    def __init__(self, breaks=False):
        super().__init__()
        self.breaks = breaks

    def stream(self, messages, schema=None):
        for _ in range(50):
            yield "word "
        if self.breaks:
            raise LanguageModelError("the line is dead")
        yield Reply("word " * 50, self.cost)

    async def astream(self, messages, schema=None):
        for piece in self.stream(messages):
            yield piece

    async def acomplete(self, messages, schema=None):
        await asyncio.Event().wait()


def spent_of(limiter):
    """Return the tokens that a budget counts as used."""
    with pytest.raises(BudgetSpentError) as error, limiter.admitted("asking", (Message("user", "word " * 10**5),)):
        pass
    return int(re.search(r"([\d,]+) are used", str(error.value))[1].replace(",", ""))


def test_a_stream_that_is_closed_or_breaks_off_counts_what_has_come_of_it():
    limiter = RequestLimiter(RequestLimits(tokens=5000))
    with closing(LimitedChatModel(Talking(), limiter, lambda: False).stream(PROMPT)) as pieces:
        for _ in range(20):
            next(pieces)
    closed = spent_of(limiter)
    assert 115 <= closed <= 125
    with pytest.raises(LanguageModelError):
        list(LimitedChatModel(Talking(breaks=True), limiter, lambda: False).stream(PROMPT))
    assert 145 <= spent_of(limiter) - closed <= 155

    async def closing_early():
        async with aclosing(LimitedChatModel(Talking(), limiter, lambda: False).astream(PROMPT)) as pieces:
            await anext(pieces)

    before = spent_of(limiter)
    asyncio.run(closing_early())
    assert 100 <= spent_of(limiter) - before <= 105


def test_a_request_whose_task_is_cancelled_counts_what_it_was_reckoned_to_cost():
    clock = Clock()
    limiter = RequestLimiter(RequestLimits(tokens=5000, tokens_per_minute=200), clock=clock)

    async def cancelling():
        asked = asyncio.create_task(LimitedChatModel(Talking(), limiter, lambda: False).acomplete(PROMPT))
        await asyncio.sleep(0)
        asked.cancel()
        await asyncio.wait([asked])

    asyncio.run(cancelling())
    assert spent_of(limiter) == 150
    assert starts(None, 1, clock, limiter) == [60]


def test_replies_of_a_phase_tell_how_long_the_next_one_will_be():
    limiter = RequestLimiter(RequestLimits(tokens=1000))
    with limiter.admitted("asking", PROMPT) as first:
        assert first.tokens == 150
        first.usage = Usage(1, 100, 400)
    with limiter.admitted("judging", PROMPT) as other, limiter.admitted("asking", PROMPT) as second:
        assert (other.tokens, second.tokens) == (150, 500)


@drivers
@pytest.mark.parametrize("concurrency", [1, 32])
def test_a_spent_budget_ends_a_run_that_does_not_expect_it(drive, concurrency):
    model = FixedCost()
    limiter = RequestLimiter(RequestLimits(tokens=1000))
    session = Session(model, concurrency=concurrency, limiter=limiter)
    with pytest.raises(BudgetSpentError, match="the budget of 1,000 tokens is spent"):
        drive(ask_all(*(f"{number} " + "word " * 60 for number in range(40))), session)
    assert 500 <= session.ledger.total.tokens <= 1000
    assert session.ledger.total.calls == len(model.asked)
    asked = len(model.asked)
    with pytest.raises(BudgetSpentError):
        drive(ask_all(*(f"again {number} " + "word " * 500 for number in range(40))), session)
    assert len(model.asked) == asked


@drivers
def test_a_flow_that_expects_it_has_the_outcomes_that_came(drive):
    def expecting():
        try:
            yield [question("a"), question("word " * 100), question("b")]
        except UnsentRequestsError as unsent:
            return unsent.outcomes

    session = Session(ScriptedChatModel(upper), concurrency=1, limiter=RequestLimiter(RequestLimits(tokens=60)))
    first, unsent, last = drive(expecting(), session)
    assert (first.value, last.value) == ("A", "B")
    assert (unsent.is_unsent, unsent.ok) == (True, False)
    assert session.ledger.total.failures == 0


@drivers
def test_of_flows_together_only_those_end_that_lack_an_outcome(drive):
    small = RequestLimiter(RequestLimits(tokens=160))
    flows = [until_spent(traced(flow)) for flow in (ask_in_rounds(), ask_all("c", "word " * 200), ask_all("d"))]
    rounds, spent, last = drive(together(flows), Session(ScriptedChatModel(upper), concurrency=1, limiter=small))
    assert rounds.result == ["A", "B", "BA"]
    assert isinstance(spent, UnsentRequestsError)
    assert (spent.usage.calls, spent.outcomes[0].value) == (1, "C")
    assert last.result[0].value == "D"


@drivers
def test_the_usage_of_earlier_batches_is_not_lost_when_a_budget_is_spent(drive):
    def growing():
        yield [question("a"), question("b")]
        yield [question("word " * 200)]

    limiter = RequestLimiter(RequestLimits(tokens=160))
    spent = drive(until_spent(growing()), Session(ScriptedChatModel(upper), concurrency=1, limiter=limiter))
    assert isinstance(spent, UnsentRequestsError)
    assert spent.usage.calls == 2


class Kept(dict):
    def put(self, key, text):
        self[key] = text


@drivers
def test_replies_that_were_kept_and_equal_requests_cost_nothing(drive):
    cache = Kept()
    model = ScriptedChatModel(upper, identity="scripted")
    limiter = RequestLimiter(RequestLimits(tokens=30))
    session = Session(model, cache=cache, limiter=limiter)
    for _ in range(5):
        assert [outcome.value for outcome in drive(ask_all("a", "a", "a"), session)] == ["A"] * 3
    with pytest.raises(BudgetSpentError):
        drive(ask_all("a", "word " * 40, "word " * 40), session)
    assert len(model.requests) == 1


@drivers
def test_asking_again_for_a_reply_that_cannot_be_read_is_a_request_too(drive):
    def read(text):
        raise ValueError("never")

    def expecting():
        try:
            yield [question("word " * 20, read)]
        except UnsentRequestsError as unsent:
            return unsent.outcomes

    model = ScriptedChatModel(upper)
    (outcome,) = drive(expecting(), Session(model, limiter=RequestLimiter(RequestLimits(tokens=60))))
    assert (outcome.is_unsent, outcome.usage.calls, len(model.requests)) == (True, 1, 1)


def test_a_streamed_run_ends_too():
    session = Session(ScriptedChatModel(upper), limiter=RequestLimiter(RequestLimits(tokens=25)))
    with pytest.raises(BudgetSpentError):
        list(stream(ask_in_rounds(), session))
    assert session.ledger.total.calls >= 1


@drivers
def test_a_run_that_is_cancelled_while_requests_wait_ends(drive):
    cancel = threading.Event()
    limiter = RequestLimiter(RequestLimits(requests_per_minute=1))

    def reply(messages):
        threading.Timer(0.01, cancel.set).start()
        return "fine"

    with pytest.raises(Cancelled):
        drive(ask_all("a", "b", "c"), Session(ScriptedChatModel(reply), cancel=cancel, limiter=limiter))


@drivers
def test_requests_that_wait_end_with_a_run_that_fails_and_hold_nobody_up(drive):
    def reply(messages):
        raise LanguageModelSetupError("no key")

    limiter = RequestLimiter(RequestLimits(requests_per_minute=1))
    with pytest.raises(LanguageModelSetupError):
        drive(ask_all("a", "b", "c"), Session(ScriptedChatModel(reply), limiter=limiter))
    with limiter.admitted("asking", PROMPT) as admission:
        assert admission.start - limiter.clock() <= 60  # it waits for the one that was sent, no other


def test_threads_and_event_loops_share_one_budget():
    model = FixedCost()
    limiter = RequestLimiter(RequestLimits(tokens=3000))
    spent = []

    def ask(first):
        session = Session(model, concurrency=4, limiter=limiter)
        flow = until_spent(ask_all(*(f"{number} " + "word " * 60 for number in range(first, first + 20))))
        spent.append(run(flow, session))

    threads = [threading.Thread(target=ask, args=(first,)) for first in (0, 100, 200)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert any(isinstance(result, UnsentRequestsError) for result in spent)
    assert 2000 <= len(model.asked) * 100 <= 3000
