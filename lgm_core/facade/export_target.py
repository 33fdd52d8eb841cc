"""Exporting: a whole graph into a file or a stream, in one of the formats."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from os import PathLike
from pathlib import Path
from typing import BinaryIO, Literal

from lgm_core.errors import InputError
from lgm_core.graph.export import export_graphml, export_jsonl
from lgm_core.graph.port import LanguageGraphStore

__all__ = ["ExportFormat", "export_to"]

ExportFormat = Literal["jsonl", "graphml"]

_WRITERS: Mapping[str, Callable[[LanguageGraphStore, BinaryIO], None]] = {
    "jsonl": export_jsonl,
    "graphml": export_graphml,
}


def export_to(target: BinaryIO | str | PathLike[str], store: LanguageGraphStore, format: ExportFormat) -> None:
    """Write a graph to a binary stream, which stays open, or to the file of a path, which is replaced.

    Raises:
        InputError: there is no such format; nothing is written then.
    """
    if format not in _WRITERS:
        raise InputError(f"format={format!r} is not known; use one of: {', '.join(_WRITERS)}")
    write = _WRITERS[format]
    if isinstance(target, str | PathLike):
        with Path(target).open("wb") as file:
            write(store, file)
    else:
        write(store, target)
