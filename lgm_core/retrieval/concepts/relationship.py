"""How two concepts are related: by a shortest path of relations, else by sentences that name both."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from lgm_core.graph.port import LanguageGraphStore, Where
from lgm_core.model import Citation, Concept, MetaRelation, RelationKind, Sentence
from lgm_core.model.concept import name_of
from lgm_core.retrieval.concepts.expansion import STEPS
from lgm_core.retrieval.concepts.explanation import (
    CitedRelation,
    cite_relation,
    cite_sentences,
    cited_names,
    distinct_citations,
    first_sentences,
    look_up_concepts,
)
from lgm_core.retrieval.concepts.graph_view import GraphView

__all__ = ["Relationship", "relate"]

_MOST_REACHED = 20_000
"""The most concepts reached when searching for a path; beyond it the two count as unrelated. Bounds time and memory in
densely connected graphs."""

_MOST_READ = 2_000
"""The most sentences about the rarer concept searched for the other one; bounds the time an agent waits."""

_ALIASES = frozenset({RelationKind.ALIAS_OF})

_Predecessors = dict[str, tuple[str, MetaRelation] | None]
"""For each concept reached in a search: the concept before it, and the relation between the two."""


@dataclass(frozen=True, slots=True)
class Relationship:
    """How two concepts are related: by a shortest `path` of meta-relations, else by sentences that name both.

    `missing` holds the names without a concept in the graph; then there is no path. `names` holds the names of
    mentioned concepts in the cited sentences, by key.
    """

    first: Concept | None
    second: Concept | None
    path: tuple[CitedRelation, ...] = ()
    together: tuple[Citation, ...] = ()
    missing: tuple[str, ...] = ()
    names: Mapping[str, str] = field(default_factory=dict)

    @property
    def citations(self) -> tuple[Citation, ...]:
        """Return every sentence once, by number."""
        return distinct_citations(self.path, self.together)


def relate(
    store: LanguageGraphStore, first: str, second: str, *, where: Where | None = None, depth: int = 4, limit: int = 10
) -> Relationship:
    """Return how two concepts are related, or which of them the graph lacks.

    A path may follow a relation in either direction and never passes through the root. Among equally short paths, the
    first in the order of the relations is taken.

    Args:
        store: the graph.
        first: a concept, as in `explain`.
        second: another.
        where: a filter on document metadata; other documents are ignored.
        depth: the most is-a and has-part relations of a path; aliases are not counted.
        limit: the most sentences that name both.

    Raises:
        InputError: the filter cannot be understood.
        StoreError: the graph cannot be read.
    """
    view = GraphView(store, where=where, question=f"{first} {second}")
    start, goal = look_up_concepts(view, [first, second])
    if start is None or goal is None:
        missing = [name for name, concept in ((first, start), (second, goal)) if concept is None]
        return Relationship(start, goal, missing=tuple(dict.fromkeys(missing)))
    names = [name_of(concept.key) for concept in (start, goal)]
    view.with_senses(names)  # reads the relations of both at once
    starts, goals = (view.with_senses([name]) for name in names)
    path = _shortest_path(view, starts, goals, depth)
    together = [] if path else _sentences_with_both(view, start, goal, limit)
    ids = [id for relation in path for id in first_sentences(relation)]
    citations = cite_sentences(view, [*ids, *(sentence.id for sentence in together)], together)
    return Relationship(
        start,
        goal,
        tuple(cite_relation(relation, citations) for relation in path),
        tuple(citations[sentence.id] for sentence in together if sentence.id in citations),
        names=cited_names(view, citations),
    )


def _shortest_path(view: GraphView, starts: list[str], ends: list[str], depth: int) -> list[MetaRelation]:
    """Return the relations on a shortest path, found breadth-first from the start; aliases cost nothing.

    Starts and ends are the senses of two names.
    """
    if starts == ends:
        return []
    view.relations([*starts, *ends])
    goals = frozenset(name for end in ends for name in view.names(end))
    predecessors: _Predecessors = dict.fromkeys(starts)
    frontier = starts
    for step in range(depth + 1):
        if step == depth:  # only aliases may follow, so concepts that are not a name of the goal are dead ends
            frontier = [key for key in frontier if key in goals]
        else:
            view.relations(frontier)
        frontier = _with_aliases(view, frontier, predecessors)
        is_done = any(end in predecessors for end in ends)
        if is_done or step == depth or not frontier or len(predecessors) > _MOST_REACHED:
            break
        frontier = _step(view.relations(frontier, STEPS), frontier, predecessors)
        if any(end in predecessors for end in ends):
            break
    return next((_path_to(end, predecessors) for end in ends if end in predecessors), [])


def _with_aliases(view: GraphView, keys: Sequence[str], predecessors: _Predecessors) -> list[str]:
    """Add the other names of concepts, until there are no more."""
    names, fresh = list(keys), list(keys)
    while fresh:
        fresh = _step(view.relations(fresh, _ALIASES), fresh, predecessors)
        names += fresh
    return names


def _step(relations: Iterable[MetaRelation], keys: Iterable[str], predecessors: _Predecessors) -> list[str]:
    """Follow one relation from each concept; record how each new concept was reached, and return the new ones."""
    origins, fresh = set(keys), []
    for relation in relations:
        for origin, neighbour in ((relation.subject, relation.object), (relation.object, relation.subject)):
            if origin in origins and neighbour not in predecessors:
                predecessors[neighbour] = (origin, relation)
                fresh.append(neighbour)
    return fresh


def _path_to(goal: str, predecessors: _Predecessors) -> list[MetaRelation]:
    """Return the relations from the start to a goal; empty if it was not reached."""
    path: list[MetaRelation] = []
    step = predecessors.get(goal)
    while step is not None:
        origin, relation = step
        path.append(relation)
        step = predecessors[origin]
    return path[::-1]


def _sentences_with_both(view: GraphView, first: Concept, second: Concept, limit: int) -> list[Sentence]:
    """Return sentences that name both concepts by any of their names, in document order."""
    rarer, commoner = sorted((first, second), key=lambda concept: concept.frequency)
    sentences = view.sentences_about(view.names(rarer.key), _MOST_READ)
    mentions = view.mentions(sentence.id for sentence in sentences)
    names = frozenset(view.names(commoner.key))
    naming_both = [
        sentence for sentence in sentences if not names.isdisjoint(mention.concept for mention in mentions[sentence.id])
    ]
    return naming_both[:limit]
