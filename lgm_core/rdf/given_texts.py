"""The texts of documents that RDF holds as sections, paragraphs and sentences, to be learned as documents are."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from lgm_core.errors import InputError, shown
from lgm_core.model import MetadataValue, Scalar
from lgm_core.rdf.rdf_parsing import RdfFormat, Triples, parsed_rdf
from lgm_core.rdf.vocabulary import DCTERMS, LGM, PREFIXES, RDF, RDFS, XSD

if TYPE_CHECKING:
    from rdflib.term import Node

__all__ = ["GivenText", "read_texts"]

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


_BELOW = {"Section": "inDocument", "Paragraph": "inSection", "Sentence": "inParagraph"}


@dataclass(frozen=True, slots=True)
class GivenSection:
    """A heading, which may be empty, and paragraphs of sentences."""

    title: str
    paragraphs: Sequence[Sequence[str]]


@dataclass(frozen=True, slots=True)
class GivenText:
    """The text of a document.

    Attributes:
        id: its identifier; empty where it has none.
        title: its title; empty where it has none.
        metadata: authors and keywords among others.
        sections: in order.
    """

    id: str
    title: str
    metadata: Mapping[str, MetadataValue]
    sections: Sequence[GivenSection]


def read_texts(data: bytes, format: RdfFormat) -> list[GivenText]:
    """Return the texts of documents, ordered by their names.

    Read are documents (`dcterms:title`, `dcterms:creator`, `dcterms:subject`), their sections (`lgm:inDocument`,
    `dcterms:title` or `rdfs:label`), the paragraphs of these (`lgm:inSection`) and their sentences (`lgm:inParagraph`,
    or `lgm:inSection` where a section is one paragraph; `lgm:text`). Each but the document has an `lgm:index`, which
    orders it: a number, or a text such as `2.1`. Of the graph of a document only the text is read.

    Raises:
        InputError: the RDF cannot be read (see `parsed_rdf`), holds no document, or a part without place or text.
        MissingDependencyError: rdflib is not installed.
    """
    triples = parsed_rdf(data, format)
    documents = described(triples, f"{LGM}Document")
    if not documents:
        raise InputError(f"holds no resource of the class lgm:Document (<{LGM}Document>)")
    below: dict[Node, list[Description]] = defaultdict(list)
    places = {document.node for document in documents}
    for type, property in _BELOW.items():
        parts = described(triples, f"{LGM}{type}")
        for part in parts:
            # A section may be one paragraph.
            own = "inSection" if type == "Sentence" and not part.has(f"{LGM}{property}") else property
            for place in _places(part, f"{LGM}{own}"):
                if place not in places:
                    raise part.error(f"{LGM}{own}", f"is <{place}>, which the file does not describe")
                below[place].append(part)
        places.update(part.node for part in parts)
    return [_text(document, below) for document in documents]


def _places(part: Description, property: str) -> list[Node]:
    """Return what a part stands in; a paragraph may begin in one section and end in another."""
    places = part.resources(property)
    if not places:
        raise part.error(property, "is missing")
    return places


def _text(document: Description, below: Mapping[Node, Sequence[Description]]) -> GivenText:
    metadata = _metadata(document)
    for name, property in (("authors", "creator"), ("keywords", "subject")):
        if name not in metadata and (texts := document.texts(f"{DCTERMS}{property}")):
            metadata[name] = texts
    title = document.text(f"{DCTERMS}title", "")
    sections = [_section(part, title, below) for part in _ordered(below.get(document.node, ()))]
    return GivenText(document.text(f"{DCTERMS}identifier", ""), title, metadata, sections)


def _metadata(document: Description) -> dict[str, MetadataValue]:
    metadata: dict[str, MetadataValue] = {}
    for field in document.parts(f"{LGM}metadata"):
        name = field.text(f"{LGM}field")
        if name in metadata:
            raise document.error(f"{LGM}metadata", f"has the field {shown(name)} twice")
        listed = field.has(f"{LGM}values")
        metadata[name] = field.items(f"{LGM}values") if listed else field.scalar(f"{LGM}value")
    return dict(sorted(metadata.items()))


def _section(section: Description, document_title: str, below: Mapping[Node, Sequence[Description]]) -> GivenSection:
    title = section.text(f"{DCTERMS}title", section.text(f"{RDFS}label", ""))
    paragraphs: list[list[str]] = []
    is_open = False
    for part in _ordered(below.get(section.node, ())):
        if part.has(f"{LGM}text"):
            if not is_open:
                paragraphs.append([])
            paragraphs[-1].append(part.text(f"{LGM}text"))
            is_open = True
        else:
            inner = [
                sentence
                for sentence in _ordered(below.get(part.node, ()))
                if not sentence.has(f"{LGM}inSection") or sentence.resource(f"{LGM}inSection") == section.node
            ]
            paragraphs.append([sentence.text(f"{LGM}text") for sentence in inner])
            is_open = False
    return GivenSection("" if title == document_title else title, paragraphs)


def _ordered(parts: Iterable[Description]) -> list[Description]:
    return sorted(parts, key=lambda part: _index(part.scalar(f"{LGM}index")))


def _index(index: object) -> list[tuple[int, float, str]]:
    """Return by what parts are ordered: `2` before `10`, `2.9` before `2.10`."""
    if isinstance(index, int | float):
        return [(0, float(index), "")]
    return [(0, float(step), "") if step.isdecimal() else (1, 0.0, step) for step in str(index).split(".")]
