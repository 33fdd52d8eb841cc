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
        settings: names all else that decides what is found, such as the language model and how much it is shown: with
            other settings more may be found.
    """

    def __init__(self, store: LanguageGraphStore, where: Where | None, settings: str) -> None:
        self._store, self._where, self._settings = store, where, settings

    def has(self, sub_question: str, question: str) -> bool:
        """Tell whether it was looked up for a question, which helps to find passages."""
        return self._store.read_blob(self._name(sub_question, question)) is not None

    def remember(self, sub_questions: Iterable[str], question: str) -> None:
        """Note that these were looked up for a question, and that what was found is kept."""
        for sub_question in sub_questions:
            self._store.write_blob(self._name(sub_question, question), b"")

    @cached_property
    def _documents(self) -> str:
        """Return a fingerprint of the documents that pass the filter, as they are when this is first asked."""
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
