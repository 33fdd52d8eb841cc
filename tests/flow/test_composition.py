"""Composed flows: several in step, and a flow with a record of its run."""

import pytest

from lgm_core.errors import LanguageModelError
from lgm_core.flow import Flow, Session, Traced, together, traced
from lgm_core.llm.scripted import ScriptedChatModel
from lgm_core.model import Usage
from tests.support.flows import Telling, ask_all, ask_in_rounds, drivers, question, upper


@drivers
def test_flows_driven_together_share_batches_and_keep_their_results_apart(drive):
    steps = []
    model = ScriptedChatModel(upper)

    def repeat(letter, rounds) -> Flow[str]:
        text = letter
        for _ in range(rounds):
            (outcome,) = yield [question(text)]
            yield Telling(letter)
            text = outcome.value + letter
        return text

    flows = [repeat("a", 2), repeat("b", 0), repeat("c", 1)]
    assert drive(together(flows), Session(model, on_step=steps.append)) == ["AAa", "b", "Cc"]
    assert steps == [Telling("a"), Telling("c"), Telling("a")]
    assert len(model.requests) == 3


def test_flows_driven_together_are_one_batch():
    batch = next(together([ask_all("a", "b"), ask_all("c")]))
    assert [request.messages[0].content for request in batch] == ["a", "b", "c"]


@drivers
def test_a_traced_flow_returns_its_result_with_its_steps_and_usage(drive):
    steps = []
    session = Session(ScriptedChatModel(upper), on_step=steps.append)
    record = drive(traced(ask_in_rounds()), session)
    assert record.result == ["A", "B", "BA"]
    assert record.trace == tuple(steps) == (Telling(2),)
    assert record.usage == session.ledger.total
    assert record.usage.calls == 3


@drivers
def test_the_usage_of_a_traced_flow_counts_its_failures_and_nobody_elses_requests(drive):
    model = ScriptedChatModel(lambda messages: LanguageModelError("down") if messages[-1].content == "b" else "a reply")
    first, second = drive(together([traced(ask_all("a", "b")), traced(ask_all("c"))]), Session(model))
    assert (first.usage.calls, first.usage.failures) == (1, 1)
    assert (second.usage.calls, second.usage.failures) == (1, 0)


def test_a_traced_flow_that_asks_nothing_costs_nothing():
    def thinking() -> Flow[int]:
        yield Telling()
        return 42

    flow = traced(thinking())
    assert next(flow) == Telling()
    with pytest.raises(StopIteration) as end:
        next(flow)
    assert end.value.value == Traced(42, (Telling(),), Usage())


@pytest.mark.parametrize("compose", [traced, lambda flow: together([flow])])
def test_closing_a_composed_flow_closes_the_flow_inside(compose):
    closed = []

    def waiting() -> Flow[None]:
        try:
            yield [question("never answered")]
        finally:
            closed.append(True)

    flow = compose(waiting())
    next(flow)
    flow.close()
    assert closed == [True]
