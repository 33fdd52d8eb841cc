"""The graph as a LangChain retriever."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal, get_args

from langchain_core.callbacks import AsyncCallbackManagerForRetrieverRun, CallbackManagerForRetrieverRun
from langchain_core.documents import Document
from langchain_core.language_models import BaseChatModel
from langchain_core.retrievers import BaseRetriever
from langchain_core.runnables import Runnable
from pydantic import ConfigDict, Field

from langchain_lgm._conversion import from_engine
from langchain_lgm.chat_model import as_chat_model
from langchain_lgm.metadata_filters import Filter, to_where
from lgm_core import InputError, LanguageGraph, RetrievedPassage, RetrievedSentence
from lgm_core.hosts import (
    GivenGraph,
    fact_sentences,
    given_graph,
    in_thread,
    joined_where,
    naming_settings,
    unknown_settings,
)
from lgm_core.ports import ChatModel, Where

__all__ = ["ConceptIterativeRetriever", "Mode", "refuse_unknown"]

Mode = Literal["passages", "sentences", "facts"]


class ConceptIterativeRetriever(BaseRetriever):
    """Retrieve passages, sentences or facts from a language graph, multi-hop. A language model only may `select`.

    `k`, `filter` and `mode` are also taken by each call: `retriever.invoke("…", k=3, filter={"year": {"$gte": 2020}})`.
    A call's filter is added to the retriever's own, and both must hold: what the retriever was limited to, no call can
    widen. Each document's metadata is that of the document it is from and says where it stands (`document_id`,
    `section_path`, `start`, `end`: characters in the original text); a field of the document's own with such a name is
    found under `document_metadata`. The same passage found for two questions is an equal document, so that what joins
    the results of several questions finds it once; with `scored` it also says why it was found for this one.
    """

    model_config = ConfigDict(arbitrary_types_allowed=True, extra="forbid")  # a filter misspelled must not be lost

    graph: LanguageGraph
    """The graph to retrieve from."""
    k: int = Field(default=5, ge=1)
    """How many documents to return at most."""
    filter: Filter | None = None
    """A filter on document metadata, or the `filter` of a LangChain structured query."""
    mode: Mode = "passages"
    """What a document is: a section, a sentence, or a sentence with the `facts` that it states in its metadata. A graph
    that was built without facts has none."""
    scored: bool = False
    """Whether metadata also say why a document was found: `score` (more is better; scores of different questions cannot
    be compared) and `concept_path` (the concepts that lead to it from the question)."""
    select: Any = None
    """A chat model that is asked once a question which of the best twenty passages answer it together; these come
    first. When its reply is of no use the ranking stays as it was, and the log warns. Sentences are not selected."""

    @naming_settings
    def __init__(
        self,
        *,
        graph: GivenGraph,
        k: int = 5,
        filter: Filter | None = None,
        mode: Mode = "passages",
        scored: bool = False,
        select: BaseChatModel | Runnable[Any, Any] | ChatModel | None = None,
        name: str | None = None,
        tags: list[str] | None = None,
        metadata: dict[str, Any] | None = None,
    ) -> None:
        """Make a retriever; `graph` may also be the builder that holds the graph, or the path of one built before.

        Raises:
            InputError: `graph` or `select` is none, the filter cannot be understood, or there is no setting of a name.
            StoreError: there is no graph at the path.
            ValidationError: a setting cannot have the value.
        """
        to_where(filter)
        fields: dict[str, Any] = {
            "graph": given_graph(graph),
            "k": k,
            "filter": filter,
            "mode": mode,
            "scored": scored,
            "select": as_chat_model(select, setting="select"),
            "name": name,
            "tags": tags,
            "metadata": metadata,
        }
        super().__init__(**fields)

    def _get_relevant_documents(
        self,
        query: str,
        *,
        run_manager: CallbackManagerForRetrieverRun,
        k: int | None = None,
        filter: Filter | None = None,
        mode: Mode | None = None,
        **unknown: object,
    ) -> list[Document]:
        refuse_unknown(unknown)
        return self.find(query, k=k, filter=filter, mode=mode)

    async def _aget_relevant_documents(
        self,
        query: str,
        *,
        run_manager: AsyncCallbackManagerForRetrieverRun,
        k: int | None = None,
        filter: Filter | None = None,
        mode: Mode | None = None,
        **unknown: object,
    ) -> list[Document]:
        refuse_unknown(unknown)
        if self.select is None or self._mode(mode) != "passages":
            return await in_thread(self.find, query, k=k, filter=filter, mode=mode)
        number, where = self._limits(k, filter)
        passages = await self.graph.aretrieve_passages(query, number, where=where, select=self.select)
        return [from_engine(passage, scored=self.scored) for passage in passages]

    def find(
        self, query: str, *, k: int | None = None, filter: Filter | None = None, mode: Mode | None = None
    ) -> list[Document]:
        """Return what `invoke` does, without a run that is traced.

        Raises:
            InputError: the question is empty, or an argument cannot be used.
        """
        return [document for document, _ in self.find_with_scores(query, k=k, filter=filter, mode=mode)]

    def find_with_scores(
        self, query: str, *, k: int | None = None, filter: Filter | None = None, mode: Mode | None = None
    ) -> list[tuple[Document, float]]:
        """Return what `find` does, each with its score: more is better; scores of different questions say nothing.

        Raises:
            InputError: the question is empty, or an argument cannot be used.
        """
        number, where = self._limits(k, filter)
        chosen = self._mode(mode)
        if chosen == "facts":
            found = fact_sentences(self.graph.retrieve_facts(query, where=where), number)
            return [
                (from_engine(item.sentence, scored=self.scored, facts=item.facts), item.sentence.score)
                for item in found
            ]
        results: Sequence[RetrievedPassage | RetrievedSentence] = (
            self.graph.retrieve_passages(query, number, where=where, select=self.select)
            if chosen == "passages"
            else self.graph.retrieve_sentences(query, number, where=where)
        )
        return [(from_engine(result, scored=self.scored), result.score) for result in results]

    def _limits(self, k: int | None, filter: Filter | None) -> tuple[int, Where | None]:
        return self.k if k is None else k, joined_where(to_where(self.filter), to_where(filter))

    def _mode(self, mode: Mode | None) -> Mode:
        chosen = self.mode if mode is None else mode
        if chosen not in get_args(Mode):
            raise InputError(f"mode={chosen!r} is none of 'passages', 'sentences' and 'facts'")
        return chosen


def refuse_unknown(unknown: Mapping[str, object]) -> None:
    """Refuse arguments that no call of a retriever has.

    Raises:
        InputError: there are any.
    """
    if unknown:
        raise unknown_settings("a call of a retriever has", unknown, ["k", "filter", "mode"])
