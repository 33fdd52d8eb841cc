"""What the stages of construction find and hand on."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from lgm_core.model import EntityClass, EntityProfile, Fact, Mention, MetaRelation, PredicateGroup, Usage

__all__ = [
    "Cost",
    "Entity",
    "EntityFindings",
    "EntityMention",
    "FactFindings",
    "GlobalFindings",
    "MentionFindings",
    "PredicateFindings",
    "RelationClaim",
    "TaxonomyFindings",
]


@dataclass(frozen=True, slots=True)
class Cost:
    """What a stage asked of a language model.

    Attributes:
        requests: how many requests were made.
        failures: why requests failed, one text for each.
        usage: what they cost.
        dropped: what was in replies and could not be used, by reason.
    """

    requests: int = 0
    failures: tuple[str, ...] = ()
    usage: Usage = field(default_factory=Usage)
    dropped: Counter[str] = field(default_factory=Counter)


@dataclass(frozen=True, slots=True)
class EntityMention:
    """A thing where a sentence mentions it.

    Attributes:
        sentence_id: the sentence.
        surface: as written.
        start: first character in the sentence's `text`.
        end: the character after its last.
        entity_class: how specific the thing is.
        types: what it is, most fitting first.
        key: the concept it has in the graph; empty until entities are resolved. A name has one for all of a document,
            unless the document calls several things by it (`sense_key`).
        antecedent: the key of the concept that a pronoun or description stands for, where coreference tells.
    """

    sentence_id: str
    surface: str
    start: int
    end: int
    entity_class: EntityClass
    types: tuple[str, ...] = ()
    key: str = ""
    antecedent: str = ""


@dataclass(frozen=True, slots=True)
class RelationClaim:
    """A relation that a language model claims of a text, in words.

    Attributes:
        subject: the name of a thing, as the text has it.
        predicate: what is said.
        object: the name of another thing; empty where the model left it out.
        sentence_ids: the sentences that the model names, or all that it was shown.
    """

    subject: str
    predicate: str
    object: str
    sentence_ids: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class MentionFindings:
    """What a document mentions.

    Attributes:
        mentions: in document order; each place is mentioned once with each extent.
        claims: the relations that were asked for in the same requests.
        cost: what was asked.
    """

    mentions: tuple[EntityMention, ...] = ()
    claims: tuple[RelationClaim, ...] = ()
    cost: Cost = field(default_factory=Cost)


@dataclass(frozen=True, slots=True)
class Entity:
    """A thing of a document, under all its names.

    Attributes:
        key: the concept key of its first mention, which stands for it.
        name: as its first mention writes it.
        keys: of all its names, the first one first; in the graph they are aliases.
        entity_class: the most specific class of its mentions: named, then general, then other.
        types: of all its mentions, most frequent first.
        mentions: in document order, each with the key of its name.
        description: in a sentence, or empty.
        evidence: ids of the sentences that the description is taken from, or else of its first mention.
        is_familiar: whether a language model knows it without context; None if none was asked.
    """

    key: str
    name: str
    keys: tuple[str, ...]
    entity_class: EntityClass
    types: tuple[str, ...]
    mentions: tuple[EntityMention, ...]
    description: str = ""
    evidence: tuple[str, ...] = ()
    is_familiar: bool | None = None


@dataclass(frozen=True, slots=True)
class EntityFindings:
    """The things of a document in the order of their first mentions, and what was asked."""

    entities: tuple[Entity, ...] = ()
    cost: Cost = field(default_factory=Cost)


@dataclass(frozen=True, slots=True)
class FactFindings:
    """Facts of a document, with the mentions that their evidence needs and the graph may lack.

    The ends of a fact are keys of names (`EntityMention.key`) as its sentences have them, not of entities, so that
    taking back a merge of names leaves each fact true.
    """

    facts: tuple[Fact, ...] = ()
    mentions: tuple[Mention, ...] = ()
    cost: Cost = field(default_factory=Cost)


@dataclass(frozen=True, slots=True)
class GlobalFindings:
    """What only the whole document shows.

    Attributes:
        facts: with their mentions, as of `FactFindings`; their evidence has the origin `global:<model>`.
        relevance: how near each entity is to the document, from -1 to 1 (cosine), by `Entity.key`.
        unshrunk: headings of the sections that no summary made shorter.
        cost: what was asked.
    """

    facts: tuple[Fact, ...] = ()
    mentions: tuple[Mention, ...] = ()
    relevance: dict[str, float] = field(default_factory=dict)
    unshrunk: tuple[str, ...] = ()
    cost: Cost = field(default_factory=Cost)


@dataclass(frozen=True, slots=True)
class TaxonomyFindings:
    """Which things are kinds of which: IS_A relations without cycles and without those that follow from others."""

    relations: tuple[MetaRelation, ...] = ()
    mentions: tuple[Mention, ...] = ()
    profiles: tuple[EntityProfile, ...] = ()
    cost: Cost = field(default_factory=Cost)


@dataclass(frozen=True, slots=True)
class PredicateFindings:
    """Groups of predicates that say the same; `run` is empty until they are added."""

    groups: tuple[PredicateGroup, ...] = ()
    cost: Cost = field(default_factory=Cost)
