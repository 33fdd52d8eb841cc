"""The stages of construction in order; the findings of each are stored as an addition when it ends."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from lgm_core.errors import BudgetSpentError
from lgm_core.flow import Flow
from lgm_core.graph.port import LanguageGraphStore
from lgm_core.learning.construction import construction_additions as additions
from lgm_core.learning.construction.checks import require
from lgm_core.learning.construction.construction_options import Stage
from lgm_core.learning.construction.construction_report import ConstructionReport, StageReport
from lgm_core.learning.construction.entity_stage import entities_by_name, resolve_entities
from lgm_core.learning.construction.findings import (
    Cost,
    Entity,
    EntityFindings,
    EntityMention,
    FactFindings,
    GlobalFindings,
    MentionFindings,
    PredicateFindings,
    RelationClaim,
    StageWork,
    TaxonomyFindings,
)
from lgm_core.learning.construction.global_stage import find_global_facts
from lgm_core.learning.construction.mentions.mention_requests import cut_sections
from lgm_core.learning.construction.mentions.mention_stage import find_mentions
from lgm_core.learning.construction.predicate_stage import group_predicates
from lgm_core.learning.construction.relations.relation_stage import find_local_facts
from lgm_core.learning.construction.taxonomy_stage import find_taxonomy
from lgm_core.learning.learning_steps import ConstructionStageStep
from lgm_core.model import Addition, AdditionRecord, EntityClass, Fact

__all__ = ["STAGE_FLOWS", "StageFlows", "construct"]

_MADE_FROM: Mapping[Stage, tuple[Stage, ...]] = {
    "mentions": ("entities", "relations", "global", "taxonomy", "predicates"),
    "entities": ("relations", "global", "taxonomy", "predicates"),
    "relations": ("global", "predicates"),
    "global": ("predicates",),
}
"""The stages that use the findings of a stage."""


@dataclass(frozen=True, slots=True)
class StageFlows:
    """The flows of the stages, in their order."""

    mentions: Callable[[StageWork], Flow[MentionFindings]]
    entities: Callable[[StageWork, Sequence[EntityMention]], Flow[EntityFindings]]
    relations: Callable[[StageWork, Sequence[RelationClaim], Sequence[Entity]], Flow[FactFindings]]
    whole_document: Callable[[StageWork, Sequence[Entity], Sequence[Fact]], Flow[GlobalFindings]]
    taxonomy: Callable[[StageWork, Sequence[Entity]], Flow[TaxonomyFindings]]
    predicates: Callable[[StageWork, Sequence[Fact]], Flow[PredicateFindings]]


STAGE_FLOWS = StageFlows(
    find_mentions, resolve_entities, find_local_facts, find_global_facts, find_taxonomy, group_predicates
)


@dataclass(slots=True)
class _Progress:
    """Stores the findings of stages, replacing their former ones."""

    store: LanguageGraphStore
    work: StageWork
    earlier: dict[str, tuple[Stage, AdditionRecord]]
    ended: Callable[[], None]
    is_incomplete: bool = False
    stages: dict[Stage, StageReport] = field(default_factory=dict)
    additions: dict[Stage, str] = field(default_factory=dict)
    taken_back: list[str] = field(default_factory=list)
    left: list[Stage] = field(default_factory=list)
    unshrunk: tuple[str, ...] = ()

    def keep(self, stage: Stage, addition: Addition, cost: Cost, counts: Mapping[str, int]) -> ConstructionStageStep:
        """Add a stage's findings, undo its former ones, and return the step to report.

        After a failed request, a stage that finds no more than before in the same text keeps its former findings.
        Findings that switched-off stages made from replaced ones are undone too, unless a request has failed.
        """
        self.is_incomplete |= bool(cost.failures)
        dropped = dict(cost.dropped.most_common())
        self.stages[stage] = StageReport(dict(counts), cost.requests, cost.usage, tuple(cost.failures), dropped)
        before = {id: record for id, (of_stage, record) in self.earlier.items() if of_stage == stage}
        named = additions.named_addition(addition, self.work.text.record, stage)
        as_good = [id for id, record in before.items() if self.is_incomplete and self._had_no_less(record, addition)]
        if as_good and named.id not in before:
            self.additions[stage] = as_good[-1]
            self.left.append(stage)
        elif additions.size_of(addition) or addition.mentions:
            self.store.add(named)
            self.additions[stage] = named.id
        others = before.keys() - {self.additions.get(stage)}
        made = () if self.is_incomplete or not others else _MADE_FROM.get(stage, ())
        off = [id for id, (of, _) in self.earlier.items() if of in made and not self.work.options.does(of)]
        self.take_back([*before, *off])  # at once: after a kill in between, their origin would be unknown
        self.ended()
        return ConstructionStageStep(self.work.text.record.id, stage, cost.requests, counts)

    def holds(self, stage: Stage, addition: Addition | None = None) -> bool:
        """Return whether a stage found something before in the same text, or these findings."""
        id = None if addition is None else additions.named_addition(addition, self.work.text.record, stage).id
        return any(
            of == stage and id in (None, each) and not additions.is_stale(record, self.work.text.record)
            for each, (of, record) in self.earlier.items()
        )

    def _had_no_less(self, record: AdditionRecord, addition: Addition) -> bool:
        had = record.facts + record.profiles + record.relations + record.predicate_groups
        return not additions.is_stale(record, self.work.text.record) and had >= additions.size_of(addition)

    def take_back(self, ids: Iterable[str]) -> None:
        """Undo earlier additions except those made now; a kill thus leaves one or both, never none."""
        gone = [id for id in ids if id in self.earlier and id not in self.additions.values()]
        if gone:
            self.store.undo(gone)
            self.taken_back += gone
            for id in gone:
                del self.earlier[id]


def construct(
    store: LanguageGraphStore,
    work: StageWork,
    held: Sequence[AdditionRecord] | None = None,
    ended: Callable[[], None] = lambda: None,
    flows: StageFlows = STAGE_FLOWS,
) -> Flow[ConstructionReport]:
    """Construct the graph of a stored document, stage by stage.

    A stage's findings replace its former ones, and those that stages now switched off made from them, unless a request
    failed and it found no more than before. Additions made from a former text of the document are undone at the end,
    including those of switched-off stages. Once a token budget is spent, finished stages are kept, and the report says
    so. Yields a `construction stage` trace step with the counts of each stage once it is stored.

    Args:
        store: the graph.
        work: the document, without additions so that the same text gives the same requests, and how to construct it.
        held: the graph's existing additions, if the caller has read them.
        ended: called when a stage has ended.
        flows: the stages.

    Raises:
        InputError: the document has no text, or fails a check and `strict` is set.
        StoreError: the graph cannot be written.
    """
    text, options = work.text, work.options
    violations = require(text, strict=options.strict)
    record = text.record
    own = [addition for addition in (store.additions() if held is None else held) if addition.label == record.id]
    known = {each.id: (stage, each) for each in own if (stage := additions.stage_of(each)) is not None}
    stale = [id for id, (_, each) in known.items() if additions.is_stale(each, record)]
    progress = _Progress(store, work, known, ended)
    unread = stopped = ""
    try:
        yield from _stages(progress, work, flows)
    except BudgetSpentError as error:
        stopped = str(error)
    else:
        progress.take_back(stale)
        unread = "" if work.model_name or record.language == work.reader.language else record.language
    return ConstructionReport(
        record.id,
        progress.stages,
        progress.additions,
        tuple(violations),
        taken_back=tuple(progress.taken_back),
        left=tuple(progress.left),
        unread_language=unread,
        cut=cut_sections(text, options) if work.model_name else (),
        unshrunk=progress.unshrunk,
        stopped=stopped,
    )


def _stages(progress: _Progress, work: StageWork, flows: StageFlows) -> Flow[None]:
    does = work.options.does
    mentioned = yield from flows.mentions(work)
    named = additions.addition_of_mentions(mentioned.mentions, work, names_alone=True)
    # Descriptions are resolved by the entities, of this run or of an earlier one with the same mentions.
    if not does("entities") and not (progress.holds("entities") and progress.holds("mentions", named)):
        named = additions.addition_of_mentions(mentioned.mentions, work)
    counts = {
        "mentions": len(mentioned.mentions),
        "names": len(named.profiles),
        **_classes(profile.entity_class for profile in named.profiles),
    }
    yield progress.keep("mentions", named, mentioned.cost, counts)

    entities: Sequence[Entity] = entities_by_name(mentioned.mentions, work.text)
    if does("entities"):
        resolved = yield from flows.entities(work, mentioned.mentions)
        entities = resolved.entities
        counts = {
            "entities": len(entities),
            **_classes(entity.entity_class for entity in entities),
            "other names": sum(len(entity.keys) - 1 for entity in entities),
        }
        yield progress.keep("entities", additions.addition_of_entities(entities, work), resolved.cost, counts)

    facts: tuple[Fact, ...] = ()
    if does("relations"):
        local = yield from flows.relations(work, mentioned.claims, entities)
        facts = local.facts
        addition = additions.addition_of_facts(local, entities, work)
        yield progress.keep("relations", addition, local.cost, {"facts": len(facts)})

    if does("global"):
        whole = yield from flows.whole_document(work, entities, facts)
        facts, progress.unshrunk = (*facts, *whole.facts), whole.unshrunk
        addition = additions.addition_of_facts(whole, entities, work, whole.relevance)
        counts = {"facts": len(whole.facts), "relevances": len(whole.relevance)}
        yield progress.keep("global", addition, whole.cost, counts)

    if does("taxonomy"):
        taxonomy = yield from flows.taxonomy(work, entities)
        counts = {"is-a relations": len(taxonomy.relations)}
        yield progress.keep("taxonomy", additions.unnamed(relations=taxonomy.relations), taxonomy.cost, counts)

    if does("predicates"):
        grouped = yield from flows.predicates(work, facts)
        united = [group.members for group in grouped.groups if len(group.members) > 1]
        described = sum(1 for group in grouped.groups if group.description)
        counts = {"groups": len(united), "predicates in them": sum(map(len, united)), "described predicates": described}
        yield progress.keep("predicates", additions.unnamed(predicate_groups=grouped.groups), grouped.cost, counts)


def _classes(classes: Iterable[EntityClass | None]) -> dict[str, int]:
    counted = Counter(classes)
    return {each.value: counted[each] for each in EntityClass}
