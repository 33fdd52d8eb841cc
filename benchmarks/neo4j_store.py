"""Measure the Neo4j store on a real server, and compare it with LlamaIndex's store and with SQLite.

Writing: after a warm-up, batches of documents are written in turn by our store and by LlamaIndex's own
`Neo4jPropertyGraphStore` (`upsert_nodes` and `upsert_relations`) on the same server. Theirs gets all the nodes,
relations and properties that ours makes. Its objects are made before its time is taken; the time of ours covers all of
its work. The documents are synthetic, or those of a graph file (`--graph`).
Querying: the query of `benchmarks/stores.py` on the same synthetic graph in Neo4j and in SQLite.

The server has its default settings. Processor times add up the server's (its compiler included) and this process's; on
a busy machine they are more reliable than elapsed times. Prints one JSON object.

    python -m benchmarks.neo4j_store --sentences 100000
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import islice, pairwise
from pathlib import Path
from typing import Any

import neo4j

from benchmarks.stores import Corpus, milliseconds, query
from lgm_core.graph.canonical import canonical
from lgm_core.graph.codecs.sentence_codec import SENTENCE
from lgm_core.graph.neo4j import Neo4jStore
from lgm_core.graph.neo4j.connection import GraphConnection
from lgm_core.graph.neo4j.row_encoding import SentenceRow, change
from lgm_core.graph.sqlite import SQLiteStore
from lgm_core.model import DocumentGraph
from tests.support.neo4j_server import LONG_TERM, LocalServer

SENTENCE_PROPERTIES = ("position", "mentions", *SENTENCE.names)

Write = Callable[[], None]
Writer = Callable[[Sequence[DocumentGraph]], Write]
"""Prepares a batch, and returns the call that writes it."""


def our_writer(driver: neo4j.Driver) -> Writer:
    """Return a writer that uses our store."""
    store = Neo4jStore.from_driver(driver, graph="writing")
    return lambda graphs: partial(store.write_many, graphs)


def llama_index_writer(server: LocalServer) -> Writer:
    """Return a writer that uses LlamaIndex's own store."""
    from llama_index.graph_stores.neo4j import Neo4jPropertyGraphStore

    store = Neo4jPropertyGraphStore(server.username, server.password, server.uri, refresh_schema=False)
    names = GraphConnection(lambda statement, parameters: [], "theirs")

    def prepare(graphs: Sequence[DocumentGraph]) -> Write:
        changed = change(names, [], [canonical(graph) for graph in graphs])
        nodes, relations = list(their_nodes(changed)), list(their_relations(changed))

        def write() -> None:
            store.upsert_nodes(nodes)
            store.upsert_relations(relations)

        return write

    return prepare


def their_nodes(changed: dict[str, Any]) -> Iterator[Any]:
    """Yield the nodes that a change adds, as LlamaIndex's classes."""
    from llama_index.core.graph_stores.types import ChunkNode, EntityNode

    for document in changed["documents"]:
        yield EntityNode(name=document["properties"]["id"], label="Document", properties=document["properties"])
        for section in document["sections"]:
            yield EntityNode(name=section["properties"]["id"], label="Section", properties=section["properties"])
    for section, id, row in placed_sentences(changed):
        place = {name: section[name] for name in ("graph", "document")} | {"section": section["position"]}
        columns = dict(zip(SENTENCE_PROPERTIES, row[1:], strict=True))
        text = columns.pop("text")
        present = {name: value for name, value in (place | columns).items() if value is not None}
        yield ChunkNode(text=text, id_=id, properties=present)
    for key, *_ in changed["concepts"]:
        yield EntityNode(name=changed["concept_prefix"] + key, label="Concept", properties={"key": key})
    for _, statement in statements(changed):
        yield EntityNode(name=statement["id"], label="Statement", properties=statement)


def placed_sentences(changed: dict[str, Any]) -> Iterator[tuple[dict[str, Any], str, SentenceRow]]:
    """Yield the sentences that a change adds, in the order of their numbers, each with its section and id."""
    for document in changed["documents"]:
        rows = [(row, section) for section in document["sections"] for row in section["sentences"]]
        for row, section in sorted(rows, key=lambda placed: placed[0][0]):
            yield section["properties"], f"{document['sentence_prefix']}{row[1]}", row


def statements(changed: dict[str, Any]) -> Iterator[list[Any]]:
    """Yield the statements that a change adds, each with the number of its sentence."""
    for rows in changed["relations"].values():
        for row in rows:
            yield from row["statements"]


def their_relations(changed: dict[str, Any]) -> Iterator[Any]:
    """Yield the relations that a change adds, as LlamaIndex's class."""
    from llama_index.core.graph_stores.types import Relation

    sentences = [id for _, id, _ in placed_sentences(changed)]
    for label, source, target, properties in (*_structure(changed, sentences), *_concept_relations(changed, sentences)):
        present = {name: value for name, value in properties.items() if value is not None}
        yield Relation(label=label, source_id=source, target_id=target, properties=present)


_Relation = tuple[str, str, str, dict[str, object]]
"""A relation's label, source, target and properties."""


def _structure(changed: dict[str, Any], sentences: Sequence[str]) -> Iterator[_Relation]:
    for document in changed["documents"]:
        for section in document["sections"]:
            yield "HAS_SECTION", document["properties"]["id"], section["properties"]["id"], {}
        for before, after in pairwise(sentences[document["first"] : document["last"] + 1]):
            yield "NEXT", before, after, {}
    for section, id, _ in placed_sentences(changed):
        yield "HAS_SENTENCE", section["id"], id, {}
    for anaphor, antecedent in changed["references"]:
        yield "REFERS_TO", sentences[anaphor], sentences[antecedent], {}


def _concept_relations(changed: dict[str, Any], sentences: Sequence[str]) -> Iterator[_Relation]:
    for key, numbers, surface, surfaces in changed["concepts"]:
        for index, number in enumerate(numbers):
            forms = {"surface": surface[index] if surface else None, "surfaces": surfaces[index] if surfaces else None}
            yield "MENTIONS", sentences[number], changed["concept_prefix"] + key, forms
    for kind, rows in changed["relations"].items():
        for row in rows:
            yield kind.upper(), row["subject"], row["object"], {"verdict": row["verdict"] or "unknown"}
    for number, statement in statements(changed):
        yield "STATES", sentences[number], statement["id"], {}


def compare_writing(driver: neo4j.Driver, server: LocalServer, options: argparse.Namespace) -> dict[str, object]:
    """Write batches to both stores in turn; return milliseconds a sentence after warming up, and ratios."""
    writers = {"ours": our_writer(driver), "llama_index": llama_index_writer(server)}
    documents = _documents(options)
    spent: dict[str, list[float]] = defaultdict(lambda: [0.0, 0.0])
    sentences = 0
    for batch in range(options.warm_up + options.batches):
        graphs = list(islice(documents, options.batch))
        sentences += sum(len(graph.sentences) for graph in graphs) if batch >= options.warm_up else 0
        for name, writer in writers.items():
            write = writer(graphs)
            started, processor_started = time.perf_counter(), time.process_time() + server.processor_seconds()
            write()
            if batch >= options.warm_up:
                spent[name][0] += time.perf_counter() - started
                spent[name][1] += time.process_time() + server.processor_seconds() - processor_started
        print(f"batch {batch + 1} of {options.warm_up + options.batches}", file=sys.stderr)
    ours, theirs = spent["ours"], spent["llama_index"]
    return {
        "sentences": sentences,
        "sentences_per_second": {name: round(sentences / seconds, 1) for name, (seconds, _) in spent.items()},
        "processor_ms_a_sentence": {name: round(1000 * cpu / sentences, 3) for name, (_, cpu) in spent.items()},
        "ratio": round(theirs[0] / ours[0], 1),
        "processor_ratio": round(theirs[1] / ours[1], 1),
    }


def _documents(options: argparse.Namespace) -> Iterator[DocumentGraph]:
    if options.graph:
        with SQLiteStore(options.graph, read_only=True) as store:
            yield from store.scan()
    else:
        corpus = Corpus(options.sentences, options.per_document, options.seed)
        yield from map(corpus.document, range(corpus.documents))


def compare_queries(driver: neo4j.Driver, options: argparse.Namespace) -> dict[str, object]:
    """Load the whole corpus into Neo4j and SQLite, and time the same queries on both."""
    corpus = Corpus(options.sentences, options.per_document, options.seed)
    random_ = random.Random(options.seed)
    queries = [[corpus.concept(random_) for _ in range(5)] for _ in range(options.queries)]
    report: dict[str, object] = {}
    with tempfile.TemporaryDirectory() as folder, SQLiteStore(Path(folder) / "graph.lgm") as embedded:
        stores = {"neo4j": Neo4jStore.from_driver(driver, graph="queries"), "sqlite": embedded}
        for name, store in stores.items():
            started = time.perf_counter()
            for first in range(0, corpus.documents, options.batch):
                numbers = range(first, min(first + options.batch, corpus.documents))
                store.write_many([corpus.document(number) for number in numbers])
            report[f"{name}_load_seconds"] = round(time.perf_counter() - started, 1)
        answers = {name: [query(store, concepts) for concepts in queries[:20]] for name, store in stores.items()}
        for name, store in stores.items():
            report[f"{name}_query_ms"] = milliseconds(partial(query, store), queries)
        report["same_results"] = answers["neo4j"] == answers["sqlite"]
    return report


def main() -> None:
    """Read the options, start a server, measure, print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--sentences", type=int, default=100_000, help="sentences of the graph that is queried")
    parser.add_argument("--graph", type=Path, help="write the documents of this graph file, not synthetic ones")
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
                result["writing"] = compare_writing(driver, server, options)
            if options.only != "writing":
                result.update(compare_queries(driver, options))
    finally:
        server.close()
    json.dump(result, sys.stdout, indent=2)
    print()


if __name__ == "__main__":
    main()
