"""Measure how well plans are executed when all facts are there (`lgm bench reasoning --oracle`)."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from lgm_core.errors import InputError
from lgm_core.evaluation.answer_scores import exact_match
from lgm_core.evaluation.datasets import Question
from lgm_core.evaluation.metrics import percentile
from lgm_core.evaluation.pooled_questions import read_pooled
from lgm_core.evaluation.reasoning.oracle_graph import add_evidence
from lgm_core.evaluation.reasoning.oracle_plans import oracle_plan
from lgm_core.evaluation.retrieval_benchmark import build_corpus_graph
from lgm_core.flow.drivers import run
from lgm_core.flow.session import Session
from lgm_core.language.port import Annotator
from lgm_core.llm.scripted import ScriptedChatModel
from lgm_core.progress import counted
from lgm_core.reasoning.execution.executor import Execution, execute
from lgm_core.reasoning.logical_form_options import LogicalFormOptions
from lgm_core.reasoning.plan.logical_plan import LogicalPlan
from lgm_core.retrieval.concepts.graph_view import GraphView
from lgm_core.retrieval.ranking.ranker import Ranker

__all__ = ["oracle_benchmark"]

_GRAPH_ONLY = LogicalFormOptions(text="never")


def oracle_benchmark(
    folder: Path, *, annotator: Annotator | str | None = None, limit: int | None = None, verbose: bool = False
) -> dict[str, Any]:
    """Build a graph with the evidence triples of questions as its only facts, and answer by plans from facts alone.

    Plans are compiled from the questions' words and the subjects and predicates of their triples, never from answers.

    Args:
        folder: holds `corpus.jsonl` and `questions.jsonl` with `evidence_triples` and `gold_sentences`.
        annotator: the language backend or its name.
        limit: only the first questions.
        verbose: tell of each question that was not answered right.

    Returns:
        `questions` (those that have evidence), `right` (exact match of the first answer), `planned`, `calls` (requests
        of the plans to a language model that is theirs to ask), `forced` (triples that no sentence names), `ms_p50`
        (processor time of a question), and with `verbose` the `misses`.

    Raises:
        InputError: a file cannot be used, or no question has evidence.
    """
    pooled = read_pooled([folder / "corpus.jsonl"], [folder / "questions.jsonl"], limit=limit)
    questions = [question for question in pooled.questions if question.evidence_triples]
    if not questions:
        raise InputError(
            f"{folder / 'questions.jsonl'}: no question has `evidence_triples`; there is nothing to measure"
        )
    passages = {passage.id: passage for passage in pooled.passages}
    with (
        tempfile.TemporaryDirectory() as place,
        build_corpus_graph(pooled.passages, Path(place) / "benchmark.lgm", annotator=annotator) as graph,
    ):
        counts = add_evidence(graph.store, questions, passages)
        ranker = graph.ranker()
        model = ScriptedChatModel(lambda _: "{}")  # says nothing; counts who asks it
        right, planned = 0, 0
        milliseconds: list[float] = []
        misses: list[str] = []
        for question in counted(questions, "answering", "questions"):
            began = time.process_time()
            plan = oracle_plan(question)
            execution = None
            if plan is not None:
                planned += 1
                execution = _executed(plan, question, GraphView(graph.store, question=question.text), ranker, model)
            milliseconds.append(1000 * (time.process_time() - began))
            answer = execution.answers[0] if execution is not None and execution.answers else ""
            if exact_match(answer, question.answers):
                right += 1
            else:
                misses += _told(question, plan, execution, answer)
    figures = {
        "questions": len(questions),
        "right": right,
        "planned": planned,
        "calls": len(model.requests),
        "forced": counts["forced"],
        "ms_p50": percentile(milliseconds, 0.5),
    }
    return figures | ({"misses": misses} if verbose else {})


def _executed(
    plan: LogicalPlan, question: Question, view: GraphView, ranker: Ranker, model: ScriptedChatModel
) -> Execution:
    flow = execute(plan, question=question.text, view=view, ranker=ranker, options=_GRAPH_ONLY, has_model=True)
    return run(flow, Session(model))


def _told(question: Question, plan: LogicalPlan | None, execution: Execution | None, answer: str) -> Iterator[str]:
    yield f"{question.text} → {answer!r}, expected {' or '.join(map(repr, question.answers))}"
    if plan is None or execution is None:
        yield "    no plan"
        return
    for line, step in zip(str(plan).splitlines(), execution.steps, strict=False):
        yield f"    {line} → {', '.join(step.answers) or step.error}"
