"""What the graph knows of a concept, with the sentences that say so."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from lgm_core.graph.port import LanguageGraphStore, Where
from lgm_core.model import Citation, Concept, EntityProfile, MetaRelation, RelationKind, Verdict
from lgm_core.model.concept import name_of
from lgm_core.retrieval.concepts.cited_relations import (
    CitedRelation,
    CitedStatement,
    cite_relation,
    cite_sentences,
    cite_statement,
    cited_names,
    distinct_citations,
    first_sentences,
)
from lgm_core.retrieval.concepts.concept_lookup import look_up_concepts
from lgm_core.retrieval.concepts.concept_statements import expand_concept
from lgm_core.retrieval.concepts.graph_view import GraphView
from lgm_core.retrieval.concepts.representation import StatementSource

__all__ = ["Explanation", "explain"]

_MOST_READ = 2_000
"""The most sentences read about a concept, and again about its relatives: fewer than `expand_concept` reads by default,
because an agent waits for an explanation, and only a few statements from each source are shown."""


@dataclass(frozen=True, slots=True)
class Explanation:
    """What the graph knows of a concept; its aliases' relations are its own.

    Attributes:
        concept: the concept.
        aliases: the relations that give it other names.
        parents: what it is a kind of.
        children: what is a kind of it.
        parts: what it has as parts.
        wholes: what it is a part of.
        sentences: the first sentences about it that state none of the relations.
        more: how many relations are left out.
        statements: its full representation (paper equation 4), those from one source together.
        more_statements: how many statements are left out.
        names: what the cited sentences call the concepts that they mention, by key.
        profiles: what documents say that it is, under all its names.
        senses: the same of other things that a document calls by this name; their sentences are numbered on.
    """

    concept: Concept
    aliases: tuple[CitedRelation, ...] = ()
    parents: tuple[CitedRelation, ...] = ()
    children: tuple[CitedRelation, ...] = ()
    parts: tuple[CitedRelation, ...] = ()
    wholes: tuple[CitedRelation, ...] = ()
    sentences: tuple[Citation, ...] = ()
    more: int = 0
    statements: tuple[CitedStatement, ...] = ()
    more_statements: int = 0
    names: Mapping[str, str] = field(default_factory=dict)
    profiles: tuple[EntityProfile, ...] = ()
    senses: tuple[Explanation, ...] = ()

    @property
    def relations(self) -> tuple[CitedRelation, ...]:
        """Return all the relations."""
        return (*self.aliases, *self.parents, *self.children, *self.parts, *self.wholes)

    @property
    def citations(self) -> tuple[Citation, ...]:
        """Return every sentence once, by number, those of the other senses among them."""
        of_statements = (citation for statement in self.statements for citation in statement.citations)
        of_senses = (citation for sense in self.senses for citation in sense.citations)
        return distinct_citations(self.relations, (*self.sentences, *of_statements, *of_senses))


def explain(
    store: LanguageGraphStore,
    name: str,
    *,
    where: Where | None = None,
    limit: int = 10,
    evidence: int = 2,
    depth: int = 1,
) -> Explanation | None:
    """Return what the graph knows of a concept, or None when it has none of that name.

    Args:
        store: the graph.
        name: the concept as anyone would write it; of a longer text, the first concept it names.
        where: a filter on document metadata; nothing of other documents is used.
        limit: how many relations of each kind, statements from each source, and sentences, at most.
        evidence: how many sentences for each relation or statement at most.
        depth: how many is-a or has-part relations away a concept may be for its statements to count.

    Raises:
        InputError: the filter cannot be understood.
        StoreError: the graph cannot be read.
    """
    view = GraphView(store, where=where, question=name)
    (concept,) = look_up_concepts(view, [name])
    if concept is None:
        return None
    others = view.find_concepts([key for key in view.with_senses([name_of(concept.key)]) if key != concept.key])
    explained: list[Explanation] = []
    first = 1
    for sense in (concept, *others):
        explained.append(_explained(view, sense, limit=limit, evidence=evidence, depth=depth, first=first))
        first = max((citation.number for citation in explained[-1].citations), default=first - 1) + 1
    return replace(explained[0], senses=tuple(explained[1:]))


def _explained(view: GraphView, concept: Concept, *, limit: int, evidence: int, depth: int, first: int) -> Explanation:
    """Return what the graph knows of one concept, its sentences numbered from `first`."""
    relations = _relations_by_role(view, concept.key)
    shown = [sorted(of_role, key=_best_first)[:limit] for of_role in relations]
    stating = {item.sentence_id for of_role in shown for relation in of_role for item in relation.evidence}
    expanded = expand_concept(view, concept.key, depth=depth, limit=max(_MOST_READ, limit + len(stating)))
    statements = [statement for source in StatementSource for statement in expanded.of(source)[:limit]]
    others = [sentence for sentence in expanded.sentences if sentence.id not in stating][:limit]
    ids = [
        *(id for of_role in shown for relation in of_role for id in first_sentences(relation, evidence)),
        *(sentence.id for sentence in others),
        *(id for statement in statements for id in statement.sentence_ids[:evidence]),
    ]
    citations = cite_sentences(view, ids, expanded.sentences, first=first)
    cited = [tuple(cite_relation(relation, evidence, citations) for relation in of_role) for of_role in shown]
    aliases, parents, children, parts, wholes = cited
    return Explanation(
        concept,
        aliases,
        parents,
        children,
        parts,
        wholes,
        sentences=tuple(citations[sentence.id] for sentence in others if sentence.id in citations),
        more=sum(map(len, relations)) - sum(map(len, shown)),
        statements=tuple(cite_statement(statement, citations) for statement in statements),
        more_statements=len(expanded.full) - len(statements),
        names=cited_names(view, citations),
        profiles=tuple(view.store.profiles(sorted(view.names(concept.key)), view.where)),
    )


def _relations_by_role(view: GraphView, key: str) -> list[list[MetaRelation]]:
    """Return a concept's aliases, and its relations to parents, children, parts and wholes, under all its names."""
    view.relations([key])
    names = view.names(key)
    relations = view.relations(names)
    is_a = [relation for relation in relations if relation.kind is RelationKind.IS_A]
    has_part = [relation for relation in relations if relation.kind is RelationKind.HAS_PART]
    return [
        view.aliases(names),
        [relation for relation in is_a if relation.subject in names],
        [relation for relation in is_a if relation.subject not in names],
        [relation for relation in has_part if relation.subject in names],
        [relation for relation in has_part if relation.subject not in names],
    ]


def _best_first(relation: MetaRelation) -> tuple[bool, int, str, str]:
    """Order relations: confirmed ones before unjudged ones, then by how often stated."""
    return (relation.verdict is not Verdict.VALID, -len(relation.evidence), relation.subject, relation.object)
