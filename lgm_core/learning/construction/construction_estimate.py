"""Telling what constructing documents will ask of a language model, before any request is made.

What a stage asks depends on what the stages before it found. The estimate takes what phrases and clauses tell in the
place of that, makes the requests that each stage makes of it, and counts them without sending one. An embedding model
is not asked either: things are compared by their words.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import TypeVar

from lgm_core.flow import Flow, Outcome, Session, run
from lgm_core.flow.request import Result, resume
from lgm_core.language.port import Annotator
from lgm_core.learning.construction.construction_flow import StageFlows, entities_by_name
from lgm_core.learning.construction.construction_options import STAGES, ConstructionOptions, Stage
from lgm_core.learning.construction.construction_report import listed_counts
from lgm_core.learning.construction.document_text import DocumentText
from lgm_core.learning.estimate import Prices, sum_text
from lgm_core.llm.tokens import count_conversation
from lgm_core.model import Fact, TraceStep, Usage

__all__ = ["ConstructionEstimate", "estimate_construction"]

T = TypeVar("T")

_MODEL = "estimate"
"""The name of the model that is not asked."""


@dataclass(frozen=True, slots=True)
class ConstructionEstimate:
    """What constructing documents would take: calls and prompt tokens, since the length of replies is not known.

    The first stage's requests are exact. Those of the others are about what phrases and clauses find, in the place of
    what a model will have found.

    Attributes:
        documents: how many documents.
        sentences: how many sentences with words.
        batched: by stage, what requests about many things at once take.
        paper: the same for one thing at a time, as the published pipeline asks.
        costs: the money of both, or None without prices.
        unreadable: what is not counted, since it cannot be read, each with the reason.
    """

    documents: int
    sentences: int
    batched: Mapping[Stage, Usage]
    paper: Mapping[Stage, Usage]
    costs: tuple[float, float] | None = None
    unreadable: Mapping[str, str] = field(default_factory=dict)

    def __str__(self) -> str:
        """Return a table of the stages."""
        lines = [listed_counts({"documents": self.documents, "sentences": self.sentences}) or "no documents"]
        lines.append(f"{'':12}{'batched':>10}{'tokens':>12}{'paper':>12}{'tokens':>12}")
        lines += [_line(stage, self.batched[stage], self.paper[stage]) for stage in self.batched]
        total = sum(self.batched.values(), Usage()), sum(self.paper.values(), Usage())
        lines.append(_line("all", *total))
        if self.costs is not None:
            batched, paper = map(sum_text, self.costs)
            lines.append(f"{'cost':12}{batched:>22}{paper:>24}")
        if "relations" in self.batched and not self.batched["relations"].calls:
            lines.append("In batches, relations are asked for together with mentions.")
        lines.append("Calls and prompt tokens; replies and repeated requests come on top. Only those")
        lines.append("for mentions are exact: the others depend on what is found before them.")
        lines += [f"not counted: {name}: {reason}" for name, reason in self.unreadable.items()]
        return "\n".join(lines)


def estimate_construction(
    texts: Iterable[DocumentText],
    options: ConstructionOptions,
    reader: Annotator,
    flows: StageFlows,
    prices: Prices | None = None,
) -> ConstructionEstimate:
    """Tell what constructing documents would ask, both in batches and one thing at a time.

    Args:
        texts: the documents, one at a time in memory.
        options: which stages, and how long a request may be.
        reader: a language backend that parses.
        flows: the stages.
        prices: what tokens cost, to tell the cost in money too.
    """
    documents = sentences = 0
    stages = [stage for stage in STAGES if options.does(stage)]
    ways = {way: dict.fromkeys(stages, Usage()) for way in ("batched", "paper")}
    for text in texts:
        if not text.sentences:
            continue
        documents += 1
        sentences += len(text.sentences)
        for way, usages in ways.items():
            asking = replace(options, requests=way)  # type: ignore[arg-type]  # the keys are the ways there are
            for stage, usage in _usages(text, asking, reader, flows).items():
                usages[stage] += usage
    costs = None
    if prices is not None:
        batched, paper = (prices.cost(sum(usages.values(), Usage())) for usages in ways.values())
        costs = batched, paper
    return ConstructionEstimate(documents, sentences, ways["batched"], ways["paper"], costs)


def _usages(
    text: DocumentText,
    options: ConstructionOptions,
    reader: Annotator,
    flows: StageFlows,
) -> dict[Stage, Usage]:
    usages: dict[Stage, Usage] = {"mentions": _asked(flows.mentions(text, options, _MODEL, reader))}
    mentions = _found(flows.mentions(text, options, "", reader))
    entities = entities_by_name(mentions.mentions, text.record.language)
    if options.does("entities"):
        usages["entities"] = _asked(flows.entities(text, mentions, options, _MODEL, None))
        entities = _found(flows.entities(text, mentions, options, "", None)).entities
    facts: tuple[Fact, ...] = ()
    if options.does("relations"):
        told = replace(mentions, relations_asked=options.requests == "batched")
        usages["relations"] = _asked(flows.relations(text, told, entities, options, _MODEL, reader))
        facts = _found(flows.relations(text, mentions, entities, options, "", reader)).facts
    if options.does("global"):
        usages["global"] = _asked(flows.whole_document(text, entities, facts, options, _MODEL, None))
    if options.does("taxonomy"):
        usages["taxonomy"] = _asked(flows.taxonomy(text, entities, options, _MODEL, None))
    if options.does("predicates"):
        usages["predicates"] = _asked(flows.predicates(text, facts, options, _MODEL, None))
    return usages


def _found(flow: Flow[T]) -> T:
    """Return what a stage finds that asks nobody."""
    return run(flow, Session())


def _asked(flow: Flow[object]) -> Usage:
    """Return the calls and prompt tokens of a stage whose requests get no reply."""
    usage = Usage()
    outcomes: list[Outcome] = []
    try:
        while not isinstance(step := resume(flow, outcomes), Result):
            outcomes = []
            if isinstance(step, TraceStep):
                continue
            usage += Usage(len(step), sum(count_conversation(request.messages) for request in step))
            outcomes = [Outcome(error="not asked") for _ in step]
    finally:
        flow.close()
    return usage


def _line(name: str, batched: Usage, paper: Usage) -> str:
    return f"{name:12}{batched.calls:>10,}{batched.prompt_tokens:>12,}{paper.calls:>12,}{paper.prompt_tokens:>12,}"
