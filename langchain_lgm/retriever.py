"""The graph as a LangChain retriever."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from typing import Any, ClassVar

from langchain_core.callbacks import AsyncCallbackManagerForRetrieverRun, CallbackManagerForRetrieverRun
from langchain_core.documents import Document
from langchain_core.language_models import BaseChatModel
from langchain_core.retrievers import BaseRetriever
from langchain_core.runnables import Runnable
from pydantic import ConfigDict, Field

from langchain_lgm._conversion import Anything, from_engine
from langchain_lgm.chat_model import as_chat_model
from langchain_lgm.metadata_filters import Filter, to_where
from lgm_core import InputError, LanguageGraph
from lgm_core.hosts import (
    Found,
    GivenGraph,
    RetrievalMode,
    afind,
    checked_mode,
    checked_words,
    find,
    given_graph,
    joined_where,
    naming_settings,
    unknown_settings,
)
from lgm_core.ports import ChatModel

__all__ = ["ConceptIterativeRetriever", "GraphRetriever"]


class GraphRetriever(BaseRetriever):
    """What the retrievers share: their graph, calls with settings of their own, and documents of what was found."""

    model_config = ConfigDict(arbitrary_types_allowed=True, extra="forbid")  # a filter misspelled must not be lost

    graph: LanguageGraph
    """The graph to retrieve from."""
    k: int = Field(default=5, ge=1)
    """How many documents to return at most."""
    filter: Filter | None = None
    """A filter on document metadata, or the `filter` of a LangChain structured query."""
    scored: bool = False
    """Whether metadata also say why a document was found: `score` (higher is better; scores of different questions
    cannot be compared), `relevance` (from 0 to 1, the same for every question: `RetrievedPassage`) and `concept_path`
    (the concepts that lead to it from the question)."""
    headings: bool = True
    """Whether the text of a passage begins with a line that names its document and section (`Manual › Safety`), so that
    chains show a language model where it stands; a text that begins so already stays as it is."""

    _find: ClassVar[Callable[..., list[Found]]] = staticmethod(find)
    _afind: ClassVar[Callable[..., Awaitable[list[Found]]]] = staticmethod(afind)
    _of_calls: ClassVar[Sequence[str]] = ("k", "filter")
    """The settings that each call takes."""

    def __init__(self, *, graph: GivenGraph, filter: Filter | None, **fields: Anything) -> None:
        to_where(filter)
        fields |= {"graph": given_graph(graph), "filter": filter}
        super().__init__(**fields)

    def _get_relevant_documents(
        self, query: str, *, run_manager: CallbackManagerForRetrieverRun, **call: Anything
    ) -> list[Document]:
        how, least = self._asked(call)
        return self._documents(_relevant(self._find(self.graph, query, **how), least))

    async def _aget_relevant_documents(
        self, query: str, *, run_manager: AsyncCallbackManagerForRetrieverRun, **call: Anything
    ) -> list[Document]:
        how, least = self._asked(call)
        return self._documents(_relevant(await self._afind(self.graph, query, **how), least))

    def _asked(self, call: Mapping[str, Any]) -> tuple[dict[str, Any], float | None]:
        """Return arguments of `_find` for a call, and the least relevance of results."""
        if unknown := [name for name in call if name not in self._of_calls]:
            raise unknown_settings("a call of a retriever has", unknown, self._of_calls)
        where = joined_where(to_where(self.filter), to_where(call.get("filter")))
        return {"k": self._setting("k", call), "where": where}, None

    def _setting(self, name: str, call: Mapping[str, Any]) -> Any:  # noqa: ANN401  # of any type
        """Return a setting of the call, else that of the retriever."""
        return getattr(self, name) if call.get(name) is None else call[name]

    def _documents(self, found: Iterable[Found]) -> list[Document]:
        return [from_engine(each, scored=self.scored, headings=self.headings) for each in found]


class ConceptIterativeRetriever(GraphRetriever):
    """Retrieve passages, sentences or facts from a language graph, multi-hop; only `select` asks a language model.

    Each call also takes `k`, `filter`, `mode`, `words` and `score_threshold`, as in
    `retriever.invoke("…", k=3, filter={"year": {"$gte": 2020}})`. A call's filter is added to the retriever's own, and
    both must hold: no call can widen what the retriever may see. A document's metadata are those of the document it is
    from, and say where it stands (`document_id`, `section_path`, `start`, `end`: characters in the original text; in a
    document with pages `page`, from 0, and `page_label`); if the document's own metadata have a field with such a name,
    its value is found under `document_metadata`. The same passage found for two questions is an equal document, so
    merging the results of several questions keeps it once; `scored` also adds why it was found for this one.
    """

    mode: RetrievalMode = "passages"
    """What a document is: a section, a sentence, or a sentence whose metadata list the `facts` that it states. There
    are no facts in a graph that was built without them."""
    select: Any = None
    """A chat model that chooses, with one request per question, which of the best twenty passages answer it together;
    these come first. If its reply is unusable, the ranking stays unchanged and the log warns. Only passages are
    chosen."""
    words: int | None = Field(default=None, ge=1)
    """The most words of all documents together. A passage is then not a section but the sentences of one that answer
    best, and `k` has no effect; not together with `select`. Headings are not counted."""
    score_threshold: float | None = Field(default=None, ge=0, le=1)
    """The least `relevance` of a document, on its scale from 0 to 1; not for facts, which have none."""

    _of_calls = ("k", "filter", "mode", "words", "score_threshold")

    @naming_settings
    def __init__(
        self,
        *,
        graph: GivenGraph,
        k: int = 5,
        filter: Filter | None = None,
        mode: RetrievalMode = "passages",
        scored: bool = False,
        select: BaseChatModel | Runnable[Any, Any] | ChatModel | None = None,
        words: int | None = None,
        score_threshold: float | None = None,
        headings: bool = True,
        name: str | None = None,
        tags: list[str] | None = None,
        metadata: dict[str, Any] | None = None,
    ) -> None:
        """Make a retriever; `graph` may also be the builder that holds the graph, or the path of an existing one.

        Raises:
            InputError: `graph`, `select` or the filter cannot be used, `words` is given for sentences or facts or with
                `select`, `score_threshold` for facts, or a setting does not exist.
            StoreError: there is no graph at the path.
            ValidationError: a setting has an invalid value.
        """
        super().__init__(
            graph=graph,
            k=k,
            filter=filter,
            mode=mode,
            scored=scored,
            select=as_chat_model(select, setting="select"),
            words=words,
            score_threshold=score_threshold,
            headings=headings,
            name=name,
            tags=tags,
            metadata=metadata,
        )
        checked_words(self.words, self.mode, select)
        _checked_threshold(self.score_threshold, self.mode)

    def find_with_scores(
        self,
        query: str,
        *,
        k: int | None = None,
        filter: Filter | None = None,
        mode: RetrievalMode | None = None,
        words: int | None = None,
        score_threshold: float | None = None,
    ) -> list[tuple[Document, float]]:
        """Return what `invoke` returns, each document with its score, where higher is better; no run is traced.

        Raises:
            InputError: the question is empty, or an argument cannot be used.
        """
        call = {"k": k, "filter": filter, "mode": mode, "words": words, "score_threshold": score_threshold}
        how, least = self._asked(call)
        found = _relevant(find(self.graph, query, **how), least)
        return list(zip(self._documents(found), (each.result.score for each in found), strict=True))

    def _asked(self, call: Mapping[str, Any]) -> tuple[dict[str, Any], float | None]:
        how, _ = super()._asked(call)
        mode, least = checked_mode(self._setting("mode", call)), call.get("score_threshold")
        if least is not None:
            _checked_threshold(least, mode)
        elif mode != "facts":
            least = self.score_threshold
        return how | {"mode": mode, "words": self._setting("words", call), "select": self.select}, least


def _checked_threshold(least: float | None, mode: RetrievalMode) -> None:
    is_relevance = isinstance(least, int | float) and 0 <= least <= 1
    if least is not None and (mode == "facts" or not is_relevance):
        raise InputError(
            f"score_threshold={least!r} must be a relevance from 0 to 1 of passages or sentences; facts have none"
        )


def _relevant(found: Sequence[Found], least: float | None) -> Sequence[Found]:
    return [each for each in found if least is None or (each.result.relevance or 0.0) >= least]
