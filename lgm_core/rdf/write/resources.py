"""What is written of a graph, before it has a syntax: resources with their properties, in order."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from lgm_core.rdf.vocabulary import RDF

__all__ = ["Iri", "Literal", "Object", "Resource", "ResourceList"]


@dataclass(frozen=True, slots=True)
class Iri:
    """A resource by its name; `value` is the whole IRI."""

    value: str


@dataclass(frozen=True, slots=True)
class Literal:
    """A text with the IRI of its datatype, or with its language; a plain string has neither."""

    text: str
    datatype: str = ""
    language: str = ""


@dataclass(frozen=True, slots=True)
class ResourceList:
    """Several objects whose order counts."""

    items: Sequence[Object]


@dataclass(slots=True)
class Resource:
    """A resource with its properties, in the order in which they are written; without an IRI it is a blank node."""

    iri: str = ""
    properties: dict[str, list[Object]] = field(default_factory=dict)

    @classmethod
    def of(cls, iri: str, *types: str) -> Resource:
        """Return a resource of some classes, without an IRI where it is empty."""
        resource = cls(iri)
        resource.add(f"{RDF}type", *map(Iri, types))
        return resource

    def add(self, property: str, *objects: Object) -> None:
        """Add objects of a property."""
        if objects:
            self.properties.setdefault(property, []).extend(objects)


Object = Iri | Literal | str | bool | int | float | ResourceList | Resource
"""What a property can have; texts and numbers of Python are literals of the type that holds them exactly."""
