"""The ids of documents that nobody gave one: made from their sources, the same on every machine.

A document is called by its path below the folder that was given, or by the path or address that its loader told. Where
another source has that name already, the names of the folders above come before it. What the graph holds keeps its
name: a held document is the same file if its source, from the folder that was given on, ends the path of the new one.
Further documents of one source are numbered: `guide.md`, `guide.md:2`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import count
from pathlib import Path

from lgm_core.documents.media_types import JSON_LINES, file_media_type
from lgm_core.documents.parsing import UntitledDocument
from lgm_core.documents.reader import UnreadableFile, is_found_below, place_of
from lgm_core.graph.port import LanguageGraphStore
from lgm_core.model import Document, DocumentRecord, Location
from lgm_core.model.source_path import is_absolute, joined, parts_below, source_parts, tail

__all__ = ["DocumentNames", "below_common_folder", "former_source", "has_content_of", "is_random"]

_RANDOM = re.compile("[0-9a-f]{8}-?[0-9a-f]{4}-?4[0-9a-f]{3}-?[89ab][0-9a-f]{3}-?[0-9a-f]{12}", re.IGNORECASE)
_TEXT_HASH = re.compile("[0-9a-f]{16}")

_LISTED_SOURCES = 256
"""Sources looked up by a filter, at most; with more of them, the records of all documents are read instead."""


@dataclass(slots=True)
class _Source:
    """A source of this build.

    Attributes:
        name: what its documents are called in the graph.
        path: the end of its path that tells it from others of that name.
        documents: how many have come.
        spellings: all that it has been called.
    """

    name: str
    path: str
    documents: int = 0
    spellings: set[str] = field(default_factory=set)


class DocumentNames:
    """Gives the documents of one build their ids, and knows afterwards what the build has superseded.

    Args:
        store: the graph.
        adds: documents join what the graph holds of their sources; else they take its place.
    """

    def __init__(self, store: LanguageGraphStore, *, adds: bool = False) -> None:
        self._store, self._adds = store, adds
        self._sources: dict[str, _Source] = {}
        self._owners: dict[str, str] = {}
        self._unreadable: set[str] = set()
        self._texts: dict[str, dict[str, str]] = {}

    def named(self, items: Sequence[Document | UnreadableFile]) -> list[Document | UnreadableFile]:
        """Return items with the ids that the graph will hold them under; ids that a caller gave stay."""
        self._find_names([item for item in items if isinstance(item, Document)])
        return [self._named(item) for item in items]

    def has_named(self, id: str) -> bool:
        """Return whether a document of this build has an id."""
        return id in self._owners

    def superseded(self) -> list[DocumentRecord]:
        """Return the documents held of this build's sources that it did not give, if no caller chose their ids.

        None of a source that could not be read in full.
        """
        sources = {
            spelling: source
            for place, source in self._sources.items()
            if place not in self._unreadable
            for spelling in source.spellings
        }
        if self._adds or not sources:
            return []
        few = {"source": {"$in": sorted(sources)}} if len(sources) <= _LISTED_SOURCES else None
        return [
            record
            for record in self._store.documents(where=few)
            if record.source in sources
            and record.id not in self._owners
            and _is_made_up(record, sources[record.source].name)
        ]

    def gone_from(self, folders: Iterable[Path]) -> list[DocumentRecord]:
        """Return the documents held of folders, whoever chose their ids, whose files are there no more or are empty.

        A folder is known by its name, as in the sources of its documents. None of a folder that could not be read, or
        that has nothing left to read, as one on a disk that is not mounted.
        """
        readable = [Path(place) for folder in folders if (place := place_of(folder)) not in self._unreadable]
        held = self._store.documents() if readable else []
        return [record for record in held if record.id not in self._owners and self._is_gone(record, readable)]

    def _is_gone(self, record: DocumentRecord, folders: Iterable[Path]) -> bool:
        """Return whether the source of a record names files of folders, and none of them has it any more."""
        source = source_parts(record.source)
        files = [
            (folder, folder.joinpath(*below))
            for folder in folders
            for below in parts_below(source, source_parts(str(folder)))
        ]
        return bool(files) and not any(
            _is_filled(file) and not self._is_read(file, folder, record) for folder, file in files
        )

    def _is_read(self, file: Path, folder: Path, record: DocumentRecord) -> bool:
        """Return whether this build read a file in full and so would have given a document that is in it."""
        place = place_of(file)
        if place in self._unreadable:
            return False
        is_row = file_media_type(file) == JSON_LINES and is_found_below(file, folder)
        return is_row or (place in self._sources and _is_made_of_source(record))

    def _find_names(self, documents: Iterable[Document]) -> None:
        """Find the names of sources that come for the first time, with one look into the store."""
        new: dict[str, tuple[Document, Location]] = {}
        for document in documents:
            location = _location(document)
            if location is not None and location.place not in self._sources:
                new.setdefault(location.place, (document, location))
        candidates = {
            joined(tail(parts, length))
            for place in new
            for parts in [source_parts(place)]
            for length in range(1, len(parts) + 1)
        }
        held = {record.id: record for record in self._store.documents(sorted(candidates))} if candidates else {}
        for place, (document, location) in new.items():
            source = self._source(document, location, held)
            if source.name in held:
                source.spellings.add(held[source.name].source)
            self._sources[place] = source
            self._owners.setdefault(source.name, place)

    def _source(self, document: Document, location: Location, held: Mapping[str, DocumentRecord]) -> _Source:
        """Find the name of a source: the one it is held under, or else the shortest that is free."""
        place, parts = location.place, source_parts(location.place)
        if location.name:
            return _Source(location.name, document.source)
        proposed = len(source_parts(document.id))
        names = {length: joined(tail(parts, length)) for length in range(1, len(parts) + 1)}
        owners = {length: self._owners.get(name, place) for length, name in names.items()}
        free = {length: name for length, name in names.items() if owners[length] == place}
        others = [source_parts(owner) for owner in owners.values() if owner != place]
        telling = max((_shared_end(parts, other) + 1 for other in others), default=0)
        same = [
            (agreed, length == proposed, length)
            for length, name in free.items()
            if name in held and (agreed := _agreement(held[name], parts, length, is_proposed=length == proposed))
        ]
        if same:
            agreed, _, length = max(same)
            return _Source(names[length], joined(tail(parts, max(length, proposed + 1, agreed))))
        for length, name in free.items():
            if length >= proposed and name not in held:
                return _Source(name, joined(tail(parts, max(length, proposed + 1, telling))))
        return _Source(self._spare_name(names[len(parts)], place, document.source), document.source)

    def _spare_name(self, name: str, place: str, source: str) -> str:
        """Return a name for a source whose whole path is the id of another document."""
        for number in count(2):
            spare = f"{name}~{number}"
            held = self._store.documents([spare])
            if self._owners.get(spare, place) == place and (not held or held[0].source == source):
                return spare
        raise AssertionError

    def _named(self, item: Document | UnreadableFile) -> Document | UnreadableFile:
        if isinstance(item, UnreadableFile):
            self._unreadable.add(item.place)
            return item
        if (location := _location(item)) is not None:
            named, place = self._numbered(item, location), location.place
            self._sources[place].spellings |= {named.source, item.source, place, location.given} - {""}
        else:
            named, place = self._told_apart(item), ""
        self._owners.setdefault(named.id, place)
        return named

    def _numbered(self, document: Document, location: Location) -> Document:
        if location.name:
            return document
        source = self._sources[location.place]
        for number in count(source.documents + 1):
            source.documents, id = number, _numbered_name(source.name, number)
            if self._owners.get(id, location.place) == location.place and not self._is_another(id, document):
                break
        told = document.source if document.source == location.given else source.path
        return replace(document, id=id, source=told, location=replace(location, name=source.name))

    def _is_another(self, id: str, document: Document) -> bool:
        """Return whether documents join what is there, and the graph holds another text under an id."""
        held = self._store.documents([id]) if self._adds else []
        return bool(held) and held[0].text_hash != document.text_hash and not has_content_of(document, held[0])

    def _told_apart(self, document: Document) -> Document:
        """Number documents of one text, known by that text, whose metadata differ."""
        if not document.is_known_by_text:
            return document
        ids = self._texts.setdefault(document.id, {})
        id = ids.setdefault(document.content_hash, _numbered_name(document.id, len(ids) + 1))
        return document if id == document.id else replace(document, id=id)


def below_common_folder(documents: Sequence[Document]) -> list[Document]:
    """Propose for each document whose source is an absolute path its path below the folder that all these share."""
    absolute = [
        (location := _location(document)) is not None and not location.name and is_absolute(document.source)
        for document in documents
    ]
    folders = [
        source_parts(document.source)[:-1] for document, is_path in zip(documents, absolute, strict=True) if is_path
    ]
    shared = _shared_start(folders)
    return [
        replace(document, id=joined(source_parts(document.source)[shared:])) if is_path else document
        for document, is_path in zip(documents, absolute, strict=True)
    ]


def has_content_of(document: Document, record: DocumentRecord) -> bool:
    """Return whether a document has the content of a record; a document without a title is compared under its title."""
    if isinstance(document, UntitledDocument):
        document = document.titled(record.title)
    return record.content_hash in (document.content_hash, document.former_content_hash)


def former_source(document: Document, record: DocumentRecord) -> str:
    """Return the source of a record if it is another one than that of the document with its id, else nothing."""
    former, present = source_parts(record.source), source_parts(document.source)
    shared = min(len(former), len(present))
    is_same = _location(document) is not None or tail(former, shared) == tail(present, shared)
    return "" if is_same else record.source


def is_random(id: str) -> bool:
    """Return whether an id looks as if it was made up at random (a UUID of version 4)."""
    return _RANDOM.fullmatch(id) is not None


def _location(document: Document) -> Location | None:
    """Return where a document stands, if its id is made from that; None if a caller has replaced the id since."""
    location = document.location
    if location is None:
        return None
    if location.name:
        return location if _is_numbered(document.id, location.name) else None
    parts = source_parts(location.place)
    return location if document.id == joined(tail(parts, len(source_parts(document.id)))) else None


def _is_made_of_source(record: DocumentRecord) -> bool:
    """Return whether the id of a record is the end of its source's path, numbered perhaps."""
    parts = source_parts(record.source)
    return any(_is_numbered(record.id, joined(tail(parts, length))) for length in range(1, len(parts) + 1))


def _is_filled(file: Path) -> bool:
    """Return whether there is a file with something in it; one that may not be looked at counts as such."""
    try:
        return file.stat().st_size > 0
    except (FileNotFoundError, NotADirectoryError):
        return False
    except OSError:
        return True


def _agreement(record: DocumentRecord, parts: tuple[str, ...], length: int, *, is_proposed: bool) -> int:
    """Return how many last parts a held document's source shares with a path, if it is the same file, else 0.

    The source is looked at from the folder that was given on, so the folder may have moved. One that names too little
    counts only under the id that the path would get anyway.
    """
    known = tail(source_parts(record.source), length + 1)
    compared = min(len(known), len(parts))
    if not compared or (compared < max(length, 2) and not is_proposed):
        return 0
    return compared if tail(known, compared) == tail(parts, compared) else 0


def _shared_end(first: tuple[str, ...], second: tuple[str, ...]) -> int:
    """Return how many last parts two paths share."""
    return _shared_start([first[::-1], second[::-1]])


def _shared_start(paths: Sequence[tuple[str, ...]]) -> int:
    """Return how many first parts all paths share."""
    differing = (number for number, parts in enumerate(zip(*paths, strict=False)) if len(set(parts)) > 1)
    return next(differing, min(map(len, paths), default=0))


def _numbered_name(name: str, number: int) -> str:
    return name if number == 1 else f"{name}:{number}"


def _is_numbered(id: str, name: str) -> bool:
    number = id.removeprefix(f"{name}:")
    return id == name or (number != id and number.isdecimal())


def _is_made_up(record: DocumentRecord, name: str) -> bool:
    """Return whether no caller chose the id: it is made from the source, from the text, or at random."""
    is_hash = _TEXT_HASH.fullmatch(record.id) is not None
    is_source = record.id == record.source or record.id.startswith(
        f"{record.source}_part_"
    )  # as LlamaIndex names files
    return _is_numbered(record.id, name) or is_source or is_hash or is_random(record.id)
