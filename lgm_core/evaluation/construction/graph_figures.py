"""Figures of graphs of single documents, recorded or constructed, computed alike."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from lgm_core.evaluation.construction.recorded_folder import Paper, RecordedGraph
from lgm_core.language.concepts import concept_key
from lgm_core.learning.construction.whole_document.relevance import relevant_count
from lgm_core.model import DocumentGraph, EntityClass, broader_things, document_entities
from lgm_core.model.concept import name_of

__all__ = ["GraphShape", "constructed_shape", "coverage", "published_calls", "recorded_shape", "shape_figures"]


@dataclass(frozen=True, slots=True)
class ShapedEntity:
    """An entity by what figures need: the concept keys of its label and of all its names, and its class."""

    label: str
    names: frozenset[str]
    entity_class: EntityClass | None


@dataclass(frozen=True, slots=True)
class ShapedFact:
    """A fact: the numbers of its entities (None of another end), whether it cites a sentence, whether one has both."""

    subject: int | None
    object: int | None
    has_sentence: bool
    in_one_sentence: bool


@dataclass(frozen=True, slots=True)
class GraphShape:
    """A document's graph as figures are computed of it; `broader` are pairs of numbers of entities."""

    entities: tuple[ShapedEntity, ...]
    facts: tuple[ShapedFact, ...]
    broader: frozenset[tuple[int, int]]
    predicates: int = 0


def recorded_shape(graph: RecordedGraph, language: str = "en") -> GraphShape:
    """Return the shape of a recorded graph; its triples name no sentence."""
    numbers = {entity.id: number for number, entity in enumerate(graph.entities)}
    sentences = {entity.id: {number for number, _ in entity.mentions} for entity in graph.entities}
    return GraphShape(
        tuple(
            ShapedEntity(
                concept_key(entity.label, language),
                frozenset(concept_key(name, language) for name in entity.names),
                entity.entity_class,
            )
            for entity in graph.entities
        ),
        tuple(
            ShapedFact(numbers[subject], numbers[object_], False, not sentences[subject].isdisjoint(sentences[object_]))
            for subject, _, object_ in graph.triples
        ),
        frozenset((numbers[narrower], numbers[broader]) for narrower, broader in graph.broader),
        len({predicate for _, predicate, _ in graph.triples}),
    )


def constructed_shape(graph: DocumentGraph) -> GraphShape:
    """Return the shape of what a store holds of a constructed document."""
    language = graph.document.language
    things = document_entities(graph, every_concept=False)
    numbers = {key: number for number, thing in enumerate(things) for key in thing.keys}
    mentioned: defaultdict[str, set[str]] = defaultdict(set)
    for mention in graph.mentions:
        mentioned[mention.sentence_id].add(mention.concept)
    groups = {member: group.name for group in graph.predicate_groups for member in group.members}
    return GraphShape(
        tuple(
            ShapedEntity(
                concept_key(thing.name, language),
                frozenset(
                    (*map(name_of, thing.keys), *(concept_key(n, language) for n in (thing.name, *thing.aliases)))
                ),
                thing.entity_class,
            )
            for thing in things
        ),
        tuple(
            ShapedFact(
                numbers.get(fact.subject),
                numbers.get(fact.object) if isinstance(fact.object, str) else None,
                bool(fact.evidence),
                any(mentioned[item.sentence_id].issuperset(fact.concepts) for item in fact.evidence),
            )
            for fact in graph.facts
        ),
        frozenset(broader_things(graph.relations, numbers)),
        len({groups.get(fact.predicate, fact.predicate) for fact in graph.facts}),
    )


def shape_figures(shapes: Sequence[GraphShape]) -> dict[str, Any]:
    """Return figures over several graphs, their entities, facts and edges taken together.

    `isolated` is the share of entities in no fact, taxonomy apart; `self_loops` facts of
    an entity with itself; `unmerged` named and general entities beyond the first whose labels are one lemma phrase;
    `redundant_broader` the share of taxonomy edges that follow from others.
    """
    entities = sum(len(shape.entities) for shape in shapes)
    facts = [fact for shape in shapes for fact in shape.facts]
    edges = sum(len(shape.broader) for shape in shapes)
    return {
        "entities": entities,
        "named": _of_class(shapes, EntityClass.NAMED),
        "general": _of_class(shapes, EntityClass.GENERAL),
        "other": _of_class(shapes, EntityClass.OTHER),
        "facts": len(facts),
        "predicates": sum(shape.predicates for shape in shapes),
        "isolated": _share(sum(map(_isolated, shapes)), entities),
        "facts_without_sentence": sum(not fact.has_sentence for fact in facts),
        "in_one_sentence": _share(sum(fact.in_one_sentence for fact in facts), len(facts)),
        "self_loops": sum(fact.subject is not None and fact.subject == fact.object for fact in facts),
        "unmerged": sum(map(_unmerged, shapes)),
        "broader": edges,
        "redundant_broader": _share(sum(len(_redundant(shape.broader)) for shape in shapes), edges),
    }


def coverage(pairs: Iterable[tuple[GraphShape, GraphShape]]) -> dict[str, float]:
    """Return which share of the named and general entities of recorded graphs others have under some name.

    Args:
        pairs: a graph and the recorded graph of the same document.
    """
    found: Counter[EntityClass] = Counter()
    wanted: Counter[EntityClass] = Counter()
    for own, recorded in pairs:
        names = frozenset().union(*(entity.names for entity in own.entities)) - {""}
        for entity in recorded.entities:
            if entity.entity_class in (EntityClass.NAMED, EntityClass.GENERAL):
                wanted[entity.entity_class] += 1
                found[entity.entity_class] += not names.isdisjoint(entity.names)
    return {
        "coverage_named": _share(found[EntityClass.NAMED], wanted[EntityClass.NAMED]),
        "coverage_general": _share(found[EntityClass.GENERAL], wanted[EntityClass.GENERAL]),
        "coverage": _share(found.total(), wanted.total()),
    }


def published_calls(paper: Paper, graph: RecordedGraph) -> int:
    """Return the calls that a recorded graph took by the published pipeline's formulas.

    3N for mentions, 2E for entities, N for relations, k(k-1)/2 for pairs of the whole document, T types and R facts,
    with N texts and k relevant entities. What the recording does not tell is not in it: pairs checked, facts split,
    summaries, directions asked for.
    """
    entities, texts = len(graph.entities), paper.text_count
    relevant = relevant_count(entities)
    types = len({type for entity in graph.entities for type in entity.types})
    return 4 * texts + 2 * entities + relevant * (relevant - 1) // 2 + types + len(graph.triples)


def _of_class(shapes: Sequence[GraphShape], wanted: EntityClass) -> int:
    return sum(entity.entity_class is wanted for shape in shapes for entity in shape.entities)


def _isolated(shape: GraphShape) -> int:
    joined = {end for fact in shape.facts for end in (fact.subject, fact.object)}
    return sum(number not in joined for number in range(len(shape.entities)))


def _unmerged(shape: GraphShape) -> int:
    own = (EntityClass.NAMED, EntityClass.GENERAL)
    labels = Counter(entity.label for entity in shape.entities if entity.entity_class in own)
    return sum(count - 1 for count in labels.values())


def _redundant(edges: frozenset[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return the edges whose ends other edges join, over any number of them."""
    above: Mapping[int, set[int]] = defaultdict(set)
    for narrower, broader in edges:
        above[narrower].add(broader)
    return [edge for edge in edges if edge[1] in _reached(edge, above)]


def _reached(edge: tuple[int, int], above: Mapping[int, set[int]]) -> set[int]:
    """Return what is above the first end of an edge without the edge itself."""
    seen: set[int] = set()
    waiting = [other for other in above.get(edge[0], ()) if other != edge[1]]
    while waiting:
        at = waiting.pop()
        if at not in seen:
            seen.add(at)
            waiting += [other for other in above.get(at, ()) if (at, other) != edge]
    return seen


def _share(part: int, whole: int) -> float:
    return part / whole if whole else 0.0
