"""Ids for documents without one: made from their sources, the same on every machine.

A document is named by its path within the given folder, or by the path or address from its loader. If another source
already has that name, it is prefixed with as many parent folders as needed to distinguish the two.

Documents in the graph keep their names. A document in the graph has the same source if it was built from the same
place, or from an equally written source that exists nowhere else. A file read by the engine itself is also the same
file if its folder has moved: it is no longer where it was read (as on another machine), and the paths are equal from
the name of the given folder on. So an existing folder never loses its documents to another of the same name, nor does a
caller's source to another source. Further documents of one source are numbered: `guide.md`, `guide.md:2`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import count
from pathlib import Path

from lgm_core.documents.media_types import ROWS, file_media_type
from lgm_core.documents.parsing import UntitledDocument
from lgm_core.documents.reader import UnreadableFile, is_found_below, place_of
from lgm_core.graph.port import LanguageGraphStore
from lgm_core.learning.build_report import CopiedDocument
from lgm_core.learning.file_places import (
    HeldDocument,
    called,
    is_elsewhere,
    is_filled,
    is_folder_there,
    is_made_of_source,
    is_numbered,
    location_of,
    on_disk,
    written,
)
from lgm_core.model import Document, DocumentRecord, Location
from lgm_core.model.source_path import is_absolute, joined, local_path, parts_below, source_parts, tail

__all__ = [
    "DocumentNames",
    "below_common_folder",
    "has_content_of",
]

_LISTED_SOURCES = 256
"""The most sources looked up by a filter; with more, the records of all documents are read instead."""


@dataclass(slots=True)
class _Source:
    """A source of this build.

    Attributes:
        name: the name of its documents in the graph.
        path: the end of its path that distinguishes it from others of that name.
        documents: how many there are so far.
        spellings: all its spellings.
    """

    name: str
    path: str
    documents: int = 0
    spellings: set[str] = field(default_factory=set)


class DocumentNames:
    """Assigns ids to the documents of one build, and knows afterwards which documents it has superseded.

    Args:
        store: the graph.
        adds: whether documents are added to the graph's documents of their sources, instead of replacing them.
    """

    def __init__(self, store: LanguageGraphStore, *, adds: bool = False) -> None:
        self._store, self._adds = store, adds
        self._sources: dict[str, _Source] = {}
        self._owners: dict[str, str] = {}
        self._unreadable: set[str] = set()
        self._joined: dict[str, DocumentRecord] = {}
        self._texts: dict[str, dict[str, str]] = {}
        self._places: dict[str, str] = {}
        self._new: dict[str, Document] = {}
        self._texts_under_made_ids: set[str] = set()
        self._texts_under_given_ids: dict[str, set[str]] = {}

    def named(self, items: Sequence[Document | UnreadableFile]) -> list[Document | UnreadableFile]:
        """Return items with their ids in the graph; ids chosen by a caller stay."""
        items = [on_disk(item) if isinstance(item, Document) else item for item in items]
        self._find_names([item for item in items if isinstance(item, Document)])
        return [self._named(item) for item in items]

    def note_new(self, document: Document) -> None:
        """Remember a document new to the graph, if its id is made from its source."""
        if location_of(document) is not None:
            self._new.setdefault(document.text_hash, replace(document, text=""))

    def keep_places(self, ids: Iterable[str] | None = None) -> None:
        """Record in the store the places of this build's documents: those with some ids, or all not yet recorded."""
        if ids is None:
            held = self._store.places(list(self._places)) if self._places else {}
            places = {id: place for id, place in self._places.items() if held.get(id) != place}
        else:
            places = {id: self._places[id] for id in ids if id in self._places}
        if places:
            self._store.set_places(places)

    def copies(self) -> list[CopiedDocument]:
        """Return the new documents whose texts the graph also has from other places outside this build."""
        if not self._new:
            return []
        held = [
            record
            for record in self._store.documents()
            if record.text_hash in self._new and record.id not in self._owners
        ]
        places = self._former_places(held)
        originals: dict[str, CopiedDocument] = {}
        for record in held:
            copy = self._new[record.text_hash]
            is_same_place = record.source == copy.source or places[record.id] == self._places.get(copy.id, copy.source)
            if not is_same_place:
                originals.setdefault(copy.id, CopiedDocument(copy.id, record.id))
        return sorted(originals.values(), key=lambda copy: copy.id)

    def has_named(self, id: str) -> bool:
        """Return whether a document of this build has an id."""
        return id in self._owners

    def superseded(self) -> list[DocumentRecord]:
        """Return the graph's documents of this build's sources that the build lacks, unless a caller chose their ids.

        Sources that could not be read completely have none.
        """
        sources = self._spelled(except_for=self._unreadable)
        held = [] if self._adds else self._others_of(sources)
        former = self._former_places(held)
        return [
            record
            for record in held
            if any(
                is_numbered(record.id, source.name) and not is_elsewhere(former[record.id], place)
                for place, source in sources[record.source]
            )
        ]

    def held_twice(self) -> list[DocumentRecord]:
        """Return the graph's further documents of this build's sources, under ids of the other origin.

        These are documents under ids chosen by a caller, of sources that had no ids in this build (only with equal
        text, if documents are added); and documents under ids made from a source, whose texts had ids of a caller in
        this build. Superseded documents must already be deleted.
        """
        made = self._spelled()
        held = self._others_of({*made, *self._texts_under_given_ids})
        former = self._former_places(held)
        return [
            record
            for record in held
            if (
                record.text_hash in self._texts_under_given_ids.get(record.source, ())
                if is_made_of_source(record)
                else (not self._adds or record.text_hash in self._texts_under_made_ids)
                and any(not is_elsewhere(former[record.id], place) for place, _ in made.get(record.source, ()))
            )
        ]

    def _spelled(self, except_for: Collection[str] = ()) -> dict[str, list[tuple[str, _Source]]]:
        """Return the places and sources of this build given without ids, by all their spellings."""
        sources: dict[str, list[tuple[str, _Source]]] = defaultdict(list)
        for place, source in self._sources.items():
            if place not in except_for:
                for spelling in source.spellings:
                    sources[spelling].append((place, source))
        return sources

    def _others_of(self, sources: Collection[str]) -> list[DocumentRecord]:
        """Return the graph's documents of sources outside this build."""
        few = {"source": {"$in": sorted(sources)}} if len(sources) <= _LISTED_SOURCES else None
        held = self._store.documents(where=few) if sources else []
        return [record for record in held if record.source in sources and record.id not in self._owners]

    def gone_from(self, folders: Iterable[Path]) -> list[DocumentRecord]:
        """Return the graph's documents of folders, whoever chose their ids, whose files are gone or empty.

        A document belongs to a folder if its file was in it, or if the engine read it in a folder of that name, as in
        its source, that has since moved. A folder that could not be read, or has nothing left to read, such as one on
        an unmounted disk, has none.
        """
        readable = [Path(place) for folder in folders if (place := place_of(folder)) not in self._unreadable]
        held = [record for record in self._store.documents() if record.id not in self._owners] if readable else []
        places = self._former_places(held)
        return [record for record in held if self._is_gone(record, places[record.id], readable)]

    def _is_gone(self, record: DocumentRecord, place: str, folders: Sequence[Path]) -> bool:
        """Return whether a record belongs to files of folders, none of which still has it."""
        source = source_parts(record.source)
        files = [(folder, Path(place)) for folder in folders if place and Path(place).is_relative_to(folder)]
        if not files and (is_folder_there(place) or not HeldDocument(record, place).is_read):
            return False
        files = files or [
            (folder, folder.joinpath(*below))
            for folder in folders
            for below in parts_below(source, source_parts(str(folder)))
        ]
        return bool(files) and not any(
            is_filled(file) and not self._is_read(file, folder, record) for folder, file in files
        )

    def _is_read(self, file: Path, folder: Path, record: DocumentRecord) -> bool:
        """Return whether this build read a file completely, and so would have had a document in it."""
        place = place_of(file)
        if place in self._unreadable:
            return False
        is_row = file_media_type(file) in ROWS and is_found_below(file, folder)
        return is_row or (place in self._sources and is_made_of_source(record))

    def _find_names(self, documents: Iterable[Document]) -> None:
        """Find the names of new sources, with a single store query."""
        new: dict[str, tuple[Document, Location]] = {}
        for document in documents:
            location = location_of(document)
            if location is not None and location.place not in self._sources:
                new.setdefault(location.place, (document, location))
        candidates = {document.source for document, _ in new.values()} | {
            joined(tail(parts, length))
            for place in new
            for parts in [source_parts(place)]
            for length in range(1, len(parts) + 1)
        }
        records = self._store.documents(sorted(candidates)) if candidates else []
        places = self._former_places(records)
        held = {record.id: HeldDocument(record, places[record.id]) for record in records}
        for place, (document, location) in new.items():
            source = self._source(document, location, held)
            if source.name in held:
                source.spellings.add(held[source.name].record.source)
            self._sources[place] = source
            self._owners.setdefault(source.name, place)
        if self._adds and new:
            names = {self._sources[place].name for place in new}
            self._joined |= {record.id: record for record in called(self._store, names)}

    def _former_places(self, records: Sequence[DocumentRecord]) -> dict[str, str]:
        """Return where the files of documents were when last built; nothing if unknown."""
        stored = self._store.places([record.id for record in records]) if records else {}
        return {record.id: stored.get(record.id) or local_path(record.source) for record in records}

    def _source(self, document: Document, location: Location, held: Mapping[str, HeldDocument]) -> _Source:
        """Find the name of a source: its name in the graph, or else the shortest free one."""
        place, parts = location.place, source_parts(location.place)
        if location.name:
            return _Source(location.name, document.source)
        if not location.is_read:
            for name in (document.source, *(joined(tail(parts, length)) for length in range(len(parts), 0, -1))):
                is_free = self._owners.get(name, place) == place
                if is_free and name in held and held[name].is_of(document.source, place):
                    return _Source(name, document.source)
            if not local_path(place) and written(document.source) != joined(parts) and document.source not in held:
                return _Source(document.source, document.source)
        proposed = len(source_parts(document.id))
        given = min(proposed + 1, len(source_parts(document.source)))
        names = {length: joined(tail(parts, length)) for length in range(1, len(parts) + 1)}
        owners = {length: self._owners.get(name, place) for length, name in names.items()}
        free = {length: name for length, name in names.items() if owners[length] == place}
        same = [
            (held[name].place == place, agreed, length == proposed, length)
            for length, name in free.items()
            if location.is_read
            and name in held
            and not is_elsewhere(held[name].place, place)
            and (held[name].is_read or held[name].is_of(document.source, place))
            and (agreed := held[name].agreement(parts, length, given, is_proposed=length == proposed))
        ]
        if same:
            _, agreed, _, length = max(same)
            return _Source(names[length], joined(tail(parts, max(length, proposed + 1, agreed))))
        others = [source_parts(owner) for owner in owners.values() if owner != place]
        others += [held[name].path for name in free.values() if name in held]
        telling = max((_shared_end(parts, other) + 1 for other in others), default=0)
        is_taken = proposed not in free or names[proposed] in held
        shortest = max(proposed + 1, telling) if is_taken else proposed
        for length in range(min(shortest, len(parts)), len(parts) + 1):
            if length in free and names[length] not in held:
                return _Source(names[length], joined(tail(parts, max(length, proposed + 1, telling))))
        return _Source(self._spare_name(names[len(parts)], place, document.source, held), document.source)

    def _spare_name(self, name: str, place: str, source: str, held: Mapping[str, HeldDocument]) -> str:
        """Return a name for a source whose whole path is another document's id: the source as written, if free."""
        if self._owners.get(source, place) == place and source not in held:
            return source
        for number in count(2):
            spare = f"{name}~{number}"
            records = self._store.documents([spare])
            if self._owners.get(spare, place) == place and (not records or records[0].source == source):
                return spare
        raise AssertionError

    def _named(self, item: Document | UnreadableFile) -> Document | UnreadableFile:
        if isinstance(item, UnreadableFile):
            self._unreadable.add(item.place)
            return item
        if (location := location_of(item)) is not None:
            named, place = self._numbered(item, location), location.place
            self._sources[place].spellings |= {named.source, item.source, place, location.given} - {""}
            self._texts_under_made_ids.add(named.text_hash)
        else:
            named, place = self._told_apart(item), ""
            if named.source:
                self._texts_under_given_ids.setdefault(named.source, set()).add(named.text_hash)
        if item.location is not None and (path := local_path(item.location.place)):
            self._places[named.id] = path
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
        """Return whether documents are added and the graph has another text under an id."""
        held = self._joined.get(id)
        return held is not None and held.text_hash != document.text_hash and not has_content_of(document, held)

    def _told_apart(self, document: Document) -> Document:
        """Number documents identified by text, with equal text but different metadata."""
        if not document.is_known_by_text:
            return document
        ids = self._texts.setdefault(document.id, {})
        id = ids.setdefault(document.content_hash, _numbered_name(document.id, len(ids) + 1))
        return document if id == document.id else replace(document, id=id)


def below_common_folder(documents: Sequence[Document]) -> list[Document]:
    """Propose for each document with an absolute path as source its path within the folder common to all."""
    absolute = [
        (location := location_of(document)) is not None and not location.name and is_absolute(document.source)
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
    """Return whether a document has the content of a record; without a title, it is compared under the record's."""
    if isinstance(document, UntitledDocument):
        document = document.titled(record.title)
    return record.content_hash == document.content_hash


def _shared_end(first: tuple[str, ...], second: tuple[str, ...]) -> int:
    """Return how many last parts two paths share."""
    return _shared_start([first[::-1], second[::-1]])


def _shared_start(paths: Sequence[tuple[str, ...]]) -> int:
    """Return how many first parts all paths share."""
    differing = (number for number, parts in enumerate(zip(*paths, strict=False)) if len(set(parts)) > 1)
    return next(differing, min(map(len, paths), default=0))


def _numbered_name(name: str, number: int) -> str:
    return name if number == 1 else f"{name}:{number}"
