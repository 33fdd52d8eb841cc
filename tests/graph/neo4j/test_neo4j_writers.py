"""Several writers of one graph in Neo4j, and writers whose connection is lost at the worst moment."""

from __future__ import annotations

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any
from uuid import uuid4

import neo4j
import pytest
from neo4j.exceptions import IncompleteCommit, TransientError

from lgm_core.errors import StoreError
from lgm_core.graph.neo4j import Neo4jStore
from lgm_core.graph.neo4j.connection import FORMAT, driver_query
from lgm_core.graph.neo4j.cypher_reading import GRAPH
from lgm_core.graph.sqlite import SQLiteStore
from lgm_core.model import Verdict
from tests.graph.store_contract import APPLES, IS_A, PEARS, document, exported
from tests.graph.store_contract.additions import SWEET
from tests.support.store_graphs import ORCHARD

Statement = Callable[[str, dict[str, Any]], list[dict[str, Any]]]

SHARED = [
    document(f"d{number}", f"[A{number % 3}|a] is a [b{number % 5}].", relations=[("a", IS_A, "c", 0)])
    for number in range(16)
]
OTHERS = [document(f"e{number}", "[A|a] is a [b1] or a [b9].", relations=[("a", IS_A, "b9", 0)]) for number in range(6)]


class Failed(TransientError):
    """What the server raises, with a code."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.named = code

    @property
    def code(self) -> str:  # type: ignore[override]
        return self.named


@pytest.fixture
def name() -> str:
    return f"writers-{uuid4().hex}"


def alone(folder: Path, *write: Callable[[SQLiteStore], object]) -> bytes:
    """Return the export of what a graph file holds after some writes."""
    with SQLiteStore(folder / f"{uuid4().hex}.lgm") as store:
        for do in write:
            do(store)
        return exported(store)


def wait_until_blocked(driver: neo4j.Driver) -> None:
    """Wait until a transaction waits for a lock."""
    for _ in range(1000):
        statuses = driver.execute_query("SHOW TRANSACTIONS YIELD status WHERE status STARTS WITH 'Blocked'")
        if statuses.records:
            return
        time.sleep(0.01)
    pytest.fail("nobody waits")


def test_who_adds_waits_for_nobody_who_mentions_the_same(neo4j_driver: neo4j.Driver, name: str, tmp_path: Path) -> None:
    store = Neo4jStore.from_driver(neo4j_driver, graph=name)
    store.write_many([APPLES, PEARS])
    with neo4j_driver.session() as session, session.begin_transaction() as beside, ThreadPoolExecutor(1) as pool:
        beside.run(
            "MATCH (c:Concept {graph: $name}) MATCH (s:Sentence {graph: $name}) CREATE (s)-[:MENTIONS]->(c)", name=name
        ).consume()
        try:
            more = document("more", "An [apple] is a [pear].", relations=[("apple", IS_A, "pear", 0)])
            pool.submit(store.write, more).result(60)
        finally:
            beside.rollback()
    assert exported(store) == alone(tmp_path, lambda file: file.write_many([APPLES, PEARS, more]))


def test_who_removes_waits_for_who_adds(neo4j_driver: neo4j.Driver, name: str) -> None:
    store = Neo4jStore.from_driver(neo4j_driver, graph=name)
    store.write_many([APPLES, PEARS])
    with neo4j_driver.session() as session, session.begin_transaction() as adding, ThreadPoolExecutor(1) as pool:
        adding.run("MERGE (n:LanguageGraph {id: $id}) SET n.locked = true", id=f"{name}/stripe/31").consume()
        deleting = pool.submit(store.delete, ["apples"])
        wait_until_blocked(neo4j_driver)
        assert [record.id for record in store.documents()] == ["apples", "pears"]
        adding.commit()
        assert deleting.result(60) == 1
    assert [record.id for record in store.documents()] == ["pears"]


def test_a_revision_is_told_when_all_of_its_commit_can_be_read(neo4j_driver: neo4j.Driver, name: str) -> None:
    run = driver_query(neo4j_driver, None)

    def query(statement: str, parameters: dict[str, Any]) -> list[dict[str, Any]]:
        rows = run(statement, parameters)
        # As if the commit beside were seen in part: the revision already, and not yet the document.
        return [row | {"revision": 2} for row in rows] if statement == GRAPH else rows

    Neo4jStore(run, graph=name).write(APPLES)
    store = Neo4jStore(query, graph=name)
    with neo4j_driver.session() as session, session.begin_transaction() as beside, ThreadPoolExecutor(1) as pool:
        beside.run("MATCH (g:LanguageGraph {id: $id}) SET g.revision = 2", id=f"{name}/graph/{name}").consume()
        told = pool.submit(store.revision)
        wait_until_blocked(neo4j_driver)
        beside.commit()
        assert told.result(60) == 2
    with neo4j_driver.session() as session, session.begin_transaction() as beside:
        beside.run("MATCH (g:LanguageGraph {id: $id}) SET g.locked = true", id=f"{name}/graph/{name}").consume()
        assert store.revision() == 2  # which waits for nobody, as long as nothing changes


def test_who_may_only_read_is_told_the_revision_that_is_seen() -> None:
    def query(statement: str, parameters: dict[str, Any]) -> list[dict[str, Any]]:
        if "SET" in statement:
            raise Failed("Neo.ClientError.Security.Forbidden")
        return [{"format": FORMAT, "revision": 7}]

    assert Neo4jStore(query).revision() == 7


def test_who_adds_beside_who_deletes_and_judges_leaves_what_one_by_one_would(
    neo4j_driver: neo4j.Driver, name: str, tmp_path: Path
) -> None:
    Neo4jStore.from_driver(neo4j_driver, graph=name).write_many(OTHERS)
    judged = {("is_a", "a", "c"): Verdict.VALID}

    def add(first: int) -> None:
        store = Neo4jStore.from_driver(neo4j_driver, graph=name)
        for graph in SHARED[first::2] + SHARED[:4]:  # which both write
            store.write(graph)

    def remove() -> int:
        store = Neo4jStore.from_driver(neo4j_driver, graph=name)
        return sum(store.delete([graph.document.id]) for graph in OTHERS)

    with ThreadPoolExecutor(3) as pool:
        removing = pool.submit(remove)
        list(pool.map(add, range(2)))
        assert removing.result() == len(OTHERS)
    store = Neo4jStore.from_driver(neo4j_driver, graph=name)
    store.set_verdicts(judged)
    assert exported(store) == alone(
        tmp_path, lambda file: file.write_many(SHARED), lambda file: file.set_verdicts(judged)
    )
    stamps = [record.stamp for record in store.documents()]
    assert len(set(stamps)) == len(SHARED)
    assert max(stamps) < store.revision()


def test_of_two_who_add_one_document_at_once_the_later_finds_it(neo4j_driver: neo4j.Driver, name: str) -> None:
    run, others = driver_query(neo4j_driver, None), Neo4jStore.from_driver(neo4j_driver, graph=name)
    raced = 0

    def query(statement: str, parameters: dict[str, Any]) -> list[dict[str, Any]]:
        nonlocal raced
        if "change" in parameters and not raced:
            raced += 1
            others.write(APPLES)
            # As if the other commit came after the look at the stamps.
            statement = statement.replace("WHERE unchanged = size($change.stamps)", "")
        return run(statement, parameters)

    Neo4jStore(query, graph=name).write_many([APPLES, PEARS])
    assert raced == 1
    assert [(record.id, record.stamp) for record in others.documents()] == [("apples", 1), ("pears", 2)]


def test_a_constraint_that_is_not_ours_is_no_race(neo4j_driver: neo4j.Driver, name: str) -> None:
    calls = 0

    def query(statement: str, parameters: dict[str, Any]) -> list[dict[str, Any]]:
        nonlocal calls
        if "change" in parameters:
            calls += 1
            raise Failed("Neo.ClientError.Schema.ConstraintValidationFailed")
        return driver_query(neo4j_driver, None)(statement, parameters)

    with pytest.raises(StoreError):
        Neo4jStore(query, graph=name).write(APPLES)
    assert calls == 1


# Connections that are lost


def losing_commits(run: Statement) -> Statement:
    """Do what is asked for, and lose the answer the first time that a statement changes or judges documents."""
    done: set[str] = set()

    def query(statement: str, parameters: dict[str, Any]) -> list[dict[str, Any]]:
        rows = run(statement, parameters)
        if {"change", "judged"} & parameters.keys() and statement not in done:
            done.add(statement)
            raise IncompleteCommit
        return rows

    return query


def test_what_is_done_twice_because_the_answer_was_lost_is_done_once(
    neo4j_driver: neo4j.Driver, name: str, tmp_path: Path
) -> None:
    store = Neo4jStore(losing_commits(driver_query(neo4j_driver, None)), graph=name)
    store.write_many([APPLES, ORCHARD])
    store.write(document("apples", "An [apple] fell."))
    store.write(APPLES)
    store.add(SWEET)
    store.set_verdicts({("is_a", "apple", "fruit"): Verdict.VALID})
    assert store.undo([SWEET.id]) == 1
    assert store.delete(["apples", "nothing"]) == 1
    revision = store.revision()
    assert exported(store) == alone(tmp_path, lambda file: file.write(ORCHARD))
    plain = Neo4jStore.from_driver(neo4j_driver, graph=name)
    assert (plain.revision(), plain.delete(["apples"])) == (revision, 0)


@pytest.mark.parametrize(
    ("code", "tries"),
    [
        ("Neo.TransientError.Transaction.DeadlockDetected", 4),
        ("Neo.ClientError.Transaction.Terminated", 4),
        ("Neo.ClientError.Statement.ArithmeticError", 1),
    ],
)
def test_what_passes_is_tried_again_and_nothing_else(code: str, tries: int) -> None:
    calls = 0

    def query(statement: str, parameters: dict[str, Any]) -> list[dict[str, Any]]:
        nonlocal calls
        calls += 1
        if calls < 4:
            raise Failed(code)
        return []

    store = Neo4jStore(query)
    if tries == 1:
        with pytest.raises(StoreError):
            store.languages()
    else:
        assert store.languages() == []
    assert calls >= tries
