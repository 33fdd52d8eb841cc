"""The findings of stages, as additions that are stored in the graph and can be undone one by one.

An addition includes everything its statements need, including mentions, so it stays valid when another one is undone.
Its id identifies the text it was made from, its stage and its findings: the same findings are always the same addition,
and different ones never join it.
"""

from __future__ import annotations

import hashlib
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import replace

from lgm_core.language.concepts import concept_key
from lgm_core.learning.construction.construction_options import STAGES, Stage
from lgm_core.learning.construction.findings import (
    Entity,
    EntityMention,
    FactFindings,
    GlobalFindings,
    PredicateFindings,
    TaxonomyFindings,
)
from lgm_core.model import (
    Addition,
    AdditionRecord,
    DocumentRecord,
    EntityClass,
    EntityProfile,
    Evidence,
    Fact,
    Mention,
    MentionSource,
    MetaRelation,
    RelationKind,
)
from lgm_core.model.addition import utc_now

__all__ = [
    "KIND",
    "addition_of_entities",
    "addition_of_facts",
    "addition_of_mentions",
    "addition_of_predicates",
    "addition_of_taxonomy",
    "addition_of_whole_document",
    "is_stale",
    "named_addition",
    "origin_of",
    "size_of",
    "stage_of",
]

KIND = "construct"
"""The kind of additions made by construction; their label is the document's id."""

_SHARED_SENTENCES = 3
"""The most sentences with both names that an alias cites."""


def origin_of(model_name: str) -> str:
    """Return the origin of a stage's findings: a language model, or the phrases of the text."""
    return f"llm:{model_name}" if model_name else "phrases"


def named_addition(addition: Addition, record: DocumentRecord, stage: Stage) -> Addition:
    """Return a stage's findings as an addition, with the id they have as findings of a document's text."""
    content = repr(
        (addition.facts, addition.profiles, addition.relations, addition.mentions, addition.predicate_groups)
    )
    id = f"{KIND}-{_text_mark(record)}-{stage}-{_digest(content)}"
    groups = tuple(replace(group, run=id) for group in addition.predicate_groups)
    return replace(addition, id=id, label=record.id, created=utc_now(), predicate_groups=groups)


def size_of(addition: Addition) -> int:
    """Return the number of statements in an addition, as its record counts them: once per sentence."""
    facts = sum(len(fact.evidence) for fact in addition.facts)
    relations = sum(len(relation.evidence) for relation in addition.relations)
    return facts + relations + len(addition.profiles) + len(addition.predicate_groups)


def stage_of(addition: AdditionRecord) -> Stage | None:
    """Return the stage that made an addition, or None if construction did not."""
    parts = addition.id.split("-")
    if addition.kind != KIND or len(parts) != 4:
        return None
    return next((stage for stage in STAGES if stage == parts[2]), None)


def is_stale(addition: AdditionRecord, record: DocumentRecord) -> bool:
    """Return whether a document's text has changed since an addition was made from it."""
    return addition.id.split("-")[1:2] != [_text_mark(record)]


def addition_of_mentions(
    mentions: Sequence[EntityMention], record: DocumentRecord, origin: str, *, names_alone: bool = False
) -> Addition:
    """Return a document's mentions under the keys of names, with the class and types of each name.

    Args:
        mentions: in document order.
        record: the record of the document.
        origin: the origin of the findings.
        names_alone: leave out descriptions and pronouns, whose meaning a later stage resolves.
    """
    kept = [mention for mention in mentions if not (names_alone and mention.entity_class is EntityClass.OTHER)]
    keyed = [replace(mention, key=concept_key(mention.surface, record.language)) for mention in kept]
    by_key: dict[str, list[EntityMention]] = defaultdict(list)
    for mention in keyed:
        if mention.key:
            by_key[mention.key].append(mention)
    profiles = []
    for key, own in by_key.items():
        entity_class = EntityClass.most_specific(mention.entity_class for mention in own)
        types = Counter(type for mention in own for type in mention.types)
        first = next(mention for mention in own if mention.entity_class is entity_class)
        evidence = (Evidence(first.sentence_id, origin),)
        named = tuple(type for type, _ in types.most_common())
        profiles.append(EntityProfile(record.id, key, named, "", evidence, entity_class, origin=origin))
    return _addition(profiles=tuple(profiles), mentions=_mentions(keyed))


def addition_of_entities(entities: Sequence[Entity], record: DocumentRecord, origin: str) -> Addition:
    """Return the entities of a document, and which names belong to one entity."""
    mentions = [*_mentions(mention for entity in entities for mention in entity.mentions)]
    profiles = []
    for entity in entities:
        evidence = _evidence_of(entity)
        # Statements about another name of the entity are evidence too; there the entity is meant, but not named so.
        own = {mention.sentence_id for mention in entity.mentions if mention.key == entity.key}
        for id in evidence:
            if id not in own:
                other = next(mention for mention in entity.mentions if mention.sentence_id == id)
                mentions.append(_mention(other, entity.key, MentionSource.COREFERENCE))
        profiles.append(
            EntityProfile(
                record.id,
                entity.key,
                entity.types,
                entity.description,
                tuple(Evidence(id, origin) for id in evidence),
                entity.entity_class,
                entity.is_familiar,
                origin=origin,
            )
        )
    relations = tuple(alias for entity in entities for alias in _aliases(entity, origin))
    return _addition(profiles=tuple(profiles), relations=relations, mentions=tuple(mentions))


def addition_of_facts(
    findings: FactFindings, entities: Sequence[Entity], record: DocumentRecord, origin: str
) -> Addition:
    """Return facts with the mentions they need, and with profiles for ends without a name.

    So the facts about a thing that is only described, such as *the tool*, have an entity even without the other stages.
    """
    profiles, mentions = _profiles_of_described(findings.facts, entities, record, origin)
    return replace(_addition(profiles=profiles, mentions=_distinct(findings.mentions, mentions)), facts=findings.facts)


def addition_of_whole_document(
    findings: GlobalFindings, entities: Sequence[Entity], record: DocumentRecord, origin: str
) -> Addition:
    """Return the facts found in the whole document, and each entity's relevance to it."""
    by_key = {entity.key: entity for entity in entities}
    described, mentions = _profiles_of_described(findings.facts, entities, record, origin)
    profiles = [*described]
    for key, relevance in findings.relevance.items():
        if key not in by_key:
            continue
        first = _first_mention(by_key[key])
        mentions.append(_meant(first, key))
        evidence = (Evidence(first.sentence_id, origin),)
        profiles.append(EntityProfile(record.id, key, (), "", evidence, relevance=relevance, origin=origin))
    addition = _addition(profiles=tuple(profiles), mentions=_distinct(findings.mentions, mentions))
    return replace(addition, facts=findings.facts)


def addition_of_taxonomy(findings: TaxonomyFindings) -> Addition:
    """Return the is-a relations between entities."""
    return _addition(profiles=findings.profiles, relations=findings.relations, mentions=findings.mentions)


def addition_of_predicates(findings: PredicateFindings) -> Addition:
    """Return the groups of synonymous predicates."""
    return replace(_addition(), predicate_groups=findings.groups)


def _addition(
    *,
    profiles: tuple[EntityProfile, ...] = (),
    relations: tuple[MetaRelation, ...] = (),
    mentions: tuple[Mention, ...] = (),
) -> Addition:
    return Addition("", KIND, "", "", profiles=profiles, relations=relations, mentions=mentions)


def _profiles_of_described(
    facts: Sequence[Fact], entities: Sequence[Entity], record: DocumentRecord, origin: str
) -> tuple[tuple[EntityProfile, ...], list[Mention]]:
    """Return profiles of unnamed things in facts, and the mentions these need."""
    concepts = {concept for fact in facts for concept in fact.concepts}
    profiles, mentions = [], []
    for entity in entities:
        if entity.entity_class is EntityClass.OTHER and entity.key in concepts:
            first = _first_mention(entity)
            mentions.append(_meant(first, entity.key))
            evidence = (Evidence(first.sentence_id, origin),)
            told = EntityProfile(record.id, entity.key, entity.types, "", evidence, entity.entity_class, origin=origin)
            profiles.append(told)
    return tuple(profiles), mentions


def _distinct(*mentions: Iterable[Mention]) -> tuple[Mention, ...]:
    return tuple(dict.fromkeys(mention for some in mentions for mention in some))


def _mentions(mentions: Iterable[EntityMention]) -> tuple[Mention, ...]:
    """Return mentions in graph form; a description is also a mention of its antecedent."""
    found: dict[Mention, None] = {}
    for mention in mentions:
        if mention.key and mention.key != mention.antecedent:
            found[_mention(mention, mention.key, MentionSource.TEXT)] = None
        if mention.antecedent:
            found[_mention(mention, mention.antecedent, MentionSource.COREFERENCE)] = None
    return tuple(found)


def _mention(mention: EntityMention, key: str, source: MentionSource) -> Mention:
    return Mention(mention.sentence_id, key, mention.surface, mention.start, mention.end, source)


def _evidence_of(entity: Entity) -> list[str]:
    """Return the sentences that describe a thing and mention it, or else that of its first mention."""
    mentioning = {mention.sentence_id for mention in entity.mentions}
    told = [id for id in dict.fromkeys(entity.evidence) if id in mentioning]
    return told or [_first_mention(entity).sentence_id]


def _first_mention(entity: Entity) -> EntityMention:
    """Return the first mention by the name that stands for a thing, else its first mention."""
    own = [mention for mention in entity.mentions if mention.key == entity.key]
    return next((mention for mention in own if mention.antecedent != entity.key), (own or entity.mentions)[0])


def _meant(mention: EntityMention, key: str) -> Mention:
    """Return a mention of a thing, as its name or only as a reference to it, such as *it*."""
    names = mention.key == key != mention.antecedent
    return _mention(mention, key, MentionSource.TEXT if names else MentionSource.COREFERENCE)


def _aliases(entity: Entity, origin: str) -> Iterable[MetaRelation]:
    """Yield an alias for each further name, with sentences that have both names, or the first of either."""
    sentences: dict[str, list[str]] = defaultdict(list)
    for mention in entity.mentions:
        sentences[mention.key].append(mention.sentence_id)
    for key in entity.keys:
        if key == entity.key or not sentences[key]:
            continue
        here, there = sentences[entity.key], sentences[key]
        shared = [id for id in dict.fromkeys(here) if id in set(there)][:_SHARED_SENTENCES]
        cited = shared or [*here[:1], there[0]]
        subject, object_ = sorted((entity.key, key))
        evidence = tuple(Evidence(id, origin) for id in dict.fromkeys(cited))
        yield MetaRelation(RelationKind.ALIAS_OF, subject, object_, evidence)


def _text_mark(record: DocumentRecord) -> str:
    return _digest(f"{record.id}\x1f{record.content_hash}")


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:10]
