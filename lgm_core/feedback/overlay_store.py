"""A store with additions laid over it, which it does not hold."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import chain
from typing import Any, cast

from lgm_core.graph.added_knowledge import added_to_documents, with_added
from lgm_core.graph.canonical_facts import canonical_group, group_order
from lgm_core.graph.codecs.piece_codec import AddedPiece
from lgm_core.graph.metadata_filter import listed
from lgm_core.graph.port import LanguageGraphStore, Where
from lgm_core.graph.surface_forms import concept_with_forms, is_form, senses_by_name, with_senses
from lgm_core.model import (
    Addition,
    Concept,
    DocumentGraph,
    EntityProfile,
    Fact,
    Mention,
    PredicateGroup,
    Sentence,
    Statistics,
)

__all__ = ["laid_over"]


def laid_over(store: LanguageGraphStore, additions: Iterable[Addition]) -> LanguageGraphStore:
    """Return a readable graph that also has the facts, profiles, mentions and predicate groups of additions.

    Nothing is written to the store, so it may be read-only, and other readers never see the additions. The relations
    and the ranking index do not change. Neither filters nor verdicts apply to the additions, so these must already pass
    the filter and be lacking in the graph (`looking_up.lacking`).
    """
    return cast("LanguageGraphStore", _OverlayStore(store, additions))


_AS_BELOW = frozenset(
    {
        "changed_since",
        "circles",
        "close",
        "documents",
        "exists",
        "fact_verdict_basis",
        "languages",
        "neighbours",
        "places",
    }
    | {"read_blob", "read_schema", "relations", "relations_among", "revision", "sections", "sentences", "verdict_basis"}
)
"""Methods of the store whose results additions do not change."""


class _OverlayStore:
    """The methods of a store with additions included, and those of the store that additions do not change.

    There are no others, so that nothing is written and no method silently ignores the additions.
    """

    def __init__(self, store: LanguageGraphStore, additions: Iterable[Addition]) -> None:
        self._store, self._additions = store, list(additions)
        self._facts: dict[str, Fact] = {}
        self._profiles: list[EntityProfile] = []
        self._mentions: defaultdict[str, dict[Mention, None]] = defaultdict(dict)
        self._mentioning: defaultdict[str, dict[str, None]] = defaultdict(dict)
        self._groups: list[PredicateGroup] = []
        for addition in self._additions:
            for fact in addition.facts:
                self._facts[fact.key] = _united(self._facts.get(fact.key), fact)
            self._profiles += addition.profiles
            self._groups += (replace(canonical_group(group), run=addition.id) for group in addition.predicate_groups)
            for mention in addition.mentions:
                self._mentions[mention.sentence_id][mention] = None
                self._mentioning[mention.concept][mention.sentence_id] = None

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401  # whatever the store has
        if name not in _AS_BELOW:
            raise AttributeError(f"a graph with additions for one question has no {name!r}")
        return getattr(self._store, name)

    def __str__(self) -> str:
        return str(self._store)

    def facts(
        self,
        *,
        concept: str | None = None,
        predicate: str | None = None,
        verdict: Any = None,  # noqa: ANN401
        offset: int = 0,
        limit: int | None = None,
    ) -> list[Fact]:
        kept = self._store.facts(concept=concept, predicate=predicate, verdict=verdict)
        added = [
            fact
            for fact in self._facts.values()
            if (concept is None or concept in (fact.subject, fact.object))
            and (predicate is None or predicate == fact.predicate)
            and (verdict is None or verdict == fact.verdict)
        ]
        end = None if limit is None else offset + limit
        return self._with(kept, added)[offset:end]

    def facts_about(self, keys: Sequence[str], limit: int | None = None, where: Where | None = None) -> list[Fact]:
        wanted = set(listed(keys))
        kept = self._store.facts_about(keys, limit, where)
        added = [fact for fact in self._facts.values() if wanted & {fact.subject, fact.object}]
        return sorted(self._with(kept, added), key=lambda fact: fact.subject not in wanted)[:limit]

    def facts_among(self, keys: Sequence[str], limit: int | None = None, where: Where | None = None) -> list[Fact]:
        wanted = set(listed(keys))
        kept = self._store.facts_among(keys, limit, where)
        added = [fact for fact in self._facts.values() if wanted.issuperset(fact.concepts)]
        return sorted(self._with(kept, added), key=lambda fact: not isinstance(fact.object, str))[:limit]

    def scan(self, ids: Sequence[str] | None = None, *, own: bool = False) -> Iterator[DocumentGraph]:
        given: defaultdict[str, dict[str, list[AddedPiece]]] = defaultdict(dict)
        for addition in [] if own else self._additions:
            for id, pieces in added_to_documents(replace(addition, relations=())).items():
                given[id].setdefault(addition.id, []).extend(map(AddedPiece, pieces))
        for graph in self._store.scan(ids, own=own):
            yield with_added(graph, given[graph.document.id])[0] if graph.document.id in given else graph

    def statistics(self) -> Statistics:
        below = self._store.statistics()
        documents = sorted({sentence.rpartition("#")[0] for sentence in self._mentions})
        mentions = sum(len(graph.mentions) for graph in self.scan(documents))
        mentions -= sum(len(graph.mentions) for graph in self._store.scan(documents))
        keys = {*self._mentioning, *chain.from_iterable(fact.concepts for fact in self._facts.values())}
        subjects = sorted({fact.subject for fact in self._facts.values()})
        known = {fact.key for fact in self._store.facts_about(subjects)} if subjects else set()
        return replace(
            below,
            concepts=below.concepts + len(keys - self._store.frequencies(sorted(keys)).keys()),
            mentions=below.mentions + mentions,
            facts=below.facts + len(self._facts.keys() - known),
            additions=below.additions + len({addition.id for addition in self._additions}),
        )

    def profiles(self, keys: Sequence[str], where: Where | None = None) -> list[EntityProfile]:
        wanted = set(listed(keys))
        kept = self._store.profiles(keys, where)
        return [*kept, *(profile for profile in self._profiles if profile.concept in wanted and profile not in kept)]

    def predicate_groups(self, document_ids: Sequence[str] | None = None) -> list[PredicateGroup]:
        wanted = None if document_ids is None else set(listed(document_ids))
        added = (group for group in self._groups if wanted is None or group.document_id in wanted)
        return sorted({*self._store.predicate_groups(document_ids), *added}, key=group_order)

    def senses(self, keys: Sequence[str]) -> dict[str, list[str]]:
        keys = listed(keys)
        there = (concept.key for concept in self._store.find_concepts(keys))
        numbered = chain.from_iterable(self._store.senses(keys).values())
        return senses_by_name(keys, chain(there, numbered, self._mentioning))

    def mentions(self, sentence_ids: Sequence[str]) -> list[Mention]:
        ids = listed(sentence_ids)
        added = (mention for id in ids for mention in self._mentions.get(id, ()))
        united = dict.fromkeys((*self._store.mentions(ids), *added))
        return sorted(
            united,
            key=lambda mention: (*_place(mention.sentence_id), mention.start, mention.end, mention.concept),
        )

    def sentences_about(
        self, keys: Sequence[str], limit: int | None = None, where: Where | None = None
    ) -> list[Sentence]:
        kept = self._store.sentences_about(keys, limit, where)
        known = {sentence.id for sentence in kept}
        added = dict.fromkeys(id for key in listed(keys) for id in self._mentioning.get(key, ()) if id not in known)
        sentences = [*kept, *(self._store.sentences(list(added)) if added else ())]
        return sorted(sentences, key=lambda sentence: (sentence.document_id, sentence.position))[:limit]

    def frequencies(
        self, keys: Sequence[str], where: Where | None = None, *, all_senses: bool = False
    ) -> dict[str, int]:
        keys = listed(keys)
        if all_senses:
            keys = with_senses(keys, self.senses(keys))
        counts = self._store.frequencies(keys, where)
        return {
            key: counts.get(key, 0) + len(self._newly_mentioning(key))
            for key in keys
            if key in counts or key in self._mentioning
        }

    def find_concepts(self, keys: Sequence[str]) -> list[Concept]:
        keys = listed(keys)
        known = {concept.key: concept for concept in self._store.find_concepts(keys)}
        for key in keys:
            if ids := self._newly_mentioning(key):
                mentions = (mention for id in ids for mention in self._mentions[id] if mention.concept == key)
                added = concept_with_forms(key, len(ids), Counter(item.surface for item in mentions if is_form(item)))
                known[key] = _more_frequent(known[key], added) if key in known else added
        return [known[key] for key in keys if key in known]

    def _newly_mentioning(self, key: str) -> list[str]:
        """Return the sentences in which only additions mention a concept."""
        ids = list(self._mentioning.get(key, ()))
        if not ids:
            return []
        had = {mention.sentence_id for mention in self._store.mentions(ids) if mention.concept == key}
        return [id for id in ids if id not in had]

    def _with(self, kept: Iterable[Fact], added: Iterable[Fact]) -> list[Fact]:
        united = {fact.key: fact for fact in kept}
        for fact in added:
            united[fact.key] = _united(united.get(fact.key), fact)
        return [united[key] for key in sorted(united)]


def _united(known: Fact | None, fact: Fact) -> Fact:
    """Return a fact with the evidence of two equal ones."""
    if known is None:
        return fact
    return replace(known, evidence=tuple(sorted({*known.evidence, *fact.evidence})))


def _more_frequent(known: Concept, added: Concept) -> Concept:
    """Return a concept with the sentences and forms of two; new forms come last."""
    forms = tuple(dict.fromkeys((*known.forms, *added.forms)))
    return replace(known, frequency=known.frequency + added.frequency, forms=forms)


def _place(sentence_id: str) -> tuple[str, int]:
    document, _, position = sentence_id.rpartition("#")
    return document, int(position)
