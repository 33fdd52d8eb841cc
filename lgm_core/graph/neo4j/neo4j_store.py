"""The shared store: a language graph in a Neo4j database, beside any other data there."""

from __future__ import annotations

import weakref
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from operator import attrgetter, itemgetter
from typing import TYPE_CHECKING, Self

from lgm_core.graph.canonical import canonical, canonical_relation_key
from lgm_core.graph.metadata_filter import listed, parse_where
from lgm_core.graph.neo4j import blobs, searches, whole_documents
from lgm_core.graph.neo4j import cypher_reading as cypher
from lgm_core.graph.neo4j import cypher_writing as cypher_write
from lgm_core.graph.neo4j import row_decoding as rows
from lgm_core.graph.neo4j.address import Neo4jAddress, driver_for, parse_address
from lgm_core.graph.neo4j.connection import (
    GraphConnection,
    LangChainGraph,
    LlamaIndexStore,
    Query,
    Row,
    driver_query,
    langchain_query,
    llama_index_query,
)
from lgm_core.graph.neo4j.facts import fact_cypher
from lgm_core.graph.neo4j.facts.neo4j_facts import Neo4jFacts
from lgm_core.graph.neo4j.row_encoding import statement_prefix
from lgm_core.graph.neo4j.searches import PassingDocument, PassingDocuments, circular_rows, neighbour_rows
from lgm_core.graph.port import Where
from lgm_core.graph.surface_forms import senses_by_name, with_senses
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
from lgm_core.model.concept import name_of, sense_number

if TYPE_CHECKING:
    from neo4j import Driver

__all__ = ["Neo4jStore"]


class Neo4jStore(Neo4jFacts):
    """A language graph in Neo4j 5.23 or later, Community Edition included, for any number of machines.

    Every write is one statement and so one transaction, whatever the connection: a document is written completely or
    not at all. Writers add documents to a graph concurrently, waiting only for each other's commits; replacing and
    deleting documents, additions and verdicts are exclusive. Nothing happens before the first call; `prepare` is called
    by the first write. Other data in the database is neither read nor changed.

    Args:
        query: runs one Cypher statement with its parameters in a transaction of its own, and returns the rows.
        graph: name of the graph, of letters, digits, `_`, `.` and `-`; a database holds any number of graphs.
    """

    def __init__(self, query: Query, *, graph: str = "default") -> None:
        self._graph = GraphConnection(query, graph)
        self._passing = PassingDocuments(self._graph)
        self._address: Neo4jAddress | None = None
        self._place = "Neo4j"
        self._close: Callable[[], object] | None = None

    @classmethod
    def from_address(cls, address: str) -> Self:
        """Return a store with a driver of its own, closed with the store; nothing is sent before the first use.

        Args:
            address: `bolt://USER:PASSWORD@HOST:PORT/DATABASE?graph=NAME`, or another scheme of Neo4j's. Only the host
                is required: user name, password and database may come from the environment variables NEO4J_USERNAME,
                NEO4J_PASSWORD and NEO4J_DATABASE, and the default graph is `default`.

        Raises:
            InputError: the address is malformed.
            MissingDependencyError: the driver is not installed.
        """
        return cls._at(parse_address(address))

    @classmethod
    def _at(cls, address: Neo4jAddress) -> Self:
        driver = driver_for(address)
        store = cls(driver_query(driver, address.database), graph=address.graph)
        store._address, store._place = address, address.uri
        store._close = weakref.finalize(store, driver.close)
        return store

    @classmethod
    def from_driver(cls, driver: Driver, *, database: str | None = None, graph: str = "default") -> Self:
        """Return a store over an official driver (5.28 or 6), which the caller closes."""
        return cls(driver_query(driver, database), graph=graph)

    @classmethod
    def from_llama_index(
        cls, property_graph_store: LlamaIndexStore, *, graph: str = "default", labels: bool = False
    ) -> Self:
        """Return a store over LlamaIndex's connection; `labels` makes what is written visible to its own tools."""
        store = cls(llama_index_query(property_graph_store), graph=graph)
        store._graph.has_host_labels = labels
        return store

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

    def __exit__(self, *raised: object) -> None:
        """Close the store."""
        self.close()

    def close(self) -> None:
        """Close the store's own driver; any other connection is the caller's."""
        if self._close is not None:
            self._close()

    def reopener(self) -> Callable[[], Self] | None:
        """Return a function that opens the graph in another process, with its password; None if that is unknown."""
        return None if self._address is None else partial(self._at, self._address)

    def __str__(self) -> str:
        """Name the graph."""
        return f"{self._place}, graph {self.graph!r}"

    def exists(self) -> bool:
        """Tell whether the database has a graph of this name."""
        return self._graph.exists()

    def graphs(self, limit: int = 20) -> list[str]:
        """Return the names of the graphs in the database in order, at most `limit`."""
        return self._graph.names(limit)

    def create(self) -> None:
        """Create an empty graph of this name unless there is one."""
        if not self.exists():
            self._graph.write(cypher_write.CREATE_GRAPH)

    def cypher_schema(self) -> str:
        """Return the schema a language model needs to query this graph in Cypher, about 1,500 characters."""
        return cypher.cypher_schema(self.graph)

    def prepare(self) -> None:
        """Create the labels and the constraint of all graphs in the database, unless they exist.

        Raises:
            StoreError: the user lacks the rights; the error has the statements for someone else to run.
        """
        self._graph.prepare()

    def write(self, graph: DocumentGraph) -> None:
        """Add or replace one document, atomically; writing the same graph twice changes nothing.

        Raises:
            InputError: the graph is not self-contained, or has content that cannot be stored.
        """
        self.write_many([graph])

    def write_many(self, graphs: Iterable[DocumentGraph]) -> None:
        """Add or replace documents atomically by one statement; of two with the same id the later counts.

        Raises:
            InputError: a graph is not self-contained, or has content that cannot be stored.
        """
        documents = {graph.document.id: canonical(graph) for graph in graphs}
        whole_documents.write_documents(self._graph, documents)

    def delete(self, document_ids: Sequence[str]) -> int:
        """Remove documents, everything only they supported and all blobs; return the number of documents.

        Each document is removed atomically, together with all blobs.
        """
        document_ids = listed(document_ids)
        return whole_documents.delete_documents(self._graph, document_ids)

    def documents(self, ids: Sequence[str] | None = None, where: Where | None = None) -> list[DocumentRecord]:
        """Return the records of documents, ordered by id."""
        ids = None if ids is None else listed(ids)
        return whole_documents.document_records(self._graph, ids, parse_where(where))

    def places(self, ids: Sequence[str]) -> dict[str, str]:
        """Return where the files of documents were when last built, for those with a recorded place."""
        found = self._graph.read(cypher.PLACES, ids=self._graph.nodes("document", listed(ids)))
        return {row["id"]: row["place"] for row in sorted(found, key=itemgetter("id"))}

    def set_places(self, places: Mapping[str, str]) -> None:
        """Record where the files of documents are; this does not change the graph."""
        placed = [{"id": self._graph.node("document", id), "place": place} for id, place in places.items()]
        self._graph.read(cypher_write.SET_PLACES, places={"rows": placed})

    def changed_since(self, revision: int) -> tuple[list[DocumentRecord], int]:
        """Return the records of documents written after a revision, ordered by id, and the number of all documents."""
        prefix = self._graph.node("document", "")
        changed = map(rows.record, self._graph.read(cypher.CHANGED_DOCUMENTS, prefix=prefix, revision=revision))
        (counted,) = self._graph.read(cypher.DOCUMENT_COUNT, prefix=prefix)
        return sorted(changed, key=attrgetter("id")), counted["count"]

    def languages(self) -> list[str]:
        """Return the distinct languages of the documents, sorted."""
        languages = self._graph.read(cypher.LANGUAGES, prefix=self._graph.node("document", ""))
        return sorted(row["language"] for row in languages)

    def sections(self, ids: Sequence[str]) -> list[Section]:
        """Return sections in the given order."""
        ids = listed(ids)
        sections = map(rows.section, self._graph.read(cypher.SECTIONS, ids=self._graph.nodes("section", ids)))
        by_id = {section.id: section for section in sections}
        return [by_id[id] for id in ids if id in by_id]

    def sentences(self, ids: Sequence[str]) -> list[Sentence]:
        """Return sentences in the given order."""
        ids = listed(ids)
        sentences = map(rows.sentence, self._graph.read(cypher.SENTENCES, ids=self._graph.nodes("sentence", ids)))
        by_id = {sentence.id: sentence for sentence in sentences}
        return [by_id[id] for id in ids if id in by_id]

    def mentions(self, sentence_ids: Sequence[str]) -> list[Mention]:
        """Return the mentions of sentences, ordered by document, sentence position, start, end, concept and source."""
        sentence_ids = listed(sentence_ids)
        return rows.mentions(self._graph.read(cypher.MENTIONS, ids=self._graph.nodes("sentence", sentence_ids)))

    def find_concepts(self, keys: Sequence[str]) -> list[Concept]:
        """Return concepts in the given order."""
        keys = listed(keys)
        by_key = rows.concepts(self._graph.read(cypher.CONCEPTS, ids=self._graph.nodes("concept", keys)))
        return [by_key[key] for key in keys if key in by_key]

    def senses(self, keys: Sequence[str]) -> dict[str, list[str]]:
        """Return, for each name with several senses, the keys of its existing senses, in order."""
        keys = listed(keys)
        numbered = self._graph.read(cypher.SENSES, prefixes=searches.sense_prefixes(self._graph, keys))
        found = [row["key"] for row in numbered if sense_number(row["key"]) > 1]
        names = set(map(name_of, found)) & set(keys)
        plain = self._graph.read(cypher.FREQUENCIES, ids=self._graph.nodes("concept", sorted(names))) if names else []
        return senses_by_name(keys, [*found, *(row["key"] for row in plain)])

    def frequencies(
        self, keys: Sequence[str], where: Where | None = None, *, all_senses: bool = False
    ) -> dict[str, int]:
        """Return how many sentences mention each concept, in the given order."""
        keys = listed(keys)
        by_key = searches.frequencies(self._graph, keys, self._under(where), all_senses=all_senses)
        if all_senses:
            keys = with_senses(keys, senses_by_name(keys, by_key))
        return {key: by_key[key] for key in keys if key in by_key}

    def _under(self, where: Where | None) -> Sequence[PassingDocument] | None:
        parsed = parse_where(where)
        return None if parsed is None else self._passing.under(parsed)

    def neighbours(
        self,
        keys: Sequence[str],
        kinds: Sequence[RelationKind] | None = None,
        *,
        all_names: bool = False,
        with_circles: bool = False,
    ) -> list[MetaRelation]:
        """Return the relations of concepts, ordered by kind, subject and object."""
        keys = listed(keys)
        wanted = {RelationKind(kind) for kind in (RelationKind if kinds is None else kinds)}
        found = neighbour_rows(self._graph, keys, wanted, all_names=all_names, with_circles=with_circles)
        return self._with_evidence(found)

    def relations_among(self, keys: Sequence[str]) -> list[MetaRelation]:
        """Return the relations between any two of the concepts, ordered by kind, subject and object."""
        found = self._graph.read(cypher.RELATIONS_AMONG, ids=self._graph.nodes("concept", set(listed(keys)) - {THING}))
        return self._with_evidence(sorted(found, key=rows.relation_key))

    def circles(self, keys: Sequence[str]) -> list[MetaRelation]:
        """Return the is-a relations in cycles that concepts are in or lead to, ordered by subject and object."""
        return self._with_evidence(circular_rows(self._graph, listed(keys)))

    def sentences_about(
        self, keys: Sequence[str], limit: int | None = None, where: Where | None = None
    ) -> list[Sentence]:
        """Return sentences that mention any of the concepts, ordered by document id and position, at most `limit`."""
        keys = listed(keys)
        return searches.sentences_about(self._graph, keys, limit, self._under(where))

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
        relations = self._graph.read(
            cypher.RELATIONS if concept is None else cypher.RELATIONS_OF_CONCEPT,
            prefix=self._graph.node("concept", ""),
            id=None if concept is None else self._graph.node("concept", concept),
            types=[kind.name for kind in (RelationKind if kind is None else (RelationKind(kind),))],
            verdict=verdict,
            offset=offset,
            limit=cypher.UNLIMITED if limit is None else limit,
        )
        return self._with_evidence(relations)

    def _with_evidence(self, relations: Sequence[Row]) -> list[MetaRelation]:
        prefixes = [statement_prefix(self._graph, *rows.relation_key(row)) for row in relations]
        return rows.relations(relations, self._graph.read(cypher.EVIDENCE, prefixes=prefixes))

    def set_verdicts(
        self, verdicts: Mapping[tuple[str, str, str], Verdict], basis: Mapping[tuple[str, str, str], str] | None = None
    ) -> None:
        """Record verdicts by `MetaRelation.key`, with an opaque `basis` (a hash of the evidence they were given on)."""
        judged = [
            {**self._relation_parameters(key), "verdict": Verdict(verdict).value, "basis": (basis or {}).get(key)}
            for key, verdict in verdicts.items()
        ]
        self._graph.read(cypher_write.SET_VERDICTS, judged={"rows": judged})

    def verdict_basis(self, keys: Sequence[tuple[str, str, str]]) -> dict[tuple[str, str, str], str]:
        """Return the recorded basis of each judged relation."""
        stored = [canonical_relation_key(key) for key in keys]
        relations = [{**self._relation_parameters(key), "number": number} for number, key in enumerate(stored)]
        basis = {row["number"]: row["basis"] for row in self._graph.read(cypher.VERDICT_BASIS, rows=relations)}
        return {stored[number]: basis[number] for number in sorted(basis)}

    def _relation_parameters(self, key: tuple[str, str, str]) -> dict[str, str]:
        """Return the type of a relation in Neo4j and the nodes at its ends."""
        kind, subject, object_ = canonical_relation_key(key)
        return {
            "type": RelationKind(kind).name,
            "subject": self._graph.node("concept", subject),
            "object": self._graph.node("concept", object_),
        }

    def scan(self, ids: Sequence[str] | None = None, *, own: bool = False) -> Iterator[DocumentGraph]:
        """Yield the graph of each document, or of the given ones, ordered by id, in bounded memory.

        Each document is complete, or with `own` without additions; one changed meanwhile may be in its old or new
        state.
        """
        return whole_documents.scan(self._graph, None if ids is None else listed(ids), own=own)

    def revision(self) -> int:
        """Return a number that grows with every change to documents or verdicts; everything up to it is readable."""
        return self._graph.revision()

    def read_blob(self, name: str) -> bytes | None:
        """Return a cached blob, or None."""
        return blobs.read_blob(self._graph, name)

    def write_blob(self, name: str, data: bytes, *, wait: bool = True) -> None:
        """Store a blob under a name, replacing any previous one."""
        blobs.write_blob(self._graph, name, data)

    def delete_blobs(self, prefix: str) -> int:
        """Remove the cached blobs whose names begin with `prefix`; return their number."""
        return blobs.delete_blobs(self._graph, prefix)

    def statistics(self) -> Statistics:
        """Count the graph's contents without the root concept."""
        node = self._graph.node
        documents = self._graph.read(cypher.DOCUMENT_COUNTS, prefix=node("document", ""))[0]
        root_id, prefix = node("concept", THING), node("concept", "")
        concepts = self._graph.read(cypher.CONCEPT_COUNT, prefix=prefix, root_id=root_id)[0]["concepts"]
        by_kind = dict.fromkeys(sorted(kind.value for kind in RelationKind), 0)
        relations = self._graph.read(cypher.RELATION_COUNTS, prefix=prefix)
        for row in relations:
            if row["verdict"] != Verdict.INVALID:
                by_kind[row["kind"]] += row["relations"]
        facts = self._graph.read(fact_cypher.FACT_COUNTS, prefix=prefix)
        verdicts, fact_verdicts = rows.verdict_counts(relations, "relations"), rows.verdict_counts(facts, "facts")
        (additions,) = self._graph.read(fact_cypher.ADDITION_COUNT, prefix=node("addition", ""))
        return Statistics(
            documents["documents"],
            documents["sections"],
            documents["sentences"],
            concepts,
            documents["mentions"],
            by_kind,
            rejected=verdicts.get("invalid", 0),
            facts=sum(row["facts"] for row in facts if row["verdict"] != Verdict.INVALID),
            rejected_facts=fact_verdicts.get("invalid", 0),
            additions=additions["additions"],
            verdicts=verdicts,
            fact_verdicts=fact_verdicts,
        )
