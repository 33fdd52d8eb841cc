"""Which sub-questions were looked up in a graph before."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from functools import cached_property

from lgm_core.graph.port import LanguageGraphStore, Where

__all__ = ["LookupMemory", "forget_lookups"]

_PREFIX = "feedback:"


class LookupMemory:
    """Remembers which sub-questions were looked up in the documents of a graph, and need not be looked up again.

    It is valid while the documents stay the same. A store may drop it, like any cache. Forget it when additions are
    taken back.

    Args:
        store: the graph.
        where: a filter on document metadata.
        settings: everything else that decides what is found, such as the language model and how much it is shown.
    """

    def __init__(self, store: LanguageGraphStore, where: Where | None, settings: str) -> None:
        self._store, self._where, self._settings = store, where, settings

    def has(self, sub_question: str, question: str) -> bool:
        """Tell whether a sub-question was looked up for a question."""
        return self._store.read_blob(self._name(sub_question, question)) is not None

    def remember(self, sub_questions: Iterable[str], question: str) -> None:
        """Note that sub-questions were looked up for a question, and what was found is kept."""
        for sub_question in sub_questions:
            self._store.write_blob(self._name(sub_question, question), b"")

    @cached_property
    def _documents(self) -> str:
        """Return a fingerprint of the documents that pass the filter at the first call."""
        digest = hashlib.sha256()
        for record in self._store.documents(where=self._where):
            digest.update(f"{record.id}\x1f{record.content_hash}\x1e".encode("utf-8", "surrogatepass"))
        return digest.hexdigest()

    def _name(self, sub_question: str, question: str) -> str:
        asked = (" ".join(text.casefold().split()) for text in (sub_question, question))
        key = "\x1f".join((self._documents, self._settings, *asked))
        return f"{_PREFIX}{hashlib.sha256(key.encode('utf-8', 'surrogatepass')).hexdigest()}"


def forget_lookups(store: LanguageGraphStore) -> None:
    """Forget all that was looked up."""
    store.delete_blobs(_PREFIX)
