"""Where the documents lie whose ids are made from that, and whether it is where they lay, so far as can be told."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

from lgm_core.documents.reader import place_of
from lgm_core.model import Document, DocumentRecord, Location
from lgm_core.model.source_path import is_absolute, joined, local_path, source_parts, tail

__all__ = [
    "former_source",
    "is_elsewhere",
    "is_filled",
    "is_folder_there",
    "is_made_of_source",
    "is_numbered",
    "is_random_id",
    "is_same_place",
    "location_of",
    "name_of_source",
    "on_disk",
]


_RANDOM = re.compile("[0-9a-f]{8}-?[0-9a-f]{4}-?4[0-9a-f]{3}-?[89ab][0-9a-f]{3}-?[0-9a-f]{12}", re.IGNORECASE)


def is_folder_there(place: str) -> bool:
    """Return whether the folder that a file lay in is still there."""
    try:
        return bool(place) and Path(place).parent.is_dir()
    except (OSError, ValueError):
        return False


def is_elsewhere(former: str, place: str) -> bool:
    """Return whether a file that lay in a former place is not the one of another place, or of a source that is no file.

    It may have come from there only if the folder that it lay in is gone.
    """
    return is_folder_there(former) and not is_same_place(former, local_path(place))


def is_same_place(first: str, second: str) -> bool:
    """Return whether two paths are of one file, or would be if it were there, also by way of links."""
    if first == second:
        return True
    one, other = Path(first), Path(second)
    try:
        return one.name == other.name and one.parent.samefile(other.parent)
    except (OSError, ValueError):
        return False


def location_of(document: Document) -> Location | None:
    """Return where a document stands, if its id is made from that; None if a caller has replaced the id since."""
    location = document.location
    if location is None:
        return None
    if location.name:
        return location if is_numbered(document.id, location.name) else None
    parts = source_parts(location.place)
    return location if document.id == joined(tail(parts, len(source_parts(document.id)))) else None


def former_source(document: Document, record: DocumentRecord, stored_place: str) -> str:
    """Return where a record came from, if from another source or place than the document with its id, else nothing."""
    if document.location is not None:
        former, place = stored_place or local_path(record.source), local_path(document.location.place)
        if (former and place) or location_of(document) is not None:
            return former if former and place and not is_same_place(former, place) else ""
    former_parts, parts = source_parts(record.source), source_parts(document.source)
    shared = min(len(former_parts), len(parts))
    return "" if tail(former_parts, shared) == tail(parts, shared) else record.source


def on_disk(document: Document) -> Document:
    """Tell the whole path of a document whose source is the relative path of a file that is there."""
    location = location_of(document)
    if location is None or location.name or is_absolute(location.place) or not _is_file(location.place):
        return document
    return replace(document, location=replace(location, place=place_of(Path(location.place))))


def is_numbered(id: str, name: str) -> bool:
    """Return whether an id is that of a document of a source of this name."""
    number = id.removeprefix(f"{name}:")
    return id == name or (number != id and number.isdecimal())


def is_made_of_source(record: DocumentRecord) -> bool:
    """Return whether the id of a record is made from its source."""
    return bool(name_of_source(record))


def name_of_source(record: DocumentRecord) -> str:
    """Return what all documents of a record's source are called, without their numbers.

    That is the end of the source's path, or the source as it was written. Empty if the id is not made from it.
    """
    parts = source_parts(record.source)
    names = [joined(tail(parts, length)) for length in range(1, len(parts) + 1)]
    return next((name for name in (*names, record.source) if name and is_numbered(record.id, name)), "")


def is_random_id(id: str) -> bool:
    """Return whether an id looks as if it was made up at random (a UUID of version 4)."""
    return _RANDOM.fullmatch(id) is not None


def _is_file(path: str) -> bool:
    try:
        return Path(path).is_file()
    except (OSError, ValueError):
        return False


def is_filled(file: Path) -> bool:
    """Return whether there is a file with something in it; one that may not be looked at counts as such."""
    try:
        return file.stat().st_size > 0
    except (FileNotFoundError, NotADirectoryError):
        return False
    except OSError:
        return True
