"""Chunks that a splitter made: offsets of the source, and a sentence in two chunks given once."""

from collections import Counter
from collections.abc import Sequence

import pytest
from langchain_core.documents import Document as LangChainDocument
from llama_index.core import Document as LlamaDocument
from llama_index.core.node_parser import SentenceSplitter

from langchain_lgm import ConceptIterativeRetriever, LanguageGraphBuilder
from lgm_core import LanguageGraph
from llama_index_lgm import LanguageGraphIndex

NAMES = ("Ada", "Ben", "Cleo", "Dan", "Eve", "Fay", "Gus", "Hal", "Ida", "Jon", "Kim", "Leo")
SENTENCES = [f"{name} keeps {number} bees in the orchard of {name}land." for number, name in enumerate(NAMES)]
TEXT = "  " + " ".join(SENTENCES)
QUESTION = "Who keeps bees in the orchard?"


def cut(size: int, overlap: int) -> list[tuple[int, str]]:
    """Cut the text regardless of its sentences, as splitters by characters do."""
    return [(start, TEXT[start : start + size]) for start in range(0, len(TEXT) - overlap, size - overlap)]


def langchain_graph(chunks: Sequence[tuple[int, str]], *, told: bool) -> LanguageGraph:
    documents = [
        LangChainDocument(text, metadata={"source": "bees.txt"} | ({"start_index": start} if told else {}))
        for start, text in chunks
    ]
    return LanguageGraphBuilder(workers=1).build(documents)


def test_offsets_of_chunks_point_into_the_source() -> None:
    graph = langchain_graph(cut(150, 60), told=True)
    found = ConceptIterativeRetriever(graph=graph, k=30, mode="sentences").invoke(QUESTION)
    assert {result.page_content for result in found} >= set(SENTENCES)
    assert [TEXT[result.metadata["start"] : result.metadata["end"]] for result in found] == [
        result.page_content for result in found
    ]


def test_a_sentence_in_two_chunks_is_given_once_and_whole() -> None:
    graph = langchain_graph(cut(150, 60), told=True)
    found = ConceptIterativeRetriever(graph=graph, k=30, mode="sentences").invoke(QUESTION)
    assert Counter(result.page_content for result in found) == Counter(SENTENCES)
    passages = ConceptIterativeRetriever(graph=graph, k=30).invoke(QUESTION)
    text = " ".join(passage.page_content for passage in passages)
    assert [text.count(sentence) for sentence in SENTENCES] == [1] * len(SENTENCES)
    cited = [citation.text for citation in graph.ask(QUESTION).citations]
    assert len(cited) == len(set(cited))
    assert set(cited) <= set(SENTENCES)


def test_as_many_results_come_as_are_asked_for() -> None:
    graph = langchain_graph(cut(150, 60), told=True)
    for k in range(1, len(SENTENCES) + 1):
        found = ConceptIterativeRetriever(graph=graph, k=k, mode="sentences").invoke(QUESTION)
        assert len({result.page_content for result in found}) == len(found) == k


def test_without_a_start_index_whole_sentences_are_given_once() -> None:
    graph = langchain_graph(cut(150, 60), told=False)
    found = ConceptIterativeRetriever(graph=graph, k=40, mode="sentences").invoke(QUESTION)
    assert all(Counter(result.page_content for result in found)[sentence] == 1 for sentence in SENTENCES)


def test_equal_sentences_of_different_sources_are_all_given() -> None:
    pages = [LangChainDocument(SENTENCES[0], metadata={"source": name, "start_index": 0}) for name in ("a", "b")]
    graph = LanguageGraphBuilder(workers=1).build(pages)
    assert len(ConceptIterativeRetriever(graph=graph, k=5, mode="sentences").invoke(QUESTION)) == 2


@pytest.mark.parametrize("metadata", [{}, {"file_path": "bees.txt"}])
def test_nodes_of_a_llama_index_splitter(metadata: dict[str, str]) -> None:
    splitter = SentenceSplitter(chunk_size=40, chunk_overlap=20, include_metadata=False)
    nodes = splitter.get_nodes_from_documents([LlamaDocument(text=TEXT, metadata=metadata)])
    assert sum(SENTENCES[3] in node.get_content() for node in nodes) > 1
    retriever = LanguageGraphIndex(nodes, workers=1).as_retriever(similarity_top_k=30, mode="sentences")
    found = [result.node for result in retriever.retrieve(QUESTION)]
    assert Counter(node.get_content() for node in found) == Counter(SENTENCES)
    assert [TEXT[node.start_char_idx : node.end_char_idx] for node in found] == [node.get_content() for node in found]
