"""Focused passages: the sentences that answer best within a number of words, through the graph and both doors."""

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

from langchain_lgm import ConceptIterativeRetriever as LangChainRetriever
from lgm_core import Document, InputError, LanguageGraph
from lgm_core.hosts import reading_tools
from lgm_core.llm.scripted import ScriptedChatModel
from llama_index_lgm import ConceptIterativeRetriever as LlamaIndexRetriever
from tests.support.embedders import hashed_words

QUESTION = "Which switch does the bilge pump have?"

MANUAL = """# Engine room

The office opens at nine. The bilge pump has a float switch. Parking costs two francs. Bread is baked on Fridays.

## Stores

Lunch is served at noon. A spare switch for the bilge pump is in the blue locker. Paint is kept outside.
"""
NOTES = "The switch of the bilge pump was replaced in March. The crew was paid in April. Two cats live on board."


@pytest.fixture
def graph(tmp_path: Path) -> Iterator[LanguageGraph]:
    with LanguageGraph(tmp_path / "g.lgm") as graph:
        notes = Document.from_text(NOTES, id="notes", title="Notes", metadata={"kind": "note"})
        manual = Document.from_text(MANUAL, id="manual", title="Manual", media_type="text/markdown")
        graph.build([manual, notes], workers=1)
        yield graph


def test_focused_passages_are_the_best_sentences_within_the_words(graph) -> None:
    found = graph.retrieve_passages(QUESTION, words=30)
    assert sum(len(passage.text.split()) for passage in found) <= 30
    assert any("float switch" in passage.text for passage in found)
    assert [passage.score for passage in found] == sorted((passage.score for passage in found), reverse=True)
    assert len({passage.id for passage in found}) == len(found)


def test_a_focused_passage_says_where_it_stands(graph) -> None:
    found = graph.retrieve_passages(QUESTION, words=30)
    texts = {"manual": MANUAL, "notes": NOTES}
    for passage in found:
        assert passage.is_focused
        assert texts[passage.document.id][passage.start : passage.end] == passage.text
        assert passage.id == f"{passage.section.id}:{passage.sentences[0].position}-{passage.sentences[-1].position}"
    assert {passage.section.path for passage in found} >= {("Manual", "Engine room")}


def test_the_number_of_sections_does_not_limit_focused_passages(graph) -> None:
    assert graph.retrieve_passages(QUESTION, 1, words=40) == graph.retrieve_passages(QUESTION, words=40)
    assert len(graph.retrieve_passages(QUESTION, 1, words=40)) > 1


def test_focused_passages_keep_to_the_filter(graph) -> None:
    found = graph.retrieve_passages(QUESTION, words=100, where={"kind": "note"})
    assert {passage.document.id for passage in found} == {"notes"}


def test_focused_passages_with_an_embedding_model_and_without_the_reranker(graph) -> None:
    def rerank(question: str, texts: list[str]) -> list[float]:
        raise AssertionError(question)

    with LanguageGraph(graph.store, embed=hashed_words, rerank=rerank) as other:
        assert "switch" in other.retrieve_passages(QUESTION, words=30)[0].text


def test_the_async_method_finds_the_same(graph) -> None:
    assert asyncio.run(graph.aretrieve_passages(QUESTION, words=30)) == graph.retrieve_passages(QUESTION, words=30)


@pytest.mark.parametrize("words", [0, -3, "many"])
def test_words_below_one_are_refused(graph, words) -> None:
    with pytest.raises(InputError, match=f"words=.*{words}"):
        graph.retrieve_passages(QUESTION, words=words)


def test_a_model_selects_whole_sections_only(graph) -> None:
    model = ScriptedChatModel(lambda _: "{}")
    with pytest.raises(InputError, match="leave out `select` or `words`"):
        graph.retrieve_passages(QUESTION, words=30, select=model)
    with pytest.raises(InputError, match="leave out `select` or `words`"):
        LlamaIndexRetriever(graph, words=30, select=model)
    with pytest.raises(InputError, match="leave out `select` or `words`"):
        LangChainRetriever(graph=graph, words=30, select=model)


def test_the_page_shows_the_sentences_found_by_section(graph) -> None:
    page = graph.show(graph.retrieve_passages(QUESTION, words=60), question=QUESTION)
    assert "blue locker" in page.html


def test_the_retriever_of_llama_index_takes_words(graph) -> None:
    retriever = LlamaIndexRetriever(graph, words=30)
    expected = graph.retrieve_passages(QUESTION, words=30)
    for nodes in (retriever.retrieve(QUESTION), asyncio.run(retriever.aretrieve(QUESTION))):
        assert [node.node_id for node in nodes] == [passage.id for passage in expected]
        assert [node.text for node in nodes] == [passage.text for passage in expected]
        first, passage = nodes[0].metadata, expected[0]
        assert (first["title"], first["section_path"]) == (passage.document.title, list(passage.section.path))
        assert (first["start"], first["end"]) == (passage.start, passage.end)
    with pytest.raises(InputError, match="`words` focuses passages"):
        LlamaIndexRetriever(graph, words=30, mode="sentences")


def test_the_retriever_of_langchain_takes_words_when_made_and_when_called(graph) -> None:
    expected = graph.retrieve_passages(QUESTION, words=30)
    made, called = LangChainRetriever(graph=graph, words=30), LangChainRetriever(graph=graph)
    for documents in (made.invoke(QUESTION), called.invoke(QUESTION, words=30), asyncio.run(made.ainvoke(QUESTION))):
        assert [document.page_content for document in documents] == [
            f"{passage.heading}\n{passage.text}" for passage in expected
        ]
        assert documents[0].metadata["start"] == expected[0].start
        assert documents[0].metadata["section_path"] == list(expected[0].section.path)
    with pytest.raises(InputError, match="`words` focuses passages"):
        called.invoke(QUESTION, words=30, mode="facts")
    with pytest.raises(InputError, match="`words` focuses passages"):
        LangChainRetriever(graph=graph, words=30, mode="facts")


def test_a_search_of_agents_stays_within_the_words(graph) -> None:
    search = reading_tools(graph, k=5, words=20, where=None)[0]
    found = search.call(question=QUESTION)
    assert 0 < sum(len(citation.text.split()) for citation in found.citations) <= 20
    with pytest.raises(InputError, match="words=0"):
        reading_tools(graph, k=5, words=0, where=None)
