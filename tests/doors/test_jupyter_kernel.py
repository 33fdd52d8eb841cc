"""Both doors in a Jupyter kernel, whose event loop is always running and has other things to do."""

from typing import Any

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_notebook

pytestmark = pytest.mark.thorough

BEAT = """
import asyncio
import threading

LOOP = asyncio.get_running_loop()
BEATS = []


def wait_for_beat():
    '''Return once the event loop has run another task; one that is blocked never does.'''
    beaten = threading.Event()
    LOOP.call_soon_threadsafe(beaten.set)
    if not beaten.wait(20):
        raise TimeoutError("the event loop was blocked")
    BEATS.append(True)
"""
LLAMA_INDEX = """
from llama_index.core import MockEmbedding
from llama_index_lgm import LanguageGraphIndex
from tests.support.llama_index_texts import BOAT, DOCUMENTS, QUESTION, ScriptedLLM, replies


def reply(prompt):
    wait_for_beat()
    return replies(prompt)


class Embedding(MockEmbedding):
    def _get_text_embeddings(self, texts):
        wait_for_beat()
        return super()._get_text_embeddings(texts)

    def _get_query_embedding(self, query):
        wait_for_beat()
        return super()._get_query_embedding(query)


index = LanguageGraphIndex(llm=ScriptedLLM(reply), embed_model=Embedding(embed_dim=4))
await index.ainsert(DOCUMENTS[0])
await index.ainsert_nodes(DOCUMENTS[1:])
learned = BEATS.copy()
found = await index.as_retriever().aretrieve(QUESTION)
retrieved = BEATS.copy()
answer = await index.as_query_engine().aquery(QUESTION)
await index.adelete_ref_doc("boat")
assert 0 < len(learned) < len(retrieved) < len(BEATS)
assert found and str(answer) == "Vitamins [1]." and "boat" not in index.ref_doc_info
"""
LLAMA_INDEX_SYNC = """
index = LanguageGraphIndex.from_documents(DOCUMENTS[1:], llm=ScriptedLLM())
index.insert(DOCUMENTS[0])
assert index.as_retriever().retrieve(QUESTION)
assert str(index.as_query_engine().query(QUESTION)) == "Vitamins [1]."
"""
LANGCHAIN = """
from langchain_core.documents import Document
from langchain_core.embeddings import DeterministicFakeEmbedding

from langchain_lgm import ConceptIterativeAnswerer, ConceptIterativeRetriever, LanguageGraphBuilder
from tests.support.door_program import first_three
from tests.support.langchain_models import WordsModel


def script(messages):
    wait_for_beat()
    return first_three(messages)


class Embeddings(DeterministicFakeEmbedding):
    def embed_documents(self, texts):
        wait_for_beat()
        return super().embed_documents(texts)

    def embed_query(self, text):
        wait_for_beat()
        return super().embed_query(text)


documents = [Document("Pears are a fruit.", id="pears"), Document("Fruits have vitamins.", id="fruits")]
builder = LanguageGraphBuilder(llm=WordsModel(script=script), embeddings=Embeddings(size=4))
await builder.abuild(documents)
learned = BEATS.copy()
found = await ConceptIterativeRetriever(graph=builder.graph).ainvoke("What do pears have?")
retrieved = BEATS.copy()
answer = await ConceptIterativeAnswerer(builder.graph).ainvoke("What do pears have?")
assert 0 < len(learned) < len(retrieved) < len(BEATS)
assert found and answer.text == "Pears are a fruit [1]. Fruits have vitamins [2]."
"""
LANGCHAIN_SYNC = """
builder = LanguageGraphBuilder(llm=WordsModel(script=first_three), store="sync.lgm")
graph = builder.build(documents)
assert ConceptIterativeRetriever(graph=graph).invoke("What do pears have?")
answer = ConceptIterativeAnswerer(graph).invoke("What do pears have?")
assert answer.text == "Pears are a fruit [1]. Fruits have vitamins [2]."
"""


@pytest.mark.parametrize("cells", [(LLAMA_INDEX, LLAMA_INDEX_SYNC), (LANGCHAIN, LANGCHAIN_SYNC)])
def test_a_door_works_in_a_kernel_and_lets_its_other_tasks_run(cells: tuple[str, ...], run: Any) -> None:
    notebook = new_notebook(cells=[new_code_cell(cell) for cell in (BEAT, *cells)])
    nbformat.validate(notebook)
    run(notebook)
