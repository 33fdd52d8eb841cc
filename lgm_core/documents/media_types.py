"""The media types that documents come in, and the file names that stand for them."""

from __future__ import annotations

from pathlib import Path

__all__ = [
    "DOCUMENT_MEDIA_TYPES",
    "HTML",
    "JSON_LINES",
    "MARKDOWN",
    "MEDIA_TYPES_BY_SUFFIX",
    "PDF",
    "PLAIN_TEXT",
    "RESTRUCTURED_TEXT",
    "canonical_media_type",
    "file_media_type",
    "known_media_type",
]

PLAIN_TEXT = "text/plain"
MARKDOWN = "text/markdown"
HTML = "text/html"
RESTRUCTURED_TEXT = "text/x-rst"
PDF = "application/pdf"
JSON_LINES = "application/jsonl"

DOCUMENT_MEDIA_TYPES = frozenset({PLAIN_TEXT, MARKDOWN, HTML, RESTRUCTURED_TEXT, PDF})
"""What a `Document` can be; JSON Lines is a file of documents."""

MEDIA_TYPES_BY_SUFFIX = {
    ".md": MARKDOWN,
    ".markdown": MARKDOWN,
    ".html": HTML,
    ".htm": HTML,
    ".xhtml": HTML,
    ".txt": PLAIN_TEXT,
    ".text": PLAIN_TEXT,
    ".rst": RESTRUCTURED_TEXT,
    ".jsonl": JSON_LINES,
    ".ndjson": JSON_LINES,
    ".pdf": PDF,
}
"""The files that are read when a folder is given, by the end of their names."""

_OTHER_NAMES = {
    "text/x-markdown": MARKDOWN,
    "application/xhtml+xml": HTML,
    "text/prs.fallenstein.rst": RESTRUCTURED_TEXT,
}


def file_media_type(path: Path) -> str:
    """Return the media type of a file by its name; plain text for names of no known kind."""
    return MEDIA_TYPES_BY_SUFFIX.get(path.suffix.lower(), PLAIN_TEXT)


def known_media_type(value: object) -> str:
    """Return a media type that metadata names if documents can be of it; plain text for everything else."""
    return value if isinstance(value, str) and value in DOCUMENT_MEDIA_TYPES else PLAIN_TEXT


def canonical_media_type(media_type: str) -> str:
    """Return a media type without parameters, in lower case, under the name that this package uses for it."""
    bare = media_type.partition(";")[0].strip().lower()
    return _OTHER_NAMES.get(bare, bare)
