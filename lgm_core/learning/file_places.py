"""Where the files of documents are, and which ids are made from their sources.

The store records the full path of a document's file on the machine that last built it. In it, `/./` follows the *root*:
the folder that was built, below which the path is the document's id (`/home/lili/docs/./sub/fig.md`). A file that was
given by name, and is in no such folder, has no root.
"""

from __future__ import annotations

import os
import unicodedata
from collections.abc import Collection, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from lgm_core.documents.reader import place_of
from lgm_core.errors import InputError, shown
from lgm_core.graph.port import LanguageGraphStore
from lgm_core.model import Document, DocumentRecord, Location
from lgm_core.model.source_path import is_absolute, joined, local_path, source_parts, tail

__all__ = [
    "called",
    "former_places",
    "former_source",
    "is_filled",
    "is_folder_there",
    "is_made_of_source",
    "is_numbered",
    "is_same_place",
    "known_roots",
    "location_of",
    "move_root",
    "name_of_source",
    "on_disk",
    "stored_place",
    "written",
]

_BELOW_ROOT = "/./"

_LISTED_NAMES = 256
"""The most names looked up by a filter; with more, the records of all documents are read instead."""


def stored_place(location: Location) -> str:
    """Return the full path of a file as the store records it; empty if it is unknown, or an address."""
    path, root = local_path(location.place), location.root
    return path.replace(f"{root}/", root + _BELOW_ROOT, 1) if root else path


def former_places(store: LanguageGraphStore, records: Sequence[DocumentRecord]) -> dict[str, str]:
    """Return by id where the files of documents were when last built; nothing if unknown."""
    stored = store.places([record.id for record in records]) if records else {}
    return {
        record.id: stored.get(record.id, "").replace(_BELOW_ROOT, "/", 1) or local_path(record.source)
        for record in records
    }


def known_roots(store: LanguageGraphStore) -> set[str]:
    """Return the roots of a graph's documents."""
    return {place.partition(_BELOW_ROOT)[0] for place in _all_places(store).values() if _BELOW_ROOT in place}


def move_root(store: LanguageGraphStore, root: str, folder: str) -> None:
    """Record that the files of a root, or of a folder of roots, are now in another folder; nothing if they are there.

    Raises:
        InputError: the graph has documents of neither.
    """
    places = _all_places(store)
    if moved := {id: folder + place[len(root) :] for id, place in places.items() if place.startswith(f"{root}/")}:
        store.set_places(moved)
    elif not any(place.startswith(f"{folder}/") for place in places.values()):
        known = ", ".join(sorted(known_roots(store))) or "none"
        raise InputError(
            f"root={shown(root)} neither contains the sources nor is a folder that the graph was built from ({known})"
        )


def _all_places(store: LanguageGraphStore) -> dict[str, str]:
    return store.places([record.id for record in store.documents()])


def is_folder_there(place: str) -> bool:
    """Return whether the former folder of a file still exists."""
    return bool(place) and os.path.isdir(Path(place).parent)  # noqa: PTH112  # is_dir() raises where no path can be


def is_same_place(first: str, second: str) -> bool:
    """Return whether two known paths are the same file, or would be if it existed, including through links."""
    one, other = Path(first), Path(second)
    with suppress(OSError, ValueError):
        return bool(first) and (first == second or (one.name == other.name and one.parent.samefile(other.parent)))
    return False


def location_of(document: Document) -> Location | None:
    """Return the location of a document whose id is made from it; None if a caller has replaced the id since."""
    location = document.location
    if location is None:
        return None
    if location.name:
        return location if is_numbered(document.id, location.name) else None
    parts = source_parts(location.place)
    return location if document.id == joined(tail(parts, len(source_parts(document.id)))) else None


def former_source(document: Document, record: DocumentRecord, former: str) -> str:
    """Return where a record is from, if elsewhere than the document with its id; else an empty string.

    `former` is where the record's file was, empty if unknown.
    """
    before, now = former or record.source, document.location.place if document.location else document.source
    if is_same_place(before, now):
        return ""
    shared = min(len(source_parts(before)), len(source_parts(now)))
    return "" if tail(source_parts(before), shared) == tail(source_parts(now), shared) else before


def on_disk(document: Document) -> Document:
    """Return the full path of a document whose source is the relative path of an existing file."""
    location = location_of(document)
    if location is None or location.name or is_absolute(location.place):
        return document
    if not os.path.isfile(location.place):  # noqa: PTH113  # is_file() raises where no path can be
        return document
    return replace(document, location=replace(location, place=place_of(Path(location.place))))


def is_numbered(id: str, name: str) -> bool:
    """Return whether an id belongs to a document of a source of this name."""
    number = id.removeprefix(f"{name}:")
    return id == name or (number != id and number.isdecimal())


def is_made_of_source(record: DocumentRecord) -> bool:
    """Return whether a record's id is made from its source."""
    return bool(name_of_source(record))


def name_of_source(record: DocumentRecord) -> str:
    """Return the name of all documents of a record's source, without numbers.

    That is the end of the source's path, or the source as written. Empty if the id is not made from it.
    """
    parts = source_parts(record.source)
    names = [joined(tail(parts, length)) for length in range(1, len(parts) + 1)]
    return next((name for name in (*names, record.source) if name and is_numbered(record.id, name)), "")


def is_filled(file: Path) -> bool:
    """Return whether there is a non-empty file; an inaccessible one counts as such."""
    try:
        return file.stat().st_size > 0
    except (FileNotFoundError, NotADirectoryError):
        return False
    except OSError:
        return True


def called(store: LanguageGraphStore, names: Collection[str]) -> list[DocumentRecord]:
    """Return the documents whose ids are these names, with or without numbers, in the order of the numbers."""
    if not names:
        return []
    ranges = [{"document_id": {"$gte": f"{name}:", "$lt": f"{name};"}} for name in sorted(names)]
    where = {"$or": [{"document_id": {"$in": sorted(names)}}, *ranges]}
    records = store.documents(where=where if len(names) <= _LISTED_NAMES else None)
    return sorted(records, key=lambda record: (len(record.id), record.id))


def written(source: str) -> str:
    """Return a source in Unicode normal form."""
    return unicodedata.normalize("NFC", source)
