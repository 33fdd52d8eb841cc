"""A TCP proxy that meddles: connections are cut, what passes is delayed, swallowed or truncated.

```python
with TCPProxy("127.0.0.1", server_port) as proxy:
    client = connect(proxy.port)
    proxy.meddle = cut_after(10_000, Direction.REPLIES)  # or any function of what passes
    proxy.cut()  # all connections that are open, at once
```
"""

from __future__ import annotations

import contextlib
import socket
import struct
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from types import TracebackType

__all__ = ["Cut", "Direction", "Meddling", "Passing", "TCPProxy", "as_it_comes", "cut_after", "delayed", "swallowed"]

_BLOCK = 1 << 16


class Direction(StrEnum):
    """Which way data pass."""

    REQUESTS = "requests"
    REPLIES = "replies"


@dataclass(frozen=True, slots=True)
class Passing:
    """Data that pass: those of a connection, by its number from 0 on, in a direction."""

    connection: int
    direction: Direction
    data: bytes


@dataclass(frozen=True, slots=True)
class Cut:
    """Pass the first bytes of the data on, then close the connection; without any, it is reset."""

    after: bytes = b""


Meddling = Callable[[Passing], bytes | Cut]
"""Returns what goes on instead: all of the data, others, or none; or that the connection is cut.

Called from several threads, one for each direction of each connection.
"""


def as_it_comes(passing: Passing) -> bytes | Cut:
    """Pass everything on."""
    return passing.data


def delayed(seconds: float) -> Meddling:
    """Pass everything on, late."""

    def meddle(passing: Passing) -> bytes | Cut:
        time.sleep(seconds)
        return passing.data

    return meddle


def swallowed(direction: Direction) -> Meddling:
    """Pass nothing on in a direction, and leave connections open."""
    return lambda passing: b"" if passing.direction is direction else passing.data


def cut_after(size: int, direction: Direction, *, times: int = 1) -> Meddling:
    """Cut the connection that carries the byte after so many in a direction, and so on `times` times in all.

    What comes before that byte still passes, so a message is truncated.
    """
    lock, left, cuts = threading.Lock(), size, 0

    def meddle(passing: Passing) -> bytes | Cut:
        nonlocal left, cuts
        with lock:
            if passing.direction is not direction or cuts == times:
                return passing.data
            if left >= len(passing.data):
                left -= len(passing.data)
                return passing.data
            cut, left, cuts = Cut(passing.data[:left]), size, cuts + 1
            return cut

    return meddle


class TCPProxy:
    """Listens on a port of its own on loopback, and passes on what comes to a server and back.

    Args:
        host: the server's.
        port: the server's; it may be away, and connections are refused meanwhile.
    """

    def __init__(self, host: str, port: int) -> None:
        self._server = (host, port)
        self._lock = threading.Lock()
        self._open: set[socket.socket] = set()
        self._closing = False
        self.meddle: Meddling = as_it_comes
        self.connections = 0
        self.cuts = 0
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port = int(self._listener.getsockname()[1])
        threading.Thread(target=self._accept, daemon=True).start()

    def __enter__(self) -> TCPProxy:
        """Return the proxy itself."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close the proxy."""
        self.close()

    def cut(self) -> None:
        """Reset all connections that are open."""
        with self._lock:
            ends, self._open = self._open, set()
            self.cuts += 1
        for end in ends:
            _reset(end)

    def close(self) -> None:
        """Listen no more and reset all connections."""
        self._closing = True
        with contextlib.suppress(OSError):
            self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()
        self.cut()

    def _accept(self) -> None:
        while not self._closing:
            try:
                client, _ = self._listener.accept()
            except OSError:
                return
            try:
                server = socket.create_connection(self._server, 10)
            except OSError:
                _reset(client)
                continue
            server.settimeout(None)
            with self._lock:
                number, self.connections = self.connections, self.connections + 1
                self._open |= {client, server}
            for end in (client, server):  # before anything passes that may close them
                end.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            for source, target, direction in (
                (client, server, Direction.REQUESTS),
                (server, client, Direction.REPLIES),
            ):
                threading.Thread(target=self._pass, args=(source, target, number, direction), daemon=True).start()

    def _pass(self, source: socket.socket, target: socket.socket, number: int, direction: Direction) -> None:
        try:
            while data := source.recv(_BLOCK):
                passed = self.meddle(Passing(number, direction, data))
                if isinstance(passed, Cut):
                    target.sendall(passed.after)
                    self._cut_pair(source, target, reset=not passed.after)
                    return
                target.sendall(passed)
            target.shutdown(socket.SHUT_WR)
        except OSError:
            self._end(source, target)
        if direction is Direction.REPLIES:
            self._end(source, target)

    def _cut_pair(self, *ends: socket.socket, reset: bool) -> None:
        with self._lock:
            self.cuts += 1
        self._end(*ends, reset=reset)

    def _end(self, *ends: socket.socket, reset: bool = True) -> None:
        with self._lock:
            self._open -= {*ends}
        for end in ends:
            (_reset if reset else _close)(end)


def _reset(end: socket.socket) -> None:
    """Close a socket so that its other end is told of an error and gets nothing more."""
    with contextlib.suppress(OSError):
        end.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    _close(end)


def _close(end: socket.socket) -> None:
    with contextlib.suppress(OSError):
        end.shutdown(socket.SHUT_RD)  # wakes a thread that reads from it
    end.close()
