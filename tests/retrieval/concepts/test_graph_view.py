"""What a question may see of a graph, and how often it asks the store for it."""

import random
from pathlib import Path

import pytest

from lgm_core.graph.sqlite import SQLiteStore
from lgm_core.model import RelationKind, Verdict
from lgm_core.retrieval.concepts.expansion import neighbourhood_of
from lgm_core.retrieval.concepts.graph_view import GraphView
from tests.support.counting_store import CountingStore
from tests.support.small_graphs import ALIAS_OF, HAS_PART, IS_A, Relation, document_graph

OPEN, HIDDEN = {"shelf": "open"}, {"shelf": "hidden"}


@pytest.fixture
def store(tmp_path: Path) -> CountingStore:
    return CountingStore(SQLiteStore(tmp_path / "graph.lgm"))


def write(store: CountingStore, id: str, metadata: dict[str, str], *relations: Relation) -> None:
    names = [name for subject, _, target in relations for name in (subject, target)]
    text = f"{' and '.join(names)} exist."
    store.write(document_graph(id, [text], concepts=names, relations=relations, metadata=metadata))


def test_all_names_of_a_concept_are_read_in_one_call(store: CountingStore) -> None:
    write(store, "d", OPEN, ("a1", ALIAS_OF, "b1"), ("b1", ALIAS_OF, "c1"), ("c1", ALIAS_OF, "d1"), ("d1", IS_A, "e1"))
    view = GraphView(store)
    assert view.names("a1") == ("a1", "b1", "c1", "d1")
    assert view.names("d1") == ("d1", "c1", "b1", "a1")
    assert view.name_groups(["c1", "b1", "e1"]) == [("c1", "b1", "d1", "a1"), ("e1",)]
    assert store.calls["neighbours"] == 2


def test_relations_are_read_once(store: CountingStore) -> None:
    write(store, "d", OPEN, ("a1", ALIAS_OF, "b1"), ("b1", IS_A, "c1"))
    view = GraphView(store)
    first = view.relations(["a1", "b1"])
    assert [relation.key for relation in first] == [("alias_of", "a1", "b1"), ("is_a", "b1", "c1")]
    assert view.relations(["b1"]) == first
    assert view.names("b1") == ("b1", "a1")
    assert store.calls["neighbours"] == 1


def test_an_alias_that_only_hidden_documents_state_leads_nowhere(store: CountingStore) -> None:
    write(store, "open", OPEN, ("c1", IS_A, "d1"), ("a1", HAS_PART, "p1"))
    write(store, "hidden", HIDDEN, ("a1", ALIAS_OF, "b1"), ("b1", ALIAS_OF, "c1"))
    assert GraphView(store).names("a1") == ("a1", "b1", "c1")
    view = GraphView(store, where=OPEN)
    assert view.names("a1") == ("a1",)
    assert [relation.key for relation in view.relations(["a1"])] == [("has_part", "a1", "p1")]
    assert neighbourhood_of(view, ["a1"], depth=3).concepts == {"a1": "a1", "p1": "p1"}


def test_a_relation_keeps_only_the_evidence_that_may_be_seen(store: CountingStore) -> None:
    for id, metadata in (("hidden", HIDDEN), ("open", OPEN)):
        write(store, id, metadata, ("a1", IS_A, "b1"))
    (relation,) = GraphView(store, where=OPEN).relations(["a1"])
    assert [evidence.sentence_id for evidence in relation.evidence] == ["open#0"]


def test_the_language_under_a_filter_costs_no_call_of_its_own(store: CountingStore) -> None:
    write(store, "open", OPEN, ("a1", IS_A, "b1"))
    view = GraphView(store, where=OPEN)
    assert (view.language, view.allowed, list(view.documents(["open", "none"]))) == ("en", {"open"}, ["open"])
    assert dict(store.calls) == {"write": 1, "documents": 1}
    assert GraphView(store, languages=("de",)).language == "de"


def test_an_empty_graph_has_no_language(store: CountingStore) -> None:
    assert GraphView(store).language == ""


@pytest.mark.parametrize("seed", range(20))
def test_groups_of_names_are_the_connected_components_of_aliases(store: CountingStore, seed: int) -> None:
    random_ = random.Random(seed)
    names = [f"c{number}x" for number in range(12)]
    pairs = {tuple(sorted(random_.sample(names, 2))) for _ in range(8)}
    write(store, "d", OPEN, *((first, RelationKind.ALIAS_OF, second) for first, second in pairs))
    components = [{name} for name in names]
    for pair in pairs:
        joined = set().union(*(component for component in components if component & set(pair)))
        components = [component for component in components if not component & set(pair)] + [joined]
    groups = GraphView(store).name_groups(names)
    assert sorted(map(sorted, groups)) == sorted(map(sorted, components))


def parents(store: CountingStore, key: str, where: dict[str, str] | None = None) -> list[str]:
    return [relation.object for relation in GraphView(store, where=where).relations([key]) if relation.subject == key]


def test_of_two_directions_the_one_that_more_sentences_state_is_read(store: CountingStore) -> None:
    write(store, "a", OPEN, ("owl", IS_A, "bird"))
    write(store, "b", OPEN, ("bird", IS_A, "owl"))
    write(store, "c", HIDDEN, ("owl", IS_A, "bird"))
    view = GraphView(store)
    assert [relation.key for relation in view.relations(["bird"])] == [("is_a", "owl", "bird")]
    assert [relation.key for relation in view.relations_among(["bird", "owl"])] == [("is_a", "owl", "bird")]
    assert list(view.overruled) == [("is_a", "bird", "owl")]
    write(store, "d", OPEN, ("bird", IS_A, "owl"))
    write(store, "e", OPEN, ("bird", IS_A, "owl"))
    assert (parents(store, "owl"), parents(store, "bird")) == ([], ["owl"])
    store.delete(["d", "e"])
    assert (parents(store, "owl"), parents(store, "bird")) == (["bird"], [])
    store.delete(["a", "c"])
    assert parents(store, "bird") == ["owl"]


def test_of_a_longer_circle_the_relation_that_fewest_sentences_state_gives_way(store: CountingStore) -> None:
    write(store, "a", OPEN, ("owl", IS_A, "bird"), ("bird", IS_A, "animal"), ("animal", IS_A, "owl"))
    write(store, "b", HIDDEN, ("owl", IS_A, "bird"), ("bird", IS_A, "animal"))
    assert (parents(store, "owl"), parents(store, "bird"), parents(store, "animal")) == (["bird"], ["animal"], [])
    whole = neighbourhood_of(GraphView(store), ["owl"], depth=5)
    assert set(whole.concepts) == {"owl", "bird", "animal"}
    assert not whole.children["owl"]
    # Of what the open documents say nothing has more evidence than the rest; without the third there is no circle.
    assert parents(store, "owl", OPEN) == []
    assert parents(store, "owl", HIDDEN) == ["bird"]


def test_circles_are_read_with_the_relations_of_what_is_in_them(store: CountingStore) -> None:
    write(store, "a", OPEN, ("owl", IS_A, "bird"), ("bird", IS_A, "animal"), ("animal", IS_A, "owl"))
    view = GraphView(store)
    assert view.relations(["owl"]) == []
    assert (store.calls["neighbours"], store.calls["circles"]) == (1, 0)
    assert len(view.overruled) == 3


def test_of_directions_with_equal_evidence_none_is_read_unless_one_is_confirmed(store: CountingStore) -> None:
    write(store, "a", OPEN, ("owl", IS_A, "bird"), ("bird", IS_A, "owl"))
    view = GraphView(store)
    assert view.relations(["owl", "bird"]) == [] == view.relations_among(["owl", "bird"])
    assert len(view.overruled) == 2
    store.set_verdicts({("is_a", "owl", "bird"): Verdict.VALID})
    assert (parents(store, "owl"), parents(store, "bird")) == (["bird"], [])
