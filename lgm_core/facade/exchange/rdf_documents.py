"""Documents to learn from the texts that Turtle and JSON-LD hold as sections, paragraphs and sentences."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any

from lgm_core.documents.json_lines import document_of_row
from lgm_core.documents.reader import ReadDocuments
from lgm_core.model import Document, Location
from lgm_core.rdf.read.given_texts import GivenText, read_texts
from lgm_core.rdf.read.rdf_parsing import RDF_SUFFIXES, RdfFormat

__all__ = ["RDF_READERS"]


def _documents(data: bytes, name: str, source: str, location: Location, *, format: RdfFormat) -> Iterator[Document]:
    for text in read_texts(data, format):
        yield document_of_row(_row(text), name, source, location)


def _row(text: GivenText) -> dict[str, Any]:
    """Return a text in the form that documents have in JSON."""
    sections = [
        {"title": section.title, "paragraphs": [list(paragraph) for paragraph in section.paragraphs]}
        for section in text.sections
    ]
    return {"id": text.id or None, "title": text.title, "metadata": dict(text.metadata), "sections": sections}


RDF_READERS: Mapping[str, ReadDocuments] = {
    suffix: partial(_documents, format=format) for suffix, format in RDF_SUFFIXES.items()
}
"""What reads the documents of a file, by its suffix."""
