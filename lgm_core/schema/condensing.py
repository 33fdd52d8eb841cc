"""Condensation: wordings of facts that come under the label of a property that they state (PolyRAG, section III.C)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from lgm_core.graph.port import LanguageGraphStore
from lgm_core.graph.predicate_groups import grouped_predicates
from lgm_core.language.words import split_words, stop_words
from lgm_core.model import Fact
from lgm_core.model.schema import Schema, SchemaProperty
from lgm_core.schema.conformance import Conformance, StatedTypes
from lgm_core.schema.phrases import Phrase, PhraseSpace, fact_phrases, families_of, layers_of, schema_phrases
from lgm_core.schema.predicate_matching import match_predicate
from lgm_core.schema.proposing import SENTENCE, GraphClasses, mean_the_same
from lgm_core.vectors.port import Embeddings

__all__ = ["LabelCandidate", "label_candidates", "with_labels"]

_NEAREST = 10
"""The most phrases of facts looked at around each phrase of the schema."""

_MEMBERS = 3
"""The fewest members of a class that the schema lacks."""


@dataclass(frozen=True, slots=True)
class LabelCandidate:
    """A wording that may be a further label of a property.

    Attributes:
        property: the property.
        label: the wording.
        facts: how many facts have it between ends that fit.
        is_sure: whether rules decide: its facts have the ends of facts with other labels, a document's construction
            grouped it with one, or its words mean the same. Else it is near the property in the space of phrases.
        examples: ids of sentences that state such facts.
    """

    property: SchemaProperty
    label: str
    facts: int
    is_sure: bool
    examples: tuple[str, ...]


def label_candidates(
    store: LanguageGraphStore, held: Schema, types: Callable[[], StatedTypes], embeddings: Embeddings | None
) -> list[LabelCandidate]:
    """Return wordings that may be labels of the properties of a schema, those of the most facts first.

    Args:
        store: the graph.
        held: its schema; only what is accepted gets labels.
        types: makes what tells the types of concepts.
        embeddings: the model for phrases; None for vectors of their terms.

    Raises:
        InputError: the model did not return one vector per phrase.
    """
    languages = store.languages() or [""]
    phrases = fact_phrases(store, GraphClasses.of(store, held, _MEMBERS), held.accepted)
    conformance = Conformance(held, languages, types())
    said = layers_of(phrases, conformance, families_of(phrases, languages[0]))
    properties = {each.name: each for each in held.accepted.properties}
    taken = {label.casefold() for each in properties.values() for label in each.names}
    groups, stops = grouped_predicates(store), stop_words(languages[0])
    found: dict[tuple[str, str], LabelCandidate] = {}

    def add(phrase: Phrase, property: SchemaProperty, *, is_sure: bool) -> None:
        fact = phrase.fact
        assert fact is not None  # only phrases of the schema have none
        fits = (
            conformance.end_fit(fact.subject, property, is_subject=True),
            conformance.end_fit(fact.object, property, is_subject=False),
        )
        is_said = any(word.folded not in stops for word in split_words(phrase.wording))
        if "other" in fits or phrase.wording in taken or not (phrase.object and is_said):
            return
        examples = tuple(each.removeprefix(SENTENCE) for each in phrase.group.examples)
        key = property.name, phrase.wording
        old = found.get(key) or LabelCandidate(property, phrase.wording, 0, False, ())
        found[key] = replace(
            old, facts=old.facts + phrase.group.facts, is_sure=old.is_sure or is_sure, examples=old.examples or examples
        )

    open_: list[Phrase] = []
    for phrase, (name, direction, conforms) in zip(phrases, said, strict=True):
        if conforms or phrase.fact is None:
            continue
        if name:
            stated = name if direction == 1 else next(iter(sorted(conformance.inverses(name))), "")
            if stated in properties:
                add(phrase, properties[stated], is_sure=True)
        elif fit := conformance.conforming(phrase.fact, _grouped(phrase.fact, groups)):
            if not fit.is_reversed:
                add(phrase, fit.property, is_sure=True)
        else:
            open_.append(phrase)
    for property, phrase in _near(open_, held.accepted, languages[0], embeddings):
        assert phrase.fact is not None
        match = match_predicate(property.names, phrase.fact, languages[0])
        if match.direction >= 0:
            add(phrase, property, is_sure=mean_the_same(property.names, phrase.fact, languages[0]))
    return sorted(found.values(), key=lambda each: (not each.is_sure, -each.facts, each.label, each.property.name))


def _grouped(fact: Fact, groups: dict[tuple[str, str], tuple[str, ...]]) -> list[str]:
    """Return the predicates that mean the same as a fact's in the documents that state it."""
    documents = sorted({item.sentence_id.rpartition("#")[0] for item in fact.evidence})
    return [other for id in documents for other in groups.get((id, fact.predicate), ())]


def _near(
    phrases: Sequence[Phrase], schema: Schema, language: str, embeddings: Embeddings | None
) -> Iterator[tuple[SchemaProperty, Phrase]]:
    """Yield the phrases nearest to each property, the property of the nearest label for each."""
    anchors = schema_phrases(schema)
    if not phrases or not anchors:
        return
    points = PhraseSpace.of([*phrases, *anchors], language, embeddings).points
    likeness = points[: len(phrases)] @ points[len(phrases) :].T
    owners = [
        property for property in schema.properties for _ in schema_phrases(replace(schema, properties=(property,)))
    ]
    near = {
        int(place)
        for column in likeness.T
        for place in np.argsort(-column, kind="stable")[:_NEAREST]
        if column[place] > 0
    }
    for place in sorted(near):
        yield owners[int(likeness[place].argmax())], phrases[place]


def with_labels(schema: Schema, accepted: Iterable[LabelCandidate]) -> Schema:
    """Return a schema with further labels; of a label for several properties the first counts."""
    owners: dict[str, str] = {}
    for each in accepted:
        owners.setdefault(each.label, each.property.name)
    properties = (
        replace(each, labels=(*each.labels, *(label for label, owner in owners.items() if owner == each.name)))
        for each in schema.properties
    )
    return replace(schema, properties=tuple(properties))
