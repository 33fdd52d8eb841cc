"""Learn documents into a store: skip what is unchanged, analyse in parallel, ask the LLM if there is one, write.

Documents are written chunk by chunk, each chunk in one transaction, so the next build resumes an interrupted one. A
document whose LLM extraction partly failed is stored, marked incomplete, and relearned by the next build, which takes
the readable replies from the reply cache. Once a token budget is spent, documents that lack a reply stay unchanged, and
the build ends; the next one continues.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from itertools import takewhile
from typing import TypeVar

from lgm_core.documents.reader import UnreadableFile
from lgm_core.flow import Flow, UnsentRequestsError, together, until_spent
from lgm_core.graph.port import LanguageGraphStore
from lgm_core.language.language_guess import LANGUAGE_NAMES
from lgm_core.language.port import Annotator
from lgm_core.learning.build_report import BuildReport, BuildTally, FailedDocument, LearnedDocument
from lgm_core.learning.document_names import DocumentNames
from lgm_core.learning.executors.ordered_map import map_in_order
from lgm_core.learning.executors.worker_pool import WorkerPool
from lgm_core.learning.extraction.extractor import Extraction, ExtractionOptions, extract
from lgm_core.learning.facts.end_grounding import graph_sentences
from lgm_core.learning.facts.fact_extraction import FactExtraction, extract_facts
from lgm_core.learning.facts.fact_options import FactOptions, method_in
from lgm_core.learning.merge import with_extraction, with_facts
from lgm_core.learning.outdated_documents import (
    ANALYSIS,
    PATTERNS_VERSION,
    Analysed,
    Chunk,
    LearningMethod,
    OpenStore,
    analysis_and_writing,
    in_chunks,
    is_incomplete,
    marked_incomplete,
    outdated_documents,
    written,
)
from lgm_core.llm.cache import BlobReplyCache
from lgm_core.model import Document, DocumentGraph, DocumentRecord
from lgm_core.progress import tell_progress
from lgm_core.schema.conformance import types_in
from lgm_core.tracing import span

__all__ = ["BuildReport", "FailedDocument", "LearnOptions", "learn", "recipe_of"]

E = TypeVar("E", Extraction, FactExtraction)

_log = logging.getLogger(__name__)

_PROGRESS_INTERVAL = 100
"""Documents after which progress is reported, even if none of them needs learning."""

_STANZA_NAMES = {"no": "nb"}
"""Stanza's names of languages that are not ISO 639-1 codes."""


@dataclass(frozen=True, slots=True)
class LearnOptions:
    """How to learn.

    Attributes:
        workers: processes that analyse documents; None takes every core this process may use. A language backend with
            large models stays in this process.
        pool: analyses documents instead, also with large models; its maker ends it.
        open_store: opens the store in workers that write their results; None lets this process write. Documents sent to
            a language model are always written by this process.
        extraction: settings of the LLM extraction; None leaves the LLM out.
        facts: how to learn facts; None learns none.
        relearn_as: how documents in the graph are relearned, by the method of their facts, empty for none; its recipes
            are filled in. None learns them like new ones.
        llm_name: the model's name, for origins and the recipe.
        expected: the expected number of documents, for progress; None if unknown.
    """

    workers: int | None = None
    pool: WorkerPool | None = None
    open_store: OpenStore | None = None
    extraction: ExtractionOptions | None = None
    facts: FactOptions | None = None
    relearn_as: Callable[[str], LearningMethod] | None = None
    llm_name: str = ""
    expected: int | None = None


def recipe_of(annotator: Annotator, options: LearnOptions) -> str:
    """Describe everything besides a document's content that its graph depends on."""
    parts = [annotator.recipe, PATTERNS_VERSION]
    if options.extraction is not None:
        parts.append(f"llm:{options.llm_name}:{options.extraction.recipe}")
    if options.facts is not None:
        parts.append(options.facts.recipe(options.llm_name))
    return "+".join(parts)


def learn(
    documents: Iterable[Document | UnreadableFile],
    *,
    store: LanguageGraphStore,
    annotator: Annotator,
    options: LearnOptions | None = None,
    names: DocumentNames | None = None,
) -> Flow[BuildReport]:
    """Learn documents as a flow; yields a `learned` trace step with the counts so far after every chunk.

    Documents are read lazily, a few chunks ahead at most. Unreadable files and documents that cannot be learned are
    reported and stop nothing. Failed requests to the LLM are counted in the report and logged once. A flow closed
    early, for example by a cancelled run, ends its worker processes. Once a token budget is spent, nothing more is
    read, and the report lists documents read but not learned. `names` assigns ids to documents, and knows afterwards
    which other documents the graph should no longer have.

    Raises:
        ExecutorError: a given executor accepts no more work; what was learned before is in the store.
        MissingDependencyError: a package or a model of the annotator is not installed.
    """
    build = _Build(store, annotator, options or LearnOptions(), names or DocumentNames(store))
    return (yield from build.flow(documents))


class _Build:
    """A build of documents into a store with one annotator and one set of options."""

    def __init__(
        self, store: LanguageGraphStore, annotator: Annotator, options: LearnOptions, names: DocumentNames
    ) -> None:
        self._store, self._annotator, self._options, self._names = store, annotator, options, names
        self._tally = BuildTally()
        self._facts: dict[str, FactOptions | None] = {}
        """How facts are learned, by recipe."""
        self._new = self._with_recipe(LearningMethod(annotator, options.facts))
        self._own: dict[str, LearningMethod] = {}

    def flow(self, documents: Iterable[Document | UnreadableFile]) -> Flow[BuildReport]:
        yield from self._learn_all(documents)
        self._names.keep_places()  # also for unchanged documents that have moved
        if not self._tally.failed and not self._tally.left:
            self._store.create()  # an empty graph is created too, unless documents were expected
        is_ended = not self._tally.unfinished and not self._tally.left  # else the next build needs the replies
        if self._tally.has_stale_replies and is_ended:
            BlobReplyCache(self._store).clear()
        for script, count in self._tally.unread.most_common():
            _log.warning(
                "%d documents are mostly in %s script, of which the language backend %s reads no words: it finds few "
                "concepts and no relations there. Backends that read them: lite, each document in its own language, "
                'and, with noun phrases, stanza:%s (in a clone of this project: pip install ".[stanza]")',
                count,
                script.name,
                self._annotator.recipe,
                script.model,
            )
        for code, count in self._tally.foreign.most_common():
            _log.warning(
                "%d documents seem to be in %s, which the language backend %s does not read: it finds few concepts and "
                "relations there, and wrong ones. Backends that read it: lite, each document in its own language%s",
                count,
                LANGUAGE_NAMES[code],
                self._annotator.recipe,
                ""
                if code == "en"
                else f", and, with noun phrases, stanza:{_STANZA_NAMES.get(code, code)} "
                '(in a clone of this project: pip install -e ".[stanza]")',
            )
        if self._tally.without_open_facts:
            _log.warning(
                "%d documents are in other languages than English, which open facts are not read from; a language "
                "model reads facts from any (facts='llm')",
                self._tally.without_open_facts,
            )
        report = self._tally.report()
        if self._tally.classes:
            report = replace(report, circular=tuple(self._store.circles(sorted(self._tally.classes))))
        if report.circles:
            _log.warning("%s.", report.circles)
        if report.requests.failed:
            _log.warning(
                "%s. %d documents were learned without what it would have added; the next build repeats only the "
                "failed requests.",
                report.requests,
                report.incomplete,
            )
        if report.stopped:
            _log.warning(
                "Stopped: %s. %d documents are unchanged; the same build continues with them.",
                report.stopped,
                len(report.left),
            )
        return report

    def _learn_all(self, documents: Iterable[Document | UnreadableFile]) -> Flow[None]:
        """Learn outdated documents until a budget is spent; then record those read but not learned as left."""
        self._tell_progress()
        read = self._until_stopped(documents)
        outdated = self._noted(outdated_documents(read, self._store, self._method_of, self._names, self._tally))
        chunks = takewhile(lambda _: not self._tally.stopped, in_chunks(outdated))
        with closing(self._analysed(chunks)) as analysed:
            while (chunk := self._next_chunk(analysed)) is not None:
                yield from self._learn_chunk(chunk)
                self._tell_progress()
                yield self._tally.progress()
                if self._tally.stopped:
                    break
            if self._is_written_by_workers:  # documents under way are already written, or will be
                for chunk in analysed:
                    self._noted_results([each for each in chunk if not isinstance(each, DocumentGraph)])
        for _ in outdated:  # documents already read when the build was stopped: they are left
            pass
        self._tell_progress(is_ended=True)

    def _until_stopped(self, documents: Iterable[Document | UnreadableFile]) -> Iterator[Document | UnreadableFile]:
        """Yield documents until the build is stopped, and then report if there are more."""
        for number, document in enumerate(documents, 1):
            if number % _PROGRESS_INTERVAL == 0:
                self._tell_progress()  # of unchanged ones, too
            if self._tally.stopped:
                self._tally.stopped += "; further documents were not read"
                return
            yield document

    def _tell_progress(self, *, is_ended: bool = False) -> None:
        tally = self._tally
        rate = f"{tally.sentences / max(tally.progress().seconds, 1e-9):,.0f} sentences/s" if tally.sentences else ""
        done = tally.learned + tally.skipped + len(tally.failed)
        # Not everything expected may have been a document.
        total = done if is_ended else self._options.expected
        tell_progress("learning", done, total, "documents", note=rate, skipped=tally.skipped)

    def _noted(self, outdated: Iterable[tuple[Document, LearningMethod]]) -> Iterator[tuple[Document, LearningMethod]]:
        for document, method in outdated:
            self._tally.left[document.id] = None
            yield document, method

    def _method_of(self, record: DocumentRecord | None) -> LearningMethod:
        """Return how to learn a document that the graph has, or a new one."""
        if record is None or self._options.relearn_as is None:
            return self._new
        method = method_in(record.recipe)
        if method not in self._own:
            self._own[method] = self._with_recipe(self._options.relearn_as(method), is_own=True)
        return self._own[method]

    def _with_recipe(self, method: LearningMethod, *, is_own: bool = False) -> LearningMethod:
        """Return a method with its recipe; former settings of documents count as equal, as they are unknown now."""
        recipe = recipe_of(method.annotator, replace(self._options, facts=method.facts))
        self._facts[recipe] = method.facts
        equal_recipe = ""
        if is_own and method.facts is not None and method.facts.method == "llm":
            name = f"{self._options.llm_name}:" if self._options.llm_name else ""
            equal_recipe = f"{recipe_of(method.annotator, replace(self._options, facts=None))}+facts:llm:{name}"
        return replace(method, recipe=recipe, equal_recipe=equal_recipe)

    def _analysed(self, chunks: Iterable[Chunk]) -> Generator[list[Analysed], None, None]:
        opens = self._options.open_store if self._is_written_by_workers else None
        work = ANALYSIS if opens is None else analysis_and_writing(opens)
        workers = 1 if self._stays_here else self._options.workers
        return map_in_order(work, chunks, workers=workers, pool=self._options.pool)

    @property
    def _stays_here(self) -> bool:
        return self._options.pool is None and (self._annotator.single_process or self._options.workers == 1)

    @property
    def _is_written_by_workers(self) -> bool:
        options = self._options
        return options.open_store is not None and options.extraction is None and not self._stays_here

    def _next_chunk(self, analysed: Iterator[list[Analysed]]) -> list[Analysed] | None:
        with self._tally.timed("waiting for analysis"), span("analysis"):
            return next(analysed, None)

    def _learn_chunk(self, chunk: Sequence[Analysed]) -> Flow[None]:
        """Write the documents of a chunk not written by a worker, with the LLM's extractions if requested."""
        graphs = [each for each in chunk if isinstance(each, DocumentGraph)]
        results = [each for each in chunk if not isinstance(each, DocumentGraph)]
        recipes = [each.recipe for each in results if isinstance(each, LearnedDocument)]
        recipes += [graph.document.recipe for graph in graphs]
        facts = self._facts[recipes[0]] if recipes else None
        settings, name = self._options.extraction, self._options.llm_name
        if settings is not None:
            graphs = yield from self._extended(graphs, lambda graph: extract(graph, settings, name), self._merged)
        if facts is not None and facts.method == "llm":
            graphs = yield from self._extended(
                graphs,
                lambda graph: extract_facts(graph_sentences(graph), facts, name, stated=types_in(graph)),
                self._with_facts,
            )
        with self._tally.timed("writing"), span("writing", documents=len(graphs)):
            learned = self._noted_results([*results, *written(self._store, graphs)])
        if facts is not None and facts.method == "open":
            self._tally.without_open_facts += sum(document.language != "en" for document in learned)

    def _extended(
        self,
        graphs: Sequence[DocumentGraph],
        extracting: Callable[[DocumentGraph], Flow[E]],
        extended: Callable[[DocumentGraph, E], DocumentGraph],
    ) -> Flow[list[DocumentGraph]]:
        """Extract from several documents at once, all requests in one batch; leave out those that lack a reply."""
        with self._tally.timed("language model"):
            extractions = yield from together([until_spent(extracting(graph)) for graph in graphs])
        found = []
        for graph, extraction in zip(graphs, extractions, strict=True):
            if isinstance(extraction, UnsentRequestsError):
                self._tally.stopped = self._tally.stopped or str(extraction)
                self._tally.usage += extraction.usage
                self._tally.requests += sum(not outcome.is_unsent for outcome in extraction.outcomes)
            else:
                found.append(self._marked(extended(graph, extraction), extraction))
        return found

    def _merged(self, graph: DocumentGraph, extraction: Extraction) -> DocumentGraph:
        self._tally.dropped += sum(extraction.dropped.values())
        return with_extraction(graph, extraction)

    def _with_facts(self, graph: DocumentGraph, extraction: FactExtraction) -> DocumentGraph:
        self._tally.dropped_facts += extraction.grounded.dropped
        self._tally.outside_facts += extraction.outside
        return with_facts(graph, extraction.grounded)

    def _marked(self, graph: DocumentGraph, extraction: Extraction | FactExtraction) -> DocumentGraph:
        """Count the cost of an extraction; return the document's graph, marked incomplete if a request failed."""
        self._tally.usage += extraction.usage
        self._tally.requests += extraction.requests
        self._tally.request_errors += extraction.failures
        if not extraction.failures:
            return graph
        reasons = "; ".join(dict.fromkeys(extraction.failures))
        self._tally.note_unfinished(graph.document.id, reasons)
        recipe = graph.document.recipe
        marked = recipe if is_incomplete(recipe) else marked_incomplete(recipe)
        return replace(graph, document=replace(graph.document, recipe=marked))

    def _noted_results(self, results: Iterable[LearnedDocument | FailedDocument]) -> list[LearnedDocument]:
        """Count written documents and failures, and record the places of the former."""
        learned: list[LearnedDocument] = []
        for result in results:
            if isinstance(result, LearnedDocument):
                learned.append(result)
            else:
                self._tally.failed.append(result)
                self._tally.left.pop(result.name, None)
        self._tally.count_learned(learned)
        self._names.keep_places(document.id for document in learned)
        return learned
