"""Count sources beforehand, to report progress."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from contextlib import suppress
from os import PathLike
from pathlib import Path

from lgm_core.documents.media_types import JSON_LINES, PARQUET, file_media_type
from lgm_core.documents.reader import Source, UnreadableFile, found_files
from lgm_core.errors import LGMError
from lgm_core.model import Document

__all__ = ["count_sources"]

_COUNTED_BYTES = 1_000_000_000
"""Larger JSON Lines files are not counted: reading them twice would take seconds per gigabyte."""


def count_sources(sources: Source | Iterable[Source], uncounted: Collection[str] = ()) -> int | None:
    """Count documents, readable and unreadable files, lines of JSON Lines and rows of Parquet.

    Args:
        sources: documents and paths.
        uncounted: suffixes of files that hold any number of documents, such as RDF.

    Returns:
        None for one-time iterators, for files of `uncounted`, and for a gigabyte or more of JSON Lines.
    """
    if isinstance(sources, Document | str | PathLike):
        sources = [sources]
    if not isinstance(sources, list | tuple):
        return None
    count = sum(isinstance(source, Document) for source in sources)
    with suppress(OSError, ValueError, TypeError):  # reading it reports the error
        paths = [Path(source) for source in sources if not isinstance(source, Document)]
        found = list(found_files(paths))
        files = [file.path for file in found if not isinstance(file, UnreadableFile)]
        is_long = sum(file.stat().st_size for file in files if file_media_type(file) == JSON_LINES) > _COUNTED_BYTES
        if not is_long and not any(file.suffix.lower() in uncounted for file in files):
            return count + len(found) - len(files) + sum(map(_count_rows, files))
    return None


def _count_rows(file: Path) -> int:
    media_type = file_media_type(file)
    if media_type == PARQUET:
        from lgm_core.documents.parquet_rows import count_parquet_rows

        with suppress(LGMError, OSError):  # reading it reports the error
            return count_parquet_rows(file)
    if media_type != JSON_LINES:
        return 1
    with file.open("rb") as lines:
        return sum(1 for line in lines if line.strip())
