"""Estimate the language-model requests of construction before making any.

A stage's requests depend on the findings of earlier stages. The estimate uses findings from phrases and clauses
instead, builds each stage's requests from them, and counts them without sending any. No embedding model is called
either: things are compared by words.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import TypeVar

from lgm_core.flow import Flow, Outcome, Session, run
from lgm_core.language.port import Annotator
from lgm_core.learning.construction.construction_flow import StageFlows, entities_by_name
from lgm_core.learning.construction.construction_options import STAGES, ConstructionOptions, Stage
from lgm_core.learning.construction.construction_report import listed_counts
from lgm_core.learning.construction.document_text import DocumentText
from lgm_core.learning.estimate import Prices, sum_text, unsent_usage
from lgm_core.model import Fact, Usage

__all__ = ["ConstructionEstimate", "estimate_construction"]

T = TypeVar("T")

_MODEL = "estimate"
"""The name of the model, which is never called."""


@dataclass(frozen=True, slots=True)
class ConstructionEstimate:
    """The calls and prompt tokens that construction would take; the length of replies is unknown.

    The first stage's requests are exact. Those of later stages are based on findings from phrases and clauses instead
    of a model's.

    Attributes:
        documents: the number of documents.
        sentences: the number of sentences with words.
        stages: the usage of each stage's requests.
        cost: the total price, or None without prices.
        unreadable: unreadable sources, which are not counted, each with the reason.
    """

    documents: int
    sentences: int
    stages: Mapping[Stage, Usage]
    cost: float | None = None
    unreadable: Mapping[str, str] = field(default_factory=dict)

    def __str__(self) -> str:
        """Return a table of the stages."""
        lines = [listed_counts({"documents": self.documents, "sentences": self.sentences}) or "no documents"]
        lines.append(f"{'':12}{'calls':>10}{'tokens':>12}")
        total = sum(self.stages.values(), Usage())
        for name, usage in (*self.stages.items(), ("all", total)):
            lines.append(f"{name:12}{usage.calls:>10,}{usage.prompt_tokens:>12,}")
        if self.cost is not None:
            lines.append(f"{'cost':12}{sum_text(self.cost):>22}")
        if "relations" in self.stages and not self.stages["relations"].calls:
            lines.append("Relations are asked for together with mentions.")
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
    """Estimate the requests of constructing documents.

    Args:
        texts: the documents, one at a time in memory.
        options: the stages, and the length of requests.
        reader: a language backend that parses.
        flows: the stages.
        prices: the price of tokens, to estimate the price too.
    """
    documents = sentences = 0
    usages = {stage: Usage() for stage in STAGES if options.does(stage)}
    for text in texts:
        if not text.sentences:
            continue
        documents += 1
        sentences += len(text.sentences)
        for stage, usage in _usages(text, options, reader, flows).items():
            usages[stage] += usage
    cost = prices.cost(sum(usages.values(), Usage())) if prices is not None else None
    return ConstructionEstimate(documents, sentences, usages, cost)


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
        usages["relations"] = _asked(flows.relations(text, mentions, entities, _MODEL, reader))
        facts = _found(flows.relations(text, mentions, entities, "", reader)).facts
    if options.does("global"):
        usages["global"] = _asked(flows.whole_document(text, entities, facts, options, _MODEL, None))
    if options.does("taxonomy"):
        usages["taxonomy"] = _asked(flows.taxonomy(text, entities, options, _MODEL, None))
    if options.does("predicates"):
        usages["predicates"] = _asked(flows.predicates(text, facts, options, _MODEL, None))
    return usages


def _found(flow: Flow[T]) -> T:
    """Return the findings of a stage that asks no model."""
    return run(flow, Session())


def _asked(flow: Flow[object]) -> Usage:
    """Return the calls and prompt tokens of a stage whose requests get no reply."""
    return unsent_usage(flow, Outcome(error="not asked"))
