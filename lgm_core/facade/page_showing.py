"""Pages of documents, graphs and answers, and of the reasons why passages were found."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from html import escape

from lgm_core.errors import InputError, LGMError, shown
from lgm_core.facade.checked_arguments import checked_number, checked_question
from lgm_core.facade.opened_graph import OpenedGraph
from lgm_core.graph.port import LanguageGraphStore, Where
from lgm_core.model import Answer, DocumentGraph, RetrievedPassage
from lgm_core.pages.answer_page.answer_page import answer_page, solution_page
from lgm_core.pages.answer_page.retrieval_page import retrieval_page
from lgm_core.pages.concept_choice import PART
from lgm_core.pages.document_page import document_page
from lgm_core.pages.front_page import counts_of
from lgm_core.pages.graph_page import graph_page, read_part
from lgm_core.pages.page import Page
from lgm_core.pages.schema_page import read_layers, schema_page
from lgm_core.pages.shell import PageLinks
from lgm_core.reasoning.solving.memory import Solution
from lgm_core.retrieval.concepts.graph_view import GraphView
from lgm_core.retrieval.passage_reasons import ranking_reasons
from lgm_core.retrieval.ranking.ranker import Ranker

__all__ = ["Shown", "document_and_own", "found_passages_page", "notebook_view", "page_of"]

Shown = str | Answer | Solution | Sequence[RetrievedPassage] | None
"""What a page can show besides a document: the graph around concepts, an answer, a solution, or passages."""


def page_of(
    graph: OpenedGraph,
    what: Shown,
    *,
    document: str | None,
    at: int,
    question: str | None,
    where: Where | None,
    limit: int | None,
    facts: bool,
    schema: bool,
) -> Page:
    """Return a page; see `LanguageGraph.show`."""
    if schema:
        if not (what is None and document is None):
            raise InputError("schema=True shows the schema of the whole graph; leave it out, or the rest")
        held = graph.existing().read_schema()
        if not held:
            raise InputError("the graph has no schema; load or propose one (graph.load_schema, graph.propose_schema)")
        return schema_page(held[-1].schema, read_layers(GraphView(graph.existing(), where=where), held[-1].schema))
    if document is not None:
        if what is not None:
            raise InputError(f"document={shown(document)} and {shown(what)} are two pages; give only one of them")
        return _document_page(graph.existing(), document, at, where)
    if what is None or isinstance(what, str):
        limit = None if limit is None else checked_number(limit, "limit")
        view = GraphView(graph.existing(), where=where, question=what or "")
        return graph_page(read_part(view, what, limit=limit, facts=facts), start=what or "")
    if isinstance(what, Answer | Solution):
        view = GraphView(graph.existing(), where=where, question=what.question)
        return solution_page(what, view) if isinstance(what, Solution) else answer_page(what, view)
    passages = [one for one in what if isinstance(one, RetrievedPassage)] if isinstance(what, Sequence) else None
    if passages is None or len(passages) != len(what):
        raise InputError(
            f"{shown(what)} cannot be shown; give a concept, the result of `ask` or `solve`, or the result of "
            "`retrieve_passages` with its question, or name a document: show(document=…). To show a question that was "
            "asked through LlamaIndex or LangChain, `ask` it again; the graph has kept the replies"
        )
    if question is None:
        raise InputError("passages need the question for which they were found: show(passages, question=…)")
    view, ranker = graph.seen(checked_question(question), where)
    return found_passages_page(view, ranker, question, passages)


def _document_page(store: LanguageGraphStore, document_id: str, at: int, where: Where | None) -> Page:
    graph, own = document_and_own(store, document_id, where=where)
    count = len(graph.sentences)
    if isinstance(at, bool) or not isinstance(at, int):
        raise InputError(f"at={shown(at)} is not a whole number; give the position of a sentence, counted from 0")
    if not 0 <= at < max(count, 1):
        raise InputError(f"at={at} is outside {shown(document_id)}, which has {count} sentences, counted from 0")
    return document_page(graph, own, at=at)


def found_passages_page(
    view: GraphView,
    ranker: Ranker,
    question: str,
    passages: Sequence[RetrievedPassage],
    *,
    links: PageLinks | None = None,
) -> Page:
    """Return the page about why passages were found, with links to other pages if a server shows them.

    Passages of documents that `view` hides are left out; `ranker` ranks what `view` shows.
    """
    visible = view.documents(passage.document.id for passage in passages)
    found = _whole([passage for passage in passages if passage.document.id in visible])
    reasons = ranking_reasons(question, [passage.id for passage in found], ranker, allowed=view.allowed)
    return retrieval_page(question, found, reasons, view, links=links)


def _whole(passages: Sequence[RetrievedPassage]) -> list[RetrievedPassage]:
    """Return passages with the focused ones of each section as one."""
    of_sections: dict[str, list[RetrievedPassage]] = {}
    for passage in passages:
        of_sections.setdefault(passage.section.id, []).append(passage)
    whole = []
    for found in of_sections.values():
        sentences = (each for passage in sorted(found, key=lambda passage: passage.start) for each in passage.sentences)
        whole.append(replace(found[0], sentences=tuple(sentences), is_focused=False))
    return whole


def document_and_own(
    store: LanguageGraphStore, document_id: str, *, where: Where | None = None
) -> tuple[DocumentGraph, DocumentGraph | None]:
    """Return a document's graph, and its graph without additions if the store has any.

    Raises:
        InputError: no such document passes the filter, or the filter cannot be understood.
    """
    passing = where is None or store.documents([document_id], where)
    graph = next(iter(store.scan([document_id])), None) if passing else None
    if graph is None:
        raise InputError(f"no document has the id {shown(document_id)}; `documents()` and `lgm documents` list the ids")
    return graph, next(iter(store.scan([document_id], own=True)), None) if store.additions() else None


def notebook_view(graph: OpenedGraph) -> str:
    """Return what a notebook shows and saves: the counts of the graph, and a part of it as a page in a frame."""
    try:
        store = graph.existing()
        counts = " · ".join(f"{count:,} {name}" for name, count in counts_of(store.statistics()).items())
        part = graph_page(read_part(GraphView(store), None, limit=PART, facts=True), start="")
        return _card(str(store), f"{counts}; `show()` shows more") + part._repr_html_()
    except LGMError as error:
        return _card("Language graph", str(error))


def _card(title: str, text: str) -> str:
    return f'<p style="margin: 0 0 .5em"><b>{escape(title)}</b><br><span>{escape(text)}</span></p>'
