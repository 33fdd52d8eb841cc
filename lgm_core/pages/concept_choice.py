"""Choosing the concepts of a graph to show: all of a small one, else those around some, or the best-connected ones."""

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
    """The concepts of a graph to show.

    Attributes:
        keys: the concepts, best first.
        starts: those that were asked for.
        is_whole: whether these are all concepts with relations.
    """

    keys: tuple[str, ...]
    starts: tuple[str, ...]
    is_whole: bool


@dataclass(frozen=True, slots=True)
class ShownSentence:
    """A sentence with its place."""

    sentence: Sentence
    section: Section
    document: DocumentRecord


@dataclass(frozen=True, slots=True)
class GraphPart:
    """A part of a graph, or the whole of a small one.

    Attributes:
        chosen: the chosen concepts.
        concepts: the same with their forms, in that order.
        relations: the relations between them.
        facts: the facts between them, and from them to values and sections.
        sentences: by id, the first sentences that state each relation or fact, and those of `mentioning`.
        mentioning: for each concept that was asked for but has no relations or facts, the ids of the first sentences
            that mention it.
        total: the number of concepts in the graph; None under a filter.
    """

    chosen: ChosenConcepts
    concepts: tuple[Concept, ...]
    relations: tuple[MetaRelation, ...]
    facts: tuple[Fact, ...]
    sentences: dict[str, ShownSentence]
    mentioning: dict[str, tuple[str, ...]]
    total: int | None


MOST_SHOWN = 5_000
"""The most concepts of a graph that is shown whole."""
PART = 400
"""How many concepts of a larger graph are shown."""

_RELATIONS_OF_A_CONCEPT = 20
"""A graph with more relations per concept than this is not shown whole around a concept."""
_HUBS = 12
"""With how many of the best-connected concepts a part begins if no concept was asked for."""
_AT_ONCE = 20
"""For how many concepts relations are read at once."""
_EVERYWHERE = 1_000
"""A concept that more sentences mention is shown, but not its neighbours, since everything is close to it."""
_FACTS_READ = 2_000
"""The most facts that are read at once."""
_SENTENCES_READ = 30
"""How many sentences about a concept without relations are searched for other concepts."""

Links = Mapping[str, Counter[str]]
"""For each concept its neighbours, with the number of sentences that state the connection."""


class MostRelated(Protocol):
    """Returns the concepts with the most relations, as `GraphView.most_related` does."""

    def __call__(self, limit: int, *, facts: bool) -> Mapping[str, int]:
        """Return the `limit` concepts with the most relations to others, with the number of these."""
        ...


def start_concepts(view: GraphView, start: str) -> list[str]:
    """Return the keys of the concepts of a name, with all its senses, or of those in a question.

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
        starts: concepts to start from; if empty, the best-connected ones.
        limit: the most concepts; by default all of a graph of up to `MOST_SHOWN`, and `PART` of a larger one.
        facts: whether facts count as connections.
        most_related: returns the best-connected concepts instead of the view, for example from a cache.
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
    """Tell whether a graph has too many relations to show; they are quicker to count than concepts."""
    return view.where is None and sum(view.store.statistics().relations.values()) > _RELATIONS_OF_A_CONCEPT * most


def _around(view: GraphView, starts: Sequence[str], size: int, facts: bool) -> list[str]:
    """Go from concepts to their neighbours and further, best first, until there are enough."""
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
    """Return other concepts in the first sentences about some, most frequent first."""
    sentences = view.sentences_about(concepts, _SENTENCES_READ)
    mentions = view.mentions(sentence.id for sentence in sentences).values()
    beside = Counter(key for each in mentions for key in {mention.concept for mention in each} - {*concepts, THING})
    return sorted(beside, key=lambda key: (-beside[key], key))


def _best_connected(view: GraphView, related: Mapping[str, int], size: int, facts: bool) -> list[str]:
    """Begin with the concepts with the most relations, and go on to others with many relations.

    If few of these are connected, go on to all neighbours.
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
    """Return up to `most` new neighbours of each concept, preferring those of several and those with most sentences."""
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
