"""The locations of documents whose ids are made from them, and whether files are where they were, as far as known."""

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
"""The most names looked up by a filter; with more, the records of all documents are read instead."""

_RANDOM = re.compile("[0-9a-f]{8}-?[0-9a-f]{4}-?4[0-9a-f]{3}-?[89ab][0-9a-f]{3}-?[0-9a-f]{12}", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class HeldDocument:
    """A document in the graph, and the former place of its file; empty if unknown."""

    record: DocumentRecord
    place: str

    @property
    def path(self) -> tuple[str, ...]:
        """Return the parts of its longest known path."""
        return source_parts(self.place or self.record.source)

    @property
    def is_read(self) -> bool:
        """Return whether the engine read its file; its source then begins with the given folder."""
        return bool(self.place) and not is_absolute(self.record.source)

    def is_of(self, source: str, place: str) -> bool:
        """Return whether its source is at a place."""
        return is_same_place(self.place, place) or (
            written(self.record.source) == written(source) and not is_elsewhere(self.place, place)
        )

    def agreement(self, parts: tuple[str, ...], length: int, given: int, *, is_proposed: bool) -> int:
        """Return the number of last parts its path shares with a file's, if it is the same file, else 0.

        The paths must be equal from the given folder on, the present one (`given` parts) and the former one, so the
        folder may have moved. A stored source with too few parts counts only under the id that the path would get
        anyway.
        """
        former = min(length + 1, len(source_parts(self.record.source)))
        known = tail(self.path, max(former, given))
        compared = min(len(known), len(parts))
        if not compared or (compared < max(length, 2) and not is_proposed):
            return 0
        return compared if tail(known, compared) == tail(parts, compared) else 0


def is_folder_there(place: str) -> bool:
    """Return whether the former folder of its file still exists."""
    try:
        return bool(place) and Path(place).parent.is_dir()
    except (OSError, ValueError):
        return False


def is_elsewhere(former: str, place: str) -> bool:
    """Return whether a file at a former place differs from that at another place, or of a source that is not a file.

    It can only have moved if its former folder is gone.
    """
    return is_folder_there(former) and not is_same_place(former, local_path(place))


def is_same_place(first: str, second: str) -> bool:
    """Return whether two paths are the same file, or would be if it existed, including through links."""
    if first == second:
        return True
    one, other = Path(first), Path(second)
    try:
        return one.name == other.name and one.parent.samefile(other.parent)
    except (OSError, ValueError):
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


def former_source(document: Document, record: DocumentRecord, stored_place: str) -> str:
    """Return the source of a record, if different from that of the document with its id, else an empty string."""
    if document.location is not None:
        former, place = stored_place or local_path(record.source), local_path(document.location.place)
        if (former and place) or location_of(document) is not None:
            return former if former and place and not is_same_place(former, place) else ""
    former_parts, parts = source_parts(record.source), source_parts(document.source)
    shared = min(len(former_parts), len(parts))
    return "" if tail(former_parts, shared) == tail(parts, shared) else record.source


def on_disk(document: Document) -> Document:
    """Return the full path of a document whose source is the relative path of an existing file."""
    location = location_of(document)
    if location is None or location.name or is_absolute(location.place) or not _is_file(location.place):
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


def is_random_id(id: str) -> bool:
    """Return whether an id looks random (a UUID of version 4)."""
    return _RANDOM.fullmatch(id) is not None


def _is_file(path: str) -> bool:
    try:
        return Path(path).is_file()
    except (OSError, ValueError):
        return False


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
