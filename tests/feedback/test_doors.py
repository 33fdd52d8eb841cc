"""Both doors take the options of feedback, and keep nothing unless they are told to."""

from pathlib import Path

import pytest

from lgm_core import FactRetrievalOptions, FeedbackOptions, InputError, LanguageGraph
from tests.feedback.graphs import QUESTION, Player, small_graph


@pytest.fixture
def graph(tmp_path: Path) -> LanguageGraph:
    return small_graph(tmp_path / "test.lgm").with_llm(Player().model)


def test_a_query_engine_answers_with_feedback_and_keeps_nothing(graph: LanguageGraph) -> None:
    pytest.importorskip("llama_index.core")
    from llama_index_lgm import LanguageGraphIndex

    engine = LanguageGraphIndex(store=graph.store, llm=graph.llm).as_query_engine(
        options=FeedbackOptions(), similarity_top_k=3
    )
    response = engine.query(QUESTION)
    assert str(response) == "Tennessee [1][2]."
    assert response.source_nodes[0].text == "He died in Tennessee in 1999."
    assert set(engine.get_prompts()) >= {"answer", "missing"}
    assert graph.additions() == []
    with pytest.raises(InputError, match="must be AskOptions or FeedbackOptions"):
        LanguageGraphIndex(store=graph.store).as_query_engine(options=FactRetrievalOptions())  # type: ignore[arg-type]


def test_an_answerer_answers_with_feedback_and_keeps_nothing(graph: LanguageGraph) -> None:
    pytest.importorskip("langchain_core")
    from langchain_lgm import ConceptIterativeAnswerer

    answerer = ConceptIterativeAnswerer(graph, options=FeedbackOptions())
    message = answerer.invoke({"question": QUESTION, "filter": {"shelf": "a"}})
    assert message.text == "Tennessee [1][2]."
    assert "".join(chunk.text for chunk in answerer.stream(QUESTION)) == "Tennessee [1][2]."
    assert graph.additions() == []
    with pytest.raises(InputError, match="must be AskOptions or FeedbackOptions"):
        ConceptIterativeAnswerer(graph, options=FactRetrievalOptions())  # type: ignore[arg-type]  # deliberately wrong
