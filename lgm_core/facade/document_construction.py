"""Constructing graphs of documents, listing what was constructed, and telling beforehand what it will cost."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from itertools import chain
from pathlib import Path

from lgm_core.documents.parsing import with_front_matter
from lgm_core.documents.reader import Source, UnreadableFile, listed_sources, read_sources
from lgm_core.errors import InputError, LanguageModelSetupError, check_options, nearest_name, shown
from lgm_core.facade.build import Building
from lgm_core.facade.construction_records import ConstructionRecord, construction_records
from lgm_core.facade.fact_settings import fact_annotator
from lgm_core.facade.opened_graph import OnStep
from lgm_core.facade.rdf_documents import RDF_READERS
from lgm_core.flow import Flow, arun, run, together
from lgm_core.graph.port import LanguageGraphStore
from lgm_core.language.port import Annotator
from lgm_core.learning.analysis import analyse
from lgm_core.learning.construction.checks import require
from lgm_core.learning.construction.construction_estimate import ConstructionEstimate, estimate_construction
from lgm_core.learning.construction.construction_flow import construct
from lgm_core.learning.construction.construction_options import ConstructionOptions
from lgm_core.learning.construction.construction_report import ConstructionReport
from lgm_core.learning.construction.document_text import DocumentText, document_text
from lgm_core.learning.construction.stage_flows import STAGE_FLOWS
from lgm_core.learning.document_names import has_content_of
from lgm_core.learning.estimate import Prices
from lgm_core.learning.facts.fact_options import FactOptions
from lgm_core.model import Document, DocumentEntity, document_entities
from lgm_core.progress import counted, ticking
from lgm_core.worker_threads import in_thread

__all__ = ["Constructing"]


@dataclass(frozen=True, slots=True)
class MeantDocuments:
    """Documents that a caller means.

    Attributes:
        ids: their ids, each once, in the order given.
        outdated: those of them that the graph does not have as they are.
        unreadable: the files that cannot be read, each with the reason.
    """

    ids: tuple[str, ...]
    outdated: tuple[Document, ...]
    unreadable: dict[str, str]


def meant_documents(
    sources: Source | Iterable[Source],
    store: LanguageGraphStore,
    identified: Callable[[Iterable[Document]], list[Document]],
) -> MeantDocuments:
    """Return the documents that are meant by ids of the graph's documents, documents, or paths of files and folders.

    A text that is both an id and the path of a file means the file.

    Args:
        sources: what is given.
        store: the graph, which need not be there.
        identified: gives documents the ids under which a build would learn them.

    Raises:
        InputError: a source is none of these, or holds no document.
    """
    unreadable: dict[str, str] = {}
    ids: dict[str, None] = {}
    outdated: list[Document] = []
    for source in listed_sources(sources):
        if isinstance(source, str) and not _is_place(source):
            ids[known_document(store, source)] = None
            continue
        for document in identified(_read(source, unreadable)):
            document = with_front_matter(document)
            if document.id in ids:
                continue
            ids[document.id] = None
            held = store.documents([document.id]) if store.exists() else []
            if not held or not has_content_of(document, held[0]):
                outdated.append(document)
    return MeantDocuments(tuple(ids), tuple(outdated), unreadable)


def known_document(store: LanguageGraphStore, id: str) -> str:
    """Return the id of a document that the graph has.

    Raises:
        InputError: it has none of that id.
    """
    if not isinstance(id, str):
        raise InputError(f"{shown(id)} is no document; give its id, as graph.documents() has it")
    if store.exists() and store.documents([id]):
        return id
    near = nearest_name(id, [record.id for record in store.documents()]) if store.exists() else ""
    meant = f"perhaps {shown(near)} is meant" if near else "graph.documents() tells the ids"
    raise InputError(f"{shown(id)} is neither a file nor a document of the graph; {meant}")


def _is_place(source: str) -> bool:
    try:
        return bool(source.strip()) and Path(source).exists()
    except (OSError, ValueError):  # too long for a path, or with a NUL character
        return False


def _read(source: Source, unreadable: dict[str, str]) -> list[Document]:
    documents = []
    before = len(unreadable)
    for item in read_sources(source, readers=RDF_READERS):
        if isinstance(item, UnreadableFile):
            unreadable[str(item.path)] = item.reason
        else:
            documents.append(item)
    if not documents and len(unreadable) == before:
        raise InputError(f"{shown(source)} holds no document to construct a graph from")
    return documents


_DOCUMENTS_AT_ONCE = 8
"""Documents constructed in step, their requests in common batches: few enough to be in memory together."""


class Constructing(Building):
    """The methods of `LanguageGraph` that construct the graph of a document, whole and local."""

    def construct(
        self,
        source: Source,
        options: ConstructionOptions | None = None,
        *,
        on_step: OnStep | None = None,
        cancel: threading.Event | None = None,
    ) -> ConstructionReport:
        """Construct the graph of one document: entities, relations, a taxonomy and groups of predicates.

        With a language model it is asked; without one phrases and clauses are read. What each stage finds is an
        addition of its own, kept when the stage ends, which `undo` takes back. The same document with the same options
        gives the same, and asks nothing again of a model whose replies are kept. What was constructed for a former text
        of the document, and what a stage found otherwise before, is replaced; what stages that are now switched off
        made of it is taken back.

        Args:
            source: the id of a document of the graph, a document, or the path of its file. What the graph does not have
                as it is, it learns first, without facts and without the extraction by a language model, unless it holds
                the document with facts.
            options: which stages, with which thresholds.
            on_step: called with each trace step; `construction stage` tells what a stage found.
            cancel: ends the run when set; the stages that have ended are kept.

        Raises:
            Cancelled: `cancel` was set.
            InputError: there is no such document, it cannot be read or has no text, it fails a check and
                `options.strict` is set, or the graph was opened with a language backend that does not parse.
            LanguageModelSetupError: a language model is to be asked and there is none, or no request to it can succeed.
            LGMError: the embedding model failed; the stages that have ended are kept.
            StoreError: the graph cannot be written.
        """
        (report,) = run(self._constructing(source, options, only=True), self._session(on_step, cancel))
        return report

    async def aconstruct(
        self,
        source: Source,
        options: ConstructionOptions | None = None,
        *,
        on_step: OnStep | None = None,
        cancel: threading.Event | None = None,
    ) -> ConstructionReport:
        """Do what `construct` does without blocking the event loop; raises the same."""
        (report,) = await arun(self._constructing(source, options, only=True), self._session(on_step, cancel))
        return report

    def construct_all(
        self,
        sources: Source | Iterable[Source],
        options: ConstructionOptions | None = None,
        *,
        on_step: OnStep | None = None,
        cancel: threading.Event | None = None,
    ) -> list[ConstructionReport]:
        """Construct the graph of each of several documents, a few at a time with their requests in common batches.

        Arguments are those of `construct`, but a path may be that of a folder; raises the same. Of a document that
        cannot be read or has no text, or fails a check where `options.strict` is set, the report tells that it was
        refused. Once the tokens of `limits` are spent no further document is begun, and the reports tell which are not
        constructed in full.
        """
        return run(self._constructing(sources, options), self._session(on_step, cancel))

    async def aconstruct_all(
        self,
        sources: Source | Iterable[Source],
        options: ConstructionOptions | None = None,
        *,
        on_step: OnStep | None = None,
        cancel: threading.Event | None = None,
    ) -> list[ConstructionReport]:
        """Do what `construct_all` does without blocking the event loop; raises the same."""
        return await arun(self._constructing(sources, options), self._session(on_step, cancel))

    def constructions(self) -> list[ConstructionRecord]:
        """Return what was constructed for which documents, ordered by document id.

        A construction is stale if its document has another text now: then `construct` makes it again.
        """
        return construction_records(self.existing())

    async def aconstructions(self) -> list[ConstructionRecord]:
        """Do what `constructions` does in a worker thread."""
        return await in_thread(self.constructions)

    def entities(self, document: str) -> list[DocumentEntity]:
        """Return the things of a document under all their names, in the order of their first mentions.

        Of a document that was constructed those that construction found; of others each concept that it mentions.

        Args:
            document: its id.

        Raises:
            InputError: the graph has no such document.
        """
        store = self.existing()
        return list(document_entities(next(store.scan([known_document(store, document)]))))

    async def aentities(self, document: str) -> list[DocumentEntity]:
        """Do what `entities` does in a worker thread; raises the same."""
        return await in_thread(self.entities, document)

    def estimate_construction(
        self,
        sources: Source | Iterable[Source],
        options: ConstructionOptions | None = None,
        *,
        prices: Prices | None = None,
    ) -> ConstructionEstimate:
        """Tell how many calls and tokens it would take to construct documents, before any call is made.

        The graph needs no language model, asks no embedding model, and learns nothing.

        Args:
            sources: as of `construct_all`.
            options: which stages, and how long a request may be.
            prices: what tokens cost, to tell the cost in money too.

        Raises:
            InputError: there is no such document, or none can be read.
        """
        check_options(options, ConstructionOptions)
        reader = self._construction_reader("")
        meant = meant_documents(sources, self.store, self.identified)
        if not meant.ids:
            raise InputError(_unread(meant.unreadable))
        outdated = {document.id: document for document in meant.outdated}
        held = self.store.scan([id for id in meant.ids if id not in outdated], own=True) if self.store.exists() else ()
        analysed = (analyse(document, reader, "estimate") for document in outdated.values())
        graphs = counted(chain(held, analysed), "estimating", "documents", len(meant.ids))
        texts = map(document_text, graphs)
        estimate = estimate_construction(texts, options or ConstructionOptions(), reader, STAGE_FLOWS, prices)
        return replace(estimate, unreadable=meant.unreadable)

    def _constructing(
        self, sources: Source | Iterable[Source], options: ConstructionOptions | None, *, only: bool = False
    ) -> Flow[list[ConstructionReport]]:
        check_options(options, ConstructionOptions)
        options = options or ConstructionOptions()
        model_name = self._construction_model(options)
        reader = self._construction_reader(model_name)
        meant = meant_documents(sources, self.store, self.identified)
        refused = dict(meant.unreadable)
        if only and refused:
            raise InputError(_unread(refused))
        if only and len(meant.ids) != 1:
            raise InputError(f"{shown(sources)} is {len(meant.ids)} documents; use construct_all")
        if meant.outdated:
            built = yield from self._learning(list(meant.outdated), extraction=False)
            refused |= {failed.name: failed.error for failed in built.failed}
            if only and built.failed:
                raise InputError(f"{built.failed[0].name} cannot be learned: {built.failed[0].error}")
        reports = [ConstructionReport(name, refused=reason) for name, reason in refused.items()]
        ids = [id for id in meant.ids if id not in refused]
        if not ids:
            return reports
        store, embeddings = self.existing(), self._ranker.embeddings
        held = store.additions()  # once for all
        ended = ticking("constructing", len(ids) * len({"mentions", *options.stages}), "stages")
        for first in range(0, len(ids), _DOCUMENTS_AT_ONCE):
            if stopped := next((report.stopped for report in reports if report.stopped), ""):
                reports += [ConstructionReport(id, stopped=stopped) for id in ids[first:]]
                break
            texts = [document_text(graph) for graph in store.scan(ids[first : first + _DOCUMENTS_AT_ONCE], own=True)]
            flows = [
                construct(store, text, options, model_name, reader, embeddings, STAGE_FLOWS, held, ended)
                for text in texts
            ]
            if only:
                return (yield from together(flows))
            reports += yield from together(
                [_or_refused(text, options, flow) for text, flow in zip(texts, flows, strict=True)]
            )
        places = {id: place for place, id in enumerate((*ids, *refused))}
        return sorted(reports, key=lambda report: places[report.document])

    def _construction_model(self, options: ConstructionOptions) -> str:
        """Return the name of the language model to ask; empty for asking none."""
        if options.use_llm and self.llm is None:
            raise LanguageModelSetupError("use_llm=True, and this graph was opened without a model; give llm=… (--llm)")
        return "" if self.llm is None or options.use_llm is False else self.llm.name

    def _construction_reader(self, model_name: str) -> Annotator:
        """Return a language backend that parses, which is needed where no language model is asked."""
        if model_name and self._names_annotator:
            return self.annotator
        return fact_annotator(FactOptions(), self.annotator, is_named=self._names_annotator)


def _unread(reasons: Mapping[str, str]) -> str:
    return "; ".join(f"cannot read {name}: {reason}" for name, reason in reasons.items())


def _or_refused(
    text: DocumentText, options: ConstructionOptions, flow: Flow[ConstructionReport]
) -> Flow[ConstructionReport]:
    try:
        require(text, strict=options.strict)
    except InputError as error:
        return ConstructionReport(text.record.id, refused=str(error))
    return (yield from flow)
