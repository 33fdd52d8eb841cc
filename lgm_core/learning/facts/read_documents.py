"""Documents whose facts a language model was asked for in a run that broke off, so that the next one goes on there."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence

from lgm_core.graph.port import LanguageGraphStore
from lgm_core.model import Addition, DocumentRecord

__all__ = ["ReadDocuments"]

_PREFIX = "facts-read:"


class ReadDocuments:
    """What runs with one addition were done with, kept group by group among the blobs of the graph until one ends.

    It is a cache: a store may drop it, and does when documents are deleted; all are read again then. It holds for the
    texts that were read, and as long as what was added is not taken back.

    Args:
        store: the graph.
        addition: what is added to; its id tells settings and model.
    """

    def __init__(self, store: LanguageGraphStore, addition: Addition) -> None:
        digest = hashlib.sha256(addition.id.encode("utf-8", "surrogatepass")).hexdigest()[:16]
        self._store, self._prefix = store, f"{_PREFIX}{digest}:"
        self._hashes: dict[str, str] = {}
        self._groups, self.count = 0, 0
        has_added = False
        while (data := store.read_blob(f"{self._prefix}{self._groups}")) is not None:
            group = json.loads(data)
            self._hashes |= group["documents"]
            has_added |= group["has_added"]
            self._groups += 1
        if has_added and addition.id not in {record.id for record in store.additions()}:
            self.forget()

    def has(self, record: DocumentRecord) -> bool:
        """Tell whether a document was read as it is now; counts those that were."""
        is_read = self._hashes.get(record.id) == record.content_hash
        self.count += is_read
        return is_read

    def note(self, records: Sequence[DocumentRecord], *, has_added: bool) -> None:
        """Note that documents were read, and whether anything was added."""
        if not records:
            return
        group = {"documents": {record.id: record.content_hash for record in records}, "has_added": has_added}
        self._store.write_blob(f"{self._prefix}{self._groups}", json.dumps(group).encode())
        self._groups += 1

    def forget(self) -> None:
        """Forget all of it, so that the next run reads every document."""
        self._hashes.clear()
        if self._groups:
            self._store.delete_blobs(self._prefix)
        self._groups = 0
