"""A language graph as a LangChain document index: it finds, returns and deletes documents."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from langchain_core.callbacks import AsyncCallbackManagerForRetrieverRun, CallbackManagerForRetrieverRun
from langchain_core.documents import Document
from langchain_core.indexing import DeleteResponse, DocumentIndex
from pydantic import ConfigDict

from langchain_lgm._conversion import Anything, stored_documents
from langchain_lgm.metadata_filters import Filter, to_where
from langchain_lgm.retriever import ConceptIterativeRetriever
from lgm_core import InputError, LanguageGraph
from lgm_core.hosts import in_thread, named_documents

__all__ = ["GraphDocumentIndex"]


class GraphDocumentIndex(DocumentIndex):
    """The methods of `LanguageGraphBuilder` that find, return and delete documents."""

    model_config = ConfigDict(arbitrary_types_allowed=True, extra="forbid")

    graph: LanguageGraph
    """The graph."""

    def delete(
        self, ids: str | Sequence[str] | None = None, *, filter: Filter | None = None, **kwargs: Anything
    ) -> DeleteResponse:
        """Delete documents and everything only they supported; return the ids deleted, and log those not found.

        Args:
            ids: their ids; the id of a file or another source deletes everything from it.
            filter: instead of ids, a filter on metadata, such as `{"source": "guide.md"}` for everything from a source.
            kwargs: nothing else is accepted.

        Raises:
            InputError: ids and a filter are both missing or both given, there are other arguments, or the filter cannot
                be understood or lets everything through.
        """
        if (ids is None) == (filter is None) or kwargs:
            both = (("ids", ids), ("filter", filter))
            given = ", ".join([name for name, value in both if value is not None] + list(kwargs)) or "nothing"
            raise InputError(
                "documents are deleted by their ids, as in delete(['a.md']), or by a filter, as in "
                f"delete(filter={{'source': 'a.md'}}); given were: {given}"
            )
        if ids is None:
            where = to_where(filter)
            if where is None:
                raise InputError("the filter has no condition, so it would delete all documents; name a field in it")
            succeeded = [record.id for record in self.graph.store.documents(where=where)]
            self.graph.delete(where=where)
        else:
            succeeded = list(named_documents(self.graph.store, [ids] if isinstance(ids, str) else ids).ids)
            self.graph.delete(ids)
        return DeleteResponse(num_deleted=len(succeeded), succeeded=succeeded, num_failed=0, failed=[])

    async def adelete(
        self, ids: str | Sequence[str] | None = None, *, filter: Filter | None = None, **kwargs: Anything
    ) -> DeleteResponse:
        """Do what `delete` does without blocking the event loop; raises the same."""
        return await in_thread(self.delete, ids, filter=filter, **kwargs)

    def get(self, ids: str | Sequence[str], /, **kwargs: Anything) -> list[Document]:
        """Return the documents of these ids that the graph holds, in the order of the ids.

        The graph keeps sentences, not files: a text consists of the document's sentences, without markup, with an empty
        line between sections.
        """
        return stored_documents(self.graph.store, ids)

    async def aget(self, ids: str | Sequence[str], /, **kwargs: Anything) -> list[Document]:
        """Do what `get` does without blocking the event loop."""
        return await in_thread(self.get, ids)

    def as_retriever(
        self, *, search_kwargs: Mapping[str, Any] | None = None, **kwargs: Anything
    ) -> ConceptIterativeRetriever:
        """Return a retriever over the graph.

        Args:
            search_kwargs: `k`, `filter`, `mode`, `scored`, `select`, `words` and `score_threshold` of
                `ConceptIterativeRetriever`.
            kwargs: its other fields, such as `headings`, `tags` and `metadata`.

        Raises:
            InputError: a field is unknown, or the filter cannot be understood.
            ValidationError: a field cannot have the value.
        """
        return ConceptIterativeRetriever(graph=self.graph, **(search_kwargs or {}), **kwargs)

    def _get_relevant_documents(
        self, query: str, *, run_manager: CallbackManagerForRetrieverRun, **call: Anything
    ) -> list[Document]:
        return self.as_retriever()._get_relevant_documents(query, run_manager=run_manager, **call)

    async def _aget_relevant_documents(
        self, query: str, *, run_manager: AsyncCallbackManagerForRetrieverRun, **call: Anything
    ) -> list[Document]:
        return await self.as_retriever()._aget_relevant_documents(query, run_manager=run_manager, **call)
