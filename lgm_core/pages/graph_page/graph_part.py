"""What the page of a graph shows: concepts, what leads from one to another, and the sentences that say so."""

from __future__ import annotations

from dataclasses import dataclass

from lgm_core.model import Concept, DocumentRecord, Fact, MetaRelation, Section, Sentence

__all__ = ["ChosenConcepts", "GraphPart", "ShownSentence"]


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
