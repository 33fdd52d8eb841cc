"""Things out of mentions, and one thing out of several: names, classes, types and keys."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import replace

from lgm_core.language.concepts import concept_key
from lgm_core.learning.construction.document_text import DocumentText
from lgm_core.learning.construction.entities.names import is_name, name_form
from lgm_core.learning.construction.findings import Entity, EntityMention
from lgm_core.model import EntityClass
from lgm_core.model.concept import sense_key

__all__ = ["things_by_name", "united", "with_senses"]


def things_by_name(
    mentions: Iterable[EntityMention], text: DocumentText, *, joins_descriptions: bool
) -> tuple[list[Entity], int]:
    """Make one thing of the named and general mentions of each name, and one of each other mention.

    Two times *the tool* may be two tools; so other mentions stay apart from each other, unless one sentence has both,
    and from what is named so elsewhere.

    Args:
        mentions: in any order.
        text: the document.
        joins_descriptions: whether an other mention is its antecedent, or else what a name of the same words is.

    Returns:
        The things in the order of their first mentions, keys without senses, and how many mentions were of no use:
        without a word, or in no sentence of the text.
    """
    language = text.record.language
    given, known = list(mentions), {source.sentence.id for source in text.sentences}
    usable = _in_order((mention for mention in given if mention.sentence_id in known), text)
    keyed = [replace(mention, key=key) for mention in usable if (key := concept_key(mention.surface, language))]
    named: dict[str, list[EntityMention]] = defaultdict(list)
    for mention in keyed:
        if mention.entity_class is not EntityClass.OTHER:
            named[name_form(mention.surface, language)].append(mention)
    described: list[list[EntityMention]] = []
    latest: dict[str, list[EntityMention]] = {}
    for mention in keyed:
        if mention.entity_class is not EntityClass.OTHER:
            continue
        form, antecedent = name_form(mention.surface, language), name_form(mention.antecedent, language)
        same = latest.get(form)
        if joins_descriptions and antecedent:
            thing = named.get(antecedent) or latest.get(antecedent)
        else:
            thing = named.get(form) if joins_descriptions else None
        if thing is None and same is not None and same[-1].sentence_id == mention.sentence_id:
            thing = same
        if thing is None:
            thing = []
            described.append(thing)
        thing.append(mention)
        latest[form] = thing
    things = [united([_thing(mention) for mention in own], text) for own in (*named.values(), *described)]
    return _by_first_mention(things, text), len(given) - len(keyed)


def united(things: Sequence[Entity], text: DocumentText) -> Entity:
    """Make one thing of several: the first one with a name gives name and description (section 7.1 of the thesis)."""
    things = _by_first_mention(things, text)
    entity_class = EntityClass.most_specific(thing.entity_class for thing in things)
    names = [thing for thing in things if is_name(thing)] or things[:1]
    mentions = _in_order((mention for thing in things for mention in thing.mentions), text)
    types = Counter(type for mention in mentions for type in mention.types)
    keys = tuple(dict.fromkeys(key for thing in names for key in thing.keys))
    described = next((thing for thing in names if thing.description), names[0])
    return replace(
        names[0],
        keys=keys,
        description=described.description,
        evidence=described.evidence,
        entity_class=entity_class,
        types=tuple(type for type, _ in types.most_common()),
        mentions=tuple(mentions),
    )


def with_senses(things: Iterable[Entity], text: DocumentText) -> tuple[Entity, ...]:
    """Return things in document order under keys that no two share, which their mentions get too.

    A mention that only describes a thing gets its key, and names it as the antecedent.
    """
    ordered = _by_first_mention(things, text)
    taken = Counter(key for thing in ordered if is_name(thing) for key in thing.keys)
    entities = []
    for thing in ordered:
        if not is_name(thing):
            taken[thing.key] += 1
            key = sense_key(thing.key, taken[thing.key])
            thing = replace(thing, key=key, keys=(key,))
        mentions = tuple(_keyed(mention, thing) for mention in thing.mentions)
        entities.append(replace(thing, mentions=mentions))
    return tuple(entities)


def _keyed(mention: EntityMention, thing: Entity) -> EntityMention:
    if mention.entity_class is not EntityClass.OTHER:
        return mention
    return replace(mention, key=thing.key, antecedent=thing.key if is_name(thing) else "")


def _thing(mention: EntityMention) -> Entity:
    """Return the thing of a single mention."""
    key, sentence = mention.key, mention.sentence_id
    return Entity(key, mention.surface, (key,), mention.entity_class, mention.types, (mention,), evidence=(sentence,))


def _in_order(mentions: Iterable[EntityMention], text: DocumentText) -> list[EntityMention]:
    """Return mentions as they follow each other in the document, longer ones first."""
    position = text.positions
    return sorted(mentions, key=lambda mention: (position[mention.sentence_id], mention.start, -mention.end))


def _by_first_mention(things: Iterable[Entity], text: DocumentText) -> list[Entity]:
    position = text.positions

    def place(thing: Entity) -> tuple[int, int, int]:
        first = thing.mentions[0]
        return position[first.sentence_id], first.start, -first.end

    return sorted(things, key=place)
