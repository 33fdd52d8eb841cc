"""What stages found, as additions that the graph keeps and that can be taken back one by one.

An addition holds all that its statements need, mentions too, so that it stays true when another one is taken back. Its
id tells the text that it was made from, its stage and what was found: the same findings are the same addition, however
often they are made, and others never join it.
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
"""The kind of the additions that construction makes; their label is the document's id."""

_SHARED_SENTENCES = 3
"""Sentences with both of two names that an alias cites, at most."""


def origin_of(model_name: str) -> str:
    """Return who says what a stage finds: a language model, or the phrases of the text by themselves."""
    return f"llm:{model_name}" if model_name else "phrases"


def named_addition(addition: Addition, record: DocumentRecord, stage: Stage) -> Addition:
    """Return what a stage found under the id that it has as findings of a document's text."""
    content = repr(
        (addition.facts, addition.profiles, addition.relations, addition.mentions, addition.predicate_groups)
    )
    id = f"{KIND}-{_text_mark(record)}-{stage}-{_digest(content)}"
    groups = tuple(replace(group, run=id) for group in addition.predicate_groups)
    return replace(addition, id=id, label=record.id, created=utc_now(), predicate_groups=groups)


def size_of(addition: Addition) -> int:
    """Return how many statements an addition holds, as its record counts them: each with each of its sentences."""
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
    """Return whether a document's text is another one now than what an addition of it was made from."""
    return addition.id.split("-")[1:2] != [_text_mark(record)]


def addition_of_mentions(
    mentions: Sequence[EntityMention], record: DocumentRecord, origin: str, *, names_alone: bool = False
) -> Addition:
    """Return what a document mentions under the keys of names, with the class and types of each name.

    Args:
        mentions: in document order.
        record: of the document.
        origin: who says so.
        names_alone: leave out what only describes things, as *it*, for a later stage to tell what is meant.
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
    """Return what a document's things are, and which names are one thing's."""
    mentions = [*_mentions(mention for entity in entities for mention in entity.mentions)]
    profiles = []
    for entity in entities:
        evidence = _evidence_of(entity)
        # What is said of another name of the thing is evidence too; there the thing is meant, but not named so.
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
    """Return facts with the mentions that they need, and with what they are about where no name tells that.

    So the facts of a thing that is only described, as *the tool*, are about a thing also without the other stages.
    """
    profiles, mentions = _profiles_of_described(findings.facts, entities, record, origin)
    return replace(_addition(profiles=profiles, mentions=_distinct(findings.mentions, mentions)), facts=findings.facts)


def addition_of_whole_document(
    findings: GlobalFindings, entities: Sequence[Entity], record: DocumentRecord, origin: str
) -> Addition:
    """Return facts that only the whole document shows, and how near each thing is to what it is about."""
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
    """Return which things are kinds of which."""
    return _addition(profiles=findings.profiles, relations=findings.relations, mentions=findings.mentions)


def addition_of_predicates(findings: PredicateFindings) -> Addition:
    """Return which predicates say the same."""
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
    """Return profiles of the things in facts that have no name, and the mentions that these need."""
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
    """Return mentions as a graph has them; a description is a mention of what it stands for, too."""
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
    """Return the sentences that tell what a thing is, of those that mention it; else that of its first mention."""
    mentioning = {mention.sentence_id for mention in entity.mentions}
    told = [id for id in dict.fromkeys(entity.evidence) if id in mentioning]
    return told or [_first_mention(entity).sentence_id]


def _first_mention(entity: Entity) -> EntityMention:
    """Return the first mention by the name that stands for a thing, else the first that means it."""
    own = [mention for mention in entity.mentions if mention.key == entity.key]
    return next((mention for mention in own if mention.antecedent != entity.key), (own or entity.mentions)[0])


def _meant(mention: EntityMention, key: str) -> Mention:
    """Return a mention as one of a thing, which it names or only means, as *it* does: that is no name of the thing."""
    names = mention.key == key != mention.antecedent
    return _mention(mention, key, MentionSource.TEXT if names else MentionSource.COREFERENCE)


def _aliases(entity: Entity, origin: str) -> Iterable[MetaRelation]:
    """Yield an alias for each further name, with sentences that have both names, or else the first of either."""
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
