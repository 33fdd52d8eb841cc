"""Figures of graphs of single documents and of what they show for questions, recorded or constructed."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from benchmarks.construction.recorded_papers import Paper, PaperQuestion, RecordedGraph
from lgm_core.evaluation.baselines import BM25
from lgm_core.evaluation.metrics import mean
from lgm_core.language.concepts import concept_key
from lgm_core.language.words import stop_words
from lgm_core.model import DocumentGraph, EntityClass, broader_things, document_entities
from lgm_core.model.concept import name_of

__all__ = [
    "AnswerWords",
    "GraphShape",
    "Shown",
    "answer_words",
    "constructed_shape",
    "content_words",
    "coverage",
    "recorded_hop",
    "recorded_shape",
    "sentences_by_bm25",
    "shape_figures",
]


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


_WORD = re.compile(r"[^\W_]+")


@dataclass(frozen=True, slots=True)
class Shown:
    """What is shown for a question.

    Attributes:
        text: all of it; its length counts.
        content: the part in which words of the answer are looked for: `text` without markup of ours.
    """

    text: str
    content: str


@dataclass(frozen=True, slots=True)
class AnswerWords:
    """Means over questions: the share of the answer's content words that is shown, and how many words are shown."""

    share: float
    words: float


def content_words(text: str) -> list[str]:
    """Return the words of an English text, runs of letters and digits in lower case, without stop words."""
    return [word for word in _WORD.findall(text.lower()) if word not in stop_words("en")]


def answer_words(questions: Sequence[PaperQuestion], show: Callable[[PaperQuestion], Shown]) -> AnswerWords:
    """Show something for each question and compare it with the answer.

    Each content word of the answer counts once, as it is written but for capitals; the length of what is shown is that
    of its text split at white space.
    """
    shares, lengths = [], []
    for question in questions:
        shown = show(question)
        wanted = set(content_words(question.answer))
        if wanted:
            shares.append(len(wanted.intersection(content_words(shown.content))) / len(wanted))
        lengths.append(float(len(shown.text.split())))
    return AnswerWords(mean(shares), mean(lengths))


def sentences_by_bm25(papers: Sequence[Paper], k: int = 10) -> Callable[[PaperQuestion], Shown]:
    """Return what shows the `k` sentences of the paper that BM25 over content words puts first."""
    sentences = {paper.id: paper.sentences for paper in papers}
    ranking = {id: BM25(texts, content_words) for id, texts in sentences.items()}

    def show(question: PaperQuestion) -> Shown:
        best = ranking[question.paper].rank(question.question, k)
        text = " ".join(sentences[question.paper][place] for place in best)
        return Shown(text, text)

    return show


def recorded_hop(graphs: Sequence[RecordedGraph], k: int = 4) -> Callable[[PaperQuestion], Shown]:
    """Return what shows the `k` entities whose names fit the question best, described, and all triples about these."""
    by_paper = {graph.paper: graph for graph in graphs}
    ranking = {
        graph.paper: BM25([" ".join((entity.label, *entity.aliases)) for entity in graph.entities], content_words)
        for graph in graphs
    }

    def show(question: PaperQuestion) -> Shown:
        graph = by_paper[question.paper]
        chosen = [graph.entities[place] for place in ranking[question.paper].rank(question.question, k)]
        ids = {entity.id for entity in chosen}
        described = [f"{entity.label} {entity.description}" for entity in chosen]
        facts = [
            f"{graph.by_id[subject].label} {graph.predicates.get(predicate, (predicate, ''))[0]} "
            f"{graph.by_id[object_].label}"
            for subject, predicate, object_ in graph.triples
            if subject in ids or object_ in ids
        ]
        text = " . ".join((*described, *facts))
        return Shown(text, text)

    return show
