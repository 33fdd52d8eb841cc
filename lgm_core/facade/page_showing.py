"""Pages of documents and of graphs, shown in a browser or written to files."""

from __future__ import annotations

from html import escape

from lgm_core.errors import InputError, LGMError, shown
from lgm_core.facade.opened_graph import OpenedGraph
from lgm_core.facade.question import checked_number
from lgm_core.graph.port import LanguageGraphStore, Where
from lgm_core.model import DocumentGraph
from lgm_core.pages.concept_choice import PART
from lgm_core.pages.document_page import document_page
from lgm_core.pages.front_page import counts_of
from lgm_core.pages.graph_page import graph_page, read_part
from lgm_core.pages.page import Page
from lgm_core.retrieval.concepts.graph_view import GraphView
from lgm_core.worker_threads import in_thread

__all__ = ["DocumentShowing", "GraphShowing", "document_and_own"]


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


class GraphShowing(OpenedGraph):
    """The methods of `LanguageGraph` that show it as a picture."""

    def show(
        self, start: str | None = None, *, where: Where | None = None, limit: int | None = None, facts: bool = True
    ) -> Page:
        """Return a page with concepts, what leads from one to another, and the sentences that say so.

        It is one file that needs no network. A graph of up to 5,000 concepts with relations is shown whole. Of a larger
        one it shows a part, and says so: what is nearest to `start`, or else to the best-connected concepts.

        ```python
        graph.show().open()
        graph.show("honey bee").save("bees.html")
        ```

        Args:
            start: a concept, or a question, for the concepts that it names.
            where: a filter on document metadata; nothing of other documents is shown.
            limit: how many concepts at most; by default 5,000 if that is the whole graph, else 400.
            facts: whether facts are shown too.

        Raises:
            InputError: the filter cannot be understood, `start` names no concept, or `limit` is no number of concepts.
            StoreError: there is no graph.
        """
        if not isinstance(start, str | None):
            raise InputError(f"start is no text but {shown(start)}; give a concept, or a question that names some")
        limit = None if limit is None else checked_number(limit, "limit")
        view = GraphView(self.existing(), where=where, question=start or "")
        return graph_page(read_part(view, start, limit=limit, facts=facts), start=start or "")

    async def ashow(
        self, start: str | None = None, *, where: Where | None = None, limit: int | None = None, facts: bool = True
    ) -> Page:
        """Do what `show` does in a worker thread; raises the same."""
        return await in_thread(self.show, start, where=where, limit=limit, facts=facts)

    def _repr_html_(self) -> str:
        """Return what a notebook shows, and keeps: what the graph holds, and a part of it as a page in a frame."""
        try:
            counts = counts_of(self.existing().statistics())
            told = " · ".join(f"{count:,} {name}" for name, count in counts.items())
            return _card(str(self.store), f"{told}; `show()` shows more") + self.show(limit=PART)._repr_html_()
        except LGMError as error:
            return _card("Language graph", str(error))


def _card(title: str, text: str) -> str:
    return f'<p style="margin: 0 0 .5em"><b>{escape(title)}</b><br><span>{escape(text)}</span></p>'
