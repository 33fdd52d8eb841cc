"""The things in one document, each with all its names."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from lgm_core.model.concept import THING
from lgm_core.model.document_graph import DocumentGraph
from lgm_core.model.facts.entity import EntityClass, EntityProfile
from lgm_core.model.relation import MetaRelation, RelationKind, Verdict, counting_evidence
from lgm_core.model.sentence import Mention, MentionSource

__all__ = ["DocumentEntity", "document_entities"]


@dataclass(frozen=True, slots=True)
class DocumentEntity:
    """A thing in one document, according to its mentions and profiles.

    Attributes:
        document_id: the document.
        key: the concept key of its first mention, which stands for it.
        name: its name in its first mention, without the article if known.
        aliases: its other spellings, in the order of the text; differences only in capitals do not count.
        keys: the keys of all its names, the first one first.
        entity_class: the most specific class in a profile; None without any.
        types: its types, those of its first name first.
        description: a sentence, or empty.
        described_by: ids of the sentences the description is based on.
        mentions: its mentions in the order of the text, including titles and pronouns.
        is_familiar: whether a language model knows it without context; None if none was asked.
        relevance: its similarity to the document's topic, from -1 to 1 (cosine); None if not computed.
    """

    document_id: str
    key: str
    name: str
    aliases: tuple[str, ...]
    keys: tuple[str, ...]
    entity_class: EntityClass | None
    types: tuple[str, ...]
    description: str
    described_by: tuple[str, ...]
    mentions: tuple[Mention, ...]
    is_familiar: bool | None = None
    relevance: float | None = None


def document_entities(graph: DocumentGraph, *, every_concept: bool | None = None) -> tuple[DocumentEntity, ...]:
    """Return the things of a document in the order of their first mentions.

    Names connected by the document's alias relations, directly or indirectly, are one thing, except where reflection
    rejected the relation; several things with one name stay separate.

    Args:
        graph: the document's stored graph.
        every_concept: whether every mentioned concept is a thing, or only those with a class in a profile; None takes
            those with a class, or every concept if nothing in the document has one.
    """
    positions = {sentence.id: sentence.position for sentence in graph.sentences}
    ordered = sorted(graph.mentions, key=lambda mention: (positions[mention.sentence_id], mention.start, -mention.end))
    mentions = _by_concept(ordered)
    places = {mention: place for place, mention in enumerate(ordered)}
    profiles: dict[str, list[EntityProfile]] = defaultdict(list)
    for profile in graph.profiles:
        profiles[profile.concept].append(profile)
    classed = {profile.concept for profile in graph.profiles if profile.entity_class is not None}
    if every_concept is None:
        every_concept = not classed
    names = {key: place for place, key in enumerate(mentions)}
    things = []
    own_relations = [relation for relation in graph.relations if counting_evidence(relation.evidence)]
    for group in _groups([*mentions, *sorted(profiles.keys() - names.keys())], own_relations):
        if THING in group or not (every_concept or not classed.isdisjoint(group)):
            continue
        keys = tuple(sorted(group, key=lambda key: (names.get(key, len(names)), key)))
        own = sorted((mention for key in keys for mention in mentions.get(key, ())), key=places.__getitem__)
        # Profiles with a class were made by construction, which chose the description from all sentences.
        told = [
            profile
            for key in keys
            for profile in sorted(profiles.get(key, ()), key=lambda profile: profile.entity_class is None)
        ]
        things.append(_entity(graph.document.id, keys, own, told))
    return tuple(things)


def _by_concept(mentions: Sequence[Mention]) -> dict[str, list[Mention]]:
    """Return ordered mentions by concept; concepts only referred to by pronouns or titles come last."""
    in_text = (mention for mention in mentions if mention.source is MentionSource.TEXT)
    by_concept: dict[str, list[Mention]] = {mention.concept: [] for mention in in_text}
    for mention in mentions:
        by_concept.setdefault(mention.concept, []).append(mention)
    return by_concept


def _groups(keys: Sequence[str], relations: Iterable[MetaRelation]) -> list[list[str]]:
    """Return the keys of each thing, things in the order of the first of their keys."""
    aliases: dict[str, list[str]] = defaultdict(list)
    for relation in relations:
        if relation.kind is RelationKind.ALIAS_OF and relation.verdict is not Verdict.INVALID:
            aliases[relation.subject].append(relation.object)
            aliases[relation.object].append(relation.subject)
    seen: set[str] = set()
    groups = []
    for key in keys:
        if key in seen:
            continue
        seen.add(key)
        group = [key]
        for member in group:  # grows during the loop
            new = [alias for alias in dict.fromkeys(aliases.get(member, ())) if alias not in seen]
            seen.update(new)
            group += new
        groups.append(group)
    return groups


def _entity(
    document: str, keys: tuple[str, ...], mentions: Sequence[Mention], profiles: Sequence[EntityProfile]
) -> DocumentEntity:
    surfaces = [mention.surface for mention in _shortest(mentions)]
    surfaces = surfaces or [mention.surface for mention in mentions if mention.source is MentionSource.TITLE]
    by_form: dict[str, str] = {}
    for surface in surfaces or [keys[0]]:
        by_form.setdefault(surface.casefold(), surface)
    name, *aliases = by_form.values()
    described = next((profile for profile in profiles if profile.description), None)
    classes = {profile.entity_class for profile in profiles}
    return DocumentEntity(
        document_id=document,
        key=keys[0],
        name=name,
        aliases=tuple(aliases),
        keys=keys,
        entity_class=next((entity_class for entity_class in EntityClass if entity_class in classes), None),
        types=tuple(dict.fromkeys(type for profile in profiles for type in profile.types)),
        description=described.description if described else "",
        described_by=tuple(dict.fromkeys(entry.sentence_id for entry in described.evidence)) if described else (),
        mentions=tuple(mentions),
        is_familiar=next((profile.is_familiar for profile in profiles if profile.is_familiar is not None), None),
        relevance=next((profile.relevance for profile in profiles if profile.relevance is not None), None),
    )


def _shortest(mentions: Sequence[Mention]) -> list[Mention]:
    """Return the mentions in the text, without those that contain another of the same name, e.g. with its article."""
    by_name: dict[tuple[str, str], list[Mention]] = defaultdict(list)
    for mention in mentions:
        if mention.source is MentionSource.TEXT:
            by_name[mention.sentence_id, mention.concept].append(mention)
    longer = {
        mention
        for group in by_name.values()
        for mention in group
        for other in group
        if mention.start <= other.start and other.end <= mention.end and mention.surface != other.surface
    }
    return [mention for mention in mentions if mention.source is MentionSource.TEXT and mention not in longer]
