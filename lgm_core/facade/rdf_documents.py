"""Reading documents from files, including texts that Turtle and JSON-LD hold as paragraphs of sentences."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from os import PathLike
from typing import Any

from lgm_core.documents import reader
from lgm_core.documents.json_lines import document_of_row
from lgm_core.documents.reader import IgnoredFile, ReadDocuments, UnreadableFile
from lgm_core.model import Document, Location
from lgm_core.rdf.given_texts import GivenText, read_texts
from lgm_core.rdf.rdf_parsing import RDF_SUFFIXES, RdfFormat

__all__ = ["RDF_READERS", "read_documents"]


def _documents(data: bytes, name: str, source: str, location: Location, *, format: RdfFormat) -> Iterator[Document]:
    for text in read_texts(data, format):
        yield document_of_row(_row(text), name, source, location)


def _row(text: GivenText) -> dict[str, Any]:
    """Return a text in the JSON form of documents."""
    sections = [
        {"title": section.title, "paragraphs": [list(paragraph) for paragraph in section.paragraphs]}
        for section in text.sections
    ]
    return {"id": text.id or None, "title": text.title, "metadata": dict(text.metadata), "sections": sections}


RDF_READERS: Mapping[str, ReadDocuments] = {
    suffix: partial(_documents, format=format) for suffix, format in RDF_SUFFIXES.items()
}
"""Functions that read the documents of a file, by its suffix."""


def read_documents(
    paths: str | PathLike[str] | Iterable[str | PathLike[str]], on_ignored: Callable[[IgnoredFile], None] | None = None
) -> Iterator[Document | UnreadableFile]:
    """Read files and folders, one path or many, in sorted order, one document at a time, as a build does.

    Folders are searched recursively. Hidden files, hidden folders and links to folders are skipped. `on_ignored` is
    called with each other file that is skipped: empty ones, and those that are not text, Markdown, HTML,
    reStructuredText, PDF, JSON Lines or Parquet. A file given by its own name is always read, also JSON, Turtle and
    JSON-LD, and as plain text if its suffix is unknown. A document's id is its path below the given folder, which a
    build may lengthen if another file has it, or the id given in JSON, Parquet or RDF. Its source is that path after
    the folder's own name.

    Args:
        paths: files and folders.
        on_ignored: called with each skipped file.

    Yields:
        A document for each file, line of JSON Lines, row of Parquet, or document in RDF, or an `UnreadableFile`
        instead.
    """
    return reader.read_documents(paths, on_ignored, RDF_READERS)
