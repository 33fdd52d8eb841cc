"""Answer the questions of a folder with a real language model, and score the answers.

The folder holds `corpus.jsonl` (`id`, `title`, `text`) and `questions.jsonl` (`id`, `question`, `answer`[, `aliases`,
`gold_passages`]). The graph is built without the language model; only answers use it. The endpoint is taken from
OPENAI_BASE_URL, OPENAI_API_KEY and OPENAI_MODEL.

    python benchmarks/answers.py FOLDER --limit 20 --json answers.json
"""

from __future__ import annotations

import json
import tempfile
import time
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Annotated, Any

import typer

from lgm_core.evaluation.answer_scores import exact_match, token_f1, without_citations
from lgm_core.facade.language_graph import LanguageGraph
from lgm_core.llm.openai import OpenAIChatModel
from lgm_core.model import Answer
from lgm_core.retrieval.answering.ask_options import AskOptions


@dataclass(frozen=True)
class Scored:
    """The answer to a question with its scores and costs."""

    question: str
    gold: list[str]
    answer: str
    exact_match: float
    token_f1: float
    supported: bool
    failed: bool
    gold_passages_cited: float | None
    rounds: int
    calls: int
    prompt_tokens: int
    completion_tokens: int
    failures: int
    seconds: float


def main(
    folder: Annotated[Path, typer.Argument(help="Folder with corpus.jsonl and questions.jsonl.")],
    limit: Annotated[int, typer.Option(help="How many questions to ask.")] = 20,
    graph: Annotated[Path | None, typer.Option(help="Where to keep the graph; a temporary file by default.")] = None,
    budget: Annotated[int, typer.Option(help="Characters read a round.")] = AskOptions().budget,
    chunk_size: Annotated[int, typer.Option(help="Characters of one request.")] = AskOptions().chunk_size,
    max_iterations: Annotated[int, typer.Option(help="Rounds at most.")] = AskOptions().max_iterations,
    expansion: Annotated[bool, typer.Option(help="Use concept expansion.")] = True,
    llm_knowledge: Annotated[bool, typer.Option(help="Let the model use its own knowledge.")] = True,
    use_graph: Annotated[bool, typer.Option(help="Use concepts at all.")] = True,
    timeout: Annotated[float, typer.Option(help="Seconds to wait for one reply.")] = 600,
    concurrency: Annotated[int, typer.Option(help="Requests under way at once.")] = 1,
    out: Annotated[Path | None, typer.Option("--json", help="File for every answer and the figures.")] = None,
) -> None:
    """Build the graph, ask, and print the figures."""
    options = AskOptions(
        budget=budget,
        chunk_size=chunk_size,
        max_iterations=max_iterations,
        expansion=expansion,
        llm_knowledge=llm_knowledge,
        graph=use_graph,
        brief=True,
    )
    with tempfile.TemporaryDirectory() as scratch:
        store = graph or Path(scratch) / "benchmark.lgm"
        with LanguageGraph(store) as building:
            building.build(folder / "corpus.jsonl", workers=1)
        with LanguageGraph(store, llm=OpenAIChatModel(timeout=timeout), concurrency=concurrency) as asking:
            scored = [_asked(asking, row, options) for row in _questions(folder, limit)]
    figures = _figures(scored)
    print(json.dumps(figures, indent=2))
    if out is not None:
        out.write_text(
            json.dumps({"figures": figures, "answers": [asdict(answer) for answer in scored]}, indent=2) + "\n"
        )


def _questions(folder: Path, limit: int) -> list[dict[str, Any]]:
    with (folder / "questions.jsonl").open(encoding="utf-8") as lines:
        return [json.loads(line) for line, _ in zip(lines, range(limit), strict=False)]


def _asked(graph: LanguageGraph, row: dict[str, Any], options: AskOptions) -> Scored:
    started = time.perf_counter()
    answer = graph.ask(row["question"], options)
    seconds = time.perf_counter() - started
    gold = [row["answer"], *row.get("aliases", [])]
    text = "" if answer.is_evidence_only else without_citations(answer.text)
    scored = Scored(
        row["question"],
        gold,
        answer.text,
        exact_match(text, gold),
        token_f1(text, gold),
        answer.supported,
        answer.is_evidence_only,
        _gold_cited(answer, row.get("gold_passages", [])),
        sum(step.name == "round" for step in answer.trace),
        answer.usage.calls,
        answer.usage.prompt_tokens,
        answer.usage.completion_tokens,
        answer.usage.failures,
        round(seconds, 1),
    )
    print(
        f"{scored.seconds:6.1f} s  {scored.calls} calls  F1 {scored.token_f1:.2f}  {text[:60]!r} for {gold[0]!r}",
        flush=True,
    )
    return scored


def _gold_cited(answer: Answer, gold_passages: list[str]) -> float | None:
    """Return the share of the gold passages of which the answer cites a sentence."""
    if not gold_passages:
        return None
    cited = {citation.document_id for citation in answer.citations}
    return len(cited & set(gold_passages)) / len(set(gold_passages))


def _figures(scored: list[Scored]) -> dict[str, Any]:
    def mean(values: list[float]) -> float:
        return round(sum(values) / len(values), 3) if values else 0.0

    cited = [answer.gold_passages_cited for answer in scored if answer.gold_passages_cited is not None]
    return {
        "questions": len(scored),
        "exact_match": mean([answer.exact_match for answer in scored]),
        "token_f1": mean([answer.token_f1 for answer in scored]),
        "supported": mean([float(answer.supported) for answer in scored]),
        "gold_passages_cited": mean(cited),
        "rounds": mean([float(answer.rounds) for answer in scored]),
        "calls": sum(answer.calls for answer in scored),
        "prompt_tokens": sum(answer.prompt_tokens for answer in scored),
        "completion_tokens": sum(answer.completion_tokens for answer in scored),
        "failed_requests": sum(answer.failures for answer in scored),
        "questions_without_answer": sum(answer.failed for answer in scored),
        "seconds": round(sum(answer.seconds for answer in scored), 1),
    }


if __name__ == "__main__":
    typer.run(main)
