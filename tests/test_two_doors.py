"""One graph, two doors: what LlamaIndex and LangChain learn, ask and find is the same."""

import io
import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
from langchain_core.documents import Document as LangChainDocument
from llama_index.core import Document as LlamaDocument

from langchain_lgm import ConceptIterativeAnswerer, ConceptIterativeRetriever, LanguageGraphBuilder
from lgm_core.demo import demo_folder
from lgm_core.graph.export import export_jsonl
from lgm_core.llm.scripted import ScriptedChatModel
from llama_index_lgm import LanguageGraphIndex

PAGES = sorted((demo_folder() / "documents").glob("*.md"))
ASKED = [json.loads(line)["question"] for line in (demo_folder() / "questions.jsonl").read_text("utf-8").splitlines()]
LINE = re.compile(r"^\[(\d+)\] ", re.MULTILINE)


def metadata(page: Path) -> dict[str, object]:
    kept = {"title": page.stem, "source": page.name, "file_type": "text/markdown", "size": len(page.read_text("utf-8"))}
    return kept | {"tags": ["bees", page.stem]}


def langchain_documents() -> list[LangChainDocument]:
    return [LangChainDocument(page.read_text("utf-8"), id=page.name, metadata=metadata(page)) for page in PAGES]


def llama_documents() -> list[LlamaDocument]:
    return [LlamaDocument(text=page.read_text("utf-8"), id_=page.name, metadata=metadata(page)) for page in PAGES]


def first_three(messages):
    """Mark and cite the first three sentences shown."""
    numbers = [int(number) for number in LINE.findall(messages[-1].content)][:3]
    if '"answer"' in messages[0].content:
        return json.dumps({"answer": "They say so.", "citations": numbers, "missing": []})
    return json.dumps({"supporting": numbers})


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    """Learn the demo through each door into a file of its own."""
    folder = tmp_path_factory.mktemp("doors")
    files = {"langchain": folder / "langchain.lgm", "llama_index": folder / "llama_index.lgm"}
    LanguageGraphBuilder(store=files["langchain"], workers=1).build(langchain_documents()).close()
    LanguageGraphIndex.from_documents(llama_documents(), graph_store=str(files["llama_index"]), workers=1).graph.close()
    return files


@pytest.fixture(scope="module")
def questions(files):
    """Return the demo's questions, and more about its most frequent concepts: fifty in all."""
    with LanguageGraphBuilder(store=files["langchain"]).graph as graph:
        keys = {mention.concept for part in graph.store.scan() for mention in part.mentions}
        frequent = sorted(graph.store.find_concepts(sorted(keys)), key=lambda one: (-one.frequency, one.key))
    return [*ASKED, *(f"What is {one.name}?" for one in frequent)][:50]


@pytest.fixture(params=["langchain", "llama_index"])
def doors(request, files):
    """Open the graph that one door has learned through both, each with a model that notes what it is asked."""
    # Replies are kept by the model's name: with one name, either door would answer from what the other asked.
    models = ScriptedChatModel(first_three, name="one"), ScriptedChatModel(first_three, name="other")
    graph = LanguageGraphBuilder(llm=models[0], store=files[request.param]).graph
    index = LanguageGraphIndex.from_existing(str(files[request.param]), llm=models[1])
    yield graph, index, models
    graph.close()
    index.graph.close()


def exported(path: Path) -> list[dict]:
    stream = io.BytesIO()
    with LanguageGraphBuilder(store=path).graph as graph:
        export_jsonl(graph.store, stream)
    return [json.loads(line) for line in stream.getvalue().splitlines()]


def test_both_doors_learn_the_same_graph(files):
    langchain, llama_index = (exported(path) for path in files.values())
    own = ("metadata", "content_hash")  # in which LlamaIndex's metadata says which fields are its JSON
    for one, other in zip(langchain, llama_index, strict=True):
        assert {k: v for k, v in one.items() if k not in own} == {k: v for k, v in other.items() if k not in own}


def test_both_doors_find_the_same_in_the_same_order(doors, questions):
    graph, index, _ = doors
    for mode in ("passages", "sentences"):
        retriever = ConceptIterativeRetriever(graph=graph, k=5, mode=mode)
        twin = index.as_retriever(similarity_top_k=5, mode=mode)
        for question in questions:
            ours = [(one.id, one.page_content, one.metadata["score"]) for one in retriever.invoke(question)]
            theirs = [(one.node_id, one.text, one.score) for one in twin.retrieve(question)]
            assert ours == theirs, question
            assert ours or question not in ASKED


def prompts(model):
    """Return what a model was sent; requests of one batch run at once, in no order."""
    return sorted([(turn.role, turn.content) for turn in one.messages] for one in model.requests)


def test_both_doors_send_the_same_prompts_and_cite_the_same_sentences(doors, questions):
    graph, index, (model, twin) = doors
    answerer, engine = ConceptIterativeAnswerer(graph), index.as_query_engine()
    for question in questions:
        answer = answerer.invoke(question)
        response = engine.query(question)
        assert [one.sentence_id for one in answer.citations] == [one.node.node_id for one in response.source_nodes]
        assert answer.text == str(response)
    assert prompts(model) == prompts(twin)
    assert len(questions) == 50
    assert len(model.requests) >= 2 * len(ASKED)


def test_what_one_door_replaces_and_deletes_the_other_sees(tmp_path):
    path = tmp_path / "shared.lgm"
    index = LanguageGraphIndex.from_documents(
        [LlamaDocument(text="A skep is a basket.", id_="skep")], graph_store=str(path), workers=1
    )
    builder = LanguageGraphBuilder(store=path, workers=1)
    with builder.graph as graph:
        assert [one.id for one in graph.documents()] == ["skep"]
        builder.build([LangChainDocument("A skep is a hive.", id="skep")])
        assert [one.text for one in index.as_retriever().retrieve("What is a skep?")] == ["A skep is a hive."]
        index.delete_ref_doc("skep")
        assert ConceptIterativeRetriever(graph=graph).invoke("What is a skep?") == []
    index.graph.close()


WRITERS = {
    "langchain": """
from langchain_core.documents import Document
from langchain_lgm import LanguageGraphBuilder
builder = LanguageGraphBuilder(store=path, workers=1)
def learn(id, text): builder.build([Document(text, id=id)])
def delete(id): builder.delete([id])
""",
    "llama_index": """
from llama_index.core import Document
from llama_index_lgm import LanguageGraphIndex
index = LanguageGraphIndex(graph_store=path, workers=1)
def learn(id, text): index.insert(Document(text=text, id_=id))
def delete(id): index.delete_ref_doc(id)
""",
}
WORK = """
for number in range(20):
    learn(f"{door}-{number}", f"A cart is a vehicle. The {door} cart has {number} wheels.")
    learn("shared", "A barrow is a cart.")
    if number % 4 == 0:
        delete(f"{door}-{number}")
"""


def test_two_processes_write_one_graph_at_once(tmp_path):
    path = str(tmp_path / "shared.lgm")
    processes = []
    for door, opening in WRITERS.items():
        program = f"import sys\npath, door = sys.argv[1:]\n{opening}{WORK}"
        processes.append(subprocess.Popen([sys.executable, "-c", program, path, door]))
    assert [process.wait(timeout=120) for process in processes] == [0, 0]
    kept = {f"{door}-{number}" for door in WRITERS for number in range(20) if number % 4}
    with LanguageGraphBuilder(store=path).graph as graph:
        assert {record.id for record in graph.documents()} == kept | {"shared"}
        assert graph.statistics().sentences == 2 * len(kept) + 1
        (stated,) = graph.store.relations(concept="vehicle")
        assert len(stated.evidence) == len(kept)
