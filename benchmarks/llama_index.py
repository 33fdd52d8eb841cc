"""Compare the LlamaIndex integration on both stores, and with LlamaIndex's own property graph index.

`stores` builds a graph from a corpus, opens it in a new process, asks, inserts, deletes and asks again: once in a file,
once in Neo4j. It reports whether all retrievals were equal. `property-graph` times retrieval over the same documents in
a `LanguageGraphIndex` and in a `PropertyGraphIndex` with its default store and retriever, and counts the concepts that
each keeps of a deleted document. No language model is used: the LLM of the default retriever is replaced by one that
returns the words of the question at once. Prints one JSON object.

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


def read_documents(corpus: Path, limit: int | None = None) -> list[Document]:
    """Read a corpus of `{"id", "title", "text"}` rows."""
    with corpus.open(encoding="utf-8") as lines:
        rows = [json.loads(line) for line in islice(lines, limit)]
    return [Document(text=row["text"], id_=row["id"], metadata={"title": row["title"]}) for row in rows]


def read_questions(questions: Path) -> list[str]:
    """Read the questions of `{"question"}` rows."""
    return [json.loads(line)["question"] for line in questions.read_text(encoding="utf-8").splitlines()]


def milliseconds(work: Callable[[], object]) -> float:
    """Return how many milliseconds a call takes."""
    started = time.perf_counter()
    work()
    return (time.perf_counter() - started) * 1000


def use(index: LanguageGraphIndex, documents: Sequence[Document], questions: Sequence[str]) -> dict[str, Any]:
    """Ask all questions, replace a document, insert one, delete ten, and ask again."""
    retriever = index.as_retriever(similarity_top_k=5)

    def rankings() -> list[list[tuple[str, float]]]:
        return [
            [(result.node.node_id, round(result.score or 0, 6)) for result in retriever.retrieve(question)]
            for question in questions
        ]

    report = {"first": rankings(), "index_documents": len(index.ref_doc_info)}
    times = [milliseconds(partial(retriever.retrieve, question)) for question in questions]
    report["milliseconds"] = statistics.median(times)
    index.insert(Document(text="A quagga is a zebra. Quaggas lived in South Africa.", id_="new"))
    index.insert(Document(text=documents[10].text + " It is well known.", id_=documents[10].id_))
    for document in documents[:10]:
        index.delete_ref_doc(document.id_)
    return report | {"second": rankings(), "statistics": str(index.graph.statistics())}


def step(name: str, graph_store: str, corpus: Path, questions: Path) -> dict[str, Any]:
    """Run one step in this process, on a graph file or on the Neo4j server at a `bolt:` address."""
    documents = read_documents(corpus)
    if graph_store.startswith("bolt:"):
        import neo4j

        with neo4j.GraphDatabase.driver(graph_store, auth=("neo4j", os.environ["NEO4J_PASSWORD"])) as driver:
            return take_step(name, Neo4jStore.from_driver(driver), documents, read_questions(questions))
    return take_step(name, graph_store, documents, read_questions(questions))


def take_step(
    name: str, graph_store: LanguageGraphStore | str, documents: Sequence[Document], questions: Sequence[str]
) -> dict[str, Any]:
    """Build a graph, or use the existing one."""
    if name == "build":
        index = LanguageGraphIndex.from_documents(documents, store=graph_store)
        return {"learned": index.report.learned, "seconds": index.report.seconds["total"]}
    return use(LanguageGraphIndex.from_existing(graph_store), documents, questions)


def in_new_process(name: str, graph_store: str, options: argparse.Namespace, password: str = "") -> dict[str, Any]:
    """Run one step in a process of its own, which shares only the store with the others."""
    command = [sys.executable, "-m", "benchmarks.llama_index", name, "--graph-store", graph_store]
    command += ["--corpus", str(options.corpus), "--questions", str(options.questions)]
    environment = {**os.environ, "NEO4J_PASSWORD": password}
    process = subprocess.run(command, capture_output=True, text=True, check=False, env=environment)
    if process.returncode:
        sys.exit(process.stderr)
    report: dict[str, Any] = json.loads(process.stdout)
    return report


def compare_stores(options: argparse.Namespace) -> dict[str, Any]:
    """Run all steps on a file and on Neo4j, and compare the reports."""
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
    """Return the words of the question as the synonyms that LlamaIndex's default retriever asks for."""

    @property
    def metadata(self) -> LLMMetadata:
        """Describe the model."""
        return LLMMetadata(model_name="echo")

    def complete(self, prompt: str, formatted: bool = False, **kwargs: Any) -> CompletionResponse:  # noqa: ANN401
        """Return the words of the question, separated as the retriever expects them."""
        question = prompt.rpartition("QUERY: ")[2].splitlines()[0] if "QUERY: " in prompt else prompt
        return CompletionResponse(text="^".join(word.strip("?,.").lower() for word in question.split()))

    def stream_complete(
        self,
        prompt: str,
        formatted: bool = False,
        **kwargs: Any,  # noqa: ANN401
    ) -> CompletionResponseGen:
        """Yield the whole reply at once."""
        yield self.complete(prompt)


def compare_indexes(options: argparse.Namespace) -> dict[str, Any]:
    """Time the same retrievals in both indexes, then delete a document from both."""
    documents, questions = read_documents(options.corpus, options.documents), read_questions(options.questions)[:5]
    ours, theirs = our_index(documents), their_index(documents)
    our_retriever, their_retriever = ours.as_retriever(), theirs.as_retriever()
    our_retriever.retrieve(questions[0])
    timed = {
        "LanguageGraphIndex": [milliseconds(partial(our_retriever.retrieve, question)) for question in questions],
        "PropertyGraphIndex": [milliseconds(partial(their_retriever.retrieve, question)) for question in questions],
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
        documents,
        llm=Echo(),
        kg_extractors=[MetaRelationExtractor(mentions=True)],
        embed_kg_nodes=False,
        use_async=False,
    )


def our_names(index: LanguageGraphIndex) -> set[str]:
    """Return the keys of all concepts mentioned."""
    return {mention.concept for graph in index.graph.store.scan() for mention in graph.mentions}


def their_names(index: PropertyGraphIndex) -> set[str]:
    """Return the ids of all entity nodes."""
    return {node.id for node in index.property_graph_store.get() if isinstance(node, EntityNode)}


def differences(after: set[str], expected: set[str]) -> dict[str, int]:
    """Compare the concepts after deleting with those of an index that never had the document."""
    return {"concepts left behind": len(after - expected), "concepts of other documents lost": len(expected - after)}


def main() -> None:
    """Read the options, run the comparison or step, print its report."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["stores", "property-graph", *STEPS])
    parser.add_argument("--corpus", type=Path, required=True)
    parser.add_argument("--questions", type=Path, required=True)
    parser.add_argument("--documents", type=int, help="read only so many of the corpus")
    parser.add_argument("--graph-store", default="", help="for a single step: a file, or bolt://…")
    options = parser.parse_args()
    if options.what == "stores":
        report = compare_stores(options)
    elif options.what == "property-graph":
        report = compare_indexes(options)
    else:
        report = step(options.what, options.graph_store, options.corpus, options.questions)
    print(json.dumps(report, indent=2 if options.what in ("stores", "property-graph") else None))


if __name__ == "__main__":
    main()
