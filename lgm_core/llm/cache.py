"""A cache of replies in the blobs of a graph store."""

from __future__ import annotations

import hashlib
import logging
from typing import Protocol

from lgm_core.errors import StoreError

__all__ = ["BlobReplyCache"]

_log = logging.getLogger(__name__)

_PREFIX = "reply:"


class _Blobs(Protocol):
    def read_blob(self, name: str) -> bytes | None: ...

    def write_blob(self, name: str, data: bytes, *, wait: bool = True) -> None: ...

    def delete_blobs(self, prefix: str) -> int: ...


class BlobReplyCache:
    """Stores replies as blobs of a graph store, so that a build that failed halfway only repeats missing requests.

    A store may drop its blobs at any time, and does when documents are deleted; the model is then asked again.

    Args:
        store: the store.
        scope: separates replies from those of other scopes, so that not even the number of cached replies reveals what
            was asked there.
        wait: whether to wait for writers of the graph. Otherwise nothing more is stored once another writer is met.
    """

    def __init__(self, store: _Blobs, scope: str = "", *, wait: bool = True) -> None:
        self._store, self._wait, self._has_given_up = store, wait, False
        self._scope = f"{hashlib.sha256(scope.encode('utf-8', 'surrogatepass')).hexdigest()[:16]}:" if scope else ""

    def _name(self, key: str) -> str:
        return f"{_PREFIX}{self._scope}{key}"

    def get(self, key: str) -> str | None:
        """Return the text of a reply, or None."""
        data = self._store.read_blob(self._name(key))
        return None if data is None else data.decode("utf-8", "surrogatepass")

    def put(self, key: str, text: str) -> None:
        """Store the text of a reply; in a read-only graph, nothing is stored."""
        if self._has_given_up:
            return
        try:
            self._store.write_blob(self._name(key), text.encode("utf-8", "surrogatepass"), wait=self._wait)
        except StoreError as error:
            self._has_given_up = not self._wait
            _log.debug("A reply is not cached: %s", error)

    def clear(self) -> int:
        """Delete all replies, of every scope; return their number.

        Call this after documents were replaced: replies quote documents, and keys do not show which. Replies about
        documents with incomplete extraction are lost too, so call it when there are none.
        """
        return self._store.delete_blobs(_PREFIX)
