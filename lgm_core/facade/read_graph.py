"""What is in a graph: what it knows of concepts and documents, as data, as pages, and written to files."""

from __future__ import annotations

from os import PathLike
from typing import BinaryIO

from lgm_core.facade.asked_graph import AskedGraph
from lgm_core.facade.construction_records import ConstructionRecord, construction_records
from lgm_core.facade.document_construction import entities_of
from lgm_core.facade.export_target import ExportFormat, export_to
from lgm_core.facade.fact_learning import StatedFact, stated_facts
from lgm_core.facade.graph_status import GraphStatus, graph_status
from lgm_core.facade.page_showing import Shown, notebook_view, page_of
from lgm_core.facade.question import checked_number
from lgm_core.graph.port import Where
from lgm_core.model import AdditionRecord, DocumentEntity, DocumentRecord, Statistics, Verdict
from lgm_core.pages.page import Page
from lgm_core.retrieval.concepts.explanation import Explanation, explain
from lgm_core.retrieval.concepts.relationship import Relationship, relate

__all__ = ["ReadGraph"]


class ReadGraph(AskedGraph):
    """The part of `LanguageGraph` that reads what is in the graph."""

    def explain(self, name: str, *, where: Where | None = None, limit: int = 10, depth: int = 1) -> Explanation | None:
        """Return what the graph knows of a concept, with the sentences that say so; None when it has no such concept.

        Args:
            name: the concept as anyone would write it.
            where: a filter on document metadata; nothing of other documents is used.
            limit: how many relations of each kind, statements from each source, and sentences, at most.
            depth: how many is-a or has-part relations away a concept may be that it inherits statements from.

        Raises:
            InputError: the filter cannot be understood, or `limit` is no number of at least 1.
        """
        limit = checked_number(limit, "limit")
        return explain(self._opened.existing(), name, where=where, limit=limit, depth=depth)

    def relate(self, first: str, second: str, *, where: Where | None = None, limit: int = 10) -> Relationship:
        """Return a shortest path of meta-relations between two concepts, else sentences that name both.

        When the graph lacks one of the concepts, or both, `missing` names them.

        Args:
            first: a concept as anyone would write it.
            second: another.
            where: a filter on document metadata; nothing of other documents is used.
            limit: how many sentences that name both, at most.

        Raises:
            InputError: the filter cannot be understood, or `limit` is no number of at least 1.
        """
        limit = checked_number(limit, "limit")
        return relate(self._opened.existing(), first, second, where=where, limit=limit)

    def facts(
        self, name: str, *, where: Where | None = None, rejected: bool = False, limit: int | None = None
    ) -> list[StatedFact]:
        """Return the facts whose subject or object is a concept, under any of its names, each with its sentences.

        Args:
            name: the concept as anyone would write it.
            where: a filter on document metadata; facts have only the sentences of documents that pass it.
            rejected: those that reflection found invalid, in place of the others; under a filter their values are in
                normal form, since the first to write them may be a document that it hides.
            limit: how many, at most.

        Raises:
            InputError: the name names no concept, the filter cannot be understood, or the limit is no number above 0.
        """
        verdict = Verdict.INVALID if rejected else None
        return stated_facts(self._opened.existing(), name, where=where, verdict=verdict, limit=limit)

    def entities(self, document: str) -> list[DocumentEntity]:
        """Return the things of a document under all their names, in the order of their first mentions.

        Of a document that was constructed those that construction found; of others each concept that it mentions.

        Args:
            document: its id.

        Raises:
            InputError: the graph has no such document.
        """
        return entities_of(self._opened.existing(), document)

    def documents(self, *, where: Where | None = None, limit: int | None = None) -> list[DocumentRecord]:
        """Return the records of the documents learned, ordered by id, `limit` at most.

        Raises:
            InputError: the filter cannot be understood, or `limit` is no number of at least 1.
        """
        limit = None if limit is None else checked_number(limit, "limit")
        return self._opened.existing().documents(where=where)[:limit]

    def additions(self) -> list[AdditionRecord]:
        """Return what was added to the graph after its documents were learned, ordered by time and id."""
        return self._opened.existing().additions()

    def constructions(self) -> list[ConstructionRecord]:
        """Return what was constructed for which documents, ordered by document id.

        A construction is stale if its document has another text now: then `construct` makes it again.
        """
        return construction_records(self._opened.existing())

    def statistics(self) -> Statistics:
        """Count what the graph holds."""
        return self._opened.existing().statistics()

    def status(self, *, files: bool = True) -> GraphStatus:
        """Tell what the graph holds, how large it and its index are, and which documents are out of date.

        ```python
        print(graph.status())
        ```

        Args:
            files: read the files again that documents were learned from, where they lay then, to tell which have
                changed or are gone.
        """
        return graph_status(self._opened.existing(), files=files)

    def show(
        self,
        what: Shown = None,
        *,
        document: str | None = None,
        at: int = 0,
        question: str | None = None,
        where: Where | None = None,
        limit: int | None = None,
        facts: bool = True,
    ) -> Page:
        """Return a page of something: one HTML file that needs no network (`Page.open`, `Page.save`).

        ```python
        graph.show().open()  # concepts, what leads from one to another, and the sentences that say so
        graph.show("honey bee").save("bees.html")  # the concepts around one
        graph.show(graph.ask("What are bees?"))  # what an answer cites, in its place, and how it was found
        graph.show(document="bees.md", at=12)  # a text, the concepts it mentions, and what its sentences state
        question = "What are bees?"
        graph.show(graph.retrieve_passages(question), question=question)  # why passages were found
        ```

        A graph of up to 5,000 concepts with relations is shown whole; of a larger one a part, and the page says so:
        what is nearest to the concepts named, or else to the best-connected ones. Of a document of more than a thousand
        sentences the page shows only a part. What an answer cites is as it was when it was asked; the sentences around
        that are read from the graph as it is now.

        Args:
            what: a concept, or a question, for the concepts that it names; or an answer, what a plan came to (`solve`),
                or passages (`retrieve_passages`).
            document: the id of a document, as `documents()` tells it, to be shown in place of `what`.
            at: the position of a sentence of the document, from 0, that the page shows.
            question: what the passages were found for.
            where: a filter on document metadata; nothing of other documents is shown, but what an answer cites.
            limit: how many concepts of the graph at most; by default 5,000 if that is the whole graph, else 400.
            facts: whether facts of the graph are shown too.

        Raises:
            InputError: the filter cannot be understood, the text names no concept, there is no such document or
                sentence, `limit` is no number of concepts, or the passages have no question.
            StoreError: there is no graph.
        """
        return page_of(
            self._opened, what, document=document, at=at, question=question, where=where, limit=limit, facts=facts
        )

    def _repr_html_(self) -> str:
        return notebook_view(self._opened)

    def export(
        self,
        target: BinaryIO | str | PathLike[str],
        *,
        format: ExportFormat | None = None,
        base: str | None = None,
    ) -> None:
        """Write the whole graph to a file or a binary stream in a stable order: equal graphs give equal bytes.

        Args:
            target: the path of a file, which is replaced when all is written, or a stream, which stays open.
            format: `jsonl`, an object a line, which `import_graph` reads again; `graphml`; or RDF as `turtle` or
                `jsonld` (see `docs/guides/rdf.md`). None takes that of the suffix, `.graphml`, `.ttl` or `.jsonld`,
                else `jsonl`.
            base: what the IRIs of RDF begin with, such as `https://example.org/papers/`; by default `urn:lgm:`.

        Raises:
            InputError: there is no such format or base, or the format has no IRIs; or the file cannot be written, and
                what stood in its place is still there.
        """
        export_to(target, self._opened.existing(), format, base)
