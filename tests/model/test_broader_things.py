"""What is a kind of what has no cycle and no edge that follows from others."""

from __future__ import annotations

from itertools import permutations

import networkx
from hypothesis import given
from hypothesis import strategies as st

from lgm_core.model import Evidence, MetaRelation, RelationKind, Verdict, acyclic_edges, broader_things

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


def test_the_better_supported_edge_of_a_cycle_stays() -> None:
    assert acyclic_edges([("a", "b"), ("b", "c"), ("c", "a")]) == [("a", "b"), ("b", "c")]
    assert acyclic_edges([("c", "a"), ("b", "c"), ("a", "b")]) == [("c", "a"), ("b", "c")]


def test_nothing_is_broader_than_itself() -> None:
    assert acyclic_edges([("a", "a")]) == []


def is_a(subject: str, object: str, *sentences: int, origin: str = "phrases", verdict: str = "unknown") -> MetaRelation:
    evidence = tuple(Evidence(f"sea#{position}", origin) for position in sentences)
    return MetaRelation(RelationKind.IS_A, subject, object, evidence, Verdict(verdict))


BOATS = {"barge": 0, "lighter": 0, "boat": 1, "vessel": 2, "thing": 3}


def test_of_a_circle_what_fewest_sentences_say_is_left_out() -> None:
    circle = [
        is_a("boat", "barge", 1),
        is_a("barge", "boat", 2, 3),
        is_a("barge", "vessel", 4),
        is_a("boat", "vessel", 5),
    ]
    assert [*broader_things(circle, BOATS)] == [(0, 1), (1, 2)]


def test_what_is_confirmed_comes_first_and_then_what_the_text_states() -> None:
    concluded, stated = is_a("boat", "barge", 1, 2, 3), is_a("barge", "boat", 4, origin="pattern:copula")
    assert [*broader_things([concluded, stated], BOATS)] == [(0, 1)]
    confirmed = is_a("boat", "barge", 1, verdict="valid")
    assert [*broader_things([confirmed, stated], BOATS)] == [(1, 0)]


def test_nothing_is_a_kind_of_its_other_name_the_root_or_what_is_no_thing() -> None:
    relations = [is_a("lighter", "barge", 1), is_a("boat", "thing", 1), is_a("boat", "craft", 1)]
    assert broader_things([*relations, is_a("boat", "vessel", 1, verdict="invalid")], BOATS) == {}


def test_names_of_one_thing_support_the_same_edge() -> None:
    first, second = is_a("barge", "boat", 1), is_a("lighter", "boat", 2)
    assert broader_things([first, second], BOATS) == {(0, 1): (first, second)}
