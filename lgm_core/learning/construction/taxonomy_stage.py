"""The taxonomy stage: which things of a document are kinds of others, by their types."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from lgm_core.flow import Flow
from lgm_core.language.concepts import concept_key, head_word
from lgm_core.language.lexicons import lexicon_of
from lgm_core.learning.construction.document_text import DocumentText, plain_field
from lgm_core.learning.construction.entity_stage import is_name, name_form
from lgm_core.learning.construction.findings import Cost, Entity, StageWork, TaxonomyFindings
from lgm_core.learning.construction.item_requests import about_items, ask_items, in_groups
from lgm_core.learning.construction.predicate_stage import TYPES, TYPES_SCHEMA
from lgm_core.learning.construction.similar_pairs import calibrated_threshold, pairs_between, text_vectors, unchecked
from lgm_core.model import EntityClass, Evidence, MetaRelation, RelationKind, acyclic_edges, broader_things

__all__ = ["find_taxonomy"]

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


def find_taxonomy(work: StageWork, entities: Sequence[Entity]) -> Flow[TaxonomyFindings]:
    """Relate things to the things that are their types.

    A type is the thing with its name, else the most similar general thing, if similar enough. In a cycle, the relation
    with the fewest mentions is left out, as are relations that follow from others; is-a relations stated in the
    document take precedence.

    Without a language model types are compared by their names, and by vectors only with an embedding model; a thing is
    also a kind of the thing named by its last words, if the last one is its type: *river barge* is a kind of *barge*.

    Raises:
        InputError: the embedding model did not return one vector for each text.
    """
    language, cost = work.language, Cost()
    types = _types(entities, language)
    if work.model_name:
        yield from _describe(list(types.values()), cost)
    named = _things_by_form(entities, language)
    parents = {form: named[form] for form in types if form in named}
    if work.model_name or work.embeddings is not None:
        others = {form: each for form, each in types.items() if form not in named}
        parents |= _alike(others, entities, work)
    support: Counter[tuple[int, int]] = Counter()
    for form, parent in parents.items():
        for child, mentions in types[form].things.items():
            support[child, parent] += mentions
    if not work.model_name:
        for child, parent in _by_last_words(entities, named, language):
            support[child, parent] += len(entities[child].mentions)
    edges = _taxonomy(entities, support, work.text)
    return TaxonomyFindings(tuple(_relation(entities, edge, work.origin) for edge in edges), cost)


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


def _describe(types: Sequence[_Type], cost: Cost) -> Flow[None]:
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
    for each, description in (yield from ask_items(requests, cost)):
        each.description = description


def _alike(types: Mapping[str, _Type], entities: Sequence[Entity], work: StageWork) -> dict[str, int]:
    """Return the concept most similar to each type, by name and description, if similar enough."""
    places = [place for place, entity in enumerate(entities) if entity.entity_class is EntityClass.GENERAL]
    if not types or not places:
        return {}
    names = [*(each.name for each in types.values()), *(entities[place].name for place in places)]
    descriptions = [*(each.description for each in types.values()), *(entities[place].description for place in places)]
    texts = [
        f"{name}; {description}" if work.model_name and description else name
        for name, description in zip(names, descriptions, strict=True)
    ]
    vectors = text_vectors(texts, work.embeddings, work.language)
    threshold = work.options.types
    if threshold is None:
        words = [frozenset(concept_key(name, work.language).split()) for name in names]
        threshold = unchecked(calibrated_threshold(vectors, words))
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
