"""The builder as LangChain's document index: its own standard tests, the indexing API, and a vector store's ways."""

import pytest
from langchain_core.documents import Document
from langchain_core.indexing import InMemoryRecordManager, aindex, index
from langchain_tests.integration_tests.indexer import AsyncDocumentIndexTestSuite, DocumentIndexerTestSuite

from langchain_lgm import ConceptIterativeRetriever, LanguageGraphBuilder
from lgm_core import InputError

PEARS = Document("A pear is a fruit. Pears are sweet.", id="pears", metadata={"source": "pears.md", "year": 2021})
BOATS = Document("A dinghy is a small boat.", id="boats", metadata={"source": "boats.md", "year": 2019})


@pytest.fixture
def path(tmp_path):
    return tmp_path / "graph.lgm"


@pytest.fixture
def builder(path):
    opened = LanguageGraphBuilder(store=path, workers=1)
    with opened.graph:
        yield opened


class TestDocumentIndex(DocumentIndexerTestSuite):
    @pytest.fixture
    def index(self, builder):
        return builder


class TestDocumentIndexAsync(AsyncDocumentIndexTestSuite):
    @pytest.fixture
    async def index(self, builder):
        return builder


def held(builder):
    return {document.metadata["source"]: document.page_content for document in builder.get(stored_ids(builder))}


def stored_ids(builder):
    return [record.id for record in builder.graph.store.documents()]


def test_the_indexing_api_keeps_a_graph_in_step_with_its_documents(builder):
    manager = InMemoryRecordManager("graph")
    manager.create_schema()

    def run(*documents):
        return index(
            documents, manager, builder, cleanup="full", source_id_key="source", key_encoder="blake2b", batch_size=1
        )

    assert run(PEARS, BOATS) == {"num_added": 2, "num_updated": 0, "num_skipped": 0, "num_deleted": 0}
    assert run(PEARS, BOATS)["num_skipped"] == 2
    sour = PEARS.model_copy(update={"page_content": "Pears are sour."})
    assert run(sour) == {"num_added": 1, "num_updated": 0, "num_skipped": 0, "num_deleted": 2}
    assert held(builder) == {"pears.md": "Pears are sour."}
    assert [found.page_content for found in builder.invoke("Are pears sweet?")] == ["Pears are sour."]


async def test_the_asynchronous_indexing_api_replaces_what_changed(builder):
    manager = InMemoryRecordManager("graph")
    await manager.acreate_schema()
    settings = {"cleanup": "incremental", "source_id_key": "source", "key_encoder": "blake2b"}
    await aindex([PEARS, BOATS], manager, builder, **settings)
    sour = PEARS.model_copy(update={"page_content": "Pears are sour."})
    told = await aindex([sour], manager, builder, **settings)
    assert (told["num_added"], told["num_deleted"]) == (1, 1)
    assert held(builder) == {"pears.md": "Pears are sour.", "boats.md": "A dinghy is a small boat."}


async def test_what_fails_is_told_in_the_response_and_where_the_indexing_api_passes_over_it(builder, caplog):
    spoiled = Document("A fig is a fruit.", id="fig", metadata={"source": "figs.md", "shelf": "half \ud800"})
    assert builder.upsert([spoiled, PEARS]) == {"succeeded": ["pears"], "failed": ["fig"]}
    assert await builder.aupsert([spoiled]) == {"succeeded": [], "failed": ["fig"]}
    assert builder.add_documents([spoiled, BOATS]) == ["boats"]
    caplog.clear()
    manager = InMemoryRecordManager("graph")
    manager.create_schema()
    settings = {"cleanup": "full", "source_id_key": "source", "key_encoder": lambda document: document.id}
    assert index([spoiled, PEARS], manager, builder, **settings)["num_added"] == 2
    assert "1 documents were not learned" in caplog.text
    assert ": fig. LangChain's `index()` ignores failures" in caplog.text
    assert manager.exists(["fig"]) == [True]  # as the warning says
    mended = spoiled.model_copy(update={"metadata": {"source": "figs.md"}})
    caplog.clear()
    assert index([mended, PEARS], manager, builder, force_update=True, **settings)["num_updated"] == 2
    assert caplog.text == ""
    assert stored_ids(builder) == ["boats", "fig", "pears"]


async def test_an_existing_graph_is_opened_and_added_to(path):
    with LanguageGraphBuilder.from_documents([PEARS], store=path, workers=1).graph:
        pass
    again = LanguageGraphBuilder(store=path, workers=1)
    with again.graph:
        assert again.add_documents([BOATS]) == ["boats"]
        assert await again.aadd_documents([BOATS], ids=["dinghy"]) == ["dinghy"]
        assert stored_ids(again) == ["boats", "dinghy", "pears"]


async def test_a_graph_is_made_from_documents_without_blocking(path):
    builder = await LanguageGraphBuilder.afrom_documents([PEARS], store=path, workers=1)
    with builder.graph:
        assert builder.report.learned == 1


def test_ids_are_given_for_each_document_or_for_none(builder):
    with pytest.raises(InputError, match="1 ids were given for 2 documents"):
        builder.add_documents([PEARS, BOATS], ids=["pears"])


def test_a_document_that_cannot_be_learned_is_told_apart(builder):
    bad = Document("A plum is a fruit.", id="plum\0")
    assert builder.upsert([bad, PEARS]) == {"succeeded": ["pears"], "failed": ["plum\0"]}
    assert builder.add_documents([bad, PEARS]) == ["pears"]


async def test_it_retrieves_with_the_settings_of_a_search(builder):
    builder.add_documents([PEARS, BOATS])
    retriever = builder.as_retriever(search_kwargs={"k": 1, "filter": {"year": {"$lt": 2020}}}, tags=["boats"])
    assert isinstance(retriever, ConceptIterativeRetriever)
    assert [found.metadata["document_id"] for found in retriever.invoke("Are pears and boats sweet?")] == ["boats"]
    assert retriever.tags == ["boats"]
    assert [found.id for found in await builder.ainvoke("pears", mode="sentences", k=1)] == ["pears#0"]


def test_a_setting_that_a_search_does_not_have_is_refused(builder):
    with pytest.raises(InputError, match="no setting lambda_mult"):
        builder.as_retriever(search_kwargs={"lambda_mult": 0.5})
    with pytest.raises(InputError, match="no setting search_type"):
        builder.as_retriever(search_type="mmr")


def test_an_argument_that_it_does_not_have_is_refused(builder, path):
    with pytest.raises(InputError, match="no setting embedding"):
        LanguageGraphBuilder(store=path, embedding=None)
    with pytest.raises(InputError, match="no setting path; known are: llm, store"):
        LanguageGraphBuilder.from_documents([PEARS], path=path)
    with pytest.raises(TypeError, match="batch"):
        builder.upsert([PEARS], batch=1)
    with pytest.raises(InputError, match="given were: where"):
        builder.delete(where={"year": 2021})
    assert stored_ids(builder) == []


def test_a_text_is_that_of_its_sentences(builder):
    page = Document("# Pears\n\nPears are *sweet*.\n\n## Trees\n\nPears grow on trees. They bloom.\n", id="page")
    builder.add_documents([page.model_copy(update={"metadata": {"file_type": "text/markdown"}})])
    (kept,) = builder.get(["page"])
    assert kept.page_content == "Pears are sweet.\n\nPears grow on trees. They bloom."
