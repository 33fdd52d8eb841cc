"""Groups of predicates that say the same, under one name."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["PredicateGroup"]


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
