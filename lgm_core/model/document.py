"""A document to learn from, the record of it in a graph, and its sections."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from lgm_core.model.source_path import is_absolute, is_path_or_address, joined, source_parts

__all__ = [
    "Document",
    "DocumentRecord",
    "Location",
    "Metadata",
    "MetadataValue",
    "Scalar",
    "Section",
    "authors_of",
    "keywords_of",
    "section_id",
]

Scalar = str | int | float | bool | None
MetadataValue = Scalar | Sequence[Scalar]
Metadata = Mapping[str, MetadataValue]
"""Fields of a document that filters see: single values, and lists of them, such as tags or who may read it."""

START_INDEX = "start_index"
"""The metadata field of `Document.start_index`, named as LangChain's splitters name it."""

_LARGEST_START = 2**48
"""Characters; no source is longer, and offsets in it are integers of 64 bits."""

CUT_FROM = "ref_doc_id"
"""The metadata field that names the document which a document was cut from, named as LlamaIndex names it."""

WITHOUT_TEXT = "without_text"
"""The metadata field that tells which sections, paragraphs and sentences of a document in JSON are empty."""

_BETWEEN_KEYWORDS = re.compile(r"[,;，、；]")

_HALF = 32
"""Hexadecimal digits of `content_hash` for the text, and as many for the rest."""


@dataclass(frozen=True, slots=True)
class Location:
    """Where a document stands that nobody gave an id, so that a build can make one from it.

    Attributes:
        place: the full path if it is known, else the source as it was given.
        given: the path or address as the caller wrote it.
        name: what all documents of this place are called in the graph; empty until a build has found a free name.
        is_read: whether the engine has read the file itself, so that it may tell when its folder has moved.
    """

    place: str
    given: str = ""
    name: str = ""
    is_read: bool = False


@dataclass(frozen=True, slots=True)
class Document:
    """A text to learn from; all offsets of its sentences point into `text`.

    Of a part of a source, as splitters make them, `start_index` in the metadata tells where in the source it begins;
    then all offsets point into the source.

    `media_type` says how headings and blocks are found: `text/plain`, `text/markdown`, `text/html`, `text/x-rst`,
    `text/x-sentences` (a sentence a line), or `application/pdf` for the text that was taken from a PDF file. `location`
    is set where the id was made from the source: a build may then lengthen the id, to keep documents of different
    sources apart. It is also set of rows of a file with ids of their own, which stay.
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

        Without an `id` it is known by its `source`, if that is a path or a web address: documents of other sources,
        though just written otherwise, are other documents. Its id is a relative path or an address as it is, of an
        absolute path the part that differs within a build. Several documents of one source are numbered in their
        order: `guide.md`, `guide.md:2`. Without such a source (`slack` is none) the id is a hash of the title and the
        text.
        """
        location = None
        if id is None and is_path_or_address(source):
            location, parts = Location(place=source, given=source), source_parts(source)
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
        """Return where in its source the text begins, in characters, if the metadata tell."""
        return _start_index(self.metadata)

    @property
    def content_hash(self) -> str:
        """Hash everything that learning depends on; documents of equal `text_hash` have hashes that begin alike."""
        parts = [self.title, self.media_type, json.dumps(dict(self.metadata), sort_keys=True)]
        return self.text_hash + _hashed(*parts)[:_HALF]

    @property
    def text_hash(self) -> str:
        """Hash the text alone."""
        return _hashed(self.text)[:_HALF]


@dataclass(frozen=True, slots=True)
class DocumentRecord:
    """What a graph keeps of a document: everything but its text.

    `language` is the ISO 639-1 code of the language that it was analysed in (ISO 639-3 where there is no shorter one).
    `recipe` names the language backend and the extraction settings that learned it; a document is up to date when both
    `content_hash` and `recipe` are what they would be now. `stamp` is set by the store and
    changes whenever the document is written anew; it is 0 when the record was not read from a store.
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
        """Return where in its source the document's text begins, in characters, if the metadata tell."""
        return _start_index(self.metadata)

    @property
    def whole(self) -> str:
        """Return what the document may be a part of: its source, else the document that its metadata name."""
        return self.source or str(self.metadata.get(CUT_FROM) or "")

    @property
    def text_hash(self) -> str:
        """Return the `Document.text_hash` of the text."""
        return self.content_hash[:_HALF]


@dataclass(frozen=True, slots=True)
class Section:
    """A stretch of a document under one heading; the unit that is retrieved as a passage.

    `path` holds the titles of the headings above it and its own; `start` and `end` are character offsets, as those of
    the document's sentences. A long stretch is several sections with the same path.
    """

    id: str
    document_id: str
    position: int
    level: int
    title: str
    path: tuple[str, ...]
    start: int
    end: int


def _start_index(metadata: Metadata) -> int | None:
    value = metadata.get(START_INDEX)
    if not isinstance(value, int) or isinstance(value, bool):
        return None
    return value if 0 <= value < _LARGEST_START else None


def _text_id(title: str, text: str) -> str:
    return _hashed(title, text)[:16]


def _hashed(*parts: str) -> str:
    return hashlib.sha256("\x1f".join(parts).encode("utf-8", "surrogatepass")).hexdigest()


def section_id(document_id: str, position: int) -> str:
    """Return the identifier of the section at `position` (from 0, in document order)."""
    return f"{document_id}#s{position}"


def authors_of(metadata: Metadata) -> tuple[str, ...]:
    """Return who wrote a document, as its metadata tell in `authors` or `author`."""
    return _texts(metadata.get("authors")) or _texts(metadata.get("author"))


def keywords_of(metadata: Metadata) -> tuple[str, ...]:
    """Return the keywords of a document, as its metadata tell in `keywords`; one text of several is divided."""
    value = metadata.get("keywords")
    return _texts([each.strip() for each in _BETWEEN_KEYWORDS.split(value)] if isinstance(value, str) else value)


def _texts(value: MetadataValue) -> tuple[str, ...]:
    """Return the texts of a metadata field, which may be one text or several, each once."""
    items = [value] if isinstance(value, str) else value if isinstance(value, Sequence) else ()
    return tuple(dict.fromkeys(item for item in items if isinstance(item, str) and item.strip()))
