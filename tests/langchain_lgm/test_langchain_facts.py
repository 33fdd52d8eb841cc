"""Facts as LangChain's documents."""

import pytest
from langchain_core.documents import Document

from langchain_lgm import ConceptIterativeRetriever, LanguageGraphBuilder
from lgm_core.errors import InputError
from tests.support.film_facts import film_graph

QUESTION = "Whom did the director of Salt Harbour marry?"


@pytest.fixture
def graph(tmp_path):
    with film_graph(tmp_path / "graph.lgm") as graph:
        yield graph


def test_documents_are_sentences_with_the_facts_that_they_state(graph):
    retriever = ConceptIterativeRetriever(graph=graph, mode="facts", scored=True)
    first, second, *_ = retriever.invoke(QUESTION)
    assert first.page_content == "Salt Harbour is a 1962 film directed by Inês Moura."
    assert first.metadata["facts"] == ["Salt Harbour — directed by — Inês Moura"]
    assert second.metadata["concept_path"] == ["Salt Harbour", "Inês Moura"]
    assert second.metadata["document_id"] == "director"


async def test_a_call_may_ask_for_facts_and_limit_them(graph):
    retriever = ConceptIterativeRetriever(graph=graph)
    (document,) = await retriever.ainvoke(QUESTION, mode="facts", filter={"kind": "reviews"})
    assert (document.id, document.metadata["facts"]) == ("reviews#0", ["Salt Harbour — was praised in — Paris"])
    assert len(retriever.invoke(QUESTION, mode="facts", k=1)) == 1


def test_other_modes_are_refused(graph):
    with pytest.raises(InputError, match="'passages', 'sentences' or 'facts'"):
        ConceptIterativeRetriever(graph=graph).invoke(QUESTION, mode="paths")


def test_a_builder_learns_facts_if_it_is_to(tmp_path):
    document = Document("Salt Harbour is a 1962 film directed by Inês Moura.", id="film")
    with LanguageGraphBuilder(store=tmp_path / "1.lgm", facts="open").build([document]) as graph:
        assert "direct by" in {fact.predicate for fact in graph.store.facts()}
    with LanguageGraphBuilder(store=tmp_path / "2.lgm").build([document]) as graph:
        assert graph.store.facts() == []
