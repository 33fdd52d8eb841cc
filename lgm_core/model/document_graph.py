"""The graph of one document, and the statistics of a whole graph."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from lgm_core.model.document import DocumentRecord, Section
from lgm_core.model.facts.entity import EntityProfile, PredicateGroup
from lgm_core.model.facts.fact import Fact
from lgm_core.model.relation import MetaRelation
from lgm_core.model.sentence import Mention, Reference, Sentence

__all__ = [
    "DocumentGraph",
    "Statistics",
]


@dataclass(frozen=True, slots=True)
class DocumentGraph:
    """Everything a document adds to a graph; a store writes it in one transaction.

    A fact stated twice with differently written values ("1904", "the year 1904") is included twice.
    """

    document: DocumentRecord
    sections: tuple[Section, ...] = ()
    sentences: tuple[Sentence, ...] = ()
    mentions: tuple[Mention, ...] = ()
    relations: tuple[MetaRelation, ...] = ()
    references: tuple[Reference, ...] = ()
    facts: tuple[Fact, ...] = ()
    profiles: tuple[EntityProfile, ...] = ()
    predicate_groups: tuple[PredicateGroup, ...] = ()


@dataclass(frozen=True, slots=True)
class Statistics:
    """Counts of a graph's contents; `relations` counts by kind, without those rejected by reflection.

    `rejected` are relations, `rejected_facts` facts; `additions` counts batches of knowledge added after learning.
    `verdicts` counts judged relations by verdict, including rejected ones, and `fact_verdicts` judged facts; verdicts
    with no relation or fact are left out.
    """

    documents: int
    sections: int
    sentences: int
    concepts: int
    mentions: int
    relations: Mapping[str, int]
    rejected: int = 0
    facts: int = 0
    rejected_facts: int = 0
    additions: int = 0
    verdicts: Mapping[str, int] = field(default_factory=dict)
    fact_verdicts: Mapping[str, int] = field(default_factory=dict)
