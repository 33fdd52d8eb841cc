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

import asyncio
import threading
from collections.abc import Callable, Iterable, Sequence
from os import PathLike
from types import TracebackType

from lgm_core.documents.reader import Source, read_sources
from lgm_core.errors import InputError
from lgm_core.flow import Flow, Ledger, Session, arun, run
from lgm_core.graph.port import LanguageGraphStore, Where
from lgm_core.graph.sqlite import SQLiteStore
from lgm_core.language.backends import chosen_annotator
from lgm_core.language.port import Annotator
from lgm_core.learning.analysis import analyse
from lgm_core.learning.estimate import Estimate, Prices, estimate
from lgm_core.learning.extraction.extractor import ExtractionOptions
from lgm_core.learning.learner import BuildReport, LearnOptions, learn
from lgm_core.learning.reflection.reflector import ReflectionOptions, ReflectionReport, reflect
from lgm_core.llm.cache import BlobReplyCache
from lgm_core.llm.port import ChatModel
from lgm_core.model import (
    Answer,
    Document,
    DocumentRecord,
    RetrievedPassage,
    RetrievedSentence,
    Statistics,
    TraceStep,
)
from lgm_core.retrieval.answering.ask_options import AskOptions
from lgm_core.retrieval.answering.iterative_retrieval import answer, evidence_only
from lgm_core.retrieval.concepts.explanation import Explanation, Relationship, explain, relate
from lgm_core.retrieval.index.index_cache import current_index, surviving_index
from lgm_core.retrieval.ranking.ranker import Ranker, RankingOptions, Rerank
from lgm_core.retrieval.ranking.ranking_options import WORDS_ONLY
from lgm_core.retrieval.ranking.sentence_vectors import sentence_vectors
from lgm_core.vectors.port import Embed, Embeddings
from lgm_core.vectors.vector_cache import surviving_vectors

__all__ = ["LanguageGraph", "estimate_build"]


class LanguageGraph:
    """A language graph in a store, with everything one does with it. Opening does no I/O; the first use does.

    Args:
        store: a store, or the path of an embedded graph file (made when missing).
        llm: a chat model for extraction, reflection and answers; without one everything else still works.
        annotator: the language backend, or its name: `lite` (the default), `lite:parse`, `spacy:en_core_web_sm` (any
            pipeline), `stanza:en` (any language).
        embed: an embedding model as an additional ranking signal: one function that turns texts into vectors, or
            `Embeddings` with one for documents and one for questions.
        rerank: scores passages for a question, as the last ranking step.
        ranking: options of the ranking.
        concurrency: LLM requests under way at once.
        on_step: called with each trace step of builds and answers, possibly from a worker thread.

    `ledger` adds up what language-model calls cost, by phase; setting `cancel` from any thread stops what runs.
    """

    def __init__(
        self,
        store: LanguageGraphStore | str | PathLike[str],
        *,
        llm: ChatModel | None = None,
        annotator: Annotator | str | None = None,
        embed: Embed | Embeddings | None = None,
        rerank: Rerank | None = None,
        ranking: RankingOptions | None = None,
        concurrency: int = 8,
        on_step: Callable[[TraceStep], None] | None = None,
    ) -> None:
        self.store: LanguageGraphStore = SQLiteStore(store) if isinstance(store, str | PathLike) else store
        self.llm = llm
        self.annotator = chosen_annotator(annotator)
        self.ledger = Ledger()
        self.cancel = threading.Event()
        self._embeddings = None if embed is None else Embeddings.of(embed)
        self._rerank = rerank
        self._ranking = ranking or RankingOptions()
        self._concurrency, self.on_step = concurrency, on_step
        self._lock = threading.Lock()
        self._ranker: tuple[int, Ranker] | None = None

    def build(
        self,
        sources: Source | Iterable[Source],
        *,
        workers: int | None = None,
        extraction: ExtractionOptions | None = None,
    ) -> BuildReport:
        """Learn documents; what is unchanged since the last build is skipped.

        With a language model, its extraction adds to what the patterns find. Unreadable files are told in the report
        and do not stop the build.

        Args:
            sources: documents, or paths of files and folders, one or many.
            workers: processes that analyse documents; None takes all cores.
            extraction: settings of the LLM extraction.

        Raises:
            Cancelled: `cancel` was set; documents learned so far are kept.
            StoreError: the graph cannot be written.
        """
        return run(self._learning(sources, workers, extraction), self._session())

    async def abuild(
        self,
        sources: Source | Iterable[Source],
        *,
        workers: int | None = None,
        extraction: ExtractionOptions | None = None,
    ) -> BuildReport:
        """Do what `build` does without blocking the event loop."""
        return await arun(self._learning(sources, workers, extraction), self._session())

    def reflect(self, options: ReflectionOptions | None = None) -> ReflectionReport:
        """Let the LLM judge the relations whose evidence has changed since they were last judged (section 3.2.3).

        Raises:
            LanguageModelError: there is no language model.
        """
        return run(reflect(self.store, options or ReflectionOptions()), self._session())

    async def areflect(self, options: ReflectionOptions | None = None) -> ReflectionReport:
        """Do what `reflect` does without blocking the event loop."""
        return await arun(reflect(self.store, options or ReflectionOptions()), self._session())

    def estimate(
        self,
        sources: Source | Iterable[Source],
        *,
        extraction: ExtractionOptions | None = None,
        reflection: bool = False,
        prices: Prices | None = None,
    ) -> Estimate:
        """Tell how many calls and tokens an LLM build of documents would take, before any call is made."""
        return estimate_build(
            sources, annotator=self.annotator, extraction=extraction, reflection=reflection, prices=prices
        )

    def retrieve_passages(self, question: str, k: int = 5, *, where: Where | None = None) -> list[RetrievedPassage]:
        """Return the `k` best passages for a question, best first, without a language model."""
        ranker = self.ranker()
        ranked = ranker.passages(_checked(question), k, allowed=self._allowed(where))
        sections = {section.id: section for section in self.store.sections([one.id for one in ranked])}
        records = self._records(section.document_id for section in sections.values())
        sentence_ids = {one.id: ranker.index.sentence_ids_of(one.id) for one in ranked}
        wanted = [one for ids in sentence_ids.values() for one in ids]
        sentences = {sentence.id: sentence for sentence in self.store.sentences(wanted)}
        return [
            RetrievedPassage(
                section,
                records[section.document_id],
                tuple(sentences[id] for id in sentence_ids[one.id] if id in sentences),
                one.score,
                one.path,
            )
            for one in ranked
            if (section := sections.get(one.id)) is not None and section.document_id in records
        ]

    def retrieve_sentences(self, question: str, k: int = 10, *, where: Where | None = None) -> list[RetrievedSentence]:
        """Return the `k` best sentences for a question, best first, without a language model."""
        ranked = self.ranker().sentences(_checked(question), k, allowed=self._allowed(where))
        sentences = {sentence.id: sentence for sentence in self.store.sentences([one.id for one in ranked])}
        sections = {one.id: one for one in self.store.sections(list({s.section_id for s in sentences.values()}))}
        records = self._records(sentence.document_id for sentence in sentences.values())
        found = [(one, sentences[one.id]) for one in ranked if one.id in sentences]
        return [
            RetrievedSentence(
                sentence, sections[sentence.section_id], records[sentence.document_id], one.score, one.path
            )
            for one, sentence in found
            if sentence.section_id in sections and sentence.document_id in records
        ]

    async def aretrieve_passages(
        self, question: str, k: int = 5, *, where: Where | None = None
    ) -> list[RetrievedPassage]:
        """Do what `retrieve_passages` does in a worker thread."""
        return await asyncio.to_thread(self.retrieve_passages, question, k, where=where)

    async def aretrieve_sentences(
        self, question: str, k: int = 10, *, where: Where | None = None
    ) -> list[RetrievedSentence]:
        """Do what `retrieve_sentences` does in a worker thread."""
        return await asyncio.to_thread(self.retrieve_sentences, question, k, where=where)

    def ask(
        self,
        question: str,
        options: AskOptions | None = None,
        *,
        on_step: Callable[[TraceStep], None] | None = None,
    ) -> Answer:
        """Answer a question with citations, by Concept Iterative Retrieval (paper section 3.3).

        Without a language model the answer holds the best evidence and says so.

        Args:
            question: what to answer.
            options: settings of the search.
            on_step: called with each step of this answer, after the graph's own, possibly from a worker thread;
                raising `Cancelled` ends the search.
        """
        options = options or AskOptions()
        if self.llm is None:
            found = evidence_only(
                _checked(question), store=self.store, ranker=self._ranker_for(options), options=options
            )
            tell = _both(self.on_step, on_step)
            if tell is not None:
                for step in found.trace:
                    tell(step)
            return found
        return run(self._answering(question, options), self._session(on_step))

    async def aask(
        self,
        question: str,
        options: AskOptions | None = None,
        *,
        on_step: Callable[[TraceStep], None] | None = None,
    ) -> Answer:
        """Do what `ask` does without blocking the event loop."""
        if self.llm is None:
            return await asyncio.to_thread(self.ask, question, options, on_step=on_step)
        flow = await asyncio.to_thread(self._answering, question, options or AskOptions())
        return await arun(flow, self._session(on_step))

    def explain(self, name: str, *, where: Where | None = None, limit: int = 10, depth: int = 1) -> Explanation | None:
        """Return what the graph knows of a concept, with the sentences that say so; None when it has no such concept.

        Args:
            name: the concept as anyone would write it.
            where: a filter on document metadata; nothing of other documents is used.
            limit: how many relations of each kind, statements from each source, and sentences, at most.
            depth: how many is-a or has-part relations away a concept may be that it inherits statements from.
        """
        return explain(self.store, name, where=where, limit=limit, depth=depth)

    def relate(self, first: str, second: str, *, where: Where | None = None, limit: int = 10) -> Relationship | None:
        """Return a shortest path of meta-relations between two concepts, else sentences that name both.

        None when the graph lacks one of the concepts. Arguments as in `explain`.
        """
        return relate(self.store, first, second, where=where, limit=limit)

    def delete(self, document_ids: Sequence[str]) -> int:
        """Remove documents and everything only they supported; return how many there were.

        Cached replies of language models go too, since they hold text of documents; the ranking index and the vectors
        keep what is of other documents.
        """
        with surviving_index(self.store, document_ids), surviving_vectors(self.store, document_ids):
            deleted = self.store.delete(document_ids)
        if deleted:
            BlobReplyCache(self.store).clear()
        return deleted

    def documents(self, where: Where | None = None) -> list[DocumentRecord]:
        """Return the records of the documents learned, ordered by id."""
        return self.store.documents(where=where)

    def statistics(self) -> Statistics:
        """Count what the graph holds."""
        return self.store.statistics()

    def ranker(self) -> Ranker:
        """Return the ranker over the graph as it is now; its index is kept in the store until the graph changes."""
        with self._lock:
            revision = self.store.revision()
            if self._ranker is None or self._ranker[0] != revision:
                index = current_index(self.store, revision=revision)
                embed = self._embeddings
                vectors = None if embed is None else sentence_vectors(index, embed, self.store)
                ranker = Ranker(index, self._ranking, embed=embed, vectors=vectors, rerank=self._rerank)
                self._ranker = (revision, ranker)
            return self._ranker[1]

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

    def _learning(
        self, sources: Source | Iterable[Source], workers: int | None, extraction: ExtractionOptions | None
    ) -> Flow[BuildReport]:
        if self.llm is not None:
            extraction = extraction or ExtractionOptions()
        name = self.llm.name if self.llm is not None else ""
        options = LearnOptions(workers=workers, extraction=extraction, llm_name=name)
        return learn(read_sources(sources), store=self.store, annotator=self.annotator, options=options)

    def _answering(self, question: str, options: AskOptions) -> Flow[Answer]:
        return answer(_checked(question), store=self.store, ranker=self._ranker_for(options), options=options)

    def _ranker_for(self, options: AskOptions) -> Ranker:
        ranker = self.ranker()
        return ranker if options.graph else ranker.with_options(WORDS_ONLY)

    def _session(self, on_step: Callable[[TraceStep], None] | None = None) -> Session:
        self.cancel.clear()
        return Session(
            model=self.llm,
            concurrency=self._concurrency,
            cache=BlobReplyCache(self.store),
            on_step=_both(self.on_step, on_step),
            cancel=self.cancel,
            ledger=self.ledger,
        )

    def _allowed(self, where: Where | None) -> frozenset[str] | None:
        return None if where is None else frozenset(record.id for record in self.store.documents(where=where))

    def _records(self, ids: Iterable[str]) -> dict[str, DocumentRecord]:
        return {record.id: record for record in self.store.documents(sorted(set(ids)))}


def _both(
    first: Callable[[TraceStep], None] | None, second: Callable[[TraceStep], None] | None
) -> Callable[[TraceStep], None] | None:
    """Return a function that tells a step to two listeners, of which either may be missing."""
    if first is None or second is None:
        return first or second

    def tell(step: TraceStep) -> None:
        first(step)
        second(step)

    return tell


def estimate_build(
    sources: Source | Iterable[Source],
    *,
    annotator: Annotator | str | None = None,
    extraction: ExtractionOptions | None = None,
    reflection: bool = False,
    prices: Prices | None = None,
) -> Estimate:
    """Tell how many calls and tokens an LLM build of documents would take, without a graph and before any call."""
    annotator = chosen_annotator(annotator)
    documents = (one for one in read_sources(sources) if isinstance(one, Document))
    graphs = (analyse(document, annotator, "estimate") for document in documents)
    options, language = extraction or ExtractionOptions(), annotator.language
    return estimate(graphs, options, reflection=reflection, prices=prices, language=language)


def _checked(question: str) -> str:
    if not isinstance(question, str) or not question.strip():
        raise InputError(f"the question is empty ({question!r}); ask something in words")
    return question
