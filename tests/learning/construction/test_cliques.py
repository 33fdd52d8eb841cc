"""Disjoint maximal cliques: those that listing all cliques and removing the largest again and again would give."""

from __future__ import annotations

from itertools import combinations

import networkx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lgm_core.learning.construction import cliques
from lgm_core.learning.construction.cliques import connected_groups, disjoint_cliques

COUNT = 12
PAIRS = st.lists(st.sampled_from(list(combinations(range(COUNT), 2))), max_size=50)


def one_after_another(count: int, pairs: list[tuple[int, int]]) -> list[tuple[int, ...]]:
    """Return the groups by definition: list all cliques of what is left, take the largest, the first of several."""
    graph = networkx.Graph(pairs)
    groups = []
    while graph.edges:
        listed = (tuple(sorted(clique)) for clique in networkx.find_cliques(graph))
        largest = min(listed, key=lambda clique: (-len(clique), clique))
        graph.remove_nodes_from(largest)
        groups.append(largest)
    return sorted(groups)


@given(PAIRS)
def test_groups_are_those_of_the_definition(pairs: list[tuple[int, int]]) -> None:
    assert disjoint_cliques(pairs) == one_after_another(COUNT, pairs)


@given(PAIRS, st.randoms(use_true_random=False))
def test_the_order_of_pairs_is_of_no_account(pairs: list[tuple[int, int]], random: object) -> None:
    shuffled = [pair[::-1] for pair in pairs]
    random.shuffle(shuffled)  # type: ignore[attr-defined]

    assert disjoint_cliques(shuffled) == disjoint_cliques(pairs)
    assert connected_groups(shuffled) == connected_groups(pairs)


@given(PAIRS)
def test_connected_groups_are_the_components(pairs: list[tuple[int, int]]) -> None:
    components = networkx.connected_components(networkx.Graph(pairs))

    assert connected_groups(pairs) == sorted(tuple(sorted(component)) for component in components)


@given(PAIRS)
def test_greedy_groups_are_disjoint_cliques_none_of_which_can_grow(pairs: list[tuple[int, int]]) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(cliques, "MOST_STEPS", 1)
        groups = disjoint_cliques(pairs)

    alike = {frozenset(pair) for pair in pairs}
    members = [number for group in groups for number in group]
    assert len(members) == len(set(members))
    assert all(frozenset(pair) in alike for group in groups for pair in combinations(group, 2))
    alone = set(range(COUNT)) - set(members)
    assert not any(all(frozenset((number, other)) in alike for other in group) for number in alone for group in groups)


@given(PAIRS)
def test_groups_of_keys_are_those_of_their_numbers(pairs: list[tuple[int, int]]) -> None:
    named = [(f"{first:02}", f"{second:02}") for first, second in pairs]
    for grouped in (disjoint_cliques, connected_groups):
        assert grouped(named) == [tuple(f"{number:02}" for number in group) for group in grouped(pairs)]


def test_a_alike_b_and_b_alike_c_make_no_group_of_three() -> None:
    assert disjoint_cliques([(0, 1), (1, 2)]) == [(0, 1)]
    assert connected_groups([(0, 1), (1, 2)]) == [(0, 1, 2)]


def test_a_larger_clique_goes_before_an_earlier_one() -> None:
    assert disjoint_cliques([(0, 1), (1, 2), (2, 3), (1, 3), (3, 4)]) == [(1, 2, 3)]


def test_nothing_alike_makes_no_group() -> None:
    assert disjoint_cliques([]) == []
    assert disjoint_cliques([(1, 1)]) == []
    assert connected_groups([]) == []


def test_thousands_that_are_all_alike_are_one_group() -> None:
    count = 1200

    assert disjoint_cliques(combinations(range(count), 2)) == [tuple(range(count))]


def test_a_graph_of_more_cliques_than_can_be_listed_is_divided_all_the_same() -> None:
    triples = [(first, second) for first, second in combinations(range(90), 2) if first // 3 != second // 3]

    groups = disjoint_cliques(triples)

    assert [len(group) for group in groups] == [30, 30, 30]
    assert groups == disjoint_cliques(triples[::-1])
