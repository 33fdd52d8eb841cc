"""Measure one, two and four writers of one graph on a real Neo4j, and compare what they wrote.

Each writer is a process that writes its share of the same synthetic documents (those of `benchmarks/stores.py`, of one
vocabulary), made before its time is taken; all begin at once. Exports are compared with that of a graph file.

The server has its default settings. Elapsed times are of little worth on a busy machine; processor times are the
server's and all writers'. Prints a table.

    python -m benchmarks.writers --sentences 24000

With `--corpus FILE`, a build of those documents by two workers is measured instead, written by the process that builds
and by its workers, in turn.

    python -m benchmarks.writers --corpus hotpotqa-dev-100/corpus.jsonl
"""

from __future__ import annotations

import argparse
import hashlib
import io
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from pathlib import Path
from statistics import median

from benchmarks.stores import Corpus
from lgm_core import LanguageGraph
from lgm_core.graph.export import export_jsonl
from lgm_core.graph.neo4j import Neo4jStore
from lgm_core.graph.port import LanguageGraphStore
from lgm_core.graph.sqlite import SQLiteStore
from tests.support.neo4j_server import LONG_TERM, LocalServer

_ADDRESS = "WRITERS_ADDRESS"
"""The environment variable that tells writers where to write: a command line is for all to see."""

_HERE = Path(__file__).resolve().parents[1]


def write_share(options: argparse.Namespace) -> None:
    """Write a share of the documents when told to, and tell the processor seconds that it took."""
    corpus = Corpus(options.sentences, options.per_document, options.seed)
    graphs = [corpus.document(number) for number in range(options.share, corpus.documents, options.of)]
    with Neo4jStore.from_address(os.environ[_ADDRESS]) as store:
        store.exists()
        sys.stdout.write("ready\n")
        sys.stdout.flush()
        sys.stdin.readline()
        began = time.process_time()
        for first in range(0, len(graphs), options.batch):
            store.write_many(graphs[first : first + options.batch])
        sys.stdout.write(f"{time.process_time() - began}\n")


def measured(
    server: LocalServer, options: argparse.Namespace, writers: int, batch: int, graph: str
) -> tuple[float, float]:
    """Let writers write; return the elapsed seconds and the processor seconds of all of them and the server."""
    host = server.uri.partition("://")[2]
    address = f"bolt://{server.username}:{server.password}@{host}?graph={graph}"
    command = [sys.executable, str(_HERE / "benchmarks" / "writers.py"), "--of", str(writers), "--batch", str(batch)]
    command += ["--sentences", str(options.sentences), "--per-document", str(options.per_document)]
    environment = os.environ | {_ADDRESS: address, "PYTHONPATH": str(_HERE)}
    shares = [
        subprocess.Popen(
            [*command, "--share", str(share)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env=environment,
        )
        for share in range(writers)
    ]
    for process in shares:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
    began, processor_began = time.perf_counter(), server.processor_seconds()
    for process in shares:
        assert process.stdin is not None
        process.stdin.write("go\n")
        process.stdin.flush()
    spent = sum(float(process.communicate()[0]) for process in shares)
    return time.perf_counter() - began, spent + server.processor_seconds() - processor_began


def fingerprint(store: LanguageGraphStore) -> str:
    """Return a hash of a graph's export."""
    out = io.BytesIO()
    export_jsonl(store, out)
    return hashlib.sha256(out.getvalue()).hexdigest()


def expected(options: argparse.Namespace, batch: int) -> tuple[str, float, float]:
    """Write the same documents to a graph file; return its fingerprint, the elapsed and the processor seconds."""
    corpus = Corpus(options.sentences, options.per_document, options.seed)
    graphs = [corpus.document(number) for number in range(corpus.documents)]
    with tempfile.TemporaryDirectory() as folder, SQLiteStore(Path(folder) / "graph.lgm") as store:
        began, processor_began = time.perf_counter(), time.process_time()
        for first in range(0, len(graphs), batch):
            store.write_many(graphs[first : first + batch])
        times = time.perf_counter() - began, time.process_time() - processor_began
        return fingerprint(store), *times


def compare(options: argparse.Namespace) -> None:
    """Measure and print the table."""
    spent: dict[tuple[int, int], list[tuple[float, float]]] = defaultdict(list)
    in_file = {batch: expected(options, batch) for batch in options.batches}
    same = in_file[options.batches[0]][0]
    server = LocalServer(LONG_TERM, benchmark=True)
    try:
        server.start()
        written, empty = 0, server.data_bytes()
        for run in range(-1, options.runs):  # the first warms up
            for batch in options.batches:
                for writers in options.writers:
                    graph = f"{writers}-{batch}-{run}"
                    times = measured(server, options, writers, batch, graph)
                    address = f"bolt://{server.username}:{server.password}@{server.uri.partition('://')[2]}"
                    with Neo4jStore.from_address(f"{address}?graph={graph}") as store:
                        assert fingerprint(store) == same, f"{graph}: another export"
                        written += store.statistics().sentences
                    sys.stderr.write(f"{graph}: {times[0]:.1f} s, {times[1]:.1f} processor seconds\n")
                    if run >= 0:
                        spent[batch, writers].append(times)
        server.stop()  # which writes all that is in memory
        size = (server.data_bytes() - empty) / written
    finally:
        server.close()
    sys.stdout.write("| store | documents a transaction | writers | seconds | to one writer | processor seconds |\n")
    sys.stdout.write("|---|---|---|---|---|---|\n")
    for batch, (_, elapsed, processor) in in_file.items():
        sys.stdout.write(f"| graph file | {batch} | 1 | {elapsed:.1f} | | {processor:.1f} |\n")
    for (batch, writers), times in spent.items():
        elapsed, processor = (median(values) for values in zip(*times, strict=True))
        one = median(seconds for seconds, _ in spent[batch, options.writers[0]])
        sys.stdout.write(f"| Neo4j | {batch} | {writers} | {elapsed:.1f} | {one / elapsed:.2f} | {processor:.1f} |\n")
    sys.stdout.write(f"\nEvery export equals that of the graph file. {size:,.0f} bytes a sentence are stored.\n")


def build(options: argparse.Namespace) -> None:
    """Build the corpus; tell the processor seconds of this process, and how long it took."""
    with LanguageGraph(os.environ[_ADDRESS]) as graph:
        began = time.process_time()
        report = graph.build(options.corpus, workers=2, write_in_workers=options.builds == "workers", index=False)
        sys.stdout.write(f"{time.process_time() - began} {report.seconds['total']}\n")


def compare_builds(options: argparse.Namespace) -> None:
    """Measure builds, and print the table."""
    server = LocalServer(LONG_TERM, benchmark=True)
    spent: dict[str, list[tuple[float, ...]]] = defaultdict(list)
    with tempfile.TemporaryDirectory() as folder, LanguageGraph(Path(folder) / "graph.lgm") as graph:
        graph.build(options.corpus, index=False)
        same = fingerprint(graph.store)
    try:
        server.start()
        for run in range(-1, options.runs):  # the first warms up
            for writer in ("builder", "workers"):
                host = server.uri.partition("://")[2]
                address = f"bolt://{server.username}:{server.password}@{host}?graph={writer}-{run}"
                command = [sys.executable, __file__, "--corpus", str(options.corpus), "--builds", writer]
                environment = os.environ | {_ADDRESS: address, "PYTHONPATH": str(_HERE)}
                of_server, of_others = server.processor_seconds(), resource.getrusage(resource.RUSAGE_CHILDREN)
                done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
                of_server, of_all = server.processor_seconds() - of_server, resource.getrusage(resource.RUSAGE_CHILDREN)
                own, total = map(float, done.stdout.split())
                clients = of_all.ru_utime + of_all.ru_stime - of_others.ru_utime - of_others.ru_stime
                with Neo4jStore.from_address(address) as store:
                    assert fingerprint(store) == same, f"{writer}: another export"
                if run >= 0:
                    spent[writer].append((total, own, clients, of_server))
                sys.stderr.write(f"{writer} {run}: {total:.1f} s, {own:.1f} {clients:.1f}\n")
    finally:
        server.close()
    sys.stdout.write("| written by | seconds | processor seconds of who builds | with its workers | of the server |\n")
    sys.stdout.write("|---|---|---|---|---|\n")
    for writer, times in spent.items():
        row = " | ".join(f"{median(values):.1f}" for values in zip(*times, strict=True))
        sys.stdout.write(f"| {writer} | {row} |\n")
    sys.stdout.write("\nEvery export equals that of the graph file.\n")


def main() -> None:
    """Compare, or be one of the writers."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sentences", type=int, default=24_000)
    parser.add_argument("--per-document", type=int, default=30)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--writers", type=int, nargs="+", default=[1, 2, 4])
    parser.add_argument("--batches", type=int, nargs="+", default=[1, 32], help="documents of a transaction")
    parser.add_argument("--corpus", type=Path, help="documents of builds that are measured")
    parser.add_argument("--builds", choices=["builder", "workers"], help=argparse.SUPPRESS)
    parser.add_argument("--share", type=int, default=-1, help=argparse.SUPPRESS)
    parser.add_argument("--of", type=int, help=argparse.SUPPRESS)
    parser.add_argument("--batch", type=int, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.share >= 0:
        write_share(options)
    elif options.builds:
        build(options)
    elif options.corpus:
        compare_builds(options)
    else:
        compare(options)


if __name__ == "__main__":
    main()
