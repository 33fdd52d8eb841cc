"""Both doors answer by logical forms, with and without a language model, and stream the whole at the end."""

import asyncio
from collections.abc import Iterator

import pytest

from lgm_core import AskOptions, FeedbackOptions, InputError, LanguageGraph, LogicalFormOptions
from tests.reasoning.solving.graphs import BIRTHPLACE, Player, venice

QUESTION = "Where was the composer of Concerto in C Major Op 3 6 born?"
WORDED = {"missing": "", "answer": "He was born in Venice [2]."}


@pytest.fixture(scope="module")
def graph(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LanguageGraph]:
    with venice(tmp_path_factory.mktemp("graph")) as graph:
        yield graph


def player() -> Player:
    return Player(planning=BIRTHPLACE, answering=WORDED)


def test_a_query_engine_answers_by_logical_forms(graph: LanguageGraph) -> None:
    pytest.importorskip("llama_index.core")
    from llama_index_lgm import LogicalFormQueryEngine

    options = LogicalFormOptions(planner="llm")
    engine = LogicalFormQueryEngine(graph.with_llm(player().model), options=options)
    response = engine.query(QUESTION)
    assert str(response) == "He was born in Venice [1]."
    assert [node.text for node in response.source_nodes] == ["Antonio Vivaldi was born in Venice."]
    assert [step["step"] for step in response.metadata["trace"]].count("step") == 3
    assert asyncio.run(engine.aquery(QUESTION)).response == response.response
    streaming = LogicalFormQueryEngine(graph.with_llm(player().model), options=options, streaming=True)
    assert "".join(streaming.query(QUESTION).response_gen) == "He was born in Venice [1]."
    assert engine.get_prompts()
    with pytest.raises(InputError, match="must be LogicalFormOptions"):
        LogicalFormQueryEngine(graph, options=FeedbackOptions())


def test_an_index_takes_the_options_too(graph: LanguageGraph) -> None:
    pytest.importorskip("llama_index.core")
    from llama_index_lgm import LanguageGraphIndex

    options = LogicalFormOptions(planner="rules", ask=AskOptions(brief=True))
    engine = LanguageGraphIndex(store=graph.store, llm=player().model).as_query_engine(
        options=options, similarity_top_k=3
    )
    assert str(engine.query(QUESTION)) == "Venice"


def test_an_answerer_answers_by_logical_forms(graph: LanguageGraph) -> None:
    pytest.importorskip("langchain_core")
    from langchain_lgm import LogicalFormAnswerer

    answerer = LogicalFormAnswerer(graph.with_llm(player().model), options=LogicalFormOptions(planner="llm"))
    message = answerer.invoke({"question": QUESTION, "filter": {"shelf": "a"}})
    assert message.text == "He was born in Venice [1]."
    assert message.response_metadata["supported"]
    assert "".join(chunk.text for chunk in answerer.stream(QUESTION)) == "He was born in Venice [1]."
    with pytest.raises(InputError, match="must be LogicalFormOptions"):
        LogicalFormAnswerer(graph, options=AskOptions())


def test_without_a_language_model_facts_answer_through_the_doors_too(graph: LanguageGraph) -> None:
    pytest.importorskip("langchain_core")
    from langchain_lgm import LogicalFormAnswerer

    assert LogicalFormAnswerer(graph).invoke(QUESTION).text == "Venice [1][2]"
