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
        start: first character of the statement in the parsed text.
        end: the character after its last.
        is_wider: whether the object is only the last words of its phrase: *parser* in *fast parser*. Having a fast
            parser implies having a parser; subjects are not widened, since not everything true of fast parsers is true
            of all.
    """

    subject: str
    wording: str
    object: str
    start: int
    end: int
    is_wider: bool = False
