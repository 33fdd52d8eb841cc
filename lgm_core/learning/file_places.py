"""Where the documents lie whose ids are made from that, and whether it is where they lay, so far as can be told."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection
from dataclasses import dataclass, replace
from pathlib import Path

from lgm_core.documents.reader import place_of
from lgm_core.graph.port import LanguageGraphStore
from lgm_core.model import Document, DocumentRecord, Location
from lgm_core.model.source_path import is_absolute, joined, local_path, source_parts, tail

__all__ = [
    "HeldDocument",
    "called",
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
    "written",
]

_LISTED_NAMES = 256
"""Names looked up by a filter, at most; with more of them, the records of all documents are read instead."""

_RANDOM = re.compile("[0-9a-f]{8}-?[0-9a-f]{4}-?4[0-9a-f]{3}-?[89ab][0-9a-f]{3}-?[0-9a-f]{12}", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class HeldDocument:
    """A document that the graph holds, and the place where its file lay; empty if that is not known."""

    record: DocumentRecord
    place: str

    @property
    def path(self) -> tuple[str, ...]:
        """Return the parts of the longest path that is known of it."""
        return source_parts(self.place or self.record.source)

    @property
    def is_read(self) -> bool:
        """Return whether the engine has read its file, whose source then begins at the folder that was given."""
        return bool(self.place) and not is_absolute(self.record.source)

    def is_of(self, source: str, place: str) -> bool:
        """Return whether it is of a source that lies at a place."""
        return is_same_place(self.place, place) or (
            written(self.record.source) == written(source) and not is_elsewhere(self.place, place)
        )

    def agreement(self, parts: tuple[str, ...], length: int, given: int, *, is_proposed: bool) -> int:
        """Return how many last parts its path shares with that of a file, if it is the same file, else 0.

        The paths must be equal from the given folder on, that of now (`given` parts) and that of then, so the folder
        may have moved. A held source that names too little counts only under the id that the path would get anyway.
        """
        former = min(length + 1, len(source_parts(self.record.source)))
        known = tail(self.path, max(former, given))
        compared = min(len(known), len(parts))
        if not compared or (compared < max(length, 2) and not is_proposed):
            return 0
        return compared if tail(known, compared) == tail(parts, compared) else 0


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


def called(store: LanguageGraphStore, names: Collection[str]) -> list[DocumentRecord]:
    """Return the documents whose ids are names, or seem to be names with numbers, in the order of the numbers."""
    if not names:
        return []
    ranges = [{"document_id": {"$gte": f"{name}:", "$lt": f"{name};"}} for name in sorted(names)]
    where = {"$or": [{"document_id": {"$in": sorted(names)}}, *ranges]}
    records = store.documents(where=where if len(names) <= _LISTED_NAMES else None)
    return sorted(records, key=lambda record: (len(record.id), record.id))


def written(source: str) -> str:
    """Return a source in the one way in which Unicode writes it."""
    return unicodedata.normalize("NFC", source)
