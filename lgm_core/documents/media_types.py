"""The media types that documents come in, and the file names that stand for them."""

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
"""A sentence a line, a blank line between paragraphs, `#` marks before headings."""

ROWS = frozenset({JSON_LINES, PARQUET})
"""Media types of files of which each row is a document."""

DOCUMENT_MEDIA_TYPES = frozenset({PLAIN_TEXT, MARKDOWN, HTML, RESTRUCTURED_TEXT, PDF, GIVEN_SENTENCES})
"""Media types of a `Document`; JSON and Parquet are not among them: their documents are made of what they hold."""

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
"""Media types by the suffix of a file's name; in a folder, only files with these suffixes are read."""

_GIVEN_BY_NAME = {".json": JSON}
"""Media types by the suffixes of files that are read only where they are given by name: most are something else."""

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
    """Return a media type in lower case, without parameters, other names of a format replaced by its usual one."""
    bare = media_type.partition(";")[0].strip().lower()
    return _OTHER_NAMES.get(bare, bare)
