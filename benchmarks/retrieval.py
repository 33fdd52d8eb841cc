"""Reproduce the retrieval tables: recall beside BM25 and recorded peers, and reading.

Each folder holds `corpus.jsonl` (`id`, `title`, `text`[, `sentences`]) and `questions.jsonl` (`id`, `question`,
`gold_passages`[, `gold_sentences`, `peer_passages`]). No language model is used.

    python -m benchmarks.retrieval recall FOLDER... --ablate
    python -m benchmarks.retrieval pooled FOLDER...
    python -m benchmarks.retrieval depths FOLDER...
    python -m benchmarks.retrieval reading FOLDER...
    python -m benchmarks.retrieval shown FOLDER...
    python -m benchmarks.retrieval cutoffs FOLDER... --embed MODEL
"""

from __future__ import annotations

import json
import re
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Annotated, Any

import typer

from benchmarks.pooled_questions import PooledQuestions, Rank, ranked_documents, read_pooled, scores_of
from lgm_core.evaluation.baselines import BM25, stemmed_words
from lgm_core.evaluation.datasets import Passage, Question, read_corpus, read_questions
from lgm_core.evaluation.metrics import all_retrieved, is_half_covered, mean, percentile, recall
from lgm_core.evaluation.retrieval_benchmark import ABLATIONS, DEPTHS, build_corpus_graph
from lgm_core.facade.language_graph import LanguageGraph
from lgm_core.llm.quoting import plain
from lgm_core.llm.scripted import ScriptedChatModel
from lgm_core.model import Sentence
from lgm_core.retrieval.answering.ask_options import AskOptions
from lgm_core.retrieval.answering.expanded_query import expand_query
from lgm_core.retrieval.concepts.graph_view import GraphView
from lgm_core.retrieval.passage_selection import CANDIDATES
from lgm_core.retrieval.ranking.ranker import Ranker

app = typer.Typer(help=__doc__, no_args_is_help=True)

Folders = Annotated[list[Path], typer.Argument(help="Folders with corpus.jsonl and questions.jsonl.")]

_OWN = "this library"
_EVERYTHING = 1 << 30
_TOKEN = re.compile(r"\w+|[^\w\s]")
_NAME = re.compile(r"\b[A-Z]\w+")
_ROUNDS = 4
_CUTOFFS = (0.3, 0.5, 0.7)
_HEADER = f"{'':34} recall@1 recall@2 recall@5    mrr  all@5  sent@3  sent@5 sent@10  ms p50  ms p95  index s"


@app.command(name="recall")
def recall_tables(
    folders: Folders,
    limit: Annotated[int | None, typer.Option(help="Only the first questions.")] = None,
    ablate: Annotated[bool, typer.Option("--ablate", help="Measure also without each part of the ranking.")] = False,
) -> None:
    """Measure recall and times, beside the recorded results of other systems for the same questions."""
    print(_HEADER)
    for folder in folders:
        began = time.perf_counter()
        pool = read_pooled([folder / "corpus.jsonl"], [folder / "questions.jsonl"], limit=limit)
        with _built(pool) as graph:
            ranker = graph.ranker()
            own = _sentence_recalls(graph, pool) | {"index_seconds": time.perf_counter() - began}
            rows = _rows(pool, ranker)
            if ablate:
                rows |= {
                    name: partial(ranked_documents, _without(ranker, changes)) for name, changes in ABLATIONS.items()
                }
            for name, rank in rows.items():
                figures = scores_of(rank, pool.questions)
                if name == _OWN:
                    _print_row(f"{folder.name} ({len(pool.passages)} passages)", figures | own)
                else:
                    _print_row(f"  {name}", figures)
        for name, recalls in _peers(folder / "questions.jsonl", limit).items():
            _print_row(f"  {name} (recorded)", recalls)


@app.command()
def depths(folders: Folders) -> None:
    """Print recall within 1, 2, 5, 10 and 20 passages, as a Markdown table for `benchmarks/retrieval.md`.

    What other systems returned is shown as deep as any question has it recorded.
    """
    print(f"| sample | passages | ranked by | {' | '.join(f'recall@{depth}' for depth in DEPTHS)} |")
    print(f"|---|---|---|{'---|' * len(DEPTHS)}", flush=True)
    for folder in folders:
        pool = read_pooled([folder / "corpus.jsonl"], [folder / "questions.jsonl"])
        with _built(pool) as graph:
            rows = {name: scores_of(rank, pool.questions) for name, rank in _rows(pool, graph.ranker()).items()}
        peers = _peers(folder / "questions.jsonl", None)
        for name, recalls in (rows | {f"{name} (recorded)": recalls for name, recalls in peers.items()}).items():
            shown = [f"{recalls[key]:.3f}" if (key := f"recall@{depth}") in recalls else "" for depth in DEPTHS]
            print(f"| {folder.name} | {len(pool.passages):,} | {name} | {' | '.join(shown)} |", flush=True)


@app.command()
def pooled(folders: Folders) -> None:
    """Ask the questions of each folder about the passages of all of them, as they are and in lower case."""
    print(_HEADER)
    pool = read_pooled([folder / "corpus.jsonl" for folder in folders], [f / "questions.jsonl" for f in folders])
    with _built(pool) as graph:
        ranker = graph.ranker()
        rows = _rows(pool, ranker) | {
            "chains alone": partial(
                ranked_documents, _without(ranker, {"direct_first": 0, "direct_unnamed": 0, "anchored": 0})
            ),
            "lower case": lambda question: ranked_documents(ranker, question.lower()),
        }
        for number, folder in enumerate(folders, 1):
            asked = [question for question in pool.questions if question.id.startswith(f"{number}/")]
            for name, rank in rows.items():
                row = f"{folder.name} ({len(pool.passages)} passages)" if name == _OWN else f"  {name}"
                _print_row(row, scores_of(rank, asked))


@contextmanager
def _built(pool: PooledQuestions) -> Iterator[LanguageGraph]:
    with tempfile.TemporaryDirectory() as scratch, build_corpus_graph(pool.passages, Path(scratch) / "g.lgm") as graph:
        yield graph


def _rows(pool: PooledQuestions, ranker: Ranker) -> dict[str, Rank]:
    """Return this library and the baselines, which rank whole passages with their titles."""
    texts = [f"{passage.title} {passage.text}" for passage in pool.passages]
    unicode, stemmed = BM25(texts), BM25(texts, lambda text: stemmed_words(text, pool.languages.get(text, "")))
    return {
        _OWN: partial(ranked_documents, ranker),
        "BM25": lambda question: [pool.passages[place].id for place in unicode.rank(question, DEPTHS[-1])],
        "BM25 over stems": lambda question: [pool.passages[place].id for place in stemmed.rank(question, DEPTHS[-1])],
    }


def _without(ranker: Ranker, changes: Mapping[str, float]) -> Ranker:
    return ranker.with_options(replace(ranker.weights, **changes))  # type: ignore[arg-type]  # floats for ints


def _sentence_recalls(graph: LanguageGraph, pool: PooledQuestions) -> dict[str, float]:
    """Return the mean share of gold sentences among the 3, 5 and 10 best ones; nothing without gold sentences."""
    by_id = {passage.id: passage for passage in pool.passages}
    recalls: dict[str, list[float]] = {}
    for question in pool.questions:
        gold = [(each.passage_id, by_id[each.passage_id].sentence_span(each.index)) for each in question.gold_sentences]
        gold_spans = [(passage_id, span) for passage_id, span in gold if span is not None]
        if not gold_spans:
            continue
        retrieved = graph.store.sentences([hit.id for hit in graph.ranker().sentences(question.text, 10)])
        for k in (3, 5, 10):
            spans: dict[str, list[tuple[int, int]]] = {}
            for sentence in retrieved[:k]:
                spans.setdefault(sentence.document_id, []).append((sentence.start, sentence.end))
            covered = [is_half_covered(span, spans.get(passage_id, [])) for passage_id, span in gold_spans]
            recalls.setdefault(f"sentence_recall@{k}", []).append(mean(covered))
    return {name: mean(values) for name, values in recalls.items()}


def _print_row(name: str, figures: dict[str, Any]) -> None:
    columns = [("recall@1", 8, 3), ("recall@2", 8, 3), ("recall@5", 8, 3), ("mrr", 6, 3), ("all@5", 6, 3)]
    columns += [("sentence_recall@3", 7, 3), ("sentence_recall@5", 7, 3), ("sentence_recall@10", 7, 3)]
    columns += [("query_ms_p50", 7, 1), ("query_ms_p95", 7, 1), ("index_seconds", 8, 1)]
    shown = [
        f"{figures[key]:{width}.{digits}f}" if figures.get(key) is not None else " " * width
        for key, width, digits in columns
    ]
    print(f"{name:34} {' '.join(shown)}", flush=True)


def _peers(path: Path, limit: int | None) -> dict[str, dict[str, float]]:
    """Score the passages that other systems returned, where the questions record them."""
    results: dict[str, list[tuple[list[str], list[str]]]] = {}
    with path.open(encoding="utf-8") as lines:
        rows = [json.loads(line) for line in lines][:limit]
    for row in rows:
        for name, passages in (row.get("peer_passages") or {}).items():
            results.setdefault(name, []).append((passages, row["gold_passages"]))
    return {
        name: {
            **{
                f"recall@{depth}": mean([recall(ranked, gold, k=depth) for ranked, gold in pairs])
                for depth in DEPTHS
                if depth <= max(len(ranked) for ranked, _ in pairs)
            },
            "all@5": mean([all_retrieved(ranked, gold, k=5) for ranked, gold in pairs]),
        }
        for name, pairs in results.items()
    }


@app.command()
def reading(folders: Folders) -> None:
    """Count the tokens read until every gold sentence is in the evidence, with an oracle that marks exactly those.

    Ranked: sentences in ranked order. Exhaustive: every sentence about the question's concepts and their aliases,
    parents, parts and children, then about the concepts of the gold sentences found, and so on, four rounds at most.
    Gold that is never reached costs the whole corpus.
    """
    print(f"{'':24} questions  ranked (mean, median)  exhaustive (mean, median)  ratio of means  never ranked, read")
    for folder in folders:
        passages, questions = read_corpus(folder / "corpus.jsonl"), read_questions(folder / "questions.jsonl")
        with tempfile.TemporaryDirectory() as scratch, build_corpus_graph(passages, Path(scratch) / "g.lgm") as graph:
            reader = _Oracle(graph, passages)
            counts = [reader.read(question) for question in questions if question.gold_sentences]
        ranked, exhaustive = [tokens for tokens, _ in counts], [tokens for _, tokens in counts]
        lost = [sum(tokens >= reader.everything for tokens in column) for column in (ranked, exhaustive)]
        shown = [f"{mean(column):9.0f} {percentile(column, 0.5):9.0f}" for column in (ranked, exhaustive)]
        ratio = mean(ranked) / mean(exhaustive)
        print(f"{folder.name:24} {len(counts):9} {shown[0]} {shown[1]} {ratio:14.3f}  {lost}", flush=True)


@app.command()
def shown(folders: Folders) -> None:
    """Tell what share of the gold sentences in the best twenty passages a model is shown that selects among these."""
    for folder in folders:
        passages = {passage.id: passage for passage in read_corpus(folder / "corpus.jsonl")}
        shares, lengths = [], []
        with (
            tempfile.TemporaryDirectory() as scratch,
            build_corpus_graph(passages.values(), Path(scratch) / "g") as graph,
        ):
            for question in read_questions(folder / "questions.jsonl"):
                model = ScriptedChatModel(lambda _: "[]")
                ranked = {each.document.id for each in graph.retrieve_passages(question.text, CANDIDATES, select=model)}
                told = model.requests[0].messages[-1].content
                spans = [
                    (each.passage_id, passages[each.passage_id].sentence_span(each.index))
                    for each in question.gold_sentences
                    if each.passage_id in ranked
                ]
                gold = [plain(passages[id].text[slice(*span)]) for id, span in spans if span is not None]
                lengths.append(len(told))
                if gold:
                    shares.append(mean([float(sentence in told) for sentence in gold]))
        print(f"{folder.name:24} {mean(shares):.3f} of gold sentences, {mean(lengths):,.0f} characters", flush=True)


class _Oracle:
    """Reads until it has seen all gold sentences of a question."""

    def __init__(self, graph: LanguageGraph, passages: Sequence[Passage]) -> None:
        self._graph = graph
        self._passages = {passage.id: passage for passage in passages}
        self._sentences = {sentence.id: sentence for document in graph.store.scan() for sentence in document.sentences}
        self.everything = sum(_tokens(sentence) for sentence in self._sentences.values())

    def read(self, question: Question) -> tuple[int, int]:
        """Return the tokens read in ranked order, and exhaustively."""
        gold = self._gold(question)
        return self._ranked(question.text, gold), self._exhaustive(question.text, gold)

    def _gold(self, question: Question) -> set[str]:
        spans = [
            (gold.passage_id, self._passages[gold.passage_id].sentence_span(gold.index))
            for gold in question.gold_sentences
        ]
        return {
            sentence.id
            for passage_id, span in spans
            if span is not None
            for sentence in self._sentences.values()
            if sentence.document_id == passage_id and is_half_covered((sentence.start, sentence.end), [span])
        }

    def _ranked(self, question: str, gold: set[str]) -> int:
        left, read = set(gold), 0
        for sentence in self._graph.ranker().sentences(question, _EVERYTHING):
            if not left:
                return read
            read += _tokens(self._sentences[sentence.id])
            left.discard(sentence.id)
        return self.everything if left else read

    def _exhaustive(self, question: str, gold: set[str]) -> int:
        store, options = self._graph.store, AskOptions(exhaustive=True)
        keys = expand_query(question, about=question, view=GraphView(store), options=options).keys
        seen: set[str] = set()
        for _ in range(_ROUNDS):
            seen |= {sentence.id for sentence in store.sentences_about(keys)}
            if gold <= seen:
                return sum(_tokens(self._sentences[sentence_id]) for sentence_id in seen)
            keys = [mention.concept for mention in store.mentions(sorted(gold & seen))]
        return self.everything


@app.command()
def cutoffs(
    folders: Folders, embed: Annotated[str | None, typer.Option(help="An embedding model, as for `lgm build`.")] = None
) -> None:
    """Tell what cutoffs at a relevance do to the best ten: the share of gold passages kept, and of others dropped."""
    for folder in folders:
        gold: list[float] = []
        others: list[float] = []
        passages = read_corpus(folder / "corpus.jsonl")
        with tempfile.TemporaryDirectory() as scratch, build_corpus_graph(passages, Path(scratch) / "g.lgm") as built:
            graph = LanguageGraph(built.store, embed=embed)
            for question in read_questions(folder / "questions.jsonl"):
                for found in graph.retrieve_passages(question.text, 10):
                    (gold if found.document.id in question.gold_passages else others).append(found.relevance or 0.0)
        shares = [
            f"{cutoff}: {mean([each >= cutoff for each in gold]):.2f} kept, "
            f"{mean([each < cutoff for each in others]):.2f} dropped"
            for cutoff in _CUTOFFS
        ]
        print(f"{folder.name:24} {len(gold)} gold, {len(others)} others; {'; '.join(shares)}", flush=True)


def _tokens(sentence: Sentence) -> int:
    return len(_TOKEN.findall(sentence.text))


if __name__ == "__main__":
    app()
