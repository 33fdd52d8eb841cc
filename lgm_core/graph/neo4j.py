"""The shared store: a language graph in a Neo4j database, beside whatever else the database holds."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import TracebackType
from typing import TYPE_CHECKING, Self

from lgm_core.errors import StoreError
from lgm_core.graph import neo4j_cypher as cypher
from lgm_core.graph import neo4j_cypher_write as cypher_write
from lgm_core.graph import neo4j_rows as rows
from lgm_core.graph.canonical import canonical, canonical_relation_key
from lgm_core.graph.neo4j_connection import (
    GraphConnection,
    LangChainGraph,
    LlamaIndexStore,
    Query,
    Row,
    driver_query,
    langchain_query,
    llama_index_query,
)
from lgm_core.graph.port import Where
from lgm_core.graph.where import matches, parse_where
from lgm_core.model import (
    THING,
    Concept,
    DocumentGraph,
    DocumentRecord,
    Mention,
    MetaRelation,
    RelationKind,
    Section,
    Sentence,
    Statistics,
    Verdict,
)

if TYPE_CHECKING:
    from neo4j import Driver

__all__ = ["Neo4jStore"]

_PAGE = 1000
_SENTENCES = 2000
"""Read or deleted at once."""
_BLOCK = 1 << 20
_BYTES = 16 * _BLOCK
_ATTEMPTS = 20
_EVERYTHING = 2**62


class Neo4jStore:
    """A language graph in Neo4j 5.23 or later, Community Edition included, for any number of machines.

    Every write is one statement and so one transaction, whatever the connection: a document is there as a whole or not
    at all. Writers of one graph come one after the other. Nothing happens before the first call; `prepare` is called
    by the first write. Other data in the database is neither read nor changed.

    Args:
        query: runs one Cypher statement with its parameters in a transaction of its own, and returns the rows.
        graph: name of the graph, of letters, digits, `_`, `.` and `-`; a database holds any number of graphs.
    """

    def __init__(self, query: Query, *, graph: str = "default") -> None:
        self._graph = GraphConnection(query, graph)

    @classmethod
    def from_driver(cls, driver: Driver, *, database: str | None = None, graph: str = "default") -> Self:
        """Return a store over an official driver (5.28 or 6), which stays the caller's to close."""
        return cls(driver_query(driver, database), graph=graph)

    @classmethod
    def from_llama_index(cls, property_graph_store: LlamaIndexStore, *, graph: str = "default") -> Self:
        """Return a store over the connection of LlamaIndex's `Neo4jPropertyGraphStore`."""
        return cls(llama_index_query(property_graph_store), graph=graph)

    @classmethod
    def from_langchain(cls, neo4j_graph: LangChainGraph, *, graph: str = "default") -> Self:
        """Return a store over the connection of LangChain's `Neo4jGraph`."""
        return cls(langchain_query(neo4j_graph), graph=graph)

    @property
    def graph(self) -> str:
        """Return the name of the graph."""
        return self._graph.graph

    def __enter__(self) -> Self:
        """Return the store itself."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close the store."""
        self.close()

    def close(self) -> None:
        """Do nothing: the connection is the caller's."""

    def prepare(self) -> None:
        """Make the constraint and the indexes of all graphs in the database, unless they are there.

        Raises:
            StoreError: the user may not make them; the error has the statements that somebody else can run.
        """
        self._graph.prepare()

    def write(self, graph: DocumentGraph) -> None:
        """Add or replace one document, atomically; writing the same graph twice changes nothing.

        Raises:
            InputError: the graph is not complete in itself, or holds what cannot be stored.
        """
        self.write_many([graph])

    def write_many(self, graphs: Sequence[DocumentGraph]) -> None:
        """Add or replace documents in one transaction, all or none of them; of two with the same id the later counts.

        Raises:
            InputError: a graph is not complete in itself, or holds what cannot be stored.
        """
        checked = {graph.document.id: canonical(graph) for graph in graphs}
        for _ in range(_ATTEMPTS):
            old, stamps = self._read_documents(list(checked))
            new = [one for id, one in checked.items() if id not in old or not rows.says_nothing_new(old[id], one)]
            former = [old[one.document.id] for one in new if one.document.id in old]
            statement = cypher_write.REPLACE_DOCUMENTS if former else cypher_write.ADD_DOCUMENTS
            if not new or self._change(statement, stamps, former, new):
                return
        raise _contended(list(checked))

    def delete(self, document_ids: Sequence[str]) -> int:
        """Remove documents and all that only they supported, each atomically; return how many there were."""
        found = self._graph.read(cypher.DOCUMENTS, ids=self._graph.nodes("document", document_ids))
        return sum(self._delete([row["id"] for row in some]) for some in _some(found, "sentence_count", _SENTENCES))

    def _delete(self, ids: Sequence[str]) -> int:
        for _ in range(_ATTEMPTS):
            old, stamps = self._read_documents(ids)
            if not old or self._change(cypher_write.DELETE_DOCUMENTS, stamps, list(old.values()), ()):
                return len(old)
        raise _contended(ids)

    def _change(
        self,
        statement: str,
        stamps: Mapping[str, int],
        old: Sequence[DocumentGraph],
        new: Sequence[DocumentGraph],
    ) -> bool:
        """Run a statement that changes documents, unless one has changed since it had the stamp given."""
        ids = dict.fromkeys(one.document.id for one in (*old, *new))
        asked = [{"id": self._graph.node("document", id), "stamp": stamps.get(id, 0)} for id in ids]
        return bool(self._graph.write(statement, change={"stamps": asked, **rows.change(self._graph, old, new)}))

    def _read_documents(self, ids: Sequence[str]) -> tuple[dict[str, DocumentGraph], dict[str, int]]:
        """Return what the graph has of documents, and the stamps of their last changes."""
        found = self._graph.read(cypher.DOCUMENTS, ids=self._graph.nodes("document", ids))
        graphs, stamps = self._document_graphs(found)
        return {one.document.id: one for one in graphs}, stamps

    def documents(self, ids: Sequence[str] | None = None, where: Where | None = None) -> list[DocumentRecord]:
        """Return the records of documents, ordered by id."""
        conditions = parse_where(where)
        if ids is None:
            found = [row for page in self._pages() for row in page]
        else:
            found = self._graph.read(cypher.DOCUMENTS, ids=self._graph.nodes("document", ids))
        records = sorted((rows.record(row) for row in found), key=lambda one: one.id)
        return [one for one in records if matches(conditions, one)]

    def _pages(self) -> Iterator[list[Row]]:
        """Yield the rows of all documents by id, some at a time."""
        after = ""
        while page := self._graph.read(cypher.DOCUMENT_PAGE, after=after, limit=_PAGE):
            yield page
            after = page[-1]["id"]

    def sections(self, ids: Sequence[str]) -> list[Section]:
        """Return sections in the order asked."""
        found = map(rows.section, self._graph.read(cypher.SECTIONS, ids=self._graph.nodes("section", ids)))
        known = {one.id: one for one in found}
        return [known[id] for id in ids if id in known]

    def sentences(self, ids: Sequence[str]) -> list[Sentence]:
        """Return sentences in the order asked."""
        found = map(rows.sentence, self._graph.read(cypher.SENTENCES, ids=self._graph.nodes("sentence", ids)))
        known = {one.id: one for one in found}
        return [known[id] for id in ids if id in known]

    def mentions(self, sentence_ids: Sequence[str]) -> list[Mention]:
        """Return what sentences mention, ordered by document id, sentence position, start, end, concept and source."""
        return rows.mentions(self._graph.read(cypher.MENTIONS, ids=self._graph.nodes("sentence", sentence_ids)))

    def find_concepts(self, keys: Sequence[str]) -> list[Concept]:
        """Return concepts in the order asked."""
        found = rows.concepts(self._graph.read(cypher.CONCEPTS, ids=self._graph.nodes("concept", keys)))
        return [found[key] for key in keys if key in found]

    def frequencies(self, keys: Sequence[str]) -> dict[str, int]:
        """Return how many sentences mention each concept, in the order asked."""
        found = self._graph.read(cypher.FREQUENCIES, ids=self._graph.nodes("concept", keys))
        counted = {row["key"]: row["frequency"] for row in found}
        return {key: counted[key] for key in keys if key in counted}

    def neighbours(
        self, keys: Sequence[str], kinds: Sequence[RelationKind] | None = None, depth: int = 1
    ) -> list[MetaRelation]:
        """Return relations within `depth` steps of concepts, ordered by kind, subject and object."""
        types = [kind.name for kind in (RelationKind if kinds is None else map(RelationKind, kinds))]
        visited = {THING}
        found: dict[tuple[str, str, str], Row] = {}
        frontier = set(keys) - visited
        for _ in range(depth):
            visited |= frontier
            reached = self._graph.read(
                cypher.NEIGHBOURS, ids=self._graph.nodes("concept", sorted(frontier)), types=types
            )
            found.update(((row["kind"], row["subject"], row["object"]), row) for row in reached)
            frontier = {row[end] for row in reached for end in ("subject", "object")} - visited
        return self._with_evidence([found[key] for key in sorted(found)])

    def sentences_about(
        self, keys: Sequence[str], limit: int | None = None, where: Where | None = None
    ) -> list[Sentence]:
        """Return sentences that mention any of the concepts, ordered by document id and position, `limit` at most."""
        documents = None if not where else [one.id for one in self.documents(where=where)]
        found = self._graph.read(
            cypher.SENTENCES_ABOUT,
            ids=self._graph.nodes("concept", keys),
            documents=documents,
            limit=_EVERYTHING if limit is None else limit,
        )
        return sorted(map(rows.sentence, found), key=lambda one: (one.document_id, one.position))

    def search_sentences(self, lemmas: Sequence[str], limit: int = 10) -> list[Sentence]:
        """Return the sentences that the full-text index ranks best for any of the lemmas, best first."""
        words = " OR ".join('"' + re.sub(r'(["\\])', r"\\\1", lemma) + '"' for lemma in lemmas if lemma.strip())
        return (
            [rows.sentence(row) for row in self._graph.read(cypher.SEARCH, words=words, limit=limit)] if words else []
        )

    def relations(
        self,
        *,
        kind: RelationKind | None = None,
        concept: str | None = None,
        verdict: Verdict | None = None,
        offset: int = 0,
        limit: int | None = None,
    ) -> list[MetaRelation]:
        """Return relations with evidence, ordered by kind, subject, object; rejected (INVALID) ones only when asked."""
        found = self._graph.read(
            cypher.RELATIONS if concept is None else cypher.RELATIONS_OF_CONCEPT,
            id=None if concept is None else self._graph.node("concept", concept),
            types=[one.name for one in (RelationKind if kind is None else (RelationKind(kind),))],
            verdict=verdict,
            offset=offset,
            limit=_EVERYTHING if limit is None else limit,
        )
        return self._with_evidence(found)

    def _with_evidence(self, found: Sequence[Row]) -> list[MetaRelation]:
        subjects = self._graph.nodes("concept", (row["subject"] for row in found))
        return rows.relations(found, self._graph.read(cypher.EVIDENCE, ids=subjects))

    def set_verdicts(
        self, verdicts: Mapping[tuple[str, str, str], Verdict], basis: Mapping[tuple[str, str, str], str] | None = None
    ) -> None:
        """Record verdicts by `MetaRelation.key`, with an opaque `basis` (a hash of the evidence they were given on)."""
        judged = [
            {**self._ends(key), "verdict": Verdict(verdict).value, "basis": (basis or {}).get(key)}
            for key, verdict in verdicts.items()
        ]
        self._graph.read(cypher_write.SET_VERDICTS, judged={"rows": judged})

    def verdict_basis(self, keys: Sequence[tuple[str, str, str]]) -> dict[tuple[str, str, str], str]:
        """Return the recorded basis of each judged relation."""
        stored = [canonical_relation_key(key) for key in keys]
        asked = [{**self._ends(key), "number": number} for number, key in enumerate(stored)]
        found = {row["number"]: row["basis"] for row in self._graph.read(cypher.VERDICT_BASIS, rows=asked)}
        return {stored[number]: found[number] for number in sorted(found)}

    def _ends(self, key: tuple[str, str, str]) -> dict[str, str]:
        kind, subject, object_ = canonical_relation_key(key)
        ends = {"subject": self._graph.node("concept", subject), "object": self._graph.node("concept", object_)}
        return {"type": RelationKind(kind).name, **ends}

    def scan(self) -> Iterator[DocumentGraph]:
        """Yield every document's part of the graph, ordered by document id, in bounded memory.

        Each document is whole; one that is changed meanwhile may be given as it was or as it is.
        """
        for page in self._pages():
            for some in _some(page, "sentence_count", _SENTENCES):
                yield from self._document_graphs(some)[0]

    def _document_graphs(self, found: Sequence[Row]) -> tuple[list[DocumentGraph], dict[str, int]]:
        """Return the graphs of documents and their stamps; reads again what is changed while it is being read."""
        for _ in range(_ATTEMPTS):
            ids = [row["node"] for row in found]
            if not ids:
                return [], {}
            graphs = rows.document_graphs(
                [rows.record(row) for row in found],
                sections=self._graph.read(cypher.SECTIONS_OF, ids=ids),
                sentences=self._graph.read(cypher.SENTENCES_OF, ids=ids),
                mentioned=self._graph.read(cypher.MENTIONS_OF, ids=ids),
                stated=self._graph.read(cypher.RELATIONS_OF, ids=ids, concept_prefix=self._graph.node("concept", "")),
                references=self._graph.read(cypher.REFERENCES_OF, ids=ids),
            )
            stamps = {row["id"]: row["stamp"] for row in found}
            found = sorted(self._graph.read(cypher.DOCUMENTS, ids=ids), key=lambda row: str(row["id"]))
            if {row["id"]: row["stamp"] for row in found} == stamps:
                return graphs, stamps
        raise _contended(list(stamps))

    def revision(self) -> int:
        """Return a number that grows with every change to documents or verdicts."""
        found = self._graph.read(cypher.GRAPH)
        return found[0]["revision"] if found else 0

    def read_blob(self, name: str) -> bytes | None:
        """Return a cached blob, or None."""
        return self._read_blobs([self._graph.node("blob", name)]).get(name)

    def read_blobs(self, prefix: str) -> Iterator[tuple[str, bytes]]:
        """Yield the names and contents of the cached blobs whose names start so, ordered by name."""
        start = after = self._graph.node("blob", prefix)
        # The first name may be the prefix itself, and an id is above all of its own beginnings.
        after = after[:-1]
        while page := self._graph.read(cypher.BLOB_PAGE, prefix=start, after=after, limit=_PAGE):
            for some in _some(page, "size", _BYTES):
                yield from self._read_blobs([row["node"] for row in some]).items()
            after = page[-1]["node"]

    def _read_blobs(self, ids: Sequence[str]) -> dict[str, bytes]:
        blocks: dict[str, list[bytes]] = defaultdict(list)
        for row in self._graph.read(cypher.READ_BLOBS, ids=ids):
            blocks[row["name"]].append(row["data"] or b"")
        return {name: b"".join(some) for name, some in blocks.items()}

    def write_blob(self, name: str, data: bytes) -> None:
        """Keep a blob under a name, replacing what was there."""
        blocks = [
            {
                "id": self._graph.node("block", f"{name}/{number}"),
                "graph": self.graph,
                "number": number,
                "data": data[start : start + _BLOCK],
            }
            for number, start in enumerate(range(0, len(data), _BLOCK))
        ]
        id = self._graph.node("blob", name)
        self._graph.write(cypher_write.WRITE_BLOB, id=id, name=name, size=len(data), blocks=blocks)

    def delete_blobs(self, prefix: str) -> int:
        """Forget the cached blobs whose names start so; return how many there were."""
        found = self._graph.read(cypher_write.DELETE_BLOBS, prefix=self._graph.node("blob", prefix))
        return int(found[0]["deleted"])

    def statistics(self) -> Statistics:
        """Count what the graph holds; the root concept is not counted."""
        documents = self._graph.read(cypher.DOCUMENT_COUNTS)[0]
        concepts = self._graph.read(cypher.CONCEPT_COUNT, root_id=self._graph.node("concept", THING))[0]["concepts"]
        by_kind = dict.fromkeys(sorted(kind.value for kind in RelationKind), 0)
        rejected = 0
        for row in self._graph.read(cypher.RELATION_COUNTS):
            if row["rejected"]:
                rejected += row["relations"]
            else:
                by_kind[row["kind"]] = row["relations"]
        return Statistics(
            documents["documents"],
            documents["sections"],
            documents["sentences"],
            concepts,
            documents["mentions"],
            by_kind,
            rejected,
        )


def _some(found: Iterable[Row], size: str, limit: int) -> Iterator[list[Row]]:
    """Divide rows into runs whose sizes, which a column tells, add up to no more than the limit if possible."""
    run: list[Row] = []
    for row in found:
        if run and sum(one[size] for one in run) + row[size] > limit:
            yield run
            run = []
        run.append(row)
    if run:
        yield run


def _contended(ids: Sequence[str]) -> StoreError:
    return StoreError(f"documents {', '.join(ids)} are being changed by somebody else all the time; try again later")
