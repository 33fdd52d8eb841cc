"""Building a graph: learning documents, judging relations, and estimating beforehand what that will cost."""

from __future__ import annotations

import logging
import threading
import time
from collections import Counter
from collections.abc import Iterable
from contextlib import closing, nullcontext
from dataclasses import replace
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Literal

from lgm_core.documents.reader import IgnoredFile, Source, folders_of, listed_sources, read_sources
from lgm_core.documents.source_counts import count_sources
from lgm_core.errors import InputError
from lgm_core.facade.deletion import delete_documents
from lgm_core.facade.fact_settings import Facts, fact_annotator, fact_options, named_facts, relearn_as
from lgm_core.facade.opened_graph import OnStep, OpenedGraph
from lgm_core.facade.rdf_documents import RDF_READERS
from lgm_core.flow import Flow, arun, run
from lgm_core.graph.store_opening import reopener_for_workers
from lgm_core.language.backends import chosen_annotator
from lgm_core.language.port import Annotator
from lgm_core.learning.analysis import analyse
from lgm_core.learning.build_report import CopiedDocument, FailedDocument
from lgm_core.learning.document_names import DocumentNames, below_common_folder
from lgm_core.learning.estimate import Estimate, Prices, estimate
from lgm_core.learning.executors.corpus_reading import reading_on
from lgm_core.learning.executors.worker_pool import AnyExecutor, WorkerPool
from lgm_core.learning.extraction.extractor import ExtractionOptions
from lgm_core.learning.learner import BuildReport, LearnOptions, learn
from lgm_core.learning.learning_steps import IndexingStep
from lgm_core.learning.reflector import ReflectionOptions, ReflectionReport, reflect
from lgm_core.model import Document
from lgm_core.progress import counted, is_watched
from lgm_core.retrieval.index.index_cache import indexed_sentences, is_merge_due, keep_index, merge_index

__all__ = ["Building", "Extraction", "estimate_build", "extraction_options"]

_log = logging.getLogger(__name__)

_INDEXED_SHARE = 20
"""A build makes the index when it learned at least one in this many of the graph's sentences: making it for each of
many small additions would cost more than the additions."""

Extraction = ExtractionOptions | Literal[False] | None
"""Settings of the extraction by a language model; False turns it off, None takes the defaults if there is a model."""


_NAMED_AT_ONCE = 256
"""Documents whose ids are looked up in the store together."""


class Building(OpenedGraph):
    """The methods of `LanguageGraph` that learn."""

    def build(
        self,
        sources: Source | Iterable[Source],
        *,
        add: bool = False,
        prune: bool = False,
        workers: int | None = None,
        executor: AnyExecutor | None = None,
        write_in_workers: bool = False,
        extraction: Extraction = None,
        facts: Facts = None,
        index: bool | None = None,
        on_step: OnStep | None = None,
        cancel: threading.Event | None = None,
    ) -> BuildReport:
        """Learn documents; what is unchanged since the last build is skipped.

        With a language model, its extraction adds to what the patterns find. Unreadable files are named in the
        report and do not stop the build. Once the tokens of `limits` are spent it stops: documents that were extracted
        in full are stored, and the report tells which are left, for the same build to go on with; nothing is removed
        before that one ends.

        A document is replaced by the next one with its id. Files, and documents made without an id, are known by their
        sources: what the graph holds of a source and a later build of it does not give any more is removed.

        Args:
            sources: documents, or paths of files and folders, one or many.
            add: documents known by their sources join what the graph holds of these, under further numbers, instead of
                taking its place.
            prune: remove the documents whose files are gone from the folders given, whoever chose their ids. A folder
                is known by its name; of one that is not there, or has nothing to read, nothing is removed.
            workers: processes that analyse documents; None takes all cores. With an executor, how many workers it has,
                for one that does not tell, or that will have more.
            executor: what analyses the documents in place of processes made here: an engine by its name (`loky`,
                `dask`, `ray`, `dask://HOST:PORT`, `ray://HOST:PORT`); an executor of `concurrent.futures`, such as
                those of Dask and MPI, which is left running; or a function that makes one, which can make it anew when
                it broke. The graph is the same, byte for byte. A batch whose worker died is tried again, and a document
                that ends its worker twice is set aside and named in the report. Workers also read the files, where they
                see them as this process does; it reads the others, and JSON Lines and Parquet.
            write_in_workers: workers write what they analysed, so that this process need not, which pays where there
                are many: for a graph in Neo4j that was opened by its address, which they are told, with the password.
                What a language model is asked about is written here all the same.
            extraction: settings of the LLM extraction; False turns it off, None takes the default ones if this graph
                has an `llm`.
            facts: `open` learns facts from the parse of sentences, with `lite:parse` if the graph was opened without a
                language backend; `llm` asks the language model for them; `FactOptions` are options of either; False
                learns none. Documents that were learned otherwise are learned again. With None each document stays as
                it is, and a new one is learned as the document that was written last.
            index: make the index of the ranking, and the vectors if there is an embedding model, so that no question
                waits for them, in other processes neither; None does so after learning a good part of the graph, but
                not for each of many small additions, and False leaves it to the next question.
            on_step: called with each trace step.
            cancel: ends the build when set; documents learned so far are kept.

        Raises:
            Cancelled: `cancel` was set, before the call or during it.
            ExecutorError: nobody answers at the address of an engine, or the executor takes no more work and cannot be
                made anew; what was learned before is kept.
            LanguageModelSetupError: an extraction, or facts by a language model, were asked for and no request to a
                language model can succeed.
            InputError: `prune` is given no folder, there is no such engine, workers are to write a graph that they
                cannot open, or open facts are to be learned and the graph was opened with a language backend that does
                not parse.
            MissingDependencyError: the engine is not installed here.
            StoreError: the graph cannot be written.
        """
        return run(
            self._learning(
                sources,
                add=add,
                prune=prune,
                workers=workers,
                executor=executor,
                write_in_workers=write_in_workers,
                extraction=extraction,
                facts=facts,
                index=index,
            ),
            self._session(on_step, cancel),
        )

    async def abuild(
        self,
        sources: Source | Iterable[Source],
        *,
        add: bool = False,
        prune: bool = False,
        workers: int | None = None,
        executor: AnyExecutor | None = None,
        write_in_workers: bool = False,
        extraction: Extraction = None,
        facts: Facts = None,
        index: bool | None = None,
        on_step: OnStep | None = None,
        cancel: threading.Event | None = None,
    ) -> BuildReport:
        """Do what `build` does without blocking the event loop; raises the same."""
        return await arun(
            self._learning(
                sources,
                add=add,
                prune=prune,
                workers=workers,
                executor=executor,
                write_in_workers=write_in_workers,
                extraction=extraction,
                facts=facts,
                index=index,
            ),
            self._session(on_step, cancel),
        )

    def identified(self, documents: Iterable[Document], *, add: bool = False) -> list[Document]:
        """Return documents with the ids under which a build of all of them would learn them now.

        Args:
            documents: documents; those with ids that a caller gave keep them.
            add: as for `build`.
        """
        names = DocumentNames(self.store, adds=add)
        remaining = iter(below_common_folder(list(documents)))
        named: list[Document] = []
        while group := list(islice(remaining, _NAMED_AT_ONCE)):
            named += [document for document in names.named(group) if isinstance(document, Document)]
        return named

    def reflect(
        self,
        options: ReflectionOptions | None = None,
        *,
        on_step: OnStep | None = None,
        cancel: threading.Event | None = None,
    ) -> ReflectionReport:
        """Let the LLM judge relations or facts whose evidence has changed since they were judged (section 3.2.3).

        Args:
            options: settings of the reflection.
            on_step: called with each trace step.
            cancel: ends the reflection when set.

        Raises:
            Cancelled: `cancel` was set; verdicts given so far are kept.
            LanguageModelSetupError: there is no language model, or no request to it can succeed.
        """
        return run(self._reflecting(options), self._session(on_step, cancel))

    async def areflect(
        self,
        options: ReflectionOptions | None = None,
        *,
        on_step: OnStep | None = None,
        cancel: threading.Event | None = None,
    ) -> ReflectionReport:
        """Do what `reflect` does without blocking the event loop; raises the same."""
        return await arun(self._reflecting(options), self._session(on_step, cancel))

    def estimate(
        self,
        sources: Source | Iterable[Source],
        *,
        extraction: Extraction = None,
        facts: Facts = None,
        reflection: bool = False,
        prices: Prices | None = None,
    ) -> Estimate:
        """Tell how many calls and tokens an LLM build of documents would take, before any call is made.

        Arguments are those of `estimate_build`.
        """
        return estimate_build(
            sources,
            annotator=self.annotator,
            extraction=extraction,
            facts=facts,
            reflection=reflection,
            prices=prices,
        )

    def _reflecting(self, options: ReflectionOptions | None) -> Flow[ReflectionReport]:
        return (yield from reflect(self.existing(), options or ReflectionOptions()))

    def _learning(
        self,
        sources: Source | Iterable[Source],
        *,
        add: bool = False,
        prune: bool = False,
        workers: int | None = None,
        executor: AnyExecutor | None = None,
        write_in_workers: bool = False,
        extraction: Extraction = None,
        facts: Facts = None,
        index: bool | None = None,
    ) -> Flow[BuildReport]:
        folders: list[Path] = []
        if prune:
            sources = given = list(listed_sources(sources))
            folders = folders_of(given)
        if prune and not folders:
            raise InputError("none of the sources is a folder that is there, so it cannot be told which files are gone")
        has_model = self.llm is not None
        fact_settings = fact_options(facts, self.store, has_model=has_model)
        annotator = fact_annotator(fact_settings, self.annotator, is_named=self._names_annotator)
        pool = WorkerPool(executor, workers) if executor is not None else None
        options = LearnOptions(
            workers=workers,
            pool=pool,
            open_store=reopener_for_workers(self.store) if write_in_workers else None,
            extraction=extraction_options(extraction, has_model=has_model),
            facts=fact_settings,
            relearn_as=None
            if facts is not None
            else partial(relearn_as, annotator=self.annotator, is_named=self._names_annotator, has_model=has_model),
            llm_name=self.llm.name if self.llm is not None else "",
            compares_texts=not self._has_compared_texts,
            expected=count_sources(sources, RDF_READERS) if is_watched() else None,
        )
        names = DocumentNames(self.store, adds=add)
        ignored: list[IgnoredFile] = []
        read_files = reading_on(pool) if pool is not None else None
        documents = read_sources(_proposed(sources), ignored.append, RDF_READERS, read_files)
        with pool or nullcontext(), closing(documents):
            report = yield from learn(documents, store=self.store, annotator=annotator, options=options, names=names)
        self._has_compared_texts |= report.doubled > 0
        removed: tuple[str, ...] = ()
        pruned: tuple[str, ...] = ()
        if not report.left:  # a deletion takes the replies that were paid for with it, which who goes on still needs
            removed = tuple(record.id for record in names.superseded())
            pruned = tuple(record.id for record in names.gone_from(folders) if record.id not in removed)
        if removed or pruned:
            delete_documents(self.store, [*removed, *pruned])
        is_counted = report.learned and not report.left
        twice = Counter(record.source for record in names.held_twice()) if is_counted else Counter[str]()
        report = replace(report, doubled=report.doubled + twice.total(), doubled_sources=dict(twice))
        passed_over = tuple(FailedDocument(file.path.as_posix(), file.reason) for file in ignored)
        report = replace(
            report, removed=removed, pruned=pruned, copies=_of_learned(names.copies(), report), ignored=passed_over
        )
        is_wanted = self._is_index_wanted(report) if index is None else index
        if is_wanted or (index is None and (report.learned or removed or pruned)):
            report = yield from self._indexing(report, asked_for=is_wanted)
        return report

    def _is_index_wanted(self, report: BuildReport) -> bool:
        if not report.learned:
            return False
        held = indexed_sentences(self.store)
        if held is None:
            held = sum(record.sentence_count for record in self.store.documents())
        return report.sentences * _INDEXED_SHARE >= held

    def _indexing(self, report: BuildReport, *, asked_for: bool) -> Flow[BuildReport]:
        """Make the index, or just a new base of one that much has changed in since.

        If that fails the documents are learned all the same, and the first question tries again.
        """
        if not self.store.exists() or not (asked_for or is_merge_due(self.store)):
            return report
        yield IndexingStep(report.sentences)
        began = time.perf_counter()
        try:
            merge_index(self.store)
            if asked_for:
                keep_index(self.store)
                self.ranker()
        except Exception as error:  # an embedding model raises anything
            _log.warning("the index could not be made, so the first question will try again: %s", error)
        spent = time.perf_counter() - began
        seconds = report.seconds | {"index": round(spent, 4), "total": round(report.seconds["total"] + spent, 4)}
        return replace(report, seconds=seconds)


def _of_learned(copies: Iterable[CopiedDocument], report: BuildReport) -> tuple[CopiedDocument, ...]:
    left = set(report.left)
    return tuple(copy for copy in copies if copy.id not in left)


def _proposed(sources: Source | Iterable[Source]) -> Source | Iterable[Source]:
    """Propose ids below their common folder to documents that are all there at once."""
    if not isinstance(sources, list | tuple):
        return sources
    named = iter(below_common_folder([source for source in sources if isinstance(source, Document)]))
    return [next(named) if isinstance(source, Document) else source for source in sources]


def estimate_build(
    sources: Source | Iterable[Source],
    *,
    annotator: Annotator | str | None = None,
    extraction: Extraction = None,
    facts: Facts = None,
    reflection: bool = False,
    prices: Prices | None = None,
) -> Estimate:
    """Tell how many calls and tokens an LLM build of documents would take, without a graph and before any call.

    Args:
        sources: documents, or paths of files and folders, one or many; what cannot be read is passed over.
        annotator: the language backend or its name; `lite` by default.
        extraction: settings of the extraction; None takes the default ones, False leaves it out.
        facts: settings of the extraction of facts; open facts cost nothing, and None leaves facts out.
        reflection: include the judging of all relations.
        prices: what tokens cost, to tell the cost in money too.

    Raises:
        InputError: there is no language backend of that name, or `extraction` or `facts` is none of these.
    """
    backend = chosen_annotator(annotator)
    expected = count_sources(sources, RDF_READERS) if is_watched() else None
    documents = (document for document in read_sources(sources, readers=RDF_READERS) if isinstance(document, Document))
    graphs = (
        analyse(document, backend, "estimate") for document in counted(documents, "estimating", "documents", expected)
    )
    options = extraction_options(extraction, has_model=True)
    return estimate(graphs, options, facts=named_facts(facts), reflection=reflection, prices=prices)


def extraction_options(extraction: Extraction, *, has_model: bool) -> ExtractionOptions | None:
    """Return the options of the extraction that was asked for, or None when there is to be none.

    Raises:
        InputError: `extraction` is neither options, nor False, nor None.
    """
    if extraction is None:
        return ExtractionOptions() if has_model else None
    if extraction is False:
        return None
    if not isinstance(extraction, ExtractionOptions):
        raise InputError(f"extraction={extraction!r} is neither ExtractionOptions, nor False (off), nor None")
    return extraction
