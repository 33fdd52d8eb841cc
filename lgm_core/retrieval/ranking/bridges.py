"""Bridges: the concepts over which a chain of passages goes on, and the passages to which they lead."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from lgm_core.retrieval.index.arrays import Booleans, Floats, Ids
from lgm_core.retrieval.index.ranking_index import TITLE_ROLE, RankingIndex, SectionMentions
from lgm_core.retrieval.index.segment import GAP
from lgm_core.retrieval.ranking.query import Query
from lgm_core.retrieval.ranking.ranking_weights import RankingWeights
from lgm_core.retrieval.ranking.selection import best_of_each, places_of

__all__ = ["BridgeFinder", "Links"]

_ALWAYS_FOLLOWED = 20
"""Mentions of a concept that are always followed, however small the graph is."""


@dataclass(frozen=True, slots=True, eq=False)
class Links:
    """Ways from the ends of chains to other sections; each attribute has the shape (links,).

    Attributes:
        chain: the chain, as the place of its last section.
        section: the section reached, which is not the chain's last.
        concept: the bridging concept.
        strength: of the bridge.
    """

    chain: Ids
    section: Ids
    concept: Ids
    strength: Floats


@dataclass(frozen=True, slots=True, eq=False)
class _Bridges:
    """Concepts over which chains may go on, each once a chain; each attribute has the shape (bridges,)."""

    chain: Ids
    concept: Ids
    strength: Floats


@dataclass(frozen=True, slots=True)
class _TermWords:
    """The words that may stand for a term of the question, by number, with what a bridge near one of them gains."""

    weight: float
    in_name: bool
    words: tuple[int, ...]


class BridgeFinder:
    """Follows bridging concepts from section to section, for one question.

    Args:
        query: the question.
        term_weights: weights of the query's parts, of shape (parts,), terms first.
        index: the graph's index.
        weights: of the ranking.
        allowed: sections that may be reached, sorted; None for all.
    """

    def __init__(
        self, query: Query, term_weights: Floats, index: RankingIndex, weights: RankingWeights, allowed: Ids | None
    ) -> None:
        self._index, self._weights, self._allowed = index, weights, allowed
        self._terms = [
            _TermWords(float(weight), term.in_name, term.words)
            for term, weight in zip(query.terms, term_weights, strict=False)
        ]
        self._asked = np.unique(np.array(query.words, dtype=np.int64))
        self._seeds = np.unique(np.array([seed.concept for seed in query.seeds], dtype=np.int64))

    def links(self, last_sections: Ids) -> Links:
        """Return the links from the last sections of chains, of shape (chains,); the best one between two sections."""
        index = self._index
        bridges = self._bridges(last_sections)
        frequency = index.frequencies_of(bridges.concept)
        bridge, section, role = self._sections_of(bridges.concept, frequency)
        origin, is_title = last_sections[bridges.chain[bridge]], role > TITLE_ROLE
        has_same_title = is_title & (bridges.concept == index.titles_of(last_sections)[bridges.chain])[bridge]
        usable = (section != origin) & ~has_same_title
        if self._allowed is not None:
            usable &= places_of(section, self._allowed)[1]
        bridge, section, role, is_title = bridge[usable], section[usable], role[usable], is_title[usable]
        rarity = self._rarity(frequency)[bridge]
        as_title, as_mention = role * rarity**self._weights.title_rarity, self._weights.mention_bridge * rarity
        strength = (bridges.strength[bridge] * np.where(is_title, as_title, as_mention)).astype(np.float32)
        chain = bridges.chain[bridge]
        best = best_of_each(strength, chain, section)
        return Links(chain[best], section[best], bridges.concept[bridge[best]], strength[best])

    def _rarity(self, frequency: Ids) -> Floats:
        """Return 1 for concepts of one section, 0 for those of all."""
        return np.asarray(np.maximum(0, 1 - np.log(frequency) / np.log(self._index.section_count + 1)))

    def _bridges(self, last_sections: Ids) -> _Bridges:
        """Return what the last sections mention and what titles them, unless the question names it already."""
        titles = self._index.titles_of(last_sections)
        mentioned, titled = self._mentioned_bridges(last_sections, titles), self._title_bridges(titles)
        chain = np.concatenate([mentioned.chain, titled.chain])
        concept = np.concatenate([mentioned.concept, titled.concept])
        strength = np.concatenate([mentioned.strength, titled.strength])
        best = best_of_each(strength, chain, concept)
        return _Bridges(chain[best], concept[best], strength[best])

    def _mentioned_bridges(self, last_sections: Ids, titles: Ids) -> _Bridges:
        mentions = self._index.mentions_in(last_sections)
        leads_on = self._leads_on(mentions.concept) & (mentions.concept != titles[mentions.owner])
        leads_on[leads_on] = self._has_unasked_word(mentions.concept[leads_on])
        mentions = mentions.chosen(leads_on)
        return _Bridges(mentions.owner, mentions.concept, self._strength(mentions, last_sections))

    def _title_bridges(self, titles: Ids) -> _Bridges:
        chain = np.flatnonzero(titles >= 0)
        chain = chain[self._leads_on(titles[chain])]
        strength = np.full(len(chain), self._weights.reverse_bridge, dtype=np.float32)
        return _Bridges(chain, titles[chain], strength)

    def _leads_on(self, concepts: Ids) -> Booleans:
        """Tell which concepts are in other sections too and are not named by the question."""
        return np.asarray(~places_of(concepts, self._seeds)[1] & (self._index.frequencies_of(concepts) > 1))

    def _has_unasked_word(self, concepts: Ids) -> Booleans:
        """Tell which concepts have a word that the question has not."""
        owner, word = self._index.words_of_concepts(concepts)
        is_asked = places_of(word, self._asked)[1]
        return np.asarray(np.bincount(owner, ~is_asked, minlength=len(concepts)) > 0)

    def _strength(self, mentions: SectionMentions, last_sections: Ids) -> Floats:
        """Judge mentions by the words of the question in their sentences, and by how near these are."""
        strength = np.full(len(mentions.first), self._weights.bridge_base, dtype=np.float32)
        place, position = self._index.occurrences([word for term in self._terms for word in term.words], last_sections)
        term_of_place = np.repeat(np.arange(len(self._terms)), [len(term.words) for term in self._terms])
        for number, term in enumerate(self._terms):
            near = position[term_of_place[place] == number]
            if not len(near):
                continue
            before, after = mentions.first[:, None] - near, near - mentions.last[:, None]
            distance = np.maximum(np.maximum(before, after), 0).min(axis=1)
            in_sentence = distance < GAP
            strength += term.weight * in_sentence
            if not term.in_name:
                decay = np.exp((1 - distance) / self._weights.proximity_reach)
                gain = np.where((distance > 0) & in_sentence, decay, 0)
                strength += (self._weights.proximity * term.weight * gain).astype(np.float32)
        return strength

    def _sections_of(self, concepts: Ids, frequency: Ids) -> tuple[Ids, Ids, Floats]:
        """Return where concepts lead: which of them, the section, its role there; common ones only to their titles."""
        most = self._weights.common_concept * self._index.section_count + _ALWAYS_FOLLOWED
        columns = []
        for is_rare in (True, False):
            chosen = np.flatnonzero((frequency <= most) == is_rare)
            owner, section, role = self._index.sections_of_concepts(concepts[chosen], titled=not is_rare)
            columns.append((chosen[owner], section, role))
        bridge, section, role = (np.concatenate(column) for column in zip(*columns, strict=True))
        return bridge, section, role
