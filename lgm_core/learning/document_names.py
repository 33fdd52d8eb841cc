"""Ids for documents without one: made from their sources, the same on every machine.

A file that the engine reads is named by its path below its *root*: the outermost folder that the graph was built from
and that contains it, else the folder given now. Another document is named by its path below the folder that all of a
build share, or by the path or address from its loader. If another source already has that name, it is prefixed with as
many parent folders as needed to distinguish the two. Further documents of one source are numbered: `guide.md`,
`guide.md:2`.

A document in the graph has the same source if it was built from the same place; or if its folder is gone, as on another
machine, and its source is equally written or, for a file, the end of the present path.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import count
from pathlib import Path

from lgm_core.documents.media_types import ROWS, file_media_type
from lgm_core.documents.parsing import UntitledDocument
from lgm_core.documents.reader import UnreadableFile, place_of
from lgm_core.graph.port import LanguageGraphStore
from lgm_core.learning.build_report import BuildReport, CopiedDocument
from lgm_core.learning.file_places import (
    called,
    former_places,
    is_filled,
    is_folder_there,
    is_made_of_source,
    is_numbered,
    is_same_place,
    known_roots,
    location_of,
    on_disk,
    stored_place,
    written,
)
from lgm_core.model import Document, DocumentRecord, Location
from lgm_core.model.source_path import (
    is_absolute,
    is_random_id,
    joined,
    local_path,
    path_from_root,
    source_parts,
    tail,
)

__all__ = [
    "DocumentNames",
    "below_common_folder",
    "has_content_of",
]

_LISTED_SOURCES = 256
"""The most sources looked up by a filter; with more, the records of all documents are read instead."""


@dataclass(slots=True)
class _Source:
    """A source of this build: the name and the source of its documents in the graph, and how many there are so far."""

    name: str
    source: str
    documents: int = 0


class DocumentNames:
    """Assigns ids to the documents of one build, and knows afterwards which documents it has superseded.

    Args:
        store: the graph.
        adds: whether documents are added to the graph's documents of their sources, instead of replacing them.
        root: the full path of the root of what is below it; empty for the roots that the graph knows.
        counts_random: whether `with_repeated` counts documents under random ids.
    """

    def __init__(
        self, store: LanguageGraphStore, *, adds: bool = False, root: str = "", counts_random: bool = False
    ) -> None:
        self._store, self._adds, self._root, self._counts_random = store, adds, root, counts_random
        self._sources: dict[str, _Source] = {}
        self._spelled: dict[str, set[str]] = defaultdict(set)
        """The places of sources, by all that their documents have or had as source."""
        self._owners: dict[str, str] = {}
        self._read: set[str] = set()
        self._unreadable: set[str] = set()
        self._joined: dict[str, DocumentRecord] = {}
        self._texts: dict[str, dict[str, str]] = {}
        self._places: dict[str, str] = {}
        self._new: dict[str, Document] = {}

    def named(self, items: Sequence[Document | UnreadableFile]) -> list[Document | UnreadableFile]:
        """Return items with their ids in the graph; ids chosen by a caller stay."""
        items = [self._below_root(on_disk(item)) if isinstance(item, Document) else item for item in items]
        self._find_names([item for item in items if isinstance(item, Document)])
        return [self._named(item) for item in items]

    def note_new(self, document: Document) -> None:
        """Remember a document new to the graph, for `with_repeated`."""
        if document.source or (self._counts_random and is_random_id(document.id)):
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

    def with_repeated(self, report: BuildReport) -> BuildReport:
        """Return a report with the texts of new documents that the graph also has in documents outside this build.

        Superseded documents must already be deleted.
        """
        new = {hash: document for hash, document in self._new.items() if document.id not in report.left}
        records = self._store.documents() if new else []
        held = [record for record in records if record.text_hash in new and record.id not in self._owners]
        former = former_places(self._store, held)
        copies: dict[str, CopiedDocument] = {}
        sources: Counter[str] = Counter()
        random_ids = set()
        for record in held:
            document = new[record.text_hash]
            location = location_of(document)
            is_same = document.source == record.source or (
                location is not None and is_same_place(former[record.id], local_path(location.place))
            )
            if is_same and record.source and is_made_of_source(record) != (location is not None):
                sources[record.source] += 1
            elif location is not None and not is_same:
                copies.setdefault(document.id, CopiedDocument(document.id, record.id))
            elif location is None and is_random_id(document.id):
                random_ids.add(document.id)
        return replace(
            report,
            copies=tuple(copies[id] for id in sorted(copies)),
            doubled=len(random_ids) + sources.total(),
            doubled_sources=dict(sources),
        )

    def superseded(self) -> list[DocumentRecord]:
        """Return the graph's documents of this build's sources that the build lacks, unless a caller chose their ids.

        Sources that could not be read completely have none.
        """
        sources = sorted(self._spelled)
        few = {"source": {"$in": sources}} if len(sources) <= _LISTED_SOURCES else None
        records = self._store.documents(where=few) if sources and not self._adds else []
        held = [record for record in records if record.source in self._spelled and record.id not in self._owners]
        former = former_places(self._store, held)
        return [
            record
            for record in held
            if any(
                is_numbered(record.id, self._sources[place].name)
                and (not is_folder_there(former[record.id]) or is_same_place(former[record.id], local_path(place)))
                for place in self._spelled[record.source] - self._unreadable
            )
        ]

    def gone_from(self, folders: Iterable[Path]) -> list[DocumentRecord]:
        """Return the graph's documents of folders, whoever chose their ids, whose files are gone or empty.

        A folder that could not be read, or has nothing left to read, such as one on an unmounted disk, has none.
        """
        readable = [Path(place) for folder in folders if (place := place_of(folder)) not in self._unreadable]
        held = [record for record in self._store.documents() if record.id not in self._owners] if readable else []
        former = former_places(self._store, held)
        files = [(record, Path(place)) for record in held if (place := former[record.id])]
        return [
            record
            for record, file in files
            if any(file.is_relative_to(folder) for folder in readable)
            and (not is_filled(file) or self._has_read(file, record))
        ]

    def _has_read(self, file: Path, record: DocumentRecord) -> bool:
        """Return whether this build read a file completely, and so would have had a document of it."""
        is_of_build = file_media_type(file) in ROWS or is_made_of_source(record)
        return is_of_build and (place := place_of(file)) in self._read and place not in self._unreadable

    @cached_property
    def _known_roots(self) -> set[str]:
        return known_roots(self._store)

    def _below_root(self, document: Document) -> Document:
        """Propose for a document its path below its root, and tell that path, with the root's name, as its source."""
        location = document.location
        if location is None or location.name or not (place := local_path(location.place)):
            return document
        roots = [self._root] if self._root else self._known_roots if location.root else []
        given = location.root or place
        if not (around := [root for root in roots if Path(given).is_relative_to(root)]):
            return document
        root = min(around, key=len)
        below = Path(place).relative_to(root).as_posix()
        id = below if location_of(document) is not None else document.id
        if not location.root:
            return replace(document, id=id)
        source, location = path_from_root(place, below), replace(location, root=root)
        return replace(document, id=id, source=source, location=location)

    def _find_names(self, documents: Iterable[Document]) -> None:
        """Find the names of new sources, with a single store query."""
        new: dict[str, tuple[Document, Location]] = {}
        for document in documents:
            location = location_of(document)
            if location is not None and location.place not in self._sources:
                new.setdefault(location.place, (document, location))
        candidates = {name for place, (document, _) in new.items() for name in _names(document, place)}
        held = {record.id: record for record in self._store.documents(sorted(candidates))} if candidates else {}
        former = former_places(self._store, list(held.values()))
        for place, (document, location) in new.items():
            if location.name:
                source = _Source(location.name, document.source)
            else:
                name = self._name(document, place, held, former)
                source = _Source(name, _source_under_name(document, name))
            if source.name in held:
                former_source = held[source.name].source
                self._spelled[former_source].add(place)
                if location.root and place.endswith(f"/{former_source}"):
                    source.source = former_source
            self._sources[place] = source
            self._owners.setdefault(source.name, place)
        if self._adds and new:
            names = {self._sources[place].name for place in new}
            self._joined |= {record.id: record for record in called(self._store, names)}

    def _name(
        self, document: Document, place: str, held: Mapping[str, DocumentRecord], former: Mapping[str, str]
    ) -> str:
        """Return the name of a source: its name in the graph, or else the shortest free one."""
        names, path = _names(document, place), local_path(place)
        free = [name for name in names if self._owners.get(name, place) == place]
        known = [name for name in free if name in held]
        at_place = [name for name in known if path and is_same_place(former[name], path)]
        alike = [name for name in known if _is_alike(held[name], former[name], document, place)]
        if at_place or alike:
            return at_place[0] if at_place else alike[-1]
        parts = source_parts(place)
        length = min(len(source_parts(document.id)), len(names))
        if (owner := self._owners.get(names[length - 1], place)) != place or names[length - 1] in held:
            other = owner if owner != place else former[names[length - 1]] or held[names[length - 1]].source
            shared_end = _shared_start([parts[::-1], source_parts(other)[::-1]])
            length = max(length, min(len(names), shared_end + 1))
        unused = (name for name in names[length - 1 :] if name in free and name not in held)
        return next(unused, "") or self._spare_name(names[-1], place, _source_under_name(document, names[-1]))

    def _spare_name(self, name: str, place: str, source: str) -> str:
        """Return a name for a source whose whole path is another document's id."""
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
            for source in (named.source, item.source, place):
                self._spelled[source].add(place)
        else:
            named, place = self._told_apart(item), ""
        if item.location is not None:
            self._read.add(item.location.place)
            if path := stored_place(item.location):
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
        return replace(document, id=id, source=source.source, location=replace(location, name=source.name))

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


def _names(document: Document, place: str) -> list[str]:
    """Return the names that a source may have: the ends of its full path, from the shortest on, else as written."""
    parts = source_parts(place) if local_path(place) else ()
    return [joined(tail(parts, length)) for length in range(1, len(parts) + 1)] or [written(document.source)]


def _source_under_name(document: Document, name: str) -> str:
    """Return the source of a document of this name: as a caller wrote it, or a file's path from its root's name on."""
    is_longer = len(source_parts(name)) > len(source_parts(document.source))
    return name if document.location is not None and document.location.root and is_longer else document.source


def _is_alike(record: DocumentRecord, former: str, document: Document, place: str) -> bool:
    """Return whether a record, not known to be elsewhere, has the source of a document, or its file was moved there."""
    if is_folder_there(former):
        return False
    is_file = bool(former) and document.location is not None and bool(document.location.root)
    return (is_file and place.endswith(f"/{record.source}")) or written(record.source) == written(document.source)


def below_common_folder(documents: Sequence[Document]) -> list[Document]:
    """Propose for each document with an absolute path as source its path within the folder common to all."""

    def is_path(document: Document) -> bool:
        location = location_of(document)
        return location is not None and not location.name and is_absolute(document.source)

    shared = _shared_start([source_parts(document.source)[:-1] for document in documents if is_path(document)])
    return [
        replace(document, id=joined(source_parts(document.source)[shared:])) if is_path(document) else document
        for document in documents
    ]


def has_content_of(document: Document, record: DocumentRecord) -> bool:
    """Return whether a document has the content of a record; without a title, it is compared under the record's."""
    if isinstance(document, UntitledDocument):
        document = document.titled(record.title)
    return record.content_hash == document.content_hash


def _shared_start(paths: Sequence[tuple[str, ...]]) -> int:
    """Return how many first parts all paths share."""
    differing = (number for number, parts in enumerate(zip(*paths, strict=False)) if len(set(parts)) > 1)
    return next(differing, min(map(len, paths), default=0))


def _numbered_name(name: str, number: int) -> str:
    return name if number == 1 else f"{name}:{number}"
