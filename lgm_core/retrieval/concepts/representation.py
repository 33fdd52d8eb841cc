"""The full representation of a concept: statements about it and its relatives (paper equations 2 to 4).

```
S_c    = A_c ∪ B_c ∪ Act_c                                                            attributes, abilities, actions
Ext_c  = S_c ∪ ⋃_{p ∈ P(c)} (A_p ∪ B_p) ∪ ⋂_{h ∈ C(c)} A_h ∪ ⋃_{m ∈ Comp(c)} B_m      parents, children, parts
Full_c = ⋃_{a ∈ {c} ∪ Alias(c)} Ext_a                                                 all names
```

Where the paper leaves a choice: a concept has the relations of all its names, so P, C and Comp are the same for each
name. Children without known attributes are left out of the intersection, and a single child shares nothing: yellow
bananas do not make fruits yellow. Two children share an attribute when both are said to have it, even if one wording is
more specific (*small wings*, *wings*). Statements about a concept itself override inherited ones: penguins cannot fly,
although birds can. At depths above 1, Ext replaces A and B of the relatives.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from lgm_core.model import StatementKind
from lgm_core.model.sentence import DENIAL
from lgm_core.retrieval.concepts.expansion import Neighbourhood
from lgm_core.retrieval.concepts.sentence_statements import Statement, is_as_specific

__all__ = ["ConceptStatement", "Representation", "StatementSource"]

_HERITABLE = (StatementKind.ATTRIBUTE, StatementKind.ABILITY)
"""What a parent passes on: A_p and B_p of equation 3."""

_FEWEST_SHARING = 2
"""The fewest children whose shared attributes are attributed to the parent."""


class StatementSource(StrEnum):
    """The term of the equations a statement comes from."""

    OWN = "own"
    ALIAS = "alias"
    PARENT = "parent"
    CHILDREN = "children"
    PART = "part"


@dataclass(frozen=True, slots=True)
class ConceptStatement:
    """A statement in the representation of a concept; `concepts` are those it is about, several for children."""

    source: StatementSource
    concepts: tuple[str, ...]
    kind: StatementKind
    predicate: str
    value: str
    sentence_ids: tuple[str, ...]


class Representation:
    """Combines the statements about each name into the representations of concepts."""

    def __init__(self, neighbourhood: Neighbourhood, statements: Mapping[str, Sequence[Statement]]) -> None:
        self._neighbourhood, self._statements = neighbourhood, statements
        self._full: dict[tuple[str, int], list[ConceptStatement]] = {}

    def full(self, concept: str, depth: int) -> list[ConceptStatement]:
        """Return Full_c without duplicates: statements about the concept under any name, and inherited ones."""
        if (concept, depth) not in self._full:
            own = list(self._own(concept))
            stated = _Stated(own)
            inherited = self._inherited(concept, depth) if depth else ()
            self._full[concept, depth] = _distinct(
                [*own, *(item for item in inherited if not stated.contradicts(item))]
            )
        return self._full[concept, depth]

    def _own(self, concept: str) -> Iterator[ConceptStatement]:
        for name in self._neighbourhood.names[concept]:
            source = StatementSource.OWN if name == concept else StatementSource.ALIAS
            for statement in self._statements.get(name, ()):
                kind, predicate, value = statement.kind, statement.predicate, statement.value
                yield ConceptStatement(source, (name,), kind, predicate, value, statement.sentence_ids)

    def _inherited(self, concept: str, depth: int) -> Iterator[ConceptStatement]:
        for parent in self._neighbourhood.parents[concept]:
            for statement in self.full(parent, depth - 1):
                if statement.kind in _HERITABLE:
                    yield replace(statement, source=StatementSource.PARENT)
        yield from self._shared_by_children(concept, depth - 1)
        for part in self._neighbourhood.parts[concept]:
            for statement in self.full(part, depth - 1):
                if statement.kind is StatementKind.ABILITY:
                    yield replace(statement, source=StatementSource.PART)

    def _shared_by_children(self, concept: str, depth: int) -> Iterator[ConceptStatement]:
        """Yield the attributes shared by all children with known attributes, if there are at least two."""
        names = self._neighbourhood.names[concept]
        children = [_Attributes(self.full(child, depth), names) for child in self._neighbourhood.children[concept]]
        children = [child for child in children if child.statements]
        if len(children) < _FEWEST_SHARING:
            return
        attributes = ((statement.predicate, statement.value) for child in children for statement in child.statements)
        for predicate, value in dict.fromkeys(attributes):
            by_child = [child.implying(predicate, value) for child in children]
            if all(by_child):
                statements = [statement for of_child in by_child for statement in of_child]
                concepts = dict.fromkeys(key for statement in statements for key in statement.concepts)
                ids = dict.fromkeys(id for statement in statements for id in statement.sentence_ids)
                kind = StatementKind.ATTRIBUTE
                yield ConceptStatement(StatementSource.CHILDREN, tuple(concepts), kind, predicate, value, tuple(ids))


class _Stated:
    """The statements about a concept itself, which inherited statements must not contradict."""

    def __init__(self, statements: Iterable[ConceptStatement]) -> None:
        self._values: dict[str, list[str]] = {}
        for statement in statements:
            self._values.setdefault(statement.predicate, []).append(statement.value)

    def contradicts(self, statement: ConceptStatement) -> bool:
        """Tell whether the opposite of an inherited statement is stated: *cannot fly* of *can fly south*.

        The denial must be at least as general: an animal without sharp teeth may have teeth.
        """
        predicate, value = statement.predicate, statement.value
        if predicate.startswith(DENIAL):
            stated = self._values.get(predicate.removeprefix(DENIAL), ())
            return any(not value or is_as_specific(own, value) for own in stated)
        return any(not own or is_as_specific(value, own) for own in self._values.get(DENIAL + predicate, ()))


class _Attributes:
    """The attributes a child may share with the other children; that it is a kind of its parent is left out."""

    def __init__(self, statements: Iterable[ConceptStatement], parent_names: Sequence[str]) -> None:
        self.statements = [
            statement
            for statement in statements
            if statement.kind is StatementKind.ATTRIBUTE and statement.value not in parent_names
        ]
        self._by_predicate: dict[str, list[ConceptStatement]] = {}
        for statement in self.statements:
            self._by_predicate.setdefault(statement.predicate, []).append(statement)

    def implying(self, predicate: str, value: str) -> list[ConceptStatement]:
        """Return the statements that say the same or something more specific."""
        statements = self._by_predicate.get(predicate, ())
        return [statement for statement in statements if is_as_specific(statement.value, value)]


def _distinct(statements: Iterable[ConceptStatement]) -> list[ConceptStatement]:
    """Return the first of equal statements: same concepts, kind, predicate and value."""
    distinct: dict[tuple[tuple[str, ...], StatementKind, str, str], ConceptStatement] = {}
    for statement in statements:
        content = (statement.concepts, statement.kind, statement.predicate, statement.value)
        distinct.setdefault(content, statement)
    return list(distinct.values())
