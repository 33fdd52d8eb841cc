"""The LlamaIndex index: learning, looking after documents, and doing without a language model."""

import asyncio
import gc
import logging
import subprocess
import sys
from datetime import date
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from llama_index.core import Document, MockEmbedding, Settings, SimpleDirectoryReader
from llama_index.core.graph_stores import SimplePropertyGraphStore
from llama_index.core.ingestion import run_transformations
from llama_index.core.memory import ChatMemoryBuffer
from llama_index.core.node_parser import SentenceSplitter
from llama_index.core.schema import MetadataMode
from llama_index.core.vector_stores import MetadataFilter, MetadataFilters
from pydantic import PrivateAttr

from lgm_core import ExtractionOptions
from lgm_core.errors import InputError, LanguageModelSetupError, StoreError
from lgm_core.model import Schema, SchemaClass, SchemaProperty
from llama_index_lgm import LanguageGraphIndex
from tests.support.llama_index_texts import APPLE, BOAT, DOCUMENTS, FRUIT, QUESTION, ScriptedLLM
from tests.support.onnx_models import write_model


def texts(index: LanguageGraphIndex, question: str = QUESTION) -> list[str]:
    return [result.text for result in index.as_retriever(mode="sentences").retrieve(question)]


def test_everything_works_without_a_language_model_and_looks_for_none() -> None:
    index = LanguageGraphIndex.from_documents(DOCUMENTS)
    assert "Apples are rich in vitamins." in str(index.as_query_engine().query(QUESTION))
    assert Settings._llm is None


def test_the_language_model_of_the_settings_answers_and_does_not_extract() -> None:
    Settings.llm = llm = ScriptedLLM()
    index = LanguageGraphIndex.from_documents(DOCUMENTS)
    index.insert(Document(text="A pear is a fruit.", id_="pear"))
    assert llm.prompts == []
    assert str(index.as_query_engine().query(QUESTION)) == "Vitamins [1]."


def test_a_language_model_set_after_the_graph_was_opened_answers() -> None:
    index = LanguageGraphIndex.from_documents(DOCUMENTS)
    Settings.llm = ScriptedLLM()
    assert str(index.as_query_engine().query(QUESTION)) == "Vitamins [1]."


@pytest.mark.parametrize("asking", [{"extraction": ExtractionOptions()}, {"llm": ScriptedLLM()}])
def test_an_extraction_that_is_asked_for_is_done(asking: dict[str, Any]) -> None:
    Settings.llm = ScriptedLLM()
    assert LanguageGraphIndex.from_documents(DOCUMENTS, **asking).report.usage.calls > 0


def test_a_disabled_language_model_is_none(capsys: pytest.CaptureFixture[str]) -> None:
    Settings.llm = None  # which LlamaIndex tells on the console
    capsys.readouterr()
    assert LanguageGraphIndex.from_documents(DOCUMENTS).graph.llm is None


def test_a_disabled_embedding_model_is_none() -> None:
    scores = [found.score for found in LanguageGraphIndex.from_documents(DOCUMENTS).as_retriever().retrieve(QUESTION)]
    Settings.embed_model = None
    disabled = LanguageGraphIndex.from_documents(DOCUMENTS).as_retriever().retrieve(QUESTION)
    assert [found.score for found in disabled] == scores


def test_indexing_can_be_kept_free_of_tokens() -> None:
    llm = ScriptedLLM()
    index = LanguageGraphIndex.from_documents(DOCUMENTS, llm=llm, extraction=False)
    assert not llm.prompts
    assert str(index.as_query_engine().query(QUESTION)) == "Vitamins [1]."


def test_a_query_engine_can_have_a_language_model_of_its_own() -> None:
    index = LanguageGraphIndex.from_documents(DOCUMENTS)
    assert str(index.as_query_engine(llm=ScriptedLLM()).query(QUESTION)) == "Vitamins [1]."
    assert index.graph.llm is None


def test_a_graph_on_disk_is_opened_again(tmp_path: Path) -> None:
    built = LanguageGraphIndex.from_documents(DOCUMENTS, store=tmp_path / "my.lgm")
    before = texts(built)
    built.graph.close()
    assert texts(LanguageGraphIndex.from_existing(tmp_path / "my.lgm")) == before != []


def test_in_a_notebook_an_index_shows_its_graph() -> None:
    index = LanguageGraphIndex.from_documents(DOCUMENTS)
    assert repr(index) == f"LanguageGraphIndex(store={str(index.graph.store)!r})"
    assert repr(index.graph) == f"LanguageGraph({str(index.graph.store)!r})"
    assert index._repr_html_() == index.graph._repr_html_()
    assert "<iframe" in index._repr_html_()


def test_a_graph_that_is_not_there_cannot_be_opened(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match=r"typo\.lgm: there is no such graph"):
        LanguageGraphIndex.from_existing(tmp_path / "typo.lgm")
    assert list(tmp_path.iterdir()) == []


def test_a_graph_without_a_place_goes_with_its_last_user() -> None:
    retriever = LanguageGraphIndex.from_documents(DOCUMENTS).as_retriever()
    folder = retriever.graph.store.path.parent
    gc.collect()
    assert retriever.retrieve(QUESTION)
    retriever.graph.close()
    del retriever
    gc.collect()
    assert not folder.exists()


def test_deleting_a_document_deletes_the_nodes_cut_from_it() -> None:
    nodes = SentenceSplitter(chunk_size=20, chunk_overlap=0, include_metadata=False).get_nodes_from_documents(DOCUMENTS)
    index = LanguageGraphIndex(nodes)
    assert set(index.ref_doc_info) == {"apple", "fruit", "boat"}
    index.delete_ref_doc("apple")
    assert set(index.ref_doc_info) == {"fruit", "boat"}


def test_deleting_what_is_not_there_is_told(caplog: pytest.LogCaptureFixture) -> None:
    LanguageGraphIndex().delete_ref_doc("nowhere")
    assert "nowhere not found, nothing deleted; `ref_doc_info` lists the ids" in caplog.text


@pytest.mark.parametrize("given", ["docs/old.txt", "/home/me/docs/old.txt", "old.tx", "elsewhere/notes/old.txt"])
def test_an_id_that_is_not_held_is_told_with_the_nearest(given: str, caplog: pytest.LogCaptureFixture) -> None:
    paths = ("/srv/docs/old.txt", "/srv/docs/new.md")
    files = [Document(text=f"This is {path}.", metadata={"file_path": path}) for path in paths]
    index = LanguageGraphIndex.from_documents(files, workers=1)
    index.delete_ref_doc(given)
    assert f"{given} not found, nothing deleted; perhaps old.txt is meant" in caplog.text
    assert set(index.ref_doc_info) == {"old.txt", "new.md"}


def test_transformations_are_refused_with_the_way_to_learn_nodes() -> None:
    with pytest.raises(InputError, match=r"learn the nodes .* LanguageGraphIndex\(run_transformations\("):
        LanguageGraphIndex.from_documents(DOCUMENTS, transformations=[SentenceSplitter()])  # type: ignore[call-arg]
    nodes = run_transformations(DOCUMENTS, [SentenceSplitter()])
    assert set(LanguageGraphIndex(nodes, workers=1).ref_doc_info) == {"apple", "fruit", "boat"}


def test_inserting_again_replaces() -> None:
    index = LanguageGraphIndex.from_documents(DOCUMENTS)
    index.insert(Document(text="Apples are poor in vitamins.", id_="apple"))
    assert "Apples are rich in vitamins." not in texts(index)
    assert "Apples are poor in vitamins." in texts(index)


def test_refreshing_tells_what_changed() -> None:
    index = LanguageGraphIndex.from_documents([APPLE, FRUIT])
    changed = Document(text="Fruits contain much sugar.", id_="fruit", metadata=FRUIT.metadata)
    assert index.refresh_ref_docs([APPLE, changed, BOAT]) == [False, True, True]
    assert index.refresh_ref_docs([APPLE, changed, BOAT]) == [False, False, False]


def test_ref_doc_info_has_the_metadata_as_it_was() -> None:
    info = LanguageGraphIndex.from_documents(DOCUMENTS).ref_doc_info["apple"]
    assert (info.node_ids, info.metadata) == (["apple"], APPLE.metadata)


def test_what_cannot_be_learned_is_told_and_the_rest_is_there(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.WARNING)
    index = LanguageGraphIndex.from_documents([APPLE, FRUIT, APPLE])
    assert [failure.name for failure in index.report.failed] == ["apple"]
    assert "apple was not learned" in caplog.text
    assert set(index.ref_doc_info) == {"apple", "fruit"}


def test_inserting_what_cannot_be_learned_is_an_error() -> None:
    with pytest.raises(InputError):
        LanguageGraphIndex().insert(Document(text="An apple.", id_="a\0b"))


def test_in_a_running_event_loop_other_tasks_go_on() -> None:
    async def everything() -> tuple[int, list[str], str]:
        ticks = 0

        async def tick() -> None:
            nonlocal ticks
            while True:
                ticks += 1
                await asyncio.sleep(0)

        ticking = asyncio.create_task(tick())
        index = LanguageGraphIndex(llm=ScriptedLLM())
        counted = []
        for work in (
            lambda: index.ainsert_nodes(DOCUMENTS),
            lambda: index.ainsert(Document(text="Pears are rich in fibre.", id_="pear")),
            lambda: index.arefresh_ref_docs([BOAT]),
            lambda: index.adelete_ref_doc("pear"),
            lambda: index.as_retriever().aretrieve(QUESTION),
            lambda: index.as_query_engine().aquery(QUESTION),
        ):
            before = ticks
            result = await work()
            counted.append(ticks - before)
        ticking.cancel()
        return min(counted), sorted(index.ref_doc_info), str(result)

    fewest, documents, answer = asyncio.run(everything())
    assert fewest > 1
    assert documents == ["apple", "boat", "fruit"]
    assert answer == "Vitamins [1]."


def test_the_synchronous_methods_work_in_a_running_event_loop() -> None:
    async def cell() -> str:
        return str(LanguageGraphIndex.from_documents(DOCUMENTS, llm=ScriptedLLM()).as_query_engine().query(QUESTION))

    assert asyncio.run(cell()) == "Vitamins [1]."


def test_a_property_graph_store_that_cannot_hold_a_graph_is_refused() -> None:
    with pytest.raises(InputError, match="SimplePropertyGraphStore"):
        LanguageGraphIndex(store=SimplePropertyGraphStore())


@pytest.mark.parametrize(
    ("setting", "message"),
    [
        ({"llm": "gpt"}, "llm='gpt' is neither a LlamaIndex LLM nor a ChatModel"),
        ({"embed_model": "gpt"}, "'gpt' is neither the name of an embedding model nor a folder"),
        ({"embed_model": 7}, "embed_model=7 is neither a LlamaIndex embedding model nor a name"),
    ],
)
def test_what_is_no_model_is_refused_at_once(setting: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError, match=message):
        LanguageGraphIndex(**setting)


def test_a_folder_with_an_embedding_model_ranks(tmp_path: Path) -> None:
    folder = write_model(tmp_path / "tiny")
    index = LanguageGraphIndex.from_documents(DOCUMENTS, embed_model=str(folder), store=tmp_path / "g.lgm")
    assert index.graph.retrieve_passages("What are apples rich in?")
    assert np.load(tmp_path / "g.lgm-vectors" / "model.npy")["name"].tolist() == [str(folder)]


def test_files_read_with_their_names_as_ids_are_learned_once(tmp_path: Path) -> None:
    (tmp_path / "apple.txt").write_text(APPLE.text, "utf-8")

    def read() -> list[Document]:
        return SimpleDirectoryReader(input_files=[tmp_path / "apple.txt"], filename_as_id=True).load_data()

    index = LanguageGraphIndex.from_documents(read())
    index.insert_nodes(read())
    assert (index.report.learned, index.report.skipped) == (0, 1)


def test_a_chat_can_be_limited_by_filters() -> None:
    llm = ScriptedLLM(lambda _: "?")
    filters = MetadataFilters(filters=[MetadataFilter(key="year", value=2019)])
    memory = ChatMemoryBuffer.from_defaults(token_limit=1000)
    chat = LanguageGraphIndex.from_documents(DOCUMENTS).as_chat_engine(llm=llm, filters=filters, memory=memory)
    sources = chat.chat("What do fruits and apples contain?").source_nodes
    assert {source.node.ref_doc_id for source in sources} == {"fruit"}


def test_a_chat_needs_a_language_model() -> None:
    index = LanguageGraphIndex.from_documents(DOCUMENTS)
    with pytest.raises(LanguageModelSetupError):
        index.as_chat_engine()
    llm = ScriptedLLM(lambda prompt: "Vitamins." if "vitamins" in prompt else "?")
    chat = index.as_chat_engine(llm=llm, memory=ChatMemoryBuffer.from_defaults(token_limit=1000))
    reply = chat.chat(QUESTION)
    assert str(reply) == "Vitamins."
    assert reply.source_nodes[0].node.ref_doc_id == "apple"


@pytest.mark.thorough
def test_importing_the_door_loads_neither_the_other_door_nor_a_driver() -> None:
    code = "import llama_index_lgm, sys; print(*sys.modules)"
    output = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    loaded = {name.split(".")[0] for name in output.split()}
    assert not loaded & {"langchain_core", "langchain_lgm", "neo4j", "torch"}


def test_documents_without_text_are_learned_and_deleted_like_others() -> None:
    index = LanguageGraphIndex.from_documents([Document(text="", id_="empty"), APPLE])
    assert index.report.ok
    index.delete_ref_doc("empty")
    assert set(index.ref_doc_info) == {"apple"}


def test_whatever_is_in_the_metadata_comes_back() -> None:
    metadata = {"none": None, "text": "ä\n", "number": 1.5, "flag": False, "list": [1, {"a": None}], "dict": {"b": []}}
    index = LanguageGraphIndex.from_documents([Document(text="A quagga is a zebra.", id_="q", metadata=metadata)])
    assert metadata.items() <= index.as_retriever().retrieve("quagga")[0].node.metadata.items()


def test_dates_and_numbers_are_kept_so_that_filters_compare_them() -> None:
    metadata = {"day": date(2024, 5, 1), "ratio": Fraction(1, 2), "missing": float("nan")}
    index = LanguageGraphIndex.from_documents([Document(text="A quagga is a zebra.", id_="q", metadata=metadata)])
    assert index.ref_doc_info["q"].metadata == {"day": "2024-05-01", "ratio": 0.5, "missing": None}
    where = {"day": {"$gte": "2024-01-01"}, "ratio": {"$lt": 1}}
    assert [node.node.ref_doc_id for node in index.as_retriever(where=where).retrieve("quagga")] == ["q"]


def test_metadata_with_the_name_of_a_result_field_is_kept_apart() -> None:
    document = Document(text="A quagga is a zebra.", id_="q", metadata={"start": 1870, "end": 1883})
    node = LanguageGraphIndex.from_documents([document]).as_retriever().retrieve("quagga")[0].node
    assert (node.metadata["start"], node.metadata["end"]) == (0, 20)
    assert node.metadata["document_metadata"] == {"start": 1870, "end": 1883}
    assert "document_metadata" not in node.get_content(MetadataMode.LLM)


def test_learning_shows_its_progress(capsys: pytest.CaptureFixture[str]) -> None:
    LanguageGraphIndex.from_documents(DOCUMENTS, show_progress=True)
    assert "Learning documents: 100%" in capsys.readouterr().err


class CountingEmbedding(MockEmbedding):
    """Vectors of one direction; remembers the texts that each method was given."""

    _documents: list[str] = PrivateAttr(default_factory=list)
    _questions: list[str] = PrivateAttr(default_factory=list)

    def _get_text_embeddings(self, texts: list[str]) -> list[list[float]]:
        self._documents += texts
        return super()._get_text_embeddings(texts)

    def _get_query_embedding(self, query: str) -> list[float]:
        self._questions.append(query)
        return super()._get_query_embedding(query)


def test_documents_and_questions_are_embedded_each_by_its_own_method() -> None:
    model = CountingEmbedding(embed_dim=4)
    index = LanguageGraphIndex.from_documents(DOCUMENTS, embed_model=model)
    assert index.as_retriever().retrieve(QUESTION)
    assert model._questions.count(QUESTION) == 1
    assert QUESTION not in model._documents
    assert [sum(sentence in text for text in model._documents) for sentence in APPLE.text.split(". ")] == [1, 1, 1]


def test_the_embedding_model_of_the_settings_ranks() -> None:
    Settings.embed_model = model = CountingEmbedding(embed_dim=4)
    assert LanguageGraphIndex.from_documents(DOCUMENTS).as_retriever().retrieve(QUESTION)
    assert model._questions.count(QUESTION) == 1


def test_a_query_engine_with_a_language_model_of_its_own_ranks_with_the_same_embeddings() -> None:
    model = CountingEmbedding(embed_dim=4)
    index = LanguageGraphIndex.from_documents(DOCUMENTS, embed_model=model)
    index.as_retriever().retrieve(QUESTION)
    embedded = len(model._documents)
    assert str(index.as_query_engine(llm=ScriptedLLM()).query(QUESTION)) == "Vitamins [1]."
    assert (len(model._documents), len(model._questions) > 1) == (embedded, True)


def test_a_schema_is_loaded_before_documents_are_learned(tmp_path: Path) -> None:
    documents = [Document(text="Laura is a film. Laura was directed by Otto Preminger.", id_="laura")]
    schema = Schema(classes=(SchemaClass("Film"),), properties=(SchemaProperty("director", ("directed by",), "Film"),))
    index = LanguageGraphIndex.from_documents(documents, store=tmp_path / "x.lgm", facts="open", schema=schema)
    assert index.graph.schema() == schema
    assert [fact.property for fact in index.graph.facts("Laura", conforming=True)] == ["director"]
    (tmp_path / "wrong.toml").write_text('[[class]]\nname = "Film"\nparents = ["Film"]\n', encoding="utf-8")
    with pytest.raises(InputError, match=r"wrong\.toml: line 3"):
        LanguageGraphIndex(store=tmp_path / "x.lgm", schema=tmp_path / "wrong.toml")
    assert index.graph.schema() == schema
    with pytest.raises(InputError, match=r"none\.toml: cannot be read"):
        LanguageGraphIndex(store=tmp_path / "new.lgm", schema=tmp_path / "none.toml")
    assert not list(tmp_path.glob("new.lgm*"))
