"""Retrievers of both host frameworks take part in the benchmark, with the same reader and prompt."""

from pathlib import Path

import pytest
from langchain_core.callbacks import CallbackManagerForRetrieverRun
from langchain_core.documents import Document
from langchain_core.retrievers import BaseRetriever

from lgm_core.evaluation.question_answering.benchmark_corpus import BenchmarkCorpus
from lgm_core.evaluation.question_answering.methods import imported_retrieval
from lgm_core.evaluation.question_answering.question_sets import read_question_sets
from lgm_core.evaluation.question_answering.recorded_model import Journal, RecordedModel
from lgm_core.llm.scripted import ScriptedChatModel
from lgm_core.vectors.port import Embeddings
from tests.support.question_folders import write_folder

BORN = "Where was the designer of the Marten Bridge born?"


def by_words(texts: list[str]) -> list[list[float]]:
    return [[1.0 + text.count(word) for word in ("Marten", "Lund", "nectar", "designe")] for text in texts]


class TitleRetriever(BaseRetriever):
    """Returns the passages whose title the question names."""

    documents: list[Document]

    def _get_relevant_documents(self, query: str, *, run_manager: CallbackManagerForRetrieverRun) -> list[Document]:
        return [document for document in self.documents if document.metadata["title"] in query]


def by_title(corpus: BenchmarkCorpus) -> TitleRetriever:
    return TitleRetriever(
        documents=[
            Document(passage.text, metadata={"id": passage.id, "title": passage.title}) for passage in corpus.passages
        ]
    )


@pytest.fixture
def corpus(tmp_path: Path) -> BenchmarkCorpus:
    def extract(messages) -> str:
        prompt = messages[-1].content
        is_about_lund = "born in Lund" in prompt.rpartition("Text:")[2]
        return "(Ada Lindqvist, born in, Lund)" if is_about_lund else "(bees, gather, nectar)"

    return BenchmarkCorpus(
        read_question_sets(write_folder(tmp_path / "bridges"))[0],
        RecordedModel(ScriptedChatModel(extract), Journal(tmp_path / "replies.jsonl")),
        graphs=tmp_path / "graphs",
        embeddings=Embeddings.of(by_words),
    )


def test_a_langchain_retriever(corpus: BenchmarkCorpus) -> None:
    retrieve = imported_retrieval(f"{__name__}:by_title", corpus)
    assert [(excerpt.passage_id, excerpt.title) for excerpt in retrieve(BORN)] == [("bridge", "Marten Bridge")]


def test_llama_index_vector_store_index(corpus: BenchmarkCorpus) -> None:
    excerpts = imported_retrieval("benchmarks.host_methods:vector_store_index", corpus)(BORN)
    assert excerpts[0].passage_id == "bridge"
    assert excerpts[0].text == corpus.passages[0].text


def test_llama_index_property_graph_index_extracted_by_the_model(corpus: BenchmarkCorpus) -> None:
    excerpts = imported_retrieval("benchmarks.host_methods:property_graph_index", corpus)("Where is Lund?")
    assert "designer" in [excerpt.passage_id for excerpt in excerpts]
    assert corpus.model.take_spending().usage.calls >= len(corpus.passages)
