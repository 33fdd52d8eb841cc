"""What LlamaIndex calls a node, a filter or an LLM, and what becomes of it."""

import asyncio
from typing import Any

import pytest
from llama_index.core import Document, QueryBundle
from llama_index.core.base.llms.types import ChatMessage, ChatResponse
from llama_index.core.llms import MockLLM
from llama_index.core.node_parser import SentenceSplitter
from llama_index.core.schema import MetadataMode, NodeRelationship
from pydantic import PrivateAttr

from lgm_core import InputError, StoreError
from lgm_core.errors import LanguageModelError, LanguageModelSetupError
from lgm_core.llm.port import Message
from llama_index_lgm import (
    ConceptIterativeQueryEngine,
    ConceptIterativeRetriever,
    LanguageGraphIndex,
    LlamaIndexChatModel,
)
from llama_index_lgm._conversion import to_engine
from tests.support.llama_index_texts import APPLE, DOCUMENTS, QUESTION, ScriptedLLM


def test_a_document_keeps_its_id_and_its_metadata() -> None:
    found = LanguageGraphIndex.from_documents(DOCUMENTS).as_retriever(similarity_top_k=1).retrieve(QUESTION)[0].node
    assert found.ref_doc_id == "apple"
    assert APPLE.metadata.items() <= found.metadata.items()


def test_a_node_says_where_it_stands_and_why_it_was_found() -> None:
    retriever = LanguageGraphIndex.from_documents(DOCUMENTS).as_retriever(mode="sentences")
    found = next(
        result.node for result in retriever.retrieve(QUESTION) if result.text == "Apples are rich in vitamins."
    )
    assert found.metadata["document_id"] == "apple"
    assert APPLE.text[found.metadata["start"] : found.metadata["end"]] == "Apples are rich in vitamins."
    assert (found.start_char_idx, found.end_char_idx) == (found.metadata["start"], found.metadata["end"])
    assert found.metadata["section_path"] == ["Apple"]
    assert found.metadata["concept_path"] == ["Apple"]


def test_a_language_model_sees_neither_offsets_nor_what_the_document_hides() -> None:
    found = LanguageGraphIndex.from_documents(DOCUMENTS).as_retriever(similarity_top_k=1).retrieve(QUESTION)[0].node
    shown = found.get_content(MetadataMode.LLM)
    assert "heading: Apple\n" in shown
    assert not [name for name in ("start", "end", "concept_path", "year", "document_id") if f"{name}:" in shown]


def test_nodes_cut_from_a_document_keep_their_neighbours() -> None:
    nodes = SentenceSplitter(chunk_size=20, chunk_overlap=0, include_metadata=False).get_nodes_from_documents([APPLE])
    assert len(nodes) > 1
    retrieved = [result.node for result in LanguageGraphIndex(nodes).as_retriever().retrieve("vitamins of apples")]
    assert "ref_doc_id" not in retrieved[0].get_content(MetadataMode.LLM)
    found = next(node for node in retrieved if node.metadata["document_id"] == nodes[0].node_id)
    assert found.relationships[NodeRelationship.SOURCE] == nodes[0].relationships[NodeRelationship.SOURCE]
    assert found.next_node is not None
    assert found.next_node.node_id == nodes[1].node_id


@pytest.mark.parametrize(
    ("metadata", "used"),
    [
        ({"file_type": "text/markdown", "file_path": "a.txt"}, "text/markdown"),
        ({"file_type": "video/mp4", "file_path": "a.txt"}, "text/plain"),
        ({"file_path": "a.md"}, "text/markdown"),
        ({"file_name": "a.rst", "source": "https://example.org/a"}, "text/x-rst"),
        ({}, "text/markdown"),
    ],
)
def test_the_file_type_says_how_headings_are_found(metadata: dict[str, str], used: str) -> None:
    (document,) = to_engine([Document(text="# A\n\nB.", metadata=metadata)])
    assert document.media_type == used


class Telling(MockLLM):
    """An LLM that tells what it used as a provider would, or fails as one would."""

    _told: dict[str, Any] = PrivateAttr()
    _failure: Exception | None = PrivateAttr()

    def __init__(self, told: dict[str, Any] | None = None, failure: Exception | None = None) -> None:
        super().__init__()
        self._told, self._failure = told or {}, failure

    def chat(self, messages: Any, **kwargs: Any) -> ChatResponse:
        if self._failure:
            raise self._failure
        return ChatResponse(message=ChatMessage(role="assistant", content="a b c"), **self._told)

    async def achat(self, messages: Any, **kwargs: Any) -> ChatResponse:
        return self.chat(messages)


@pytest.fixture(params=["sync", "async"])
def complete(request: pytest.FixtureRequest):
    def through(llm: Any) -> Any:
        model = LlamaIndexChatModel(llm)
        asked = [Message("system", "Be brief."), Message("user", "Hello?")]
        return model.complete(asked) if request.param == "sync" else asyncio.run(model.acomplete(asked))

    return through


@pytest.mark.parametrize(
    "told",
    [
        {"additional_kwargs": {"prompt_tokens": 11, "completion_tokens": 7}},
        {"raw": {"usage": {"input_tokens": 11, "output_tokens": 7}}},
        {"raw": {"usage_metadata": {"prompt_token_count": 11, "candidates_token_count": 7}}},
        {"raw": {"prompt_eval_count": 11, "eval_count": 7}},
    ],
)
def test_what_a_provider_says_it_used_is_accounted(complete, told: dict[str, Any]) -> None:
    usage = complete(Telling(told=told)).usage
    assert (usage.calls, usage.prompt_tokens, usage.completion_tokens) == (1, 11, 7)


def test_usage_is_estimated_when_the_provider_is_silent(complete) -> None:
    usage = complete(Telling()).usage
    assert usage.completion_tokens == 3
    assert usage.prompt_tokens > 0


def test_whatever_a_provider_raises_is_a_language_model_error(complete) -> None:
    with pytest.raises(LanguageModelError, match="RuntimeError: quota"):
        complete(Telling(failure=RuntimeError("quota")))


class Refused(RuntimeError):
    """What providers' packages raise for an HTTP response."""

    status_code = 401


def test_a_refused_key_ends_the_run_at_once(complete) -> None:
    with pytest.raises(LanguageModelSetupError, match="Refused: no"):
        complete(Telling(failure=Refused("no")))


def test_a_model_has_its_own_name() -> None:
    assert LlamaIndexChatModel(ScriptedLLM()).name == "scripted"


# Wherever a graph is taken: the index that holds it and its path serve too, and anything else is refused at once.


@pytest.fixture(params=[ConceptIterativeQueryEngine, ConceptIterativeRetriever])
def taker(request):
    return request.param


def test_an_index_and_a_path_stand_for_their_graph(taker, tmp_path):
    documents = [Document(text="Pears are a type of fruit.", id_="pears")]
    index = LanguageGraphIndex.from_documents(documents, store=tmp_path / "g.lgm", workers=1)
    with index.graph:
        for given in (index, index.graph, tmp_path / "g.lgm", str(tmp_path / "g.lgm")):
            (node,) = taker(given).retrieve(QueryBundle("What are pears?"))
            assert node.text == "Pears are a type of fruit."


def test_what_is_no_graph_is_refused_at_once(taker, tmp_path):
    with pytest.raises(StoreError, match="there is no such graph"):
        taker(tmp_path / "none.lgm")
    with pytest.raises(InputError, match=r"^graph=None is no graph; give a LanguageGraph"):
        taker(None)
