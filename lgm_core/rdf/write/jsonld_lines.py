"""Resources as JSON-LD."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import Any

from lgm_core.rdf.vocabulary import PREFIXES, RDF
from lgm_core.rdf.write.resources import Iri, Literal, Object, Resource, ResourceList
from lgm_core.rdf.write.turtle_lines import decimal_text

__all__ = ["jsonld_context", "jsonld_node"]

_EXACT = 2**53
"""Integers below it are numbers of JSON; others would be read as doubles."""

_HALVES = re.compile("[\ud800-\udfff]")
_LOCAL_NAME = re.compile(r"[A-Za-z0-9_-]+")


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
    return f"{prefix}:{iri[end:]}" if prefix and _LOCAL_NAME.fullmatch(iri[end:]) else iri
