"""A language graph index among LlamaIndex's other indexes: persisted, loaded, told apart by its id."""

import shutil
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
from llama_index_lgm.stores import GRAPH_FILE
from tests.support.llama_index_texts import APPLE, DOCUMENTS, QUESTION


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


def test_a_copied_folder_is_a_graph_of_its_own(tmp_path: Path) -> None:
    prod, backup = tmp_path / "prod", tmp_path / "backup"
    LanguageGraphIndex.from_documents(DOCUMENTS).storage_context.persist(str(prod))
    original = load(prod)
    ask(original)
    original.graph.close()  # so that SQLite has written all of it into one file
    shutil.copytree(prod, backup)
    before = files(prod)
    loaded = load(backup)
    loaded.delete_ref_doc("boat")
    loaded.insert(Document(text="A pear is a fruit.", id_="pear"))
    assert ask(loaded) == "apple"
    loaded.storage_context.persist(str(backup))
    assert set(load(backup).ref_doc_info) == {"apple", "fruit", "pear"}
    assert files(prod) == before
    shutil.rmtree(prod)
    assert ask(load(backup)) == "apple"


def ask(index: BaseIndex) -> str | None:
    """Make the index beside the graph, and return which document an answer is from."""
    index.graph.build([], index=True)
    return index.as_retriever().retrieve(QUESTION)[0].node.ref_doc_id


def files(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_a_folder_is_loaded_from_wherever_it_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    LanguageGraphIndex.from_documents([APPLE]).storage_context.persist("here")
    (tmp_path / "elsewhere").mkdir()
    shutil.move(tmp_path / "here", tmp_path / "elsewhere" / "there")
    assert set(load(tmp_path / "elsewhere" / "there").ref_doc_info) == {"apple"}
    monkeypatch.chdir(tmp_path / "elsewhere")
    loaded = load(Path("there"))
    monkeypatch.chdir(tmp_path)
    assert set(loaded.ref_doc_info) == {"apple"}


def test_a_folder_without_its_graph_is_told(tmp_path: Path) -> None:
    LanguageGraphIndex.from_documents([APPLE]).storage_context.persist(str(tmp_path / "here"))
    shutil.move(tmp_path / "here" / GRAPH_FILE, tmp_path / "own.lgm")
    with pytest.raises(InputError, match=r"here.*is not there.*language_graph\.lgm"):
        load(tmp_path / "here")
    assert set(load(tmp_path / "here", store=tmp_path / "own.lgm").ref_doc_info) == {"apple"}


def test_a_second_graph_is_not_persisted_in_the_place_of_the_first(tmp_path: Path) -> None:
    shared = StorageContext.from_defaults()
    first = LanguageGraphIndex.from_documents([APPLE], store=tmp_path / "first.lgm", storage_context=shared)
    with pytest.raises(InputError, match=r"already.*first\.lgm.*its own"):
        LanguageGraphIndex.from_documents([APPLE], store=tmp_path / "second.lgm", storage_context=shared)
    same = LanguageGraphIndex(store=tmp_path / "first.lgm", storage_context=shared)
    shared.persist(str(tmp_path / "storage"))
    context = StorageContext.from_defaults(persist_dir=str(tmp_path / "storage"))
    for index_id in (first.index_id, same.index_id):
        assert set(load_index_from_storage(context, index_id=index_id).ref_doc_info) == {"apple"}


def test_a_graph_that_was_not_persisted_is_asked_for(tmp_path: Path) -> None:
    context = StorageContext.from_defaults()
    LanguageGraphIndex(storage_context=context)
    del context.vector_stores["language_graph"]  # as a graph on a server, which is not copied
    context.persist(str(tmp_path))
    with pytest.raises(InputError, match="store=…"):
        load(tmp_path)
