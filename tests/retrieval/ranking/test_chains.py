"""Coverage, bridges and chains, compared with a plain implementation on random small graphs."""

from random import Random

import numpy as np
import pytest

from lgm_core.retrieval.index.ranking_index import RankingIndex
from lgm_core.retrieval.ranking.beam_search import BeamSearch
from lgm_core.retrieval.ranking.bridges import BridgeFinder, Links
from lgm_core.retrieval.ranking.coverage import Candidates, cover
from lgm_core.retrieval.ranking.query import Query, read_question
from lgm_core.retrieval.ranking.ranking_options import RankingWeights
from tests.support.indexes import random_index
from tests.support.plain_ranking import plain_chains, plain_coverage, plain_links, sections_of
from tests.support.random_documents import random_question

WEIGHTS = RankingWeights()


def random_query(random: Random, index: RankingIndex) -> Query:
    """Read a random question that has both words and concepts of the index."""
    while True:
        query = read_question(random_question(random), index, WEIGHTS)
        if query.terms and query.seeds:
            return query


@pytest.mark.parametrize("seed", range(8))
def test_sections_cover_what_a_plain_count_says(seed: int) -> None:
    random = Random(seed)
    index = random_index(random)
    query = random_query(random, index)
    coverage = cover(query, index, WEIGHTS, count=1 << 30)
    part_totals, part_weights, titles = plain_coverage(query, index, WEIGHTS)
    sections = np.array(sections_of(index))
    parts, totals = coverage.of(sections)
    np.testing.assert_allclose(parts, [[part[s] for s in sections] for part in part_totals], rtol=1e-5)
    np.testing.assert_allclose(coverage.weights, part_weights, rtol=1e-5)
    assert dict(zip(coverage.found.sections.tolist(), coverage.found.titles, strict=True)) == pytest.approx(
        {section: titles[section] for section in coverage.found.sections.tolist()}
    )
    assert {section for section, share in titles.items() if share} <= set(coverage.found.sections.tolist())
    np.testing.assert_allclose(totals, coverage.weights @ parts, rtol=1e-5)
    assert totals.max() > 0


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("is_filtered", [False, True])
def test_bridges_lead_where_a_plain_walk_leads(seed: int, is_filtered: bool) -> None:
    random = Random(seed)
    index = random_index(random)
    query = random_query(random, index)
    part_weights = plain_coverage(query, index, WEIGHTS)[1]
    ends = np.array(sections_of(index))
    allowed = {section: not is_filtered or random.random() < 0.5 for section in ends.tolist()}
    chosen = np.array([section for section in allowed if allowed[section]]) if is_filtered else None
    finder = BridgeFinder(query, np.array(part_weights), index, WEIGHTS, chosen)
    links = finder.links(ends)
    expected = {
        (section, target): found
        for section, targets in plain_links(query, part_weights, index, WEIGHTS).items()
        for target, found in targets.items()
        if allowed[target]
    }
    assert len(expected) > 50
    origins = ends[links.chain].tolist()
    assert list(zip(origins, links.section.tolist(), strict=True)) == sorted(expected)
    for chain, section, concept, strength in zip(
        origins, links.section.tolist(), links.concept.tolist(), links.strength.tolist(), strict=True
    ):
        best, concepts = expected[chain, section]
        assert strength == pytest.approx(best, rel=1e-4)
        assert concept in concepts


Strengths = dict[int, dict[int, float]]
"""By section, the strength of the bridge to each section that it leads to."""


def random_strengths(random: Random, sections: int) -> Strengths:
    return {
        section: {
            target: random.random()
            for target in random.sample(range(sections), random.randint(0, 8))
            if target != section
        }
        for section in range(sections)
    }


class GivenBridges:
    """Follows given bridges between sections; a concept has the number of the section that it leads to."""

    def __init__(self, strengths: Strengths) -> None:
        self.strengths = strengths

    def links(self, ends: np.ndarray) -> Links:
        rows = [
            (chain, target, strength)
            for chain, end in enumerate(ends.tolist())
            for target, strength in sorted(self.strengths[end].items())
        ]
        chain, target, strength = np.array(rows).reshape(-1, 3).T
        sections = target.astype(np.int64)
        return Links(chain.astype(np.int64), sections, sections, strength.astype(np.float32))


class GivenCoverage:
    """What given sections, numbered from 0, cover of a query."""

    def __init__(self, parts: np.ndarray, weights: np.ndarray, titles: np.ndarray) -> None:
        self.weights = weights
        totals = weights @ parts
        self.found = Candidates(np.arange(parts.shape[1]), parts, totals, titles, is_complete=True)

    def of(self, sections: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        return self.found.parts[:, sections], self.found.totals[sections]


@pytest.mark.parametrize("seed", range(20))
@pytest.mark.parametrize("weights", [WEIGHTS, RankingWeights(beam=3, hops=4)], ids=["defaults", "narrow and deep"])
def test_chains_are_those_of_a_plain_search(seed: int, weights: RankingWeights) -> None:
    random = Random(seed)
    sections, parts = range(40), range(5)
    bridges = GivenBridges(random_strengths(random, len(sections)))
    covered = [{section: random.random() * (random.random() < 0.2) for section in sections} for _ in parts]
    part_weights = [random.random() for _ in parts]
    titles = {section: random.random() * (random.random() < 0.3) for section in sections}
    section_title = [random.randint(0, 5) for _ in sections]
    matrix = np.array([list(part.values()) for part in covered], dtype=np.float32)
    of_parts = np.array(part_weights, dtype=np.float32)
    coverage = GivenCoverage(matrix, of_parts, np.array(list(titles.values()), dtype=np.float32))
    best = BeamSearch(coverage, bridges, np.array(section_title).__getitem__, weights).run()  # type: ignore[arg-type]
    scores, chains = plain_chains(covered, part_weights, titles, bridges.strengths, section_title, weights)
    np.testing.assert_allclose(best.scores, list(scores.values()), rtol=1e-4)
    assert {section: tuple(step.section for step in chain) for section, chain in best.chains.items()} == chains
    assert any(len(chain) == weights.hops for chain in chains.values())


def test_a_chain_names_the_concepts_over_which_it_goes() -> None:
    bridges = GivenBridges({0: {1: 1.0}, 1: {2: 1.0}, 2: {}})
    covered = np.array([[1.0, 0, 0]], dtype=np.float32)
    coverage = GivenCoverage(covered, np.ones(1, dtype=np.float32), np.zeros(3, dtype=np.float32))
    best = BeamSearch(coverage, bridges, np.array([-1, -1, -1]).__getitem__, WEIGHTS).run()  # type: ignore[arg-type]
    assert [(step.section, step.concept) for step in best.chains[2]] == [(0, -1), (1, 1), (2, 2)]
    assert best.predecessors(2) == [0, 1]
    assert best.predecessors(0) == []
