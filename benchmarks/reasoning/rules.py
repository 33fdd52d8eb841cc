"""Measure answers without a model: plans by rules, facts, text (`python -m benchmarks reasoning --planner rules`)."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType
from typing import Any

from benchmarks.pooled_questions import PooledQuestions, read_pooled
from lgm_core.errors import InputError
from lgm_core.evaluation.datasets import Question
from lgm_core.evaluation.metrics import exact_match, percentile
from lgm_core.facade.language_graph import LanguageGraph
from lgm_core.flow.conversation import Session
from lgm_core.flow.drivers import run
from lgm_core.language.concepts import concept_key
from lgm_core.language.port import Annotator
from lgm_core.model import SchemaVersion
from lgm_core.model.addition import utc_now
from lgm_core.progress import counted
from lgm_core.reasoning.execution.executor import execute
from lgm_core.reasoning.logical_form_options import LogicalFormOptions
from lgm_core.reasoning.plan.logical_plan import LogicalPlan
from lgm_core.reasoning.plan.plan_parts import Retrieval
from lgm_core.reasoning.planning.planner import plan_by_rules
from lgm_core.reasoning.solving.memory import rests_on
from lgm_core.retrieval.concepts.graph_view import GraphView
from lgm_core.schema.schema_file import parse_schema

__all__ = ["fits_evidence", "rules_benchmark"]

_SETTINGS: Mapping[str, LogicalFormOptions] = MappingProxyType(
    {
        "facts": LogicalFormOptions(planner="rules", text="never"),
        "facts_then_text": LogicalFormOptions(planner="rules"),
        "text": LogicalFormOptions(planner="rules", facts="none", text="all"),
    }
)


_GROUNDS = ("conforming_facts", "other_facts", "text")


def rules_benchmark(
    folder: Path,
    *,
    annotator: Annotator | str | None = "lite:parse",
    limit: int | None = None,
    verbose: bool = False,
    schema: Path | None = None,
) -> dict[str, Any]:
    """Build a graph with open facts, plan questions by rules, and carry the plans out: nothing asks a language model.

    Args:
        folder: holds `corpus.jsonl` and `questions.jsonl` with `answer`, and perhaps `evidence_triples`.
        annotator: a language backend that parses, or its name.
        limit: only the first questions.
        verbose: tell of each question that was not answered right from facts, then text.
        schema: a schema in TOML to answer with again.

    Returns:
        `questions`; `planned`, those with a plan; `evidenced`, those that name evidence triples, and `fitting`, how
        many of their plans have as many relations and start from the same things; `exact_match` (a share of all
        questions) from facts alone, from facts and then text, and from text alone; `stated`, how many answers of
        facts then text rest on sure facts alone, so that `ask` gives them as answers, and `stated_right` of these;
        `facts` in the graph; `plan_ms_p50` and `ms_p50` (processor time of planning, and of carrying out facts then
        text); with `verbose` the `misses`. With a schema, `with_schema` has the `exact_match` with it; `answered_from`,
        the shares of questions whose answer rests on conforming facts alone, on other facts too, or on text; and
        `lost_without`, by property, how many fewer answers of facts alone are right without its labels.

    Raises:
        InputError: a file cannot be used, or a passage could not be learned.
    """
    pooled = read_pooled([folder / "corpus.jsonl"], [folder / "questions.jsonl"], limit=limit)
    with (
        tempfile.TemporaryDirectory() as place,
        LanguageGraph(Path(place) / "benchmark.lgm", annotator=annotator) as graph,
    ):
        report = graph.build((passage.document() for passage in pooled.passages), facts="open")
        if report.failed:
            raise InputError(f"{report.failed[0].name} could not be learned: {report.failed[0].error}")
        figures = _measured(graph, pooled, verbose=verbose) | {"facts": report.facts}
        return figures if schema is None else figures | {"with_schema": _with_schema(graph, pooled, schema)}


def _with_schema(graph: LanguageGraph, pooled: PooledQuestions, path: Path) -> dict[str, Any]:
    schema = parse_schema(path.read_text(encoding="utf-8"))
    graph.store.write_schema([SchemaVersion(schema, "benchmark", utc_now())])
    exact_match = _measured(graph, pooled, verbose=False)["exact_match"]
    answered = [each.answered_from for each in _told(graph, pooled, _SETTINGS["facts_then_text"])]
    all_right = sum(each.is_right for each in _told(graph, pooled, _SETTINGS["facts"]))
    lost = {}
    for left_out in schema.properties:
        kept = tuple(each for each in schema.properties if each is not left_out)
        bare = replace(left_out, labels=())
        graph.store.write_schema([SchemaVersion(replace(schema, properties=(*kept, bare)), "benchmark", utc_now())])
        lost[left_out.name] = all_right - sum(each.is_right for each in _told(graph, pooled, _SETTINGS["facts"]))
    return {
        "exact_match": exact_match,
        "answered_from": {ground: answered.count(ground) / len(pooled.questions) for ground in _GROUNDS},
        "lost_without": {name: count for name, count in lost.items() if count},
    }


def _told(graph: LanguageGraph, pooled: PooledQuestions, options: LogicalFormOptions) -> list[_Told]:
    """Return the questions that have a plan, answered."""
    planned = (
        (each, plan_by_rules(each.text, GraphView(graph.store, question=each.text))) for each in pooled.questions
    )
    return [_Told(graph, plan, question, options) for question, plan in planned if plan is not None]


def _measured(graph: LanguageGraph, pooled: PooledQuestions, *, verbose: bool) -> dict[str, Any]:
    right = dict.fromkeys(_SETTINGS, 0)
    plans: list[LogicalPlan | None] = []
    planning: list[float] = []
    executing: list[float] = []
    misses: list[str] = []
    stated: list[bool] = []
    graph.ranker()
    for question in counted(pooled.questions, "answering", "questions"):
        began = time.process_time()
        plan = plan_by_rules(question.text, GraphView(graph.store, question=question.text))
        planning.append(1000 * (time.process_time() - began))
        plans.append(plan)
        if plan is None:
            continue
        for name, options in _SETTINGS.items():
            began = time.process_time()
            told = _Told(graph, plan, question, options)
            if name == "facts_then_text":
                executing.append(1000 * (time.process_time() - began))
                misses += [] if told.is_right else told.lines()
                stated += [told.is_right] if told.is_stated else []
            right[name] += told.is_right
    evidenced = [(plan, each) for plan, each in zip(plans, pooled.questions, strict=True) if each.evidence_triples]
    figures: dict[str, Any] = {
        "questions": len(plans),
        "planned": sum(plan is not None for plan in plans),
        "evidenced": len(evidenced),
        "fitting": sum(plan is not None and fits_evidence(plan, question) for plan, question in evidenced),
        "exact_match": {name: count / len(plans) for name, count in right.items()},
        "stated": len(stated),
        "stated_right": sum(stated),
        "plan_ms_p50": percentile(planning, 0.5),
        "ms_p50": percentile(executing, 0.5) if executing else 0.0,
    }
    return figures | ({"misses": misses} if verbose else {})


class _Told:
    """A plan carried out, and what came of it."""

    def __init__(
        self, graph: LanguageGraph, plan: LogicalPlan, question: Question, options: LogicalFormOptions
    ) -> None:
        view = GraphView(graph.store, question=question.text)
        flow = execute(plan, question=question.text, view=view, ranker=graph.ranker(), options=options, has_model=False)
        self._execution = run(flow, Session())
        self._question, self._plan = question, plan
        self.answer = self._execution.answers[0] if self._execution.answers else ""
        ground = rests_on(self._execution.steps, self._execution.rows, options.sure)
        self.is_stated = bool(self.answer) and ground == "facts"
        self.is_right = bool(exact_match(self.answer, question.answers))

    @property
    def answered_from(self) -> str:
        """Return what the answer rests on: `conforming_facts` alone, `other_facts` too, `text`, or nothing."""
        retrievals = [step for step in self._execution.steps if isinstance(step.step.action, Retrieval)]
        if not self.answer or any(step.basis == "none" for step in retrievals):
            return ""
        if any(step.basis != "fact" for step in retrievals):
            return "text"
        levels = [linked.level for step in retrievals for linked in step.linked if linked.kind == "predicate"]
        return "conforming_facts" if set(levels) == {"property"} else "other_facts"

    def lines(self) -> Iterator[str]:
        yield f"{self._question.text} → {self.answer!r}, expected {' or '.join(map(repr, self._question.answers))}"
        for step in self._execution.steps:
            yield f"    {step.question} → {step.basis}: {', '.join(step.answers[:3]) or step.error}"


def fits_evidence(plan: LogicalPlan, question: Question) -> bool:
    """Tell whether a plan asks for as many relations as the evidence has, and starts from things the evidence is about.

    A relation that is asked of two things at once counts twice. A name of the plan is one of the evidence's subjects
    if it has half of its words, since data sets write titles differently.
    """
    asked, names = 0, list[str]()
    started: dict[str, int] = {}
    for step in plan.steps:
        action = step.action
        if isinstance(action, Retrieval):
            own = [*action.subject.names, *action.object.names]
            names += own
            times = len(own) or max(started.get(end.variable, 0) for end in (action.subject, action.object))
            asked += times
            started |= {action.subject.variable: times, action.object.variable: times}
    relations = {(subject, predicate) for subject, predicate, _ in question.evidence_triples}
    subjects = [_words(subject) for subject, _ in relations]
    return asked == len(relations) and all(
        any(2 * len(_words(name) & subject) >= len(subject) for subject in subjects) for name in names
    )


def _words(name: str) -> set[str]:
    return set(concept_key(name, "en").split())
