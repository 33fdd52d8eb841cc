"""Metadata of other types than JSON has: what both doors keep of them, and filters with values of these types."""

import logging
from collections.abc import Callable
from datetime import date, datetime
from decimal import Decimal
from enum import Enum, StrEnum
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest
from langchain_core.documents import Document as LangChainDocument
from llama_index.core import Document as LlamaDocument

from langchain_lgm import ConceptIterativeRetriever, LanguageGraphBuilder
from lgm_core import LanguageGraph
from llama_index_lgm import LanguageGraphIndex


class Grade(Enum):
    GOOD = "good"


class Kind(StrEnum):
    PAGE = "page"


NUMBER = UUID("12345678-1234-5678-1234-567812345678")
VALUES = [
    (Path("docs/x.md"), str(Path("docs/x.md"))),
    (NUMBER, str(NUMBER)),
    (Decimal("1.5"), 1.5),
    (Decimal(7), 7),
    (date(2024, 5, 1), "2024-05-01"),
    (datetime(2024, 5, 1, 12), "2024-05-01T12:00:00"),
    (Grade.GOOD, "good"),
    (Kind.PAGE, "page"),
]

Learn = Callable[[dict[str, Any]], LanguageGraph]


def through_langchain(metadata: dict[str, Any]) -> LanguageGraph:
    return LanguageGraphBuilder(workers=1).build([LangChainDocument("Apples are fruit.", metadata=metadata)])


def through_llama_index(metadata: dict[str, Any]) -> LanguageGraph:
    document = LlamaDocument(text="Apples are fruit.")
    document.metadata.update(metadata)
    return LanguageGraphIndex.from_documents([document], workers=1).graph


@pytest.mark.parametrize("learn", [through_langchain, through_llama_index])
@pytest.mark.parametrize(("value", "stored"), VALUES)
def test_values_are_plain_and_filters_take_the_same(learn: Learn, value: object, stored: object) -> None:
    graph = learn({"field": value, "several": [value, None]})
    (record,) = graph.documents(where={"field": value, "several": {"$in": [value]}})
    assert (record.metadata["field"], list(record.metadata["several"])) == (stored, [stored, None])
    assert type(record.metadata["field"]) is type(stored)
    assert len(graph.documents(where={"field": {"$gte": value}})) == 1
    assert graph.documents(where={"field": {"$ne": value}}) == []


@pytest.mark.parametrize("learn", [through_langchain, through_llama_index])
@pytest.mark.parametrize(
    ("metadata", "title"),
    [
        ({"title": "Pomes", "document_title": "Fruit"}, "Pomes"),
        ({"title": "", "document_title": "Fruit"}, "Fruit"),
        ({"title": "untitled", "producer": "ReportLab PDF Library"}, ""),
        ({"title": "Fruit", "producer": "ReportLab PDF Library"}, "Fruit"),
        ({"title": "Untitled", "document_title": "Hive Care", "producer": "ReportLab PDF Library"}, "Hive Care"),
        ({"title": "untitled"}, "untitled"),
        ({"title": 1984}, "1984"),
        ({"heading": "Fruit"}, ""),
    ],
)
def test_both_take_the_title_that_loaders_and_extractors_set(
    learn: Learn, metadata: dict[str, Any], title: str
) -> None:
    (record,) = learn(metadata).documents()
    assert record.title == title


def test_a_retriever_of_langchain_takes_them() -> None:
    graph = through_langchain({"day": date(2024, 5, 1)})
    retriever = ConceptIterativeRetriever(graph=graph)
    assert len(retriever.invoke("What are apples?", filter={"day": {"$gte": date(2024, 1, 1)}})) == 1
    assert retriever.invoke("What are apples?", filter={"day": {"$gte": date(2025, 1, 1)}}) == []


@pytest.mark.parametrize("learn", [through_langchain, through_llama_index])
def test_other_objects_are_left_out_with_one_warning(learn: Learn, caplog: pytest.LogCaptureFixture) -> None:
    field = f"handle of {learn.__name__}"
    with caplog.at_level(logging.WARNING):
        records = [learn({field: object(), "nested": {"path": Path("a")}}).documents()[0] for _ in range(2)]
    assert all(field not in record.metadata for record in records)
    assert records[0].metadata["nested"] == '{"path": "a"}'
    assert [field in record.getMessage() for record in caplog.records] == [True]
