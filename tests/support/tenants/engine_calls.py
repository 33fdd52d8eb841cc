"""Every public call of the engine that takes a filter, each told in full: its result, steps, requests and errors."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable, Iterable, Mapping
from contextlib import AbstractContextManager, nullcontext
from dataclasses import replace
from functools import partial
from json import dumps
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from lgm_core import (
    AskOptions,
    FactRetrievalOptions,
    FeedbackOptions,
    LanguageGraph,
    LGMError,
    LogicalFormOptions,
    Page,
    PyramidOptions,
)
from lgm_core.graph.port import Where
from lgm_core.llm.scripted import ScriptedChatModel
from lgm_core.model import Section, TraceStep, Value
from lgm_core.reports import FeedbackReport, StatedFact
from lgm_core.tracing import traced_by
from tests.support.any_replies import AnyReplies
from tests.support.filtered_graphs import take_all
from tests.support.tenants.drawing import Case

_STAMPS = re.compile(r"stamp=\d+")
_ADDITIONS = re.compile(r"feedback-[0-9a-f]{12}")


class Asked:
    """A graph as a tenant asks it: with the filter, or without one where the graph has nothing else."""

    def __init__(self, graph: LanguageGraph, where: Where | None, case: Case) -> None:
        self.graph, self.where, self.case = graph, where, case
        self.steps: list[TraceStep] = []
        self.spans: list[tuple[str, Mapping[str, Any]]] = []
        self.model = AnyReplies(case.seed, share=0.1)
        self.obedient = ScriptedChatModel(take_all)

    def with_models(self) -> Iterable[LanguageGraph]:
        """Return the graph with models that reply anything, and cite all that they are shown."""
        return self.graph.with_llm(self.model), self.graph.with_llm(self.obedient)

    def span(self, name: str, details: Mapping[str, Any]) -> AbstractContextManager[object]:
        """Note a span."""
        self.spans.append((name, dict(details)))
        return nullcontext()


def told(call: Callable[[Asked], object], graph: LanguageGraph, where: Where | None, case: Case) -> str:
    """Return all that a call tells, in words, without what tells when a document was written."""
    asked = Asked(graph, where, case)
    with traced_by(asked.span):
        try:
            result = call(asked)
        except LGMError as error:
            result = (type(error).__name__, str(error))
    # Requests of a batch arrive in any order.
    shown = sorted(repr(request.messages) for request in asked.obedient.requests)
    text = repr([result, asked.steps, sorted(map(repr, asked.spans)), sorted(asked.model.asked), shown])
    return _ADDITIONS.sub("addition", _STAMPS.sub("", text))


def _answered(options: Any) -> Callable[[Asked], object]:
    """Return a call that asks without a model, and with two of them."""

    def call(asked: Asked) -> object:
        return [
            graph.ask(asked.case.question, options, where=asked.where, on_step=asked.steps.append)
            for graph in (asked.graph.with_llm(None), *asked.with_models())
        ]

    return call


def _within_options(asked: Asked) -> object:
    """Ask with the filter among the options, in each way of answering."""
    options = AskOptions(where=asked.where)
    ways = (
        options,
        FeedbackOptions(ask=options, max_rounds=2),
        LogicalFormOptions(ask=options),
        PyramidOptions(ask=options),
    )
    return [asked.graph.with_llm(asked.obedient).ask(asked.case.question, each) for each in ways]


def _streamed(asked: Asked) -> object:
    return [list(graph.stream(asked.case.question, where=asked.where)) for graph in asked.with_models()]


def _astreamed(asked: Asked) -> object:
    async def events() -> list[object]:
        graph = asked.graph.with_llm(asked.model)
        return [event async for event in graph.astream(asked.case.question, where=asked.where)]

    return asyncio.run(events())


def _awaited(make: Callable[[Asked], Awaitable[object]]) -> Callable[[Asked], object]:
    async def wait(asked: Asked) -> object:
        result = await make(asked)
        return result.html if isinstance(result, Page) else result

    return lambda asked: asyncio.run(wait(asked))


def _explained(asked: Asked) -> object:
    return [
        asked.graph.explain(name, where=asked.where, limit=limit, depth=depth)
        for name in (*asked.case.names, "thing")
        for limit, depth in ((1, 1), (10, 2))
    ]


def _tuning_rows(asked: Asked) -> object:
    with TemporaryDirectory() as folder:
        report = asked.graph.tuning_data(folder=folder, where=asked.where, seed=asked.case.seed)
        return str(report), [file.read_bytes() for file in sorted(Path(folder).iterdir())]


def _rewards(asked: Asked) -> object:
    return [asked.graph.reward(f"{name} owns a mill.", where=asked.where) for name in asked.case.names]


def _pairs(asked: Asked) -> object:
    rows = [{"question": name, "answers": [f"{name} owns a mill.", "The press"]} for name in asked.case.names]
    return list(asked.graph.preference_pairs(rows, margin=0.0, where=asked.where))


def _facts(asked: Asked) -> object:
    graph, names, where = asked.graph, asked.case.names, asked.where
    facts = [graph.facts(name, where=where, limit=limit) for name in names for limit in (None, 1)]
    rejected = [graph.facts(name, where=where, rejected=True) for name in names]
    return [facts, [[_in_normal_form(stated) for stated in each] for each in rejected]]


def _in_normal_form(stated: StatedFact) -> object:
    """Return a rejected fact with its values in the one way of writing that a filter leaves them, as is documented."""
    fact = stated.fact
    ends = [end.normalised if isinstance(end, Value) else end for end in fact.ends]
    return fact.predicate, ends, fact.evidence, fact.verdict, stated.sentences


def _sections(asked: Asked) -> list[list[Section]]:
    return [asked.graph.sections(name, where=asked.where) for name in asked.case.names]


def _section(asked: Asked) -> object:
    found = [section.id for sections in _sections(asked) for section in sections[:2]]
    reader = asked.graph.with_llm(ScriptedChatModel(lambda messages: dumps({"summary": messages[-1].content})))
    summed = [reader.section(id, summary=True, where=asked.where) for id in found]
    return [summed, [asked.graph.section(id, where=asked.where) for id in found]]


async def _asection(asked: Asked) -> object:
    found = [section.id for sections in _sections(asked) for section in sections[:2]]
    return [await asked.graph.with_llm(None).asection(id, where=asked.where) for id in found]


def _found_facts(asked: Asked) -> object:
    options = (
        None,
        FactRetrievalOptions(words=30),
        FactRetrievalOptions(depth=1, sentences=3),
        FactRetrievalOptions(scorer="llm"),
    )
    return [
        asked.graph.with_llm(asked.model).retrieve_facts(
            asked.case.question, each, where=asked.where, on_step=asked.steps.append
        )
        for each in options
    ]


def _passages(asked: Asked) -> object:
    return [
        asked.graph.retrieve_passages(
            asked.case.question, k, where=asked.where, select=select, on_step=asked.steps.append
        )
        for k, select in ((1, None), (9, None), (9, asked.model))
    ]


def _ranked(asked: Asked) -> object:
    ranker = asked.graph.ranker(asked.where)
    return [ranker.passages(asked.case.question), ranker.sentences(asked.case.question), ranker.languages]


def _planned(asked: Asked) -> object:
    plans: list[object] = []
    for graph, planner in ((asked.graph, "rules"), (asked.graph.with_llm(asked.model), "llm")):
        try:
            options = LogicalFormOptions(planner=planner)  # type: ignore[arg-type]
            plans.append(graph.plan(asked.case.question, options, where=asked.where, on_step=asked.steps.append))
        except LGMError as error:
            plans.append(str(error))
    return plans


def _solved(asked: Asked) -> object:
    return [
        graph.solve(asked.case.plan, question=asked.case.question, where=asked.where, on_step=asked.steps.append)
        for graph in (asked.graph.with_llm(None), *asked.with_models())
    ]


def _html(show: Callable[[], Page]) -> str:
    """Return a page in full, or why there is none."""
    try:
        return show().html
    except LGMError as error:
        return str(error)


def _shown_graphs(asked: Asked) -> object:
    """Show the graph under the filter, also of the graph that has nothing else: without one, a page counts more."""
    where = asked.case.where
    return [_html(partial(asked.graph.show, start, where=where)) for start in (None, *asked.case.names)]


def _shown_documents(asked: Asked) -> object:
    """Show each document that others have too."""
    return [
        _html(partial(asked.graph.show, document=document.id, where=asked.where)) for document in asked.case.everything
    ]


def _shown_retrievals(asked: Asked) -> object:
    question, where = asked.case.question, asked.where
    found = [asked.graph.retrieve_passages(question, k, where=where) for k in (1, 9)]
    return [asked.graph.show(passages, question=question, where=where).html for passages in found]


def _shown_answers(asked: Asked) -> object:
    model, obedient = asked.with_models()
    ways = (
        (asked.graph.with_llm(None), None),
        (model, None),
        (obedient, None),
        (obedient, FeedbackOptions(max_rounds=2)),
        (obedient, LogicalFormOptions()),
        (obedient, PyramidOptions()),
    )
    where = asked.where
    answers = [graph.ask(asked.case.question, options, where=where) for graph, options in ways]
    return [asked.graph.show(answer, where=where).html for answer in answers]


QUERY = "SELECT ?s ?p ?o ?l { ?s ?p ?o ; rdfs:label ?l }"
"""All that conforms to a schema, by the names of things."""


READING: dict[str, Callable[[Asked], object]] = {
    "ask": _answered(None),
    "ask exhaustive": _answered(AskOptions(exhaustive=True, depth=2)),
    "ask brief": _answered(AskOptions(brief=True, expansion=False)),
    "ask without graph": _answered(AskOptions(graph=False)),
    "ask paper": _answered(AskOptions.paper()),
    "ask with feedback": _answered(FeedbackOptions(max_rounds=2, scorer="llm")),
    "ask with feedback alone": _answered(FeedbackOptions(max_rounds=2, context=False)),
    "ask by facts": _answered(FeedbackOptions(max_rounds=0)),
    "ask by forms": _answered(LogicalFormOptions()),
    "ask by layers": _answered(PyramidOptions()),
    "ask by forms and text": _answered(LogicalFormOptions(text="all", planner="llm")),
    "ask within options": _within_options,
    "aask": _awaited(lambda asked: asked.graph.aask(asked.case.question, where=asked.where)),
    "stream": _streamed,
    "astream": _astreamed,
    "retrieve_passages": _passages,
    "aretrieve_passages": _awaited(
        lambda asked: asked.graph.aretrieve_passages(asked.case.question, where=asked.where)
    ),
    "retrieve_sentences": lambda asked: asked.graph.retrieve_sentences(asked.case.question, 30, where=asked.where),
    "aretrieve_sentences": _awaited(
        lambda asked: asked.graph.aretrieve_sentences(asked.case.question, where=asked.where)
    ),
    "ranker": _ranked,
    "explain": _explained,
    "relate": lambda asked: asked.graph.relate(*asked.case.names, where=asked.where),
    "relations": lambda asked: [each.text for each in asked.graph.relations(where=asked.where)],
    "documents": lambda asked: asked.graph.documents(where=asked.where),
    "facts": _facts,
    "tuning_data": _tuning_rows,
    "reward": _rewards,
    "preference_pairs": _pairs,
    "section": _section,
    "asection": _awaited(_asection),
    "sections": _sections,
    "retrieve_facts": _found_facts,
    "aretrieve_facts": _awaited(lambda asked: asked.graph.aretrieve_facts(asked.case.question, where=asked.where)),
    "plan": _planned,
    "solve": _solved,
    "sparql": lambda asked: asked.graph.sparql(QUERY, where=asked.where),
    "asparql": _awaited(lambda asked: asked.graph.asparql("SELECT ?s ?t { ?s a ?t }", where=asked.where)),
    "show": _shown_graphs,
    "show an answer": _shown_answers,
    "show a document": _shown_documents,
    "show a retrieval": _shown_retrievals,
    "asolve": _awaited(lambda asked: asked.graph.asolve(asked.case.plan, where=asked.where)),
}
"""Calls that change nothing, by name; the first word is the method."""


def _kept(asked: Asked) -> object:
    """Ask with feedback that is kept, twice: the second time what was looked up is remembered."""
    options = FeedbackOptions(max_rounds=2, keep=True)
    return [
        graph.ask(asked.case.question, options, where=asked.where) for _ in range(2) for graph in asked.with_models()
    ]


def _without_counts(report: FeedbackReport) -> FeedbackReport:
    """Leave out how many concepts and facts there are, which are statistics of the whole graph for whoever keeps it."""
    return replace(report, rounds=tuple(replace(each, concepts=0, facts=0) for each in report.rounds))


def _learned(asked: Asked) -> object:
    options = FeedbackOptions(max_rounds=2, ask=AskOptions(where=asked.where))
    asking = [graph.learn_from_questions for graph in asked.with_models()]
    return [_without_counts(learn([asked.case.question], options)) for learn in asking]


async def _alearned(asked: Asked) -> object:
    options = FeedbackOptions(max_rounds=1, ask=AskOptions(where=asked.where))
    report = await asked.graph.with_llm(asked.obedient).alearn_from_questions([asked.case.question], options)
    return _without_counts(report)


CHANGING: dict[str, Callable[[Asked], object]] = {
    "ask and keep": _kept,
    "learn_from_questions": _learned,
    "alearn_from_questions": _awaited(_alearned),
    "delete": lambda asked: asked.graph.delete(where=asked.where or {"id": {"$ne": ""}}),
}
"""Calls that change the graph, in the order in which they can be made."""


def use_as_others(graph: LanguageGraph, case: Case) -> None:
    """Ask and let learn from questions under a filter that lets through only what the tenant may not see."""
    where = {"id": {"$in": [document.id for document in case.hidden] or ["none"]}}
    asked = graph.with_llm(AnyReplies(case.seed, share=0.1))
    asked.ask(case.question, where=where)
    if case.hidden:
        options = FeedbackOptions(max_rounds=1, ask=AskOptions(where=where))
        asked.learn_from_questions([case.question, "Who owns the press?"], options)
        asked.ask("What does Maud Ferris own?", replace(options, keep=True))
