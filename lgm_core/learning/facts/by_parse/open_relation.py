"""An open relation: what one sentence states, in its own words."""

from __future__ import annotations

from dataclasses import dataclass

from lgm_core.model.facts.value import Value

__all__ = ["OpenRelation", "RelationEnd"]


@dataclass(frozen=True, slots=True)
class RelationEnd:
    """What a relation is about.

    Attributes:
        key: of the concept; empty for a value.
        surface: as written, or the name that a pronoun stands for.
        value: the date, number or quantity that it is, if it is one.
    """

    key: str
    surface: str
    value: Value | None = None


@dataclass(frozen=True, slots=True)
class OpenRelation:
    """What a sentence states.

    Attributes:
        subject: whom or what it is about.
        predicate: its key: lemmas without auxiliaries, with a preposition: `direct by`, `be husband of`.
        wording: the predicate as written.
        object: the other end.
        qualifiers: further ends by preposition: `("in", 1904)`.
        start: first character of the statement in the annotated text.
        end: the character after its last.
    """

    subject: RelationEnd
    predicate: str
    wording: str
    object: RelationEnd
    qualifiers: tuple[tuple[str, RelationEnd], ...]
    start: int
    end: int
