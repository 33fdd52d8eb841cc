"""Measure the share of gold sentences among those that are read for an answer, without a language model.

The folder holds `corpus.jsonl` (`id`, `title`, `text`, `sentences`) and `questions.jsonl` (`question`,
`gold_sentences`: pairs of a document id and an index into its `sentences`). One round of reading is measured, before
any sentence is marked.

    python benchmarks/reading.py FOLDER --budget 4000 --budget 16000
"""

from __future__ import annotations

import json
import statistics
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any

import typer

from lgm_core.facade.language_graph import LanguageGraph
from lgm_core.retrieval.answering.ask_options import AskOptions
from lgm_core.retrieval.answering.evidence_only import best_evidence
from lgm_core.retrieval.answering.expanded_query import expand_query
from lgm_core.retrieval.answering.sentence_selection import select_sentences
from lgm_core.retrieval.concepts.graph_view import GraphView

Read = Callable[[str], set[str]]


def main(
    folder: Annotated[Path, typer.Argument(help="Folder with corpus.jsonl and questions.jsonl.")],
    budget: Annotated[list[int], typer.Option(help="Characters read; may be repeated.")] = [4_000, 16_000],  # noqa: B006
    graph: Annotated[Path | None, typer.Option(help="Where to keep the graph; a temporary file by default.")] = None,
) -> None:
    """Build the graph, read for every question, and print a table."""
    questions = [row for row in _rows(folder / "questions.jsonl") if row.get("gold_sentences")]
    if not questions:
        raise typer.BadParameter(f"no question in {folder} has gold_sentences")
    with tempfile.TemporaryDirectory() as scratch, LanguageGraph(graph or Path(scratch) / "benchmark.lgm") as learned:
        learned.build(folder / "corpus.jsonl", workers=1)
        gold = _gold(learned, {row["id"]: row for row in _rows(folder / "corpus.jsonl")}, questions)
        print(f"{'':40} recall    all  sentences  ms p50")
        for switches in ({}, {"expansion": False}):
            name = "".join(f", no {switch}" for switch in switches)
            _measure(f"evidence{name}", _evidence(learned, AskOptions(**switches)), questions, gold)
            for characters in budget:
                options = AskOptions(chunk_size=characters, **switches)
                _measure(f"{characters} characters{name}", _reading(learned, options), questions, gold)
            options = AskOptions(exhaustive=True, **switches)
            _measure(f"exhaustive{name}", _reading(learned, options), questions, gold)


def _rows(path: Path) -> list[dict[str, Any]]:
    with path.open(encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def _gold(graph: LanguageGraph, corpus: dict[str, Any], questions: list[dict[str, Any]]) -> list[set[str]]:
    """Find the graph's sentences that hold the middle of each gold sentence."""
    spans: dict[str, list[tuple[int, int, str]]] = {}
    for document in graph.store.scan():
        spans[document.document.id] = [(sentence.start, sentence.end, sentence.id) for sentence in document.sentences]
    return [
        {
            identifier
            for document, index in row["gold_sentences"]
            for start, end, identifier in spans[document]
            if start <= _middle(corpus[document], index) < end
        }
        for row in questions
    ]


def _middle(row: dict[str, Any], index: int) -> int:
    """Return the offset of the middle of a sentence of the data set."""
    end = 0
    for sentence in row["sentences"][:index]:
        start = row["text"].find(sentence, end)
        end = start + len(sentence) if start >= 0 else end
    sentence = row["sentences"][index]
    return max(row["text"].find(sentence, end), end) + len(sentence) // 2


def _reading(graph: LanguageGraph, options: AskOptions) -> Read:
    def read(question: str) -> set[str]:
        ranker = graph.ranker()
        view = GraphView(graph.store, where=options.where, languages=ranker.languages)
        query = expand_query(question, about=question, view=view, options=options)
        selected = select_sentences(query, view=view, ranker=ranker, options=options)
        return {sentence.id for sentence in selected.sentences}

    return read


def _evidence(graph: LanguageGraph, options: AskOptions) -> Read:
    def read(question: str) -> set[str]:
        ranker = graph.ranker()
        view = GraphView(graph.store, languages=ranker.languages)
        answer = best_evidence(question, view=view, ranker=ranker, options=options)
        return {citation.sentence_id for citation in answer.citations}

    return read


def _measure(name: str, read: Read, questions: list[dict[str, Any]], gold: list[set[str]]) -> None:
    recall, complete, counts, milliseconds = [], [], [], []
    for row, gold_ids in zip(questions, gold, strict=True):
        if gold_ids:
            started = time.perf_counter()
            read_ids = read(row["question"])
            milliseconds.append(1000 * (time.perf_counter() - started))
            recall.append(len(gold_ids & read_ids) / len(gold_ids))
            complete.append(float(gold_ids <= read_ids))
            counts.append(len(read_ids))
    figures = f"{statistics.mean(recall):6.3f} {statistics.mean(complete):6.3f} {statistics.mean(counts):10.0f}"
    print(f"{name:40} {figures} {statistics.median(milliseconds):7.0f}", flush=True)


if __name__ == "__main__":
    typer.run(main)
