"""A document to learn, its record in a graph, and its sections."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from lgm_core.model.source_path import is_absolute, is_path_or_address, is_random_id, joined, source_parts

__all__ = [
    "HOST_FIELDS",
    "Document",
    "DocumentRecord",
    "Location",
    "Metadata",
    "MetadataValue",
    "Scalar",
    "Section",
    "authors_of",
    "heading_of",
    "keywords_of",
    "section_id",
]

Scalar = str | int | float | bool | None
MetadataValue = Scalar | Sequence[Scalar]
Metadata = Mapping[str, MetadataValue]
"""Fields of a document visible to filters: single values, and lists of them, such as tags or who may read it."""

START_INDEX = "start_index"
"""The metadata field of `Document.start_index`, named as in LangChain's splitters."""

_PAGE_BREAK = re.compile("\f")

_LARGEST_START = 2**48
"""Characters; no source is longer, and offsets in it are integers of 64 bits."""

CUT_FROM = "ref_doc_id"
"""The metadata field that names the document this one was cut from, named as in LlamaIndex."""

HOST_FIELDS = "_llama_index"
"""The metadata field, JSON, that LlamaIndex's door keeps for itself: ids and hashes of a node and of related ones."""

WITHOUT_TEXT = "without_text"
"""The metadata field that lists the empty sections, paragraphs and sentences of a document in JSON."""

_BETWEEN_KEYWORDS = re.compile(r"[,;，、；]")

_HALF = 32
"""Hexadecimal digits of `content_hash` for the text, and the same number for the rest."""

_NOT_HASHED = frozenset(("last_accessed_date", "last_modified", "last_modified_date", HOST_FIELDS))
"""Metadata fields that may change while the content stays the same, which is no reason to learn it again."""


@dataclass(frozen=True, slots=True)
class Location:
    """The location of a document without an id, from which a build makes one.

    Attributes:
        place: the full path if known, else the given source.
        name: the name in the graph of all documents at this place; empty until a build has found a free one.
        root: the full path of the folder below which the engine found the file, or of the file if it was given by name;
            empty for a document from a caller.
    """

    place: str
    name: str = ""
    root: str = ""


@dataclass(frozen=True, slots=True)
class Document:
    """A text to learn from; all offsets of its sentences point into `text`.

    For a part of a source, as splitters make them, `start_index` in the metadata is the offset where it begins; all
    offsets then point into the source.

    `media_type` determines how headings and blocks are found: `text/plain`, `text/markdown`, `text/html`, `text/x-rst`,
    `text/csv`, `text/x-source` (or `text/x-python` and the like), `text/x-sentences` (a sentence a line), or
    `application/pdf` for the text of a PDF file. Without a `title`, that of Markdown and HTML is in the text.
    `location` is set if the id was made from the source: a build may then lengthen the id to distinguish documents of
    different sources. It is also set for rows of a file with ids of their own, which stay.
    """

    id: str
    text: str
    title: str = ""
    metadata: Metadata = field(default_factory=dict)
    source: str = ""
    media_type: str = "text/plain"
    location: Location | None = field(default=None, compare=False, repr=False)

    @classmethod
    def from_text(
        cls,
        text: str,
        *,
        id: str | None = None,
        title: str = "",
        metadata: Metadata | None = None,
        source: str = "",
        media_type: str = "text/plain",
    ) -> Document:
        """Make a document.

        Without an `id` it is identified by its `source`, if that is a path or a web address: documents whose sources
        differ, even only in spelling, are different documents. The id is the relative path or address itself, or the
        part of an absolute path that differs within a build. Several documents of one source are numbered in order:
        `guide.md`, `guide.md:2`. Without such a source (`slack` is not one) the id is a hash of the title and the text.
        """
        location = None
        if id is None and is_path_or_address(source):
            location, parts = Location(source), source_parts(source)
            id = parts[-1] if is_absolute(source) else joined(parts)
        elif id is None:
            id = _text_id(title, text)
        return cls(id, text, title, dict(metadata or {}), source, media_type, location)

    @property
    def is_known_by_text(self) -> bool:
        """Return whether the id is the hash of title and text that a document without id and source gets."""
        return self.location is None and self.id == _text_id(self.title, self.text)

    @property
    def start_index(self) -> int | None:
        """Return the offset of the text in its source, in characters, if the metadata have it."""
        return _start_index(self.metadata)

    def page_starts(self) -> list[tuple[int, int]]:
        """Return where each page begins in the source, and its number; empty for a text without pages.

        The text of a PDF file has a form feed between its pages. What a host's loader read from one page says so in its
        metadata: `page_number` counts from 1, `page` from 0, and `page_label` is how the page is numbered itself.
        """
        first = _page(self.metadata)
        if first is None and self.media_type != "application/pdf":
            return []
        breaks = (match.start() for match in _PAGE_BREAK.finditer(self.text))
        shift = self.start_index or 0
        return [(shift + start, (first or 1) + number) for number, start in enumerate([0, *breaks])]

    @property
    def content_hash(self) -> str:
        """Hash everything that learning depends on; equal `text_hash` means an equal beginning.

        Times of files, what LlamaIndex keeps for itself and random ids of source documents are left out.
        """
        metadata = {name: value for name, value in self.metadata.items() if name not in _NOT_HASHED}
        if is_random_id(str(metadata.get(CUT_FROM))):
            del metadata[CUT_FROM]
        parts = [self.title, self.media_type, json.dumps(metadata, sort_keys=True)]
        return self.text_hash + _hashed(*parts)[:_HALF]

    @property
    def text_hash(self) -> str:
        """Hash only the text."""
        return _hashed(self.text)[:_HALF]


@dataclass(frozen=True, slots=True)
class DocumentRecord:
    """A graph's record of a document: everything but its text.

    `language` is the ISO 639-1 code of the language it was analysed in (ISO 639-3 if there is no shorter one). `recipe`
    names the language backend and the extraction settings that learned it; a document is up to date if `content_hash`
    and `recipe` are both unchanged. `stamp` is set by the store and changes whenever the document is rewritten; it is 0
    if the record was not read from a store.
    """

    id: str
    title: str
    source: str
    language: str
    metadata: Metadata
    content_hash: str
    recipe: str
    sentence_count: int = 0
    stamp: int = field(default=0, compare=False)

    @property
    def start_index(self) -> int | None:
        """Return the offset of the document's text in its source, in characters, if the metadata have it."""
        return _start_index(self.metadata)

    @property
    def whole(self) -> str:
        """Return what the document may be a part of: its source, else the document named in its metadata."""
        return self.source or str(self.metadata.get(CUT_FROM) or "")

    @property
    def text_hash(self) -> str:
        """Return the `Document.text_hash` of the text."""
        return self.content_hash[:_HALF]


@dataclass(frozen=True, slots=True)
class Section:
    """Part of a document under one heading; the unit retrieved as a passage.

    `path` holds the titles of the headings above it and its own; `start` and `end` are character offsets, like those of
    the document's sentences. A long part is several sections with the same path.
    """

    id: str
    document_id: str
    position: int
    level: int
    title: str
    path: tuple[str, ...]
    start: int
    end: int


def _page(metadata: Metadata) -> int | None:
    """Return the page that metadata name, from 1."""
    for name, first in (("page_number", 1), ("page", 0), ("page_label", 1)):
        value = metadata.get(name)
        if isinstance(value, str) and value.isdecimal() and name != "page":
            value = int(value)
        if isinstance(value, int) and not isinstance(value, bool) and first <= value < _LARGEST_START:
            return value + 1 - first
    return None


def _start_index(metadata: Metadata) -> int | None:
    value = metadata.get(START_INDEX)
    if not isinstance(value, int) or isinstance(value, bool):
        return None
    return value if 0 <= value < _LARGEST_START else None


def _text_id(title: str, text: str) -> str:
    return _hashed(title, text)[:16]


def _hashed(*parts: str) -> str:
    return hashlib.sha256("\x1f".join(parts).encode("utf-8", "surrogatepass")).hexdigest()


def heading_of(document: DocumentRecord, section: Section) -> str:
    """Join the titles of a document and of the headings down to a section, each once, whatever its case."""
    return " › ".join({title.casefold(): title for title in (document.title, *section.path) if title}.values())


def section_id(document_id: str, position: int) -> str:
    """Return the identifier of the section at `position` (from 0, in document order)."""
    return f"{document_id}#s{position}"


def authors_of(metadata: Metadata) -> tuple[str, ...]:
    """Return the authors of a document, from `authors` or `author` in its metadata."""
    return _texts(metadata.get("authors")) or _texts(metadata.get("author"))


def keywords_of(metadata: Metadata) -> tuple[str, ...]:
    """Return the keywords of a document, from `keywords` in its metadata; a single text of several is split."""
    value = metadata.get("keywords")
    return _texts([each.strip() for each in _BETWEEN_KEYWORDS.split(value)] if isinstance(value, str) else value)


def _texts(value: MetadataValue) -> tuple[str, ...]:
    """Return the distinct texts of a metadata field, which may hold one or several."""
    items = [value] if isinstance(value, str) else value if isinstance(value, Sequence) else ()
    return tuple(dict.fromkeys(item for item in items if isinstance(item, str) and item.strip()))
