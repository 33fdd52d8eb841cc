"""What RDF says of one resource, read as the types that are expected; errors name the resource and the property."""

from __future__ import annotations

import re
from collections import defaultdict
from typing import TYPE_CHECKING

from lgm_core.errors import InputError, shown
from lgm_core.model import Scalar
from lgm_core.rdf.read.triples import Triples
from lgm_core.rdf.vocabulary import LGM, PREFIXES, RDF, XSD

if TYPE_CHECKING:
    from rdflib.term import Node

__all__ = ["Description", "described"]

_WHOLE_NUMBERS = frozenset(f"{XSD}{name}" for name in ("integer", "int", "long", "short", "nonNegativeInteger"))
_NUMBERS = frozenset(f"{XSD}{name}" for name in ("double", "decimal", "float"))

_UNSTORABLE = re.compile("[\0\ud800-\udfff]")


def described(triples: Triples, type: str) -> list[Description]:
    """Return the resources of a class, in the order of their names."""
    return [Description(triples, node) for node in sorted(triples.of_class(type), key=str)]


class Description:
    """What triples say of one resource.

    Every method takes the IRI of a property, and raises `InputError` where what the property has is not what the method
    returns; those with a `default` return it where it has nothing.

    Args:
        triples: all of the file.
        node: the resource.
        name: how messages call it, in the place of its IRI.
    """

    def __init__(self, triples: Triples, node: Node, name: str = "") -> None:
        self.node = node
        self._name = name or _printable(f"<{node}>")
        self._triples = triples
        self._objects: dict[str, list[Node]] = defaultdict(list)
        for property, value in triples.about(node):
            self._objects[str(property)].append(value)

    def __str__(self) -> str:
        """Return its name as messages show it."""
        return self._name

    def error(self, property: str, problem: str) -> InputError:
        """Return the error that names the resource, the property and what is wrong."""
        return InputError(_printable(f"{self}: {_compact(property)} {problem}"))

    def has(self, property: str) -> bool:
        """Tell whether it has the property."""
        return property in self._objects

    def text(self, property: str, default: str | None = None) -> str:
        """Return a text, whatever its language."""
        value = self._one(property, default is not None)
        return default if value is None and default is not None else self._text(property, value)

    def texts(self, property: str) -> list[str]:
        """Return all texts, sorted."""
        return sorted(self._text(property, value) for value in self._objects.get(property, ()))

    def scalar(self, property: str) -> Scalar:
        """Return a text, number or boolean, or None for `lgm:null`."""
        return self._scalar(property, self._one(property))

    def items(self, property: str) -> list[Scalar]:
        """Return the texts, numbers and booleans of a list."""
        return [self._scalar(property, node) for node in self._items(property)]

    def resource(self, property: str) -> Node:
        """Return the one resource that it has."""
        value = self._one(property)
        if value is None or _is_literal(value):
            raise self.error(property, f"is the text {shown(str(value))} where a resource is expected")
        return value

    def resources(self, property: str) -> list[Node]:
        """Return all resources, in the order of their names."""
        for value in self._objects.get(property, ()):
            if _is_literal(value):
                raise self.error(property, f"is the text {shown(str(value))} where a resource is expected")
        return sorted(self._objects.get(property, ()), key=str)

    def parts(self, property: str) -> list[Description]:
        """Return descriptions of all resources that it has."""
        return [self._part(property, node) for node in self.resources(property)]

    def _part(self, property: str, node: Node) -> Description:
        return Description(self._triples, node, f"{_compact(property)} of {self}")

    def _one(self, property: str, may_lack: bool = False) -> Node | None:
        values = self._objects.get(property, [])
        if len(values) > 1:
            raise self.error(property, f"has {len(values)} values where one is expected")
        if not values and not may_lack:
            raise self.error(property, "is missing")
        return values[0] if values else None

    def _text(self, property: str, value: Node | None) -> str:
        if value is None or not _is_literal(value):
            raise self.error(property, f"is <{value}> where a text is expected")
        text = str(value)
        if _UNSTORABLE.search(text):
            raise self.error(property, f"is {shown(text)}, which holds a zero or half a character")
        return text

    def _scalar(self, property: str, value: Node | None) -> Scalar:
        if value is None or not _is_literal(value):
            if str(value) == f"{LGM}null":
                return None
            raise self.error(property, f"is <{value}> where a value is expected")
        datatype, text = str(getattr(value, "datatype", None) or ""), str(value)
        try:
            if datatype in _WHOLE_NUMBERS:
                return int(text)
            if datatype in _NUMBERS:
                return float(text)
        except ValueError:
            raise self.error(property, f"is {shown(text)}, no number") from None
        if datatype == f"{XSD}boolean":
            return text in ("true", "1")
        return self._text(property, value)

    def _items(self, property: str) -> list[Node]:
        """Return what a list holds, in its order."""
        nodes: list[Node] = []
        node, seen = self.resource(property), set()
        while str(node) != f"{RDF}nil":
            link = Description(self._triples, node)
            if node in seen or not (link.has(f"{RDF}first") and link.has(f"{RDF}rest")):
                raise self.error(property, "is no list, or one without an end")
            seen.add(node)
            first = link._one(f"{RDF}first")
            if first is not None:
                nodes.append(first)
            node = link.resource(f"{RDF}rest")
        return nodes


def _is_literal(node: Node) -> bool:
    from rdflib import Literal

    return isinstance(node, Literal)


def _compact(iri: str) -> str:
    for prefix, namespace in PREFIXES.items():
        if iri.startswith(namespace):
            return f"{prefix}:{iri[len(namespace) :]}"
    return f"<{iri}>"


def _printable(text: str) -> str:
    """Return a text without halves of characters, which JSON can hold and no terminal prints."""
    return text.encode("utf-8", "replace").decode("utf-8")
