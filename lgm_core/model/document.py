"""A document to learn from, the record of it in a graph, and its sections."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field

__all__ = [
    "Document",
    "DocumentRecord",
    "Metadata",
    "Scalar",
    "Section",
    "section_id",
]

Scalar = str | int | float | bool | None
Metadata = Mapping[str, Scalar]


@dataclass(frozen=True, slots=True)
class Document:
    """A text to learn from; all offsets of its sentences point into `text`.

    `media_type` says how headings and blocks are found: `text/plain`, `text/markdown`, `text/html`, `text/x-rst`, or
    `application/pdf` for the text that was taken from a PDF file.
    """

    id: str
    text: str
    title: str = ""
    metadata: Metadata = field(default_factory=dict)
    source: str = ""
    media_type: str = "text/plain"

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
        """Make a document; without an `id` it is a hash of the title and the text."""
        if id is None:
            id = hashlib.sha256(f"{title}\x1f{text}".encode("utf-8", "surrogatepass")).hexdigest()[:16]
        return cls(id, text, title, dict(metadata or {}), source, media_type)

    @property
    def content_hash(self) -> str:
        """Hash everything that learning depends on (text, title, metadata and media type)."""
        parts = [self.title, self.text, self.media_type, json.dumps(dict(self.metadata), sort_keys=True)]
        return hashlib.sha256("\x1f".join(parts).encode("utf-8", "surrogatepass")).hexdigest()


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


@dataclass(frozen=True, slots=True)
class Section:
    """A stretch of a document under one heading; the unit that is retrieved as a passage.

    `path` holds the titles of the headings above it and its own; `start` and `end` are character offsets into the
    document's text. A long stretch is several sections with the same path.
    """

    id: str
    document_id: str
    position: int
    level: int
    title: str
    path: tuple[str, ...]
    start: int
    end: int


def section_id(document_id: str, position: int) -> str:
    """Return the identifier of the section at `position` (from 0, in document order)."""
    return f"{document_id}#s{position}"
