"""Processes that run queries: a query that takes too long ends with its process, and the next one starts another."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
import weakref
from collections.abc import Callable, Hashable
from contextlib import suppress
from importlib.util import find_spec
from typing import Any

from lgm_core.errors import InputError, StoreError, missing_extra

__all__ = ["QueryProcesses", "has_ontology"]

_MOST = 4
"""The most processes of a graph: one for the whole, and those of filters, each with triples of its own."""

_STARTING = 120.0
"""Seconds that a process may take to read the triples."""

_PROGRAM = "from lgm_core.reasoning.sparql.query_worker import main; main()"


def has_ontology() -> bool:
    """Tell whether what queries need is installed."""
    return find_spec("rdflib") is not None and find_spec("pyoxigraph") is not None


class QueryProcesses:
    """The processes of one graph, by what they hold; safe to use from several threads.

    Args:
        seconds: how long a query may take.
    """

    def __init__(self, seconds: float = 2.0) -> None:
        self.seconds = seconds
        self._lock = threading.Lock()
        self._held: dict[Hashable, _QueryProcess] = {}
        self._revision: object = None

    def ask(
        self, query: str, limit: int, *, revision: object, part: Hashable, payload: Callable[[], bytes]
    ) -> dict[str, Any]:
        """Return what a process replies to a query (`query_worker`).

        Args:
            query: the query.
            limit: the most rows.
            revision: the store and its state; another one ends all processes of the one before.
            part: which part of the graph may be seen.
            payload: returns its triples; called if no process holds them.

        Raises:
            InputError: the query is refused, or takes too long or too much memory.
            MissingDependencyError: the extra `ontology` is not installed.
            StoreError: no process can be started.
        """
        with self._lock:
            if revision != self._revision:
                self._end_all()
                self._revision = revision
            if part not in self._held and not has_ontology():
                raise missing_extra("asking in SPARQL", "ontology")
            process = self._held.pop(part, None) or _QueryProcess(payload)
            self._held[part] = process  # last, so that it ends last
            while len(self._held) > _MOST:
                self._held.pop(next(iter(self._held))).close()
        reply = process.ask(query, limit, self.seconds)
        if "error" in reply:
            raise InputError(reply["error"])
        return reply

    def close(self) -> None:
        """End all processes; a later query starts one again."""
        with self._lock:
            self._end_all()

    def _end_all(self) -> None:
        while self._held:
            self._held.popitem()[1].close()


class _QueryProcess:
    """A process that holds triples; it starts with the first query, and again after one that it did not survive."""

    def __init__(self, payload: Callable[[], bytes]) -> None:
        self._make: Callable[[], bytes] | None = payload
        self._payload = b""
        self._lock = threading.Lock()
        self._running: subprocess.Popen[bytes] | None = None

    def ask(self, query: str, limit: int, seconds: float) -> dict[str, Any]:
        with self._lock:
            if self._make is not None:
                self._payload, self._make = self._make(), None  # which holds all that was read
            process = self._running if self._running and self._running.poll() is None else self._start()
            request = json.dumps({"query": query, "limit": limit, "seconds": seconds}).encode() + b"\n"
            try:
                return _exchange(process, request, seconds)
            except TimeoutError:
                raise InputError(f"the query takes more than {seconds:g} seconds; write a more specific one") from None
            except EOFError:
                raise InputError("the query takes too much memory; write a more specific one") from None

    def _start(self) -> subprocess.Popen[bytes]:
        paths = os.pathsep.join(each or os.getcwd() for each in sys.path)  # noqa: PTH109  # as `sys.path` has it
        try:
            self._running = process = subprocess.Popen(  # noqa: S603  # this Python, this program
                [sys.executable, "-c", _PROGRAM],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                env={**os.environ, "PYTHONPATH": paths},
                start_new_session=True,
            )
        except OSError as error:
            raise StoreError(f"no process for queries can be started: {error.strerror or error}") from error
        weakref.finalize(self, _end, process)
        try:
            _exchange(process, f"{len(self._payload)}\n".encode() + self._payload, _STARTING)
        except (TimeoutError, EOFError):
            raise StoreError("the process for queries ended before it had read the triples") from None
        return process

    def close(self) -> None:
        """End the process, after the query that it runs."""
        with self._lock:
            if self._running:
                _end(self._running)


def _exchange(process: subprocess.Popen[bytes], request: bytes, seconds: float) -> dict[str, Any]:
    """Return what a process replies; a process that does not is ended.

    Raises:
        TimeoutError: it took too long.
        EOFError: it ended.
    """
    assert process.stdin is not None
    assert process.stdout is not None
    late = threading.Event()

    def stop() -> None:
        late.set()
        process.kill()

    timer = threading.Timer(seconds, stop)
    timer.daemon = True
    timer.start()
    line = b""
    try:
        with suppress(OSError):  # it has ended
            process.stdin.write(request)
            process.stdin.flush()
            line = process.stdout.readline()
    finally:
        timer.cancel()
        timer.join()
        if late.is_set() or not line.endswith(b"\n"):  # also if interrupted: a later query must not get this reply
            _end(process)
    if late.is_set():
        raise TimeoutError
    if not line.endswith(b"\n"):
        raise EOFError
    reply: dict[str, Any] = json.loads(line)
    return reply


def _end(process: subprocess.Popen[bytes]) -> None:
    """End a process, wait until it is gone, and close what leads to it."""
    process.kill()
    with suppress(ValueError):  # it has been ended before
        process.communicate()
