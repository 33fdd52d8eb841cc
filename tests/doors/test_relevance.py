"""Relevance: a score from 0 to 1 that means the same for every question, beside the score of the ranking."""

import re

import pytest

from langchain_lgm import ConceptIterativeRetriever, LanguageGraphBuilder
from lgm_core import Document, InputError, LanguageGraph
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
    assert min(max(door(graph, question, mode)) for question in ANSWERED) > 0.7
    assert max(max(door(graph, question, mode)) for question in UNANSWERED) < 0.6
    assert all(0 <= each <= 1 for question in (*ANSWERED, *UNANSWERED) for each in door(graph, question, mode))


def test_what_is_reached_over_a_chain_counts_with_what_leads_to_it(graph):
    found = {passage.document.id: passage for passage in graph.retrieve_passages(ANSWERED[-1])}
    alone = graph.retrieve_passages(ANSWERED[-1], where={"id": "vidor"})
    assert found["vidor"].relevance > 0.6 > alone[0].relevance


def test_what_is_ranked_far_below_the_best_has_little_though_it_names_as_much(graph):
    best, *others = graph.retrieve_passages("Are pears a sweet fruit with vitamins?")
    assert [best.document.id, others[0].document.id] == ["pears", "fruits"]
    assert best.relevance > 0.7
    assert all(other.relevance <= other.score / best.score for other in others)


def test_what_is_meant_counts_though_other_words_say_it(graph):
    def embed(texts):
        return [[1.0, 0.0] if re.search("dinghy|rowing", text) else [0.0, 1.0] for text in texts]

    question = "Tell me of a vessel for rowing"
    by_words = graph.retrieve_passages(question)
    boats = LanguageGraph(graph.store, embed=embed).retrieve_passages(question)[0]
    assert boats.document.id == "boats"
    assert boats.relevance > 0.7
    assert max((found.relevance for found in by_words), default=0) < 0.6


def test_focused_passages_have_it_and_facts_have_none(graph):
    (passage,) = graph.retrieve_passages(ANSWERED[0], words=5)
    assert passage.relevance > 0.6
    assert "relevance" not in ConceptIterativeRetriever(graph=graph).invoke(ANSWERED[0])[0].metadata


@MODES
async def test_a_threshold_of_langchain_keeps_what_is_relevant(graph, mode):
    retriever = ConceptIterativeRetriever(graph=graph, mode=mode, scored=True)
    question = "Are pears a sweet fruit with vitamins?"
    kept = [found for found in retriever.invoke(question) if found.metadata["relevance"] >= 0.7]
    assert 0 < len(kept) < len(retriever.invoke(question))
    assert retriever.invoke(question, score_threshold=0.7) == kept
    assert await retriever.ainvoke(question, score_threshold=0.7) == kept
    with_own = ConceptIterativeRetriever(graph=graph, mode=mode, scored=True, score_threshold=0.7)
    assert with_own.invoke(question) == await with_own.ainvoke(question) == kept
    assert with_own.invoke(UNANSWERED[0]) == []
    assert with_own.invoke(question, score_threshold=0) == retriever.invoke(question)


async def test_a_builder_takes_a_threshold_too(graph):
    builder = LanguageGraphBuilder(store=graph.store)
    (found,) = builder.invoke(ANSWERED[0], score_threshold=0.7)
    assert await builder.ainvoke(ANSWERED[0], score_threshold=0.7) == [found]
    assert builder.as_retriever(search_kwargs={"score_threshold": 0.7}).invoke(ANSWERED[0]) == [found]


def test_a_threshold_that_cannot_be_is_refused(graph):
    with pytest.raises(ValueError, match="score_threshold"):
        ConceptIterativeRetriever(graph=graph, score_threshold=2)
    for settings in ({"score_threshold": 1.5}, {"score_threshold": "0.5"}, {"score_threshold": 0.5, "mode": "facts"}):
        with pytest.raises(InputError, match="must be a relevance from 0 to 1"):
            ConceptIterativeRetriever(graph=graph).invoke(ANSWERED[0], **settings)
