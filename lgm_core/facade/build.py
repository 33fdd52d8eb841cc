"""Building a graph: learning documents and judging relations."""

from __future__ import annotations

import logging
import time
from collections.abc import Iterable
from contextlib import closing, nullcontext
from dataclasses import replace
from functools import partial
from itertools import islice
from os import PathLike
from pathlib import Path
from typing import Literal

from lgm_core.documents.reader import IgnoredFile, Source, folders_of, listed_sources, place_of, read_sources
from lgm_core.documents.source_counts import count_sources
from lgm_core.errors import InputError, shown
from lgm_core.facade.deletion import delete_documents
from lgm_core.facade.fact_settings import Facts, fact_annotator, fact_options, relearn_as
from lgm_core.facade.opened_graph import OpenedGraph
from lgm_core.facade.rdf_documents import RDF_READERS
from lgm_core.flow import Flow
from lgm_core.graph.port import LanguageGraphStore
from lgm_core.graph.store_opening import reopener_for_workers
from lgm_core.learning.alignment.alignment_flow import forget_incomplete
from lgm_core.learning.build_report import FailedDocument
from lgm_core.learning.document_names import DocumentNames, below_common_folder
from lgm_core.learning.executors.corpus_reading import reading_on
from lgm_core.learning.executors.worker_pool import AnyExecutor, WorkerPool
from lgm_core.learning.extraction.extractor import ExtractionOptions
from lgm_core.learning.file_places import move_root
from lgm_core.learning.learner import BuildReport, LearnOptions, learn
from lgm_core.learning.learning_steps import IndexingStep
from lgm_core.learning.reflector import ReflectionOptions, ReflectionReport, reflect
from lgm_core.model import Document
from lgm_core.progress import is_watched
from lgm_core.retrieval.index.index_cache import indexed_sentences, is_merge_due, keep_index, merge_index

__all__ = ["Extraction", "extraction_options", "identified_documents", "learning", "reflecting"]

_log = logging.getLogger(__name__)

_INDEXED_SHARE = 20
"""A build makes the index when it learned at least one in this many of the graph's sentences: making it for each of
many small additions would cost more than the additions."""

Extraction = ExtractionOptions | Literal[False] | None
"""Settings of the extraction by a language model; False turns it off, None takes the defaults if there is a model."""


_NAMED_AT_ONCE = 256
"""Documents whose ids are looked up in the store together."""


def identified_documents(
    store: LanguageGraphStore, documents: Iterable[Document], *, add: bool = False
) -> list[Document]:
    """Return documents with the ids under which a build of all of them would learn them now.

    Args:
        store: the graph, which need not be there.
        documents: documents; those with ids that a caller gave keep them.
        add: as for `build`.
    """
    names = DocumentNames(store, adds=add)
    remaining = iter(below_common_folder(list(documents)))
    named: list[Document] = []
    while group := list(islice(remaining, _NAMED_AT_ONCE)):
        named += [document for document in names.named(group) if isinstance(document, Document)]
    return named


def reflecting(graph: OpenedGraph, options: ReflectionOptions | None) -> Flow[ReflectionReport]:
    """Judge relations or facts whose evidence has changed."""
    return (yield from reflect(graph.existing(), options or ReflectionOptions()))


def learning(
    graph: OpenedGraph,
    sources: Source | Iterable[Source],
    *,
    add: bool = False,
    prune: bool = False,
    root: str | PathLike[str] | None = None,
    workers: int | None = None,
    executor: AnyExecutor | None = None,
    write_in_workers: bool = False,
    extraction: Extraction = None,
    facts: Facts = None,
    index: bool | None = None,
) -> Flow[BuildReport]:
    """Learn documents; arguments are those of `LanguageGraph.build`."""
    folders: list[Path] = []
    above = ""
    if prune or root is not None:
        sources = given = list(listed_sources(sources))
        folders = folders_of(given) if prune else []
        above = "" if root is None else _root(graph.store, root, given)
    if prune and not folders:
        raise InputError("none of the sources is a folder that is there, so it cannot be told which files are gone")
    has_model = graph.llm is not None
    fact_settings = fact_options(facts, graph.store, has_model=has_model)
    annotator = fact_annotator(fact_settings, graph.annotator, is_named=graph.names_annotator)
    pool = WorkerPool(executor, workers) if executor is not None else None
    options = LearnOptions(
        workers=workers,
        pool=pool,
        open_store=reopener_for_workers(graph.store) if write_in_workers else None,
        extraction=extraction_options(extraction, has_model=has_model),
        facts=fact_settings,
        relearn_as=None
        if facts is not None
        else partial(
            relearn_as,
            annotator=graph.annotator,
            store=graph.store,
            is_named=graph.names_annotator,
            has_model=has_model,
        ),
        llm_name=graph.llm.name if graph.llm is not None else "",
        expected=count_sources(sources, RDF_READERS) if is_watched() else None,
    )
    names = DocumentNames(graph.store, adds=add, root=above, counts_random=not graph.has_compared_texts)
    ignored: list[IgnoredFile] = []
    read_files = reading_on(pool) if pool is not None else None
    documents = read_sources(_proposed(sources), ignored.append, RDF_READERS, read_files)
    with pool or nullcontext(), closing(documents):
        report = yield from learn(documents, store=graph.store, annotator=annotator, options=options, names=names)
    removed: tuple[str, ...] = ()
    pruned: tuple[str, ...] = ()
    if not report.left:  # a deletion takes the replies that were paid for with it, which who goes on still needs
        removed = tuple(record.id for record in names.superseded())
        pruned = tuple(record.id for record in names.gone_from(folders) if record.id not in removed)
    if removed or pruned:
        delete_documents(graph.store, [*removed, *pruned])
    elif report.replaced:
        forget_incomplete(graph.store)
    passed_over = tuple(FailedDocument(file.path.as_posix(), file.reason) for file in ignored)
    report = names.with_repeated(replace(report, removed=removed, pruned=pruned, ignored=passed_over))
    graph.has_compared_texts |= report.doubled > 0
    is_wanted = _is_index_wanted(graph, report) if index is None else index
    if is_wanted or (index is None and (report.learned or removed or pruned)):
        report = yield from _indexing(graph, report, asked_for=is_wanted)
    return report


def _root(store: LanguageGraphStore, root: str | PathLike[str], sources: Iterable[Source]) -> str:
    """Return the root of sources, which contains them; else let the one folder given take the place of that root."""
    place = place_of(Path(root))
    paths = [Path(place_of(Path(source))) for source in sources if isinstance(source, str | PathLike)]
    if all(path.is_relative_to(place) for path in paths):
        return place
    if len(paths) != 1 or not paths[0].is_dir():
        raise InputError(f"root={shown(str(root))} does not contain the sources; a moved folder must be the only one")
    move_root(store, place, paths[0].as_posix())
    return ""


def _is_index_wanted(graph: OpenedGraph, report: BuildReport) -> bool:
    if not report.learned:
        return False
    held = indexed_sentences(graph.store)
    if held is None:
        held = sum(record.sentence_count for record in graph.store.documents())
    return report.sentences * _INDEXED_SHARE >= held


def _indexing(graph: OpenedGraph, report: BuildReport, *, asked_for: bool) -> Flow[BuildReport]:
    """Make the index, or just a new base of one that much has changed in since.

    If that fails the documents are learned all the same, and the first question tries again.
    """
    if not graph.store.exists() or not (asked_for or is_merge_due(graph.store)):
        return report
    yield IndexingStep(report.sentences)
    began = time.perf_counter()
    try:
        merge_index(graph.store)
        if asked_for:
            keep_index(graph.store)
            graph.ranker()
    except Exception as error:  # an embedding model raises anything
        _log.warning("the index could not be made, so the first question will try again: %s", error)
    spent = time.perf_counter() - began
    seconds = report.seconds | {"index": round(spent, 4), "total": round(report.seconds["total"] + spent, 4)}
    return replace(report, seconds=seconds)


def _proposed(sources: Source | Iterable[Source]) -> Source | Iterable[Source]:
    """Propose ids below their common folder to documents that are all there at once."""
    if not isinstance(sources, list | tuple):
        return sources
    named = iter(below_common_folder([source for source in sources if isinstance(source, Document)]))
    return [next(named) if isinstance(source, Document) else source for source in sources]


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
