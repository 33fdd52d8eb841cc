"""Facts as LlamaIndex's nodes."""

import pytest
from llama_index.core import Document

from lgm_core.errors import InputError
from llama_index_lgm import ConceptIterativeRetriever, LanguageGraphIndex
from tests.support.film_facts import film_graph

QUESTION = "Whom did the director of Salt Harbour marry?"


@pytest.fixture
def graph(tmp_path):
    with film_graph(tmp_path / "graph.lgm") as graph:
        yield graph


def test_nodes_are_sentences_with_the_facts_that_they_state(graph):
    first, second, *_ = ConceptIterativeRetriever(graph, mode="facts").retrieve(QUESTION)
    assert first.text == "Salt Harbour is a 1962 film directed by Inês Moura."
    assert first.metadata["facts"] == ["Salt Harbour — directed by — Inês Moura"]
    assert second.metadata["concept_path"] == ["Salt Harbour", "Inês Moura"]
    assert second.node_id == "director#1"
    assert first.score >= second.score


async def test_a_filter_holds_for_facts(graph):
    retriever = ConceptIterativeRetriever(graph, mode="facts", where={"kind": "reviews"})
    (node,) = await retriever.aretrieve(QUESTION)
    assert (node.node_id, node.metadata["facts"]) == ("reviews#0", ["Salt Harbour — was praised in — Paris"])


def test_other_modes_and_selection_are_refused(graph):
    with pytest.raises(InputError, match="'passages', 'sentences' and 'facts'"):
        ConceptIterativeRetriever(graph, mode="paths")
    with pytest.raises(InputError, match="`select` chooses passages"):
        ConceptIterativeRetriever(graph, mode="facts", select=object())


def test_an_index_learns_facts_if_it_is_to():
    document = Document(text="Salt Harbour is a 1962 film directed by Inês Moura.", id_="film")
    index = LanguageGraphIndex.from_documents([document], facts="open")
    assert "direct by" in {fact.predicate for fact in index.graph.store.facts()}
    index.insert(Document(text="Inês Moura married Rui Dias.", id_="moura"))
    assert "marry" in {fact.predicate for fact in index.graph.store.facts()}
    assert LanguageGraphIndex.from_documents([document]).graph.store.facts() == []
