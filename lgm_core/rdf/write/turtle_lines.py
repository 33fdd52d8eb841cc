"""Resources as Turtle."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from decimal import Decimal

from lgm_core.rdf.vocabulary import PREFIXES, RDF, XSD
from lgm_core.rdf.write.resources import Iri, Literal, Object, Resource, ResourceList

__all__ = ["decimal_text", "turtle_head", "turtle_lines"]

_LOCAL_NAME = re.compile(r"[A-Za-z0-9_](?:[A-Za-z0-9_-]*[A-Za-z0-9_])?")
"""Local names that every parser takes, without escapes; other IRIs are written out."""

_NOT_PLAIN = re.compile('["\\\\\x00-\x1f\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff\ud800-\udfff]')
_ESCAPES = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t", "\b": "\\b", "\f": "\\f"}


def turtle_head() -> str:
    """Return the declarations of all prefixes but that of a document."""
    return "".join(f"@prefix {prefix}: <{namespace}> .\n" for prefix, namespace in PREFIXES.items())


def turtle_lines(document: str, base: str, resources: Iterable[Resource]) -> Iterator[str]:
    """Yield what is written of a document; its parts have the empty prefix.

    Args:
        document: its IRI.
        base: what all IRIs of the graph begin with.
        resources: it and its parts.
    """
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
