"""The facade: build a language graph, ask it, retrieve from it, look into it, delete from it.

```python
from lgm_core import LanguageGraph

graph = LanguageGraph("my.lgm")
graph.build("docs/")
for passage in graph.retrieve_passages("What are apples rich in?"):
    print(passage.score, passage.document.id, passage.text)
```
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from copy import copy
from os import PathLike
from types import TracebackType
from typing import BinaryIO

from lgm_core.errors import InputError
from lgm_core.facade.answer_showing import AnswerShowing
from lgm_core.facade.deletion import delete_documents, named_documents
from lgm_core.facade.document_construction import Constructing
from lgm_core.facade.export_target import ExportFormat, export_to
from lgm_core.facade.fact_learning import FactLearning, FactRetrieving
from lgm_core.facade.graph_import import ImportReport, import_from
from lgm_core.facade.graph_status import GraphStatus, graph_status
from lgm_core.facade.opened_graph import OpenedGraph
from lgm_core.facade.page_showing import DocumentShowing, GraphShowing
from lgm_core.facade.question import checked_number
from lgm_core.flow import RequestLimiter, RequestLimits
from lgm_core.graph.listed import listed
from lgm_core.graph.metadata_filter import parse_where
from lgm_core.graph.neo4j import Neo4jStore
from lgm_core.graph.port import Where
from lgm_core.llm.port import ChatModel
from lgm_core.model import DocumentRecord, Statistics
from lgm_core.retrieval.concepts.explanation import Explanation, explain
from lgm_core.retrieval.concepts.relationship import Relationship, relate
from lgm_core.worker_threads import in_thread

__all__ = ["LanguageGraph"]


class Exchanging(OpenedGraph):
    """The methods of `LanguageGraph` that write all of a graph down, and read what was written."""

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
        export_to(target, self.existing(), format, base)

    async def aexport(
        self,
        target: BinaryIO | str | PathLike[str],
        *,
        format: ExportFormat | None = None,
        base: str | None = None,
    ) -> None:
        """Do what `export` does in a worker thread; raises the same."""
        await in_thread(self.export, target, format=format, base=base)

    def import_graph(self, source: BinaryIO | str | PathLike[str]) -> ImportReport:
        """Take in the documents that were exported as JSON Lines, in one transaction, and tell what came in.

        They join the graph with all that was known of them, additions included, which are theirs then and no longer
        listed as additions; a document that the graph holds is replaced. The lines are read one after another; in
        memory are some of the documents at a time, or all of them where the graph is in Neo4j.

        Args:
            source: the path of a file, or a binary stream.

        Raises:
            InputError: it cannot be read, which the message tells with the line, or a document in it is not whole;
                nothing is stored then.
            SchemaVersionError: it has another format.
            StoreError: the graph cannot be written.
        """
        return import_from(source, self.store)

    async def aimport_graph(self, source: BinaryIO | str | PathLike[str]) -> ImportReport:
        """Do what `import_graph` does in a worker thread; raises the same."""
        return await in_thread(self.import_graph, source)


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


_logger = logging.getLogger(__name__)


class LanguageGraph(
    Constructing, FactLearning, FactRetrieving, AnswerShowing, Looking, DocumentShowing, GraphShowing, Exchanging
):
    """A language graph in a store. Opening does no I/O; the first use does.

    Three arguments mean the same wherever they stand: `where` is a filter on document metadata, and nothing of other
    documents is used; `on_step` is called with each trace step of that call, after the graph's own `on_step`, and may
    raise `Cancelled`; `cancel` is an event that ends that call with `Cancelled` once it is set, from any thread.
    Methods whose names begin with `a` do the same as those without it, without blocking the event loop.

    Args:
        store: the path of a graph file, an address of Neo4j (see `Neo4jStore.from_address`), or a store. The first
            build makes the graph; until then there is nothing to ask, and asking raises.
        llm: a chat model for extraction, reflection and answers; without one everything else still works.
        annotator: the language backend, or its name: `lite` (the default), `lite:parse`, `spacy:en_core_web_sm` (any
            pipeline), `stanza:en` (any language).
        embed: an embedding model as an additional ranking signal: one function that turns texts into vectors, or
            `Embeddings` with one for documents and one for questions.
        rerank: scores passages for a question, as the last step of `retrieve_passages`; sentences keep their ranking.
            One that scores passages by themselves hurts where several answer together; `ChainRerank` shows it what
            leads to each.
        ranking: options of the ranking.
        concurrency: LLM requests under way at once.
        cache_replies: keep the replies of an `llm` that has an `identity` in the store, and ask it nothing twice.
        limits: one rate of requests and one budget of tokens for all that this graph asks while it is open. What a
            build, a construction, a reflection or learning from questions has done when the budget is spent is kept,
            its report tells what is left, and the same call under a new budget goes on; `ask` and its like raise
            `BudgetSpentError`.
        on_step: called with each trace step of builds, reflections and answers, possibly from a worker thread.

    Attributes:
        store: the store; another store may be assigned, which every later call uses.
        llm: the chat model, or None.
        annotator: the language backend.
        on_step: as given.
        ledger: adds up what language-model calls cost, by phase.

    Raises:
        InputError: there is no language backend of that name, no setting of a name, or `store` names no place of a
            graph.
        StoreError: raised by any method when the store cannot be reached, read or written; by all but `build` and
            `delete` when there is no graph; and by methods that look concepts up when it holds documents in several
            languages.
    """

    def with_llm(self, llm: ChatModel | None) -> LanguageGraph:
        """Return this graph with another chat model, or none; all else is shared, the store and the ledger too."""
        other = copy(self)
        other.llm = llm
        return other

    def with_limits(self, limits: RequestLimits) -> LanguageGraph:
        """Return this graph with limits of its own, as for one build; all else is shared, and its own limits hold too.

        ```python
        report = graph.with_limits(RequestLimits(tokens=2_000_000)).build("docs/")
        ```
        """
        other = copy(self)
        other._limiter = RequestLimiter(limits) if self._limiter is None else self._limiter.also(limits)
        return other

    def delete(
        self, document_ids: str | Sequence[str] | None = None, *, where: Where | None = None, exact: bool = False
    ) -> int:
        """Remove documents, all in one transaction, and everything only they supported.

        Return how many there were. The log names the ids that were not there, and the documents that stay of a source
        of which some go.

        All caches in the store go with them, because caches hold text of documents. What the ranking index and the
        vectors hold of other documents is written back; replies of language models are not.

        Args:
            document_ids: ids of documents, or one id. That of a file, or of another source, removes all that is of it:
                `report.pdf` also the further pages, `report.pdf:2` and so on.
            where: in place of ids, a filter, such as `{"source": "guide.md"}` for all documents of a source.
            exact: each id removes its own document alone.

        Raises:
            InputError: neither ids nor a filter are given, or both; or the filter cannot be understood, or lets
                everything through.
        """
        if where is not None:
            if document_ids is not None:
                raise InputError("documents are deleted by their ids or by a filter, not by both")
            return self._delete_where(where)
        if document_ids is None:
            raise InputError("say what to delete: ids of documents, or a filter, as in where={'source': 'guide.md'}")
        named = named_documents(self.store, listed(document_ids), exact=exact)
        if named.missing:
            _logger.warning(
                "Not in the graph, so not deleted: %s. `documents()` tells the ids.", ", ".join(named.missing)
            )
        deleted = delete_documents(self.store, sorted(named.ids))
        if named.left:
            _logger.warning("%s", named.remark)
        return deleted

    async def adelete(
        self, document_ids: str | Sequence[str] | None = None, *, where: Where | None = None, exact: bool = False
    ) -> int:
        """Do what `delete` does in a worker thread."""
        return await in_thread(self.delete, document_ids, where=where, exact=exact)

    def _delete_where(self, where: Where) -> int:
        if parse_where(where) is None:
            raise InputError("the filter has no condition, so that it would delete all documents; name a field")
        held = [record.id for record in self.store.documents(where=where)]
        return delete_documents(self.store, held)

    def __repr__(self) -> str:
        """Return what tells it from other graphs: where it is stored."""
        return f"{type(self).__name__}({str(self.store)!r})"

    def close(self) -> None:
        """Close the store."""
        self.store.close()

    def __enter__(self) -> LanguageGraph:
        """Return the graph itself."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close the store."""
        self.close()
