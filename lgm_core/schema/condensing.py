"""Condensation: wordings of facts come under the label of a property that they state (PolyRAG, section III.C)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from lgm_core.graph.port import LanguageGraphStore
from lgm_core.language.words import split_words, stop_words
from lgm_core.model import Fact
from lgm_core.model.schema import Schema, SchemaProperty
from lgm_core.schema.conformance import Conformance
from lgm_core.schema.phrases import find_properties, phrase_space
from lgm_core.schema.predicate_matching import match_predicate
from lgm_core.schema.proposing import SENTENCE, mean_the_same
from lgm_core.vectors.port import Embeddings

__all__ = ["LabelCandidate", "label_candidates", "with_labels"]

_NEAREST = 10
"""The most phrases of facts looked at around each phrase of the schema."""


@dataclass(frozen=True, slots=True)
class LabelCandidate:
    """A wording that may be a further label of a property.

    Attributes:
        property: the property.
        label: the wording.
        is_sure: whether rules decide: its facts have the ends of those with other labels, a document's construction
            grouped it with one, or its words mean the same. Else it is only near one.
        examples: ids of sentences that state such facts.
    """

    property: SchemaProperty
    label: str
    is_sure: bool
    examples: tuple[str, ...]


def label_candidates(
    store: LanguageGraphStore,
    held: Schema,
    conformance: Conformance,
    grouped: Callable[[Fact], Sequence[str]],
    embeddings: Embeddings | None,
) -> list[LabelCandidate]:
    """Return wordings that may be labels of the accepted properties, the sure ones and those of most facts first.

    Args:
        store: the graph.
        held: its schema.
        conformance: tells which facts conform to it.
        grouped: returns the predicates that mean the same as a fact's own in its documents.
        embeddings: the model for phrases; None for vectors of their terms.

    Raises:
        InputError: the model did not return one vector per phrase.
    """
    schema, language = conformance.schema, next(iter(store.languages()), "")
    _, phrases, anchors, points = phrase_space(store, held, schema, embeddings)
    find_properties(phrases, conformance)
    likeness = points[: len(phrases)] @ points[len(phrases) :].T
    near = {int(place) for column in likeness.T for place in np.argsort(-column, kind="stable")[:_NEAREST]}
    properties = {each.name: each for each in schema.properties}
    taken = {label.casefold() for each in schema.properties for label in each.names}
    found: dict[str, LabelCandidate] = {}
    for place, each in enumerate(phrases):
        fact, (name, direction) = each.facts[0], each.property
        is_said = any(word.folded not in stop_words(language) for word in split_words(each.wording))
        if each.conforms or each.wording in taken or not (each.object and is_said):
            continue
        if name and direction < 0:
            name = min(conformance.inverses(name), default="")
        elif not name and (fit := conformance.conforming(fact, grouped(fact))) and not fit.is_reversed:
            name = fit.property.name
        is_sure = name in properties
        if not is_sure and not each.property[0] and place in near:
            name = anchors[int(likeness[place].argmax())].property[0]
            is_sure = mean_the_same(properties[name].names, fact, language)
            name = name if match_predicate(properties[name].names, fact, language).direction >= 0 else ""
        if name in properties:
            ends = ((fact.subject, True), (fact.object, False))
            if all(conformance.end_fit(end, properties[name], is_subject=side) != "other" for end, side in ends):
                examples = tuple(id.removeprefix(SENTENCE) for id in each.group.examples)
                candidate = LabelCandidate(properties[name], each.wording, is_sure, examples)
                if each.wording not in found or (is_sure and not found[each.wording].is_sure):
                    found[each.wording] = candidate
    return sorted(found.values(), key=lambda each: not each.is_sure)


def with_labels(schema: Schema, further: Iterable[LabelCandidate]) -> tuple[Schema, int]:
    """Return a schema with further labels of its properties, and how many; none that a property has already."""
    taken = {label.casefold() for each in schema.properties for label in each.names}
    owners = {each.label: each.property.name for each in further if each.label not in taken}
    added = [[label for label, owner in owners.items() if owner == each.name] for each in schema.properties]
    pairs = zip(schema.properties, added, strict=True)
    properties = tuple(replace(each, labels=(*each.labels, *own)) for each, own in pairs)
    return replace(schema, properties=properties), sum(map(len, added))
