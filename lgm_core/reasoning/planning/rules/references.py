"""Relations that questions name, and the references made of them: `the wife of X's director`."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

__all__ = ["Holder", "Inverse", "Named", "Reference", "Related", "Relation", "follow", "is_person", "shares_kind"]

Holder = Literal["person", "thing", "any"]
"""What a relation can be said of: a film has no father, and a person no director."""


@dataclass(frozen=True, slots=True)
class Relation:
    """A relation as questions name it.

    Attributes:
        predicate: plain words for a plan: `place of birth`.
        type: what it leads to, or empty: `Place`.
        holder: what it can be said of.
        question: how one asks for it; `{s}` stands for whom it is asked of. Empty asks by the type.
        also: further words for it, where the question leaves open which is meant.
    """

    predicate: str
    type: str = ""
    holder: Holder = "any"
    question: str = ""
    also: tuple[str, ...] = ()

    def ask(self, subject: str) -> str:
        """Return the question for it, with what it is asked of."""
        if self.question:
            return self.question.replace("{s}", subject)
        word = {"Person": "Who", "Date": "When"}.get(self.type, "What")
        return f"{word} is the {self.predicate} of {subject}?"


@dataclass(frozen=True, slots=True)
class Named:
    """Something called by its name; of several names, any of these."""

    names: tuple[str, ...]
    type: str = ""


@dataclass(frozen=True, slots=True)
class Related:
    """What a relation leads to from something else; `year` is when, where the question tells it."""

    relation: Relation
    of: Reference
    year: str = ""


@dataclass(frozen=True, slots=True)
class Inverse:
    """Things of a type from which a relation leads to something else: `the film that X directed`.

    Attributes:
        type: what things; may be empty.
        relation: from them to what it leads to.
        to: what it leads to.
        year: when, where the question tells it.
        question: how one asks for them; `{s}` stands for what the relation leads to. Empty asks by the type.
    """

    type: str
    relation: Relation
    to: Reference
    year: str = ""
    question: str = ""


Reference = Named | Related | Inverse


def follow(start: Reference, relations: tuple[Relation, ...], type: str = "") -> Reference:
    """Return what relations lead to, one after the other; the last of the given type, if one is given."""
    for relation in relations:
        start = Related(relation, start)
    if type and isinstance(start, Related):
        return replace(start, relation=replace(start.relation, type=type))
    return start


def is_person(reference: Reference) -> bool | None:
    """Tell whether something is a person; None where the question leaves it open."""
    type_ = reference.relation.type if isinstance(reference, Related) else reference.type
    return type_ in _PERSONS if type_ else None


def shares_kind(relation: Relation, reference: Reference) -> bool:
    """Tell whether a relation can be said of something."""
    person = is_person(reference)
    return relation.holder == "any" or person is None or person == (relation.holder == "person")


_PERSONS = frozenset(
    "Person Actor Actress Artist Athlete Author Composer Director Filmmaker Footballer King Man Musician Novelist "
    "Painter Performer Player Poet Politician President Queen Singer Songwriter Woman Writer".split()
)
