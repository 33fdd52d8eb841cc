"""Taxonomies have no cycle and no edge that follows from others."""

from __future__ import annotations

from itertools import permutations

import networkx
from hypothesis import given
from hypothesis import strategies as st

from lgm_core.learning.construction.schema.acyclic_edges import acyclic_edges

EDGES = st.lists(st.sampled_from([*permutations(range(8), 2)]), unique=True, max_size=25)


def reach(edges: list[tuple[int, int]]) -> set[tuple[int, int]]:
    return set(networkx.transitive_closure(networkx.DiGraph(edges)).edges)


@given(EDGES)
def test_what_is_left_has_no_cycle_and_no_edge_that_follows(candidates: list[tuple[int, int]]) -> None:
    kept = acyclic_edges(candidates)

    graph = networkx.DiGraph(kept)
    assert networkx.is_directed_acyclic_graph(graph)
    assert set(networkx.transitive_reduction(graph).edges) == set(kept)
    assert kept == [edge for edge in candidates if edge in kept]


@given(EDGES)
def test_a_candidate_is_missing_only_if_it_follows_or_its_opposite_does(candidates: list[tuple[int, int]]) -> None:
    reached = reach(acyclic_edges(candidates))

    assert all((narrow, broad) in reached or (broad, narrow) in reached for narrow, broad in candidates)


@given(EDGES, EDGES)
def test_fixed_edges_count_and_are_never_closed_to_a_cycle(
    candidates: list[tuple[int, int]], fixed: list[tuple[int, int]]
) -> None:
    kept = acyclic_edges(candidates, fixed)

    reached = reach(fixed)
    assert all((broad, narrow) not in reached for narrow, broad in kept)
    for edge in kept:
        assert edge not in reach([*fixed, *(other for other in kept if other != edge)])


def test_the_better_supported_edge_of_a_cycle_stays() -> None:
    assert acyclic_edges([("a", "b"), ("b", "c"), ("c", "a")]) == [("a", "b"), ("b", "c")]
    assert acyclic_edges([("c", "a"), ("b", "c"), ("a", "b")]) == [("c", "a"), ("b", "c")]


def test_nothing_is_broader_than_itself() -> None:
    assert acyclic_edges([("a", "a")]) == []
