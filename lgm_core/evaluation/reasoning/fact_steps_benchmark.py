"""Measure how many steps of gold plans facts answer, and how many of these right, along the threshold."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from lgm_core.evaluation.answer_scores import exact_match
from lgm_core.evaluation.datasets import read_corpus
from lgm_core.evaluation.facts.decomposed_questions import Step, is_answer, read_decomposed
from lgm_core.evaluation.metrics import percentile
from lgm_core.evaluation.reasoning.fact_plans import fact_plan
from lgm_core.evaluation.retrieval_benchmark import build_corpus_graph
from lgm_core.flow.drivers import run
from lgm_core.flow.session import Session
from lgm_core.graph.port import LanguageGraphStore
from lgm_core.language.port import Annotator
from lgm_core.progress import counted
from lgm_core.reasoning.execution.executor import execute
from lgm_core.reasoning.logical_form_options import LogicalFormOptions
from lgm_core.retrieval.concepts.graph_view import GraphView
from lgm_core.retrieval.ranking.ranker import Ranker
from lgm_core.retrieval.words import split_words, stop_words

__all__ = ["THRESHOLDS", "fact_steps_benchmark", "measured_steps"]

THRESHOLDS = (0.5, 0.6, 0.7, 0.75, 0.8, 0.82, 0.84, 0.86, 0.88, 0.9, 0.92, 0.95)

_LOWEST = LogicalFormOptions(text="never", threshold=THRESHOLDS[0])


@dataclass(frozen=True, slots=True)
class _Answered:
    """What facts answered to a step.

    Attributes:
        step: the step.
        answer: the first answer; empty without any.
        score: how sure it is.
        is_right: whether the end of the fact is the gold answer, or has it among its words.
        is_exact: whether it is the gold answer by exact match.
        told: the plan, and what it found.
    """

    step: Step
    answer: str
    score: float
    is_right: bool
    is_exact: bool
    told: str


def fact_steps_benchmark(
    folder: Path,
    recorded: Path,
    *,
    annotator: Annotator | str | None = None,
    limit: int | None = None,
    verbose: bool = False,
) -> dict[str, Any]:
    """Build a graph of passages with recorded facts, and answer each step of gold decompositions from facts alone.

    Earlier answers are filled in. A step is right when the first answer is the gold answer, or has it among its words
    (`Crossett, Arkansas` for `Arkansas`), function words apart; `exact` counts those by exact match.

    Args:
        folder: holds `corpus.jsonl` and `questions.jsonl` with `decomposition`.
        recorded: the recorded triples.
        annotator: the language backend or its name.
        limit: only the first questions.
        verbose: tell what became of each step.

    Returns:
        `steps`, `ms_p50` (processor time of a step), `answered_at_.80_right` and `answered_at_.85_right` (the greatest
        shares of steps answered at any threshold with as many right), and `thresholds`: by threshold,
        `answered` (a share of all steps),
        `right` and `exact` (shares of those answered).

    Raises:
        InputError: a file cannot be used.
    """
    passages = {passage.id: passage for passage in read_corpus(folder / "corpus.jsonl")}
    questions = read_decomposed(folder / "questions.jsonl", passages, limit=limit)
    steps = [step for question in questions for step in question.steps]
    with (
        tempfile.TemporaryDirectory() as place,
        build_corpus_graph(passages.values(), Path(place) / "benchmark.lgm", annotator=annotator) as graph,
    ):
        graph.import_facts(recorded)
        return measured_steps(graph.store, graph.ranker(), steps, verbose=verbose)


def measured_steps(
    store: LanguageGraphStore, ranker: Ranker, steps: Sequence[Step], *, verbose: bool = False
) -> dict[str, Any]:
    """Answer steps from the facts of a graph; see `fact_steps_benchmark`."""
    answered: list[_Answered] = []
    milliseconds: list[float] = []
    for step in counted(steps, "answering", "steps"):
        began = time.process_time()
        answered.append(_answered(step, store, ranker))
        milliseconds.append(1000 * (time.process_time() - began))
    figures: dict[str, Any] = {
        "steps": len(steps),
        "ms_p50": percentile(milliseconds, 0.5),
        "answered_at_.80_right": _most_answered(answered, 0.8),
        "answered_at_.85_right": _most_answered(answered, 0.85),
        "thresholds": {f"{threshold:g}": _figures(answered, threshold) for threshold in THRESHOLDS},
    }
    if verbose:
        figures["misses"] = [each.told for each in answered]
    return figures


def _most_answered(answered: Sequence[_Answered], bar: float) -> float:
    """Return the greatest share of steps answered, over all thresholds, of which at least such a share is right."""
    shares = [0.0]
    for threshold in {each.score for each in answered if each.answer}:
        sure = [each for each in answered if each.answer and each.score >= threshold]
        if sum(each.is_right for each in sure) >= bar * len(sure):
            shares.append(len(sure) / len(answered))
    return max(shares)


def _figures(answered: Sequence[_Answered], threshold: float) -> dict[str, float]:
    sure = [each for each in answered if each.answer and each.score >= threshold]
    count = max(len(sure), 1)
    return {
        "answered": len(sure) / max(len(answered), 1),
        "right": sum(each.is_right for each in sure) / count,
        "exact": sum(each.is_exact for each in sure) / count,
    }


def _content(text: str) -> list[str]:
    """Return the words of an answer but those without content: *in London* is *London*."""
    return [word.folded for word in split_words(text) if word.folded not in stop_words("en")]


def _answered(step: Step, store: LanguageGraphStore, ranker: Ranker) -> _Answered:
    view = GraphView(store, question=step.question)
    plan = fact_plan(step.question, view)
    nothing = _Answered(step, "", 0.0, False, False, f"-    {step.question} | {step.answer} | no plan")
    if plan is None:
        return nothing
    flow = execute(plan, question=step.question, view=view, ranker=ranker, options=_LOWEST, has_model=False)
    execution = run(flow, Session())
    action = str(plan).splitlines()[0]
    if not execution.rows:
        return replace(nothing, told=f"-    {step.question} | {step.answer} | {action} | {execution.steps[0].error}")
    row = execution.rows[0]
    binding = row.bindings["o1"]
    is_right = is_answer(binding.end, step.answer) or _content(binding.name) == _content(step.answer)
    facts = "; ".join(f"{fact.subject} — {fact.predicate} — {fact.object}" for fact in row.facts)
    told = f"{'ok' if is_right else 'NO'} {row.weight:.2f} {step.question} | {step.answer} | {binding.name} | {facts}"
    is_exact = bool(exact_match(binding.name, [step.answer]))
    return _Answered(step, binding.name, row.weight, is_right, is_exact, told)
