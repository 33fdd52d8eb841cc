"""Estimate the language-model requests of construction before making any.

A stage's requests depend on the findings of earlier stages. The estimate uses findings from phrases and clauses
instead, builds each stage's requests from them, and counts them without sending any. No embedding model is called
either: things are compared by words.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from lgm_core.flow import Outcome, Session, run
from lgm_core.language.port import Annotator
from lgm_core.learning.construction.construction_flow import STAGE_FLOWS
from lgm_core.learning.construction.construction_options import STAGES, ConstructionOptions, Stage
from lgm_core.learning.construction.construction_report import listed_counts
from lgm_core.learning.construction.document_text import DocumentText
from lgm_core.learning.construction.entity_stage import entities_by_name
from lgm_core.learning.construction.findings import Entity, StageWork
from lgm_core.learning.estimate import Prices, sum_text, unsent_usage
from lgm_core.model import Fact, Usage

__all__ = ["ConstructionEstimate", "estimate_construction"]


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
    prices: Prices | None = None,
) -> ConstructionEstimate:
    """Estimate the requests of constructing documents.

    Args:
        texts: the documents, one at a time in memory.
        options: the stages, and the length of requests.
        reader: a language backend that parses.
        prices: the price of tokens, to estimate the price too.
    """
    documents = sentences = 0
    usages = {stage: Usage() for stage in STAGES if options.does(stage)}
    for text in texts:
        if not text.sentences:
            continue
        documents += 1
        sentences += len(text.sentences)
        for stage, usage in _usages(StageWork(text, options, "", reader)).items():
            usages[stage] += usage
    cost = prices.cost(sum(usages.values(), Usage())) if prices is not None else None
    return ConstructionEstimate(documents, sentences, usages, cost)


def _usages(reading: StageWork) -> dict[Stage, Usage]:
    """Return the usage of each stage's requests, on what the stages before it find without a model."""
    usages: dict[Stage, Usage] = {}
    asking, flows, does = replace(reading, model_name="estimate"), STAGE_FLOWS, reading.options.does
    not_asked = Outcome(error="not asked")
    usages["mentions"] = unsent_usage(flows.mentions(asking), not_asked)
    mentions = run(flows.mentions(reading), Session()).mentions
    entities: Sequence[Entity] = entities_by_name(mentions, reading.text)
    if does("entities"):
        usages["entities"] = unsent_usage(flows.entities(asking, mentions), not_asked)
        entities = run(flows.entities(reading, mentions), Session()).entities
    facts: tuple[Fact, ...] = ()
    if does("relations"):
        usages["relations"] = unsent_usage(flows.relations(asking, (), entities), not_asked)
        facts = run(flows.relations(reading, (), entities), Session()).facts
    if does("global"):
        usages["global"] = unsent_usage(flows.whole_document(asking, entities, facts), not_asked)
    if does("taxonomy"):
        usages["taxonomy"] = unsent_usage(flows.taxonomy(asking, entities), not_asked)
    if does("predicates"):
        usages["predicates"] = unsent_usage(flows.predicates(asking, facts), not_asked)
    return usages
