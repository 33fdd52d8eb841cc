"""Neo4j that goes away in the middle of a change, and connections to it that are cut, slow or silent.

The changes are those of graph files, of a graph that begins as a copy of the file's: so what is found in the end is
compared with what was found in a file that nothing disturbed, and node by node with a graph in Neo4j.
"""

from __future__ import annotations

import atexit
import json
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from functools import cache, partial
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any
from urllib.parse import quote, urlsplit
from uuid import uuid4

from lgm_core import Document, LanguageGraph, LGMError
from lgm_core.graph.neo4j import Neo4jStore
from lgm_core.graph.sqlite import SQLiteStore
from lgm_core.model import TraceStep
from tests.faults.children import Child, Tell
from tests.faults.fault import Attempt, Fault, Untried
from tests.faults.operations import (
    BUILT,
    GRAPH,
    OPERATIONS,
    TO_DELETE,
    Operation,
    before_build,
    before_deletion,
    delete,
    found,
    held,
    opened,
    secret,
)
from tests.faults.undisturbed import undisturbed
from tests.support.neo4j_server import LocalServer, Server, Unavailable, connected, shared_server
from tests.support.tcp_proxy import Cut, Direction, Passing, TCPProxy, as_it_comes, cut_after

if TYPE_CHECKING:
    from neo4j import Driver

# Several writers at once ------------------------------------------------------------------------------------------


def _built(tell: Callable[[int], None], place: Path, documents: Sequence[Document]) -> None:
    def on_step(step: TraceStep) -> None:
        if step.name == "learned":
            tell(step.details["learned"] + step.details["skipped"])

    with opened(place) as graph:
        graph.build(documents, workers=1, index=True, on_step=on_step)


SHARES = (BUILT[:90], BUILT[50:])
"""What two builds learn, some of it both."""


def two_builds(tell: Tell, place: Path) -> None:
    """Build in two threads, and acknowledge what each has learned."""
    with ThreadPoolExecutor(2) as pool:
        shares = [
            pool.submit(_built, lambda count, share=share: tell((share, count)), place, documents)
            for share, documents in enumerate(SHARES)
        ]
    for each in shares:
        each.result()


def check_two_built(graph: LanguageGraph, told: list[Any]) -> None:
    """The first so many documents of each are there in their new words."""
    hashes = {record.id: record.text_hash for record in graph.documents()}
    for share, count in told:
        assert all(hashes.get(each.id) == each.text_hash for each in SHARES[share][:count])


ADDED = BUILT[60:]


def build_and_delete(tell: Tell, place: Path) -> None:
    """Build in one thread what nobody knows, and delete in another."""
    with ThreadPoolExecutor(2) as pool:
        both = [pool.submit(_built, lambda count: tell(count), place, ADDED), pool.submit(delete, tell, place)]
    for each in both:
        each.result()


def check_built_and_deleted(graph: LanguageGraph, told: list[Any]) -> None:
    """The first so many documents are there, and what was deleted is not."""
    there = held(graph)
    counts = [count for count in told if isinstance(count, int)]
    assert {each.id for each in ADDED[: max(counts, default=0)]} <= there
    assert not {id for group in told if isinstance(group, list) for id in group} & there


_OF_FILES = {each.name: each for each in OPERATIONS}
CHANGES = (
    _OF_FILES["build"],
    replace(_OF_FILES["delete"], check=check_built_and_deleted),
    _OF_FILES["reflect"],
    Operation("two builds at once", before_build, two_builds, check_two_built),
    Operation("build and delete at once", before_deletion, build_and_delete, check_built_and_deleted),
)


# A graph in Neo4j -------------------------------------------------------------------------------------------------


@dataclass
class Bench:
    """A server, with a proxy before it, on which an operation is tried.

    Attributes:
        operation: what is done.
        server: the server.
        driver: a connection that nothing disturbs.
        proxy: through which the operation goes.
        passed: bytes that passed in each direction when nothing disturbed it.
        seconds: that it took then, on a server that was cold: about twice what it takes later.
        left: the graph that it left then, node by node.
    """

    operation: Operation
    server: Server
    driver: Driver
    proxy: TCPProxy
    passed: dict[Direction, int]
    seconds: float = 0.0
    left: Sequence[str] = ()

    def address(self, graph: str, *, is_disturbed: bool = False) -> Any:
        """Return the address of a graph, through the proxy or not."""
        login = f"{self.server.username}:{quote(self.server.password, safe='')}"
        host = f"127.0.0.1:{self.proxy.port}" if is_disturbed else urlsplit(self.server.uri).netloc
        return f"bolt://{login}@{host}?graph={graph}"

    def begin(self, graph: str, file: Path) -> None:
        """Copy a graph file."""
        with SQLiteStore(file) as source, Neo4jStore.from_address(self.address(graph)) as store:
            store.write_many(list(source.scan()))

    def anatomy(self, graph: str) -> list[str]:
        """Return all nodes and relationships of a graph, but for caches, stamps and locks; and remove it."""
        nodes = self.driver.execute_query(
            "MATCH (n:LanguageGraph {graph: $graph}) WHERE NOT n:Blob AND NOT n:Block AND size(labels(n)) > 1 "
            "RETURN labels(n) AS labels, n {.*, stamp: null, place: null} AS properties",
            graph=graph,
        ).records
        ties = self.driver.execute_query(
            "MATCH (a:LanguageGraph {graph: $graph})-[r]->(b) WHERE NOT a:Blob "
            "RETURN a.id AS start, type(r) AS type, properties(r) AS properties, b.id AS end",
            graph=graph,
        ).records
        rows = [json.dumps(row.data(), sort_keys=True) for row in (*nodes, *ties)]
        return sorted(row.replace(f'"{graph}', '"graph') for row in rows)

    def forget(self, graph: str) -> None:
        """Remove a graph."""
        self.driver.execute_query("MATCH (n:LanguageGraph {graph: $graph}) DETACH DELETE n", graph=graph)

    def assert_forgotten(self, graph: str, words: Sequence[str]) -> None:
        """Nothing that is kept has these words, caches neither."""
        named = self.driver.execute_query("MATCH (b:Blob {graph: $graph}) RETURN b.id AS id", graph=graph).records
        with Neo4jStore.from_address(self.address(graph)) as store:
            blobs = {row["id"]: store.read_blob(row["id"].partition("/blob/")[2]) or b"" for row in named}
        kept = "\n".join(self.anatomy(graph)).lower().encode()
        for word in (word.lower().encode() for word in words):
            assert word not in kept, f"{word!r} is left in the graph"
            assert not [id for id, blob in blobs.items() if word in blob.lower()], f"{word!r} is left in a cache"


def server_or_untried() -> Server:
    """Return the server of this run."""
    try:
        server = shared_server(apoc=False)
    except Unavailable as error:
        raise Untried(str(error)) from error
    if urlsplit(server.uri).scheme not in ("bolt", "neo4j"):
        raise Untried("what passes to this server is encrypted")
    return server


Striking = Callable[[Random, Bench, str], tuple[list[Any], int]]
"""Do the operation on a graph while a fault strikes; return what was acknowledged, and how often it struck."""


@contextmanager
def struck(operation: Operation, strike: Striking, folder: Path) -> Iterator[Attempt]:
    """Let a fault strike an operation in Neo4j, sometimes more than once, and do it again undisturbed."""
    bench, whole = bench_of(operation), undisturbed(operation)

    def attempt(random: Random, place: Path) -> int:
        graph = f"faults-{uuid4().hex}"
        bench.begin(graph, whole.before / GRAPH)
        told, times = strike(random, bench, graph)
        bench.proxy.meddle = as_it_comes
        with opened(bench.address(graph)) as opened_graph:
            operation.check(opened_graph, told)
        operation.perform(lambda _: None, bench.address(graph))
        with opened(bench.address(graph)) as opened_graph:
            assert found(opened_graph) == whole.seen
        assert bench.anatomy(graph) == bench.left, "nodes are left, or missing, that an export does not show"
        if "delete" in operation.name:
            bench.assert_forgotten(graph, [secret(id) for group in TO_DELETE for id in group])
        bench.forget(graph)
        return times

    yield attempt


@cache
def bench_of(operation: Operation) -> Bench:
    """Do the operation undisturbed, once for all faults that strike it; note what passes, and what graph it leaves."""
    server, whole = server_or_untried(), undisturbed(operation)
    parts = urlsplit(server.uri)
    driver, proxy = connected(server), TCPProxy(parts.hostname or "", parts.port or 7687)
    atexit.register(driver.close)
    atexit.register(proxy.close)
    bench = Bench(operation, server, driver, proxy, dict.fromkeys(Direction, 0))
    lock = threading.Lock()

    def counted(passing: Passing) -> bytes:
        with lock:
            bench.passed[passing.direction] += len(passing.data)
        return passing.data

    graph = f"faults-{uuid4().hex}"
    bench.begin(graph, whole.before / GRAPH)
    proxy.meddle = counted
    began = time.monotonic()
    operation.perform(lambda _: None, bench.address(graph, is_disturbed=True))
    bench.seconds, proxy.meddle = time.monotonic() - began, as_it_comes
    with opened(bench.address(graph)) as opened_graph:
        assert found(opened_graph) == whole.seen, "in Neo4j it has another end than in a file"
    bench.left = bench.anatomy(graph)
    bench.forget(graph)
    return bench


def acknowledged(bench: Bench, graph: str) -> list[Any]:
    """Do the operation through the proxy, which may end with an error of ours; return what was acknowledged."""
    told: list[Any] = []
    with suppress(LGMError):
        bench.operation.perform(told.append, bench.address(graph, is_disturbed=True))
    return told


# What strikes -----------------------------------------------------------------------------------------------------


def cuts(random: Random, bench: Bench, graph: str) -> tuple[list[Any], int]:
    """Cut connections after any byte of a request or an answer, which is truncated then."""
    direction, former = random.choice([*Direction]), bench.proxy.cuts
    times = random.choice([1, 1, 1, 3])
    bench.proxy.meddle = cut_after(random.randrange(bench.passed[direction]) // times, direction, times=times)
    return acknowledged(bench, graph), bench.proxy.cuts - former


def silence(direction: Direction, random: Random, bench: Bench, graph: str) -> tuple[list[Any], int]:
    """Let nothing pass in a direction after any byte, on all connections, and cut them a moment later.

    Without answers, the server does what it was asked for, and nobody hears of it.
    """
    lock, left, times = threading.Lock(), random.randrange(bench.passed[direction]), 0

    def cut() -> None:
        bench.proxy.meddle = as_it_comes
        bench.proxy.cut()

    def meddle(passing: Passing) -> bytes | Cut:
        nonlocal left, times
        with lock:
            if passing.direction is not direction:
                return passing.data
            passed, left = passing.data[: max(left, 0)], left - len(passing.data)
            if left < 0 and not times:
                times = 1
                threading.Timer(random.uniform(0, 0.3), cut).start()
            return passed

    bench.proxy.meddle = meddle
    return acknowledged(bench, graph), times


def delays(random: Random, bench: Bench, graph: str) -> tuple[list[Any], int]:
    """Let a part of what passes pass late, each by another time."""
    times, share, longest = 0, random.uniform(0.02, 0.3), random.choice([0.003, 0.03, 0.3])

    def meddle(passing: Passing) -> bytes:
        nonlocal times
        if random.random() < share:
            times = 1
            time.sleep(random.uniform(0, longest))
        return passing.data

    bench.proxy.meddle = meddle
    return acknowledged(bench, graph), times


def restarts(end: Callable[[LocalServer], None], random: Random, bench: Bench, graph: str) -> tuple[list[Any], int]:
    """End the server at any moment, and start it again."""
    server, is_over = bench.server, threading.Event()
    if not isinstance(server, LocalServer):
        raise Untried("a server that was not started here is not stopped")
    moment, pause = random.uniform(0, bench.seconds / 2), random.choice([0, 0, 5])

    def restart() -> int:
        if is_over.wait(moment):
            return 0
        end(server)
        time.sleep(pause)
        server.start()
        return 1

    with ThreadPoolExecutor(1) as pool:
        times = pool.submit(restart)
        told = acknowledged(bench, graph)
        is_over.set()
        return told, times.result()


def kills(random: Random, bench: Bench, graph: str) -> tuple[list[Any], int]:
    """Kill the process that writes."""
    child = Child(bench.operation.perform, bench.address(graph))
    child.wait(random.uniform(0, bench.seconds / 2))
    child.kill()
    return child.told, int(not child.is_done)


_STRIKES: Mapping[str, tuple[Striking, tuple[str, ...]]] = {
    "Neo4j killed": (partial(restarts, LocalServer.kill), ()),
    "Neo4j stopped": (partial(restarts, LocalServer.stop), ()),
    "connection to Neo4j cut": (cuts, ()),
    "answers of Neo4j lost": (partial(silence, Direction.REPLIES), ("build and delete at once",)),
    "requests to Neo4j lost": (partial(silence, Direction.REQUESTS), ()),
    "connection to Neo4j slow": (delays, ()),
    "process killed that writes to Neo4j": (kills, ()),
}
"""What strikes, and which changes in the short run, too."""

FAULTS = tuple(
    Fault(f"{name}: {each.name}", partial(struck, each, strike), times=int(each.name in short))
    for name, (strike, short) in _STRIKES.items()
    for each in CHANGES
)
