"""One rate and one budget for all requests that share them."""

import asyncio
import threading

import pytest

from lgm_core.errors import BudgetSpentError, Cancelled, InputError, LanguageModelError, LanguageModelSetupError
from lgm_core.flow import RequestLimiter, RequestLimits, Session, run, stream, together, traced, until_spent
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


def test_a_failed_request_costs_nothing_and_gives_its_tokens_back():
    limiter = RequestLimiter(RequestLimits(tokens=150))
    for _ in range(3):
        with pytest.raises(LanguageModelError), limiter.admitted("asking", PROMPT):
            raise LanguageModelError("no luck")
    with limiter.admitted("asking", PROMPT), pytest.raises(BudgetSpentError), limiter.admitted("asking", PROMPT):
        pass


def test_replies_of_a_phase_tell_how_long_the_next_one_will_be():
    limiter = RequestLimiter(RequestLimits(tokens=1000))
    with limiter.admitted("asking", PROMPT) as first:
        assert first.tokens == 150
        first.usage = Usage(1, 100, 400)
    with limiter.admitted("judging", PROMPT) as other, limiter.admitted("judging", PROMPT):
        assert other.tokens == 150
    takes = pytest.raises(BudgetSpentError, match="the next request takes about 500")
    with limiter.admitted("asking", PROMPT), takes, limiter.admitted("asking", PROMPT):
        pass


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
