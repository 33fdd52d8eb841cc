"""Deleting all documents that match a filter: through the engine, both doors and the command."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from langchain_core.documents import Document as LangChainDocument
from langchain_core.structured_query import Comparator, Comparison
from llama_index.core import Document as LlamaDocument
from llama_index.core.vector_stores.types import MetadataFilter, MetadataFilters
from typer.testing import CliRunner

from langchain_lgm import LanguageGraphBuilder
from lgm_core import Document, InputError, LanguageGraph
from lgm_core.cli.application import app
from llama_index_lgm import LanguageGraphIndex

CHUNKS = ["Plants are organisms.", "Leaves are parts of plants.", "Roots are parts of plants."]
SOURCE, OTHER = "docs/plant.txt", "docs/bee.txt"


def builder(store: Path | None = None) -> LanguageGraphBuilder:
    documents = [LangChainDocument(text, metadata={"source": SOURCE}) for text in CHUNKS]
    bee = LangChainDocument("Bees are insects.", metadata={"source": OTHER})
    return LanguageGraphBuilder.from_documents([*documents, bee], store=store, workers=1)


def index() -> LanguageGraphIndex:
    documents = [LlamaDocument(text=text, metadata={"file_path": SOURCE}) for text in CHUNKS]
    bee = LlamaDocument(text="Bees are insects.", metadata={"file_path": OTHER})
    return LanguageGraphIndex.from_documents([*documents, bee], workers=1)


def ids(graph: LanguageGraph) -> list[str]:
    return [record.id for record in graph.documents()]


def filters(*parts: MetadataFilter) -> MetadataFilters:
    return MetadataFilters(filters=list(parts))


@pytest.mark.parametrize(
    "filter", [{"source": SOURCE}, Comparison(comparator=Comparator.EQ, attribute="source", value=SOURCE)]
)
def test_langchain_deletes_all_chunks_of_a_source(filter: Any) -> None:
    held = builder()
    response = held.delete(filter=filter)
    assert response["num_deleted"] == 3
    assert response["succeeded"] == [SOURCE, f"{SOURCE}:2", f"{SOURCE}:3"]
    assert ids(held.graph) == [OTHER]
    assert held.delete(filter=filter)["num_deleted"] == 0


async def test_langchain_deletes_by_filter_on_an_event_loop() -> None:
    held = builder()
    assert (await held.adelete(filter={"source": SOURCE}))["num_deleted"] == 3


@pytest.mark.parametrize(
    "arguments", [{}, {"ids": [OTHER], "filter": {"source": SOURCE}}, {"filter": {}}, {"where": {"source": SOURCE}}]
)
def test_langchain_refuses_what_does_not_say_which(arguments: dict[str, Any]) -> None:
    held = builder()
    with pytest.raises(InputError):
        held.delete(**arguments)
    assert len(ids(held.graph)) == 4


def test_llama_index_deletes_all_chunks_of_a_file() -> None:
    held = index()
    held.delete_nodes(filters=filters(MetadataFilter(key="file_path", value=SOURCE)))
    assert ids(held.graph) == [OTHER]


async def test_llama_index_deletes_by_filter_on_an_event_loop() -> None:
    held = index()
    await held.adelete_nodes(filters=filters(MetadataFilter(key="file_path", value=SOURCE)))
    assert ids(held.graph) == [OTHER]


@pytest.mark.parametrize("given", [{}, {"node_ids": [OTHER], "filters": filters()}, {"filters": filters()}])
def test_llama_index_refuses_what_does_not_say_which(given: dict[str, Any]) -> None:
    held = index()
    with pytest.raises(InputError):
        held.delete_nodes(**given)
    assert len(ids(held.graph)) == 4


@pytest.mark.parametrize(
    "delete",
    [
        lambda graph: graph.delete(),
        lambda graph: graph.delete(where={}),
        lambda graph: graph.delete([OTHER], where={"source": SOURCE}),
        lambda graph: graph.delete(where={"source": {"$is": SOURCE}}),
    ],
)
def test_the_engine_refuses_what_does_not_say_which(delete: Callable[[LanguageGraph], int]) -> None:
    held = builder().graph
    with pytest.raises(InputError):
        delete(held)
    assert len(ids(held)) == 4


def test_the_engine_deletes_by_filter_and_keeps_the_index_of_the_others(tmp_path: Path) -> None:
    with LanguageGraph(tmp_path / "graph.lgm") as graph:
        graph.build([Document.from_text(text, source=SOURCE) for text in CHUNKS], workers=1)
        graph.build([Document.from_text("Bees are insects.", source=OTHER)], workers=1)
        assert graph.delete(where={"source": SOURCE}) == 3
        assert graph.delete(where={"source": SOURCE}) == 0
        assert [passage.document.id for passage in graph.retrieve_passages("What are bees?")] == [OTHER]


def test_the_command_deletes_by_filter(tmp_path: Path) -> None:
    place = tmp_path / "graph.lgm"
    builder(place).graph.close()
    where = f'{{"source": "{SOURCE}"}}'
    told = CliRunner().invoke(app, ["delete", "--where", where, "--graph", str(place)])
    assert (told.exit_code, "deleted 3 documents" in told.stdout) == (0, True)
    assert CliRunner().invoke(app, ["delete", "--where", where, "--graph", str(place)]).exit_code == 1
    with LanguageGraph(place) as graph:
        assert ids(graph) == [OTHER]


@pytest.mark.parametrize(
    "arguments", [[], ["docs/bee.txt", "--where", '{"source": "docs/plant.txt"}'], ["--where", "{}"]]
)
def test_the_command_refuses_what_does_not_say_which(arguments: list[str], tmp_path: Path) -> None:
    place = tmp_path / "graph.lgm"
    builder(place).graph.close()
    told = CliRunner().invoke(app, ["delete", *arguments, "--graph", str(place)])
    assert isinstance(told.exception, InputError)
    with LanguageGraph(place) as graph:
        assert len(ids(graph)) == 4
