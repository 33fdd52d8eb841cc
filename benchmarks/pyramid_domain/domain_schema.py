"""The domain's schema, also without one of its classes or properties, which completion should then propose."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from lgm_core.model import Schema, SchemaProperty
from lgm_core.schema.schema_file import parse_schema

__all__ = ["LEFT_OUT", "SCHEMA", "domain_schema", "schema_without"]

SCHEMA = Path(__file__).parent.parent / "data" / "islands-schema.toml"

LEFT_OUT = (
    *("Lighthouse", "Tug", "ResearchVessel", "Trawler", "Shipyard", "Line"),
    *("operator", "portOfCall", "homePort", "builder", "captain", "launchDate", "founder", "birthplace", "keeper"),
)
"""Classes and properties to leave out in turn."""


def domain_schema() -> Schema:
    """Return the schema of the domain."""
    return parse_schema(SCHEMA.read_text(encoding="utf-8"))


def schema_without(name: str) -> Schema:
    """Return the schema without a class or property, and without the properties that have no other class or inverse."""
    whole = domain_schema()
    classes = tuple(
        replace(each, parents=tuple(parent for parent in each.parents if parent != name))
        for each in whole.classes
        if each.name != name
    )
    properties = (_property_without(each, name) for each in whole.properties if name not in (each.name, each.inverse))
    return replace(whole, classes=classes, properties=tuple(each for each in properties if each is not None))


def _property_without(each: SchemaProperty, name: str) -> SchemaProperty | None:
    """Return a property without a class among its ends; None if nothing is left of an end."""
    domain, range_ = ("|".join(other for other in own if other != name) for own in (each.domains, each.ranges))
    if (each.domains and not domain) or (each.ranges and not range_):
        return None
    return replace(each, domain=domain, range=range_ or ("" if each.ranges else each.range))
