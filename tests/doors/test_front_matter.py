"""Front matter of Markdown: title and metadata, the same through every door and from a file."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from langchain_core.documents import Document as LangChainDocument
from llama_index.core import Document as LlamaDocument
from llama_index.core.schema import NodeRelationship, RelatedNodeInfo, TextNode

from langchain_lgm import ConceptIterativeRetriever, LanguageGraphBuilder
from lgm_core import Document, LanguageGraph
from lgm_core.graph.sqlite import SQLiteStore
from lgm_core.model import DocumentRecord
from llama_index_lgm import LanguageGraphIndex

FRONT = "---\ntitle: Orchard\nauthor: Zed\nyear: 2024\ntags: [fruit, trees]\n---\n"
TEXT = FRONT + "# Head\n\nApples are fruit."

Learn = Callable[[str, dict[str, Any]], LanguageGraph]


def through_langchain(text: str, metadata: dict[str, Any]) -> LanguageGraph:
    return LanguageGraphBuilder(workers=1).build([LangChainDocument(text, metadata=metadata)])


def through_llama_index(text: str, metadata: dict[str, Any]) -> LanguageGraph:
    return LanguageGraphIndex.from_documents([LlamaDocument(text=text, metadata=metadata)], workers=1).graph


def learned(document: Document, folder: Path) -> DocumentRecord:
    with LanguageGraph(SQLiteStore(folder / "graph.lgm")) as graph:
        graph.build([document], workers=1)
        (record,) = graph.documents()
    return record


@pytest.mark.parametrize("learn", [through_langchain, through_llama_index])
def test_a_door_keeps_what_a_file_keeps(learn: Learn, tmp_path: Path) -> None:
    file = tmp_path / "x.md"
    file.write_text(TEXT, "utf-8")
    with LanguageGraph(tmp_path / "graph.lgm") as graph:
        graph.build(file, workers=1)
        (expected,) = graph.documents(where={"year": 2024})
    (record,) = learn(TEXT, {"source": "x.md"}).documents(where={"year": 2024, "tags": "fruit"})
    assert record.title == expected.title == "Orchard"
    assert dict(record.metadata) == {**expected.metadata, "source": "x.md"}


@pytest.mark.parametrize("learn", [through_langchain, through_llama_index])
def test_what_the_loader_says_counts(learn: Learn) -> None:
    (record,) = learn(TEXT, {"source": "x.md", "title": "Given", "author": "Ann", "year": None}).documents()
    assert (record.title, record.metadata["title"], record.metadata["author"]) == ("Given", "Given", "Ann")
    assert record.metadata["year"] is None


def test_a_document_of_the_engine_has_its_front_matter(tmp_path: Path) -> None:
    record = learned(Document.from_text(TEXT, source="x.md", media_type="text/markdown"), tmp_path)
    assert (record.title, record.metadata["author"]) == ("Orchard", "Zed")


def test_it_is_learned_once() -> None:
    builder = LanguageGraphBuilder(workers=1)
    for _ in range(2):
        builder.build([LangChainDocument(TEXT, metadata={"source": "x.md"})])
    assert (builder.report.learned, builder.report.skipped) == (0, 1)


def test_filters_of_a_retriever_see_it() -> None:
    graph = through_langchain(TEXT, {"source": "x.md"})
    (found,) = ConceptIterativeRetriever(graph=graph, filter={"year": 2024}).invoke("What are apples?")
    assert (found.metadata["author"], found.metadata["title"]) == ("Zed", "Orchard")


@pytest.mark.parametrize("fields", ["_llama_index: 7", "start_index: 40", "ref_doc_id: another"])
def test_a_text_cannot_say_where_it_is_from(fields: str) -> None:
    text = TEXT.replace("year: 2024", fields)
    (record,) = through_langchain(text, {"source": "x.md"}).documents()
    assert set(record.metadata) == {"source", "author", "tags"}


def test_a_chunk_from_further_on_has_none() -> None:
    chunk = LangChainDocument(FRONT + "Pears are fruit.", metadata={"source": "x.md", "start_index": 300})
    (record,) = LanguageGraphBuilder(workers=1).build([chunk]).documents()
    assert "author" not in record.metadata
    node = TextNode(
        text=FRONT + "Pears are fruit.",
        metadata={"file_path": "x.md"},
        start_char_idx=300,
        relationships={NodeRelationship.SOURCE: RelatedNodeInfo(node_id="whole")},
    )
    (record,) = LanguageGraphIndex([node], workers=1).graph.documents()
    assert "author" not in record.metadata


@pytest.mark.parametrize("fence", ["---", "+++"])
def test_a_number_that_is_not_finite_stops_no_document(fence: str) -> None:
    mark = ": " if fence == "---" else " = "
    builder = LanguageGraphBuilder(workers=1)
    text = f"{fence}\nyear{mark}2024\nweight{mark}nan\n{fence}\nApples are fruit."
    (record,) = builder.build([LangChainDocument(text, metadata={"source": "x.md"})]).documents()
    assert (builder.report.failed, record.metadata["year"]) == ((), 2024)


def test_dates_in_toml_are_text() -> None:
    graph = through_langchain("+++\nday = 2024-05-01\n+++\nApples are fruit.", {"source": "x.md"})
    assert len(graph.documents(where={"day": {"$gte": "2024-01-01"}})) == 1
