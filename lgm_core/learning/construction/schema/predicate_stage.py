"""The predicate stage: which predicates of a document's facts say the same (thesis, section 10.1)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from lgm_core.flow import Flow
from lgm_core.learning.construction.construction_options import ConstructionOptions
from lgm_core.learning.construction.document_text import DocumentText
from lgm_core.learning.construction.findings import PredicateFindings
from lgm_core.learning.construction.item_requests import Tally, about_items, ask_items, in_groups
from lgm_core.learning.construction.likeness.cliques import disjoint_cliques
from lgm_core.learning.construction.likeness.similar_pairs import (
    calibrated_threshold,
    similar_pairs,
    text_vectors,
    unchecked,
)
from lgm_core.learning.construction.schema.predicate_wordings import PredicateForm, predicate_form
from lgm_core.learning.construction.schema.schema_prompts import PREDICATES, PREDICATES_SCHEMA
from lgm_core.learning.construction.shown_texts import plain_field
from lgm_core.model import Fact, FactEnd, PredicateGroup, SectionEnd, Value
from lgm_core.vectors.port import Embeddings

__all__ = ["group_predicates"]

PHASE = "construction: predicates"
"""The name that usage of this stage is accounted under."""

_PREDICATES_AT_ONCE = 40
"""About how many predicates a request asks."""


@dataclass(slots=True)
class _Predicate:
    """A predicate with the facts that use it and how they word it."""

    key: str
    facts: list[Fact] = field(default_factory=list)
    wordings: Counter[str] = field(default_factory=Counter)
    description: str = ""

    @property
    def wording(self) -> str:
        """Return its most frequent wording, of several the first."""
        return max(self.wordings, key=self.wordings.__getitem__) if self.wordings else self.key


def group_predicates(
    text: DocumentText,
    facts: Sequence[Fact],
    options: ConstructionOptions,
    model_name: str,
    embeddings: Embeddings | None,
) -> Flow[PredicateFindings]:
    """Group predicates that say the same in the same direction, under the one that most sentences use.

    Predicates of the same words but for auxiliaries and determiners are one. Others are grouped where they, with their
    descriptions by a language model, are all alike. *Uses* and *used by*, *supports* and *does not support* never are.
    Without descriptions, predicates with different prepositions are not either, and only an embedding model tells which
    others are alike.

    Args:
        text: the document.
        facts: its facts, in the order in which they count where predicates are equally frequent.
        options: the threshold.
        model_name: of the language model that describes predicates; empty for doing without one.
        embeddings: an embedding model; None compares words.

    Returns:
        The groups of two or more predicates, and single predicates that are described.

    Raises:
        InputError: the embedding model did not return one vector for each text.
    """
    language, tally = text.record.language, Tally()
    predicates = _predicates(facts)
    if model_name:
        yield from _describe(predicates, tally)
    by_form: dict[PredicateForm, list[_Predicate]] = {}
    for predicate in predicates:
        by_form.setdefault(predicate_form(predicate.wording, language), []).append(predicate)
    alike = []
    if model_name or embeddings is not None:
        alike = _alike(by_form, options, language, embeddings, described=bool(model_name))
    of_forms = list(by_form.values())
    groups = disjoint_cliques(len(of_forms), alike)
    grouped = {place for places in groups for place in places}
    joined = [*groups, *((place,) for place in range(len(of_forms)) if place not in grouped)]
    by_vectors = f"llm:{model_name}" if model_name else "vectors"
    found = []
    for places in joined:
        members = [predicate for place in places for predicate in of_forms[place]]
        origin = by_vectors if model_name or len(places) > 1 else "lemmas"
        if len(members) > 1 or members[0].description:
            found.append(_group(text.record.id, members, origin))
    return PredicateFindings(tuple(sorted(found, key=lambda each: each.name)), tally.cost())


def _predicates(facts: Sequence[Fact]) -> list[_Predicate]:
    """Return the predicates of facts in the order of their first facts."""
    predicates: dict[str, _Predicate] = {}
    for fact in facts:
        predicate = predicates.setdefault(fact.predicate, _Predicate(fact.predicate))
        predicate.facts.append(fact)
        predicate.wordings.update(entry.wording for entry in fact.evidence if entry.wording.strip())
    return list(predicates.values())


def _describe(predicates: Sequence[_Predicate], tally: Tally) -> Flow[None]:
    """Describe predicates by the first of their facts."""
    by_key = {predicate.key: predicate for predicate in predicates}
    asked = [predicate.facts[0] for predicate in predicates]
    requests = []
    for group in in_groups(asked, _PREDICATES_AT_ONCE):
        lines = (
            f"{number}. {plain_field(by_key[fact.predicate].wording)} | {_shown(fact.subject)} | {_shown(fact.object)}"
            for number, fact in enumerate(group, start=1)
        )
        requests.append(about_items(group, PREDICATES, PREDICATES_SCHEMA, PHASE, predicates="\n".join(lines)))
    for fact, description in (yield from ask_items(requests, tally)):
        by_key[fact.predicate].description = description


def _alike(
    by_form: dict[PredicateForm, list[_Predicate]],
    options: ConstructionOptions,
    language: str,
    embeddings: Embeddings | None,
    *,
    described: bool,
) -> list[tuple[int, int]]:
    """Return which forms are so alike that they say the same, by their places."""
    forms = list(by_form)
    firsts = [predicates[0] for predicates in by_form.values()]
    texts = ["; ".join(filter(None, (first.wording, first.description))) for first in firsts]
    vectors = text_vectors(texts, embeddings, language)
    threshold = options.predicates
    if threshold is None:
        words = [frozenset(form.words) for form in forms]
        threshold = unchecked(
            calibrated_threshold(vectors, lambda first, second: not words[first].isdisjoint(words[second]))
        )
    return [
        (first, second)
        for first, second in similar_pairs(vectors, threshold)
        if forms[first].may_mean(forms[second])
        and (described or forms[first].prepositions == forms[second].prepositions)
    ]


def _group(document: str, members: Sequence[_Predicate], origin: str) -> PredicateGroup:
    named = max(members, key=lambda member: sum(member.wordings.values()) or len(member.facts))
    described = next((member for member in (named, *members) if member.description), named)
    keys = tuple(sorted(member.key for member in members))
    return PredicateGroup(document, named.key, keys, described.description, origin)


def _shown(end: FactEnd) -> str:
    if isinstance(end, SectionEnd):
        return "a section"
    return plain_field(end.text if isinstance(end, Value) else end)
