"""Which is-a relations run in circles, and which of those give way."""

import random

import pytest

from lgm_core.graph.circles import in_circles, overruled
from lgm_core.model import Evidence, MetaRelation, RelationKind, Verdict


def is_a(sub: str, sup: str, sentences: int = 1, *origins: str, verdict: Verdict = Verdict.UNKNOWN) -> MetaRelation:
    evidence = [Evidence(f"d#{n}", origin) for n in range(sentences) for origin in origins or ("pattern:copula",)]
    return MetaRelation(RelationKind.IS_A, sub, sup, tuple(evidence), verdict)


@pytest.mark.parametrize("seed", range(20))
def test_links_in_circles_are_those_whose_end_leads_to_their_start(seed):
    random_ = random.Random(seed)
    links = {(random_.randrange(9), random_.randrange(9)) for _ in range(12)}

    def leads(start, end, passed=frozenset()):
        return start == end or any(leads(b, end, passed | {a}) for a, b in links if a == start and b not in passed)

    assert in_circles(links) == {(start, end) for start, end in links if leads(end, start)}


def test_a_long_chain_is_followed_without_recursion():
    chain = [(number, number + 1) for number in range(5_000)]
    assert in_circles(chain) == set()
    assert in_circles([*chain, (5_000, 0)]) == {*chain, (5_000, 0)}


@pytest.mark.parametrize(
    ("relations", "giving_way"),
    [
        ([is_a("a", "b", 2), is_a("b", "a")], "ba"),
        ([is_a("a", "b"), is_a("b", "a")], "ab ba"),
        ([is_a("a", "b", 1, "pattern:copula", "llm:x"), is_a("b", "a")], "ba"),
        ([is_a("a", "b", verdict=Verdict.VALID), is_a("b", "a", 3)], "ba"),
        ([is_a("a", "b", 3), is_a("b", "c", 2), is_a("c", "a")], "ca"),
        ([is_a("a", "b", 3), is_a("b", "c"), is_a("c", "a")], "bc ca"),
        # What gave way to more evidence overrules nothing.
        ([is_a("a", "b", 3), is_a("b", "a", 2), is_a("b", "c", 2), is_a("c", "a")], "ba ca"),
        ([is_a("a", "b", 2), is_a("b", "a", 2), is_a("b", "c"), is_a("c", "a")], "ab ba"),
        ([is_a("a", "b"), is_a("b", "c")], ""),
    ],
)
def test_the_relations_with_the_least_evidence_give_way(relations, giving_way):
    gone = overruled(relations)
    assert sorted(each.subject + each.object for each in gone) == giving_way.split()
    assert not in_circles((each.subject, each.object) for each in relations if each not in gone)
