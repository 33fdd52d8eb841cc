"""The pages of a graph by their addresses, read anew for each request, so that they show what is there now."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping, Sequence

from lgm_core.errors import InputError, LGMError, shown
from lgm_core.facade.language_graph import LanguageGraph
from lgm_core.facade.showing.answer_showing import found_passages_page
from lgm_core.facade.showing.document_showing import document_and_own
from lgm_core.model import DocumentGraph, DocumentRecord
from lgm_core.pages.document_page import document_page
from lgm_core.pages.front_page.front_page import DocumentList, front_page
from lgm_core.pages.graph_page.concept_choice import start_concepts
from lgm_core.pages.graph_page.graph_page import graph_page
from lgm_core.pages.graph_page.part_reading import read_part
from lgm_core.pages.links import PageLinks
from lgm_core.pages.page import Page
from lgm_core.retrieval.concepts.graph_view import GraphView

__all__ = ["LINKS", "NotThereError", "ServedPages"]

LINKS = PageLinks()

_DOCUMENTS_KEPT = 2
_PASSAGES = 8
_LONGEST_SEARCH = 1000
"""Characters of a search or question."""


class NotThereError(LGMError):
    """Say that there is no such page, document or concept."""


class ServedPages:
    """Makes pages; safe to use from several threads.

    The list of documents, the last documents shown and the best-connected concepts are kept until the graph changes:
    turning a page of a long document, or of the list of many, does not read all of it again, and going from concept to
    concept does not count all relations again.

    Args:
        graph: the graph, of which nothing is changed.
    """

    def __init__(self, graph: LanguageGraph) -> None:
        self._graph = graph
        self._lock = threading.Lock()
        self._records: tuple[int, list[DocumentRecord]] = (-1, [])
        self._related: tuple[tuple[int, int, bool], Mapping[str, int]] = ((-1, 0, False), {})
        self._shown: dict[tuple[int, str], tuple[DocumentGraph, DocumentGraph | None]] = {}
        self._pages: Mapping[str, Callable[[Mapping[str, str]], Page]] = {
            "/": self._front,
            "/document": self._document,
            "/graph": self._graph_page,
            "/retrieve": self._retrieval,
        }

    def has(self, path: str) -> bool:
        """Tell whether there is a page at a path."""
        return path in self._pages

    def page(self, path: str, parameters: Mapping[str, str]) -> Page:
        """Return the page at a path.

        Raises:
            NotThereError: there is none, or what it is to show is not in the graph.
            InputError: a parameter cannot be understood.
            StoreError: the graph cannot be read.
        """
        if path not in self._pages:
            raise NotThereError(f"There is no page {shown(path)}.")
        return self._pages[path](parameters)

    def _front(self, parameters: Mapping[str, str]) -> Page:
        # On other pages "/" leads to the search; here, where one is in it already, it is typed before the words.
        query = _search(parameters.get("q", "")).removeprefix("/").lstrip()
        records: Sequence[DocumentRecord] = self._documents()
        if query:
            words = query.casefold().split()
            records = [record for record in records if all(word in _text(record) for word in words)]
        listed = DocumentList(records, query, _number(parameters, "page", 1), self._concept(query))
        return front_page(str(self._graph.store), self._graph.statistics(), listed, LINKS)

    def _document(self, parameters: Mapping[str, str]) -> Page:
        id, at = parameters.get("id", ""), _number(parameters, "at", 0)
        graph, own = self._document_graph(id)
        return document_page(graph, own, at=min(at, max(len(graph.sentences) - 1, 0)), links=LINKS)

    def _graph_page(self, parameters: Mapping[str, str]) -> Page:
        start = _search(parameters.get("start", ""))
        view = GraphView(self._graph.existing(), question=start)
        try:
            part = read_part(view, start or None, most_related=self._most_related)
        except InputError as error:
            raise NotThereError(str(error)) from error
        return graph_page(part, start=start, links=LINKS)

    def _retrieval(self, parameters: Mapping[str, str]) -> Page:
        question = _search(parameters.get("question", ""))
        if not question:
            raise InputError("there is no question; ask one on the front page")
        return found_passages_page(self._graph, question, _PASSAGES, links=LINKS)

    def _concept(self, query: str) -> str:
        """Return a query if it names a concept of the graph, or a question with concepts; else nothing."""
        if not query:
            return ""
        try:
            return query if start_concepts(GraphView(self._graph.existing(), question=query), query) else ""
        except InputError:
            return ""

    def _documents(self) -> list[DocumentRecord]:
        with self._lock:
            revision = self._graph.existing().revision()
            if self._records[0] != revision:
                self._records = (revision, self._graph.documents())
            return self._records[1]

    def _most_related(self, limit: int, *, facts: bool) -> Mapping[str, int]:
        with self._lock:
            store = self._graph.existing()
            key = (store.revision(), limit, facts)
            if self._related[0] != key:
                self._related = (key, store.most_related(limit, facts=facts))
            return self._related[1]

    def _document_graph(self, id: str) -> tuple[DocumentGraph, DocumentGraph | None]:
        store = self._graph.existing()
        key = (store.revision(), id)
        with self._lock:
            found = self._shown.get(key)
        if found is None:
            try:
                found = document_and_own(store, id)
            except InputError as error:
                raise NotThereError(f"No document of the graph has the id {shown(id)}.") from error
            with self._lock:
                while len(self._shown) >= _DOCUMENTS_KEPT:
                    del self._shown[next(iter(self._shown))]
                self._shown[key] = found
        return found


def _search(text: str) -> str:
    if len(text) > _LONGEST_SEARCH:
        raise InputError(f"a search or question has {_LONGEST_SEARCH:,} characters at most; this one has {len(text):,}")
    return " ".join(text.split())


def _number(parameters: Mapping[str, str], name: str, default: int) -> int:
    text = parameters.get(name) or str(default)
    if not (text.isascii() and text.isdigit() and len(text) < 10):
        raise InputError(f"{name}={shown(text)} is not a number from 0; leave it out")
    return int(text)


def _text(record: DocumentRecord) -> str:
    return f"{record.title}\n{record.id}\n{record.source}".casefold()
