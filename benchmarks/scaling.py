"""Measure what a graph costs by its number of sentences: to analyse, write, index and ask, and to ask a model for.

The passages of all folders, each once, are analysed, and written to graph files of several sizes: parts of them, all of
them, and all of them again and again under fresh names, so that new names keep coming as in an ever growing corpus
(such copies have no relations). Times are processor times, which depend less on other work of the machine than elapsed
ones. The index is built, opened and asked in a process of its own. With `--neo4j`, parts are also written to a server
with its default settings, which is stopped before its files are measured.

Tokens are those of `estimate`, for some of the passages; calls and prompt tokens of one mode are compared with a build
whose scripted model counts what it is asked.

    python -m benchmarks.scaling FOLDER… --sizes 1300,5200,10400,41600 --neo4j 650,1300,2600
"""

from __future__ import annotations

import hashlib
import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Annotated

import typer

from benchmarks.index_scale import TimedGraphs, repeated
from lgm_core import LanguageGraph
from lgm_core.evaluation.datasets import read_corpus, read_questions
from lgm_core.evaluation.metrics import percentile
from lgm_core.graph.neo4j import Neo4jStore
from lgm_core.graph.sqlite import SQLiteStore
from lgm_core.language.lite.lite_annotator import LiteAnnotator
from lgm_core.learning.analysis import analyse_documents
from lgm_core.learning.estimate import estimate
from lgm_core.learning.extraction.extractor import ExtractionOptions
from lgm_core.learning.facts.fact_options import FactOptions
from lgm_core.llm.scripted import ScriptedChatModel
from lgm_core.model import Document, DocumentGraph, Usage
from lgm_core.retrieval.index.index_cache import current_index
from tests.support.neo4j_server import LONG_TERM, LocalServer

app = typer.Typer(help=__doc__)

_AT_ONCE = 32
"""Documents of a transaction."""

_MODES = {
    "relations": (ExtractionOptions(), None),
    "relations, of sentences with a cue only": (ExtractionOptions(only_cued=True), None),
    "facts": (None, FactOptions("llm")),
}


@app.command()
def scale(
    folders: Annotated[list[Path], typer.Argument(help="Folders with corpus.jsonl and questions.jsonl.")],
    sizes: Annotated[str, typer.Option(help="Numbers of passages, joined by commas.")] = "1300,2600,5200,10400",
    asked: Annotated[str, typer.Option(help="Numbers of passages to estimate tokens for.")] = "250,500,1000",
    most: Annotated[int | None, typer.Option(help="Passages to analyse, at most.")] = None,
    neo4j: Annotated[str, typer.Option(help="Numbers of passages to write to a Neo4j server.")] = "",
    opened: Annotated[Path | None, typer.Option(hidden=True)] = None,
) -> None:
    """Print the tables."""
    if opened is not None:
        index(opened, [question.text for folder in folders for question in read_questions(folder / "questions.jsonl")])
        return
    passages = pooled(folders)[:most]
    pool = analysed(passages)
    written([int(size) for size in sizes.split(",")], pool, folders)
    tokens([int(size) for size in asked.split(",")], passages, pool)
    if neo4j:
        served([int(size) for size in neo4j.split(",")], pool)


def pooled(folders: Sequence[Path]) -> list[Document]:
    """Return the passages of all folders, each once, in the order of hashes, so that any part is a sample of all."""
    passages = {}
    for folder in folders:
        for passage in read_corpus(folder / "corpus.jsonl"):
            id = hashlib.sha256(f"{passage.title}\n{passage.text}".encode()).hexdigest()[:16]
            passages[id] = replace(passage, id=id).document()
    return [passages[id] for id in sorted(passages)]


def analysed(passages: Sequence[Document]) -> list[DocumentGraph]:
    """Analyse all passages, and print what that takes: of one eighth, a quarter, a half and all, and with facts."""
    print("\n| analysed | passages | sentences | s | s a million sentences |\n|---|---|---|---|---|")
    graphs: list[DocumentGraph] = []
    seconds = 0.0
    for annotator, facts, parts in ((LiteAnnotator(), False, (8, 4, 2, 1)), (LiteAnnotator(parse=True), True, (16, 8))):
        annotator.annotate(["Read the weights first."])
        own: list[DocumentGraph] = []
        seconds = 0.0
        for part in parts:
            began = time.process_time()
            own += analyse_documents(passages[len(own) : len(passages) // part], annotator, "benchmark", facts=facts)
            seconds += time.process_time() - began
            sentences = sum(len(graph.sentences) for graph in own)
            name = "with open facts" if facts else "without facts"
            print(
                f"| {name} | {len(own)} | {sentences} | {seconds:.1f} | {1e6 * seconds / sentences:,.0f} |", flush=True
            )
        graphs = graphs or own
    return graphs


def written(sizes: Sequence[int], pool: Sequence[DocumentGraph], folders: Sequence[Path]) -> None:
    """Write, index and ask graphs of several sizes."""
    print(
        "\n| passages | sentences | concepts | writing, s | MB | indexing, s | MB | its memory, MB | question p50, ms "
        "| p95 |\n|---|---|---|---|---|---|---|---|---|---|"
    )
    for size in sizes:
        with tempfile.TemporaryDirectory() as scratch:
            path = Path(scratch) / "graph.lgm"
            with SQLiteStore(path) as store:
                spent = write(store, pool, size)
                held = store.statistics()
            megabytes = path.stat().st_size / 1e6
            command = [sys.executable, "-m", "benchmarks.scaling", *map(str, folders), "--opened", str(path)]
            told = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
        cells = f"{size} | {held.sentences} | {held.concepts} | {spent:.1f} | {megabytes:.1f} | {told['seconds']:.1f}"
        cells += f" | {told['megabytes']:.1f} | {told['memory']:.0f} | {told['p50']:.1f} | {told['p95']:.1f}"
        print(f"| {cells} |", flush=True)


def write(store: SQLiteStore | Neo4jStore, pool: Sequence[DocumentGraph], size: int, *, after: int = 0) -> float:
    """Write documents up to a number, after a number of them; return the processor seconds of this process."""
    graphs = TimedGraphs(islice(repeated(pool, size), after, None))
    began = time.process_time()
    while some := list(islice(graphs, _AT_ONCE)):
        store.write_many(some)
    return time.process_time() - began - graphs.seconds


def index(path: Path, questions: Sequence[str]) -> None:
    """Index a graph in this process, ask it, and print the figures."""
    with LanguageGraph(path) as graph:
        before = most_memory()
        began = time.process_time()
        current_index(graph.store, revision=graph.store.revision())
        seconds = time.process_time() - began
        memory = most_memory() - before
        times = []
        graph.retrieve_passages(questions[0])
        for question in questions[:: max(1, len(questions) // 100)]:
            began = time.process_time()
            graph.retrieve_passages(question, 10)
            times.append(1000 * (time.process_time() - began))
    folder = path.with_name(path.name + "-index")
    print(
        json.dumps(
            {
                "seconds": seconds,
                "megabytes": sum(file.stat().st_size for file in folder.rglob("*") if file.is_file()) / 1e6,
                "memory": memory,
                "p50": percentile(times, 0.5),
                "p95": percentile(times, 0.95),
            }
        )
    )


def most_memory() -> float:
    """Return how many MB this process has held at most, pages of files included."""
    status = Path("/proc/self/status").read_text(encoding="ascii")
    return int(next(line for line in status.splitlines() if line.startswith("VmHWM")).split()[1]) * 1024 / 1e6


def tokens(sizes: Sequence[int], passages: Sequence[Document], pool: Sequence[DocumentGraph]) -> None:
    """Estimate tokens by mode, and compare one of the estimates with what a build asks."""
    print(
        "\n| asked for | passages | of documents | calls | prompt + reply tokens | millions for a million sentences |"
    )
    print("|---|---|---|---|---|---|")
    for size in sizes:
        long = analyse_documents(joined(passages[:size]), LiteAnnotator(), "benchmark")
        for graphs in (pool[:size], long):
            sentences = sum(len(graph.sentences) for graph in graphs)
            asked = {name: estimate(graphs, modes[0], facts=modes[1]).total for name, modes in _MODES.items()}
            asked["reflection"] = estimate(graphs, None, reflection=True).reflection
            for name, usage in asked.items():
                cells = f"{name} | {size} | {len(graphs)} | {usage.calls}"
                cells += f" | {usage.prompt_tokens} + {usage.completion_tokens}"
                per = f"{usage.prompt_tokens / sentences:.0f} + {usage.completion_tokens / sentences:.0f}"
                print(f"| {cells} | {per} |", flush=True)
    with tempfile.TemporaryDirectory() as scratch:
        model = ScriptedChatModel(lambda _: json.dumps({"relations": []}))
        with LanguageGraph(Path(scratch) / "graph.lgm", llm=model) as graph:
            graph.build(list(passages[: sizes[0]]), workers=1, index=False)
            real = graph.ledger.total
    foreseen = estimate(pool[: sizes[0]], ExtractionOptions()).total
    print(f"\nA build of {sizes[0]} passages: {told(real)}; its estimate: {told(foreseen)}", flush=True)


def joined(passages: Sequence[Document]) -> list[Document]:
    """Return long documents, of 25 passages each."""
    groups = [passages[first : first + 25] for first in range(0, len(passages), 25)]
    return [
        Document.from_text("\n\n".join(passage.text for passage in group), id=group[0].id, title=group[0].title)
        for group in groups
    ]


def told(usage: Usage) -> str:
    return f"{usage.calls} calls, {usage.prompt_tokens} prompt tokens"


def served(sizes: Sequence[int], pool: Sequence[DocumentGraph]) -> None:
    """Write parts to a Neo4j server, one after the other into one graph."""
    print(
        "\n| in Neo4j | sentences | this process, s | the server, s | MB | MB of its log |\n|---|---|---|---|---|---|"
    )
    server, spent, of_server, last = LocalServer(LONG_TERM, benchmark=True), 0.0, 0.0, 0
    try:
        for size in sizes:
            server.start()
            began = server.processor_seconds()
            host = server.uri.partition("://")[2]
            with Neo4jStore.from_address(f"bolt://{server.username}:{server.password}@{host}?graph=scaling") as store:
                spent += write(store, pool, size, after=last)
                sentences = store.statistics().sentences
            of_server += server.processor_seconds() - began
            server.stop()
            data, log = (size_of(server.home / "data" / name / "neo4j") for name in ("databases", "transactions"))
            print(f"| {size} | {sentences} | {spent:.1f} | {of_server:.1f} | {data:.1f} | {log:.1f} |", flush=True)
            last = size
    finally:
        server.close()


def size_of(folder: Path) -> float:
    """Return the MB of the files in a folder."""
    return sum(file.stat().st_size for file in folder.rglob("*") if file.is_file()) / 1e6


if __name__ == "__main__":
    app()
