"""Chains of passages: each next one is reached over a bridging concept and covers what the ones before left open."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from lgm_core.retrieval.index.arrays import Floats, Integers
from lgm_core.retrieval.index.ranking_index import TITLE_ROLE, RankingIndex
from lgm_core.retrieval.index.token_arrays import GAP
from lgm_core.retrieval.ranking.query import Query
from lgm_core.retrieval.ranking.ranking_options import RankingOptions

__all__ = ["Coverage", "SectionScores", "Step", "cover", "keep_together", "largest", "score_sections"]

Booleans = npt.NDArray[np.bool_]

_CONSIDERED = 60
"""Continuations looked at in each hop, the best ones."""

_TOGETHER = 30
"""Sections that are raised for the chains they stand in, the best ones."""

_LEADERS, _FOLLOWERS = 3, 10
"""Best sections that raise what is reached from them, and that raise what they are reached from."""


@dataclass(frozen=True, slots=True, eq=False)
class Coverage:
    """How much of each part of a query each section covers, from 0 to 1: `matrix[part, section]`, terms before seeds.

    `weights` of the parts sum to 1. `own` is what each section covers in all, `titled` how much of the seed bonus it
    gets.
    """

    matrix: Floats
    weights: Floats
    own: Floats
    titled: Floats


@dataclass(frozen=True, slots=True)
class Step:
    """A section of a chain, and the concept over which it was reached: -1 for the first."""

    section: int
    concept: int


@dataclass(frozen=True, slots=True, eq=False)
class SectionScores:
    """The score of each section, and the chain through which it got it: sections and the concepts between them."""

    scores: Floats
    chains: dict[int, tuple[Step, ...]]


def cover(query: Query, index: RankingIndex, options: RankingOptions) -> Coverage:
    """Match each part of a query with each section."""
    parts = len(query.terms) + len(query.seeds)
    matrix = np.zeros((parts, index.sections), dtype=np.float32)
    mean = float(index.section_words.sum()) / max(index.sections, 1) or 1.0
    norm = options.saturation * (1 - options.length + options.length * index.section_words / mean)
    for part, term in enumerate(query.terms):
        row = matrix[part]
        for word in term.related if options.related else ():
            sections = index.word_sections.row(word)
            found = _saturated(index.word_sections.weights_of(word), norm[sections], options)
            row[sections] = np.maximum(row[sections], options.related * found)
        sections = index.word_sections.row(term.word)
        row[sections] = np.maximum(
            row[sections], _saturated(index.word_sections.weights_of(term.word), norm[sections], options)
        )
    titled = np.zeros(index.sections, dtype=np.float32)
    for part, seed in enumerate(query.seeds, len(query.terms)):
        sections, roles = index.concepts.row(seed.concept), index.concepts.weights_of(seed.concept)
        is_title = roles > TITLE_ROLE
        matrix[part, sections] = np.where(is_title, roles, options.mentioned)
        of_title = sections[is_title]
        titled[of_title] = np.maximum(titled[of_title], seed.strength * roles[is_title])
    of_parts = [*(term.weight for term in query.terms), *(seed.weight for seed in query.seeds)]
    weights = np.array(of_parts, dtype=np.float32)
    weights /= weights.sum() or 1.0
    return Coverage(matrix, weights, weights @ matrix, titled)


def _saturated(frequency: Floats, norm: Floats, options: RankingOptions) -> Floats:
    return np.minimum(1.0, (1 + options.saturation) * frequency / (frequency + norm))


def score_sections(
    query: Query,
    index: RankingIndex,
    options: RankingOptions,
    allowed: Booleans | None = None,
    similar: Floats | None = None,
) -> tuple[SectionScores, Coverage]:
    """Score sections by the best chain that reaches them; `similar` adds to what each covers by itself."""
    coverage = cover(query, index, options)
    if similar is not None:
        coverage = replace(coverage, own=coverage.own + np.float32(options.similar) * similar)
    return _Search(query, index, options, coverage, allowed).run(), coverage


def keep_together(found: SectionScores, options: RankingOptions) -> None:
    """Raise sections whose chains come from the best ones, and those that several of the best were reached from.

    Evidence is of use when it is whole: a passage helps little without the one that leads to it.
    """
    best = [section for section in largest(found.scores, _TOGETHER).tolist() if found.scores[section] > 0]
    before = {section: [step.section for step in found.chains.get(section, ())[:-1]] for section in best}
    led = Counter(one for section in best[:_FOLLOWERS] for one in before[section])
    for section in best:
        if not set(before[section][-1:]).isdisjoint(best[:_LEADERS]):
            found.scores[section] += options.led
        found.scores[section] += options.leads * np.log1p(led[section])


@dataclass(frozen=True, slots=True, eq=False)
class _Bridges:
    """Concepts over which chains may go on: of which chain, which concept, how strong."""

    chain: Integers
    concept: Integers
    strength: Floats


class _Search:
    """A beam search over chains of sections, for one question."""

    def __init__(
        self,
        query: Query,
        index: RankingIndex,
        options: RankingOptions,
        coverage: Coverage,
        allowed: Booleans | None,
    ) -> None:
        self.query, self.index, self.options, self.coverage, self.allowed = query, index, options, coverage, allowed
        self.positions = self._positions()
        self.is_asked = np.zeros(len(index.words) + 1, dtype=bool)
        self.is_asked[list(query.words)] = True
        self.is_seed = np.zeros(len(index.names) + 1, dtype=bool)
        self.is_seed[[seed.concept for seed in query.seeds]] = True

    def _positions(self) -> list[tuple[float, bool, list[Integers]]]:
        """Return weight, whether part of a name, and the positions of each term, by the words that may stand for it."""
        found = []
        for term, weight in zip(self.query.terms, self.coverage.weights, strict=False):
            words = (term.word, *term.related) if self.options.related else (term.word,)
            rows = [row for word in words if len(row := self.index.word_positions.row(word))]
            found.append((float(weight), term.in_name, rows))
        return found

    def run(self) -> SectionScores:
        """Grow chains hop by hop; a section keeps the best score it was reached with."""
        options = self.options
        first = self.coverage.own + options.seed * self._shared_titles()
        if self.allowed is not None:
            first = np.where(self.allowed, first, 0)
        best = first.copy()
        chains: dict[int, tuple[Step, ...]] = {}
        heads = largest(first, options.beam)
        heads = heads[first[heads] > 0]
        scores, covered = first[heads], self.coverage.matrix[:, heads]
        paths: list[tuple[Step, ...]] = [(Step(int(head), -1),) for head in heads]
        for _ in range(options.hops - 1):
            if not len(heads):
                break
            chain, section, concept, score = self._continuations(heads, scores, covered)
            kept: dict[int, tuple[float, int, int]] = {}
            before = [{step.section for step in path} for path in paths]
            for at in largest(score, _CONSIDERED).tolist():
                one, reached = int(chain[at]), int(section[at])
                if reached in kept or reached in before[one]:
                    continue
                kept[reached] = (float(score[at]), one, int(concept[at]))
                if score[at] > best[reached]:
                    best[reached] = score[at]
                    chains[reached] = (*paths[one], Step(reached, int(concept[at])))
            grown = list(kept.items())[: options.beam]
            heads = np.array([reached for reached, _ in grown], dtype=np.int32)
            scores = np.array([score for _, (score, _, _) in grown], dtype=np.float32)
            continued = [one for _, (_, one, _) in grown]
            covered = np.maximum(covered[:, continued], self.coverage.matrix[:, heads])
            paths = [(*paths[one], Step(reached, over)) for reached, (_, one, over) in grown]
        return SectionScores(best, chains)

    def _shared_titles(self) -> Floats:
        """Share the seed bonus between sections of one title: the section that covers most gets all of it."""
        titled = self.coverage.titled.copy()
        sections = np.flatnonzero(titled)
        seen: dict[int, int] = {}
        order = sections[np.argsort(-(self.coverage.own[sections] + titled[sections]), kind="stable")]
        for section in order.tolist():
            title = int(self.index.section_title[section])
            place = seen[title] = seen.get(title, 0) + 1
            titled[section] /= place**0.5
        return titled

    def _continuations(
        self, heads: Integers, scores: Floats, covered: Floats
    ) -> tuple[Integers, Integers, Integers, Floats]:
        """Return chain, next section, bridging concept and score of every way to go on."""
        options, coverage = self.options, self.coverage
        chain, section, concept, link = self._links(self._bridges(heads), heads)
        left_open = np.maximum(coverage.matrix[:, section] - covered[:, chain], 0)
        score = (
            options.inherit * scores[chain]
            + options.link * link
            + options.cover * (coverage.weights @ left_open)
            + options.own * coverage.own[section]
        )
        order = np.lexsort((-score, chain))
        place = np.arange(len(order)) - np.searchsorted(chain[order], np.arange(len(heads)))[chain[order]]
        return chain[order], section[order], concept[order], score[order] - options.spread * np.log1p(place)

    def _bridges(self, heads: Integers) -> _Bridges:
        """Return the concepts that the sections at the end of chains mention, each once, and what titles them."""
        index, options = self.index, self.options
        chain, at = _expand(index.section_mentions, heads)
        concept = index.mention_concept[at]
        titles = index.section_title[heads]
        keep = ~self.is_seed[concept] & (concept != titles[chain]) & (index.concept_frequency[concept] > 1)
        chain, at, concept = chain[keep], at[keep], concept[keep]
        new = self._is_new(concept)
        chain, at, concept = chain[new], at[new], concept[new]
        strength = self._strength(index.mention_first[at], index.mention_last[at])
        back = np.flatnonzero(titles >= 0).astype(np.int32)
        back = back[~self.is_seed[titles[back]] & (index.concept_frequency[titles[back]] > 1)]
        chain, concept = np.concatenate([chain, back]), np.concatenate([concept, titles[back]])
        strength = np.concatenate([strength, np.full(len(back), options.backwards, dtype=np.float32)])
        keep = _best_of_each(chain.astype(np.int64) * len(index.names) + concept, strength)
        return _Bridges(chain[keep], concept[keep], strength[keep])

    def _is_new(self, concept: Integers) -> Booleans:
        """Tell which concepts have a word that the question has not."""
        if not len(concept):
            return np.zeros(0, dtype=bool)
        words = self.index.concept_words
        owner, at = _expand(words.starts, concept)
        return np.bincount(owner, ~self.is_asked[words.items[at]], minlength=len(concept)) > 0

    def _strength(self, first: Integers, last: Integers) -> Floats:
        """Judge mentions by the words of the question in their sentences, and by how near these are."""
        options = self.options
        strength = np.full(len(first), options.bridge, dtype=np.float32)
        for weight, in_name, rows in self.positions:
            if not rows:
                continue
            distance = _distance(rows[0], first, last)
            for positions in rows[1:]:
                distance = np.minimum(distance, _distance(positions, first, last))
            strength += weight * (distance < GAP)
            if not in_name:
                near = np.where((distance > 0) & (distance < GAP), np.exp((1 - distance) / options.reach), 0)
                strength += (options.nearness * weight * near).astype(np.float32)
        return strength

    def _links(self, bridges: _Bridges, heads: Integers) -> tuple[Integers, Integers, Integers, Floats]:
        """Follow bridges to the sections they title or that mention them; the best bridge between two is kept."""
        index, options = self.index, self.options
        frequency = index.concept_frequency[bridges.concept]
        rare = np.maximum(0, 1 - np.log(frequency) / np.log(index.sections + 1))
        few = frequency <= options.common * index.sections + 20
        bridge, section, role = self._reached(bridges.concept, few)
        is_title = role > TITLE_ROLE
        head = heads[bridges.chain[bridge]]
        same_title = is_title & (bridges.concept[bridge] == index.section_title[head])
        keep = (section != head) & ~same_title
        if self.allowed is not None:
            keep &= self.allowed[section]
        bridge, section, role, is_title = bridge[keep], section[keep], role[keep], is_title[keep]
        factor = np.where(is_title, role * rare[bridge] ** options.title_rarity, options.by_mention * rare[bridge])
        strength = (bridges.strength[bridge] * factor).astype(np.float32)
        chain = bridges.chain[bridge]
        keep = _best_of_each(chain.astype(np.int64) * index.sections + section, strength)
        return chain[keep], section[keep], bridges.concept[bridge[keep]], strength[keep]

    def _reached(self, concepts: Integers, few: Booleans) -> tuple[Integers, Integers, Floats]:
        """Return where concepts lead: which of them, the section, its role there; only to titles unless it is `few`."""
        parts = []
        for postings, which in ((self.index.concepts, few), (self.index.titled, ~few)):
            chosen = np.flatnonzero(which).astype(np.int32)
            owner, at = _expand(postings.starts, concepts[chosen])
            parts.append((chosen[owner], postings.items[at], postings.weights[at]))
        bridge, section, role = (np.concatenate(both) for both in zip(*parts, strict=True))
        return bridge, section, role


def largest(scores: Floats, count: int) -> Integers:
    """Return where the largest scores are, best first, equal ones in order."""
    found = np.arange(len(scores))
    if count < len(scores):
        found = np.sort(np.argpartition(-scores, count)[:count])
    return found[np.argsort(-scores[found], kind="stable")].astype(np.int32)


def _expand(starts: Integers, rows: Integers) -> tuple[Integers, Integers]:
    """Return, for all items of some rows, which of these rows each is in and where it stands."""
    lengths = starts[rows + 1] - starts[rows]
    owner = np.repeat(np.arange(len(rows), dtype=np.int32), lengths)
    offset = np.arange(len(owner)) - np.repeat(np.cumsum(lengths) - lengths, lengths)
    return owner, (np.repeat(starts[rows], lengths) + offset).astype(np.int32)


def _best_of_each(keys: npt.NDArray[np.int64], values: Floats) -> Integers:
    """Return where the largest value of each key is."""
    order = np.lexsort((-values, keys))
    first = np.ones(len(keys), dtype=bool)
    first[1:] = keys[order][1:] != keys[order][:-1]
    return order[first].astype(np.int32)


def _distance(positions: Integers, first: Integers, last: Integers) -> Integers:
    """Return how many words each span is away from the nearest position, 0 inside."""
    after = np.searchsorted(positions, first)
    left = np.where(after > 0, first - positions[np.maximum(after - 1, 0)], 1 << 30)
    right = np.where(after < len(positions), positions[np.minimum(after, len(positions) - 1)] - last, 1 << 30)
    return np.maximum(np.minimum(left, right), 0).astype(np.int32)
