"""The second stage of construction: which mentions are of one thing, and what each thing is (thesis, chapter 7)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from lgm_core.flow import Flow
from lgm_core.language.concepts import concept_key
from lgm_core.learning.construction.construction_options import ConstructionOptions
from lgm_core.learning.construction.document_text import DocumentText
from lgm_core.learning.construction.entities.defined_things import defined
from lgm_core.learning.construction.entities.entity_merging import things_by_name, united, with_senses
from lgm_core.learning.construction.entities.entity_requests import EntityRequests
from lgm_core.learning.construction.entities.names import differ_in_number, told_aliases
from lgm_core.learning.construction.findings import Entity, EntityFindings, MentionFindings
from lgm_core.learning.construction.item_requests import Tally, ask_items
from lgm_core.learning.construction.likeness.cliques import connected_groups, disjoint_cliques
from lgm_core.learning.construction.likeness.similar_pairs import calibrated_threshold, similar_pairs, text_vectors
from lgm_core.model import EntityClass
from lgm_core.vectors.port import Embeddings

__all__ = ["resolve_entities"]

_PAIRS_PER_THING = 8
"""Pairs that are asked about, for each thing, at most: the most alike. Only things that are described in
almost the same words, as hundreds of *it* are, have more."""


def resolve_entities(
    text: DocumentText,
    mentions: MentionFindings,
    options: ConstructionOptions,
    model_name: str,
    embeddings: Embeddings | None,
) -> Flow[EntityFindings]:
    """Find out which mentions are of one thing, and describe each thing.

    Named and general mentions of one name are one thing, and so are names that the document itself tells to be one
    thing's. A language model is asked whether it knows each thing, what it is, and whether those that are alike are
    one; groups of which each pair is one are merged. Without a model nothing is merged by likeness, a description is
    what its antecedent is, and things are described by the sentence that defines them.

    Args:
        text: the document.
        mentions: what it mentions.
        options: threshold and length of requests.
        model_name: of the language model; empty for doing without one.
        embeddings: an embedding model; None compares words.

    Raises:
        InputError: the embedding model did not return one vector for each text.
    """
    tally = Tally()
    things, unusable = things_by_name(mentions.mentions, text, joins_descriptions=not model_name)
    if unusable:
        tally.dropped["mention of no use"] += unusable
    things = _merged(things, connected_groups(len(things), told_aliases(things, text)), text)
    if not model_name:
        return EntityFindings(with_senses(defined(things, text), text), tally.cost())
    requests = EntityRequests(text, options.window_tokens)
    things = yield from _described(things, requests, tally)
    pairs = _alike(things, text.record.language, options, embeddings)
    asked = sorted(pairs[: _PAIRS_PER_THING * len(things)])
    answers = yield from ask_items(requests.same(things, asked), tally)
    same = [pair for pair, is_same in answers if is_same]
    merged = _merged(things, disjoint_cliques(len(things), same), text)
    return EntityFindings(with_senses(merged, text), tally.cost())


def _described(things: Sequence[Entity], requests: EntityRequests, tally: Tally) -> Flow[list[Entity]]:
    """Ask whether things are known, and what they are."""
    familiar = yield from ask_items(requests.familiarity(things), tally)
    known = {thing.mentions[0]: is_known for thing, is_known in familiar}
    things = [replace(thing, is_familiar=known.get(thing.mentions[0])) for thing in things]
    alone = [thing for thing in things if thing.is_familiar and thing.entity_class is not EntityClass.OTHER]
    shown = [thing for thing in things if not thing.is_familiar or thing.entity_class is EntityClass.OTHER]
    answers = yield from ask_items([*requests.familiar(alone), *requests.unfamiliar(shown)], tally)
    descriptions = {thing.mentions[0]: description for thing, description in answers}
    return [replace(thing, description=descriptions.get(thing.mentions[0], "")) for thing in things]


def _alike(
    things: Sequence[Entity], language: str, options: ConstructionOptions, embeddings: Embeddings | None
) -> list[tuple[int, int]]:
    """Return the pairs of things that may be one, by their places, the most alike first."""
    texts = ["; ".join(filter(None, (thing.name, ", ".join(thing.types), thing.description))) for thing in things]
    vectors = text_vectors(texts, embeddings, language)
    threshold = options.coreference
    if threshold is None:
        words = [
            {*concept_key(thing.name, language).split(), *(concept_key(type, language) for type in thing.types)}
            for thing in things
        ]
        threshold = calibrated_threshold(vectors, lambda first, second: not words[first].isdisjoint(words[second]))
    return [
        (first, second)
        for first, second in similar_pairs(vectors, threshold)
        if not differ_in_number(things[first].key, things[second].key)
    ]


def _merged(things: Sequence[Entity], groups: Sequence[Sequence[int]], text: DocumentText) -> list[Entity]:
    """Return things with those of each group made one."""
    grouped = {place for group in groups for place in group}
    alone = [thing for place, thing in enumerate(things) if place not in grouped]
    return [*alone, *(united([things[place] for place in group], text) for group in groups)]
