"""Running statements on Neo4j through a driver, a host's connection, or any callable, and interpreting its errors."""

from __future__ import annotations

import logging
import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TYPE_CHECKING, Any, Protocol

from lgm_core.errors import InputError, StoreError
from lgm_core.graph.neo4j import cypher_reading as cypher
from lgm_core.graph.neo4j.cypher_writing import AFTER_WRITERS, CREATE_GRAPH
from lgm_core.graph.neo4j.neo4j_errors import DEADLOCK, FORBIDDEN, failure_code, repeated, store_error
from lgm_core.graph.stored_format import check_format

if TYPE_CHECKING:
    from neo4j import Driver, ManagedTransaction

__all__ = [
    "GraphConnection",
    "LangChainGraph",
    "LlamaIndexStore",
    "Query",
    "Row",
    "driver_query",
    "langchain_query",
    "llama_index_query",
]

_is_ours: ContextVar[bool] = ContextVar("language_graph_statement", default=False)
_logger = logging.getLogger("neo4j.notifications")


def _is_theirs(record: logging.LogRecord) -> bool:
    return not _is_ours.get()


@contextmanager
def quiet() -> Iterator[None]:
    """Suppress notifications of statements run within this context."""
    _logger.addFilter(_is_theirs)  # which adds it once
    token = _is_ours.set(True)
    try:
        yield
    finally:
        _is_ours.reset(token)


FORMAT = 4
"""The format of a graph in Neo4j."""

_NAME = re.compile(r"[\w.-]{1,100}")
_FIRST_CONTACT_SECONDS = 1.0
"""Long enough to replace connections the driver kept from before a restart of the server."""
_OPTIONAL = frozenset({"clauses", "entity_class", "is_familiar", "mentions", "page", "relevance", "surface"})
"""Columns that may be null. Readers may see a commit in part, so null in any other column means that another writer is
creating or deleting the node; such rows are left out, as if read a moment earlier or later."""

Row = dict[str, Any]
Query = Callable[[str, dict[str, Any]], list[Row]]
"""Runs one Cypher statement with its parameters in a transaction of its own, and returns the rows."""


_HOST_LABELS = re.compile(":(?:__Node__|__Entity__|Chunk)")
"""Labels that LlamaIndex's own tools look for, and count."""


class LlamaIndexStore(Protocol):
    """The methods used of LlamaIndex's `Neo4jPropertyGraphStore`."""

    def structured_query(self, query: str, param_map: dict[str, Any] | None = None) -> object:
        """Run a statement; it returns a list of rows."""
        ...


class LangChainGraph(Protocol):
    """The methods used of LangChain's `Neo4jGraph`."""

    def query(self, query: str, params: dict[str, Any] = ...) -> list[dict[str, Any]]:
        """Run a statement."""
        ...


class _Deadlock(Exception):
    def __init__(self, error: Exception) -> None:
        super().__init__(str(error))
        self.error = error


def driver_query(driver: Driver, database: str | None) -> Query:
    """Run statements through the caller's driver, which retries transient failures except deadlocks.

    Before the server's first answer, or if it is gone for longer than the driver's `max_transaction_retry_time`, a
    statement is only retried for seconds.
    """
    from neo4j.exceptions import DriverError, IncompleteCommit, TransientError

    is_there = False

    def query(statement: str, parameters: dict[str, Any]) -> list[Row]:
        nonlocal is_there
        patience: dict[str, Any] = {} if is_there else {"max_transaction_retry_time": _FIRST_CONTACT_SECONDS}

        def run(transaction: ManagedTransaction) -> list[Row]:
            try:
                return list(map(dict, transaction.run(statement, parameters)))
            except TransientError as error:
                if error.code == DEADLOCK:  # after which the driver would wait for a second
                    raise _Deadlock(error) from error
                raise

        try:
            # Bookmarks show cluster members what was written before.
            with driver.session(
                database=database,
                bookmark_manager=driver.execute_query_bookmark_manager,
                notifications_min_severity="OFF",
                **patience,
            ) as session:
                rows = session.execute_write(run)
        except _Deadlock as deadlock:
            raise deadlock.error from deadlock.error.__cause__
        except IncompleteCommit:
            raise
        except DriverError:
            is_there = False
            raise
        is_there = True
        return rows

    return query


def llama_index_query(store: LlamaIndexStore) -> Query:
    """Run statements through LlamaIndex's store."""

    def query(statement: str, parameters: dict[str, Any]) -> list[Row]:
        rows = store.structured_query(statement, param_map=parameters)
        return rows if isinstance(rows, list) else []

    return query


def langchain_query(graph: LangChainGraph) -> Query:
    """Run statements through LangChain's graph."""

    def query(statement: str, parameters: dict[str, Any]) -> list[Row]:
        return graph.query(statement, params=parameters)

    return query


class GraphConnection:
    """Runs statements on one graph of a database: checks it before the first use, prepares it before the first write.

    Every statement gets the parameters `graph`, the graph's name, and `graph_id`, the id of its node.
    """

    def __init__(self, query: Query, graph: str) -> None:
        if not _NAME.fullmatch(graph):
            raise InputError(
                f"graph={graph!r}: the name of a graph in Neo4j has letters, digits, '_', '.' and '-' only"
            )
        self.graph = graph
        self.has_host_labels = False
        self._query = query
        self._is_known = False
        self._is_prepared = False
        self._settled_revision = 0

    def node(self, type: str, id: str) -> str:
        """Return the id of a node, unique in the database.

        `type` is `graph`, `document`, `section`, `sentence`, `statement`, `concept`, `value`, `fact` (of its
        statements), `profile`, `predicates` (a group of them), `addition`, `schema` or `blob`.
        """
        return f"{self.graph}/{type}/{id}"

    def nodes(self, type: str, ids: Iterable[str]) -> list[str]:
        """Return the distinct ids of several nodes, without ids that are not valid Unicode, which no node has."""
        return [self.node(type, id) for id in dict.fromkeys(ids) if _is_unicode(id)]

    def exists(self) -> bool:
        """Tell whether the graph has its node."""
        if not self._is_known:
            self._look()
        return self._is_known

    def names(self, limit: int) -> list[str]:
        """Return the names of the first graphs in the database, at most `limit`."""
        found: list[str] = []
        while len(found) < limit and (rows := self._run(cypher.NEXT_ID, {"after": f"{found[-1]}0" if found else ""})):
            found.append(str(rows[0]["id"]).partition("/")[0])  # after whose slash comes `0`
        return found

    def prepare(self) -> None:
        """Create the labels and the constraint of all graphs in the database, unless they exist.

        Raises:
            StoreError: the user lacks the rights; the error has the statements for someone else to run.
        """
        if not self._is_prepared and not self._run(cypher.SCHEMA_PRESENT, {"name": cypher.CONSTRAINT}):
            for statement in cypher.SCHEMA:
                self._make(statement)
        self._is_prepared = True

    def _make(self, statement: str) -> None:
        try:
            self._run(statement, {})
        except StoreError as error:
            if not str(getattr(error.__cause__, "code", "")).startswith("Neo.ClientError"):
                raise
            statements = ";\n".join(cypher.SCHEMA)
            raise StoreError(
                f"{error}\nThe labels and the constraint of language graphs could not be created. If the right is "
                f"missing, let somebody who has it run this once, then try again:\n{statements};"
            ) from error

    def read(self, statement: str, **parameters: object) -> list[Row]:
        """Run a statement that writes nothing."""
        if not self._is_known:
            self._look()
        return self._run(statement, parameters)

    def revision(self) -> int:
        """Return the graph's revision, 0 without a graph.

        A new revision is visible before the rest of its commit, so a reader of the documents up to it would miss some:
        this waits for the commit, unless the user lacks the rights.
        """
        graphs = self.read(cypher.GRAPH)
        if not graphs or graphs[0]["revision"] == self._settled_revision:
            return self._settled_revision if graphs else 0
        try:
            graphs = self._run(AFTER_WRITERS + cypher.GRAPH, {}) or graphs
        except StoreError as error:
            if failure_code(error) != FORBIDDEN:
                raise
        self._settled_revision = int(graphs[0]["revision"])
        return self._settled_revision

    def read_to_write(self, statement: str, **parameters: object) -> list[Row]:
        """Run a statement that reads data to be changed: it never sees part of a commit."""
        self._make_ready()
        return self._run(AFTER_WRITERS + statement, parameters)

    def write(self, statement: str, *, once: bool = False, **parameters: object) -> list[Row]:
        """Run a statement that may create nodes.

        Raises:
            UnknownOutcomeError: with `once`, the connection was lost during the commit.
        """
        self._make_ready()
        if not self._is_known:
            # Without the graph's node, other writers could not wait for the commit.
            self._run(CREATE_GRAPH, {"format": FORMAT})
            self._is_known = True
        return self._run(statement, parameters | {"format": FORMAT}, once=once)

    def _make_ready(self) -> None:
        if not self._is_known:
            self._look()
        self.prepare()

    def _look(self) -> None:
        """Check the graph, if it exists.

        Raises:
            SchemaVersionError: it has a different format.
        """
        graphs = self._run(cypher.GRAPH, {})
        if graphs:
            check_format(f"the graph {self.graph!r} in Neo4j", graphs[0]["format"], FORMAT)
        self._is_known = self._is_prepared = bool(graphs)

    def _run(self, statement: str, parameters: dict[str, object], *, once: bool = False) -> list[Row]:
        """Run a statement, repeating it after conflicts with other writers and transient failures."""
        return repeated(lambda: self._run_once(statement, parameters), once=once)

    def _run_once(self, statement: str, parameters: dict[str, object]) -> list[Row]:
        names = {"graph": self.graph, "graph_id": self.node("graph", self.graph)}
        statement = statement if self.has_host_labels else _HOST_LABELS.sub("", statement)
        try:
            with quiet():
                return [row for row in self._query(statement, names | parameters) if _is_whole(row)]
        except UnicodeEncodeError as error:
            raise InputError(f"a text is not valid Unicode and cannot be stored ({error})") from error
        except Exception as error:
            failure = store_error(error)
            if failure is None:
                raise
            raise failure from error


def _is_whole(row: Row) -> bool:
    return None not in row.values() or all(value is not None or name in _OPTIONAL for name, value in row.items())


def _is_unicode(text: str) -> bool:
    """Tell whether a text has no lone surrogates, which JSON can contain."""
    return text.isascii() or not any("\ud800" <= character <= "\udfff" for character in text)
