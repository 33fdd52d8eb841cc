"""Facts and additions in Neo4j: what is in the database, and what several writers can do wrong."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from lgm_core import LanguageGraph
from lgm_core.errors import StoreError
from lgm_core.graph.neo4j import Neo4jStore
from lgm_core.graph.sqlite import SQLiteStore
from lgm_core.model import Addition, Fact, Mention, SectionEnd, Value, ValueKind, Verdict
from tests.graph.store_contract import APPLES, PEARS, document, exported
from tests.graph.store_contract.additions import OVER_BOTH, SWEET
from tests.support.neo4j_server import new_name
from tests.support.papers import PAPER
from tests.support.store_graphs import ORCHARD, stated, year


@pytest.fixture
def store(neo4j_driver: Any) -> Neo4jStore:
    return Neo4jStore.from_driver(neo4j_driver, graph=new_name())


def values(driver: Any, store: Neo4jStore) -> list[str]:
    """Return the names of the nodes of values."""
    found = driver.execute_query("MATCH (v:Value {graph: $graph}) RETURN v.name AS name", graph=store.graph)
    return sorted(record["name"] for record in found.records)


def test_facts_are_what_the_documentation_says(neo4j_driver: Any, store: Neo4jStore) -> None:
    store.write_many([APPLES, ORCHARD])
    store.add(SWEET)
    (found,) = neo4j_driver.execute_query(
        """
        MATCH (c:Concept {graph: $graph, key: 'orchard'})-[f:FACT {predicate: 'plant by'}]->(:Concept)
        MATCH (c)-[:FACT {predicate: 'plant in'}]->(v:Value)
        MATCH (s:Sentence {graph: $graph})-[:STATES]->(statement:Statement {key: f.key})
        MATCH (:SourceDocument {document_id: 'orchard', graph: $graph})-[:HAS_PROFILE]->(p:Profile)
        MATCH (a:Addition {graph: $graph})-[added:ADDED]->(d:SourceDocument)
        RETURN f.verdict, f.qualifiers, v.name, v.kind, labels(v) AS labels, s.position, statement.wording, p.concept,
            a.addition, added.facts, d.document_id
        """,
        graph=store.graph,
    ).records
    labels = found["labels"]
    assert [value for name, value in found.items() if name != "labels"] == [
        "unknown", ["in 1904"], "1904", "date", 0, "planted by", "kent", "run-1", 1, "apples",
    ]  # fmt: skip
    assert set(labels) == {"LanguageGraph", "Value"}


def test_a_value_is_one_node_while_facts_lead_to_it(neo4j_driver: Any, store: Neo4jStore) -> None:
    farm = document("farm", "[Planting|orchard] began in AD 1904.")
    fact = Fact("orchard", "begin in", year("AD 1904", 1904), (), stated("farm#0", 0, 8, "began in"))
    store.write_many([ORCHARD, replace(farm, facts=(fact,))])
    assert values(neo4j_driver, store) == ["1904"]
    store.delete(["orchard"])
    assert values(neo4j_driver, store) == ["1904"]
    store.write(farm)
    assert values(neo4j_driver, store) == []


def test_facts_that_lead_to_sections_keep_their_verdicts(neo4j_driver: Any, store: Neo4jStore) -> None:
    fact = Fact("orchard", "be in", SectionEnd("orchard#s0"), (), stated("orchard#1", 4, 26, "in"))
    orchard = replace(ORCHARD, facts=(fact,))
    store.write(orchard)
    store.set_fact_verdicts({fact.key: Verdict.VALID}, {fact.key: "b1"})
    store.write(replace(orchard, document=replace(orchard.document, title="The orchard")))
    assert store.facts() == [replace(fact, verdict=Verdict.VALID)]
    assert store.fact_verdict_basis([fact.key]) == {fact.key: "b1"}
    assert store.sections(["orchard#s0"]) == list(ORCHARD.sections)
    store.write(replace(orchard, facts=()))
    assert (store.facts(), store.sections(["orchard#s0"])) == ([], list(ORCHARD.sections))
    store.write(orchard)
    store.delete(["orchard"])
    left = neo4j_driver.execute_query("MATCH (s:Section {graph: $graph}) RETURN s", graph=store.graph)
    assert left.records == []


def test_no_node_is_left_when_all_documents_are_deleted(neo4j_driver: Any, store: Neo4jStore) -> None:
    store.write_many([APPLES, ORCHARD])
    store.add(SWEET)
    store.delete(["orchard", "apples"])
    left = neo4j_driver.execute_query(
        "MATCH (n:LanguageGraph {graph: $graph}) RETURN labels(n) AS labels", graph=store.graph
    )
    # but the graph's own and those that its writers lock
    assert {tuple(record["labels"]) for record in left.records} == {("LanguageGraph",)}


def test_profiles_of_before_they_told_more_are_read(neo4j_driver: Any, store: Neo4jStore) -> None:
    store.write(ORCHARD)
    neo4j_driver.execute_query(
        "MATCH (p:Profile {graph: $graph}) REMOVE p.entity_class, p.is_familiar, p.relevance, p.origin",
        graph=store.graph,
    )
    assert store.profiles(["kent"]) == list(ORCHARD.profiles)


def test_a_sense_is_shown_by_its_name(neo4j_driver: Any, store: Neo4jStore) -> None:
    store.write(document("hives", "A [hive] and a [hive|hive~2]."))
    found = neo4j_driver.execute_query("MATCH (c:Concept {graph: $graph}) RETURN c.name AS name", graph=store.graph)
    assert sorted(record["name"] for record in found.records) == ["hive", "hive", "thing"]


def test_facts_are_ordered_by_code_point_and_values_may_be_long(store: Neo4jStore) -> None:
    # In UTF-16 the last two would be the other way round.
    texts = ["B", "a" * 20_000, "é", "\uff5e", "🍐"]
    ends = [Value(text, ValueKind.TEXT) for text in texts]
    facts = [Fact("orchard", "be", end, (), stated("orchard#1", 0, 5, "is")) for end in ends]
    store.write(replace(ORCHARD, facts=tuple(facts)))
    assert [fact.object for fact in store.facts()] == ends
    assert [fact.object for fact in store.facts_about(["orchard"], limit=4)] == ends[:4]
    assert [fact.object for fact in store.facts(offset=1, limit=3)] == ends[1:4]


def said(id: str, wording: str) -> Addition:
    """Make an addition that states something of apples and gives their document a concept."""
    fact = Fact("apple", f"taste {wording}", "sweetness", (), stated("apples#2", 0, 17, wording))
    mention = Mention("apples#2", "sweetness", "sweet", 11, 16)
    return Addition(id, "feedback", "why", "2026-01-31T12:00:00Z", (fact,), mentions=(mention,))


def test_writers_that_add_to_one_document_lose_nothing(neo4j_driver: Any, store: Neo4jStore, tmp_path: Path) -> None:
    additions = [[said(f"run-{writer}-{number}", f"w{writer}x{number}") for number in range(6)] for writer in range(3)]
    joined = [said("all", f"j{writer}") for writer in range(3)]

    def work(writer: int) -> None:
        own = Neo4jStore.from_driver(neo4j_driver, graph=store.graph)
        for number, addition in enumerate(additions[writer]):
            own.add(addition)
            if number == 3:
                own.add(joined[writer])
                own.undo([additions[writer][0].id])

    store.write_many([APPLES, PEARS])
    before = exported(store)
    with ThreadPoolExecutor(3) as pool:
        list(pool.map(work, range(3)))
    with SQLiteStore(tmp_path / "graph.lgm") as alone:
        alone.write_many([APPLES, PEARS])
        for addition in [*(some for mine in additions for some in mine[1:]), *joined]:
            alone.add(addition)
        assert exported(store) == exported(alone)
        assert store.additions() == alone.additions()
    assert store.undo([record.id for record in store.additions()]) == 16
    assert exported(store) == before


def test_a_document_that_somebody_adds_to_meanwhile_is_read_again(
    neo4j_driver: Any, store: Neo4jStore, tmp_path: Path
) -> None:
    store.write_many([APPLES, PEARS])
    store.add(OVER_BOTH)
    key = OVER_BOTH.facts[0].key
    meanwhile: list[Callable[[], object]] = [
        lambda: store.set_fact_verdicts({key: Verdict.VALID}),
        lambda: store.add(said("run-3", "well")),
        lambda: store.undo(["run-2"]),
        lambda: store.add(replace(SWEET, id="run-4")),
    ]

    def query(statement: str, parameters: dict[str, Any]) -> list[dict[str, Any]]:
        if "change" in parameters and meanwhile:
            meanwhile.pop()()
        return [record.data() for record in neo4j_driver.execute_query(statement, parameters).records]

    Neo4jStore(query, graph=store.graph).add(SWEET)
    assert meanwhile == []
    with SQLiteStore(tmp_path / "graph.lgm") as alone:
        alone.write_many([APPLES, PEARS])
        for addition in (SWEET, said("run-3", "well"), replace(SWEET, id="run-4")):
            alone.add(addition)
        alone.set_fact_verdicts({key: Verdict.VALID})
        assert exported(store) == exported(alone)
        assert store.additions() == alone.additions()


def test_an_addition_that_fails_at_the_last_moment_leaves_nothing_behind(neo4j_driver: Any, store: Neo4jStore) -> None:
    def failing(statement: str, parameters: dict[str, Any]) -> list[dict[str, Any]]:
        broken = statement.replace("RETURN g.revision AS revision", "RETURN 1 / (g.revision - g.revision)")
        return [record.data() for record in neo4j_driver.execute_query(broken, parameters).records]

    store.write_many([APPLES, PEARS])
    store.add(SWEET)
    before = exported(store), store.revision(), store.additions()
    for change in (lambda broken: broken.add(OVER_BOTH), lambda broken: broken.undo(["run-1"])):
        with pytest.raises(StoreError, match="by zero"):
            change(Neo4jStore(failing, graph=store.graph))
        assert (exported(store), store.revision(), store.additions()) == before


# What is constructed in Neo4j is what is constructed in a file.


def test_a_document_is_constructed_alike_in_both_stores(neo4j_driver: Any, tmp_path: Path) -> None:
    paper = tmp_path / "ferries.md"
    paper.write_text(PAPER, encoding="utf-8")
    with (
        LanguageGraph(tmp_path / "graph.lgm") as here,
        LanguageGraph(Neo4jStore.from_driver(neo4j_driver, graph=new_name())) as there,
    ):
        report = here.construct(paper)
        assert there.construct(paper) == report
        assert exported(there.store) == exported(here.store)
        assert there.entities("ferries.md") == here.entities("ferries.md")
        assert there.construct("ferries.md") == report
        paper.write_text(PAPER.replace("Jonas Berg", "Mira Voss"), encoding="utf-8")
        assert there.construct(paper) == here.construct(paper)
        assert exported(there.store) == exported(here.store)
        for graph in (here, there):
            graph.undo(graph.additions())
        assert exported(there.store) == exported(here.store)
