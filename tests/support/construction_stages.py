"""Stages of construction that ask two questions each and find a little, always the same: to test what ties them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace

from lgm_core.flow import Flow, Outcome, Request
from lgm_core.language.concepts import concept_key
from lgm_core.learning.construction.construction_flow import StageFlows
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
    StageWork,
    TaxonomyFindings,
)
from lgm_core.llm.port import Message
from lgm_core.model import (
    EntityClass,
    Evidence,
    Fact,
    FactEvidence,
    Mention,
    MetaRelation,
    PredicateGroup,
    RelationKind,
)

TEXT = """# Saltmarsh Ferries

Saltmarsh Ferries runs a ferry to Orford. The firm (SF) owns a boat.

SF repaired a boat at Orford. Orford has a quay."""

CLASSES = {
    "Saltmarsh Ferries": EntityClass.NAMED,
    "SF": EntityClass.NAMED,
    "Orford": EntityClass.NAMED,
    "ferry": EntityClass.GENERAL,
    "boat": EntityClass.OTHER,
    "quay": EntityClass.OTHER,
    "mill": EntityClass.OTHER,
}
TYPES = {"Saltmarsh Ferries": ("company",), "Orford": ("town",), "ferry": ("boat",)}


def asked(stage: str, data: str, model_name: str) -> Flow[Cost]:
    """Ask two questions about a stage, unless there is no model; return what it cost."""
    if not model_name:
        return Cost()
    outcomes: list[Outcome] = yield [
        Request((Message("user", f"{stage} {number}: {data}"),), f"construction: {stage}") for number in (1, 2)
    ]
    cost = Cost(dropped=Counter({"unknown name": 1}))
    cost.add(outcomes)
    return cost


def find_mentions(work: StageWork) -> Flow[MentionFindings]:
    cost = yield from asked("mentions", f"{work.text.record.id} {len(work.text.graph.mentions)}", work.model_name)
    return MentionFindings(tuple(_mentions(work.text)), cost=cost)


def resolve_entities(work: StageWork, mentions: Sequence[EntityMention]) -> Flow[EntityFindings]:
    cost = yield from asked("entities", f"{work.text.record.id} {work.options.coreference}", work.model_name)
    by_key: dict[str, list[EntityMention]] = {}
    for mention in mentions:
        key = concept_key(mention.surface, "en")
        if key == "boat" and mention.sentence_id.endswith("#2"):  # another one
            key = "boat~2"
        by_key.setdefault(key, []).append(replace(mention, key=key))
    if work.options.coreference is None:
        by_key["saltmarsh ferry"] += by_key.pop("sf")
    entities = [
        Entity(
            key,
            own[0].surface,
            tuple(dict.fromkeys(mention.key for mention in own)),
            own[0].entity_class,
            own[0].types,
            tuple(own),
            f"{own[0].surface} as the text tells it.",
            (own[-1].sentence_id,),
        )
        for key, own in by_key.items()
    ]
    return EntityFindings(tuple(entities), cost)


def find_local_facts(work: StageWork, claims: object, entities: Sequence[Entity]) -> Flow[FactFindings]:
    cost = yield from asked("relations", work.text.record.id, work.model_name)
    last = [mention for entity in entities for mention in entity.mentions if mention.sentence_id.endswith("#3")]
    town, thing = sorted(last, key=lambda mention: mention.start)
    evidence = FactEvidence(town.sentence_id, 0, 6, "has", "phrases")
    facts = (Fact(town.key, "have", thing.key, evidence=(evidence,)),)
    mentions = tuple(Mention(each.sentence_id, each.key, each.surface, each.start, each.end) for each in (town, thing))
    return FactFindings(facts, mentions, cost)


def find_global_facts(work: StageWork, entities: Sequence[Entity], facts: object) -> Flow[GlobalFindings]:
    cost = yield from asked("global", work.text.record.id, work.model_name)
    relevance = {entity.key: round(1 / place, 3) for place, entity in enumerate(entities, 2)}
    return GlobalFindings(relevance=relevance, unshrunk=("Saltmarsh Ferries",), cost=cost)


def find_taxonomy(work: StageWork, entities: object) -> Flow[TaxonomyFindings]:
    cost = yield from asked("taxonomy", work.text.record.id, work.model_name)
    evidence = (Evidence(work.text.sentences[0].sentence.id, "phrases"),)
    return TaxonomyFindings((MetaRelation(RelationKind.IS_A, "ferry", "boat", evidence),), cost)


def group_predicates(work: StageWork, facts: Sequence[Fact]) -> Flow[PredicateFindings]:
    cost = yield from asked("predicates", work.text.record.id, work.model_name)
    members = tuple(sorted({"own", *(fact.predicate for fact in facts)}))
    return PredicateFindings((PredicateGroup(work.text.record.id, members[0], members, origin="lemmas"),), cost)


STAND_INS = StageFlows(
    find_mentions, resolve_entities, find_local_facts, find_global_facts, find_taxonomy, group_predicates
)


def _mentions(text: DocumentText) -> Iterator[EntityMention]:
    for source in text.sentences:
        for name, entity_class in CLASSES.items():
            start = source.sentence.text.find(name)
            if start >= 0:
                yield EntityMention(
                    source.sentence.id, name, start, start + len(name), entity_class, TYPES.get(name, ())
                )
