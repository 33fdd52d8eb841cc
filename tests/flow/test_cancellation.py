"""Cancellation: a token belongs to a run, counts from before its start, and ends nothing else."""

import asyncio
import threading
import time

import pytest

from lgm_core.errors import Cancelled
from lgm_core.flow import Flow, Session, arun, run
from lgm_core.llm.scripted import ScriptedChatModel
from lgm_core.model.trace import Round
from tests.support.flows import ask_all, ask_in_rounds, drivers, question, upper


def cancelled() -> threading.Event:
    token = threading.Event()
    token.set()
    return token


@drivers
def test_a_token_set_before_the_run_ends_it_before_its_first_step(drive):
    started, token = [], cancelled()

    def recording() -> Flow[None]:
        started.append(True)
        yield [question("a")]

    model = ScriptedChatModel(upper)
    session = Session(model, cancel=token)
    with pytest.raises(Cancelled):
        drive(recording(), session)
    assert (started, model.requests) == ([], [])
    assert token.is_set()


@drivers
def test_cancelling_ends_the_run_before_the_next_request_and_keeps_account(drive):
    token = threading.Event()

    def cancel(messages):
        token.set()
        return "last"

    session = Session(ScriptedChatModel(cancel), concurrency=1, cancel=token)
    with pytest.raises(Cancelled):
        drive(ask_all("a", "b", "c"), session)
    assert session.ledger.total.calls == 1


@drivers
def test_a_token_set_at_a_trace_step_ends_the_run_there(drive):
    token, steps = threading.Event(), []

    def stepping() -> Flow[None]:
        for number in range(3):
            yield Round(number)

    def cancel_after_the_second(step):
        steps.append(step.details["number"])
        if len(steps) == 2:
            token.set()

    with pytest.raises(Cancelled):
        drive(stepping(), Session(on_step=cancel_after_the_second, cancel=token))
    assert steps == [0, 1]


def test_of_two_runs_at_once_only_the_one_whose_token_is_set_ends():
    both_run = threading.Barrier(2)
    token = threading.Event()
    results = {}

    def meeting(messages):
        if messages[-1].content == "a":
            both_run.wait(10)
            token.set()
        return upper(messages)

    def drive_to_the_end(name, session):
        try:
            results[name] = run(ask_in_rounds(), session)
        except Cancelled:
            results[name] = Cancelled

    sessions = {
        "cancelled": Session(ScriptedChatModel(meeting), concurrency=1, cancel=token),
        "other": Session(ScriptedChatModel(meeting), concurrency=1),
    }
    threads = [threading.Thread(target=drive_to_the_end, args=named) for named in sessions.items()]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert results == {"cancelled": Cancelled, "other": ["A", "B", "BA"]}


def test_a_cancelled_task_leaves_nothing_running():
    entered, closed = threading.Event(), []

    def slow() -> Flow[None]:
        try:
            entered.set()
            time.sleep(0.02)
            yield [question("never asked")]
        finally:
            closed.append(True)

    async def main():
        task = asyncio.create_task(arun(slow(), Session(ScriptedChatModel([]))))
        await asyncio.to_thread(entered.wait)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        return list(closed), len(asyncio.all_tasks())

    assert asyncio.run(main()) == ([True], 1)


def test_a_cancelled_task_ends_at_the_next_trace_step():
    entered, cancelled, steps = threading.Event(), threading.Event(), []

    def stepping() -> Flow[None]:
        entered.set()
        cancelled.wait(10)
        for number in range(3):
            yield Round(number)

    async def main():
        task = asyncio.create_task(arun(stepping(), Session(on_step=steps.append)))
        await asyncio.to_thread(entered.wait)
        task.cancel()
        asyncio.get_running_loop().call_soon(cancelled.set)
        with pytest.raises(asyncio.CancelledError):
            await task

    asyncio.run(main())
    assert len(steps) == 1
