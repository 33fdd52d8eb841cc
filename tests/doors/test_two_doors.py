"""One graph, two doors: what LlamaIndex and LangChain learn, ask and find is the same, in a file and in Neo4j.

`LGM_FULL=1` asks all fifty questions on Neo4j too, where a few are asked otherwise.
"""

import io
import json
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import chain
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from langchain_core.documents import Document as LangChainDocument
from llama_index.core import Document as LlamaDocument

from langchain_lgm import ConceptIterativeAnswerer, ConceptIterativeRetriever, LanguageGraphBuilder
from lgm_core.demo import demo_folder
from lgm_core.graph.export import export_jsonl
from lgm_core.graph.neo4j import Neo4jStore
from lgm_core.graph.port import LanguageGraphStore
from lgm_core.graph.sqlite import SQLiteStore
from lgm_core.llm.scripted import ScriptedChatModel
from llama_index_lgm import LanguageGraphIndex
from tests.support.door_program import first_three

PAGES = sorted((demo_folder() / "documents").glob("*.md"))
ASKED = [json.loads(line)["question"] for line in (demo_folder() / "questions.jsonl").read_text("utf-8").splitlines()]
FEW = None if os.environ.get("LGM_FULL") else 8

Opener = Callable[[str], LanguageGraphStore]


def metadata(page: Path) -> dict[str, object]:
    fields = {
        "title": page.stem,
        "source": page.name,
        "file_type": "text/markdown",
        "size": len(page.read_text("utf-8")),
    }
    return fields | {"tags": ["bees", page.stem]}


def langchain_documents() -> list[LangChainDocument]:
    return [LangChainDocument(page.read_text("utf-8"), id=page.name, metadata=metadata(page)) for page in PAGES]


def llama_documents() -> list[LlamaDocument]:
    return [LlamaDocument(text=page.read_text("utf-8"), id_=page.name, metadata=metadata(page)) for page in PAGES]


@contextmanager
def in_neo4j(driver: Any) -> Iterator[Opener]:
    """Give graphs of their own to those who ask by name, and remove them afterwards."""
    prefix = f"two-doors-{uuid4().hex}-"
    yield lambda name: Neo4jStore.from_driver(driver, graph=prefix + name)
    driver.execute_query("MATCH (n:LanguageGraph) WHERE n.graph STARTS WITH $prefix DETACH DELETE n", prefix=prefix)


def learn_through_both(opened: Opener) -> None:
    """Learn the demo through each door into a graph that has the door's name."""
    LanguageGraphBuilder(store=opened("langchain"), workers=1).build(langchain_documents()).close()
    index = LanguageGraphIndex.from_documents(llama_documents(), store=opened("llama_index"), workers=1)
    index.graph.close()


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Opener:
    folder = tmp_path_factory.mktemp("doors")

    def opened(name: str) -> LanguageGraphStore:
        return SQLiteStore(folder / f"{name}.lgm")

    learn_through_both(opened)
    return opened


@pytest.fixture(scope="module", params=["SQLite", "Neo4j"])
def graphs(request: pytest.FixtureRequest, files: Opener) -> Iterator[Opener]:
    """Open the graph that each door has learned."""
    if request.param == "SQLite":
        yield files
        return
    with in_neo4j(request.getfixturevalue("neo4j_driver")) as opened:
        learn_through_both(opened)
        yield opened


@pytest.fixture(scope="module")
def questions(files: Opener) -> list[str]:
    """Return the demo's questions, and more about its most frequent concepts: fifty in all."""
    with files("langchain") as store:
        keys = {mention.concept for part in store.scan() for mention in part.mentions}
        frequent = sorted(store.find_concepts(sorted(keys)), key=lambda concept: (-concept.frequency, concept.key))
    return [*ASKED, *(f"What is {concept.name}?" for concept in frequent)][:50]


def langchain_finds(store: LanguageGraphStore, questions: list[str]) -> list[Any]:
    graph = LanguageGraphBuilder(store=store).graph
    found = []
    for mode in ("passages", "sentences"):
        retriever = ConceptIterativeRetriever(graph=graph, k=5, mode=mode, scored=True, headings=False)
        found += [
            [(document.id, document.page_content, document.metadata["score"]) for document in retriever.invoke(asked)]
            for asked in questions
        ]
    return found


def llama_index_finds(store: LanguageGraphStore, questions: list[str]) -> list[Any]:
    index = LanguageGraphIndex.from_existing(store)
    found = []
    for mode in ("passages", "sentences"):
        retriever = index.as_retriever(similarity_top_k=5, mode=mode)
        found += [
            [(result.node_id, result.text, result.score) for result in retriever.retrieve(asked)] for asked in questions
        ]
    return found


@pytest.fixture(scope="module")
def found(files: Opener, questions: list[str]) -> list[Any]:
    """Return what LangChain finds in a file that it learned: passages, then sentences."""
    return langchain_finds(files("langchain"), questions)


Talk = tuple[list[Any], list[Any]]
"""The answers with the ids of the sentences they cite, and what the model was sent."""


def prompts(model: ScriptedChatModel) -> list[Any]:
    """Return what a model was sent; requests of one batch run at once, in no order."""
    return sorted([(turn.role, turn.content) for turn in request.messages] for request in model.requests)


# Replies are kept by the model's name: with one name, either door would answer from what the other asked.
def langchain_asks(store: LanguageGraphStore, questions: list[str]) -> Talk:
    model = ScriptedChatModel(first_three, name=f"langchain-{uuid4()}")
    answerer = ConceptIterativeAnswerer(LanguageGraphBuilder(llm=model, store=store).graph)
    answers = [answerer.invoke(asked) for asked in questions]
    cited = [[citation["sentence_id"] for citation in answer.response_metadata["citations"]] for answer in answers]
    return [(str(answer.text), ids) for answer, ids in zip(answers, cited, strict=True)], prompts(model)


def llama_index_asks(store: LanguageGraphStore, questions: list[str]) -> Talk:
    model = ScriptedChatModel(first_three, name=f"llama_index-{uuid4()}")
    engine = LanguageGraphIndex.from_existing(store, llm=model).as_query_engine()
    answers: list[Any] = [engine.query(asked) for asked in questions]
    cited = [[node.node_id for node in answer.source_nodes if node.metadata["citation"]] for answer in answers]
    return [(str(answer), ids) for answer, ids in zip(answers, cited, strict=True)], prompts(model)


def exported(store: LanguageGraphStore) -> list[dict]:
    stream = io.BytesIO()
    export_jsonl(store, stream)
    return [json.loads(line) for line in stream.getvalue().splitlines()]


def test_both_doors_learn_the_same_graph(graphs: Opener) -> None:
    own = ("metadata", "content_hash")  # in which LlamaIndex's metadata says which fields are its JSON
    lines = [
        [{k: v for k, v in line.items() if k not in own} for line in exported(graphs(name))]
        for name in ("langchain", "llama_index")
    ]
    assert lines[0] == lines[1] != []


def test_either_store_holds_the_same_graph(graphs: Opener, files: Opener) -> None:
    for name in ("langchain", "llama_index"):
        assert exported(graphs(name)) == exported(files(name))


@pytest.mark.parametrize("learned_through", ["langchain", "llama_index"])
def test_both_doors_find_the_same_in_the_same_order(
    graphs: Opener, questions: list[str], found: list[Any], learned_through: str
) -> None:
    assert langchain_finds(graphs(learned_through), questions) == found
    assert llama_index_finds(graphs(learned_through), questions) == found
    assert len(found) == 100
    assert all(chain(found[: len(ASKED)], found[50 : 50 + len(ASKED)]))


@pytest.mark.parametrize(
    ("learned_through", "asked_through"), [("langchain", llama_index_asks), ("llama_index", langchain_asks)]
)
def test_what_one_door_learned_the_other_asks_with_the_same_prompts_and_cites_the_same(
    graphs: Opener, files: Opener, questions: list[str], learned_through: str, asked_through: Callable[..., Talk]
) -> None:
    own_talk = {"langchain": langchain_asks, "llama_index": llama_index_asks}[learned_through]
    some = questions if graphs is files else questions[:FEW]
    answers, sent = own_talk(files(learned_through), some)
    assert asked_through(graphs(learned_through), some) == (answers, sent)
    assert len(answers) == len(some)
    assert all(cited for _, cited in answers[: len(ASKED)])
    assert len(sent) >= len(answers[: len(ASKED)])


def test_what_one_door_replaces_and_deletes_the_other_sees(tmp_path: Path) -> None:
    path = tmp_path / "shared.lgm"
    index = LanguageGraphIndex.from_documents(
        [LlamaDocument(text="A skep is a basket.", id_="skep")], store=str(path), workers=1
    )
    builder = LanguageGraphBuilder(store=path, workers=1)
    with builder.graph as graph:
        assert [record.id for record in graph.documents()] == ["skep"]
        builder.build([LangChainDocument("A skep is a hive.", id="skep")])
        assert [result.text for result in index.as_retriever().retrieve("What is a skep?")] == ["A skep is a hive."]
        index.delete_ref_doc("skep")
        assert ConceptIterativeRetriever(graph=graph).invoke("What is a skep?") == []
    index.graph.close()
