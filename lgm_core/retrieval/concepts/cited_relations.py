"""Relations and statements together with the sentences that state them, numbered in one count."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from lgm_core.model import Citation, MetaRelation, RelationKind, Sentence, StatementKind, Verdict
from lgm_core.retrieval.concepts.graph_view import GraphView
from lgm_core.retrieval.concepts.representation import ConceptStatement, StatementSource
from lgm_core.retrieval.numbered_sentences import number_sentences
from lgm_core.retrieval.written_names import written_names

__all__ = [
    "CitedRelation",
    "CitedStatement",
    "cite_relation",
    "cite_sentences",
    "cite_statement",
    "cited_names",
    "distinct_citations",
    "first_sentences",
]


@dataclass(frozen=True, slots=True)
class CitedRelation:
    """A meta-relation between two concepts (keys), with sentences that state it."""

    kind: RelationKind
    subject: str
    object: str
    verdict: Verdict
    citations: tuple[Citation, ...]


@dataclass(frozen=True, slots=True)
class CitedStatement:
    """A statement that belongs to a concept, with the term of equations 2 to 4 it comes from, and sentences.

    `concepts` are those that the sentences speak of: the concept itself, another name, a parent, children or a part.
    """

    source: StatementSource
    concepts: tuple[str, ...]
    kind: StatementKind
    predicate: str
    value: str
    citations: tuple[Citation, ...]


def cite_sentences(
    view: GraphView, ids: Iterable[str], read: Iterable[Sentence], *, first: int = 1
) -> dict[str, Citation]:
    """Number sentences in the order of their ids; those of a section stand together.

    Sentences of documents deleted meanwhile are left out.

    Args:
        view: the graph.
        ids: which sentences.
        read: sentences that the caller has read already; the others are read from the store.
        first: the number of the first.
    """
    wanted = list(dict.fromkeys(ids))
    sentences = {sentence.id: sentence for sentence in read}
    missing = [id for id in wanted if id not in sentences]
    sentences |= {sentence.id: sentence for sentence in (view.store.sentences(missing) if missing else ())}
    numbered = number_sentences(view, [sentences[id] for id in wanted if id in sentences], first=first, paths={})
    return {sentence.sentence.id: sentence.citation(sentence.number) for sentence in numbered}


def first_sentences(relation: MetaRelation, most: int) -> list[str]:
    """Return the ids of the first sentences that state a relation, `most` at most."""
    return list(dict.fromkeys(evidence.sentence_id for evidence in relation.evidence))[:most]


def cited_names(view: GraphView, citations: Iterable[str]) -> dict[str, str]:
    """Return the names of the concepts that cited sentences mention, by key, as `written_names` has them.

    Args:
        view: the graph.
        citations: the ids of the sentences.
    """
    mentions = view.mentions(citations).values()
    keys = {mention.concept for of_sentence in mentions for mention in of_sentence}
    return written_names(keys, mentions, view.language)


def cite_relation(relation: MetaRelation, most: int, citations: Mapping[str, Citation]) -> CitedRelation:
    """Return a relation with the first sentences that state it."""
    cited = tuple(citations[id] for id in first_sentences(relation, most) if id in citations)
    return CitedRelation(relation.kind, relation.subject, relation.object, relation.verdict, cited)


def cite_statement(statement: ConceptStatement, citations: Mapping[str, Citation]) -> CitedStatement:
    """Return a statement with those of its sentences that are cited."""
    return CitedStatement(
        statement.source,
        statement.concepts,
        statement.kind,
        statement.predicate,
        statement.value,
        tuple(citations[id] for id in statement.sentence_ids if id in citations),
    )


def distinct_citations(relations: Iterable[CitedRelation], others: Iterable[Citation]) -> tuple[Citation, ...]:
    """Return the citations of relations and other citations, each once, by number."""
    citations = [*(citation for relation in relations for citation in relation.citations), *others]
    by_number = {citation.number: citation for citation in citations}
    return tuple(by_number[number] for number in sorted(by_number))
