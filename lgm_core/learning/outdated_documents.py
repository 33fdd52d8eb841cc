"""Select the documents that a build must learn, and analyse chunks of them in workers."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace
from functools import partial
from itertools import groupby
from math import isfinite
from typing import Any

from lgm_core.documents.binary_text import binary_content
from lgm_core.documents.parsing import UntitledDocument, with_front_matter
from lgm_core.documents.reader import UnreadableFile
from lgm_core.errors import InputError, LGMError, MissingDependencyError, shown
from lgm_core.graph.port import LanguageGraphStore
from lgm_core.language.port import Annotator
from lgm_core.learning.analysis import analyse_documents
from lgm_core.learning.build_report import BuildTally, FailedDocument, LearnedDocument, ReplacedDocument
from lgm_core.learning.document_names import DocumentNames, has_content_of
from lgm_core.learning.executors.ordered_map import ChunkWork
from lgm_core.learning.facts.fact_options import FactOptions
from lgm_core.learning.file_places import former_places, former_source
from lgm_core.model import Document, DocumentGraph, DocumentRecord

__all__ = [
    "ANALYSIS",
    "PATTERNS_VERSION",
    "Analysed",
    "Chunk",
    "LearningMethod",
    "OpenStore",
    "analysis_and_writing",
    "in_chunks",
    "is_incomplete",
    "marked_incomplete",
    "outdated_documents",
    "written",
]

CHUNK_DOCUMENTS = 32
"""The most documents analysed, extracted from and written together.

Larger chunks save transactions and annotator calls. Smaller ones report progress more often and lose less if a build is
interrupted.
"""

CHUNK_CHARACTERS = 100_000
"""Text in a chunk after which no further document is added, so that a worker never holds many long documents."""

_LOOKUP_DOCUMENTS = 8 * CHUNK_DOCUMENTS
"""Documents whose records are read from the store by one query."""

_INCOMPLETE = "+incomplete"
"""Suffix of the recipe of a document that lacks part of its LLM extraction, so that it is never up to date."""

_SURROGATE = re.compile("[\ud800-\udfff]")


@dataclass(frozen=True, slots=True)
class LearningMethod:
    """How a document is learned.

    Attributes:
        annotator: the language backend.
        facts: how its facts are learned; None without facts.
        problem: why nothing can be learned this way, or empty.
        recipe: the recipe of documents learned this way.
        equal_recipe: the prefix of equivalent recipes, which differ only in settings; empty for none.
    """

    annotator: Annotator
    facts: FactOptions | None
    problem: str = ""
    recipe: str = ""
    equal_recipe: str = ""

    def has_learned(self, record: DocumentRecord) -> bool:
        """Tell whether a document was completely learned this way."""
        if record.recipe == self.recipe:
            return True
        is_equal = bool(self.equal_recipe) and record.recipe.startswith(self.equal_recipe)
        return is_equal and not is_incomplete(record.recipe)


def outdated_documents(
    documents: Iterable[Document | UnreadableFile],
    store: LanguageGraphStore,
    method_of: Callable[[DocumentRecord | None], LearningMethod],
    names: DocumentNames,
    tally: BuildTally,
) -> Iterator[tuple[Document, LearningMethod]]:
    """Yield new and changed documents, under their final ids, and how to learn each.

    Up-to-date documents, and those that cannot be learned, are recorded in the tally. `method_of` returns how to learn
    a document with this record, or a new one for None.
    """
    seen: set[str] = set()
    for group in _lookup_groups(documents):
        named = names.named(group)
        learnable = [document for item in named if (document := _learnable(item, seen, tally)) is not None]
        records = {record.id: record for record in store.documents([document.id for document in learnable])}
        former = former_places(store, list(records.values()))
        for document in learnable:
            record = records.get(document.id)
            has_new_content = record is not None and not has_content_of(document, record)
            method = method_of(record)
            if record is not None and not has_new_content and method.has_learned(record):
                tally.skipped += 1
                continue
            if method.problem:
                tally.failed.append(FailedDocument(document.id, method.problem))
                continue
            if record is not None and has_new_content:
                source = former_source(document, record, former[record.id])
                tally.replaced.append(ReplacedDocument(record.id, source))
            if record is None:
                names.note_new(document)
            tally.has_stale_replies |= record is not None and (
                _has_new_words(document, record) or is_incomplete(record.recipe)
            )
            yield document, method


def _has_new_words(document: Document, record: DocumentRecord) -> bool:
    """Return whether a document's text or title differs from its record, and not only other metadata."""
    if isinstance(document, UntitledDocument):
        return not has_content_of(document, record)  # its title is in its text
    return (document.text_hash, document.title) != (record.text_hash, record.title)


def in_chunks(documents: Iterable[tuple[Document, LearningMethod]]) -> Iterator[tuple[list[Document], LearningMethod]]:
    """Group documents learned the same way into chunks of `CHUNK_DOCUMENTS` or about `CHUNK_CHARACTERS`."""
    for _, alike in groupby(documents, key=lambda item: item[1].recipe):
        chunk: list[Document] = []
        characters = 0
        for document, method in alike:
            chunk.append(document)
            characters += len(document.text)
            if len(chunk) == CHUNK_DOCUMENTS or characters >= CHUNK_CHARACTERS:
                yield chunk, method
                chunk, characters = [], 0
        if chunk:
            yield chunk, method


def marked_incomplete(recipe: str) -> str:
    """Return the recipe of a document that lacks part of its LLM extraction."""
    return recipe + _INCOMPLETE


def is_incomplete(recipe: str) -> bool:
    """Return whether a recipe belongs to a document that lacks part of its LLM extraction."""
    return recipe.endswith(_INCOMPLETE)


def _learnable(item: Document | UnreadableFile, seen: set[str], tally: BuildTally) -> Document | None:
    """Return a document that can be learned and record its id as seen; otherwise tally the failure."""
    if isinstance(item, UnreadableFile):
        line = f":{item.line}" if item.line else ""
        tally.failed.append(FailedDocument(f"{item.path}{line}", item.reason))
    elif problem := _problem(document := with_front_matter(item)):
        tally.failed.append(FailedDocument(item.id, problem))
    elif problem := binary_content(item.text):
        tally.failed.append(FailedDocument(item.id, problem, is_binary=True))
    elif item.id in seen and item.is_known_by_text:
        tally.skipped += 1
    elif item.id in seen:
        tally.failed.append(FailedDocument(item.id, "an earlier document of the same build has this id"))
    else:
        seen.add(item.id)
        return document
    return None


def _problem(document: Document) -> str:
    """Explain why a document from a caller cannot be stored; empty if it can."""
    if not document.id.strip():
        return "the document has no id; give it one, or leave the id out to get a hash of the text"
    metadata: Mapping[Any, object] = document.metadata
    values = {name: value if isinstance(value, list | tuple) else [value] for name, value in metadata.items()}
    single = [(name, value) for name, of_field in values.items() for value in of_field]
    for name, value in single:
        if not isinstance(name, str):
            return f"its metadata has the field {shown(name)}, whose name is not text"
        if not isinstance(value, str | int | float | bool | None):
            kind = type(value).__name__
            return (
                f"its metadata {shown(name)} holds a {kind}; use text, numbers, truth values, None, or a list of these"
            )
        if isinstance(value, int | float) and not _is_finite(value):
            return f"its metadata {shown(name)} is {shown(value)}, which no store can hold; leave it out"
    texts = [document.id, document.title, document.source, *metadata, *(value for _, value in single)]
    for text in texts:
        if isinstance(text, str) and _SURROGATE.search(text):
            return f"{shown(text)} has a lone surrogate (half of a character pair); correct the encoding it came from"
    return ""


def _is_finite(number: float) -> bool:
    try:
        return isfinite(number)
    except OverflowError:  # an integer above all floats
        return False


def _lookup_groups(documents: Iterable[Document | UnreadableFile]) -> Iterator[list[Document | UnreadableFile]]:
    """Group documents by store lookup; a long document ends its group, so that little text is read ahead."""
    group: list[Document | UnreadableFile] = []
    for item in documents:
        group.append(item)
        is_long = isinstance(item, Document) and len(item.text) > CHUNK_CHARACTERS
        if len(group) == _LOOKUP_DOCUMENTS or is_long:
            yield group
            group = []
    if group:
        yield group


PATTERNS_VERSION = "patterns-7"
"""Part of every document's recipe. Raise it when concepts or patterns change, so that documents are relearned."""

Chunk = tuple[Sequence[Document], LearningMethod]
"""Documents learned together, in the same way."""

Analysed = DocumentGraph | LearnedDocument | FailedDocument
"""The result for a document: its graph, to be written, or its summary, if already written."""

OpenStore = Callable[[], AbstractContextManager[LanguageGraphStore]]
"""Opens a store that several processes may write; picklable."""

_KILLED = (
    "the worker that analysed it died twice without an error; it may take more memory than a worker has, or crash a "
    "library: shorten or divide it, or analyse it alone with workers=1 to see"
)


def _analyse(chunk: Chunk) -> list[Analysed]:
    """Analyse a chunk; if one document cannot be analysed, the others still are.

    Raises:
        MissingDependencyError: the annotator cannot analyse any document, or this worker has another release.
    """
    documents, method = chunk
    _check_release(method)
    is_open = method.facts is not None and method.facts.method == "open"
    try:
        return list(analyse_documents(documents, method.annotator, method.recipe, facts=is_open))
    except MissingDependencyError:
        raise
    except LGMError as error:
        if len(documents) == 1:
            return [FailedDocument(documents[0].id, str(error))]
        return [analysed for document in documents for analysed in _analyse(([document], method))]


def _check_release(method: LearningMethod) -> None:
    """Refuse to analyse with another release than the requesting process, as a worker on another machine may have."""
    if not method.recipe.startswith(own := f"{method.annotator.recipe}+{PATTERNS_VERSION}"):
        raise MissingDependencyError(
            f"a worker has another release of lgm_core ({own}) than the process that builds ({method.recipe}); install "
            "the same on all machines"
        )


ANALYSIS: ChunkWork[Chunk, Analysed] = ChunkWork(
    _analyse,
    parts=lambda chunk: [([document], chunk[1]) for document in chunk[0]],
    set_aside=lambda chunk: [FailedDocument(document.id, _KILLED) for document in chunk[0]],
)
"""The work of workers in a build: a function of documents only."""


def analysis_and_writing(open_store: OpenStore) -> ChunkWork[Chunk, Analysed]:
    """Return the work of workers that also write: they return only counts.

    Documents that need a language model for their facts are returned unwritten. Writing is idempotent, so a chunk whose
    worker died can be redone.
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
