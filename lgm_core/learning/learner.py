"""Learn documents into a store: skip what is unchanged, analyse in parallel, ask the LLM if there is one, write.

Each document is written in one transaction, so a build that is interrupted goes on where it stopped. A document whose
LLM extraction failed in part is kept, marked incomplete, and learned again by the next build; the replies that could be
used come from the reply cache then.
"""

from __future__ import annotations

import re
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from math import isfinite

from lgm_core.documents.parsing import UntitledDocument
from lgm_core.documents.reader import UnreadableFile
from lgm_core.errors import InputError, LGMError, MissingDependencyError
from lgm_core.flow import Flow, together
from lgm_core.graph.graph_language import keep_language
from lgm_core.graph.port import LanguageGraphStore
from lgm_core.language.lexicons import language_code
from lgm_core.language.port import Annotator
from lgm_core.learning.analysis import analyse_documents
from lgm_core.learning.extraction.extractor import ExtractionOptions, extract
from lgm_core.learning.merge import with_extraction
from lgm_core.learning.parallel import available_cores, map_in_order
from lgm_core.llm.cache import BlobReplyCache
from lgm_core.model import Document, DocumentGraph, DocumentRecord, TraceStep, Usage
from lgm_core.tracing import span

__all__ = ["BuildReport", "FailedDocument", "LearnOptions", "learn", "recipe_of"]

PATTERNS_VERSION = "patterns-2"
"""Part of every document's recipe; to be raised when concepts or patterns change, so that documents are re-learned."""

_CHUNK_DOCUMENTS = 32
_CHUNK_CHARACTERS = 100_000
_INCOMPLETE = "+incomplete"
_SURROGATE = re.compile("[\ud800-\udfff]")


@dataclass(frozen=True, slots=True)
class FailedDocument:
    """A file, line or document that was not learned, and why."""

    name: str
    error: str


@dataclass(frozen=True, slots=True)
class LearnOptions:
    """How to learn.

    Attributes:
        workers: processes that analyse documents; None takes every core this process may use. A language backend with
            large models stays in this process.
        extraction: settings of LLM extraction; None leaves the LLM out.
        llm_name: the model's name, for origins and the recipe.
    """

    workers: int | None = None
    extraction: ExtractionOptions | None = None
    llm_name: str = ""


@dataclass(frozen=True, slots=True)
class BuildReport:
    """What a build did.

    Attributes:
        learned: documents written, `replaced` of which had other content before.
        skipped: documents that were up to date.
        incomplete: documents learned without a part of their LLM extraction; `unfinished` says why.
        failed: what could not be learned.
        dropped: relations of the LLM that no sentence bears out.
        seconds: wall-clock time by stage.
    """

    learned: int = 0
    replaced: int = 0
    skipped: int = 0
    sentences: int = 0
    relations: int = 0
    incomplete: int = 0
    unfinished: tuple[FailedDocument, ...] = ()
    failed: tuple[FailedDocument, ...] = ()
    dropped: int = 0
    usage: Usage = field(default_factory=Usage)
    seconds: dict[str, float] = field(default_factory=dict)

    @property
    def ok(self) -> bool:
        """Return whether everything given was learned in full."""
        return not self.failed and not self.incomplete


class _Tally:
    """Counts while a build runs."""

    def __init__(self) -> None:
        self.learned = self.replaced = self.skipped = self.sentences = self.relations = self.dropped = 0
        self.unfinished: list[FailedDocument] = []
        self.failed: list[FailedDocument] = []
        self.usage = Usage()
        self.seconds = {"waiting for analysis": 0.0, "language model": 0.0, "writing": 0.0, "total": 0.0}

    def report(self) -> BuildReport:
        return BuildReport(
            self.learned,
            self.replaced,
            self.skipped,
            self.sentences,
            self.relations,
            len(self.unfinished),
            tuple(self.unfinished),
            tuple(self.failed),
            self.dropped,
            self.usage,
            {stage: round(seconds, 4) for stage, seconds in self.seconds.items()},
        )


def recipe_of(annotator: Annotator, options: LearnOptions) -> str:
    """Name everything besides a document's content that its graph depends on."""
    parts = [annotator.recipe, PATTERNS_VERSION]
    if options.extraction is not None:
        parts.append(f"llm:{options.llm_name}:{options.extraction.recipe}")
    return "+".join(parts)


def learn(
    documents: Iterable[Document | UnreadableFile],
    *,
    store: LanguageGraphStore,
    annotator: Annotator,
    options: LearnOptions | None = None,
) -> Flow[BuildReport]:
    """Learn documents as a flow; yields a `learned` trace step with the counts so far after every few documents.

    Documents are read lazily, a few chunks ahead at most. Unreadable files and documents that cannot be learned are
    reported, never fatal.

    Raises:
        InputError: the graph holds documents in another language than the annotator's.
    """
    options = options or LearnOptions()
    keep_language(store, language_code(annotator.language))
    recipe = recipe_of(annotator, options)
    tally, started = _Tally(), time.perf_counter()
    changed = _changed(documents, store, recipe, tally)
    work = partial(_analyse, annotator=annotator, recipe=recipe)
    workers = 1 if annotator.single_process else options.workers or available_cores()
    analysed = map_in_order(work, _chunks(changed), workers=workers)
    while True:
        began = time.perf_counter()
        with span("analysis"):
            chunk = next(analysed, None)
        tally.seconds["waiting for analysis"] += time.perf_counter() - began
        if chunk is None:
            break
        graphs = [one for one in chunk if isinstance(one, DocumentGraph)]
        tally.failed += [one for one in chunk if isinstance(one, FailedDocument)]
        if options.extraction is not None:
            began = time.perf_counter()
            graphs = yield from _extracted(graphs, options, annotator.language, tally)
            tally.seconds["language model"] += time.perf_counter() - began
        with span("writing", documents=len(graphs)):
            _write(graphs, store, tally)
        tally.seconds["total"] = time.perf_counter() - started
        yield TraceStep("learned", _progress(tally))
    if tally.replaced and not tally.unfinished:
        BlobReplyCache(store).clear()  # they hold text of what was replaced, and nothing is left to finish with them
    tally.seconds["total"] = time.perf_counter() - started
    return tally.report()


def _changed(
    documents: Iterable[Document | UnreadableFile], store: LanguageGraphStore, recipe: str, tally: _Tally
) -> Iterator[Document]:
    """Yield the documents that the store does not hold as they are; count the others, note unreadable files."""
    seen: set[int] = set()
    for group in _groups(documents):
        fresh: list[Document] = []
        for one in group:
            if isinstance(one, UnreadableFile):
                line = f":{one.line}" if one.line else ""
                tally.failed.append(FailedDocument(f"{one.path}{line}", str(one.error)))
            elif problem := _problem(one):
                tally.failed.append(FailedDocument(one.id, problem))
            elif hash(one.id) in seen:
                tally.failed.append(FailedDocument(one.id, "a document with this id came earlier in the same build"))
            else:
                seen.add(hash(one.id))
                fresh.append(one)
        known = {record.id: record for record in store.documents([document.id for document in fresh])}
        for document in fresh:
            record = known.get(document.id)
            is_new_content = record is not None and not _has_content_of(document, record)
            if record is not None and not is_new_content and record.recipe == recipe:
                tally.skipped += 1
            else:
                tally.replaced += is_new_content
                yield document


def _has_content_of(document: Document, record: DocumentRecord) -> bool:
    """Tell whether a document is as it was learned; text that has stayed the same has kept its title, too."""
    if isinstance(document, UntitledDocument):
        document = document.titled(record.title)
    return document.content_hash == record.content_hash


def _problem(document: Document) -> str:
    """Say why a document given by a caller cannot be stored; empty when it can."""
    if not document.id.strip():
        return "the document has no id; give it one, or leave the id out to get a hash of the text"
    metadata: Mapping[str, object] = document.metadata
    for name, value in metadata.items():
        if not isinstance(value, str | int | float | bool | None):
            return f"its metadata {name!r} is a {type(value).__name__}; use text, a number, a truth value or None"
        if isinstance(value, float) and not isfinite(value):
            return f"its metadata {name!r} is {value}, which no store can hold; leave it out"
    texts = [document.id, document.title, document.source, *metadata, *metadata.values()]
    for text in texts:
        if isinstance(text, str) and _SURROGATE.search(text):
            return f"{text!r} holds half of a character pair (a lone surrogate); mend the encoding it came from"
    return ""


def _groups(documents: Iterable[Document | UnreadableFile]) -> Iterator[list[Document | UnreadableFile]]:
    group: list[Document | UnreadableFile] = []
    for one in documents:
        group.append(one)
        if len(group) == 8 * _CHUNK_DOCUMENTS or (isinstance(one, Document) and len(one.text) > _CHUNK_CHARACTERS):
            yield group
            group = []
    if group:
        yield group


def _chunks(documents: Iterable[Document]) -> Iterator[list[Document]]:
    chunk: list[Document] = []
    characters = 0
    for document in documents:
        chunk.append(document)
        characters += len(document.text)
        if len(chunk) == _CHUNK_DOCUMENTS or characters >= _CHUNK_CHARACTERS:
            yield chunk
            chunk, characters = [], 0
    if chunk:
        yield chunk


def _analyse(
    documents: Sequence[Document], *, annotator: Annotator, recipe: str
) -> list[DocumentGraph | FailedDocument]:
    """Analyse a chunk; if a document of it cannot be, the others still are."""
    try:
        return list(analyse_documents(documents, annotator, recipe))
    except MissingDependencyError:
        raise  # no document can be analysed
    except LGMError as error:
        if len(documents) == 1:
            return [FailedDocument(documents[0].id, str(error))]
        return [one for document in documents for one in _analyse([document], annotator=annotator, recipe=recipe)]


def _extracted(
    graphs: Sequence[DocumentGraph], options: LearnOptions, language: str, tally: _Tally
) -> Flow[list[DocumentGraph]]:
    """Add what the LLM finds to several documents at once, all their requests in one batch."""
    settings = options.extraction or ExtractionOptions()
    extractions = yield from together([extract(graph, settings, options.llm_name, language) for graph in graphs])
    results = []
    for graph, extraction in zip(graphs, extractions, strict=True):
        merged = with_extraction(graph, extraction)
        tally.dropped += sum(extraction.dropped.values())
        tally.usage += extraction.usage
        if extraction.failures:
            reasons = "; ".join(dict.fromkeys(extraction.failures))
            tally.unfinished.append(FailedDocument(graph.document.id, reasons))
            document = replace(merged.document, recipe=merged.document.recipe + _INCOMPLETE)
            merged = replace(merged, document=document)
        results.append(merged)
    return results


def _write(graphs: Sequence[DocumentGraph], store: LanguageGraphStore, tally: _Tally) -> None:
    """Write a chunk in one transaction; if a document of it cannot be stored, the others still are."""
    began = time.perf_counter()
    try:
        store.write_many(graphs)
    except InputError as error:
        if len(graphs) == 1:
            tally.failed.append(FailedDocument(graphs[0].document.id, str(error)))
        else:
            for graph in graphs:
                _write([graph], store, tally)
        return
    tally.learned += len(graphs)
    tally.sentences += sum(len(graph.sentences) for graph in graphs)
    tally.relations += sum(len(graph.relations) for graph in graphs)
    tally.seconds["writing"] += time.perf_counter() - began


def _progress(tally: _Tally) -> dict[str, float]:
    return {
        "learned": tally.learned,
        "skipped": tally.skipped,
        "failed": len(tally.failed),
        "sentences": tally.sentences,
        "seconds": tally.seconds["total"],
    }
