"""The words of a graph that a planner should use: predicates and types near what a question names."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from lgm_core.model import THING, Fact, RelationKind
from lgm_core.retrieval.concepts.graph_view import GraphView
from lgm_core.retrieval.facts.start_concepts import start_concepts

__all__ = ["GraphVocabulary", "graph_vocabulary"]

_FACTS = 200
"""Facts read on each side of the first step, at most."""
_CONCEPTS = 30
"""Concepts looked at beyond those that the question names."""
_PREDICATES, _TYPES = 40, 20
"""The most that are shown."""
_IS_A = frozenset({RelationKind.IS_A})


@dataclass(frozen=True, slots=True)
class GraphVocabulary:
    """Predicates and types of a graph, the most frequent first."""

    predicates: tuple[str, ...]
    types: tuple[str, ...]


def graph_vocabulary(view: GraphView, question: str) -> GraphVocabulary:
    """Return the predicates of facts about what a question names, and about what these lead to, with types of both.

    No store counts predicates over all its facts, and those of a large graph would fit no prompt; the facts within two
    steps are what a plan for this question may use. Reads at most 400 facts, in four calls to the store.
    """
    named = start_concepts(view, question)
    near = view.facts_about(named, _FACTS)
    beyond = [key for key, _ in _ends(near).most_common() if key not in named][:_CONCEPTS]
    facts = {fact.key: fact for fact in (*near, *view.facts_about(beyond, _FACTS))}
    predicates = Counter(fact.predicate for fact in facts.values())
    concepts = [*named, *beyond]
    types = Counter(type for profile in view.store.profiles(concepts, view.where) for type in profile.types)
    types.update(relation.object for relation in view.relations(concepts, _IS_A) if relation.subject in concepts)
    del types[THING]
    return GraphVocabulary(_most(predicates, _PREDICATES), _most(types, _TYPES))


def _ends(facts: Iterable[Fact]) -> Counter[str]:
    return Counter(concept for fact in facts for concept in fact.concepts)


def _most(counts: Counter[str], limit: int) -> tuple[str, ...]:
    """Return the most frequent words; of equals, by the alphabet, so that a prompt is the same each time."""
    return tuple(sorted(counts, key=lambda word: (-counts[word], word))[:limit])
