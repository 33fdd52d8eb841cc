"""The stages of construction in order; the findings of each are stored as an addition when it ends."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from lgm_core.errors import BudgetSpentError
from lgm_core.flow import Flow
from lgm_core.graph.port import LanguageGraphStore
from lgm_core.language.concepts import concept_key
from lgm_core.language.port import Annotator
from lgm_core.learning.construction import construction_additions as additions
from lgm_core.learning.construction.checks import require
from lgm_core.learning.construction.construction_options import ConstructionOptions, Stage
from lgm_core.learning.construction.construction_report import ConstructionReport, StageReport
from lgm_core.learning.construction.document_text import DocumentText
from lgm_core.learning.construction.findings import (
    Cost,
    Entity,
    EntityFindings,
    EntityMention,
    FactFindings,
    GlobalFindings,
    MentionFindings,
    PredicateFindings,
    TaxonomyFindings,
)
from lgm_core.learning.construction.mentions.mention_requests import cut_sections
from lgm_core.learning.learning_steps import ConstructionStageStep
from lgm_core.model import Addition, AdditionRecord, EntityClass, Fact
from lgm_core.vectors.port import Embeddings

__all__ = ["StageFlows", "construct", "entities_by_name"]

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

    mentions: Callable[[DocumentText, ConstructionOptions, str, Annotator], Flow[MentionFindings]]
    entities: Callable[
        [DocumentText, MentionFindings, ConstructionOptions, str, Embeddings | None], Flow[EntityFindings]
    ]
    relations: Callable[[DocumentText, MentionFindings, Sequence[Entity], str, Annotator], Flow[FactFindings]]
    whole_document: Callable[
        [DocumentText, Sequence[Entity], Sequence[Fact], ConstructionOptions, str, Embeddings | None],
        Flow[GlobalFindings],
    ]
    taxonomy: Callable[
        [DocumentText, Sequence[Entity], ConstructionOptions, str, Embeddings | None], Flow[TaxonomyFindings]
    ]
    predicates: Callable[
        [DocumentText, Sequence[Fact], ConstructionOptions, str, Embeddings | None], Flow[PredicateFindings]
    ]


@dataclass(slots=True)
class _Progress:
    """Stores the findings of stages, replacing their former ones."""

    store: LanguageGraphStore
    text: DocumentText
    earlier: dict[str, tuple[Stage, AdditionRecord]]
    options: ConstructionOptions
    ended: Callable[[], None]
    is_incomplete: bool = False
    stages: dict[Stage, StageReport] = field(default_factory=dict)
    additions: dict[Stage, str] = field(default_factory=dict)
    taken_back: list[str] = field(default_factory=list)
    left: list[Stage] = field(default_factory=list)

    def keep(self, stage: Stage, addition: Addition, cost: Cost, counts: Mapping[str, int]) -> ConstructionStageStep:
        """Add a stage's findings, undo its former ones, and return the step to report.

        After a failed request, a stage that finds no more than before in the same text keeps its former findings.
        Findings that switched-off stages made from replaced ones are undone too, unless a request has failed.
        """
        self.is_incomplete |= bool(cost.failures)
        self.stages[stage] = StageReport(
            dict(counts),
            cost.requests,
            cost.usage,
            cost.failures,
            dict(cost.dropped.most_common()),
        )
        before = {id: record for id, (of_stage, record) in self.earlier.items() if of_stage == stage}
        named = additions.named_addition(addition, self.text.record, stage)
        as_good = [id for id, record in before.items() if self.is_incomplete and self._had_no_less(record, addition)]
        if as_good and named.id not in before:
            self.additions[stage] = as_good[-1]
            self.left.append(stage)
        elif additions.size_of(addition) or addition.mentions:
            self.store.add(named)
            self.additions[stage] = named.id
        others = before.keys() - {self.additions.get(stage)}
        made = () if self.is_incomplete or not others else _MADE_FROM.get(stage, ())
        off = [id for id, (of, _) in self.earlier.items() if of in made and not self.options.does(of)]
        self.take_back([*before, *off])  # at once: after a kill in between, their origin would be unknown
        self.ended()
        return ConstructionStageStep(self.text.record.id, stage, cost.requests, counts)

    def holds(self, stage: Stage, addition: Addition | None = None) -> bool:
        """Return whether a stage found something before in the same text, or these findings."""
        id = None if addition is None else additions.named_addition(addition, self.text.record, stage).id
        return any(
            of == stage and id in (None, each) and not additions.is_stale(record, self.text.record)
            for each, (of, record) in self.earlier.items()
        )

    def _had_no_less(self, record: AdditionRecord, addition: Addition) -> bool:
        had = record.facts + record.profiles + record.relations + record.predicate_groups
        return not additions.is_stale(record, self.text.record) and had >= additions.size_of(addition)

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
    text: DocumentText,
    options: ConstructionOptions,
    model_name: str,
    reader: Annotator,
    embeddings: Embeddings | None,
    flows: StageFlows,
    held: Sequence[AdditionRecord] | None = None,
    ended: Callable[[], None] = lambda: None,
) -> Flow[ConstructionReport]:
    """Construct the graph of a stored document, stage by stage.

    A stage's findings replace its former ones, and those that stages now switched off made from them, unless a request
    failed and it found no more than before. Additions made from a former text of the document are undone at the end,
    including those of switched-off stages. Once a token budget is spent, finished stages are kept, and the report says
    so. Yields a `construction stage` trace step with the counts of each stage once it is stored.

    Args:
        store: the graph.
        text: the document without additions, so that the same text gives the same requests.
        options: how to construct.
        model_name: the language model's name; empty to use none.
        reader: a language backend that parses.
        embeddings: an embedding model.
        flows: the stages.
        held: the graph's existing additions, if the caller has read them.
        ended: called when a stage has ended.

    Raises:
        InputError: the document has no text, or fails a check and `options.strict` is set.
        StoreError: the graph cannot be written.
    """
    violations = require(text, strict=options.strict)
    record = text.record
    own = [addition for addition in (store.additions() if held is None else held) if addition.label == record.id]
    known = {each.id: (stage, each) for each in own if (stage := additions.stage_of(each)) is not None}
    stale = [id for id, (_, each) in known.items() if additions.is_stale(each, record)]
    progress = _Progress(store, text, known, options, ended)
    cut: tuple[str, ...] = ()
    unshrunk: tuple[str, ...] = ()
    unread = stopped = ""
    try:
        cut, unshrunk = yield from _stages(progress, text, options, model_name, reader, embeddings, flows)
    except BudgetSpentError as error:
        stopped = str(error)
    else:
        progress.take_back(stale)
        unread = "" if model_name or record.language == reader.language else record.language
    return ConstructionReport(
        record.id,
        progress.stages,
        progress.additions,
        tuple(violations),
        taken_back=tuple(progress.taken_back),
        left=tuple(progress.left),
        unread_language=unread,
        cut=cut,
        unshrunk=unshrunk,
        stopped=stopped,
    )


def _stages(
    progress: _Progress,
    text: DocumentText,
    options: ConstructionOptions,
    model_name: str,
    reader: Annotator,
    embeddings: Embeddings | None,
    flows: StageFlows,
) -> Flow[tuple[tuple[str, ...], tuple[str, ...]]]:
    """Run the stages; return the headings of sections that were cut, and of those no summary shortened."""
    record, origin = text.record, additions.origin_of(model_name)
    mentioned = yield from flows.mentions(text, options, model_name, reader)
    named = additions.addition_of_mentions(mentioned.mentions, record, origin, names_alone=True)
    # Descriptions are resolved by the entities, of this run or of an earlier one with the same mentions.
    if not options.does("entities") and not (progress.holds("entities") and progress.holds("mentions", named)):
        named = additions.addition_of_mentions(mentioned.mentions, record, origin)
    counts = {
        "mentions": len(mentioned.mentions),
        "names": len(named.profiles),
        **_classes(profile.entity_class for profile in named.profiles),
    }
    yield progress.keep("mentions", named, mentioned.cost, counts)

    entities: Sequence[Entity] = entities_by_name(mentioned.mentions, record.language)
    if options.does("entities"):
        resolved = yield from flows.entities(text, mentioned, options, model_name, embeddings)
        entities = resolved.entities
        counts = {
            "entities": len(entities),
            **_classes(entity.entity_class for entity in entities),
            "other names": sum(len(entity.keys) - 1 for entity in entities),
        }
        addition = additions.addition_of_entities(entities, record, origin)
        yield progress.keep("entities", addition, resolved.cost, counts)

    facts: tuple[Fact, ...] = ()
    if options.does("relations"):
        local = yield from flows.relations(text, mentioned, entities, model_name, reader)
        facts = local.facts
        counts = {"facts": len(facts)}
        addition = additions.addition_of_facts(local, entities, record, origin)
        yield progress.keep("relations", addition, local.cost, counts)

    unshrunk: tuple[str, ...] = ()
    if options.does("global"):
        whole = yield from flows.whole_document(text, entities, facts, options, model_name, embeddings)
        facts, unshrunk = (*facts, *whole.facts), whole.unshrunk
        addition = additions.addition_of_whole_document(whole, entities, record, origin)
        counts = {"facts": len(whole.facts), "relevances": len(whole.relevance)}
        yield progress.keep("global", addition, whole.cost, counts)

    if options.does("taxonomy"):
        taxonomy = yield from flows.taxonomy(text, entities, options, model_name, embeddings)
        counts = {"is-a relations": len(taxonomy.relations)}
        yield progress.keep("taxonomy", additions.addition_of_taxonomy(taxonomy), taxonomy.cost, counts)

    if options.does("predicates"):
        grouped = yield from flows.predicates(text, facts, options, model_name, embeddings)
        united = [group.members for group in grouped.groups if len(group.members) > 1]
        described = sum(1 for group in grouped.groups if group.description)
        counts = {"groups": len(united), "predicates in them": sum(map(len, united)), "described predicates": described}
        yield progress.keep("predicates", additions.addition_of_predicates(grouped), grouped.cost, counts)

    return cut_sections(text, options) if model_name else (), unshrunk


def entities_by_name(mentions: Sequence[EntityMention], language: str) -> tuple[Entity, ...]:
    """Return the entities of a document without entity resolution: one per name."""
    by_key: dict[str, list[EntityMention]] = defaultdict(list)
    for mention in mentions:
        if key := mention.key or concept_key(mention.surface, language):
            by_key[key].append(replace(mention, key=key))
    entities = []
    for key, own in by_key.items():
        types = Counter(type for mention in own for type in mention.types)
        classes = {mention.entity_class for mention in own}
        entities.append(
            Entity(
                key,
                own[0].surface,
                (key,),
                next(each for each in EntityClass if each in classes),
                tuple(type for type, _ in types.most_common()),
                tuple(own),
                evidence=(own[0].sentence_id,),
            )
        )
    return tuple(entities)


def _classes(classes: Iterable[EntityClass | None]) -> dict[str, int]:
    counted = Counter(classes)
    return {each.value: counted[each] for each in EntityClass}
