"""What the engine asks of a graph store; `tests/graph/store_contract` has an example of everything a store must do."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Protocol

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
    Section,
    Sentence,
    Statistics,
    Verdict,
)

__all__ = ["LanguageGraphStore", "Where"]

Where = Mapping[str, Any]
"""A filter on document metadata: `{"source": "a.md", "year": {"$gte": 2020}}`; all conditions must hold.

Operators: `$eq` (the default), `$ne`, `$gt`, `$gte`, `$lt`, `$lte`, `$in`, `$nin` (any of a list, none of it),
`$contains` and `$all` (a list has this, has all of these), `$exists`, `$empty` (missing, null, or without any value),
`$text_match` and `$text_match_insensitive` (a string holds this), and `$not` with operators in it. A list field meets
a condition when any of its values does. Filters are combined by `{"$and": [...]}`, `{"$or": [...]}` and
`{"$not": {...}}`, which may be nested. As in results, `document_id` is the document's id, and
`document_metadata.NAME` the metadata field NAME where that is the name of something else; `id`, `title` and `source`
mean the document's own fields unless its metadata has the name.
"""


class LanguageGraphStore(Protocol):
    """A durable language graph. Every method is batch-first; unknown keys and ids are left out of what comes back.

    Where a list of ids or keys is wanted, a string is one of them, never its characters.

    What comes back depends on what the graph holds, never on the order in which it was written. Ids are ordered by code
    point. A relation lives while it has evidence, a concept while a sentence mentions it or a relation has it; the root
    `thing` is there while any other concept is. An alias is stored with the smaller key as its subject. A verdict stays
    when a document is replaced, as long as the relation has evidence; writing an UNKNOWN verdict changes none. All this
    holds of facts too; every concept of a fact is mentioned by each sentence that is its evidence, or by those of a
    section or document together (`FactEvidence.is_part`). Of differently written values that mean the same, a fact has
    the one of its first evidence.
    """

    def exists(self) -> bool:
        """Tell whether there is a graph: nothing reads as an empty one, so a mistyped name is only found out by asking.

        `str(store)` names the graph as users know it, without passwords.
        """
        ...

    def create(self) -> None:
        """Make an empty graph unless there is one; the first write does so too."""
        ...

    def write(self, graph: DocumentGraph) -> None:
        """Add or replace one document, atomically; writing the same graph twice changes nothing.

        Raises:
            InputError: the graph is not complete in itself, or holds what cannot be stored (see `canonical`).
        """
        ...

    def write_many(self, graphs: Iterable[DocumentGraph]) -> None:
        """Add or replace documents, all or none of them; of two with the same id the later counts.

        An iterator that raises leaves nothing written. Stores that can hold but a part of the documents in memory do.

        Raises:
            InputError: as for `write`; nothing was written then.
        """
        ...

    def delete(self, document_ids: Sequence[str]) -> int:
        """Remove documents and all that only they supported; return how many there were.

        Removing any document removes all blobs in the same transaction, because caches hold text of documents.
        """
        ...

    def documents(self, ids: Sequence[str] | None = None, where: Where | None = None) -> list[DocumentRecord]:
        """Return the records of documents, ordered by id."""
        ...

    def places(self, ids: Sequence[str]) -> dict[str, str]:
        """Return the places that were set for documents, of those that have one."""
        ...

    def set_places(self, places: Mapping[str, str]) -> None:
        """Record by document id in which place, on the machine that built it, a document's file lies.

        Builds tell by it whether a file of the same name is another one. It is no part of the graph: it changes neither
        revision nor stamps, and is in no export. A document that is changed or deleted loses its own.
        """
        ...

    def changed_since(self, revision: int) -> tuple[list[DocumentRecord], int]:
        """Return the records of documents with greater stamps than a revision, by id, and how many there are in all."""
        ...

    def languages(self) -> list[str]:
        """Return the distinct languages of the documents held, sorted; none when the graph is empty."""
        ...

    def sections(self, ids: Sequence[str]) -> list[Section]:
        """Return sections in the order asked."""
        ...

    def sentences(self, ids: Sequence[str]) -> list[Sentence]:
        """Return sentences in the order asked."""
        ...

    def mentions(self, sentence_ids: Sequence[str]) -> list[Mention]:
        """Return what sentences mention, ordered by document id, sentence position, start, end, concept and source."""
        ...

    def find_concepts(self, keys: Sequence[str]) -> list[Concept]:
        """Return concepts in the order asked; forms by falling count, then by string order, pronouns not among them."""
        ...

    def frequencies(
        self, keys: Sequence[str], where: Where | None = None, *, all_senses: bool = False
    ) -> dict[str, int]:
        """Return how many sentences mention each concept; under a filter, how many of the documents that pass it.

        Concepts that only relations have count 0. Under a filter they are left out, as are those that no sentence of
        the documents mentions.

        Args:
            keys: the concepts; what comes back has their order.
            where: a filter on document metadata.
            all_senses: whether a name has its further senses behind it, as `senses` tells them. Saves a round trip.
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

        Rejected relations are not returned. A relation to `thing` is returned, but `thing` itself has none.

        Args:
            keys: the concepts.
            kinds: the kinds of relations to return; all of them by default.
            all_names: whether a concept has the relations of its aliases too, of the aliases of these, and so on to
                the whole group of names. Saves a round trip for each alias.
            with_circles: whether is-a relations of other concepts are returned too where they lead in a circle, or to
                one, from a concept that has something above it and below it (`circles`).
        """
        ...

    def relations_among(self, keys: Sequence[str]) -> list[MetaRelation]:
        """Return the relations (with evidence) between any two of the concepts, ordered as those of `neighbours`.

        Rejected relations are not returned, nor those to `thing`.
        """
        ...

    def circles(self, keys: Sequence[str]) -> list[MetaRelation]:
        """Return the is-a relations (with evidence) in circles that concepts are in or lead up to, ordered likewise.

        A circle makes something a kind of itself: *an owl is a bird*, *a bird is an owl*. Rejected ones are left out.
        """
        ...

    def most_related(self, limit: int, where: Where | None = None, *, facts: bool = True) -> dict[str, int]:
        """Return the concepts with the most relations to others, `limit` at most, each with how many it has.

        They are ordered by falling number, then by key. Concepts without any are left out, as are rejected relations
        and those to `thing`; under a filter, so are those that none of its documents states.

        Args:
            limit: how many concepts.
            where: a filter on document metadata.
            facts: whether facts that lead from one concept to another count too.
        """
        ...

    def sentences_about(
        self, keys: Sequence[str], limit: int | None = None, where: Where | None = None
    ) -> list[Sentence]:
        """Return sentences that mention any of the concepts, ordered by document id and position, `limit` at most."""
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

        A verdict without a basis forgets the one recorded before.
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
        """Return the facts whose subject or object is any of the concepts, `limit` at most.

        Those whose subject it is come first, both kinds ordered by `Fact.key`: what is said of a concept is not crowded
        out by the many facts that only lead to it. Rejected facts are not returned. Under a filter a fact has only the
        evidence of documents that pass it, and those without any are left out.
        """
        ...

    def facts_among(self, keys: Sequence[str], limit: int | None = None, where: Where | None = None) -> list[Fact]:
        """Return the facts of which subject and object are among the concepts, or the object is none, `limit` at most.

        Those between concepts come first, both kinds ordered by `Fact.key`. Rejected facts are not returned, and a
        filter acts as on `facts_about`.
        """
        ...

    def profiles(self, keys: Sequence[str], where: Where | None = None) -> list[EntityProfile]:
        """Return what documents say that concepts are, ordered by concept, document id, description and types."""
        ...

    def predicate_groups(self, document_ids: Sequence[str] | None = None) -> list[PredicateGroup]:
        """Return the groups of predicates of documents, of all by default, ordered by document id, name and run."""
        ...

    def senses(self, keys: Sequence[str]) -> dict[str, list[str]]:
        """Return, by the key of each name that has several, the keys of its senses that are there, in their order.

        Of `apple` those are `apple` and `apple~2`, as far as the graph has them.
        """
        ...

    def set_fact_verdicts(self, verdicts: Mapping[str, Verdict], basis: Mapping[str, str] | None = None) -> None:
        """Record verdicts by `Fact.key`, as `set_verdicts` does of relations."""
        ...

    def fact_verdict_basis(self, keys: Sequence[str]) -> dict[str, str]:
        """Return the recorded basis of each judged fact by `Fact.key`."""
        ...

    def add(self, addition: Addition) -> None:
        """Add knowledge on sentences that are there, atomically; adding the same again changes nothing.

        What is added under an id that is there joins it; kind, label and time stay those of the first. What an
        addition gives a document is part of the document's graph for every method, and its documents have new stamps.
        When a document is replaced, what was added to its sentences stays on those whose text is still there; it goes
        with a deleted document. An addition of which nothing is left is gone.

        Raises:
            InputError: it names a sentence or document that is not there, or it is not complete in itself, as when a
                fact's concept is not mentioned by its sentence; nothing was added then.
        """
        ...

    def additions(self) -> list[AdditionRecord]:
        """Return what has been added and not taken back, ordered by time and id."""
        ...

    def undo(self, ids: Sequence[str]) -> int:
        """Take additions back, atomically; return how many there were. What documents or others also state stays."""
        ...

    def scan(self, ids: Sequence[str] | None = None, *, own: bool = False) -> Iterator[DocumentGraph]:
        """Yield each document's part of the graph, or that of some documents, ordered by id, in bounded memory.

        With `own`, without what was added to it: the graph that the document was learned as.
        """
        ...

    def revision(self) -> int:
        """Return a number that grows with every change to documents, additions or verdicts.

        Caches tell by it that they are stale.
        """
        ...

    def read_blob(self, name: str) -> bytes | None:
        """Return a cached blob (an index, vectors, a reply), or None.

        Blobs are caches, and all of them may vanish at any time: store in them only what can be computed again.
        """
        ...

    def write_blob(self, name: str, data: bytes, *, wait: bool = True) -> None:
        """Cache a blob under a name, replacing what was there; blobs are never part of an export.

        Args:
            name: of the blob.
            data: what it holds.
            wait: whether it is worth waiting for another writer. Questions do not: where one transaction may keep the
                graph for long, they get a StoreError almost at once.
        """
        ...

    def delete_blobs(self, prefix: str) -> int:
        """Remove the blobs whose names begin with `prefix` (all of them for `""`); return how many there were."""
        ...

    def statistics(self) -> Statistics:
        """Count what the graph holds; `thing` is not counted."""
        ...

    def close(self) -> None:
        """Release the connection; closing twice is harmless."""
        ...
