"""Bridges: the concepts over which a chain of passages goes on, and the passages to which they lead."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from lgm_core.retrieval.index.arrays import Booleans, Floats, Integers
from lgm_core.retrieval.index.positions import GAP
from lgm_core.retrieval.index.ranking_index import TITLE_ROLE, RankingIndex
from lgm_core.retrieval.ranking.query import Query
from lgm_core.retrieval.ranking.ranking_weights import RankingWeights
from lgm_core.retrieval.ranking.selection import best_of_each, items_of_rows

__all__ = ["BridgeFinder", "Links"]

_ALWAYS_FOLLOWED = 20
"""Mentions of a concept that are always followed, however small the graph is."""

_NOWHERE = 1 << 30
"""Distance to a word that does not occur."""


@dataclass(frozen=True, slots=True, eq=False)
class Links:
    """Ways from the ends of chains to other sections; each attribute has the shape (links,).

    Attributes:
        chain: the chain, as the place of its last section.
        section: the section reached, which is not the chain's last.
        concept: the bridging concept.
        strength: of the bridge.
    """

    chain: Integers
    section: Integers
    concept: Integers
    strength: Floats


@dataclass(frozen=True, slots=True, eq=False)
class _Bridges:
    """Concepts over which chains may go on, each once a chain; each attribute has the shape (bridges,)."""

    chain: Integers
    concept: Integers
    strength: Floats


@dataclass(frozen=True, slots=True, eq=False)
class _TermPositions:
    """Where a term of the question stands in the graph: positions of each word that may stand for it."""

    weight: float
    in_name: bool
    positions: list[Integers]


class BridgeFinder:
    """Follows bridging concepts from section to section, for one question.

    Args:
        query: the question.
        term_weights: weights of the query's parts, of shape (parts,), terms first.
        index: the graph's index.
        weights: of the ranking.
        allowed: sections that may be reached, of shape (sections,); None for all.
    """

    def __init__(
        self,
        query: Query,
        term_weights: Floats,
        index: RankingIndex,
        weights: RankingWeights,
        allowed: Booleans | None,
    ) -> None:
        self._index, self._weights, self._allowed = index, weights, allowed
        self._terms = [
            _TermPositions(float(weight), term.in_name, self._positions(term.words))
            for term, weight in zip(query.terms, term_weights, strict=False)
        ]
        self._is_asked = np.zeros(len(index.word_numbers) + 1, dtype=bool)
        self._is_asked[list(query.words)] = True
        self._is_seed = np.zeros(len(index.concept_names) + 1, dtype=bool)
        self._is_seed[[seed.concept for seed in query.seeds]] = True

    def _positions(self, words: tuple[int, ...]) -> list[Integers]:
        return [positions for word in words if len(positions := self._index.word_positions.row(word))]

    def links(self, last_sections: Integers) -> Links:
        """Return the links from the last sections of chains, of shape (chains,); the best one between two sections."""
        index = self._index
        bridges = self._bridges(last_sections)
        bridge, section, role = self._sections_of(bridges.concept)
        origin, is_title = last_sections[bridges.chain[bridge]], role > TITLE_ROLE
        has_same_title = is_title & (bridges.concept[bridge] == index.section_title[origin])
        usable = (section != origin) & ~has_same_title
        if self._allowed is not None:
            usable &= self._allowed[section]
        bridge, section, role, is_title = bridge[usable], section[usable], role[usable], is_title[usable]
        rarity = self._rarity(bridges.concept)[bridge]
        as_title, as_mention = role * rarity**self._weights.title_rarity, self._weights.mention_bridge * rarity
        strength = (bridges.strength[bridge] * np.where(is_title, as_title, as_mention)).astype(np.float32)
        chain = bridges.chain[bridge]
        best = best_of_each(chain.astype(np.int64) * index.section_count + section, strength)
        return Links(chain[best], section[best], bridges.concept[bridge[best]], strength[best])

    def _rarity(self, concepts: Integers) -> Floats:
        """Return 1 for concepts of one section, 0 for those of all."""
        frequency = self._index.concept_frequency[concepts]
        return np.asarray(np.maximum(0, 1 - np.log(frequency) / np.log(self._index.section_count + 1)))

    def _bridges(self, last_sections: Integers) -> _Bridges:
        """Return what the last sections mention and what titles them, unless the question names it already."""
        mentioned, titled = self._mentioned_bridges(last_sections), self._title_bridges(last_sections)
        chain = np.concatenate([mentioned.chain, titled.chain])
        concept = np.concatenate([mentioned.concept, titled.concept])
        strength = np.concatenate([mentioned.strength, titled.strength])
        best = best_of_each(chain.astype(np.int64) * len(self._index.concept_names) + concept, strength)
        return _Bridges(chain[best], concept[best], strength[best])

    def _mentioned_bridges(self, last_sections: Integers) -> _Bridges:
        index = self._index
        chain, mention = items_of_rows(index.section_mentions, last_sections)
        concept = index.mention_concept[mention]
        leads_on = self._leads_on(concept) & (concept != index.section_title[last_sections][chain])
        chain, mention, concept = chain[leads_on], mention[leads_on], concept[leads_on]
        is_new = self._has_unasked_word(concept)
        chain, mention, concept = chain[is_new], mention[is_new], concept[is_new]
        return _Bridges(chain, concept, self._strength(index.mention_first[mention], index.mention_last[mention]))

    def _title_bridges(self, last_sections: Integers) -> _Bridges:
        titles = self._index.section_title[last_sections]
        chain = np.flatnonzero(titles >= 0).astype(np.int32)
        chain = chain[self._leads_on(titles[chain])]
        strength = np.full(len(chain), self._weights.reverse_bridge, dtype=np.float32)
        return _Bridges(chain, titles[chain], strength)

    def _leads_on(self, concepts: Integers) -> Booleans:
        """Tell which concepts are in other sections too and are not named by the question."""
        return np.asarray(~self._is_seed[concepts] & (self._index.concept_frequency[concepts] > 1))

    def _has_unasked_word(self, concepts: Integers) -> Booleans:
        """Tell which concepts have a word that the question has not."""
        if not len(concepts):
            return np.zeros(0, dtype=bool)
        words = self._index.concept_words
        owner, place = items_of_rows(words.starts, concepts)
        return np.bincount(owner, ~self._is_asked[words.items[place]], minlength=len(concepts)) > 0

    def _strength(self, first: Integers, last: Integers) -> Floats:
        """Judge mentions by the words of the question in their sentences, and by how near these are.

        Args:
            first: positions of the first words of mentions, of shape (mentions,).
            last: those of their last words.
        """
        strength = np.full(len(first), self._weights.bridge_base, dtype=np.float32)
        for term in self._terms:
            if not term.positions:
                continue
            distance = _distance(term.positions[0], first, last)
            for positions in term.positions[1:]:
                distance = np.minimum(distance, _distance(positions, first, last))
            in_sentence = distance < GAP
            strength += term.weight * in_sentence
            if not term.in_name:
                decay = np.exp((1 - distance) / self._weights.proximity_reach)
                near = np.where((distance > 0) & in_sentence, decay, 0)
                strength += (self._weights.proximity * term.weight * near).astype(np.float32)
        return strength

    def _sections_of(self, concepts: Integers) -> tuple[Integers, Integers, Floats]:
        """Return where concepts lead: which of them, the section, its role there; common ones only to their titles."""
        index = self._index
        most = self._weights.common_concept * index.section_count + _ALWAYS_FOLLOWED
        is_rare = index.concept_frequency[concepts] <= most
        columns = []
        for postings, is_chosen in ((index.concept_sections, is_rare), (index.titled_sections, ~is_rare)):
            chosen = np.flatnonzero(is_chosen).astype(np.int32)
            owner, place = items_of_rows(postings.starts, concepts[chosen])
            columns.append((chosen[owner], postings.items[place], postings.weights[place]))
        bridge, section, role = (np.concatenate(column) for column in zip(*columns, strict=True))
        return bridge, section, role


def _distance(positions: Integers, first: Integers, last: Integers) -> Integers:
    """Return how many words each span is away from the nearest position, 0 inside the span.

    Args:
        positions: sorted positions, of shape (positions,), at least one.
        first: first words of spans, of shape (spans,).
        last: last words of spans.
    """
    following = np.searchsorted(positions, first)
    before = np.where(following > 0, first - positions[np.maximum(following - 1, 0)], _NOWHERE)
    after = np.where(following < len(positions), positions[np.minimum(following, len(positions) - 1)] - last, _NOWHERE)
    return np.maximum(np.minimum(before, after), 0).astype(np.int32)
