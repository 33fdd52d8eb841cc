"""Relevance: a score from 0 to 1 that means the same for every question, beside the score of the ranking."""

import pytest

from langchain_lgm import ConceptIterativeRetriever
from lgm_core import Document, LanguageGraph
from llama_index_lgm import ConceptIterativeRetriever as LlamaIndexRetriever

TEXTS = {
    "pears": "# Pears\n\nPears are a type of fruit. Pears are sweet.",
    "fruits": "# Fruits\n\nFruits contain many vitamins.",
    "boats": "# Boats\n\nA dinghy is a boat. Boats have a keel.",
    "gilda": "# Gilda\n\nGilda is a 1946 film directed by Charles Vidor.",
    "vidor": "# Charles Vidor\n\nCharles Vidor was born in Budapest in 1900.",
}
ANSWERED = ("Are pears sweet?", "What is a dinghy?", "Where was the director of Gilda born?")
UNANSWERED = ("How many vitamins does the moon rocket carry?", "Boats and football stadiums in Brazil")
MODES = pytest.mark.parametrize("mode", ["passages", "sentences"])


@pytest.fixture(scope="module")
def graph(tmp_path_factory):
    with LanguageGraph(tmp_path_factory.mktemp("relevance") / "g.lgm") as graph:
        graph.build([Document.from_text(text, id=id) for id, text in TEXTS.items()], workers=1)
        yield graph


def by_langchain(graph, question, mode):
    retriever = ConceptIterativeRetriever(graph=graph, mode=mode, scored=True)
    return [found.metadata["relevance"] for found in retriever.invoke(question)]


def by_llama_index(graph, question, mode):
    found = LlamaIndexRetriever(graph, mode=mode).retrieve(question)
    assert all("relevance" in each.node.excluded_llm_metadata_keys for each in found)
    return [each.node.metadata["relevance"] for each in found]


@MODES
@pytest.mark.parametrize("door", [by_langchain, by_llama_index])
def test_one_cutoff_separates_what_answers_from_what_shares_a_word(graph, door, mode):
    assert min(max(door(graph, question, mode)) for question in ANSWERED) > 0.6
    assert max(max(door(graph, question, mode)) for question in UNANSWERED) < 0.4
    assert all(0 <= each <= 1 for question in (*ANSWERED, *UNANSWERED) for each in door(graph, question, mode))


def test_what_is_reached_over_a_chain_counts_with_what_leads_to_it(graph):
    found = {passage.document.id: passage for passage in graph.retrieve_passages(ANSWERED[-1])}
    assert found["vidor"].relevance > found["gilda"].relevance


def test_focused_passages_have_it_and_facts_have_none(graph):
    (passage,) = graph.retrieve_passages(ANSWERED[0], words=5)
    assert passage.relevance > 0.6
    assert "relevance" not in ConceptIterativeRetriever(graph=graph).invoke(ANSWERED[0])[0].metadata
