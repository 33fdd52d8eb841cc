"""The second stage of construction: which mentions belong to one thing, and what each thing is (thesis, chapter 7)."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache

from lgm_core.flow import Flow
from lgm_core.language.concepts import concept_key
from lgm_core.learning.construction.cliques import connected_groups, disjoint_cliques
from lgm_core.learning.construction.document_text import DocumentText
from lgm_core.learning.construction.entity_requests import EntityRequests
from lgm_core.learning.construction.findings import Cost, Entity, EntityFindings, EntityMention, StageWork
from lgm_core.learning.construction.item_requests import ask_items
from lgm_core.learning.construction.similar_pairs import calibrated_threshold, similar_pairs, text_vectors
from lgm_core.learning.facts.end_grounding import SourceSentence
from lgm_core.learning.patterns.abbreviations import find_abbreviations
from lgm_core.model import EntityClass, RelationKind, Verdict
from lgm_core.model.concept import sense_key

__all__ = ["entities_by_name", "is_name", "name_form", "resolve_entities"]

_DIGITS = re.compile(r"\d+")


@lru_cache(maxsize=1 << 16)
def name_form(name: str, language: str) -> str:
    """Return the common form of names that differ only in case, articles, plurals, hyphens or spaces.

    *The data sets*, *data-set* and *dataset* have one form. It is empty for a name without words.
    """
    return "".join(concept_key(word, language) or word for word in concept_key(name, language).split())


def is_name(entity: Entity) -> bool:
    """Return whether a thing has a name, and is not just described, like *the tool* or *it*."""
    return entity.entity_class is not EntityClass.OTHER


def differ_in_number(first: str, second: str) -> bool:
    """Return whether two names differ only in their digits, which makes them names of different things."""
    return first != second and _DIGITS.sub("0", first) == _DIGITS.sub("0", second)


def told_aliases(entities: Sequence[Entity], text: DocumentText) -> list[tuple[int, int]]:
    """Return, by position, the named and general things that the document itself declares to be the same.

    It does so by explaining a short form, *also known as* etc. (`RelationKind.ALIAS_OF`), in a name with its own short
    form, *the Internet of Things (IoT)*, and by putting two names of a thing side by side (`EntityMention.antecedent`).
    """
    language = text.record.language
    places: dict[str, list[int]] = defaultdict(list)
    for place, entity in enumerate(entities):
        if is_name(entity):
            for form in {name_form(key, language) for key in entity.keys}:
                places[form].append(place)
    pairs: set[tuple[int, int]] = set()
    for first, second in _told_forms(entities, text):
        pairs |= {
            (min(here, there), max(here, there))
            for here in places.get(first, ())
            for there in places.get(second, ())
            if here != there
        }
    return sorted(pairs)


def _told_forms(entities: Sequence[Entity], text: DocumentText) -> Iterator[tuple[str, str]]:
    """Yield forms of names that the document assigns to one thing."""
    language = text.record.language
    for relation in text.graph.relations:
        if relation.kind is RelationKind.ALIAS_OF and relation.verdict is not Verdict.INVALID:
            yield name_form(relation.subject, language), name_form(relation.object, language)
    for entity in entities:
        names = [mention for mention in entity.mentions if mention.entity_class is not EntityClass.OTHER]
        for mention in names:
            if mention.antecedent:
                yield name_form(mention.surface, language), name_form(mention.antecedent, language)
        for surface in dict.fromkeys(mention.surface for mention in names):
            for found in find_abbreviations(surface, 0, len(surface)):
                short, long = surface[slice(*found.short)], surface[slice(*found.long)]
                whole = name_form(surface, language)
                if whole in (name_form(short + long, language), name_form(long + short, language)):
                    yield whole, name_form(short, language)
                    yield whole, name_form(long, language)
                    yield name_form(short, language), name_form(long, language)


def things_by_name(
    mentions: Iterable[EntityMention], text: DocumentText, *, joins_descriptions: bool
) -> tuple[list[Entity], int]:
    """Group the named and general mentions of each name into one thing, and make each other mention a thing.

    Two mentions of *the tool* may mean two tools; so other mentions stay separate from each other, unless in the same
    sentence, and from things with that name elsewhere. With `joins_descriptions`, an OTHER mention joins its
    antecedent, or else the thing named by the same words.

    The things are in the order of their first mentions, with keys without senses. Also returned is the number of
    unusable mentions: without a word, or in no sentence of the text.
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
    """Merge several things into one: the first with a name gives name and description (section 7.1 of the thesis)."""
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


def entities_by_name(mentions: Iterable[EntityMention], text: DocumentText) -> list[Entity]:
    """Return the entities of a document without entity resolution: one per name."""
    by_key: dict[str, list[Entity]] = defaultdict(list)
    for mention in mentions:
        if key := concept_key(mention.surface, text.record.language):
            by_key[key].append(_thing(replace(mention, key=key)))
    return [united(own, text) for own in by_key.values()]


def with_senses(things: Iterable[Entity], text: DocumentText) -> tuple[Entity, ...]:
    """Return things in document order under distinct keys, which their mentions get too.

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
    """Return mentions in document order, longer ones first."""
    position = text.positions
    return sorted(mentions, key=lambda mention: (position[mention.sentence_id], mention.start, -mention.end))


def _by_first_mention(things: Iterable[Entity], text: DocumentText) -> list[Entity]:
    position = text.positions

    def place(thing: Entity) -> tuple[int, int, int]:
        first = thing.mentions[0]
        return position[first.sentence_id], first.start, -first.end

    return sorted(things, key=place)


_COPULA = "be"
_STATED = 4
"""Score as a definition of a sentence that says that the thing *is* something else."""

_READ = 2
"""Score as a definition of a sentence from which a pattern reads a class."""

_FIRST = 1
"""Score of a sentence that begins with the thing; this alone does not make it a definition."""


def defined(things: Iterable[Entity], text: DocumentText) -> list[Entity]:
    """Describe things by the sentence that defines them best; others get no description.

    A sentence defines a thing if its parse says that the thing is something (`Clause`), or if it is evidence for its
    class (`RelationKind.IS_A`); sentences that begin with the thing are better. On ties, the first is taken.
    """
    classed: dict[str, set[str]] = defaultdict(set)
    for relation in text.graph.relations:
        if relation.kind is RelationKind.IS_A and relation.verdict is not Verdict.INVALID:
            classed[relation.subject].update(evidence.sentence_id for evidence in relation.evidence)
    sources = {source.sentence.id: source for source in text.sentences}
    return [_defined(thing, sources, classed) for thing in things]


def _defined(thing: Entity, sources: dict[str, SourceSentence], classed: dict[str, set[str]]) -> Entity:
    best, best_strength = None, 0
    for mention in thing.mentions:
        source = sources.get(mention.sentence_id)
        if source is None or mention.key not in thing.keys:
            continue
        strength = _READ * any(source.sentence.id in classed.get(key, ()) for key in thing.keys)
        strength += _STATED * _says_what_it_is(source, thing.keys)
        if strength and not source.sentence.text[: mention.start].strip().count(" "):
            strength += _FIRST
        if strength > best_strength:
            best, best_strength = source, strength
    if best is None:
        return thing
    return replace(thing, description=" ".join(best.sentence.text.split()), evidence=(best.sentence.id,))


def _says_what_it_is(source: SourceSentence, keys: tuple[str, ...]) -> bool:
    """Tell whether a clause equates one of the names with a concept of the sentence, rather than an adjective."""
    return any(
        clause.verb == _COPULA and clause.subject in keys and clause.object in source.mentioned
        for clause in source.sentence.clauses
    )


_PAIRS_PER_THING = 8
"""The most pairs asked about per thing: the most similar ones. Only things with almost identical descriptions, such as
hundreds of *it*, have more."""


def resolve_entities(work: StageWork, mentions: Sequence[EntityMention]) -> Flow[EntityFindings]:
    """Group mentions into entities, and describe each entity.

    Named and general mentions of one name are one entity, as are names that the document itself declares the same. A
    language model is asked whether it knows each entity, what it is, and whether similar ones are the same; groups in
    which each pair is the same are merged. Without a model there is no merging by similarity, descriptions join their
    antecedents, and entities are described by the sentence that defines them.

    Raises:
        InputError: the embedding model did not return one vector for each text.
    """
    text, cost = work.text, Cost()
    things, unusable = things_by_name(mentions, text, joins_descriptions=not work.model_name)
    if unusable:
        cost.dropped["unusable mention"] += unusable
    things = _merged(things, connected_groups(told_aliases(things, text)), text)
    if not work.model_name:
        return EntityFindings(with_senses(defined(things, text), text), cost)
    requests = EntityRequests(text, work.options.window_tokens)
    things = yield from _described(things, requests, cost)
    asked = sorted(_alike(things, work)[: _PAIRS_PER_THING * len(things)])
    answers = yield from ask_items(requests.same(things, asked), cost)
    same = [pair for pair, is_same in answers if is_same]
    merged = _merged(things, disjoint_cliques(same), text)
    return EntityFindings(with_senses(merged, text), cost)


def _described(things: Sequence[Entity], requests: EntityRequests, cost: Cost) -> Flow[list[Entity]]:
    """Ask whether things are known, and what they are."""
    familiar = yield from ask_items(requests.familiarity(things), cost)
    known = {thing.mentions[0]: is_known for thing, is_known in familiar}
    things = [replace(thing, is_familiar=known.get(thing.mentions[0])) for thing in things]
    alone = [thing for thing in things if thing.is_familiar and thing.entity_class is not EntityClass.OTHER]
    shown = [thing for thing in things if not thing.is_familiar or thing.entity_class is EntityClass.OTHER]
    answers = yield from ask_items([*requests.familiar(alone), *requests.unfamiliar(shown)], cost)
    descriptions = {thing.mentions[0]: description for thing, description in answers}
    return [replace(thing, description=descriptions.get(thing.mentions[0], "")) for thing in things]


def _alike(things: Sequence[Entity], work: StageWork) -> list[tuple[int, int]]:
    """Return the pairs of things that may be the same, by position, the most similar first."""
    texts = ["; ".join(filter(None, (thing.name, ", ".join(thing.types), thing.description))) for thing in things]
    vectors = text_vectors(texts, work.embeddings, work.language)
    threshold = work.options.coreference
    if threshold is None:
        words = [
            {*concept_key(each.name, work.language).split(), *(concept_key(type, work.language) for type in each.types)}
            for each in things
        ]
        threshold = calibrated_threshold(vectors, words)
    return [
        (first, second)
        for first, second in similar_pairs(vectors, threshold)
        if not differ_in_number(things[first].key, things[second].key)
    ]


def _merged(things: Sequence[Entity], groups: Sequence[Sequence[int]], text: DocumentText) -> list[Entity]:
    """Return things with each group merged into one."""
    grouped = {place for group in groups for place in group}
    alone = [thing for place, thing in enumerate(things) if place not in grouped]
    return [*alone, *(united([things[place] for place in group], text) for group in groups)]
