"""Sub-questions that were looked up, remembered beside the graph, so that nothing is paid for twice."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from functools import cached_property

from lgm_core.graph.port import LanguageGraphStore, Where

__all__ = ["LookupMemory", "forget_lookups"]

_PREFIX = "feedback:"


class LookupMemory:
    """What a language model looked up in the documents of a graph: what it found is in the graph, or there is nothing.

    It holds as long as the documents are the same, and is a cache: a store may drop it, and then things are looked up
    again. Forget it when additions are taken back.

    Args:
        store: the graph.
        where: a filter on document metadata; other documents do not count.
        model_name: the language model; another one may find more.
    """

    def __init__(self, store: LanguageGraphStore, where: Where | None, model_name: str) -> None:
        self._store, self._where, self._model_name = store, where, model_name

    def has(self, sub_question: str) -> bool:
        """Tell whether it was looked up."""
        return self._store.read_blob(self._name(sub_question)) is not None

    def remember(self, sub_questions: Iterable[str]) -> None:
        """Note that these were looked up, and that what was found is kept."""
        for sub_question in sub_questions:
            self._store.write_blob(self._name(sub_question), b"")

    @cached_property
    def _documents(self) -> str:
        """Return a fingerprint of the documents that pass the filter, as they are when this is first asked."""
        digest = hashlib.sha256()
        for record in self._store.documents(where=self._where):
            digest.update(f"{record.id}\x1f{record.content_hash}\x1e".encode("utf-8", "surrogatepass"))
        return digest.hexdigest()

    def _name(self, sub_question: str) -> str:
        key = "\x1f".join((self._documents, self._model_name, " ".join(sub_question.casefold().split())))
        return f"{_PREFIX}{hashlib.sha256(key.encode('utf-8', 'surrogatepass')).hexdigest()}"


def forget_lookups(store: LanguageGraphStore) -> None:
    """Forget all that was looked up."""
    store.delete_blobs(_PREFIX)
