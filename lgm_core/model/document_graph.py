"""The graph of one document, and the statistics of a whole graph."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from lgm_core.model.document import DocumentRecord, Section
from lgm_core.model.relation import MetaRelation
from lgm_core.model.sentence import Mention, Reference, Sentence

__all__ = [
    "DocumentGraph",
    "Statistics",
]


@dataclass(frozen=True, slots=True)
class DocumentGraph:
    """Everything that a document adds to a graph; a store writes it in one transaction."""

    document: DocumentRecord
    sections: tuple[Section, ...] = ()
    sentences: tuple[Sentence, ...] = ()
    mentions: tuple[Mention, ...] = ()
    relations: tuple[MetaRelation, ...] = ()
    references: tuple[Reference, ...] = ()


@dataclass(frozen=True, slots=True)
class Statistics:
    """How much a graph holds; `relations` counts by kind, rejected relations apart."""

    documents: int
    sections: int
    sentences: int
    concepts: int
    mentions: int
    relations: Mapping[str, int]
    rejected: int = 0
