"""Connections to a graph file: opened on demand, reused, never shared by two threads at a time."""

from __future__ import annotations

import os
import sqlite3
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, closing, contextmanager, suppress
from functools import wraps
from pathlib import Path
from typing import Any, Concatenate, ParamSpec, TypeVar

from lgm_core.errors import InputError, StoreError
from lgm_core.graph.sqlite.filter_sql import add_filter_functions
from lgm_core.graph.sqlite.tables import empty_graph, prepare

__all__ = ["Connections", "reads", "writes"]

P = ParamSpec("P")
T = TypeVar("T")

_ADVICE = {
    sqlite3.SQLITE_BUSY: "another process has kept it locked; try again when that has finished",
    sqlite3.SQLITE_LOCKED: "another connection has kept it locked; try again when that has finished",
    sqlite3.SQLITE_READONLY: "it cannot be written; check the permissions of file and folder, or only read it: "
    "LanguageGraph(SQLiteStore.open(path, read_only=True))",
    sqlite3.SQLITE_PERM: "it may not be opened; check the permissions of the file and of its folder",
    sqlite3.SQLITE_FULL: "the disk is full; documents already learned are safe, so free some space and continue",
    sqlite3.SQLITE_IOERR: "the disk reported an error; documents already learned are safe if the disk is",
    sqlite3.SQLITE_CANTOPEN: "it cannot be opened; check that it and its folder may be read and written",
    sqlite3.SQLITE_NOTADB: "it is not a SQLite database, so it is not a language graph; name another file",
    sqlite3.SQLITE_CORRUPT: "the file is damaged; restore a copy, or delete it and build the graph again",
    sqlite3.SQLITE_TOOBIG: "a text or blob is larger than SQLite can hold (1 GB)",
}


_SHORT_WAIT_SECONDS = 0.1
"""Seconds in which other threads of a question write what they store, such as a reply or two."""


class Connections:
    """A pool for one file; each `reading` or `writing` block has its own connection and transaction."""

    def __init__(self, path: Path, *, synchronous: str, timeout: float, read_only: bool) -> None:
        self.path = path
        self.read_only = read_only
        self._synchronous = synchronous
        self._timeout = timeout
        self._idle: deque[sqlite3.Connection] = deque()
        self._inherited: list[deque[sqlite3.Connection]] = []
        self._process = os.getpid()
        self._closed = False

    def exists(self) -> bool:
        """Tell whether there is a non-empty file.

        Raises:
            StoreError: the path cannot belong to a graph.
        """
        try:
            _check_path(self.path, read_only=False)
            return self.path.exists() and self.path.stat().st_size > 0
        except OSError as error:
            raise self._unseen(error) from error

    @contextmanager
    def reading(self) -> Iterator[sqlite3.Connection]:
        """Lend a connection with a consistent snapshot; without a file, one to an empty graph."""
        if self._idle or self._closed or self.read_only or self.exists():
            with self._transaction("BEGIN") as connection:
                yield connection
        else:
            with closing(empty_graph()) as connection:
                add_filter_functions(connection)
                yield connection

    @contextmanager
    def writing(self, *, wait: bool = True) -> Iterator[sqlite3.Connection]:
        """Lend a connection whose writes are atomic: if the block fails, none are kept.

        Without `wait`, it waits for another writer only as long as a small write takes.
        """
        if self.read_only:
            raise StoreError(f"{self.path}: the graph was opened for reading only")
        with self._transaction("BEGIN IMMEDIATE", wait=wait) as connection:
            yield connection

    def empty_log(self) -> None:
        """Move the write-ahead log into the file and truncate it; skipped while others use the file."""
        connection = self._take()
        try:
            _wait_for_others(connection, 0)
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
            _wait_for_others(connection, self._timeout)
        except sqlite3.Error as error:
            connection.close()
            raise self._explained(error) from error
        self._give_back(connection)

    def copy_to(self, path: Path) -> None:
        """Make another file a snapshot of this one, in one transaction of that file."""
        with self.reading() as connection:
            _check_path(path, read_only=False)
            if path.exists() and path.samefile(self.path):
                return
            try:
                with closing(sqlite3.connect(path, timeout=self._timeout)) as copy:
                    connection.backup(copy)
            except sqlite3.Error as error:
                raise StoreError(f"{path}: the copy of {self.path} cannot be written ({error})") from error

    def close(self) -> None:
        """Close all connections; those in use close at the end of their block."""
        self._closed = True
        while self._idle:
            # Another thread may take the last one first.
            with suppress(IndexError):
                self._idle.pop().close()

    @contextmanager
    def _transaction(self, begin: str, *, wait: bool = True) -> Iterator[sqlite3.Connection]:
        connection = self._take()
        try:
            if wait:
                connection.execute(begin)
            else:
                _wait_for_others(connection, min(_SHORT_WAIT_SECONDS, self._timeout))
                connection.execute(begin)
                _wait_for_others(connection, self._timeout)
            yield connection
            connection.execute("COMMIT")
        except sqlite3.Error as error:
            connection.close()
            raise self._explained(error) from error
        except BaseException as error:
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            self._give_back(connection)
            if isinstance(error, UnicodeEncodeError):
                raise InputError(f"{self.path}: a text is not valid Unicode and cannot be stored ({error})") from error
            raise
        else:
            self._give_back(connection)

    def _take(self) -> sqlite3.Connection:
        if self._closed:
            raise StoreError(f"{self.path}: the graph was closed")
        if self._process != os.getpid():
            # A forked child may neither use nor close connections opened by its parent.
            self._inherited.append(self._idle)
            self._idle, self._process = deque(), os.getpid()
        try:
            return self._idle.pop()
        except IndexError:
            return self._open()

    def _give_back(self, connection: sqlite3.Connection) -> None:
        self._idle.append(connection)
        if self._closed:
            self.close()

    def _open(self) -> sqlite3.Connection:
        try:
            _check_path(self.path, self.read_only)
            with ExitStack() as on_failure:
                connection = sqlite3.connect(
                    _uri(self.path, self.read_only),
                    uri=True,
                    timeout=self._timeout,
                    isolation_level=None,
                    check_same_thread=False,
                )
                on_failure.callback(connection.close)
                self._set_up(connection)
                prepare(connection, self.path, read_only=self.read_only)
                on_failure.pop_all()
        except sqlite3.Error as error:
            raise self._explained(error) from error
        except OSError as error:
            raise self._unseen(error) from error
        return connection

    def _set_up(self, connection: sqlite3.Connection) -> None:
        connection.execute(f"PRAGMA synchronous={self._synchronous}")
        connection.execute("PRAGMA cache_size=-65536")
        # The default, a tenth of this, doubles the cost of a write.
        connection.execute("PRAGMA wal_autocheckpoint=10000")
        # Deleted text is overwritten, not only unlinked.
        connection.execute("PRAGMA secure_delete=ON")
        add_filter_functions(connection)

    def _unseen(self, error: OSError) -> StoreError:
        return StoreError(f"{self.path}: it cannot be accessed ({error.strerror})")

    def _explained(self, error: sqlite3.Error) -> StoreError:
        """Explain what went wrong with the file, and how to fix it."""
        code: int | None = getattr(error, "sqlite_errorcode", None)
        advice = None if code is None else _ADVICE.get(code & 0xFF)
        return StoreError(f"{self.path}: {advice} ({error})" if advice else f"{self.path}: {error}")


def reads(function: Callable[Concatenate[sqlite3.Connection, P], T]) -> Callable[Concatenate[Any, P], T]:
    """Return a method of a store that calls a function in a transaction that reads."""
    return _in_transaction(function, Connections.reading)


def writes(function: Callable[Concatenate[sqlite3.Connection, P], T]) -> Callable[Concatenate[Any, P], T]:
    """Return a method of a store that calls a function in a transaction that writes."""
    return _in_transaction(function, Connections.writing)


def _in_transaction(
    function: Callable[Concatenate[sqlite3.Connection, P], T],
    transaction: Callable[[Connections], AbstractContextManager[sqlite3.Connection]],
) -> Callable[Concatenate[Any, P], T]:
    @wraps(function)
    def method(self: Any, /, *args: P.args, **kwargs: P.kwargs) -> T:  # noqa: ANN401 - the store
        with transaction(self._connections) as connection:
            return function(connection, *args, **kwargs)

    return method


def _wait_for_others(connection: sqlite3.Connection, seconds: float) -> None:
    connection.execute(f"PRAGMA busy_timeout={round(seconds * 1000)}")


def _check_path(path: Path, read_only: bool) -> None:
    if path.is_dir():
        raise StoreError(f"{path} is a folder; name a file in it, such as {path / 'graph.lgm'}")
    if not path.parent.is_dir():
        raise StoreError(f"{path}: the folder {path.parent} does not exist; create it first")
    if read_only and not path.exists():
        raise StoreError(f"{path}: there is no such graph to read")


def _uri(path: Path, read_only: bool) -> str:
    uri = path.absolute().as_uri()
    if not read_only:
        return f"{uri}?mode=rwc"
    # Readers of a write-ahead log need a file beside it; if none can be created, nobody can be writing either.
    unchanging = not os.access(path.parent, os.W_OK) and not path.with_name(f"{path.name}-wal").exists()
    return f"{uri}?immutable=1" if unchanging else f"{uri}?mode=ro"
