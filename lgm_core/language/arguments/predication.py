"""A predicate of a parsed sentence with its arguments. Words are indices of the sentence's tokens."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto

__all__ = ["Argument", "Form", "Predication"]


class Form(Enum):
    """What makes a predicate: a verb, a value after a copula, a noun beside a name, or a noun with its owner."""

    VERB = auto()
    COPULA = auto()
    APPOSITION = auto()
    POSSESSION = auto()


@dataclass(frozen=True, slots=True)
class Argument:
    """A noun, name, adjective or pronoun that completes a predicate.

    Attributes:
        word: its head word.
        preposition: the words of its preposition; empty for an object.
        lead: the first of its conjuncts, or the word itself.
        denial: its own *no* or *not*, or -1.
    """

    word: int
    preposition: tuple[int, ...] = ()
    lead: int = -1
    denial: int = -1


@dataclass(frozen=True, slots=True)
class Predication:
    """A predicate with its arguments; each argument with its conjuncts.

    Attributes:
        form: what makes it a predicate.
        word: the verb; otherwise the value, the noun in apposition, or what is owned.
        group: its words in order: copula or auxiliaries, denial, the verb, and particles.
        subjects: the words of its subjects; for a possession, the owner.
        objects: its objects; after a copula, the value with its preposition.
        complements: its further arguments, each with a preposition or, for a date, without.
        chain: verbs that lead to it, the first first: *used* in *is used to grind*.
        describes: the noun that it describes as a participle or relative clause, or -1.
        is_passive: whether its subject undergoes it.
        is_infinitive: whether it begins with *to*.
        is_gerund: whether it is a clause without a subject and a finite verb: *using a kiln*.
        denial: the word that says that it is not so, or -1.
        is_possible: whether an auxiliary leaves open that it is so.
        is_open: whether a condition, a doubt or a near miss leaves it open.
        is_reported: whether it is in a clause about what is said, thought or wanted.
        is_sure: whether it certainly belongs to its subject: further away, parsers guess.
    """

    form: Form
    word: int
    group: tuple[int, ...]
    subjects: tuple[int, ...]
    objects: tuple[Argument, ...] = ()
    complements: tuple[Argument, ...] = ()
    chain: tuple[int, ...] = ()
    describes: int = -1
    is_passive: bool = False
    is_infinitive: bool = False
    is_gerund: bool = False
    denial: int = -1
    is_possible: bool = False
    is_open: bool = False
    is_reported: bool = False
    is_sure: bool = True

    @property
    def arguments(self) -> tuple[Argument, ...]:
        """Objects, then complements."""
        return self.objects + self.complements

    def denies(self, end: Argument) -> bool:
        """Tell whether it is said not to be so of an argument."""
        return self.denial >= 0 or end.denial >= 0
