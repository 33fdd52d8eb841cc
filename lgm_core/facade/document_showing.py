"""A document of a graph as a page."""

from __future__ import annotations

from lgm_core.errors import InputError, shown
from lgm_core.facade.opened_graph import OpenedGraph
from lgm_core.graph.port import LanguageGraphStore, Where
from lgm_core.model import DocumentGraph
from lgm_core.pages.document_page import document_page
from lgm_core.pages.page import Page
from lgm_core.worker_threads import in_thread

__all__ = ["DocumentShowing", "document_and_own"]


class DocumentShowing(OpenedGraph):
    """The method of `LanguageGraph` that shows a document."""

    def show_document(self, document_id: str, *, at: int = 0, where: Where | None = None) -> Page:
        """Return a page of a document: its text, the concepts it mentions, and what its sentences state.

        ```python
        graph.show_document("guide.md").open()
        ```

        Args:
            document_id: its id, as `documents()` tells it.
            at: the position of a sentence, from 0. Of a document of more than a thousand sentences the page shows only
                the part with this one.
            where: a filter on document metadata; a document that it does not let pass is as one that is not there.

        Raises:
            InputError: there is no such document, it has no such sentence, or the filter cannot be understood.
        """
        graph, own = document_and_own(self.existing(), document_id, where=where)
        count = len(graph.sentences)
        if isinstance(at, bool) or not isinstance(at, int):
            raise InputError(f"at={shown(at)} is no whole number; give the position of a sentence, counted from 0")
        if not 0 <= at < max(count, 1):
            raise InputError(f"at={at} is no sentence of {shown(document_id)}, which has {count}, counted from 0")
        return document_page(graph, own, at=at)

    async def ashow_document(self, document_id: str, *, at: int = 0, where: Where | None = None) -> Page:
        """Do what `show_document` does in a worker thread; raises the same."""
        return await in_thread(self.show_document, document_id, at=at, where=where)


def document_and_own(
    store: LanguageGraphStore, document_id: str, *, where: Where | None = None
) -> tuple[DocumentGraph, DocumentGraph | None]:
    """Return a document's graph, and, where anything was added to the store, that which it was learned as.

    Raises:
        InputError: there is no such document that passes the filter, or the filter cannot be understood.
    """
    passing = where is None or store.documents([document_id], where)
    graph = next(iter(store.scan([document_id])), None) if passing else None
    if graph is None:
        raise InputError(f"no document has the id {shown(document_id)}; `documents()` and `lgm documents` tell the ids")
    return graph, next(iter(store.scan([document_id], own=True)), None) if store.additions() else None
