"""Looking into a graph: its documents and counts, one concept, and how two concepts are related."""

from __future__ import annotations

from lgm_core.errors import InputError
from lgm_core.facade.opened_graph import OpenedGraph
from lgm_core.facade.question import checked_number
from lgm_core.facade.status.graph_status import GraphStatus, graph_status
from lgm_core.graph.neo4j import Neo4jStore
from lgm_core.graph.port import Where
from lgm_core.model import DocumentRecord, Statistics
from lgm_core.retrieval.concepts.explanation import Explanation, explain
from lgm_core.retrieval.concepts.relationship import Relationship, relate
from lgm_core.worker_threads import in_thread

__all__ = ["Looking"]


class Looking(OpenedGraph):
    """The methods of `LanguageGraph` that show what it holds."""

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
        return explain(self.existing(), name, where=where, limit=limit, depth=depth)

    async def aexplain(
        self, name: str, *, where: Where | None = None, limit: int = 10, depth: int = 1
    ) -> Explanation | None:
        """Do what `explain` does in a worker thread; raises the same."""
        return await in_thread(self.explain, name, where=where, limit=limit, depth=depth)

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
        return relate(self.existing(), first, second, where=where, limit=checked_number(limit, "limit"))

    async def arelate(self, first: str, second: str, *, where: Where | None = None, limit: int = 10) -> Relationship:
        """Do what `relate` does in a worker thread; raises the same."""
        return await in_thread(self.relate, first, second, where=where, limit=limit)

    def documents(self, *, where: Where | None = None, limit: int | None = None) -> list[DocumentRecord]:
        """Return the records of the documents learned, ordered by id, `limit` at most.

        Raises:
            InputError: the filter cannot be understood, or `limit` is no number of at least 1.
        """
        limit = None if limit is None else checked_number(limit, "limit")
        return self.existing().documents(where=where)[:limit]

    async def adocuments(self, *, where: Where | None = None, limit: int | None = None) -> list[DocumentRecord]:
        """Do what `documents` does in a worker thread; raises the same."""
        return await in_thread(self.documents, where=where, limit=limit)

    def statistics(self) -> Statistics:
        """Count what the graph holds."""
        return self.existing().statistics()

    async def astatistics(self) -> Statistics:
        """Do what `statistics` does in a worker thread."""
        return await in_thread(self.statistics)

    def status(self, *, files: bool = True) -> GraphStatus:
        """Tell what the graph holds, how large it and its index are, and which documents are out of date.

        ```python
        print(graph.status())
        ```

        Args:
            files: read the files again that documents were learned from, where they lay then, to tell which have
                changed or are gone.
        """
        return graph_status(self.existing(), files=files)

    async def astatus(self, *, files: bool = True) -> GraphStatus:
        """Do what `status` does in a worker thread."""
        return await in_thread(self.status, files=files)

    def cypher_schema(self) -> str:
        """Return what a language model has to know to ask this graph in Cypher, without what is internal.

        Raises:
            InputError: the graph is not in Neo4j.
        """
        if not isinstance(self.store, Neo4jStore):
            raise InputError(
                f"only a graph in Neo4j is asked in Cypher, and this one is in {type(self.store).__name__}; "
                "build it in a Neo4jStore"
            )
        return self.store.cypher_schema()
