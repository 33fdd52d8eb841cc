"""Claims: facts and entities as a language model or a record states them, before they are grounded in sentences."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["EntityClaim", "FactClaim"]


@dataclass(frozen=True, slots=True)
class FactClaim:
    """A fact in words.

    Attributes:
        subject: a name or noun.
        predicate: as worded: `was directed by`.
        object: a name, a noun, a value, or a longer text.
        sentence_id: of the sentence said to state it; empty when nobody said which.
        quote: the words of the sentence that state it; empty when none were given.
        qualifiers: further ends by their names: `("in", "2011")`.
    """

    subject: str
    predicate: str
    object: str
    sentence_id: str = ""
    quote: str = ""
    qualifiers: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class EntityClaim:
    """What something is said to be.

    Attributes:
        name: as the text has it.
        types: what it is, most fitting first.
        description: in a sentence, or empty.
    """

    name: str
    types: tuple[str, ...] = ()
    description: str = ""
