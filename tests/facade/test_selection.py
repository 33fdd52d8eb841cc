"""Passages selected by a language model, over HTTP, and through both doors."""

import asyncio
import logging
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from langchain_lgm import ConceptIterativeRetriever as LangChainRetriever
from lgm_core import Document, InputError, LanguageGraph, OpenAIChatModel
from lgm_core.model import TraceStep
from llama_index_lgm import ConceptIterativeRetriever as LlamaIndexRetriever
from tests.support.openai_server import BROKEN, OpenAIServer, Response, completion

QUESTION = "Where was the designer of the Marten Bridge born?"
TEXTS = {
    "bridge": ("Marten Bridge", "The Marten Bridge was designed by Ada Lindqvist."),
    "ada": ("Ada Lindqvist", "Ada Lindqvist was born in Lund."),
    "trams": ("Trams", "Trams cross the Marten Bridge."),
    "school": ("Marten School", "The designer of the Marten School was born here."),
}


@pytest.fixture
def graph(tmp_path: Path) -> Iterator[LanguageGraph]:
    with LanguageGraph(tmp_path / "g.lgm") as graph:
        documents = [
            Document.from_text(text, id=id, title=title, metadata={"is": id}) for id, (title, text) in TEXTS.items()
        ]
        graph.build(documents, workers=1)
        yield graph


def named(*titles: str) -> Any:
    """Reply with the numbers under which passages of these titles are shown."""

    def respond(body: dict[str, Any]) -> Response:
        shown = body["messages"][-1]["content"].splitlines()
        numbers = {title: number.strip("[") for number, _, title in (line.partition("] ") for line in shown)}
        return completion(f'{{"passages": [{", ".join(numbers[title] for title in titles)}]}}')

    return respond


def documents(passages: list[Any]) -> list[str]:
    return [passage.document.id for passage in passages]


def test_what_is_selected_comes_first_is_kept_and_counted(graph: LanguageGraph) -> None:
    ranked = documents(graph.retrieve_passages(QUESTION))
    steps: list[TraceStep] = []
    with OpenAIServer(named("Trams", "Ada Lindqvist")) as server:
        model = OpenAIChatModel("m", base_url=server.base_url)
        selected = graph.retrieve_passages(QUESTION, select=model, on_step=steps.append)
        again = asyncio.run(graph.aretrieve_passages(QUESTION, 1, select=model))
        assert len(server.bodies) == 1
        assert server.bodies[0]["response_format"]["type"] == "json_schema"
    assert documents(selected) == ["trams", "ada", *(id for id in ranked if id not in ("trams", "ada"))]
    assert documents(again) == ["trams"]
    assert [step.details["chosen"] for step in steps] == [["trams#s0", "ada#s0"]]
    assert (graph.ledger.phases["selection"].calls, graph.ledger.phases["selection"].cached) == (1, 1)


def test_a_model_that_fails_leaves_the_ranking_and_is_told(
    graph: LanguageGraph, caplog: pytest.LogCaptureFixture
) -> None:
    ranked, steps = graph.retrieve_passages(QUESTION), []
    with OpenAIServer([BROKEN]) as server, caplog.at_level(logging.WARNING):
        model = OpenAIChatModel("m", base_url=server.base_url, max_retries=0)
        assert graph.retrieve_passages(QUESTION, select=model, on_step=steps.append) == ranked
    assert "internal error" in steps[0].details["error"]
    assert "No passages were selected, so the ranking is unchanged: " in caplog.text


def test_the_passage_before_in_the_chain_is_told(graph: LanguageGraph) -> None:
    before = {passage.id: passage.before for passage in graph.retrieve_passages(QUESTION)}
    assert (before["ada#s0"], before["bridge#s0"]) == ("bridge#s0", "")


def test_of_long_passages_the_sentences_are_shown_that_have_words_of_the_question_or_the_chain(tmp_path: Path) -> None:
    filler = " ".join(f"Ship number {number} carried a cargo of salt along the coast." for number in range(15))
    told = [*TEXTS.values(), *((f"Guest {number}", f"Guest {number} saw the Marten Bridge.") for number in range(12))]
    documents = [Document.from_text(f"{filler} {text} {filler}", id=title, title=title) for title, text in told]
    with OpenAIServer([completion("[1]")]) as server, LanguageGraph(tmp_path / "g.lgm") as graph:
        graph.build(documents, workers=1)
        graph.retrieve_passages(QUESTION, select=OpenAIChatModel("m", base_url=server.base_url))
        shown = server.bodies[0]["messages"][-1]["content"]
    assert len(shown) < 11_000
    assert [text for _, text in told if text not in shown] == []


def test_only_what_a_filter_lets_through_is_shown(graph: LanguageGraph) -> None:
    with OpenAIServer(named("Trams")) as server:
        model = OpenAIChatModel("m", base_url=server.base_url)
        found = graph.retrieve_passages(QUESTION, where={"is": {"$in": ["school", "trams"]}}, select=model)
        shown = server.bodies[0]["messages"][-1]["content"]
    assert "Marten School" in shown
    assert "The Marten Bridge was designed" not in shown
    assert documents(found) == ["trams", "school"]


@pytest.mark.parametrize("is_async", [False, True])
def test_the_retriever_of_llama_index_selects(graph: LanguageGraph, is_async: bool) -> None:
    with OpenAIServer(named("Trams")) as server:
        model = OpenAIChatModel("m", base_url=server.base_url)
        retriever = LlamaIndexRetriever(graph, similarity_top_k=2, select=model)
        nodes = asyncio.run(retriever.aretrieve(QUESTION)) if is_async else retriever.retrieve(QUESTION)
    assert nodes[0].metadata["document_id"] == "trams"
    assert (nodes[0].score or 0) > (nodes[1].score or 0)


def test_the_retriever_of_llama_index_selects_passages_alone(graph: LanguageGraph) -> None:
    with pytest.raises(InputError, match="`select` chooses passages"):
        LlamaIndexRetriever(graph, mode="sentences", select=OpenAIChatModel("m", api_key="k"))


@pytest.mark.parametrize("is_async", [False, True])
def test_the_retriever_of_langchain_selects(graph: LanguageGraph, is_async: bool) -> None:
    with OpenAIServer(named("Trams")) as server:
        retriever = LangChainRetriever(graph=graph, k=2, select=OpenAIChatModel("m", base_url=server.base_url))
        found = asyncio.run(retriever.ainvoke(QUESTION)) if is_async else retriever.invoke(QUESTION)
        sentences = retriever.invoke(QUESTION, mode="sentences")
        assert len(server.bodies) == 1
    assert found[0].metadata["document_id"] == "trams"
    assert len(sentences) == 2


def test_hosts_own_models_select(graph: LanguageGraph) -> None:
    from langchain_core.language_models import FakeListChatModel
    from llama_index.core.llms import CustomLLM, MockLLM

    ranked = documents(graph.retrieve_passages(QUESTION))
    found = LangChainRetriever(graph=graph, select=FakeListChatModel(responses=["[2]"])).invoke(QUESTION)
    assert found[0].metadata["document_id"] == ranked[1]
    assert isinstance(MockLLM(), CustomLLM)  # it echoes the request, whose last numbers in brackets are no choice
    nodes = LlamaIndexRetriever(graph, select=MockLLM()).retrieve(QUESTION)
    assert len(nodes) == len(ranked)
