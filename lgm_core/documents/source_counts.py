"""Counting what there is to read beforehand, for telling progress."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from os import PathLike
from pathlib import Path

from lgm_core.documents.media_types import JSON_LINES, PARQUET, file_media_type
from lgm_core.documents.reader import Source
from lgm_core.errors import LGMError
from lgm_core.model import Document

__all__ = ["count_sources"]


def count_sources(sources: Source | Iterable[Source]) -> int | None:
    """Count documents, files, lines of JSON Lines and rows of Parquet; None for what can be gone through only once.

    A file that will not be learned counts too.
    """
    if isinstance(sources, Document | str | PathLike):
        sources = [sources]
    if not isinstance(sources, list | tuple):
        return None
    with suppress(OSError, ValueError):  # reading it will tell
        return sum(_count(source) for source in sources)
    return None


def _count(source: Source) -> int:
    if isinstance(source, Document):
        return 1
    path = Path(source)
    files = [path] if path.is_file() else path.rglob("*")
    return sum(_count_rows(file) for file in files if file.is_file())


def _count_rows(file: Path) -> int:
    media_type = file_media_type(file)
    if media_type == PARQUET:
        from lgm_core.documents.rows.parquet_rows import count_parquet_rows

        with suppress(LGMError, OSError):  # reading it will tell
            return count_parquet_rows(file)
    if media_type != JSON_LINES:
        return 1
    with file.open("rb") as lines:
        return sum(1 for line in lines if line.strip())
