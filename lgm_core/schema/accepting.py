"""Accepting what is only proposed in a schema, by name or by what a graph has of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection
from dataclasses import replace

from lgm_core.graph.port import LanguageGraphStore
from lgm_core.language.concepts import concept_key
from lgm_core.model import Schema, SchemaClass, SchemaProperty
from lgm_core.schema.conformance import Conformance, StatedTypes
from lgm_core.schema.proposing import MembersByClass, pages

__all__ = ["proposed_names", "support_in", "with_accepted"]


def proposed_names(schema: Schema) -> list[str]:
    """Return the names of the classes and properties that are only proposed."""
    parts: list[SchemaClass | SchemaProperty] = [*schema.classes, *schema.properties]
    return [each.name for each in parts if each.status == "proposed"]


def support_in(store: LanguageGraphStore, schema: Schema, types: Callable[[], StatedTypes]) -> Counter[str]:
    """Return how many facts of a graph conform to each property, and how many members each class has, by name.

    What is only proposed counts as if it were accepted.

    Args:
        store: the graph.
        schema: its schema.
        types: makes what tells the types of concepts; called for each page of facts.
    """
    everything = with_accepted(schema, proposed_names(schema))
    languages, support = store.languages(), Counter[str]()
    counts = MembersByClass(store).counts()
    for each in everything.classes:
        keys = {concept_key(name, language) for name in each.names for language in languages}
        support[each.name] = sum(counts[key] for key in keys)
    for page in pages(store.facts):
        conformance = Conformance(everything, languages, types())
        conformance.read(page)
        support.update(found.property.name for fact in page if (found := conformance.conforming(fact)))
    return support


def with_accepted(schema: Schema, names: Collection[str]) -> Schema:
    """Return a schema with classes and properties accepted, and the classes and inverses that these need."""
    classes = {each.name: each for each in schema.classes}
    properties = {each.name: each for each in schema.properties}
    wanted = {name for name in names if name in properties}
    wanted |= {properties[name].inverse for name in wanted} - {""}
    ends = {end for name in wanted for end in (*properties[name].domains, *properties[name].ranges)}
    needed = {above for name in {*names, *ends} if name in classes for above in schema.above(name)}
    return replace(
        schema,
        classes=tuple(replace(each, status="accepted") if each.name in needed else each for each in schema.classes),
        properties=tuple(
            replace(each, status="accepted") if each.name in wanted else each for each in schema.properties
        ),
    )
