"""The ids in a graph of the nodes for which LlamaIndex made up ids."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from llama_index.core.schema import BaseNode

from lgm_core import BuildReport, Document, LanguageGraph
from lgm_core.hosts import each_document, identified_documents, nearest_name, refuse_parts_of_sources
from lgm_core.model import HOST_FIELDS
from llama_index_lgm._conversion import REF_DOC_ID, cut_from, to_engine

__all__ = ["NodeIds", "nearest_id"]


def nearest_id(id: str, held: Iterable[str]) -> str:
    """Return the known id of the same file, else the one with the most similar spelling; empty if none is similar.

    A graph names a file by the end of its path, so a longer path, or one from another folder, names it too.
    """
    ids = list(held)
    path = "/" + id.replace("\\", "/")
    same_file = [other for other in ids if path.endswith(f"/{other}")]
    return max(same_file, key=len, default="") or nearest_name(id, ids)


_OTHERWISE = "insert those that are new, or first delete what is there (`delete_ref_doc`)"


class NodeIds:
    """Remembers, while an index is open, the ids in its graph of nodes that were not given an id."""

    def __init__(self, graph: LanguageGraph) -> None:
        self._graph = graph
        self._ids: dict[str, str] = {}

    def in_graph(self, node_id: str) -> str:
        """Return the id under which the graph holds a node."""
        return self._ids.get(node_id, node_id)

    def documents(self, nodes: Iterable[BaseNode], *, add: bool = False) -> list[Document]:
        """Return nodes as documents with their ids in the graph; `add` is that of `LanguageGraph.build`."""
        nodes = list(each_document(nodes, BaseNode))
        converted = to_engine(nodes, keeps_random_ids=False)
        proposed = [self._known(node, document) for node, document in zip(nodes, converted, strict=True)]
        return identified_documents(self._graph.store, proposed, add=add)

    def checked(
        self, nodes: Iterable[BaseNode], *, add: bool, are_whole_files: bool
    ) -> tuple[list[Document], dict[str, str]]:
        """Return nodes as documents, and the graph's nodes of former versions, each with the document it was cut from.

        Args:
            nodes: everything that will be learned together.
            add: as for `documents`.
            are_whole_files: as for `refuse_parts_of_sources`.

        Raises:
            InputError: the graph would lose other documents of a source.
        """
        documents = self.documents(nodes, add=add)
        versions: dict[str, set[str]] = defaultdict(set)
        for document in documents:
            source, version = cut_from(document.metadata)
            if version:
                versions[source].add(version)
        given = {document.id for document in documents}
        held = self._graph.store.documents(where={REF_DOC_ID: {"$in": sorted(versions)}}) if versions else []
        of_held = {record.id: cut_from(record.metadata) for record in held if record.id not in given}
        outdated = {id: source for id, (source, hash) in of_held.items() if hash and hash not in versions[source]}
        if not add:
            refuse_parts_of_sources(
                self._graph.store, documents, advice=_OTHERWISE, are_whole_files=are_whole_files, outdated=outdated
            )
        return documents, outdated

    def learned(
        self, nodes: Iterable[BaseNode], documents: Sequence[Document], outdated: Mapping[str, str], report: BuildReport
    ) -> BuildReport:
        """Remember the ids of nodes, and delete nodes of former versions of everything that was learned in full.

        Args:
            nodes: what was given to learn.
            documents: the same as documents.
            outdated: ids of nodes of former versions, each with the document it was cut from.
            report: the report of the build; it is returned with what was deleted.
        """
        for node, document in zip(nodes, documents, strict=True):
            if node.node_id != document.id:
                self._ids[node.node_id] = document.id
        self._write_host_fields({document.id: document for document in documents})
        failed = {document.name for document in report.failed} | set(report.left)
        lacking = {cut_from(document.metadata)[0] for document in documents if document.id in failed}
        removed = [id for id, source in outdated.items() if source not in lacking and id not in report.removed]
        if not removed:
            return report
        # The build counted texts that also stood in the former versions as held twice, before these were deleted.
        repeated = self._texts(removed) & self._texts(document.id for document in documents)
        self._graph.delete(where={"document_id": {"$in": removed}})
        doubled = max(0, report.doubled - len(repeated))
        return replace(report, removed=(*report.removed, *removed), doubled=doubled)

    def _write_host_fields(self, documents: Mapping[str, Document]) -> None:
        """Store the new ids and hashes of nodes that were not learned again because their content is unchanged."""
        store = self._graph.store
        names = (HOST_FIELDS, REF_DOC_ID)
        given = {
            id: {name: node.metadata[name] for name in names if name in node.metadata} for id, node in documents.items()
        }
        stale = {
            record.id: replace(record, metadata={**record.metadata, **given[record.id]})
            for record in store.documents([id for id, fields in given.items() if fields])
            if not given[record.id].items() <= record.metadata.items()
            and record.text_hash == documents[record.id].text_hash
        }
        if stale:
            graphs = store.scan(list(stale), own=True)
            store.write_many(replace(graph, document=stale[graph.document.id]) for graph in graphs)

    def _texts(self, ids: Iterable[str]) -> set[str]:
        return {record.text_hash for record in self._graph.store.documents(list(ids))}

    def versions(self, nodes: Sequence[BaseNode]) -> dict[str, tuple[str, str]]:
        """Return hash and recipe of the given nodes that the graph holds, by their ids in it."""
        ids = [document.id for document in self.documents(nodes)]
        return {record.id: (record.content_hash, record.recipe) for record in self._graph.store.documents(ids)}

    def changed(self, nodes: Sequence[BaseNode], before: Mapping[str, tuple[str, str]]) -> list[bool]:
        """Return which nodes differ from `before`, their former `versions`."""
        after = self.versions(nodes)
        ids = [self.in_graph(node.node_id) for node in nodes]
        return [before.get(id) != after.get(id) for id in ids]

    def _known(self, node: BaseNode, document: Document) -> Document:
        """Return a document under the id that it got the first time."""
        id = self._ids.get(node.node_id)
        return document if id is None else replace(document, id=id, location=None)
