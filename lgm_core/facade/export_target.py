"""Exporting a whole graph into a file or a stream, in one of the formats."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from os import PathLike
from pathlib import Path
from typing import BinaryIO, Literal, get_args

from lgm_core.errors import InputError
from lgm_core.file_writing import written_whole
from lgm_core.graph.export import export_graphml, export_jsonl
from lgm_core.graph.port import LanguageGraphStore
from lgm_core.progress import counted
from lgm_core.rdf.iris import DEFAULT_BASE, checked_base
from lgm_core.rdf.write.graph_writing import write_jsonld, write_turtle

__all__ = ["ExportFormat", "export_to"]

ExportFormat = Literal["jsonl", "graphml", "turtle", "jsonld"]

_SUFFIXES: Mapping[str, ExportFormat] = {
    ".jsonl": "jsonl",
    ".graphml": "graphml",
    ".ttl": "turtle",
    ".jsonld": "jsonld",
}


def export_to(
    target: BinaryIO | str | PathLike[str],
    store: LanguageGraphStore,
    format: ExportFormat | None = None,
    base: str | None = None,
) -> None:
    """Write a graph to a stream or file; see `LanguageGraph.export`."""
    if format is None:
        format = _SUFFIXES.get(Path(target).suffix.lower(), "jsonl") if isinstance(target, str | PathLike) else "jsonl"
    write = _writer(format, base)
    if not isinstance(target, str | PathLike):
        write(store, target)
        return
    path = Path(target).resolve()  # the target of a link is replaced, not the link
    try:
        with written_whole(path) if path.is_file() or not path.exists() else path.open("wb") as file:
            write(store, file)
    except OSError as error:
        raise InputError(f"{target}: the export cannot be written ({error.strerror or error})") from error


def _writer(format: ExportFormat, base: str | None) -> Callable[[LanguageGraphStore, BinaryIO], None]:
    if format in ("turtle", "jsonld"):
        write, iris = write_turtle if format == "turtle" else write_jsonld, checked_base(base or DEFAULT_BASE)
        return lambda store, out: write(
            counted(store.scan(), "exporting", "documents", store.statistics().documents), out, base=iris
        )
    if format not in get_args(ExportFormat):
        raise InputError(f"format={format!r} does not exist; use one of: {', '.join(get_args(ExportFormat))}")
    if base is not None:
        raise InputError(f"base={base!r} is for the IRIs of turtle and jsonld; {format} has none, so leave it out")
    return export_jsonl if format == "jsonl" else export_graphml
