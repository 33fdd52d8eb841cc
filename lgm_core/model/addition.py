"""Additions: knowledge added to a graph after its documents were learned, which can be undone as a unit."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime

from lgm_core.model.facts.entity import EntityProfile, PredicateGroup
from lgm_core.model.facts.fact import Fact
from lgm_core.model.relation import MetaRelation
from lgm_core.model.sentence import Mention

__all__ = ["Addition", "AdditionRecord", "utc_now"]


@dataclass(frozen=True, slots=True)
class Addition:
    """Facts, profiles, relations, mentions and predicate groups, on sentences of any documents of the graph.

    Attributes:
        id: identifies the addition; later pieces under the same id join it.
        kind: who added it: `feedback`, `import`, `enrich`, `construct`, `align`.
        label: why: the question, or the name of a file.
        created: the time in UTC, in ISO 8601: `2026-01-31T12:00:00Z`.
        facts: facts with their evidence.
        profiles: descriptions of things in documents.
        relations: meta-relations with their evidence.
        mentions: mentions of the concepts of the above, where sentences lack them.
        predicate_groups: synonymous predicates of a document's facts.
    """

    id: str
    kind: str
    label: str
    created: str
    facts: tuple[Fact, ...] = ()
    profiles: tuple[EntityProfile, ...] = ()
    relations: tuple[MetaRelation, ...] = ()
    mentions: tuple[Mention, ...] = ()
    predicate_groups: tuple[PredicateGroup, ...] = ()


@dataclass(frozen=True, slots=True)
class AdditionRecord:
    """Summary of an addition in a graph.

    Attributes:
        id: its id.
        kind: who added it.
        label: why.
        created: the time, in UTC.
        documents: how many documents it has added to.
        facts: how many pieces of evidence for facts it holds.
        profiles: how many profiles.
        relations: how many pieces of evidence for relations.
        mentions: how many mentions.
        predicate_groups: how many groups of predicates.
    """

    id: str
    kind: str
    label: str
    created: str
    documents: int
    facts: int
    profiles: int
    relations: int
    mentions: int
    predicate_groups: int = 0


def utc_now() -> str:
    """Return the current time in the format of additions."""
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
