"""Read files and folders into documents, one at a time; report unreadable ones and continue."""

from __future__ import annotations

import os
import re
import unicodedata
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby
from os import PathLike
from pathlib import Path
from types import MappingProxyType

from lgm_core.documents.json_lines import read_json, read_json_lines
from lgm_core.documents.media_types import JSON, JSON_LINES, MEDIA_TYPES_BY_SUFFIX, PARQUET, PDF, file_media_type
from lgm_core.documents.parsing import UntitledDocument, with_front_matter
from lgm_core.documents.text_files import decode
from lgm_core.errors import InputError, LGMError, MissingDependencyError, shown
from lgm_core.model import Document, Location
from lgm_core.model.source_path import path_from_root

__all__ = [
    "FileResults",
    "FoundFile",
    "IgnoredFile",
    "ReadDocuments",
    "ReadFiles",
    "Source",
    "UnreadableFile",
    "folders_of",
    "found_files",
    "listed_sources",
    "place_of",
    "read_documents",
    "read_file",
    "read_sources",
]

Source = Document | str | PathLike[str]
"""A document, or the path of a file or folder of documents."""

ReadDocuments = Callable[[bytes, str, str, Location], Iterable[Document]]
"""Reads the documents of a file from its bytes, given an id for those without one, their source and location."""

_SOURCES = (
    "give documents, or paths of files and folders; documents of a framework are learned through its package, "
    "langchain_lgm or llama_index_lgm"
)

_TELLING_NAME = re.compile(r"(?=.*[^\W\d_])(?=.* ).*\b(?:19|20)\d\d(?!\d).*")
"""The name of a file that tells whose and of which year it is, such as `3M 2018 10K`."""

_LONGEST_PATH = 1000
"""Characters beyond which a source is assumed to be a document's text."""


@dataclass(frozen=True, slots=True)
class UnreadableFile:
    """An unreadable file, or line or row of it (counted from 1), and why; the error names all three."""

    path: Path
    line: int | None
    reason: str
    error: InputError

    @property
    def place(self) -> str:
        """Return the `Location.place` that documents of the file have."""
        return place_of(self.path)


@dataclass(frozen=True, slots=True)
class IgnoredFile:
    """A skipped file of a folder, and why: a link, `empty`, or its suffix, if its kind is not read."""

    path: Path
    reason: str


@dataclass(frozen=True, slots=True)
class FoundFile:
    """A file to read: `name` is its path within the given folder, and `root` the full path of this folder.

    If the file itself was given, `name` is its own name and `root` its full path.
    """

    path: Path
    name: str
    root: str

    @property
    def source(self) -> str:
        """Return the path from the name of the folder on, which is the same wherever the folder is."""
        return path_from_root(place_of(self.path), self.name)

    @property
    def location(self) -> Location:
        """Return the location of the file on this machine."""
        return Location(place_of(self.path), root=self.root)


FileResults = Iterable[tuple[int | None, Document | InputError]]
"""The contents of a file, each with its line or row number, if it has one."""

ReadFiles = Callable[
    [Iterable[FoundFile | UnreadableFile], Mapping[str, ReadDocuments]],
    Iterator[tuple[FoundFile | UnreadableFile, FileResults]],
]
"""Reads files in order, given the readers of further suffixes; passes on what is unreadable."""


def _one_by_one(
    files: Iterable[FoundFile | UnreadableFile], readers: Mapping[str, ReadDocuments]
) -> Iterator[tuple[FoundFile | UnreadableFile, FileResults]]:
    for file in files:
        yield file, () if isinstance(file, UnreadableFile) else read_file(file, readers)


def read_sources(
    sources: Source | Iterable[Source],
    on_ignored: Callable[[IgnoredFile], None] | None = None,
    readers: Mapping[str, ReadDocuments] = MappingProxyType({}),
    read_files: ReadFiles | None = None,
) -> Generator[Document | UnreadableFile, None, None]:
    """Yield documents as given, and the documents at paths like `read_documents`, lazily and in the given order.

    Args:
        sources: documents and paths.
        on_ignored: called with each skipped file.
        readers: readers for further suffixes, for files given by name.
        read_files: reads the files found; None reads them here, one after another.

    Raises:
        InputError: a source is neither a document nor a path.
    """
    for is_document, group in groupby(listed_sources(sources), lambda source: isinstance(source, Document)):
        if is_document:
            yield from (source for source in group if isinstance(source, Document))
        else:
            yield from read_documents(map(_checked_path, group), on_ignored, readers, read_files)


def folders_of(sources: Iterable[Source]) -> list[Path]:
    """Return the sources that are folders."""
    return [Path(source) for source in sources if isinstance(source, str | PathLike) and _is_folder(Path(source))]


def _is_found_below(path: Path, folder: Path) -> bool:
    """Tell whether the search of a folder also finds this path."""
    if path == folder or not path.exists() or not path.resolve().is_relative_to(folder.resolve()):
        return False
    inner = path.resolve().relative_to(folder.resolve())
    is_hidden = any(part.startswith(".") for part in inner.parts)
    return bool(inner.parts) and not is_hidden and (path.is_dir() or path.suffix.lower() in MEDIA_TYPES_BY_SUFFIX)


def place_of(path: Path) -> str:
    """Return the `Location.place` of a file's documents: its full path on this machine."""
    return _normalised(Path(os.path.abspath(path)).as_posix())  # noqa: PTH100  # resolve() follows links


def listed_sources(sources: Source | Iterable[Source]) -> Iterable[Source]:
    """Return sources as a list, also a single one.

    Raises:
        InputError: it cannot be iterated.
    """
    if isinstance(sources, Document | str | PathLike):
        return [sources]
    if not isinstance(sources, Iterable):
        raise InputError(f"{shown(sources)} cannot be learned from; {_SOURCES}")
    return sources


def _is_text(source: str) -> bool:
    """Tell whether this looks like the text of a document, even a single sentence, rather than a path."""
    if "\n" in source or len(source) > _LONGEST_PATH:
        return True
    return " " in source and source.endswith((".", "!", "?")) and not Path(source).exists()


def _checked_path(source: object) -> Path:
    if isinstance(source, str) and _is_text(source):
        raise InputError(f"{shown(source)} is a text, not a path; learn a text with Document.from_text(text, id=…)")
    if not isinstance(source, str | PathLike):
        raise InputError(f"{shown(source)} is neither a document of lgm_core nor a path; {_SOURCES}")
    return Path(source)


def read_documents(
    paths: str | PathLike[str] | Iterable[str | PathLike[str]],
    on_ignored: Callable[[IgnoredFile], None] | None = None,
    readers: Mapping[str, ReadDocuments] = MappingProxyType({}),
    read_files: ReadFiles | None = None,
) -> Iterator[Document | UnreadableFile]:
    """Read files and folders, one path or many, in sorted order, one document at a time.

    Folders are searched recursively. Hidden files and folders and links to folders are skipped; so are empty files and
    those whose suffix is not in `MEDIA_TYPES_BY_SUFFIX`, which go to `on_ignored`. A file given by name is always read,
    with an unknown suffix as plain text; JSON files, most of which are not documents, and those with suffixes in
    `readers` are only read this way. A document's id is its path within the given folder, which a build may lengthen if
    another file has it, or a row's `id` in JSON Lines and Parquet. Its source is that path prefixed with the folder's
    own name.

    Yields:
        One document per file, line of JSON Lines or row of Parquet (`UntitledDocument` if the title is in the text), or
        an `UnreadableFile` instead.
    """
    if isinstance(paths, str | PathLike):
        paths = [paths]
    seen: set[str] = set()
    found = found_files(map(Path, paths), on_ignored)
    for source, results in (read_files or _one_by_one)(found, readers):
        if isinstance(source, UnreadableFile):
            yield source
            continue
        for line, result in results:
            if isinstance(result, InputError):
                yield _unreadable(source.path, line, result)
            elif result.id != source.name and result.id in seen:
                problem = f"has the id {shown(result.id)}, which an earlier document has; ids must differ"
                yield _unreadable(source.path, line, InputError(problem))
            else:
                seen.add(result.id)
                yield result


def found_files(
    paths: Iterable[Path], on_ignored: Callable[[IgnoredFile], None] | None = None
) -> Iterator[FoundFile | UnreadableFile]:
    """Yield the files that `read_documents` reads, in the same order, without opening texts."""
    paths = sorted(set(paths), key=Path.as_posix)
    folders = [path for path in paths if _is_folder(path)]
    for path in paths:
        if any(_is_found_below(path, folder) for folder in folders):
            continue  # found by the search of the folder
        if path in folders:
            yield from _folder_sources(path, on_ignored)
        else:
            yield _file_source(path)


def _folder_sources(
    folder: Path, on_ignored: Callable[[IgnoredFile], None] | None
) -> Iterator[FoundFile | UnreadableFile]:
    is_empty = True
    for source in _walk(folder, on_ignored):
        is_empty = False
        yield source
    if is_empty:
        known = ", ".join(sorted(MEDIA_TYPES_BY_SUFFIX))
        yield _unreadable(folder, None, InputError(f"has no readable file ({known})"))


def _file_source(path: Path) -> FoundFile | UnreadableFile:
    try:
        if path.is_file():
            return FoundFile(path, _normalised(path.name), place_of(path))
        problem = InputError("is not a regular file" if path.exists() else "does not exist")
    except OSError as error:
        problem = _system_error(error)
    return _unreadable(path, None, problem)


def _is_folder(path: Path) -> bool:
    try:
        return path.is_dir()
    except OSError:
        return False  # reading it as a file will raise the same error


def _walk(top: Path, on_ignored: Callable[[IgnoredFile], None] | None) -> Iterator[FoundFile | UnreadableFile]:
    """Find the files of a folder without recursion, which deep folders would exceed."""
    root, pending = place_of(top), [top]
    while pending:
        path = pending.pop()
        try:
            if path == top or (path.is_dir() and not path.is_symlink()):
                entries = [entry for entry in path.iterdir() if not entry.name.startswith(".")]
                pending += sorted(entries, key=lambda entry: entry.name, reverse=True)
                continue
            reason = _reason_to_ignore(path, top) if path.is_file() else None
        except OSError as error:
            yield _unreadable(path, None, _system_error(error))
            continue
        if reason == "":
            yield FoundFile(path, _normalised(path.relative_to(top).as_posix()), root)
        elif reason and on_ignored is not None:
            on_ignored(IgnoredFile(path, reason))


def _reason_to_ignore(file: Path, top: Path) -> str:
    suffix = file.suffix.lower()
    if suffix not in MEDIA_TYPES_BY_SUFFIX:
        return suffix or "no suffix"
    if file.is_symlink() and not file.resolve().is_relative_to(top.resolve()):
        return "link out of the folder"  # writers into a folder must not decide what else is read
    return "empty" if file.stat().st_size == 0 or _is_table_without_rows(file) else ""


def _is_table_without_rows(file: Path) -> bool:
    """Tell whether a Parquet file has no rows, as clusters often write."""
    if file_media_type(file) != PARQUET:
        return False
    from lgm_core.documents.parquet_rows import count_parquet_rows

    try:
        return count_parquet_rows(file) == 0
    except (LGMError, OSError):  # reading it reports the error
        return False


def read_file(
    source: FoundFile, readers: Mapping[str, ReadDocuments] = MappingProxyType({})
) -> Iterator[tuple[int | None, Document | InputError]]:
    """Yield the contents of a file: a document or error for each line or row."""
    media_type = file_media_type(source.path)
    read = readers.get(source.path.suffix.lower())
    try:
        if read is not None:
            for document in read(source.path.read_bytes(), source.name, source.source, source.location):
                yield None, document
        elif media_type == JSON_LINES:
            is_empty = True
            for row in read_json_lines(source.path, source.name, source.source, source.location):
                is_empty = False
                yield row
            if is_empty:
                yield None, InputError("is empty")
        elif media_type == PARQUET:
            from lgm_core.documents.parquet_rows import read_parquet

            yield from read_parquet(source.path, source.name, source.source, source.location)
        elif media_type == JSON:
            yield None, read_json(source.path, source.name, source.source, source.location)
        else:
            yield None, _read_document(source, media_type)
    except InputError as error:
        yield None, error
    except MissingDependencyError as error:
        problem = InputError(f"cannot be read: {error}")
        problem.__cause__ = error
        yield None, problem
    except OSError as error:
        yield None, _system_error(error)


def _read_document(source: FoundFile, media_type: str) -> Document:
    data = source.path.read_bytes()
    file_title = _normalised(source.path.stem.replace("_", " "))
    title = ""
    if media_type == PDF:
        from lgm_core.documents.formats.pdf_text import read_pdf

        pdf = read_pdf(data)
        # The first heading of a report is often that of a form, the same in all of them.
        text, title = pdf.text, pdf.title or (file_title if _TELLING_NAME.fullmatch(file_title) else "")
    else:
        text = decode(data)
    if title:
        return Document(source.name, text, _normalised(title), {}, source.source, media_type, source.location)
    untitled = UntitledDocument(source.name, text, "", {}, source.source, media_type, source.location, file_title)
    return with_front_matter(untitled)


def _unreadable(path: Path, line: int | None, error: InputError) -> UnreadableFile:
    """Prefix an error's text with the file and the line or row."""
    counted = "row" if file_media_type(path) == PARQUET else "line"
    place = _normalised(path.as_posix()) if line is None else f"{_normalised(path.as_posix())}, {counted} {line},"
    named = InputError(f"{place} {error}")
    named.__cause__ = error.__cause__
    return UnreadableFile(path, line, str(error), named)


def _system_error(error: OSError) -> InputError:
    problem = InputError(f"cannot be read: {error.strerror or error}")
    problem.__cause__ = error
    return problem


def _normalised(name: str) -> str:
    """Normalise a name across systems: composed characters, U+FFFD for bytes that are not text."""
    return unicodedata.normalize("NFC", name.encode("utf-8", "surrogateescape").decode("utf-8", "replace"))
