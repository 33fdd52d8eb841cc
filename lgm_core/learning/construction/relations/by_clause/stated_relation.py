"""A relation that a clause states between two things of its sentence."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["StatedRelation"]


@dataclass(frozen=True, slots=True)
class StatedRelation:
    """A relation between two things.

    Attributes:
        subject: key of a thing.
        wording: the predicate as written.
        object: key of another.
        start: first character of the statement in the text that was parsed.
        end: the character after its last.
        is_wider: whether the object is but the last words of the phrase that stands there: *parser* of *fast parser*.
            Who has a fast parser has a parser; a subject is not widened, since not all parsers are what fast ones are.
    """

    subject: str
    wording: str
    object: str
    start: int
    end: int
    is_wider: bool = False
