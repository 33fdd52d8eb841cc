"""Measure finding facts for questions: time, and how much of the gold evidence they come from.

    python benchmarks/fact_retrieval.py FOLDER [--hub FACTS]

FOLDER holds `corpus.jsonl` and `questions.jsonl` as `lgm bench retrieval` reads them. The graph is built with open
facts, by `lite:parse`, without a language model. With `--hub`, a concept with so many facts is asked about, too.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from pathlib import Path

from lgm_core import Document, Fact, FactRetrievalOptions, LanguageGraph
from lgm_core.evaluation.datasets import Question, read_corpus, read_questions
from lgm_core.evaluation.metrics import mean, percentile
from lgm_core.model import Addition, FactEvidence, FactSubgraph, Value, ValueKind

ROWS = {
    "with a sentence each": FactRetrievalOptions(),
    "without sentences": FactRetrievalOptions(sentences=0),
    "width 1": FactRetrievalOptions(width=1),
    "width 6": FactRetrievalOptions(width=6),
    "depth 1": FactRetrievalOptions(depth=1),
    "depth 2": FactRetrievalOptions(depth=2),
}


def main() -> None:
    """Build a graph and print a table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--hub", type=int, default=0, help="ask about a concept with so many facts, too")
    arguments = parser.parse_args()
    questions = read_questions(arguments.folder / "questions.jsonl")
    with tempfile.TemporaryDirectory() as place, LanguageGraph(Path(place) / "benchmark.lgm") as graph:
        passages = read_corpus(arguments.folder / "corpus.jsonl")
        began = time.process_time()
        graph.build((passage.document() for passage in passages), facts="open", workers=1)
        seconds = time.process_time() - began
        counted = graph.statistics()
        print(f"{counted.documents} passages, {counted.facts} facts, built in {seconds:.0f} s of processor time\n")
        graph.retrieve_facts(questions[0].text)  # opens the index
        print("| | facts | paths | gold passages among their sources | questions with any | ms p50 | p95 |")
        print("|---|---|---|---|---|---|---|")
        for name, options in ROWS.items():
            print(f"| {name} | {row(graph, questions, options)} |")
    if arguments.hub:
        print(f"\nA question about a concept with {arguments.hub} facts: {hub_milliseconds(arguments.hub):.0f} ms")


def row(graph: LanguageGraph, questions: list[Question], options: FactRetrievalOptions) -> str:
    """Return the cells of a row."""
    found, milliseconds = [], []
    for question in questions:
        began = time.process_time()
        found.append(graph.retrieve_facts(question.text, options))
        milliseconds.append(1000 * (time.process_time() - began))
    shares = [share(subgraph, question) for subgraph, question in zip(found, questions, strict=True)]
    cells = [
        f"{mean([len(subgraph.facts) for subgraph in found]):.1f}",
        f"{mean([len(subgraph.paths) for subgraph in found]):.1f}",
        f"{mean(shares):.3f}",
        f"{mean([bool(subgraph.facts) for subgraph in found]):.2f}",
        f"{percentile(milliseconds, 0.5):.0f}",
        f"{percentile(milliseconds, 0.95):.0f}",
    ]
    return " | ".join(cells)


def share(subgraph: FactSubgraph, question: Question) -> float:
    """Return the share of the gold passages that the facts have evidence in."""
    evidence = [item for restored in subgraph.facts for item in restored.fact.evidence]
    sources = {item.sentence_id.rpartition("#")[0] for item in evidence}
    return len(sources & set(question.gold_passages)) / len(question.gold_passages)


def hub_milliseconds(count: int) -> float:
    """Return what a question takes about a concept with very many facts."""
    with tempfile.TemporaryDirectory() as place, LanguageGraph(Path(place) / "hub.lgm") as graph:
        graph.build([Document.from_text("The Hub has many numbers.", id="hub", title="Hub")], workers=1)
        evidence = (FactEvidence("hub#0", 4, 24, "has", "import:benchmark"),)
        values = [Value(str(number), ValueKind.NUMBER, number, number) for number in range(count)]
        facts = tuple(Fact("hub", "have", value, evidence=evidence) for value in values)
        graph.store.add(Addition("hub", "import", "benchmark", "2026-01-01T00:00:00Z", facts))
        graph.retrieve_facts("Which number has the Hub?")
        began = time.process_time()
        graph.retrieve_facts("Which number has the Hub?")
        return 1000 * (time.process_time() - began)


if __name__ == "__main__":
    main()
