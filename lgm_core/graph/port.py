"""The interface of graph stores; `tests/graph/store_contract` has an example of everything a store must do."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Protocol, runtime_checkable

from lgm_core.model import (
    Addition,
    AdditionRecord,
    Concept,
    DocumentGraph,
    DocumentRecord,
    EntityProfile,
    Fact,
    Mention,
    MetaRelation,
    PredicateGroup,
    RelationKind,
    SchemaVersion,
    Section,
    Sentence,
    Statistics,
    Verdict,
)

__all__ = ["LanguageGraphStore", "ListsGraphs", "Where"]

Where = Mapping[str, Any]
"""A filter on document metadata: `{"source": "a.md", "year": {"$gte": 2020}}`; all conditions must hold.

Operators: `$eq` (the default), `$ne`, `$gt`, `$gte`, `$lt`, `$lte`, `$in`, `$nin` (any of a list, none of it),
`$contains` and `$all` (a list contains this value, all of these), `$exists`, `$empty` (missing, null, or without any
value), `$text_match` and `$text_match_insensitive` (a string contains this), and `$not` around operators. A list field
meets a condition if any of its values does. Filters are combined by `{"$and": [...]}`, `{"$or": [...]}` and `{"$not":
{...}}`, which may be nested. As in results, `document_id` is the document's id, and `document_metadata.NAME` the
metadata field NAME if that name means something else; `id`, `title` and `source` are the document's own fields unless
its metadata has them.
"""


@runtime_checkable
class ListsGraphs(Protocol):
    """A store in a database that holds several graphs."""

    def graphs(self, limit: int = 20) -> Sequence[str]:
        """Return their names in order, at most `limit`."""
        ...


class LanguageGraphStore(Protocol):
    """A durable language graph. Every method is batch-first; unknown keys and ids are left out of results.

    Where a list of ids or keys is expected, a string is a single one, never its characters.

    Results depend on the graph's content, never on the order of writing. Ids are ordered by code point. A relation
    exists while it has evidence, a concept while a sentence mentions it or a relation has it, the root `thing` while
    any other concept does. An alias is stored with the smaller key as its subject. A verdict stays when a document is
    replaced, as long as the relation has evidence; writing an UNKNOWN verdict changes none. All this applies to facts
    too; each sentence of its evidence mentions every concept of a fact, or those of a section or document together do
    (`FactEvidence.is_part`). Among spellings of the same value, a fact has that of its first evidence.
    """

    def exists(self) -> bool:
        """Tell whether there is a graph: a missing one reads as empty, so only this reveals a mistyped name.

        `str(store)` is the graph's name for users, without passwords.
        """
        ...

    def create(self) -> None:
        """Create an empty graph unless there is one; the first write does so too."""
        ...

    def write(self, graph: DocumentGraph) -> None:
        """Add or replace one document, atomically; writing the same graph twice changes nothing.

        Raises:
            InputError: the graph is not self-contained, or has content that cannot be stored (see `canonical`).
        """
        ...

    def write_many(self, graphs: Iterable[DocumentGraph]) -> None:
        """Add or replace documents atomically; of two with the same id the later counts.

        If the iterator raises, nothing is written. Stores hold only part of the documents in memory if they can.

        Raises:
            InputError: as for `write`; nothing was written then.
        """
        ...

    def delete(self, document_ids: Sequence[str]) -> int:
        """Remove documents and everything only they supported; return how many there were.

        Removing any document removes all blobs in the same transaction, because caches hold text of documents.
        """
        ...

    def documents(self, ids: Sequence[str] | None = None, where: Where | None = None) -> list[DocumentRecord]:
        """Return the records of documents, ordered by id."""
        ...

    def places(self, ids: Sequence[str]) -> dict[str, str]:
        """Return the recorded places of those documents that have one."""
        ...

    def set_places(self, places: Mapping[str, str]) -> None:
        """Record by document id where its file is on the machine that built it.

        Builds use it to detect another file of the same name; they write `/./` between the folder that was built and
        the path below it. It is not part of the graph: it changes neither revision nor stamps, and is not exported.
        Changing or deleting a document removes its place.
        """
        ...

    def changed_since(self, revision: int) -> tuple[list[DocumentRecord], int]:
        """Return the records of documents with stamps above a revision, by id, and the number of all documents."""
        ...

    def languages(self) -> list[str]:
        """Return the distinct languages of the documents, sorted; empty for an empty graph."""
        ...

    def sections(self, ids: Sequence[str]) -> list[Section]:
        """Return sections in the given order."""
        ...

    def sentences(self, ids: Sequence[str]) -> list[Sentence]:
        """Return sentences in the given order."""
        ...

    def mentions(self, sentence_ids: Sequence[str]) -> list[Mention]:
        """Return the mentions of sentences, ordered by document, sentence position, start, end, concept and source."""
        ...

    def find_concepts(self, keys: Sequence[str]) -> list[Concept]:
        """Return concepts in the given order; forms by descending count, then string order, without pronouns."""
        ...

    def frequencies(
        self, keys: Sequence[str], where: Where | None = None, *, all_senses: bool = False
    ) -> dict[str, int]:
        """Return how many sentences mention each concept; under a filter, only in documents that pass it.

        Concepts that only occur in relations have count 0. Under a filter they are left out, as are those that no
        sentence of the documents mentions.

        Args:
            keys: the concepts; results keep their order.
            where: a filter on document metadata.
            all_senses: whether each name is followed by its further senses, as from `senses`. Saves a round trip.
        """
        ...

    def neighbours(
        self,
        keys: Sequence[str],
        kinds: Sequence[RelationKind] | None = None,
        *,
        all_names: bool = False,
        with_circles: bool = False,
    ) -> list[MetaRelation]:
        """Return the relations (with evidence) of concepts, ordered by kind, subject and object.

        Rejected relations are not returned. Relations to `thing` are returned, but none for `thing` itself.

        Args:
            keys: the concepts.
            kinds: the kinds of relations to return; all of them by default.
            all_names: whether a concept also has the relations of its whole group of aliases. Saves a round trip for
                each alias.
            with_circles: whether to return also is-a relations of other concepts that are in cycles, or lead to one,
                from a concept with both parents and children (`circles`).
        """
        ...

    def relations_among(self, keys: Sequence[str]) -> list[MetaRelation]:
        """Return the relations (with evidence) between any two of the concepts, ordered as those of `neighbours`.

        Rejected relations are not returned, nor those to `thing`.
        """
        ...

    def circles(self, keys: Sequence[str]) -> list[MetaRelation]:
        """Return the is-a relations (with evidence) in cycles that concepts are in or lead to, in the same order.

        A cycle makes something a kind of itself: *an owl is a bird*, *a bird is an owl*. Rejected ones are left out.
        """
        ...

    def most_related(self, limit: int, where: Where | None = None, *, facts: bool = True) -> dict[str, int]:
        """Return the concepts with the most relations to others, at most `limit`, each with its number of relations.

        They are ordered by descending number, then by key. Concepts without any are left out, as are rejected relations
        and those to `thing`; under a filter, so are those not stated in its documents.

        Args:
            limit: the most concepts.
            where: a filter on document metadata.
            facts: whether facts between two concepts also count.
        """
        ...

    def sentences_about(
        self, keys: Sequence[str], limit: int | None = None, where: Where | None = None
    ) -> list[Sentence]:
        """Return sentences that mention any of the concepts, ordered by document id and position, at most `limit`."""
        ...

    def relations(
        self,
        *,
        kind: RelationKind | None = None,
        concept: str | None = None,
        verdict: Verdict | None = None,
        offset: int = 0,
        limit: int | None = None,
    ) -> list[MetaRelation]:
        """Return relations with evidence, ordered by kind, subject, object; rejected (INVALID) ones only when asked.

        `concept` is the subject or the object of the relation.
        """
        ...

    def set_verdicts(
        self, verdicts: Mapping[tuple[str, str, str], Verdict], basis: Mapping[tuple[str, str, str], str] | None = None
    ) -> None:
        """Record verdicts by `MetaRelation.key`, with an opaque `basis` (a hash of the evidence they were given on).

        A verdict without a basis removes the one recorded before.
        """
        ...

    def verdict_basis(self, keys: Sequence[tuple[str, str, str]]) -> dict[tuple[str, str, str], str]:
        """Return the recorded basis of each judged relation."""
        ...

    def facts(
        self,
        *,
        concept: str | None = None,
        predicate: str | None = None,
        verdict: Verdict | None = None,
        offset: int = 0,
        limit: int | None = None,
    ) -> list[Fact]:
        """Return facts with evidence, ordered by `Fact.key`; rejected (INVALID) ones only when asked.

        `concept` is the subject or the object of the fact.
        """
        ...

    def facts_about(self, keys: Sequence[str], limit: int | None = None, where: Where | None = None) -> list[Fact]:
        """Return the facts whose subject or object is any of the concepts, at most `limit`.

        Those whose subject it is come first, both kinds ordered by `Fact.key`: facts about a concept are not crowded
        out by the many that only lead to it. Rejected facts are not returned. Under a filter, facts have only the
        evidence from documents that pass it, and those without any are left out.
        """
        ...

    def facts_among(self, keys: Sequence[str], limit: int | None = None, where: Where | None = None) -> list[Fact]:
        """Return at most `limit` facts whose subject and object, unless it is no concept, are among the concepts.

        Those between concepts come first, both kinds ordered by `Fact.key`. Rejected facts are not returned, and
        filters work as in `facts_about`.
        """
        ...

    def profiles(self, keys: Sequence[str], where: Where | None = None) -> list[EntityProfile]:
        """Return the profiles of concepts, ordered by concept, document id, description and types."""
        ...

    def predicate_groups(self, document_ids: Sequence[str] | None = None) -> list[PredicateGroup]:
        """Return the groups of predicates of documents (default: all), ordered by document id, name and run."""
        ...

    def senses(self, keys: Sequence[str]) -> dict[str, list[str]]:
        """Return, for each name with several senses, the keys of its existing senses, in order.

        For `apple` those are `apple` and `apple~2`, if the graph has them.
        """
        ...

    def set_fact_verdicts(self, verdicts: Mapping[str, Verdict], basis: Mapping[str, str] | None = None) -> None:
        """Record verdicts by `Fact.key`, as `set_verdicts` does for relations."""
        ...

    def fact_verdict_basis(self, keys: Sequence[str]) -> dict[str, str]:
        """Return the recorded basis of each judged fact by `Fact.key`."""
        ...

    def add(self, addition: Addition) -> None:
        """Add knowledge about existing sentences, atomically; adding the same again changes nothing.

        Pieces added under an existing id join that addition; its kind, label and time stay. What an addition
        contributes to a document is part of the document's graph for every method, and its documents get new stamps.
        When a document is replaced, pieces stay on sentences whose text remains; deleting a document deletes them. An
        addition without pieces is deleted.

        Raises:
            InputError: a sentence or document does not exist, or the result is not self-contained, for example because
                a fact's concept is not mentioned by its sentence; nothing is added then.
        """
        ...

    def additions(self) -> list[AdditionRecord]:
        """Return the additions not undone, ordered by time and id."""
        ...

    def undo(self, ids: Sequence[str]) -> int:
        """Undo additions, atomically; return how many there were. What documents or other additions state stays."""
        ...

    def scan(self, ids: Sequence[str] | None = None, *, own: bool = False) -> Iterator[DocumentGraph]:
        """Yield the graph of each document, or of the given ones, ordered by id, in bounded memory.

        With `own`, without additions: the graph as learned.
        """
        ...

    def read_schema(self) -> list[SchemaVersion]:
        """Return the versions of the graph's schema, the oldest first; the last one is in effect.

        A graph whose schema was never set has none.
        """
        ...

    def write_schema(self, versions: Sequence[SchemaVersion]) -> None:
        """Replace all versions of the schema, atomically; it is part of the graph, and of its exports."""
        ...

    def revision(self) -> int:
        """Return a number that grows with every change to documents, additions, verdicts or schema.

        Caches detect by it that they are stale.
        """
        ...

    def read_blob(self, name: str) -> bytes | None:
        """Return a cached blob (an index, vectors, a reply), or None.

        Blobs are caches and may all vanish at any time: store only data that can be recomputed.
        """
        ...

    def write_blob(self, name: str, data: bytes, *, wait: bool = True) -> None:
        """Cache a blob under a name, replacing what was there; blobs are never part of an export.

        Args:
            name: the blob's name.
            data: its content.
            wait: whether to wait for another writer. Questions do not: if one transaction may lock the graph for long,
                they get a StoreError almost at once.
        """
        ...

    def delete_blobs(self, prefix: str) -> int:
        """Remove the blobs whose names begin with `prefix` (all of them for `""`); return how many there were."""
        ...

    def statistics(self) -> Statistics:
        """Count the graph's contents without `thing`."""
        ...

    def close(self) -> None:
        """Release the connection; closing twice is harmless."""
        ...
