"""The full representation of a concept: what is stated of it and of what it is related to (paper equations 2 to 4).

```
S_c    = A_c ∪ B_c ∪ Act_c                                                            attributes, abilities, actions
Ext_c  = S_c ∪ ⋃_{p ∈ P(c)} (A_p ∪ B_p) ∪ ⋂_{h ∈ C(c)} A_h ∪ ⋃_{m ∈ Comp(c)} B_m      parents, children, parts
Full_c = ⋃_{a ∈ {c} ∪ Alias(c)} Ext_a                                                 all names
```

What the paper leaves open is read so. A concept has the relations of all its names, so P, C and Comp are the same for
each of them. A child of which no attribute is known says nothing against one; it is left out of the intersection. Two
children share an attribute when both are said to have it, one perhaps in more words (*small wings*, *wings*). To a
depth above 1, Ext takes the place of A and B of the relatives.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from lgm_core.graph.port import LanguageGraphStore, Where
from lgm_core.model import Sentence, StatementKind
from lgm_core.retrieval.concepts.expansion import ExpandedConcept
from lgm_core.retrieval.concepts.graph_view import neighbours_within
from lgm_core.retrieval.concepts.neighbourhood import Relatives, relatives_of
from lgm_core.retrieval.concepts.plain_statements import statement_kind
from lgm_core.retrieval.concepts.sentence_statements import Statement, is_as_specific, statements_about

__all__ = [
    "ConceptStatement",
    "ConceptStatements",
    "StatementSource",
    "expand_concept",
    "inherited_statements",
    "statement_kind",
]

_MOST_READ = 5_000
"""Sentences about a concept, and about its relatives, that are looked at."""
_POOL = 300
"""Sentences about expanded concepts that answering looks at, at most."""
_HERITABLE = (StatementKind.ATTRIBUTE, StatementKind.ABILITY)


class StatementSource(StrEnum):
    """The term of the equations that a statement comes from."""

    OWN = "own"
    ALIAS = "alias"
    PARENT = "parent"
    CHILDREN = "children"
    PART = "part"


@dataclass(frozen=True, slots=True)
class ConceptStatement:
    """A statement in the representation of a concept; `concepts` are those it is made about, several for children."""

    source: StatementSource
    concepts: tuple[str, ...]
    kind: StatementKind
    predicate: str
    value: str
    sentence_ids: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ConceptStatements:
    """The representation of a concept as sets of statements.

    `complete` tells whether all sentences about it and its relatives were read.
    """

    concept: str
    names: tuple[str, ...]
    full: tuple[ConceptStatement, ...]
    complete: bool = True

    @property
    def basic(self) -> tuple[ConceptStatement, ...]:
        """Return S_c of equation 2: what is stated of the concept by this name."""
        return self.of(StatementSource.OWN)

    @property
    def extended(self) -> tuple[ConceptStatement, ...]:
        """Return Ext_c of equation 3."""
        return tuple(one for one in self.full if one.source is not StatementSource.ALIAS)

    def of(self, source: StatementSource) -> tuple[ConceptStatement, ...]:
        """Return the statements that one term contributes."""
        return tuple(one for one in self.full if one.source is source)


def expand_concept(
    store: LanguageGraphStore, key: str, *, depth: int = 1, where: Where | None = None, limit: int = _MOST_READ
) -> ConceptStatements:
    """Return what is stated of a concept, and what it inherits; Full_c of equation 4.

    Args:
        store: the graph.
        key: the concept.
        depth: how many is-a or has-part relations away a relative may be; 1 is the paper's.
        where: a filter on document metadata; nothing of other documents is used.
        limit: how many sentences about the concept, and how many about its relatives, are read at most.
    """
    relatives = relatives_of(neighbours_within(store, where), [key], depth=depth)
    own = relatives.names[key]
    others = [name for name in relatives.concepts if relatives.concepts[name] != key]
    stated, read = statements_about(store, own, limit=limit, where=where)
    inherited, also_read = statements_about(store, others, limit=limit, where=where)
    full = _Representation(relatives, {**inherited, **stated}).full(key, depth)
    return ConceptStatements(key, tuple(own), tuple(full), max(len(read), len(also_read)) < limit)


def inherited_statements(
    store: LanguageGraphStore,
    expanded: Sequence[ExpandedConcept],
    known: frozenset[str],
    where: Where | None = None,
    *,
    depth: int = 1,
) -> list[Sentence]:
    """Return the sentences that a question's concepts inherit from expanded ones (paper equation 3).

    Args:
        store: the graph.
        expanded: the expanded concepts, nearest first; the order of the result.
        known: the question's own concepts; a sentence that mentions one of them is not inherited.
        where: a filter on document metadata.
        depth: how far the concepts were expanded.
    """
    if not expanded:
        return []
    relatives = relatives_of(neighbours_within(store, where), sorted(known), depth=depth)
    reached = [one.key for one in expanded if one.key in relatives.concepts]
    stated, sentences = statements_about(store, reached, limit=_POOL, where=where, without=known)
    representation = _Representation(relatives, stated)
    # What is inherited by a rare concept says more than what is inherited by a common one.
    rarity = store.frequencies([one.path[0] for one in expanded])
    order = {one.key: (rarity.get(one.path[0], 0), position) for position, one in enumerate(expanded)}
    places: dict[str, tuple[int, int]] = {}
    for concept in dict.fromkeys(relatives.concepts[key] for key in sorted(known)):
        for place, sentence_id in _places(representation.full(concept, depth), stated, order):
            places[sentence_id] = min(place, places.get(sentence_id, place))
    kept = [sentence for sentence in sentences if sentence.id in places]
    return sorted(kept, key=lambda sentence: places[sentence.id])


def _places(
    inherited: Iterable[ConceptStatement],
    stated: Mapping[str, Sequence[Statement]],
    order: Mapping[str, tuple[int, int]],
) -> Iterator[tuple[tuple[int, int], str]]:
    """Yield where each sentence stands: with the first of the concepts that it is inherited from."""
    said_of: dict[str, set[str]] = {}
    for concept, statements in stated.items():
        for statement in statements:
            for sentence_id in statement.sentence_ids:
                said_of.setdefault(sentence_id, set()).add(concept)
    for one in inherited:
        for sentence_id in one.sentence_ids:
            yield min(order[concept] for concept in said_of[sentence_id]), sentence_id


class _Representation:
    """Puts representations together from what is stated of each name."""

    def __init__(self, relatives: Relatives, stated: Mapping[str, Sequence[Statement]]) -> None:
        self._relatives, self._stated = relatives, stated
        self._known: dict[tuple[str, int], list[ConceptStatement]] = {}

    def full(self, concept: str, depth: int) -> list[ConceptStatement]:
        """Return Full_c: what is stated of a concept by any name, and what it inherits; nothing twice."""
        kept = self._known.get((concept, depth))
        if kept is None:
            terms = [*self._own(concept), *(self._inherited(concept, depth) if depth else ())]
            kept = self._known[concept, depth] = _merged(terms)
        return kept

    def _own(self, concept: str) -> Iterator[ConceptStatement]:
        for name in self._relatives.names[concept]:
            source = StatementSource.OWN if name == concept else StatementSource.ALIAS
            for one in self._stated.get(name, ()):
                yield ConceptStatement(source, (name,), one.kind, one.predicate, one.value, one.sentence_ids)

    def _inherited(self, concept: str, depth: int) -> Iterator[ConceptStatement]:
        relatives = self._relatives
        for parent in relatives.parents[concept]:
            of_parent = (one for one in self.full(parent, depth - 1) if one.kind in _HERITABLE)
            yield from (_from(StatementSource.PARENT, one) for one in of_parent)
        yield from self._shared(concept, depth - 1)
        for part in relatives.parts[concept]:
            of_part = (one for one in self.full(part, depth - 1) if one.kind is StatementKind.ABILITY)
            yield from (_from(StatementSource.PART, one) for one in of_part)

    def _shared(self, concept: str, depth: int) -> Iterator[ConceptStatement]:
        """Yield the attributes that all children have, as far as any attributes of theirs are known."""
        names = set(self._relatives.names[concept])
        known = [_Attributes(self.full(child, depth), names) for child in self._relatives.children[concept]]
        children = [one for one in known if one.statements]
        for said in dict.fromkeys((one.predicate, one.value) for child in children for one in child.statements):
            holders = [child.saying(*said) for child in children]
            if all(holders):
                statements = [one for holder in holders for one in holder]
                yield ConceptStatement(
                    StatementSource.CHILDREN,
                    tuple(dict.fromkeys(key for one in statements for key in one.concepts)),
                    StatementKind.ATTRIBUTE,
                    *said,
                    tuple(dict.fromkeys(id for one in statements for id in one.sentence_ids)),
                )


class _Attributes:
    """The attributes of one child, by predicate; that it is what its parent is, is none that it could share."""

    def __init__(self, statements: Iterable[ConceptStatement], parent: set[str]) -> None:
        self.statements = [one for one in statements if one.kind is StatementKind.ATTRIBUTE and one.value not in parent]
        self._by_predicate: dict[str, list[ConceptStatement]] = {}
        for one in self.statements:
            self._by_predicate.setdefault(one.predicate, []).append(one)

    def saying(self, predicate: str, value: str) -> list[ConceptStatement]:
        """Return the statements that say so, or more than that."""
        return [one for one in self._by_predicate.get(predicate, ()) if is_as_specific(one.value, value)]


def _from(source: StatementSource, one: ConceptStatement) -> ConceptStatement:
    return ConceptStatement(source, one.concepts, one.kind, one.predicate, one.value, one.sentence_ids)


def _merged(statements: Iterable[ConceptStatement]) -> list[ConceptStatement]:
    """Keep the first of equal statements: of the same concepts, kind, predicate and value."""
    kept: dict[tuple[tuple[str, ...], StatementKind, str, str], ConceptStatement] = {}
    for one in statements:
        kept.setdefault((one.concepts, one.kind, one.predicate, one.value), one)
    return list(kept.values())
