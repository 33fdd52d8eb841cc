"""Bridges: the concepts that extend a chain of passages, and the passages they lead to."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from lgm_core.retrieval.index.arrays import Booleans, Floats, Ids
from lgm_core.retrieval.index.ranking_index import TITLE_ROLE, RankingIndex, SectionMentions
from lgm_core.retrieval.index.segment import GAP
from lgm_core.retrieval.ranking.query import Query
from lgm_core.retrieval.ranking.ranking_options import RankingWeights
from lgm_core.retrieval.ranking.selection import best_of_each, places_of

__all__ = ["BridgeFinder", "Links"]

_ALWAYS_FOLLOWED = 20
"""Up to this many mentions a concept is always followed, however small the graph."""


_SHORT_SECTION = 200
"""Words up to which all that a section mentions is near what it says of the question. In longer ones a mention whose
sentence shares nothing with the question leads on by chance, and counts less."""

_ROW_STRIDE = 1 << 42
"""More than the largest distance between word positions, so that the positions of several terms fit in one row."""


@dataclass(frozen=True, slots=True, eq=False)
class Links:
    """Links from the ends of chains to other sections; each attribute has the shape (links,).

    Attributes:
        chain: the chain, as the position of its last section.
        section: the section reached, other than the chain's last.
        concept: the bridging concept.
        strength: the strength of the bridge.
    """

    chain: Ids
    section: Ids
    concept: Ids
    strength: Floats

    def chosen(self, places: Ids) -> Links:
        """Return a selection of the links."""
        return Links(self.chain[places], self.section[places], self.concept[places], self.strength[places])


@dataclass(frozen=True, slots=True, eq=False)
class _Bridges:
    """Concepts that may extend chains, each once per chain; each attribute has the shape (bridges,)."""

    chain: Ids
    concept: Ids
    frequency: Ids
    strength: Floats


class BridgeFinder:
    """Follows bridging concepts from section to section, for one question."""

    def __init__(
        self, query: Query, term_weights: Floats, index: RankingIndex, weights: RankingWeights, allowed: Ids | None
    ) -> None:
        self._index, self._weights, self._allowed = index, weights, allowed
        terms = query.terms
        self._words = [word for term in terms for word in term.words]
        self._term_of_word = np.repeat(np.arange(len(terms)), [len(term.words) for term in terms])
        # The most a bridge gains from each term in its sentence, and from a nearby one.
        self._term_weights = np.array(term_weights[: len(terms)], dtype=np.float64)
        in_name = np.array([term.in_name for term in terms], dtype=bool)
        self._proximities = np.where(in_name, 0, weights.proximity * self._term_weights)
        self._asked = np.unique(np.array(query.words, dtype=np.int64))
        self._seeds = np.unique(np.array([seed.concept for seed in query.seeds], dtype=np.int64))

    def links(self, last_sections: Ids) -> Links:
        """Return the best link for each pair of sections, from the last sections of chains, of shape (chains,)."""
        titles = self._index.titles_of(last_sections)
        bridges = self._bridges(last_sections, titles)
        bridge, section, role = self._sections_of(bridges)
        chain, weights = bridges.chain[bridge], self._weights
        usable = section != last_sections[chain]
        titled = np.flatnonzero(role > TITLE_ROLE)
        usable[titled] &= (bridges.concept != titles[bridges.chain])[bridge[titled]]
        if self._allowed is not None:
            usable &= places_of(section, self._allowed)[1]
        rarity = np.maximum(0, 1 - np.log(bridges.frequency) / np.log(self._index.section_count + 1))
        strength = (bridges.strength * (weights.mention_bridge * rarity)).astype(np.float32)[bridge]
        of_titled = bridge[titled]
        as_title = role[titled] * (rarity**weights.title_rarity)[of_titled]
        strength[titled] = bridges.strength[of_titled] * as_title
        bridge, chain, section, strength = (column[usable] for column in (bridge, chain, section, strength))
        best = best_of_each(strength, chain, section)
        return Links(chain[best], section[best], bridges.concept[bridge[best]], strength[best])

    def _bridges(self, last_sections: Ids, titles: Ids) -> _Bridges:
        """Return the concepts that sections mention or are titled by, unless the question already names them."""
        mentions, titled = self._index.mentions_in(last_sections), np.flatnonzero(titles >= 0)
        chain, concept = np.concatenate([mentions.owner, titled]), np.concatenate([mentions.concept, titles[titled]])
        frequency = self._index.frequencies_of(concept)
        leads_on = (frequency > 1) & ~(concept[:, None] == self._seeds).any(axis=1)
        count = len(mentions.owner)
        leads_on[:count] &= mentions.concept != titles[mentions.owner]
        mentioned, titling = np.flatnonzero(leads_on[:count]), np.flatnonzero(leads_on[count:]) + count
        mentioned = mentioned[self._has_unasked_word(concept[mentioned])]
        strength = np.full(len(mentioned) + len(titling), self._weights.reverse_bridge, dtype=np.float32)
        strength[: len(mentioned)] = self._strength(mentions.chosen(mentioned), last_sections)
        chosen = np.concatenate([mentioned, titling])
        best = best_of_each(strength, chain[chosen], concept[chosen])
        chosen = chosen[best]
        return _Bridges(chain[chosen], concept[chosen], frequency[chosen], strength[best])

    def _has_unasked_word(self, concepts: Ids) -> Booleans:
        """Tell which concepts have a word that is not in the question."""
        owner, word = self._index.words_of_concepts(concepts)
        has_unasked = np.zeros(len(concepts), dtype=bool)
        has_unasked[owner[~places_of(word, self._asked)[1]]] = True
        return has_unasked

    def _strength(self, mentions: SectionMentions, last_sections: Ids) -> Floats:
        """Rate mentions by which words of the question their sentences contain, and how near these are."""
        near = np.minimum(1, _SHORT_SECTION / np.maximum(self._index.words_in(last_sections), 1))[mentions.owner]
        strength = np.asarray(self._weights.bridge_base * near, dtype=np.float32)
        place, position = self._index.occurrences(self._words, last_sections)
        if not len(place):
            return strength
        terms = np.arange(len(self._term_weights))[:, None] * _ROW_STRIDE
        occurrence = np.sort(self._term_of_word[place] * _ROW_STRIDE + position)
        occurrence = np.concatenate([[-_ROW_STRIDE], occurrence, [(len(terms) + 1) * _ROW_STRIDE]])
        # For each term and mention: the term's first occurrence at or after the mention, and the last one before it.
        first = terms + mentions.first
        following = occurrence.searchsorted(first)
        distance = np.minimum(occurrence[following] - (terms + mentions.last), first - occurrence[following - 1])
        gain = self._proximities[:, None] * np.exp((1 - distance) / self._weights.proximity_reach)
        gain[distance <= 0] = 0
        gain += self._term_weights[:, None]
        gain[distance >= GAP] = 0
        for row in gain:
            strength += row
        return strength

    def _sections_of(self, bridges: _Bridges) -> tuple[Ids, Ids, Floats]:
        """Return where concepts lead (position of concept, section, role); common ones only to sections they title."""
        most = self._weights.common_concept * self._index.section_count + _ALWAYS_FOLLOWED
        is_rare = bridges.frequency <= most
        if is_rare.all():
            return self._index.sections_of_concepts(bridges.concept, titled=False)
        columns = []
        for chosen, titled in ((np.flatnonzero(is_rare), False), (np.flatnonzero(~is_rare), True)):
            owner, section, role = self._index.sections_of_concepts(bridges.concept[chosen], titled=titled)
            columns.append((chosen[owner], section, role))
        bridge, section, role = (np.concatenate(column) for column in zip(*columns, strict=True))
        return bridge, section, role
