"""Measure the Neo4j store on a real server; prints one JSON object.

Writing: batches of documents go in turn to our store and to LlamaIndex's own `Neo4jPropertyGraphStore` (`upsert_nodes`
and `upsert_relations`), with the same nodes, relations and properties, on the same server, once it has warmed up.
Querying: the query of `benchmarks/stores.py` on the same synthetic graph in Neo4j and in SQLite.

    python -m benchmarks.neo4j_store --sentences 100000
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from itertools import chain, pairwise
from pathlib import Path
from typing import Any

import neo4j

from benchmarks.stores import Corpus, milliseconds, query
from lgm_core.graph.neo4j import Neo4jStore
from lgm_core.graph.sqlite import SQLiteStore
from lgm_core.model import DocumentGraph
from tests.neo4j_server import LONG_TERM, LocalServer

Write = Callable[[Sequence[DocumentGraph]], None]


def llama_index_writer(server: LocalServer) -> Write:
    """Return what writes documents through LlamaIndex's own store."""
    from llama_index.graph_stores.neo4j import Neo4jPropertyGraphStore

    store = Neo4jPropertyGraphStore(server.username, server.password, server.uri, refresh_schema=False)

    def write(graphs: Sequence[DocumentGraph]) -> None:
        store.upsert_nodes(list(chain.from_iterable(map(nodes, graphs))))
        store.upsert_relations(list(chain.from_iterable(map(relations, graphs))))

    return write


def nodes(graph: DocumentGraph) -> Iterable[Any]:
    """Yield a document's nodes as LlamaIndex's, with the properties that ours have."""
    from llama_index.core.graph_stores.types import ChunkNode, EntityNode

    one = graph.document
    record = {"title": one.title, "source": one.source, "content_hash": one.content_hash, "recipe": one.recipe}
    yield EntityNode(name=one.id, label="Document", properties={**record, "metadata": json.dumps(dict(one.metadata))})
    for section in graph.sections:
        place = {"position": section.position, "level": section.level, "start": section.start, "end": section.end}
        yield EntityNode(name=section.id, label="Section", properties={"title": section.title, **place})
    for sentence in graph.sentences:
        place = {"position": sentence.position, "start": sentence.start, "end": sentence.end}
        words = {"resolved": sentence.resolved, "lemmas": sentence.lemmas}
        yield ChunkNode(text=sentence.text, id_=sentence.id, properties={**place, **words})
    keys = {mention.concept for mention in graph.mentions}
    keys.update(chain.from_iterable((one.subject, one.object) for one in graph.relations))
    for key in sorted(keys):
        yield EntityNode(name=key, label="Concept", properties={"key": key})


def relations(graph: DocumentGraph) -> Iterable[Any]:
    """Yield a document's relations as LlamaIndex's, with the properties that ours have."""
    from llama_index.core.graph_stores.types import Relation

    def relation(label: str, source: str, target: str, properties: dict[str, Any] | None = None) -> Relation:
        return Relation(label=label, source_id=source, target_id=target, properties=properties or {})

    for section in graph.sections:
        yield relation("HAS_SECTION", graph.document.id, section.id)
    for sentence in graph.sentences:
        yield relation("HAS_SENTENCE", sentence.section_id, sentence.id)
    for before, after in pairwise(graph.sentences):
        yield relation("NEXT", before.id, after.id)
    for one in graph.mentions:
        span = {"surface": one.surface, "start": one.start, "end": one.end, "source": one.source.value}
        yield relation("MENTIONS", one.sentence_id, one.concept, span)
    for stated in graph.relations:
        yield relation(stated.kind.name, stated.subject, stated.object, {"verdict": stated.verdict.value})
        for evidence in stated.evidence:
            told = {"kind": stated.kind.value, "object": stated.object, "origin": evidence.origin}
            yield relation("STATES", evidence.sentence_id, stated.subject, told)


def sentences_per_second(writers: dict[str, Write], corpus: Corpus, options: argparse.Namespace) -> dict[str, float]:
    """Write batches to every writer in turn; return the rates after warming up."""
    seconds = dict.fromkeys(writers, 0.0)
    batches = options.warm_up + options.batches
    for batch in range(batches):
        graphs = [corpus.document(batch * options.batch + one) for one in range(options.batch)]
        for name, write in writers.items():
            began = time.perf_counter()
            write(graphs)
            if batch >= options.warm_up:
                seconds[name] += time.perf_counter() - began
        print(f"batch {batch + 1} of {batches}", file=sys.stderr)
    count = options.batches * options.batch * options.per_document
    return {name: round(count / spent, 1) for name, spent in seconds.items()}


def compare_writing(driver: neo4j.Driver, server: LocalServer, options: argparse.Namespace) -> dict[str, float]:
    """Return how fast the same content is written by us and by LlamaIndex's store."""
    corpus = Corpus(options.sentences, options.per_document, options.seed)
    ours: Write = Neo4jStore.from_driver(driver, graph="writing").write_many
    rates = sentences_per_second({"ours": ours, "llama_index": llama_index_writer(server)}, corpus, options)
    return {**rates, "ratio": round(rates["ours"] / rates["llama_index"], 1)}


def compare_queries(driver: neo4j.Driver, options: argparse.Namespace) -> dict[str, object]:
    """Load the whole corpus into Neo4j and SQLite, and time the same queries on both."""
    corpus = Corpus(options.sentences, options.per_document, options.seed)
    random_ = random.Random(options.seed)
    asked = [[corpus.concept(random_) for _ in range(5)] for _ in range(options.queries)]
    found: dict[str, object] = {}
    with tempfile.TemporaryDirectory() as folder, SQLiteStore(Path(folder) / "graph.lgm") as embedded:
        stores = {"neo4j": Neo4jStore.from_driver(driver, graph="queries"), "sqlite": embedded}
        for name, store in stores.items():
            began = time.perf_counter()
            for first in range(0, corpus.documents, options.batch):
                numbers = range(first, min(first + options.batch, corpus.documents))
                store.write_many([corpus.document(number) for number in numbers])
            found[f"{name}_load_seconds"] = round(time.perf_counter() - began, 1)
        answers = {name: [query(store, one) for one in asked[:20]] for name, store in stores.items()}
        for name, store in stores.items():
            found[f"{name}_query_ms"] = milliseconds(partial(query, store), asked)
        found["same_results"] = answers["neo4j"] == answers["sqlite"]
    return found


def main() -> None:
    """Read the options, start a server, measure, print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--sentences", type=int, default=100_000, help="sentences of the graph that is queried")
    parser.add_argument("--per-document", type=int, default=100, help="sentences in a document")
    parser.add_argument("--batch", type=int, default=10, help="documents in a batch")
    parser.add_argument("--batches", type=int, default=5, help="measured batches of the comparison with LlamaIndex")
    parser.add_argument("--warm-up", type=int, default=3, help="batches before those")
    parser.add_argument("--queries", type=int, default=200)
    parser.add_argument("--only", choices=("writing", "queries"), help="one of the two parts")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    server = LocalServer(LONG_TERM, apoc=True, benchmark=True).start()
    try:
        with neo4j.GraphDatabase.driver(server.uri, auth=(server.username, server.password)) as driver:
            result: dict[str, object] = {"neo4j": LONG_TERM.version, "driver": neo4j.__version__}
            if options.only != "queries":
                result["written_sentences_per_second"] = compare_writing(driver, server, options)
            if options.only != "writing":
                result.update(compare_queries(driver, options))
    finally:
        server.close()
    json.dump(result, sys.stdout, indent=2)
    print()


if __name__ == "__main__":
    main()
