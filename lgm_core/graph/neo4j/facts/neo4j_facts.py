"""The methods of the store for facts, profiles, additions and the schema."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from operator import attrgetter

from lgm_core.graph.added_knowledge import added_to_documents, joined
from lgm_core.graph.codecs.piece_codec import AddedPiece
from lgm_core.graph.codecs.schema_codec import packed_schema, unpacked_schema
from lgm_core.graph.metadata_filter import listed, parse_where
from lgm_core.graph.neo4j import whole_documents
from lgm_core.graph.neo4j.connection import GraphConnection, Row
from lgm_core.graph.neo4j.cypher_reading import SCHEMA_VERSIONS, UNLIMITED
from lgm_core.graph.neo4j.cypher_writing import SET_FACT_VERDICTS, WRITE_SCHEMA
from lgm_core.graph.neo4j.facts import fact_cypher as cypher
from lgm_core.graph.neo4j.facts import fact_decoding as rows
from lgm_core.graph.neo4j.facts.fact_encoding import fact_nodes, fact_prefix, profile_prefixes
from lgm_core.graph.neo4j.searches import PassingDocuments
from lgm_core.graph.port import Where
from lgm_core.model import (
    THING,
    Addition,
    AdditionRecord,
    DocumentGraph,
    EntityProfile,
    Fact,
    PredicateGroup,
    RelationKind,
    SchemaVersion,
    Verdict,
)

__all__ = ["Neo4jFacts"]

_BATCH = 1000
"""Facts whose evidence is read by one statement under a filter."""


class Neo4jFacts:
    """The part of the port for facts, profiles, additions and the schema."""

    _graph: GraphConnection
    _passing: PassingDocuments

    def facts(
        self,
        *,
        concept: str | None = None,
        predicate: str | None = None,
        verdict: Verdict | None = None,
        offset: int = 0,
        limit: int | None = None,
    ) -> list[Fact]:
        """Return facts with evidence, ordered by `Fact.key`; rejected (INVALID) ones only when asked."""
        found = self._graph.read(
            cypher.FACTS if concept is None else cypher.FACTS_OF_CONCEPT,
            prefix=self._graph.node("concept", ""),
            id=None if concept is None else self._graph.node("concept", concept),
            predicate=predicate,
            verdict=verdict,
            offset=offset,
            limit=UNLIMITED if limit is None else limit,
        )
        return self._with_fact_evidence(found, None)

    def facts_about(self, keys: Sequence[str], limit: int | None = None, where: Where | None = None) -> list[Fact]:
        """Return the facts whose subject, or else whose object, is any of the concepts, at most `limit`."""
        return self._facts_of(cypher.FACTS_ABOUT, keys, limit, where)

    def facts_among(self, keys: Sequence[str], limit: int | None = None, where: Where | None = None) -> list[Fact]:
        """Return the facts between any two of the concepts, and those from one to a value or section."""
        return self._facts_of(cypher.FACTS_AMONG, keys, limit, where)

    def _facts_of(self, statement: str, keys: Sequence[str], limit: int | None, where: Where | None) -> list[Fact]:
        documents = self._passing_ids(where)
        found = self._graph.read(
            statement,
            ids=self._graph.nodes("concept", listed(keys)),
            prefix=self._graph.node("concept", ""),
            limit=UNLIMITED if limit is None or documents is not None else limit,
        )
        if documents is None:
            return self._with_fact_evidence(found, None)
        passing: list[Fact] = []
        for first in range(0, len(found), _BATCH):
            passing += self._with_fact_evidence(found[first : first + _BATCH], documents)
            if limit is not None and len(passing) >= limit:
                break
        return passing[:limit]

    def _with_fact_evidence(self, found: Sequence[Row], documents: Sequence[str] | None) -> list[Fact]:
        prefixes = [fact_prefix(self._graph, row["key"]) for row in found]
        return rows.facts(found, self._graph.read(cypher.FACT_EVIDENCE, prefixes=prefixes, documents=documents))

    def most_related(self, limit: int, where: Where | None = None, *, facts: bool = True) -> dict[str, int]:
        """Return the concepts with the most relations to others, each with its number of relations, at most `limit`."""
        types = [*(kind.name for kind in RelationKind), *(["FACT"] if facts else [])]
        asked = {"types": types, "limit": limit, "root": THING}
        prefix, documents = self._graph.node("concept", ""), self._passing_ids(where)
        if documents is None:
            found = self._graph.read(cypher.MOST_RELATED, prefix=prefix, **asked)
        else:
            ids = self._graph.nodes("document", documents)
            found = self._graph.read(cypher.MOST_RELATED_IN, documents=ids, concept_prefix=prefix, **asked)
        return {row["key"]: row["links"] for row in found}

    def profiles(self, keys: Sequence[str], where: Where | None = None) -> list[EntityProfile]:
        """Return the profiles of concepts, ordered by concept, document id, description and types."""
        prefixes, documents = profile_prefixes(self._graph, listed(keys)), self._passing_ids(where)
        return rows.profiles(self._graph.read(cypher.PROFILES, prefixes=prefixes, documents=documents))

    def predicate_groups(self, document_ids: Sequence[str] | None = None) -> list[PredicateGroup]:
        """Return the groups of predicates of documents (default: all), ordered by document id, name and run."""
        if document_ids is None:
            found = self._graph.read(cypher.GROUPS, prefix=self._graph.node("predicates", ""))
        else:
            found = self._graph.read(cypher.GROUPS_OF, ids=self._graph.nodes("document", listed(document_ids)))
        return rows.predicate_groups(found)

    def _passing_ids(self, where: Where | None) -> list[str] | None:
        parsed = parse_where(where)
        return None if parsed is None else [document.id for document in self._passing.under(parsed)]

    def set_fact_verdicts(self, verdicts: Mapping[str, Verdict], basis: Mapping[str, str] | None = None) -> None:
        """Record verdicts by `Fact.key`, as `set_verdicts` does for relations."""
        judged = [
            {**nodes, "verdict": Verdict(verdicts[nodes["key"]]).value, "basis": (basis or {}).get(nodes["key"])}
            for nodes in self._nodes(verdicts)
        ]
        self._graph.read(SET_FACT_VERDICTS, judged={"rows": judged})

    def fact_verdict_basis(self, keys: Sequence[str]) -> dict[str, str]:
        """Return the recorded basis of each judged fact by `Fact.key`."""
        found = self._graph.read(cypher.FACT_VERDICT_BASIS, rows=self._nodes(listed(keys)))
        return {row["key"]: row["basis"] for row in found}

    def read_schema(self) -> list[SchemaVersion]:
        """Return the versions of the graph's schema, the oldest first."""
        found = self._graph.read(SCHEMA_VERSIONS, id=self._graph.node("schema", ""))
        return unpacked_schema(found[0]["versions"]) if found else []

    def write_schema(self, versions: Sequence[SchemaVersion]) -> None:
        """Replace all versions of the schema."""
        self._graph.write(WRITE_SCHEMA, id=self._graph.node("schema", ""), versions=packed_schema(versions))

    def _nodes(self, keys: Sequence[str] | Mapping[str, Verdict]) -> list[dict[str, str]]:
        """Return the nodes of facts by key, without malformed keys and those of no fact."""
        found = []
        for key in dict.fromkeys(keys):
            try:
                found.append(fact_nodes(self._graph, key))
            except (ValueError, TypeError, LookupError):
                continue
        return found

    def add(self, addition: Addition) -> None:
        """Add knowledge about existing sentences, atomically; adding the same again changes nothing.

        Raises:
            InputError: a sentence or document does not exist, or the result is not self-contained; nothing is added
                then.
        """
        pieces = added_to_documents(addition)

        def give(document: str, graph: DocumentGraph, added: dict[str, list[AddedPiece]]) -> None:
            added[addition.id] = joined(graph, added.get(addition.id, []), pieces[document])

        whole_documents.rewrite_documents(self._graph, sorted(pieces), give, addition=addition)

    def additions(self) -> list[AdditionRecord]:
        """Return the additions not undone, ordered by time and id."""
        found = self._graph.read(cypher.ADDITIONS, prefix=self._graph.node("addition", ""))
        return sorted((AdditionRecord(**row) for row in found), key=attrgetter("created", "id"))

    def undo(self, ids: Sequence[str]) -> int:
        """Undo additions, atomically; return their number."""
        ids = listed(ids)

        def take_back(document: str, graph: DocumentGraph, added: dict[str, list[AddedPiece]]) -> None:
            for id in ids:
                added.pop(id, None)

        nodes = self._graph.nodes("addition", ids)
        found = self._graph.read_to_write(cypher.ADDITION_DOCUMENTS, ids=nodes) if self._graph.exists() else []
        whole_documents.rewrite_documents(self._graph, sorted({row["document"] for row in found}), take_back)
        return len({row["addition"] for row in found})
