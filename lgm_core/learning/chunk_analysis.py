"""Analyse chunks of documents, in worker processes or on other machines, which may also write them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import replace
from functools import partial

from lgm_core.errors import InputError, LGMError, MissingDependencyError
from lgm_core.graph.port import LanguageGraphStore
from lgm_core.learning.analysis import analyse_documents
from lgm_core.learning.build_report import FailedDocument, LearnedDocument
from lgm_core.learning.executors.ordered_map import ChunkWork
from lgm_core.learning.outdated_documents import Way
from lgm_core.model import Document, DocumentGraph

__all__ = ["ANALYSIS", "PATTERNS_VERSION", "Analysed", "Chunk", "OpenStore", "analysis_and_writing", "written"]

PATTERNS_VERSION = "patterns-1"
"""Part of every document's recipe. Raise it when concepts or patterns change, so that documents are learned anew."""

Chunk = tuple[Sequence[Document], Way]
"""Documents that are learned together, in one way."""

Analysed = DocumentGraph | LearnedDocument | FailedDocument
"""What became of a document: its graph, which is to be written; or what is told of it, if it was written already."""

OpenStore = Callable[[], AbstractContextManager[LanguageGraphStore]]
"""Opens a store that several processes may write; it can be sent to them."""

_KILLED = (
    "the worker that analysed it ended without a word, twice; it may take more memory than a worker has, or crash a "
    "library: shorten or divide it, or analyse it alone with workers=1 to see"
)


def _analyse(chunk: Chunk) -> list[Analysed]:
    """Analyse a chunk; if a document of it cannot be analysed, the others still are.

    Raises:
        MissingDependencyError: the annotator cannot analyse any document, or this worker has another release.
    """
    documents, way = chunk
    _check_release(way)
    is_open = way.facts is not None and way.facts.method == "open"
    try:
        return list(analyse_documents(documents, way.annotator, way.recipe, facts=is_open))
    except MissingDependencyError:
        raise
    except LGMError as error:
        if len(documents) == 1:
            return [FailedDocument(documents[0].id, str(error))]
        return [analysed for document in documents for analysed in _analyse(([document], way))]


def _check_release(way: Way) -> None:
    """Refuse to analyse otherwise than the process that asked would, as a worker on another machine may."""
    if not way.recipe.startswith(own := f"{way.annotator.recipe}+{PATTERNS_VERSION}"):
        raise MissingDependencyError(
            f"a worker has another release of lgm_core ({own}) than the process that builds ({way.recipe}); install "
            "the same on all machines"
        )


def _single_documents(chunk: Chunk) -> list[Chunk]:
    documents, way = chunk
    return [([document], way) for document in documents]


def _set_aside(chunk: Chunk) -> list[Analysed]:
    return [FailedDocument(document.id, _KILLED) for document in chunk[0]]


ANALYSIS: ChunkWork[Chunk, Analysed] = ChunkWork(_analyse, _single_documents, _set_aside)
"""What workers do for a build: a function of documents alone."""


def analysis_and_writing(open_store: OpenStore) -> ChunkWork[Chunk, Analysed]:
    """Return what workers do for a build when they write, too: only counts come back from them.

    Documents whose facts a language model is asked for come back unwritten. Whatever is written may be written twice,
    so that a chunk whose worker died can be done again.
    """
    return replace(ANALYSIS, work=partial(_analyse_and_write, open_store))


def _analyse_and_write(open_store: OpenStore, chunk: Chunk) -> list[Analysed]:
    analysed, facts = _analyse(chunk), chunk[1].facts
    if facts is not None and facts.method == "llm":
        return analysed
    graphs = [each for each in analysed if isinstance(each, DocumentGraph)]
    with open_store() as store:
        return [*(each for each in analysed if isinstance(each, FailedDocument)), *written(store, graphs)]


def written(store: LanguageGraphStore, graphs: Sequence[DocumentGraph]) -> list[LearnedDocument | FailedDocument]:
    """Write documents in one transaction; if one of them cannot be stored, the others still are."""
    if not graphs:
        return []
    try:
        store.write_many(graphs)
    except InputError as error:
        if len(graphs) == 1:
            return [FailedDocument(graphs[0].document.id, str(error))]
        return [result for graph in graphs for result in written(store, [graph])]
    return list(map(LearnedDocument.of, graphs))
