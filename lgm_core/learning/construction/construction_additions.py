"""The findings of stages, as additions that are stored in the graph and can be undone one by one.

An addition includes everything its statements need, including mentions, so it stays valid when another one is undone.
Its id identifies the text it was made from, its stage and its findings: the same findings are always the same addition,
and different ones never join it.
"""

from __future__ import annotations

import hashlib
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType

from lgm_core.language.concepts import concept_key
from lgm_core.learning.construction.construction_options import STAGES, Stage
from lgm_core.learning.construction.findings import (
    Entity,
    EntityMention,
    FactFindings,
    GlobalFindings,
    StageWork,
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
    PredicateGroup,
    RelationKind,
)
from lgm_core.model.addition import utc_now

__all__ = [
    "KIND",
    "addition_of_entities",
    "addition_of_facts",
    "addition_of_mentions",
    "is_stale",
    "named_addition",
    "size_of",
    "stage_of",
    "unnamed",
]

KIND = "construct"
"""The kind of additions made by construction; their label is the document's id."""

_SHARED_SENTENCES = 3
"""The most sentences with both names that an alias cites."""


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


def addition_of_mentions(mentions: Sequence[EntityMention], work: StageWork, *, names_alone: bool = False) -> Addition:
    """Return a document's mentions under the keys of names, with the class and types of each name.

    `names_alone` leaves out descriptions and pronouns, whose meaning a later stage resolves.
    """
    kept = [mention for mention in mentions if not (names_alone and mention.entity_class is EntityClass.OTHER)]
    keyed = [replace(mention, key=concept_key(mention.surface, work.language)) for mention in kept]
    by_key: dict[str, list[EntityMention]] = defaultdict(list)
    for mention in keyed:
        if mention.key:
            by_key[mention.key].append(mention)
    profiles = []
    for key, own in by_key.items():
        entity_class = EntityClass.most_specific(mention.entity_class for mention in own)
        types = Counter(type for mention in own for type in mention.types)
        first = next(mention for mention in own if mention.entity_class is entity_class)
        evidence = (Evidence(first.sentence_id, work.origin),)
        named = tuple(type for type, _ in types.most_common())
        profiles.append(EntityProfile(work.text.record.id, key, named, "", evidence, entity_class, origin=work.origin))
    return unnamed(profiles=tuple(profiles), mentions=_mentions(keyed))


def addition_of_entities(entities: Sequence[Entity], work: StageWork) -> Addition:
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
                work.text.record.id,
                entity.key,
                entity.types,
                entity.description,
                tuple(Evidence(id, work.origin) for id in evidence),
                entity.entity_class,
                entity.is_familiar,
                origin=work.origin,
            )
        )
    relations = tuple(alias for entity in entities for alias in _aliases(entity, work.origin))
    return unnamed(profiles=tuple(profiles), relations=relations, mentions=tuple(mentions))


def addition_of_facts(
    findings: FactFindings | GlobalFindings,
    entities: Sequence[Entity],
    work: StageWork,
    relevance: Mapping[str, float] = MappingProxyType({}),
) -> Addition:
    """Return facts with the mentions they need, profiles for ends without a name, and entities' relevance by key.

    So the facts about a thing that is only described, such as *the tool*, have an entity even without the other stages.
    """
    concepts = {concept for fact in findings.facts for concept in fact.concepts}
    described = [entity for entity in entities if entity.entity_class is EntityClass.OTHER and entity.key in concepts]
    by_key = {entity.key: entity for entity in entities}
    relevant = [(by_key[key], share) for key, share in relevance.items() if key in by_key]
    firsts = {entity.key: _first_mention(entity) for entity in (*described, *(entity for entity, _ in relevant))}
    evidence = {key: (Evidence(first.sentence_id, work.origin),) for key, first in firsts.items()}
    id, origin = work.text.record.id, work.origin
    profiles = [
        EntityProfile(id, each.key, each.types, "", evidence[each.key], each.entity_class, origin=origin)
        for each in described
    ]
    profiles += [
        EntityProfile(id, each.key, (), "", evidence[each.key], relevance=share, origin=origin)
        for each, share in relevant
    ]
    mentions = dict.fromkeys((*findings.mentions, *(_meant(first, key) for key, first in firsts.items())))
    return unnamed(facts=findings.facts, profiles=tuple(profiles), mentions=tuple(mentions))


def unnamed(
    *,
    facts: tuple[Fact, ...] = (),
    profiles: tuple[EntityProfile, ...] = (),
    relations: tuple[MetaRelation, ...] = (),
    mentions: tuple[Mention, ...] = (),
    predicate_groups: tuple[PredicateGroup, ...] = (),
) -> Addition:
    """Return findings as an addition that `named_addition` has yet to name."""
    return Addition("", KIND, "", "", facts, profiles, relations, mentions, predicate_groups)


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
