"""The media types of documents, and the file name suffixes that stand for them."""

from __future__ import annotations

from pathlib import Path

__all__ = [
    "DOCUMENT_MEDIA_TYPES",
    "GIVEN_SENTENCES",
    "HTML",
    "JSON",
    "JSON_LINES",
    "MARKDOWN",
    "MEDIA_TYPES_BY_SUFFIX",
    "PARQUET",
    "PDF",
    "PLAIN_TEXT",
    "RESTRUCTURED_TEXT",
    "ROWS",
    "canonical_media_type",
    "file_media_type",
]

PLAIN_TEXT = "text/plain"
MARKDOWN = "text/markdown"
HTML = "text/html"
RESTRUCTURED_TEXT = "text/x-rst"
PDF = "application/pdf"
JSON_LINES = "application/jsonl"
JSON = "application/json"
PARQUET = "application/vnd.apache.parquet"
GIVEN_SENTENCES = "text/x-sentences"
"""One sentence per line, a blank line between paragraphs, `#` marks before headings."""

ROWS = frozenset({JSON_LINES, PARQUET})
"""Media types of files with one document per row."""

DOCUMENT_MEDIA_TYPES = frozenset({PLAIN_TEXT, MARKDOWN, HTML, RESTRUCTURED_TEXT, PDF, GIVEN_SENTENCES})
"""Media types of a `Document`; JSON and Parquet are not included: their documents are made from their rows."""

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
    ".parquet": PARQUET,
    ".pdf": PDF,
}
"""Media types by file name suffix; in a folder, only files with these suffixes are read."""

_GIVEN_BY_NAME = {".json": JSON}
"""Media types by the suffixes of files read only if given by name: most are not documents."""

_OTHER_NAMES = {
    "text/x-markdown": MARKDOWN,
    "application/xhtml+xml": HTML,
    "text/prs.fallenstein.rst": RESTRUCTURED_TEXT,
}


def file_media_type(path: Path) -> str:
    """Return the media type of a file by its suffix; plain text for an unknown suffix."""
    suffix = path.suffix.lower()
    return MEDIA_TYPES_BY_SUFFIX.get(suffix) or _GIVEN_BY_NAME.get(suffix, PLAIN_TEXT)


def canonical_media_type(media_type: str) -> str:
    """Return a media type in lower case, without parameters, under its usual name."""
    bare = media_type.partition(";")[0].strip().lower()
    return _OTHER_NAMES.get(bare, bare)
