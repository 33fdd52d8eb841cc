"""Descriptions in documents of the things they mention."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from lgm_core.model.relation import Evidence

__all__ = ["EntityClass", "EntityProfile", "PredicateGroup"]


class EntityClass(StrEnum):
    """How specific a thing is: a named entity, a concept used in other texts too, or one specific to this text."""

    NAMED = "named"
    GENERAL = "general"
    OTHER = "other"

    @classmethod
    def most_specific(cls, classes: Iterable[EntityClass]) -> EntityClass:
        """Return the first of at least one class in the order of their definition."""
        return min(classes, key=tuple(cls).index)


@dataclass(frozen=True, slots=True)
class EntityProfile:
    """One document's description of a thing.

    A document may have several profiles of one thing, one per origin.

    Attributes:
        document_id: the document; deleting it deletes its profiles.
        concept: the key of the thing.
        types: its types, the best first: `film director`.
        description: a sentence, or empty.
        evidence: the sentences this is based on.
        entity_class: how specific it is; None if unknown.
        is_familiar: whether a language model says it knows the thing without context; None if none was asked.
        relevance: the thing's similarity to the document's topic, from -1 to 1 (cosine); None if not computed.
        origin: the source: `phrases` without a language model, `llm:<model>`, `import:<name>`; may be empty.
    """

    document_id: str
    concept: str
    types: tuple[str, ...]
    description: str
    evidence: tuple[Evidence, ...]
    entity_class: EntityClass | None = None
    is_familiar: bool | None = None
    relevance: float | None = None
    origin: str = ""


@dataclass(frozen=True, slots=True)
class PredicateGroup:
    """Synonymous predicates of a document's facts, in the same direction.

    Facts keep their own predicates, so undoing a group changes no fact. A fact of the document under one of them also
    answers questions that use another.

    Attributes:
        document_id: the document; deleting it deletes its groups.
        name: the predicate that names the group, one of its members.
        members: keys of predicates (`Fact.predicate`), sorted.
        description: a sentence on what the predicate says about subject and object, or empty.
        origin: who grouped them: `lemmas`, `lexicon`, `vectors`, `llm:<model>`.
        run: the addition that made the group.
    """

    document_id: str
    name: str
    members: tuple[str, ...]
    description: str = ""
    origin: str = ""
    run: str = ""
