"""The media types of documents, and the file name suffixes that stand for them."""

from __future__ import annotations

from pathlib import Path

__all__ = [
    "CSV",
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
    "SOURCE_CODE",
    "canonical_media_type",
    "file_media_type",
    "suffix_media_type",
]

PLAIN_TEXT = "text/plain"
MARKDOWN = "text/markdown"
HTML = "text/html"
RESTRUCTURED_TEXT = "text/x-rst"
CSV = "text/csv"
SOURCE_CODE = "text/x-source"
PDF = "application/pdf"
JSON_LINES = "application/jsonl"
JSON = "application/json"
PARQUET = "application/vnd.apache.parquet"
GIVEN_SENTENCES = "text/x-sentences"
"""One sentence per line, a blank line between paragraphs, `#` marks before headings."""

ROWS = frozenset({JSON_LINES, PARQUET})
"""Media types of files with one document per row."""

DOCUMENT_MEDIA_TYPES = frozenset(
    {PLAIN_TEXT, MARKDOWN, HTML, RESTRUCTURED_TEXT, CSV, SOURCE_CODE, PDF, GIVEN_SENTENCES}
)
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
    ".csv": CSV,
    ".tsv": CSV,
    ".jsonl": JSON_LINES,
    ".ndjson": JSON_LINES,
    ".parquet": PARQUET,
    ".pdf": PDF,
}
"""Media types by file name suffix; in a folder, only files with these suffixes are read."""

_GIVEN_BY_NAME = {".json": JSON} | dict.fromkeys(
    """.py .pyi .js .mjs .cjs .jsx .ts .tsx .vue .css .scss .java .kt .scala .c .h .cc .cpp .cxx .hpp .cs .go .rs .swift
    .rb .php .pl .lua .r .jl .hs .ex .exs .clj .dart .sh .bash .zsh .ps1 .sql .proto .graphql .yaml .yml .toml .ini .cfg
    .cmake .gradle .tf""".split(),
    SOURCE_CODE,
)
"""Media types by the suffixes of files read only if given by name: most are not documents."""

_LANGUAGES = frozenset(
    """python python-script script.python c csrc chdr c++ c++src c++hdr java java-source javascript ecmascript
    typescript csharp go rust ruby php perl lua kotlin scala swift haskell sh shellscript sql yaml toml css r julia
    dart""".split()
)
"""Names of programming languages in media types, after `text/` or `application/`, often with `x-`."""

_OTHER_NAMES = {
    "text/x-markdown": MARKDOWN,
    "application/xhtml+xml": HTML,
    "text/prs.fallenstein.rst": RESTRUCTURED_TEXT,
    "application/csv": CSV,
    "text/tab-separated-values": CSV,
}


def file_media_type(path: Path) -> str:
    """Return the media type of a file by its suffix; plain text for an unknown suffix."""
    return suffix_media_type(path.suffix) or PLAIN_TEXT


def suffix_media_type(suffix: str) -> str:
    """Return the media type of files with a suffix such as `.md`; empty for an unknown suffix."""
    suffix = suffix.lower()
    return MEDIA_TYPES_BY_SUFFIX.get(suffix) or _GIVEN_BY_NAME.get(suffix, "")


def canonical_media_type(media_type: str) -> str:
    """Return a media type in lower case, without parameters, under its usual name; that of source code for code."""
    bare = media_type.partition(";")[0].strip().lower()
    kind, _, name = bare.partition("/")
    if kind in ("text", "application") and name.removeprefix("x-") in _LANGUAGES:
        return SOURCE_CODE
    return _OTHER_NAMES.get(bare, bare)
