"""What the graph knows of a concept, and how two concepts are related, with the sentences that say so."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from lgm_core.graph.graph_language import graph_language
from lgm_core.graph.port import LanguageGraphStore, Where
from lgm_core.language.concepts import concept_key
from lgm_core.language.lexicons import lexicon_of
from lgm_core.model import (
    THING,
    Citation,
    Concept,
    Evidence,
    MentionSource,
    MetaRelation,
    RelationKind,
    Sentence,
    StatementKind,
    Verdict,
)
from lgm_core.retrieval.answering.numbered_evidence import number_sentences
from lgm_core.retrieval.concepts.concept_statements import ConceptStatement, StatementSource, expand_concept
from lgm_core.retrieval.concepts.graph_view import neighbours_within
from lgm_core.retrieval.concepts.linking import question_concepts

__all__ = ["CitedStatement", "Explanation", "Relationship", "StatedRelation", "explain", "relate"]

_MOST_ALIASES = 64
_MOST_REACHED = 20_000
"""Concepts a search for a path may reach; with more the two are not told to be related."""
_MOST_READ = 2_000
"""Sentences of the rarer concept that are looked through for the other, and about a concept for what they state."""


_Came = dict[str, tuple[str, MetaRelation] | None]
"""How each concept of a search was reached: from which one, by which relation."""


@dataclass(frozen=True, slots=True)
class StatedRelation:
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


@dataclass(frozen=True, slots=True)
class Explanation:
    """What the graph knows of a concept; its aliases' relations are its own.

    `sentences` are the first ones about it that state none of the relations. `more` counts relations left out.
    `statements` are its full representation (paper equation 4), those from one source together; `more_statements`
    counts those left out. `names` gives the written form of concepts, in languages whose keys are cut to stems.
    """

    concept: Concept
    aliases: tuple[StatedRelation, ...] = ()
    parents: tuple[StatedRelation, ...] = ()
    children: tuple[StatedRelation, ...] = ()
    parts: tuple[StatedRelation, ...] = ()
    wholes: tuple[StatedRelation, ...] = ()
    sentences: tuple[Citation, ...] = ()
    more: int = 0
    statements: tuple[CitedStatement, ...] = ()
    more_statements: int = 0
    names: Mapping[str, str] = field(default_factory=dict)

    @property
    def relations(self) -> tuple[StatedRelation, ...]:
        """Return all the relations."""
        return (*self.aliases, *self.parents, *self.children, *self.parts, *self.wholes)

    @property
    def citations(self) -> tuple[Citation, ...]:
        """Return every sentence once, by number."""
        stated = (citation for one in self.statements for citation in one.citations)
        return _distinct(self.relations, (*self.sentences, *stated))


@dataclass(frozen=True, slots=True)
class Relationship:
    """How two concepts are related: by a shortest `path` of meta-relations, else by sentences that name both."""

    first: Concept
    second: Concept
    path: tuple[StatedRelation, ...] = ()
    together: tuple[Citation, ...] = ()

    @property
    def citations(self) -> tuple[Citation, ...]:
        """Return every sentence once, by number."""
        return _distinct(self.path, self.together)


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
    """
    scope = _Scope(store, where, evidence)
    concept = scope.concept(name)
    if concept is None:
        return None
    group, aliases = scope.with_aliases(concept.key)
    relations = scope.relations(list(group), [RelationKind.IS_A, RelationKind.HAS_PART])
    is_a = [one for one in relations if one.kind is RelationKind.IS_A]
    has_part = [one for one in relations if one.kind is RelationKind.HAS_PART]
    lists = [
        aliases,
        [one for one in is_a if one.subject in group],
        [one for one in is_a if one.subject not in group],
        [one for one in has_part if one.subject in group],
        [one for one in has_part if one.subject not in group],
    ]
    kept = [sorted(one, key=_best_first)[:limit] for one in lists]
    stating = {one.sentence_id for relations in kept for relation in relations for one in relation.evidence}
    about = store.sentences_about(list(group), limit=limit + len(stating), where=where)
    others = [one for one in about if one.id not in stating][:limit]
    found = expand_concept(store, concept.key, depth=depth, where=where, limit=_MOST_READ)
    statements = [one for source in StatementSource for one in found.of(source)[:limit]]
    ids = dict.fromkeys(id for one in statements for id in one.sentence_ids[:evidence])
    (named, parents, children, parts, wholes), citations = scope.cited(kept, [*others, *store.sentences(list(ids))])
    sentences = tuple(citations[one.id] for one in others if one.id in citations)
    return Explanation(
        concept,
        named,
        parents,
        children,
        parts,
        wholes,
        sentences,
        more=sum(map(len, lists)) - sum(map(len, kept)),
        statements=tuple(_cited(one, citations) for one in statements),
        more_statements=len(found.full) - len(statements),
        names=scope.names([one for relations in kept for one in relations], statements),
    )


def relate(
    store: LanguageGraphStore, first: str, second: str, *, where: Where | None = None, depth: int = 4, limit: int = 10
) -> Relationship | None:
    """Return how two concepts are related, or None when the graph lacks one of them.

    A path may walk a relation either way and never passes through the root. Of equally short ones the first by the
    order of the relations is taken.

    Args:
        store: the graph.
        first: a concept, as in `explain`.
        second: another.
        where: a filter on document metadata; nothing of other documents is used.
        depth: how many is-a and has-part relations a path may have.
        limit: how many sentences that name both at most.
    """
    scope = _Scope(store, where, 2)
    one, other = scope.concept(first), scope.concept(second)
    if one is None or other is None:
        return None
    path = scope.path(one.key, other.key, depth)
    together = [] if path else scope.together(one.key, other.key, limit)
    (stated,), citations = scope.cited([path], together)
    shown = tuple(citations[sentence.id] for sentence in together if sentence.id in citations)
    return Relationship(one, other, stated, shown)


class _Scope:
    """A graph as far as a filter lets one see it."""

    def __init__(self, store: LanguageGraphStore, where: Where | None, evidence: int) -> None:
        self._store, self._where, self._most_evidence = store, where, evidence
        self._neighbours = neighbours_within(store, where)

    def concept(self, name: str) -> Concept | None:
        """Find a concept by name; under a filter, count only the sentences it lets through."""
        keys = [
            key
            for key in (concept_key(name, graph_language(self._store)), *question_concepts(self._store, name))
            if key
        ]
        found = {one.key: one for one in self._store.find_concepts(keys)}
        for key in keys:
            if key in found and (seen := self._seen(found[key])) is not None:
                return seen
        return None

    def with_aliases(self, key: str) -> tuple[dict[str, None], list[MetaRelation]]:
        """Return the whole group of names of a concept, itself first, and the relations that make it one."""
        group, fresh = {key: None}, [key]
        relations: dict[tuple[str, str, str], MetaRelation] = {}
        while fresh and len(group) < _MOST_ALIASES:
            found = self.relations(fresh, [RelationKind.ALIAS_OF])
            relations |= {one.key: one for one in found}
            fresh = [end for one in found for end in (one.subject, one.object) if end not in group]
            group |= dict.fromkeys(fresh)
        return group, list(relations.values())

    def relations(self, keys: Sequence[str], kinds: Sequence[RelationKind]) -> list[MetaRelation]:
        """Return the relations of concepts with the evidence that may be seen, none to the root."""
        found = self._neighbours(keys, kinds)
        return [one for one in found if THING not in (one.subject, one.object)]

    def path(self, start: str, goal: str, depth: int) -> list[MetaRelation]:
        """Return the relations on a shortest path; aliases cost nothing."""
        if start == goal:
            return []
        came: _Came = {start: None}
        frontier = [start]
        kinds = [RelationKind.IS_A, RelationKind.HAS_PART]
        for step in range(depth + 1):
            frontier = self._names_of(frontier, came)
            if goal in came or step == depth or not frontier or len(came) > _MOST_REACHED:
                break
            frontier = self._reach(frontier, kinds, came)
        return _walked(came, goal)

    def together(self, one: str, other: str, limit: int) -> list[Sentence]:
        """Return sentences that name both of two concepts by any of their names."""
        groups = [list(self.with_aliases(key)[0]) for key in (one, other)]
        counts = self._store.frequencies([*groups[0], *groups[1]])
        rarer, commoner = sorted(groups, key=lambda group: sum(counts.get(key, 0) for key in group))
        sentences = self._store.sentences_about(rarer, limit=_MOST_READ, where=self._where)
        mentions = self._store.mentions([sentence.id for sentence in sentences])
        both = {mention.sentence_id for mention in mentions if mention.concept in commoner}
        return [sentence for sentence in sentences if sentence.id in both][:limit]

    def cited(
        self, lists: Sequence[Sequence[MetaRelation]], others: Sequence[Sentence]
    ) -> tuple[list[tuple[StatedRelation, ...]], dict[str, Citation]]:
        """Number the sentences behind relations, and other sentences, in one count; return these by id."""
        shown = [[replace(one, evidence=self._shown(one)) for one in relations] for relations in lists]
        ids = dict.fromkeys(e.sentence_id for relations in shown for one in relations for e in one.evidence)
        sentences = {one.id: one for one in [*self._store.sentences(list(ids)), *others]}
        numbered = number_sentences(self._store, list(sentences.values()), first=1, paths={})
        citations = {one.sentence.id: one.citation(one.number) for one in numbered}
        stated = [tuple(_stated(one, citations) for one in relations) for relations in shown]
        return stated, citations

    def names(self, relations: Sequence[MetaRelation], statements: Sequence[ConceptStatement]) -> dict[str, str]:
        """Return the most frequent forms of concepts; none in a language whose keys are words."""
        if lexicon_of(graph_language(self._store)).readable_keys:
            return {}
        keys = [key for one in relations for key in (one.subject, one.object)]
        keys += [key for one in statements for key in (*one.concepts, one.value) if key]
        return {one.key: one.name for one in self._store.find_concepts(list(dict.fromkeys(keys)))}

    def _shown(self, relation: MetaRelation) -> tuple[Evidence, ...]:
        by_sentence = {one.sentence_id: one for one in reversed(relation.evidence)}
        return tuple(reversed(by_sentence.values()))[: self._most_evidence]

    def _seen(self, concept: Concept) -> Concept | None:
        if self._where is None:
            return concept
        sentences = self._store.sentences_about([concept.key], where=self._where)
        mentions = self._store.mentions([one.id for one in sentences])
        texts = (MentionSource.TEXT, MentionSource.TITLE)
        forms = Counter(one.surface for one in mentions if one.concept == concept.key and one.source in texts)
        ordered = tuple(sorted(forms, key=lambda form: (-forms[form], form)))
        return Concept(concept.key, (*ordered, concept.key)[0], len(sentences), ordered) if sentences else None

    def _names_of(self, keys: Sequence[str], came: _Came) -> list[str]:
        """Add the other names of concepts, until there are no more."""
        names, fresh = list(keys), list(keys)
        while fresh:
            fresh = self._reach(fresh, [RelationKind.ALIAS_OF], came)
            names += fresh
        return names

    def _reach(self, keys: Sequence[str], kinds: Sequence[RelationKind], came: _Came) -> list[str]:
        """Walk one relation from each concept; note how each new one was reached, and return the new ones."""
        origins, fresh = set(keys), []
        for relation in self.relations(keys, kinds):
            for origin, end in ((relation.subject, relation.object), (relation.object, relation.subject)):
                if origin in origins and end not in came:
                    came[end] = (origin, relation)
                    fresh.append(end)
        return fresh


def _walked(came: _Came, goal: str) -> list[MetaRelation]:
    """Return the relations that were walked to a goal, from the start on."""
    path: list[MetaRelation] = []
    step = came.get(goal)
    while step is not None:
        origin, relation = step
        path.append(relation)
        step = came[origin]
    return path[::-1]


def _stated(relation: MetaRelation, citations: dict[str, Citation]) -> StatedRelation:
    # A document deleted meanwhile has no citations any more.
    cited = tuple(citations[one.sentence_id] for one in relation.evidence if one.sentence_id in citations)
    return StatedRelation(relation.kind, relation.subject, relation.object, relation.verdict, cited)


def _cited(statement: ConceptStatement, citations: dict[str, Citation]) -> CitedStatement:
    cited = tuple(citations[id] for id in statement.sentence_ids if id in citations)
    one = statement
    return CitedStatement(one.source, one.concepts, one.kind, one.predicate, one.value, cited)


def _best_first(relation: MetaRelation) -> tuple[bool, int, str, str]:
    return (relation.verdict is not Verdict.VALID, -len(relation.evidence), relation.subject, relation.object)


def _distinct(relations: Iterable[StatedRelation], others: Iterable[Citation]) -> tuple[Citation, ...]:
    cited = [*(citation for one in relations for citation in one.citations), *others]
    return tuple(sorted({one.number: one for one in cited}.values(), key=lambda one: one.number))
