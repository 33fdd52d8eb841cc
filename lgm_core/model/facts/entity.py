"""What documents say that the things they mention are."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from lgm_core.model.relation import Evidence

__all__ = ["EntityClass", "EntityProfile", "PredicateGroup"]


class EntityClass(StrEnum):
    """How specific a thing is: a name, a concept that other texts have too, or something of this text alone."""

    NAMED = "named"
    GENERAL = "general"
    OTHER = "other"

    @classmethod
    def most_specific(cls, classes: Iterable[EntityClass]) -> EntityClass:
        """Return the first of some classes, of one at least, in the order in which they are defined."""
        return min(classes, key=tuple(cls).index)


@dataclass(frozen=True, slots=True)
class EntityProfile:
    """What one document says a thing is.

    A document may have several profiles of one thing, by different origins; each tells what that origin found out.

    Attributes:
        document_id: the document; its profiles go with it.
        concept: the key of the thing.
        types: what it is, most fitting first: `film director`.
        description: in a sentence, or empty.
        evidence: the sentences this is taken from.
        entity_class: how specific it is; None where nobody told.
        is_familiar: whether a language model says that it knows the thing without any context; None if none was asked.
        relevance: how near the thing is to what the document is about, from -1 to 1 (cosine); None where not computed.
        origin: who says so: `phrases` without a language model, `llm:<model>`, `import:<name>`; may be empty.
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
    """Predicates of a document's facts that say the same, in the same direction.

    Facts keep their own predicates; a group only tells by which name they may be shown together, so that taking it back
    changes no fact.

    Attributes:
        document_id: the document; its groups go with it.
        name: the predicate that names the group, one of its members.
        members: keys of predicates (`Fact.predicate`), sorted.
        description: what the predicate says of subject and object, in a sentence, or empty.
        origin: who grouped them: `lemmas`, `vectors`, `llm:<model>`.
        run: the addition that made the group.
    """

    document_id: str
    name: str
    members: tuple[str, ...]
    description: str = ""
    origin: str = ""
    run: str = ""
