"""The types of entities and relations that a user allows in a property graph."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from lgm_core.errors import InputError
from lgm_core.hosts.property_graphs.concept_entities import LocalEntity
from lgm_core.hosts.property_graphs.local_graphs import LocalRelation
from lgm_core.model import RelationKind

__all__ = ["AllowedTypes", "Parts"]

Parts = tuple[Mapping[str, LocalEntity], Sequence[LocalRelation]]
"""Entities by the names that relations use for them, and relations."""


class AllowedTypes:
    """The types of entities and relations that a user allows; None allows all.

    Case does not matter, and spaces are underscores.

    Args:
        entities: types of entities.
        relations: types of relations, or triples of the type of the source, of the relation and of the target.
        names: what the host calls these two arguments.

    Raises:
        InputError: an argument is of another form.
    """

    def __init__(
        self,
        entities: Sequence[str] | None,
        relations: Sequence[str | tuple[str, str, str]] | None,
        names: tuple[str, str] = ("allowed_nodes", "allowed_relationships"),
    ) -> None:
        self._names = names
        self._entities = None if entities is None else set(map(_type, _listed(entities, names[0])))
        self._relations: set[tuple[str, ...]] | None = None
        if relations is not None:
            given = _listed(relations, names[1])
            self._relations = {(_type(each),) if isinstance(each, str) else tuple(map(_type, each)) for each in given}
            if any(len(each) not in (1, 3) for each in self._relations):
                raise InputError(f"{names[1]} holds types, or triples (source, type, target) of types")

    def check_meta_relations(self, other: str) -> None:
        """Refuse entities other than concepts and relations other than meta-relations.

        Args:
            other: the class that makes types of its own.

        Raises:
            InputError: another type is allowed.
        """
        ends = {end for each in self._relations or () if len(each) > 1 for end in (each[0], each[2])}
        types = {each[len(each) // 2] for each in self._relations or ()}
        asked = ((self._entities or set()) | ends, types)
        for name, of_name, known in zip(
            self._names, asked, (["Concept"], [kind.name for kind in RelationKind]), strict=True
        ):
            if unknown := sorted(of_name - set(map(_type, known))):
                raise InputError(
                    f"{name}: nothing of the type {', '.join(unknown)} is made here, only {', '.join(known)}; "
                    f"{other} makes types of its own"
                )

    def of(self, entities: Mapping[str, LocalEntity], relations: Sequence[LocalRelation]) -> Parts:
        """Return the entities and relations of allowed types; a relation needs both ends."""
        kept = {
            key: entity
            for key, entity in entities.items()
            if self._entities is None or _type(entity.label) in self._entities
        }
        return kept, [relation for relation in relations if self._allows(relation, kept)]

    def _allows(self, relation: LocalRelation, entities: Mapping[str, LocalEntity]) -> bool:
        source, target = entities.get(relation.source), entities.get(relation.target)
        if source is None or target is None or self._relations is None:
            return source is not None and target is not None
        kind = _type(relation.label)
        return not self._relations.isdisjoint({(kind,), (_type(source.label), kind, _type(target.label))})


def _type(name: object) -> str:
    return str(name).strip().replace(" ", "_").upper()


def _listed(types: object, argument: str) -> Sequence[Any]:
    if isinstance(types, str) or not isinstance(types, Sequence):
        raise InputError(f"{argument} is a list of types, such as ['Person', 'City']")
    return types
