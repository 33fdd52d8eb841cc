"""The stages of construction as flows."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from lgm_core.flow import Flow
from lgm_core.language.concepts import concept_key, head_word
from lgm_core.language.lexicons import lexicon_of
from lgm_core.language.port import Annotator
from lgm_core.learning.construction.construction_flow import StageFlows
from lgm_core.learning.construction.construction_options import ConstructionOptions
from lgm_core.learning.construction.document_text import DocumentText, plain_field
from lgm_core.learning.construction.entity_stage import is_name, name_form, resolve_entities
from lgm_core.learning.construction.findings import Entity, EntityMention, MentionFindings, TaxonomyFindings
from lgm_core.learning.construction.global_stage import find_global_facts
from lgm_core.learning.construction.item_requests import Tally, about_items, ask_items, in_groups
from lgm_core.learning.construction.mentions.batched_mentions import batched_mentions
from lgm_core.learning.construction.mentions.phrase_spans import PhraseSpan, phrase_spans
from lgm_core.learning.construction.predicate_stage import TYPES, TYPES_SCHEMA, group_predicates
from lgm_core.learning.construction.relations.relation_stage import find_local_facts
from lgm_core.learning.construction.similar_pairs import calibrated_threshold, pairs_between, text_vectors, unchecked
from lgm_core.learning.facts.by_parse.parsed_sentences import ParsedSentence, parsed_sentences
from lgm_core.model import EntityClass, Evidence, MetaRelation, RelationKind, acyclic_edges, broader_things
from lgm_core.model.concept import THING
from lgm_core.vectors.port import Embeddings

__all__ = ["STAGE_FLOWS", "find_mentions", "find_taxonomy", "phrase_mentions"]

PHASE = "construction: taxonomy"
"""The name under which this stage's usage is accounted."""

_TYPES_AT_ONCE = 40
"""Approximate number of types per request, except for requests about one."""
_CITED = 3
"""The most sentences a relation cites."""


@dataclass(slots=True)
class _Type:
    """A type by its name, and the positions of things with it, each with the number of its mentions."""

    name: str
    things: Counter[int] = field(default_factory=Counter)
    description: str = ""


def find_taxonomy(
    text: DocumentText,
    entities: Sequence[Entity],
    options: ConstructionOptions,
    model_name: str,
    embeddings: Embeddings | None,
) -> Flow[TaxonomyFindings]:
    """Relate things to the things that are their types.

    A type is the thing with its name, else the most similar general thing, if similar enough. In a cycle, the relation
    with the fewest mentions is left out, as are relations that follow from others; is-a relations stated in the
    document take precedence.

    Without a language model types are compared by their names, and by vectors only with an embedding model; a thing is
    also a kind of the thing named by its last words, if the last one is its type: *river barge* is a kind of *barge*.

    Args:
        text: the document.
        entities: its things.
        options: the threshold.
        model_name: the name of the language model that describes types; empty to use none.
        embeddings: an embedding model; None compares words.

    Raises:
        InputError: the embedding model did not return one vector for each text.
    """
    language, tally = text.record.language, Tally()
    types = _types(entities, language)
    if model_name:
        yield from _describe(list(types.values()), tally)
    named = _things_by_form(entities, language)
    parents = {form: named[form] for form in types if form in named}
    if model_name or embeddings is not None:
        others = {form: each for form, each in types.items() if form not in named}
        parents |= _alike(others, entities, options, language, embeddings, described=bool(model_name))
    support: Counter[tuple[int, int]] = Counter()
    for form, parent in parents.items():
        for child, mentions in types[form].things.items():
            support[child, parent] += mentions
    if not model_name:
        for child, parent in _by_last_words(entities, named, language):
            support[child, parent] += len(entities[child].mentions)
    edges = _taxonomy(entities, support, text)
    origin = f"llm:{model_name}" if model_name else "phrases"
    relations = tuple(_relation(entities, edge, origin) for edge in edges)
    return TaxonomyFindings(relations, cost=tally.cost())


def _types(entities: Sequence[Entity], language: str) -> dict[str, _Type]:
    """Return the types of all things by the form of their names."""
    types: dict[str, _Type] = {}
    for place, entity in enumerate(entities):
        mentioned = Counter(
            form for mention in entity.mentions for form in {name_form(type, language) for type in mention.types}
        )
        for type in entity.types:
            if form := name_form(type, language):
                types.setdefault(form, _Type(type)).things[place] = mentioned[form] or 1
    return types


def _things_by_form(entities: Sequence[Entity], language: str) -> dict[str, int]:
    """Return the position of the thing with each name."""
    named: dict[str, int] = {}
    for place, entity in enumerate(entities):
        for key in entity.keys if is_name(entity) else ():
            named.setdefault(name_form(key, language), place)
    return named


def _describe(types: Sequence[_Type], tally: Tally) -> Flow[None]:
    requests = [
        about_items(
            group,
            TYPES,
            TYPES_SCHEMA,
            PHASE,
            types="\n".join(f"{number}. {plain_field(each.name)}" for number, each in enumerate(group, start=1)),
        )
        for group in in_groups(types, _TYPES_AT_ONCE)
    ]
    for each, description in (yield from ask_items(requests, tally)):
        each.description = description


def _alike(
    types: Mapping[str, _Type],
    entities: Sequence[Entity],
    options: ConstructionOptions,
    language: str,
    embeddings: Embeddings | None,
    *,
    described: bool,
) -> dict[str, int]:
    """Return the concept most similar to each type, by name and description, if similar enough."""
    places = [place for place, entity in enumerate(entities) if entity.entity_class is EntityClass.GENERAL]
    if not types or not places:
        return {}
    names = [*(each.name for each in types.values()), *(entities[place].name for place in places)]
    descriptions = [*(each.description for each in types.values()), *(entities[place].description for place in places)]
    texts = [
        f"{name}; {description}" if described and description else name
        for name, description in zip(names, descriptions, strict=True)
    ]
    vectors = text_vectors(texts, embeddings, language)
    threshold = options.types
    if threshold is None:
        words = [frozenset(concept_key(name, language).split()) for name in names]
        threshold = unchecked(
            calibrated_threshold(vectors, lambda first, second: not words[first].isdisjoint(words[second]))
        )
    forms, found = list(types), dict[str, int]()
    for row, column in pairs_between(vectors[: len(forms)], vectors[len(forms) :], threshold):
        found.setdefault(forms[row], places[column])
    return found


def _by_last_words(entities: Sequence[Entity], named: Mapping[str, int], language: str) -> Iterator[tuple[int, int]]:
    """Yield things with the thing named by the longest ending of their names.

    Their last word must be one of their types: *price of water* is not water, and *Homo sapiens* not a sapiens.
    """
    small_words = lexicon_of(language).stop_words
    for child, entity in enumerate(entities):
        words = entity.key.split()
        if not is_name(entity) or len(words) < 2 or head_word(entity.key) != words[-1] or small_words & {*words}:
            continue
        if name_form(words[-1], language) not in {name_form(type, language) for type in entity.types}:
            continue
        endings = (name_form(" ".join(words[first:]), language) for first in range(1, len(words)))
        if (parent := next((named[form] for form in endings if form in named), None)) is not None:
            yield child, parent


def _taxonomy(
    entities: Sequence[Entity], support: Mapping[tuple[int, int], int], text: DocumentText
) -> list[tuple[int, int]]:
    """Return the relations to keep, by the positions of their things, in document order."""
    things = {key: place for place, entity in enumerate(entities) for key in entity.keys}
    stated = broader_things(text.graph.relations, things)
    best_first = sorted(support.keys() - stated.keys(), key=lambda edge: (-support[edge], edge))
    kept = acyclic_edges([*stated, *(edge for edge in best_first if edge[0] != edge[1])])
    return sorted(edge for edge in kept if edge not in stated)


def _relation(entities: Sequence[Entity], edge: tuple[int, int], origin: str) -> MetaRelation:
    """Return the relation of two things, with sentences that mention the narrower one, preferably both."""
    child, parent = (entities[place] for place in edge)
    beside = {mention.sentence_id for mention in parent.mentions}
    named = [mention for mention in child.mentions if mention.key == child.key] or child.mentions
    ids = list(dict.fromkeys(mention.sentence_id for mention in named))
    ids = sorted(ids, key=lambda id: id not in beside)[:_CITED]
    return MetaRelation(RelationKind.IS_A, child.key, parent.key, tuple(Evidence(id, origin) for id in ids))


@dataclass(frozen=True, slots=True)
class _Found:
    """A mention in progress, with the key of its name and its phrase."""

    mention: EntityMention
    name: str
    span: PhraseSpan


def phrase_mentions(text: DocumentText, reader: Annotator) -> list[EntityMention]:
    """Return the mentions in the phrases of a document, in document order.

    Names are NAMED, other noun phrases GENERAL. OTHER are pronouns and descriptions that refer back
    (`EntityMention.antecedent`), and descriptions with a demonstrative whose antecedent is not found; a pronoun without
    an antecedent is not a mention. Types are the classes named in the document, and the noun at the end of a phrase.
    """
    found = _without_false_names(
        [each for parsed in parsed_sentences(text.sentences, reader) for each in _of_sentence(parsed)]
    )
    whole = {
        each.name for each in found if not each.span.is_part and each.mention.entity_class is not EntityClass.OTHER
    }
    kept = [each for each in found if not each.span.is_part or each.name in whole]
    types = _Types(found, text)
    mentions: dict[tuple[str, int, int], EntityMention] = {}
    for each in _with_antecedents(kept, text):
        mention = replace(each.mention, types=types.of(each))
        mentions.setdefault((mention.sentence_id, mention.start, mention.end), mention)
    order = {source.sentence.id: place for place, source in enumerate(text.sentences)}
    return sorted(mentions.values(), key=lambda found: (order[found.sentence_id], found.start, -found.end))


def _of_sentence(parsed: ParsedSentence) -> Iterator[_Found]:
    sentence, language = parsed.sentence, parsed.sentence.lexicon.code
    pointing: set[tuple[int, int]] = set()
    for mark in sentence.annotation.marks:
        if len(mark.antecedents) == 1:
            pointing.add((mark.start, mark.end))
            key = concept_key(mark.antecedents[0], language)
            span = PhraseSpan(mark.start, mark.end, EntityClass.OTHER, "")
            yield from _found(parsed, span, antecedent=key)
    for span in phrase_spans(sentence):
        if not any(start < span.end and span.start < end for start, end in pointing):
            same = concept_key(sentence.text[slice(*span.same_as)], language) if span.same_as else ""
            yield from _found(parsed, span, antecedent=same)


def _found(parsed: ParsedSentence, span: PhraseSpan, antecedent: str) -> Iterator[_Found]:
    source = parsed.source.sentence
    start, end = span.start - parsed.first, span.end - parsed.first
    surface = source.text[start:end]
    name = concept_key(surface, parsed.sentence.lexicon.code)
    if name:
        mention = EntityMention(source.id, surface, start, end, span.entity_class, antecedent=antecedent)
        yield _Found(mention, name, span)


def _without_false_names(found: Sequence[_Found]) -> list[_Found]:
    """Return mentions; a sentence's first word in a capital is no name if the document also has it in lower case."""
    small = {each.name for each in found if each.mention.surface.islower()}
    return [
        replace(each, mention=replace(each.mention, entity_class=EntityClass.GENERAL))
        if each.mention.entity_class is EntityClass.NAMED
        and each.mention.start == 0
        and each.mention.surface[1:].islower()
        and each.name in small
        else each
        for each in found
    ]


def _with_antecedents(found: Sequence[_Found], text: DocumentText) -> Iterator[_Found]:
    """Yield the mentions; a description refers to the last phrase in its section that ends in its noun."""
    names = {each.name for each in found if each.mention.entity_class is not EntityClass.OTHER}
    sections = {source.sentence.id: source.sentence.section_id for source in text.sentences}
    last: defaultdict[str, dict[str, str]] = defaultdict(dict)
    closed: set[tuple[str, int]] = set()
    for each in found:
        mention = each.mention
        heads = last[sections[mention.sentence_id]]
        if mention.entity_class is not EntityClass.OTHER:
            place = mention.sentence_id, mention.end
            if place not in closed and not mention.antecedent:  # the whole phrase comes first, and its last noun later
                closed.add(place)
                heads[each.span.head] = each.name
            yield each
        elif mention.antecedent in names:
            yield each
        elif each.span.head:
            yield replace(each, mention=replace(mention, antecedent=heads.get(each.span.head, "")))
            heads.setdefault(each.span.head, each.name)


class _Types:
    """The type of each mention: its class in the document, and the head noun of its phrase."""

    def __init__(self, found: Sequence[_Found], text: DocumentText) -> None:
        self._language = text.record.language
        self._nouns = {each.span.head for each in found if each.span.is_surely_kind}
        self._written: dict[str, str] = {}
        surfaces = [(each.name, each.mention.surface) for each in found]
        kinds = [(concept_key(each.span.kind, self._language), each.span.kind) for each in found]
        for key, surface in (*surfaces, *kinds):  # in the singular and without a capital, if so written
            known = self._written.setdefault(key, surface)
            if _plainness(surface, key) > _plainness(known, key):
                self._written[key] = surface
        self._stated: defaultdict[str, list[str]] = defaultdict(list)
        for relation in text.graph.relations:
            if relation.kind is RelationKind.IS_A and relation.object != THING:
                self._stated[relation.subject].append(relation.object)

    def of(self, found: _Found) -> tuple[str, ...]:
        """Return the distinct types of a mention as written in the document."""
        kinds = list(self._stated.get(found.name, ()))
        if found.mention.entity_class is EntityClass.GENERAL and found.span.kind and found.span.head in self._nouns:
            kinds.append(concept_key(found.span.kind, self._language))
        fitting = (kind for kind in dict.fromkeys(kinds) if kind not in ("", THING, found.name))
        return tuple(self._written.get(kind, kind) for kind in fitting)


def _plainness(surface: str, key: str) -> tuple[bool, bool]:
    return surface.lower() == key, surface.islower()


def find_mentions(
    text: DocumentText, options: ConstructionOptions, model_name: str, reader: Annotator
) -> Flow[MentionFindings]:
    """Find the mentions in a document.

    A failed request is recorded and does not affect others; a `mentions failed` trace step reports it, and a `section
    cut` step each section longer than a request.

    Args:
        text: the document.
        options: the options of requests.
        model_name: the language model's name; empty to use the document's phrases instead.
        reader: a language backend that parses, for phrases.
    """
    if not model_name:
        found = MentionFindings(tuple(phrase_mentions(text, reader)))
    else:
        found = yield from batched_mentions(text, options)
    return _without_root(found, text.record.language)


def _without_root(found: MentionFindings, language: str) -> MentionFindings:
    """Return the findings without *thing*, *the things*: their key is the root's, not that of a thing in a document."""
    kept = tuple(mention for mention in found.mentions if concept_key(mention.surface, language) != THING)
    kept = tuple(replace(mention, antecedent="") if mention.antecedent == THING else mention for mention in kept)
    if gone := len(found.mentions) - len(kept):
        dropped = found.cost.dropped + Counter({"the root of all things": gone})
        return replace(found, mentions=kept, cost=replace(found.cost, dropped=dropped))
    return replace(found, mentions=kept)


STAGE_FLOWS = StageFlows(
    find_mentions,
    resolve_entities,
    find_local_facts,
    find_global_facts,
    find_taxonomy,
    group_predicates,
)
