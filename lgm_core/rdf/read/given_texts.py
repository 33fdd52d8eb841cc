"""The texts of documents that RDF holds as sections, paragraphs and sentences, to be learned as documents are."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from lgm_core.errors import InputError, shown
from lgm_core.model import MetadataValue
from lgm_core.rdf.read.descriptions import Description, described
from lgm_core.rdf.read.rdf_parsing import RdfFormat, parsed_rdf
from lgm_core.rdf.vocabulary import DCTERMS, LGM, RDFS

if TYPE_CHECKING:
    from rdflib.term import Node

__all__ = ["GivenSection", "GivenText", "read_texts"]

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
