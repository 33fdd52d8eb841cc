"""What belongs to one call of the facade: its steps, its cancellation, its settings; and what belongs to the graph."""

import asyncio
import inspect
import io
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from lgm_core import AskOptions, Cancelled, Document, ExtractionOptions, InputError, LanguageGraph, SQLiteStore
from lgm_core.llm.scripted import ScriptedChatModel
from tests.support.counting_store import CountingStore
from tests.support.texts import APPLES, BOATS, ORCHARD, many_documents

QUESTION = "What are apples rich in?"


@pytest.fixture
def graph(tmp_path: Path):
    with LanguageGraph(tmp_path / "test.lgm") as graph:
        graph.build([APPLES, ORCHARD, BOATS])
        yield graph


def set_event() -> threading.Event:
    event = threading.Event()
    event.set()
    return event


@pytest.fixture(params=["sync", "async"])
def call(request: pytest.FixtureRequest) -> Callable[..., Any]:
    """Call a method of a graph, or its asynchronous twin."""

    def called(graph: LanguageGraph, name: str, *arguments: object, **named: object) -> Any:
        if request.param == "sync":
            return getattr(graph, name)(*arguments, **named)
        return asyncio.run(getattr(graph, f"a{name}")(*arguments, **named))

    return called


def test_of_two_calls_only_the_one_whose_event_is_set_ends(tmp_path: Path) -> None:
    cancel = threading.Event()
    with LanguageGraph(tmp_path / "test.lgm") as graph:

        def cancel_then_ask(step: object) -> None:
            cancel.set()
            graph.ask("What is a kettle?")

        with pytest.raises(Cancelled):
            graph.build(many_documents(200), workers=1, on_step=cancel_then_ask, cancel=cancel)
        assert 0 < graph.statistics().documents < 200
        assert graph.build(many_documents(200), workers=1).skipped > 0
        assert graph.statistics().documents == 200


@pytest.mark.parametrize("with_model", [False, True])
def test_an_event_that_is_set_before_a_call_ends_it(tmp_path: Path, call: Any, with_model: bool) -> None:
    model = ScriptedChatModel(lambda _: "[]") if with_model else None
    with LanguageGraph(tmp_path / "test.lgm", llm=model) as graph:
        for name, arguments in (("build", [APPLES]), ("reflect", []), ("ask", [QUESTION])):
            with pytest.raises(Cancelled):
                call(graph, name, *arguments, cancel=set_event())
        assert not graph.store.exists()
        assert model is None or model.requests == []


def test_a_call_tells_its_steps_to_its_own_listener_and_to_the_graphs(tmp_path: Path, call: Any) -> None:
    of_graph: list[str] = []
    of_call: list[str] = []
    with LanguageGraph(tmp_path / "test.lgm", on_step=lambda step: of_graph.append(step.name)) as graph:
        call(graph, "build", APPLES, workers=1, on_step=lambda step: of_call.append(step.name))
        answer = call(graph, "ask", QUESTION, on_step=lambda step: of_call.append(step.name))
        call(graph, "build", BOATS, workers=1)
    expected = ["learned", "indexing", *(step.name for step in answer.trace)]
    assert of_call == expected
    assert of_graph == [*expected, "learned", "indexing"]


def test_extraction_is_off_default_or_as_told(tmp_path: Path) -> None:
    model = ScriptedChatModel(lambda _: "[]")
    with LanguageGraph(tmp_path / "test.lgm", llm=model) as graph:
        graph.build(APPLES, extraction=False)
        assert model.requests == []
        graph.build(APPLES)
        default = len(model.requests)
        assert default > 0
        graph.build(APPLES, extraction=ExtractionOptions(batch_characters=40))
        assert len(model.requests) - default > default
        with pytest.raises(InputError, match="extraction=True is neither"):
            graph.build(APPLES, extraction=True)  # type: ignore[arg-type]


def test_without_a_model_extraction_needs_not_be_turned_off(tmp_path: Path) -> None:
    with LanguageGraph(tmp_path / "test.lgm") as graph:
        first = graph.build(APPLES)
        assert (first.learned, first.usage.calls) == (1, 0)
        assert graph.build(APPLES, extraction=False).skipped == 1


def test_a_graph_with_another_model_is_the_same_graph(graph: LanguageGraph) -> None:
    reply = '{"answer": "Vitamins.", "citations": [], "missing": []}'
    asked = graph.with_llm(ScriptedChatModel(lambda _: reply))
    assert asked.ask(QUESTION).text == "Vitamins [1]."
    assert graph.ask(QUESTION).is_evidence_only
    assert asked.ranker() is graph.ranker()
    assert graph.ledger.total.calls > 0


def test_asynchronous_twins_return_the_same_and_leave_the_graph_as_it_is(graph: LanguageGraph) -> None:
    async def both() -> None:
        assert await graph.aretrieve_sentences(QUESTION, 2) == graph.retrieve_sentences(QUESTION, 2) != []
        assert await graph.aretrieve_facts(QUESTION) == graph.retrieve_facts(QUESTION)
        assert await graph.aask(QUESTION) == graph.ask(QUESTION)
        with pytest.raises(InputError, match="the question is empty"):
            await graph.aask(" ")

    asyncio.run(both())
    assert not asyncio.iscoroutine(graph.ask(QUESTION))


def test_a_twin_has_the_arguments_of_its_method_and_says_whose_it_is() -> None:
    assert inspect.signature(LanguageGraph.aask).parameters == inspect.signature(LanguageGraph.ask).parameters
    assert (LanguageGraph.aask.__name__, LanguageGraph.aask.__doc__) == (
        "aask",
        "Do what `ask` does without blocking the event loop; raises the same.",
    )
    assert inspect.iscoroutinefunction(LanguageGraph.abuild)


def test_what_a_twin_learns_of_a_graph_its_method_knows(tmp_path: Path) -> None:
    with LanguageGraph(tmp_path / "test.lgm") as graph:
        asyncio.run(graph.abuild([APPLES]))
        graph.store = SQLiteStore(tmp_path / "other.lgm")
        assert asyncio.run(graph.abuild([BOATS])).learned == 1
        assert [record.id for record in graph.documents()] == ["boats"]


def test_documents_are_filtered_and_limited(tmp_path: Path) -> None:
    with LanguageGraph(tmp_path / "test.lgm") as graph:
        graph.build(Document(f"d{year}", "A cart.", metadata={"year": year}) for year in (2019, 2020, 2021))
        assert [record.id for record in graph.documents(where={"year": {"$gte": 2020}})] == ["d2020", "d2021"]
        assert [record.id for record in graph.documents(where={"year": {"$gte": 2020}}, limit=1)] == ["d2020"]


def test_a_filter_of_a_call_is_added_to_that_of_its_options(graph: LanguageGraph) -> None:
    options = AskOptions(where={"id": {"$in": ["apples", "boats"]}})

    def cited(where: dict[str, Any] | None) -> set[str]:
        answer = graph.ask("What is a fruit, and a boat?", options, where=where)
        return {citation.document_id for citation in answer.citations}

    assert cited(None) == {"apples", "boats"}
    assert cited({"title": "Dinghy"}) == {"boats"}
    assert cited({"id": {"$ne": "apples"}}) == {"boats"}
    assert cited({"id": "orchard"}) == set()


def test_a_graph_is_exported_to_a_path_or_a_stream(graph: LanguageGraph, tmp_path: Path) -> None:
    stream = io.BytesIO()
    graph.export(stream)
    graph.export(tmp_path / "graph.jsonl")
    assert stream.getvalue() == (tmp_path / "graph.jsonl").read_bytes()
    assert stream.getvalue().count(b'"type":"document"') == 3
    graph.export(tmp_path / "graph.graphml", format="graphml")
    assert ElementTree.parse(tmp_path / "graph.graphml").getroot().find(".//{*}node") is not None
    with pytest.raises(InputError, match="format='csv'"):
        graph.export(tmp_path / "graph.csv", format="csv")  # type: ignore[arg-type]
    assert not (tmp_path / "graph.csv").exists()


def test_every_read_goes_to_the_store_that_is_assigned(graph: LanguageGraph, tmp_path: Path) -> None:
    other = SQLiteStore(tmp_path / "other.lgm")
    with LanguageGraph(other) as written:
        written.build([BOATS, APPLES, ORCHARD])  # as many changes as the first graph has seen
        written.delete(["apples", "orchard"])
        assert graph.retrieve_passages("fruit")
        graph.store = SQLiteStore(tmp_path / "other.lgm")
        assert [record.id for record in graph.documents()] == ["boats"]
        assert {passage.document.id for passage in graph.retrieve_passages("boat fruit")} == {"boats"}
        assert graph.explain("pear") is None
        assert {citation.document_id for citation in graph.ask("Is a dinghy a fruit?").citations} == {"boats"}


def test_a_question_without_a_model_costs_at_most_ten_calls_to_the_store(tmp_path: Path) -> None:
    store = CountingStore(SQLiteStore(tmp_path / "test.lgm"))
    texts = ["Apples are a kind of fruit.", "Fruits can spoil.", "Fruit is a kind of food."]
    texts += [f"A {chr(97 + number // 26)}{chr(97 + number % 26)}berry is a kind of apple." for number in range(80)]
    texts += [f"She became so rich that {number} did not matter." for number in range(80)]
    with LanguageGraph(store) as graph:
        graph.build(Document.from_text(text, id=f"d{number}") for number, text in enumerate(texts))
        graph.ask("Are apples sweet?")
        store.calls.clear()
        answer = graph.ask("Why did apples become so rich?")
        assert any("left_out" in step.details for step in answer.trace), "expansion does not reach all"
        assert any(len(citation.path) > 1 for citation in answer.citations), "something is inherited"
        assert sum(store.calls.values()) <= 10, store.calls
