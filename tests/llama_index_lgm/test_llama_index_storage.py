"""A language graph index among LlamaIndex's other indexes: persisted, loaded, told apart by its id."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from llama_index.core import (
    Document,
    MockEmbedding,
    Settings,
    StorageContext,
    VectorStoreIndex,
    load_index_from_storage,
)
from llama_index.core.indices.base import BaseIndex

from lgm_core.errors import InputError
from llama_index_lgm import LanguageGraphIndex
from tests.support.llama_index_texts import APPLE, DOCUMENTS, QUESTION


@pytest.fixture(autouse=True)
def no_settings() -> Iterator[None]:
    before = Settings._llm, Settings._embed_model
    Settings._llm = Settings._embed_model = None
    yield
    Settings._llm, Settings._embed_model = before


def load(folder: Path, **settings: object) -> BaseIndex:
    return load_index_from_storage(StorageContext.from_defaults(persist_dir=str(folder)), **settings)


def test_an_index_is_persisted_and_loaded_as_any_other(tmp_path: Path) -> None:
    index = LanguageGraphIndex.from_documents(DOCUMENTS)
    index.set_index_id("fruits")
    index.storage_context.persist(str(tmp_path))
    loaded = load(tmp_path, index_id="fruits")
    assert isinstance(loaded, LanguageGraphIndex)
    assert (loaded.index_id, loaded.ref_doc_info.keys()) == ("fruits", {"apple", "fruit", "boat"})
    assert loaded.as_retriever().retrieve(QUESTION)[0].node.ref_doc_id == "apple"
    assert loaded.index_struct.get_type() == "language_graph"


def test_a_loaded_index_goes_on_in_its_folder(tmp_path: Path) -> None:
    LanguageGraphIndex.from_documents([APPLE]).storage_context.persist(str(tmp_path))
    loaded = load(tmp_path)
    loaded.insert(Document(text="A pear is a fruit.", id_="pear"))
    loaded.storage_context.persist(str(tmp_path))
    assert set(load(tmp_path).ref_doc_info) == {"apple", "pear"}


def test_persisting_again_replaces_what_was_persisted(tmp_path: Path) -> None:
    index = LanguageGraphIndex.from_documents(DOCUMENTS, store=tmp_path / "own.lgm")
    index.storage_context.persist(str(tmp_path / "storage"))
    index.delete_ref_doc("boat")
    index.storage_context.persist(str(tmp_path / "storage"))
    assert set(load(tmp_path / "storage").ref_doc_info) == {"apple", "fruit"}


def test_it_shares_a_storage_context_with_other_indexes(tmp_path: Path) -> None:
    shared = StorageContext.from_defaults()
    Settings.embed_model = MockEmbedding(4)
    ours = LanguageGraphIndex.from_documents(DOCUMENTS, storage_context=shared)
    theirs = VectorStoreIndex.from_documents([APPLE], storage_context=shared)
    shared.persist(str(tmp_path))
    assert load(tmp_path, index_id=ours.index_id).ref_doc_info.keys() == ours.ref_doc_info.keys()
    assert isinstance(load(tmp_path, index_id=theirs.index_id), VectorStoreIndex)


def test_a_folder_that_was_moved_is_told_and_can_be_named(tmp_path: Path) -> None:
    LanguageGraphIndex.from_documents([APPLE]).storage_context.persist(str(tmp_path / "here"))
    (tmp_path / "here").rename(tmp_path / "there")
    with pytest.raises(InputError, match=r"here.*no longer there.*language_graph\.lgm"):
        load(tmp_path / "there")
    moved = load(tmp_path / "there", store=tmp_path / "there" / "language_graph.lgm")
    assert set(moved.ref_doc_info) == {"apple"}


def test_a_graph_that_was_not_persisted_is_asked_for(tmp_path: Path) -> None:
    context = StorageContext.from_defaults()
    LanguageGraphIndex(storage_context=context)
    del context.vector_stores["language_graph"]  # as a graph on a server, which is not copied
    context.persist(str(tmp_path))
    with pytest.raises(InputError, match="store=…"):
        load(tmp_path)
