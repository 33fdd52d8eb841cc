"""Choosing which concepts of a graph to show: all of a small one, else those around some, or the best connected."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from lgm_core.errors import InputError, shown
from lgm_core.model import THING, Concept, DocumentRecord, Fact, MetaRelation, Section, Sentence
from lgm_core.retrieval.concepts.graph_view import GraphView
from lgm_core.retrieval.concepts.linking import link_concepts

__all__ = ["PART", "GraphPart", "MostRelated", "ShownSentence", "chosen_concepts", "start_concepts"]


@dataclass(frozen=True, slots=True)
class ChosenConcepts:
    """Which concepts of a graph are shown.

    Attributes:
        keys: the concepts, the best first.
        starts: those that were asked for.
        is_whole: whether these are all concepts that relations lead to or from.
    """

    keys: tuple[str, ...]
    starts: tuple[str, ...]
    is_whole: bool


@dataclass(frozen=True, slots=True)
class ShownSentence:
    """A sentence in its place."""

    sentence: Sentence
    section: Section
    document: DocumentRecord


@dataclass(frozen=True, slots=True)
class GraphPart:
    """A part of a graph, or the whole of a small one.

    Attributes:
        chosen: the concepts that are shown, and why.
        concepts: the same with their forms, in that order.
        relations: those between them.
        facts: those between them, and those that lead from one of them to a value or section.
        sentences: those that state relations and facts, by id; of a relation that many state, the first ones; and those
            of `mentioning`.
        mentioning: of each concept that was asked for and that nothing joins, the ids of the first sentences that
            mention it.
        total: how many concepts the graph has in all; None under a filter.
    """

    chosen: ChosenConcepts
    concepts: tuple[Concept, ...]
    relations: tuple[MetaRelation, ...]
    facts: tuple[Fact, ...]
    sentences: dict[str, ShownSentence]
    mentioning: dict[str, tuple[str, ...]]
    total: int | None


MOST_SHOWN = 5_000
"""Concepts of the largest graph that is shown whole."""
PART = 400
"""Concepts of the part of a larger graph that is shown."""

_RELATIONS_OF_A_CONCEPT = 20
"""Relations of a graph for each concept that might be shown, above which it is not shown whole around a concept."""
_HUBS = 12
"""Best-connected concepts at which a part begins that nobody asked for."""
_AT_ONCE = 20
"""Concepts whose relations are read together on the way from those asked for."""
_EVERYWHERE = 1_000
"""A concept that more sentences mention is shown, but leads no further: everything is near it."""
_FACTS_READ = 2_000
"""Facts that are read at once on the way, at most."""
_SENTENCES_READ = 30
"""Sentences about a concept without relations, for what they name beside it."""

Links = Mapping[str, Counter[str]]
"""By concept, the concepts that relations lead to or from, with the number of sentences that say so."""


class MostRelated(Protocol):
    """Returns the concepts with the most relations, as `GraphView.most_related` does."""

    def __call__(self, limit: int, *, facts: bool) -> Mapping[str, int]:
        """Return the concepts with the most relations to others, `limit` at most, each with how many it has."""
        ...


def start_concepts(view: GraphView, start: str) -> list[str]:
    """Return the keys of the concepts that a name or a question means, those of a name with all its senses.

    Raises:
        InputError: there are none.
    """
    if named := view.frequencies(view.keys_of(start)):
        return list(named)
    if linked := link_concepts(view, start):
        return list(linked)
    raise InputError(
        f"{shown(start)} names no concept of the graph; start from a noun or a name that its documents mention, "
        "or leave it out to see the best-connected concepts"
    )


def chosen_concepts(
    view: GraphView,
    starts: Sequence[str],
    *,
    limit: int | None = None,
    facts: bool = True,
    most_related: MostRelated | None = None,
) -> ChosenConcepts:
    """Choose the concepts to show, without reading the whole of a large graph.

    Args:
        view: the graph.
        starts: concepts to start from; none for the best-connected ones.
        limit: how many concepts at most; by default, all of a graph of up to `MOST_SHOWN`, and `PART` of a larger one.
        facts: whether facts lead from one concept to another too.
        most_related: asked for the best-connected concepts instead of the view, such as one that remembers them.
    """
    most = MOST_SHOWN if limit is None else limit
    related: Mapping[str, int] = {}
    if not (starts and _is_large(view, most)):
        related = (most_related or view.most_related)(most + 1, facts=facts)
        if len(related.keys() | set(starts)) <= most:
            return ChosenConcepts(tuple(dict.fromkeys((*starts, *related))), tuple(starts), is_whole=True)
    size = PART if limit is None else limit
    keys = _around(view, starts, size, facts) if starts else _best_connected(view, related, size, facts)
    return ChosenConcepts(tuple(keys), tuple(starts), is_whole=False)


def _is_large(view: GraphView, most: int) -> bool:
    """Tell whether a graph has so many relations that it is no picture, which is known sooner than its concepts."""
    return view.where is None and sum(view.store.statistics().relations.values()) > _RELATIONS_OF_A_CONCEPT * most


def _around(view: GraphView, starts: Sequence[str], size: int, facts: bool) -> list[str]:
    """Go from concepts to their neighbours and on, the best first, until there are enough."""
    chosen = dict.fromkeys(starts[:size])
    waiting = list(chosen)
    if not view.relations(waiting) and not (facts and view.facts_about(waiting, 1)):
        waiting = _named_beside(view, waiting)[:_AT_ONCE]
        chosen |= dict.fromkeys(waiting[: size - len(chosen)])
    while waiting and len(chosen) < size:
        now, waiting = waiting[:_AT_ONCE], waiting[_AT_ONCE:]
        links = _links(view.relations(now), view.facts_about(now, _FACTS_READ) if facts else ())
        found = _best_neighbours(links, now, chosen, most=max(size // (2 * len(now)), 4))[: size - len(chosen)]
        chosen |= dict.fromkeys(found)
        counts = view.frequencies(found)
        waiting += [key for key in found if counts.get(key, 0) <= _EVERYWHERE]
    return list(chosen)


def _named_beside(view: GraphView, concepts: Sequence[str]) -> list[str]:
    """Return the concepts that the first sentences about some name too, those of most sentences first."""
    sentences = view.sentences_about(concepts, _SENTENCES_READ)
    mentions = view.mentions(sentence.id for sentence in sentences).values()
    beside = Counter(key for each in mentions for key in {mention.concept for mention in each} - {*concepts, THING})
    return sorted(beside, key=lambda key: (-beside[key], key))


def _best_connected(view: GraphView, related: Mapping[str, int], size: int, facts: bool) -> list[str]:
    """Begin at the concepts with the most relations, and go on among those that have many too.

    Where few of these lead to each other, go on from them to all neighbours.
    """
    among = list(related)
    links = _links(view.relations_among(among), view.facts_among(among, 4 * len(among)) if facts else ())
    chosen = dict.fromkeys(among[: min(_HUBS, size)])
    waiting = list(chosen)
    while waiting and len(chosen) < size:
        now, waiting = waiting[:_HUBS], waiting[_HUBS:]
        found = _best_neighbours(links, now, chosen, most=max(size // (2 * len(now)), 4))[: size - len(chosen)]
        chosen |= dict.fromkeys(found)
        waiting += found
    return list(chosen) if len(chosen) > size // 2 else _around(view, among[: min(_HUBS, size)], size, facts)


def _best_neighbours(links: Links, concepts: Iterable[str], chosen: Mapping[str, None], *, most: int) -> list[str]:
    """Return new neighbours of concepts, `most` of each: those that several lead to first, then the best attested."""
    worth: Counter[str] = Counter()
    for key in concepts:
        new = [neighbour for neighbour in links.get(key, ()) if neighbour not in chosen]
        ways = {neighbour: sum(other in chosen for other in links[neighbour]) for neighbour in new}
        for neighbour in sorted(new, key=lambda new: (-ways[new], -links[key][new], new))[:most]:
            worth[neighbour] += links[key][neighbour] + 10 * ways[neighbour]
    return sorted(worth, key=lambda key: (-worth[key], key))


def _links(relations: Iterable[MetaRelation], facts: Iterable[Fact]) -> Links:
    links: defaultdict[str, Counter[str]] = defaultdict(Counter)
    ends = [(relation.subject, relation.object, len(relation.evidence)) for relation in relations]
    ends += [(fact.subject, fact.object, len(fact.evidence)) for fact in facts if isinstance(fact.object, str)]
    for subject, object_, sentences in ends:
        if subject != object_:
            links[subject][object_] += sentences
            links[object_][subject] += sentences
    return links
