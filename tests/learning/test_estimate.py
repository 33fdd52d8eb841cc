"""The cost of a build is estimated before any call, and holds."""

import json
import re
from dataclasses import replace

import pytest

from lgm_core.flow import Session, run, together
from lgm_core.graph.sqlite import SQLiteStore
from lgm_core.learning.estimate import Estimate, Prices, estimate
from lgm_core.learning.extraction.extractor import ExtractionOptions, extract
from lgm_core.learning.merge import with_extraction
from lgm_core.learning.reflector import ReflectionOptions, reflect
from lgm_core.llm.scripted import ScriptedChatModel
from lgm_core.model import Evidence, MetaRelation, RelationKind, Usage
from tests.support.hand_made import graph_of

KINDS = ["tool", "vessel", "device", "machine"]
OBJECTS = ["lantern", "kettle", "anvil", "compass", "ladder", "loom", "saddle", "violin"]
STATEMENT = re.compile(r"A (\w+) is a kind of (\w+)\.")


def document(number):
    """Return a document whose patterns found its two statements, among ten sentences."""
    subject, second = OBJECTS[number % 8], OBJECTS[(number + 3) % 8]
    lines = [
        f"A {subject} is a kind of {KINDS[number % 4]}.",
        f"The old {subject} of house {number} has been in the family for generations and still works well.",
        f"People used the {subject} at night, when the wind blew from the sea and the harbour lay in darkness.",
        f"Most families kept a {second} beside it, wrapped in cloth against the damp of the long winter.",
        f"A {second} is a kind of {KINDS[(number + 3) % 4]}.",
        f"Traders brought the {second} from the south, {number} of them in a single summer.",
        "Nobody remembers who made the first.",
        f"In spring the {subject} went back into its box until the evenings grew dark again.",
        f"Some said that a {second} of iron brought luck to those who slept near it.",
        "The custom ended with the war.",
    ]
    relations = [
        MetaRelation(RelationKind.IS_A, *arguments, (Evidence(f"d{number}#{position}", "pattern:kind"),))
        for position, line in enumerate(lines)
        for arguments in STATEMENT.findall(line)
    ]
    concepts = [*OBJECTS, *KINDS]
    return graph_of(*lines, id=f"d{number}", title=subject.title(), concepts=concepts, relations=relations)


GRAPHS = [document(number) for number in range(12)]


def answer(messages):
    """Reply what a plain reader would: the statements, and parts and names read into a few other sentences."""
    system, data = messages[0].content, messages[-1].content
    if "Claim:" in data:
        return json.dumps(
            {"reason": "Several of the sentences describe it in use as one of these.", "verdict": "valid"}
        )
    numbered = re.findall(r"^\[(\d+)\] (.*)$", data, re.MULTILINE)
    if numbered:
        entries = [
            {"n": int(number), "kind": "is_a", "a": first, "b": second}
            for number, line in numbered
            for first, second in [*STATEMENT.findall(line), *re.findall(r"the (\w+) of (\w+)", line)]
        ]
        return json.dumps({"relations": entries})
    if "parent_class" not in system:
        return "[{}]"
    entries = [
        {"sentence": f"A {first} is a kind of {second}.", "subclass": first, "parent_class": second}
        for first, second in STATEMENT.findall(data)
    ]
    return json.dumps(entries)


def spent(tmp_path, options, *, reflection):
    """Return what a build of the documents, and a reflection over it, really use."""
    session = Session(ScriptedChatModel(answer))
    extractions = run(together([extract(graph, options, "m") for graph in GRAPHS]), session)
    if reflection:
        store = SQLiteStore(tmp_path / "graph.lgm")
        for graph, extraction in zip(GRAPHS, extractions, strict=True):
            store.write(with_extraction(graph, extraction))
        run(reflect(store, ReflectionOptions()), session)
        store.close()
    return session.ledger


@pytest.mark.parametrize(
    "options",
    [
        ExtractionOptions(),
        ExtractionOptions(batch_characters=300),
        ExtractionOptions(only_cued=True),
    ],
    ids=["structured", "small batches", "cued"],
)
def test_extraction_takes_what_was_estimated(tmp_path, options):
    estimated = estimate(GRAPHS, options)
    used = spent(tmp_path, options, reflection=False).total
    assert (estimated.total.calls, estimated.total.prompt_tokens) == (used.calls, used.prompt_tokens)
    assert estimated.total.tokens == pytest.approx(used.tokens, rel=0.1)


def test_reflection_takes_what_was_estimated(tmp_path):
    estimated = estimate(GRAPHS, ExtractionOptions(), reflection=True)
    used = spent(tmp_path, ExtractionOptions(), reflection=True)
    assert estimated.reflection.calls == pytest.approx(used.phases["reflection"].calls, rel=0.1)
    assert estimated.reflection.tokens == pytest.approx(used.phases["reflection"].tokens, rel=0.1)
    assert estimated.total.tokens == pytest.approx(used.total.tokens, rel=0.1)


def test_prices_give_the_cost():
    assert Prices(2.0, 8.0).cost(Usage(prompt_tokens=1_500_000, completion_tokens=250_000)) == 5.0
    estimated = estimate(GRAPHS, ExtractionOptions(), prices=Prices(1.0, 1.0))
    assert estimated.cost == pytest.approx(estimated.total.tokens / 1_000_000)
    assert estimate(GRAPHS, ExtractionOptions()).cost is None


def test_an_estimate_says_what_it_is_about():
    summary = str(estimate(GRAPHS, ExtractionOptions(), reflection=True, prices=Prices(1.0, 1.0)))
    assert "12 documents, 120 sentences" in summary
    assert "extraction 12 calls" in summary
    assert "cost" in summary


def test_nothing_to_learn_costs_nothing():
    assert estimate([], ExtractionOptions(), reflection=True).total == Usage()
    assert estimate([replace(GRAPHS[0], sentences=(), mentions=())], ExtractionOptions()).total == Usage()


@pytest.mark.parametrize(("cost", "told"), [(0, "0.00"), (0.00177, "0.0018"), (1234.56, "1,234.56")])
def test_small_sums_are_not_rounded_to_nothing(cost: float, told: str) -> None:
    assert str(Estimate(1, 1, Usage(), cost=cost)).endswith(f"cost       {told}")
