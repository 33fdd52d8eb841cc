"""Graphs of documents as Turtle and JSON-LD, written one document after another."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from decimal import Decimal
from typing import Any, BinaryIO

from lgm_core.model import DocumentGraph
from lgm_core.rdf.iris import DEFAULT_BASE, Iris, checked_base
from lgm_core.rdf.vocabulary import PREFIXES, RDF, XSD
from lgm_core.rdf.write.knowledge_resources import knowledge_resources, things_of
from lgm_core.rdf.write.text_resources import (
    Iri,
    Literal,
    Object,
    Resource,
    ResourceList,
    mention_resources,
    text_resources,
)

__all__ = ["turtle_head", "write_jsonld", "write_turtle"]

_LOCAL_NAME = re.compile(r"[A-Za-z0-9_](?:[A-Za-z0-9_-]*[A-Za-z0-9_])?")
"""Local names that every parser takes, without escapes; other IRIs are written out."""

_NOT_PLAIN = re.compile('["\\\\\x00-\x1f\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff\ud800-\udfff]')
_ESCAPES = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t", "\b": "\\b", "\f": "\\f"}


def turtle_head() -> str:
    """Return the declarations of all prefixes but that of a document."""
    return "".join(f"@prefix {prefix}: <{namespace}> .\n" for prefix, namespace in PREFIXES.items())


def turtle_lines(document: str, base: str, resources: Iterable[Resource]) -> Iterator[str]:
    """Yield what is written of a document; its parts have the empty prefix."""
    own = {"": f"{document}#", "predicate": f"{base}predicate/"}
    yield "".join(f"\n@prefix {prefix}: <{namespace}> ." for prefix, namespace in own.items()) + "\n"
    writer = _Writer({**PREFIXES, **own})
    for resource in resources:
        properties = writer.properties(resource, separator=" ;\n    ")
        yield f"\n{writer.iri(resource.iri)} {properties} .\n"


class _Writer:
    """Writes terms with the prefixes of a document."""

    def __init__(self, prefixes: Mapping[str, str]) -> None:
        self._prefixes = {namespace: prefix for prefix, namespace in prefixes.items()}

    def iri(self, value: str) -> str:
        """Return an IRI, with its prefix if it has one."""
        end = max(value.rfind(mark) for mark in "#/") + 1
        prefix = self._prefixes.get(value[:end])
        if prefix is None or not _LOCAL_NAME.fullmatch(value[end:]):
            return f"<{value}>"
        return f"{prefix}:{value[end:]}"

    def properties(self, resource: Resource, *, separator: str) -> str:
        """Return the properties of a resource with their objects."""
        return separator.join(
            f"{self._property(name)} {', '.join(map(self._object, objects))}"
            for name, objects in resource.properties.items()
        )

    def _property(self, name: str) -> str:
        return "a" if name == f"{RDF}type" else self.iri(name)

    def _object(self, each: Object) -> str:
        match each:
            case Iri(value):
                return self.iri(value)
            case Literal(text, datatype, language):
                mark = f"^^{self.iri(datatype)}" if datatype else f"@{language}" if language else ""
                return _quoted(text) + mark
            case ResourceList(items):
                return f"({''.join(f' {self._object(item)}' for item in items)} )"
            case Resource():
                return f"[ {self.properties(each, separator=' ; ')} ]"
            case bool():
                return "true" if each else "false"
            case int():
                return str(each)
            case float():
                return f"{_quoted(decimal_text(each))}^^{self.iri(f'{XSD}decimal')}"
            case str():
                return _quoted(each)


def decimal_text(number: float) -> str:
    """Return a finite number as `xsd:decimal` writes it, without loss; some libraries shorten `xsd:double`."""
    text = f"{Decimal(repr(number)):f}"
    return text if "." in text else f"{text}.0"


def _quoted(text: str) -> str:
    return f'"{_NOT_PLAIN.sub(_escaped, text)}"'


def _escaped(match: re.Match[str]) -> str:
    character = match[0]
    if "\ud800" <= character <= "\udfff":
        return "\ufffd"  # no text of RDF can hold half a character
    return _ESCAPES.get(character) or f"\\u{ord(character):04X}"


_EXACT = 2**53
"""Integers below it are numbers of JSON; others would be read as doubles."""

_HALVES = re.compile("[\ud800-\udfff]")
_JSON_LOCAL_NAME = re.compile(r"[A-Za-z0-9_-]+")


def jsonld_context() -> str:
    """Return the context: prefixes alone, so that nothing has to be fetched to read it."""
    return json.dumps(dict(PREFIXES))


def jsonld_node(resource: Resource) -> str:
    """Return a resource as one line of JSON."""
    text = json.dumps(_node(resource), ensure_ascii=False, separators=(",", ":"))
    return _HALVES.sub("\ufffd", text)


def _node(resource: Resource) -> dict[str, Any]:
    node: dict[str, Any] = {"@id": resource.iri} if resource.iri else {}
    for name, objects in resource.properties.items():
        if name == f"{RDF}type":
            node["@type"] = [_compact(each.value) for each in objects if isinstance(each, Iri)]
        else:
            node[_compact(name)] = _value(objects)
    return node


def _value(objects: Sequence[Object]) -> object:
    values = [_object(each) for each in objects]
    return values[0] if len(values) == 1 else values


def _object(each: Object) -> object:
    match each:
        case Iri(value):
            return {"@id": _compact(value)}
        case Literal(text, datatype, language):
            mark = {"@type": _compact(datatype)} if datatype else {"@language": language} if language else {}
            return {"@value": text, **mark}
        case ResourceList(items):
            return {"@list": [_object(item) for item in items]}
        case Resource():
            return _node(each)
        case bool() | str():
            return each
        case int():
            return each if abs(each) < _EXACT else {"@value": str(each), "@type": "xsd:integer"}
        case float():
            return {"@value": decimal_text(each), "@type": "xsd:decimal"}


def _compact(iri: str) -> str:
    end = max(iri.rfind(mark) for mark in "#/") + 1
    prefix = next((prefix for prefix, namespace in PREFIXES.items() if namespace == iri[:end]), "")
    return f"{prefix}:{iri[end:]}" if prefix and _JSON_LOCAL_NAME.fullmatch(iri[end:]) else iri


def write_turtle(graphs: Iterable[DocumentGraph], out: BinaryIO, *, base: str = DEFAULT_BASE) -> None:
    """Write documents as Turtle; `docs/guides/rdf.md` tells the vocabulary.

    Args:
        graphs: documents with all that is known of them, as `LanguageGraphStore.scan` gives them: equal ones give
            equal bytes. They are read one at a time.
        out: a binary stream.
        base: what the IRIs of documents and predicates begin with, such as `https://example.org/papers/`.

    Raises:
        InputError: `base` is no beginning of IRIs.
    """
    checked_base(base)
    out.write(turtle_head().encode())
    for graph in graphs:
        iris = Iris(base, graph.document.id)
        for line in turtle_lines(iris.document, base, _resources(graph, iris)):
            out.write(line.encode())


def write_jsonld(graphs: Iterable[DocumentGraph], out: BinaryIO, *, base: str = DEFAULT_BASE) -> None:
    """Write documents as JSON-LD, a resource a line; arguments and errors are those of `write_turtle`."""
    checked_base(base)
    out.write(f'{{"@context":{jsonld_context()},\n"@graph":['.encode())
    separator = b"\n"
    for graph in graphs:
        for resource in _resources(graph, Iris(base, graph.document.id)):
            out.write(separator + jsonld_node(resource).encode())
            separator = b",\n"
    out.write(b"\n]}\n")


def _resources(graph: DocumentGraph, iris: Iris) -> Iterator[Resource]:
    things = things_of(graph, iris)
    yield from text_resources(graph, iris)
    yield from mention_resources(graph, iris, things.iris)
    yield from knowledge_resources(graph, iris, things)
