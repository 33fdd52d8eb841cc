"""Use the LlamaIndex door as a user would, and hold it against LlamaIndex's own property graph index.

`stores` builds a corpus, opens the graph in a new process, asks, inserts, deletes and asks again: once in a file, once
in Neo4j, and tells whether every retrieval was the same. `property-graph` times one retrieval over the same documents
in a `LanguageGraphIndex` and in a `PropertyGraphIndex` with its default store and retriever, and counts what each
leaves behind of a deleted document. No language model is used: the default retriever's LLM is replaced by one that
replies the question's words at once. Prints one JSON object.

    python -m benchmarks.llama_index stores --corpus corpus.jsonl --questions questions.jsonl
    python -m benchmarks.llama_index property-graph --corpus corpus.jsonl --questions questions.jsonl
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any

from llama_index.core import Document, PropertyGraphIndex
from llama_index.core.graph_stores.types import EntityNode
from llama_index.core.llms import CompletionResponse, CompletionResponseGen, CustomLLM, LLMMetadata

from lgm_core.graph.neo4j import Neo4jStore
from lgm_core.graph.port import LanguageGraphStore
from llama_index_lgm import LanguageGraphIndex, MetaRelationExtractor
from tests.support.neo4j_server import LONG_TERM, LocalServer

STEPS = ("build", "use")


def read_documents(corpus: Path, most: int | None = None) -> list[Document]:
    """Read a corpus of `{"id", "title", "text"}` rows."""
    with corpus.open(encoding="utf-8") as lines:
        rows = [json.loads(line) for line in islice(lines, most)]
    return [Document(text=row["text"], id_=row["id"], metadata={"title": row["title"]}) for row in rows]


def read_questions(questions: Path) -> list[str]:
    """Read questions."""
    return [json.loads(line)["question"] for line in questions.read_text(encoding="utf-8").splitlines()]


def milliseconds(work: Callable[[], object]) -> float:
    """Time some work."""
    started = time.perf_counter()
    work()
    return (time.perf_counter() - started) * 1000


def use(index: LanguageGraphIndex, documents: Sequence[Document], questions: Sequence[str]) -> dict[str, Any]:
    """Ask all questions, replace a document, insert one, delete ten, and ask again."""
    retriever = index.as_retriever(similarity_top_k=5)

    def found() -> list[list[tuple[str, float]]]:
        return [[(one.node.node_id, round(one.score or 0, 6)) for one in retriever.retrieve(ask)] for ask in questions]

    told = {"first": found(), "index_documents": len(index.ref_doc_info)}
    told["milliseconds"] = statistics.median(milliseconds(partial(retriever.retrieve, ask)) for ask in questions)
    index.insert(Document(text="A quagga is a zebra. Quaggas lived in South Africa.", id_="new"))
    index.insert(Document(text=documents[10].text + " It is well known.", id_=documents[10].id_))
    for document in documents[:10]:
        index.delete_ref_doc(document.id_)
    return told | {"second": found(), "statistics": str(index.graph.statistics())}


def step(name: str, graph_store: str, corpus: Path, questions: Path) -> dict[str, Any]:
    """Do one step in this process."""
    documents = read_documents(corpus)
    if graph_store.startswith("bolt:"):
        import neo4j

        with neo4j.GraphDatabase.driver(graph_store, auth=("neo4j", os.environ["NEO4J_PASSWORD"])) as driver:
            return act(name, Neo4jStore.from_driver(driver), documents, read_questions(questions))
    return act(name, graph_store, documents, read_questions(questions))


def act(
    name: str, graph_store: LanguageGraphStore | str, documents: Sequence[Document], questions: Sequence[str]
) -> dict[str, Any]:
    """Build a graph, or use the one that is there."""
    if name == "build":
        index = LanguageGraphIndex.from_documents(documents, store=graph_store)
        return {"learned": index.report.learned, "seconds": index.report.seconds["total"]}
    return use(LanguageGraphIndex.from_existing(graph_store), documents, questions)


def in_new_process(name: str, graph_store: str, options: argparse.Namespace, password: str = "") -> dict[str, Any]:
    """Do one step as another process, which shares nothing but the store."""
    command = [sys.executable, "-m", "benchmarks.llama_index", name, "--graph-store", graph_store]
    command += ["--corpus", str(options.corpus), "--questions", str(options.questions)]
    environment = {**os.environ, "NEO4J_PASSWORD": password}
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=environment)
    if done.returncode:
        sys.exit(done.stderr)
    told: dict[str, Any] = json.loads(done.stdout)
    return told


def compare_stores(options: argparse.Namespace) -> dict[str, Any]:
    """Do the same in a file and in Neo4j."""
    with tempfile.TemporaryDirectory() as folder:
        path = str(Path(folder, "graph.lgm"))
        in_file = {name: in_new_process(name, path, options) for name in STEPS}
    server = LocalServer(LONG_TERM, benchmark=True)
    try:
        server.start()
        in_neo4j = {name: in_new_process(name, server.uri, options, server.password) for name in STEPS}
    finally:
        server.close()
    return {
        "documents": in_file["use"]["index_documents"],
        "build_seconds": {"file": in_file["build"]["seconds"], "neo4j": in_neo4j["build"]["seconds"]},
        "retrieval_ms_p50": {"file": in_file["use"]["milliseconds"], "neo4j": in_neo4j["use"]["milliseconds"]},
        **{
            f"{part} equal": in_file["use"][part] == in_neo4j["use"][part] for part in ("first", "second", "statistics")
        },
    }


class Echo(CustomLLM):
    """Reply the words of the question, as the synonyms that LlamaIndex's default retriever asks for."""

    @property
    def metadata(self) -> LLMMetadata:
        """Describe the model."""
        return LLMMetadata(model_name="echo")

    def complete(self, prompt: str, formatted: bool = False, **kwargs: Any) -> CompletionResponse:  # noqa: ANN401
        """Reply the question's words."""
        question = prompt.rpartition("QUERY: ")[2].splitlines()[0] if "QUERY: " in prompt else prompt
        return CompletionResponse(text="^".join(word.strip("?,.").lower() for word in question.split()))

    def stream_complete(
        self,
        prompt: str,
        formatted: bool = False,
        **kwargs: Any,  # noqa: ANN401
    ) -> CompletionResponseGen:
        """Reply the same."""
        yield self.complete(prompt)


def compare_indexes(options: argparse.Namespace) -> dict[str, Any]:
    """Time one retrieval in both indexes, then delete a document from both."""
    documents, questions = read_documents(options.corpus, options.documents), read_questions(options.questions)[:5]
    ours, theirs = our_index(documents), their_index(documents)
    our_retriever, their_retriever = ours.as_retriever(), theirs.as_retriever()
    our_retriever.retrieve(questions[0])
    timed = {
        "LanguageGraphIndex": [milliseconds(partial(our_retriever.retrieve, ask)) for ask in questions],
        "PropertyGraphIndex": [milliseconds(partial(their_retriever.retrieve, ask)) for ask in questions],
    }
    sentences = ours.graph.statistics().sentences
    ours.delete_ref_doc(documents[0].id_)
    theirs.delete_ref_doc(documents[0].id_, delete_from_docstore=True)
    return {
        "sentences": sentences,
        "retrieval_ms_p50": {name: round(statistics.median(times), 2) for name, times in timed.items()},
        "after deleting a document": {
            "LanguageGraphIndex": differences(our_names(ours), our_names(our_index(documents[1:]))),
            "PropertyGraphIndex": differences(their_names(theirs), their_names(their_index(documents[1:]))),
        },
    }


def our_index(documents: Sequence[Document]) -> LanguageGraphIndex:
    """Build a language graph in a temporary file."""
    return LanguageGraphIndex.from_documents(documents)


def their_index(documents: Sequence[Document]) -> PropertyGraphIndex:
    """Build a property graph in LlamaIndex's default store, in memory."""
    return PropertyGraphIndex.from_documents(
        documents, llm=Echo(), kg_extractors=[MetaRelationExtractor()], embed_kg_nodes=False, use_async=False
    )


def our_names(index: LanguageGraphIndex) -> set[str]:
    """Name the concepts."""
    return {mention.concept for graph in index.graph.store.scan() for mention in graph.mentions}


def their_names(index: PropertyGraphIndex) -> set[str]:
    """Name the concepts."""
    return {node.id for node in index.property_graph_store.get() if isinstance(node, EntityNode)}


def differences(after: set[str], expected: set[str]) -> dict[str, int]:
    """Compare the concepts after deleting with those of an index that never had the document."""
    return {"concepts left behind": len(after - expected), "concepts of other documents lost": len(expected - after)}


def main() -> None:
    """Run."""
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("what", choices=["stores", "property-graph", *STEPS])
    arguments.add_argument("--corpus", type=Path, required=True)
    arguments.add_argument("--questions", type=Path, required=True)
    arguments.add_argument("--documents", type=int, help="read only so many of the corpus")
    arguments.add_argument("--graph-store", default="", help="for a single step: a file, or bolt://…")
    options = arguments.parse_args()
    if options.what == "stores":
        told = compare_stores(options)
    elif options.what == "property-graph":
        told = compare_indexes(options)
    else:
        told = step(options.what, options.graph_store, options.corpus, options.questions)
    print(json.dumps(told, indent=2 if options.what in ("stores", "property-graph") else None))


if __name__ == "__main__":
    main()
