"""What the graph knows about a concept, with the sentences that say so."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from lgm_core.graph.port import LanguageGraphStore, Where
from lgm_core.model import (
    Citation,
    Concept,
    EntityProfile,
    MetaRelation,
    RelationKind,
    Sentence,
    StatementKind,
    Verdict,
)
from lgm_core.model.concept import name_of
from lgm_core.retrieval.concepts.expansion import neighbourhood_of
from lgm_core.retrieval.concepts.graph_view import GraphView
from lgm_core.retrieval.concepts.linking import link_concepts
from lgm_core.retrieval.concepts.representation import ConceptStatement, Representation, StatementSource
from lgm_core.retrieval.concepts.sentence_statements import statements_of
from lgm_core.retrieval.numbered_sentences import number_sentences
from lgm_core.retrieval.written_names import written_names

__all__ = [
    "CitedRelation",
    "CitedStatement",
    "ConceptStatements",
    "Explanation",
    "cite_relation",
    "cite_sentences",
    "cited_names",
    "distinct_citations",
    "expand_concept",
    "explain",
    "first_sentences",
    "look_up_concepts",
]


def look_up_concepts(view: GraphView, names: Sequence[str]) -> list[Concept | None]:
    """Return a concept for each name, None where the graph has none.

    Under a filter, only sentences that pass count: a concept without any is unknown, and frequency and forms are those
    in the sentences that pass.

    Args:
        view: the graph.
        names: concepts in any usual spelling; a longer text stands for the first concept it names.
    """
    keys = [view.keys_of(name) for name in names]
    concepts = _visible_concepts(view, [key for of_name in keys for key in of_name])
    looked_up: list[Concept | None] = []
    for name, of_name in zip(names, keys, strict=True):
        if not any(key in concepts for key in of_name):
            of_name = list(link_concepts(view, name))
            concepts |= _visible_concepts(view, of_name)
        looked_up.append(next((concepts[key] for key in of_name if key in concepts), None))
    return looked_up


def _visible_concepts(view: GraphView, keys: Sequence[str]) -> dict[str, Concept]:
    return {concept.key: concept for concept in view.find_concepts(keys)}


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
    """A statement about a concept, the term of equations 2 to 4 it comes from, and its sentences.

    `concepts` are those the sentences are about: the concept itself, another name, a parent, children or a part.
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
    """Number sentences in the order of their ids, so that those of a section stay together.

    Sentences of documents deleted meanwhile are left out, and those in `read` are not read again.
    """
    wanted = list(dict.fromkeys(ids))
    sentences = {sentence.id: sentence for sentence in read}
    missing = [id for id in wanted if id not in sentences]
    sentences |= {sentence.id: sentence for sentence in (view.store.sentences(missing) if missing else ())}
    numbered = number_sentences(view, [sentences[id] for id in wanted if id in sentences], first=first, paths={})
    return {sentence.sentence.id: sentence.citation(sentence.number) for sentence in numbered}


_MOST_EVIDENCE = 2
"""The most sentences cited for a relation or statement: a second confirms; more only lengthen an agent's input."""


def first_sentences(relation: MetaRelation) -> list[str]:
    """Return the ids of the first sentences that state a relation, at most two."""
    return list(dict.fromkeys(evidence.sentence_id for evidence in relation.evidence))[:_MOST_EVIDENCE]


def cited_names(view: GraphView, citations: Iterable[str]) -> dict[str, str]:
    """Return the names of the concepts that cited sentences mention, by key, as `written_names` has them."""
    mentions = view.mentions(citations).values()
    keys = {mention.concept for of_sentence in mentions for mention in of_sentence}
    return written_names(keys, mentions, view.language)


def cite_relation(relation: MetaRelation, citations: Mapping[str, Citation]) -> CitedRelation:
    """Return a relation with the first sentences that state it."""
    cited = tuple(citations[id] for id in first_sentences(relation) if id in citations)
    return CitedRelation(relation.kind, relation.subject, relation.object, relation.verdict, cited)


def cite_statement(statement: ConceptStatement, citations: Mapping[str, Citation]) -> CitedStatement:
    """Return a statement with its cited sentences."""
    return CitedStatement(
        statement.source,
        statement.concepts,
        statement.kind,
        statement.predicate,
        statement.value,
        tuple(citations[id] for id in statement.sentence_ids if id in citations),
    )


def distinct_citations(relations: Iterable[CitedRelation], others: Iterable[Citation]) -> tuple[Citation, ...]:
    """Return the citations of relations and further citations, each once, by number."""
    citations = [*(citation for relation in relations for citation in relation.citations), *others]
    by_number = {citation.number: citation for citation in citations}
    return tuple(by_number[number] for number in sorted(by_number))


_MOST_READ = 5_000
"""The most sentences read about a concept, and again about its relatives; bounds the cost of very frequent concepts."""


@dataclass(frozen=True, slots=True)
class ConceptStatements:
    """A concept represented as sets of statements.

    Attributes:
        concept: the concept's key.
        names: all its names, `concept` first.
        full: Full_c of equation 4.
        is_complete: whether all sentences about it and its relatives were read.
        sentences: the sentences read about it, in document order.
    """

    concept: str
    names: tuple[str, ...]
    full: tuple[ConceptStatement, ...]
    is_complete: bool = True
    sentences: tuple[Sentence, ...] = ()

    def of(self, source: StatementSource) -> tuple[ConceptStatement, ...]:
        """Return the statements contributed by one term."""
        return tuple(statement for statement in self.full if statement.source is source)


def expand_concept(view: GraphView, key: str, *, depth: int = 1, limit: int = _MOST_READ) -> ConceptStatements:
    """Return the statements about a concept, and those it inherits: Full_c of equation 4.

    Args:
        view: the graph.
        key: the concept.
        depth: how many is-a or has-part relations away a relative may be; 1 is the paper's.
        limit: how many sentences about the concept, and how many about its relatives, are read at most.
    """
    neighbourhood = neighbourhood_of(view, [key], depth=depth)
    names = neighbourhood.names[key]
    relatives = [name for name, concept in neighbourhood.concepts.items() if concept != key]
    sentences = view.sentences_about(names, limit)
    of_relatives = view.sentences_about(relatives, limit)
    mentions = view.mentions(sentence.id for sentence in (*sentences, *of_relatives))
    statements = statements_of(of_relatives, mentions, relatives, language=view.language)
    statements |= statements_of(sentences, mentions, names, language=view.language)
    full = Representation(neighbourhood, statements).full(key, depth)
    is_complete = max(len(sentences), len(of_relatives)) < limit
    return ConceptStatements(key, names, tuple(full), is_complete, tuple(sentences))


_MOST_EXPLAINED = 2_000
"""Like `_MOST_READ`, but lower: an agent waits for an explanation, and only a few statements per source are shown."""


@dataclass(frozen=True, slots=True)
class Explanation:
    """What the graph knows about a concept, with the relations of all its aliases.

    Attributes:
        concept: the concept.
        aliases: the relations that give it other names.
        parents: its broader concepts.
        children: concepts that are a kind of it.
        parts: its parts.
        wholes: what it is part of.
        sentences: the first sentences about it that state none of the relations.
        more: how many relations are left out.
        statements: its full representation (paper equation 4), grouped by source.
        more_statements: how many statements are left out.
        names: the names of mentioned concepts in the cited sentences, by key.
        profiles: descriptions of it in documents, under all its names.
        senses: explanations of other things that documents call by this name; the numbering of sentences continues.
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
        """Return every cited sentence once, by number, including those of the other senses."""
        of_statements = (citation for statement in self.statements for citation in statement.citations)
        of_senses = (citation for sense in self.senses for citation in sense.citations)
        return distinct_citations(self.relations, (*self.sentences, *of_statements, *of_senses))


def explain(
    store: LanguageGraphStore,
    name: str,
    *,
    where: Where | None = None,
    limit: int = 10,
    depth: int = 1,
) -> Explanation | None:
    """Return what the graph knows about a concept, or None if it has none of that name.

    Args:
        store: the graph.
        name: the concept in any usual spelling; in a longer text, the first concept it names.
        where: a filter on document metadata; other documents are ignored.
        limit: the most relations of each kind, statements from each source, and sentences.
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
        explained.append(_explained(view, sense, limit=limit, depth=depth, first=first))
        first = max((citation.number for citation in explained[-1].citations), default=first - 1) + 1
    return replace(explained[0], senses=tuple(explained[1:]))


def _explained(view: GraphView, concept: Concept, *, limit: int, depth: int, first: int) -> Explanation:
    """Return what the graph knows about one concept, its sentences numbered from `first`."""
    relations = _relations_by_role(view, concept.key)
    shown = [sorted(of_role, key=_best_first)[:limit] for of_role in relations]
    stating = {item.sentence_id for of_role in shown for relation in of_role for item in relation.evidence}
    expanded = expand_concept(view, concept.key, depth=depth, limit=max(_MOST_EXPLAINED, limit + len(stating)))
    statements = [statement for source in StatementSource for statement in expanded.of(source)[:limit]]
    others = [sentence for sentence in expanded.sentences if sentence.id not in stating][:limit]
    ids = [
        *(id for of_role in shown for relation in of_role for id in first_sentences(relation)),
        *(sentence.id for sentence in others),
        *(id for statement in statements for id in statement.sentence_ids[:_MOST_EVIDENCE]),
    ]
    citations = cite_sentences(view, ids, expanded.sentences, first=first)
    cited = [tuple(cite_relation(relation, citations) for relation in of_role) for of_role in shown]
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
    """Order relations: confirmed before unjudged, then by how often they are stated."""
    return (relation.verdict is not Verdict.VALID, -len(relation.evidence), relation.subject, relation.object)
