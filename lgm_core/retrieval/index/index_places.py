"""Where the ranking index of a graph is stored: in a folder beside the graph file, else among the blobs of the store.

A *state* is a stored index: a base, and the columns of changes since. Each belongs to a revision of the graph, and has
a token that the store also records, so that the state of another graph of the same name is never mistaken for it.
"""

from __future__ import annotations

import io
import json
import os
import secrets
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from dataclasses import astuple, dataclass, replace
from pathlib import Path
from typing import Any, Protocol

import numpy as np

from lgm_core.errors import StoreError
from lgm_core.graph.port import LanguageGraphStore
from lgm_core.retrieval.index.array_file import blank_names, locked, mapped, read_arrays, write_arrays, written
from lgm_core.retrieval.index.arrays import Ids, items_of_rows
from lgm_core.retrieval.index.document_columns import NAME_COLUMNS, DocumentColumns, kind_of
from lgm_core.retrieval.index.segment import FORMAT, NONE, Segment

__all__ = ["IndexPlace", "IndexSize", "IndexState", "place_of", "unused_names"]

PREFIX = "ranking-index"
"""Prefix of the names of blobs."""

_TOKEN, _CURRENT, _LOCK = f"{PREFIX}-token", "current", "lock"
_BASE, _CHANGES, _SUMMARY = f"{PREFIX}-base", f"{PREFIX}-changes", f"{PREFIX}-summary"


@dataclass(frozen=True, slots=True, eq=False)
class IndexState:
    """An index as stored.

    Attributes:
        revision: the revision of the graph.
        languages: ISO 639-1 codes of the languages of the graph.
        base: most documents.
        new: the columns of new documents and replacements since the base.
        deleted: the deleted or replaced documents of the base, sorted.
        base_file: the name of the base's file, if already written.
        token: identifies the stored state among all others; empty if not stored.
        unkept: the amount of change since it was stored, in short documents.
    """

    revision: int
    languages: tuple[str, ...]
    base: Segment
    new: DocumentColumns
    deleted: Ids
    base_file: str = ""
    token: str = ""
    unkept: int = 0


@dataclass(frozen=True, slots=True)
class IndexSize:
    """The size of a stored index, known without reading it.

    Documents, sections and sentences are those of its base; changed sections are new since the base or deleted from it.
    """

    revision: int
    documents: int
    sections: int
    sentences: int
    changed_sections: int

    @classmethod
    def of(cls, state: IndexState) -> IndexSize:
        """Return the size of a state."""
        columns = state.base.columns
        changed = len(state.new.section_title) + int(columns.document_sections[state.deleted].sum())
        return cls(
            state.revision, len(columns.document_ids), state.base.section_count, len(columns.sentence_words), changed
        )


class IndexPlace(Protocol):
    """Stores the state of one graph's index; all of it may vanish at any time."""

    @property
    def spool_folder(self) -> Path | None:
        """Return the folder for large arrays while an index is built, None to keep them in memory."""
        ...

    def size(self) -> IndexSize | None:
        """Return the size of the stored state, None without one; reads little."""
        ...

    def load(self) -> IndexState | None:
        """Return the stored state, None without one that belongs to the graph."""
        ...

    def is_last(self, state: IndexState) -> bool:
        """Tell whether nothing was stored or deleted since this state was stored."""
        ...

    def save(self, state: IndexState, *, wait: bool = True) -> IndexState:
        """Store a state, erasing documents in none of its parts. Return it as stored, if it is.

        Args:
            state: the state.
            wait: whether to wait for writers of the graph; otherwise the state is not stored while one writes.

        Raises:
            StoreError: another writer did not finish, with `wait`. No word of deleted documents is kept then.
        """
        ...

    def forget(self) -> None:
        """Delete everything stored."""
        ...

    def tidy(self) -> None:
        """Remove what a killed process left of documents that are in no part of the state."""
        ...

    def check_forgetting(self) -> None:
        """Raise StoreError if the stored files cannot be written, so that words of deleted documents would remain."""
        ...

    def lock(self, *, wait: bool = True) -> AbstractContextManager[bool]:
        """Return a context that excludes other savers; yields whether it does, waiting for that with `wait`."""
        ...


def place_of(store: LanguageGraphStore) -> IndexPlace:
    """Return where the index of a store's graph is stored."""
    path = getattr(store, "path", None)
    return _IndexBlobs(store) if path is None else _IndexFolder(store, Path(path))


class _IndexFolder:
    """A folder beside a graph file.

    It holds a file with the base, one with changes, and `current`, which names them and is replaced last. Readers map
    the files; those no state needs any more are removed.
    """

    def __init__(self, store: LanguageGraphStore, graph: Path) -> None:
        self._store, self._folder = store, graph.with_name(f"{graph.name}-index")
        self._is_read_only = bool(getattr(store, "is_read_only", False))
        self.spool_folder = None if self._is_read_only else self._folder

    def size(self) -> IndexSize | None:
        state = self.load()
        return None if state is None else IndexSize.of(state)

    def load(self) -> IndexState | None:
        tokens = self._tokens()
        for _ in range(_TRIES):
            current = self._current()
            if current is None or current["format"] != FORMAT or current["token"] not in tokens:
                return None
            try:
                base = read_arrays(Segment, mapped(self._folder / current["base"]))
                new = read_arrays(DocumentColumns, mapped(self._folder / current["changes"]))
            except FileNotFoundError:
                continue  # replaced by a newer one since `current` was read
            deleted = np.array(current["deleted"], dtype=np.int64)
            names = (current["base"], current["token"])
            return IndexState(current["revision"], tuple(current["languages"]), base, new, deleted, *names)
        return None

    def is_last(self, state: IndexState) -> bool:
        current = self._current()
        if current is not None and current["token"] in self._tokens():
            return bool(current["token"] == state.token)
        return not state.token and not state.base_file  # nothing is stored, nor ever was

    def save(self, state: IndexState, *, wait: bool = True) -> IndexState:
        if self._is_read_only:
            return state  # the lock's holder continues from it
        before, name, tokens = self._current(), secrets.token_hex(8), self._tokens()
        former = before if before is not None and before["token"] in tokens else None
        try:
            self._folder.mkdir(exist_ok=True)
            kept = replace(state, base_file=state.base_file or f"base-{name}")
            if not state.base_file:
                written(self._folder / kept.base_file, state.base)
                self._blank(kept)
            written(self._folder / f"changes-{name}", state.new)
            current = {
                "format": FORMAT,
                "token": name,
                "revision": state.revision,
                "languages": state.languages,
                "base": kept.base_file,
                "changes": f"changes-{name}",
                "deleted": state.deleted.tolist(),
            }
            # Until `current` is replaced, the old state remains valid too, unless documents of it have been deleted
            # since.
            known = f"{name} {former['token'] if former else ''}"
            self._store.write_blob(_TOKEN, known.encode(), wait=wait)
            written(self._folder / _CURRENT, json.dumps(current).encode())
            kept = replace(kept, token=name, unkept=0)
            self._leave(kept)
        except (OSError, StoreError) as error:
            if former is None:
                self.forget()  # the existing file may contain words of deleted documents
            else:
                with suppress(OSError):
                    self._remove_all_but(_CURRENT, _LOCK, former["base"], former["changes"])
            if wait and isinstance(error, StoreError):
                raise
            return state
        if not state.base_file and (mapped_state := self.load()) is not None and mapped_state.token == name:
            return mapped_state  # so that the base takes no memory of its own
        return kept

    def forget(self) -> None:
        with suppress(OSError):
            self._remove_all_but(_LOCK)

    def tidy(self) -> None:
        state = self.load()
        if state is None:
            self.forget()
        else:
            with suppress(OSError):
                self._leave(state)

    def _leave(self, state: IndexState) -> None:
        """Leave only a stored state, without documents that are in none of its parts."""
        self._blank(state)
        self._remove_all_but(_CURRENT, _LOCK, state.base_file, f"changes-{state.token}")

    def check_forgetting(self) -> None:
        if self._folder.exists() and not os.access(self._folder, os.W_OK):
            raise StoreError(
                f"{self._folder}: names of deleted documents cannot be overwritten, since it cannot be written; "
                "make it writable, or remove it: it will be rebuilt"
            )

    def _remove_all_but(self, *names: str) -> None:
        """Remove files; processes that mapped one keep reading its old content."""
        for path in self._folder.iterdir():
            if path.name not in names:
                with suppress(OSError):
                    path.unlink()

    def _blank(self, state: IndexState) -> None:
        blank_names(self._folder / state.base_file, "columns.names", unused_names(state))
        blank_names(self._folder / state.base_file, "columns.document_ids", _gone(state))

    @contextmanager
    def lock(self, *, wait: bool = True) -> Iterator[bool]:
        if self._is_read_only:
            yield True
            return
        try:
            self._folder.mkdir(exist_ok=True)
            file = (self._folder / _LOCK).open("ab")
        except OSError:
            yield True  # an unwritable folder needs no lock
            return
        with file, locked(file, wait=wait) as is_held:
            yield is_held

    def _tokens(self) -> list[str]:
        """Return the tokens of the states that the store knows, the last one first."""
        return (self._store.read_blob(_TOKEN) or b"").decode().split()

    def _current(self) -> dict[str, Any] | None:
        try:
            current: dict[str, Any] = json.loads((self._folder / _CURRENT).read_bytes())
        except (OSError, ValueError):
            return None
        return current


_TRIES = 10
"""How often a reader retries when files were replaced meanwhile."""


def _gone(state: IndexState) -> Ids:
    """Return the deleted documents of the base, except replaced ones: readers may be using their ids."""
    ids, new = state.base.columns.document_ids, set(state.new.document_ids)
    return np.array([number for number in state.deleted.tolist() if ids[number] not in new], dtype=np.int64)


def unused_names(state: IndexState) -> Ids:
    """Return the names of the base used only by documents that were deleted, or replaced by ones without them."""
    if not len(state.deleted):
        return np.zeros(0, dtype=np.int64)
    columns, bounds = state.base.columns, state.base.columns.bounds()
    found = [getattr(columns, name)[items_of_rows(bounds[kind_of(name)], state.deleted)[1]] for name in NAME_COLUMNS]
    names, uses = np.unique(np.concatenate(found), return_counts=True)
    names, uses = names[names != NONE], uses[names != NONE]
    unused: Ids = names[uses == state.base.name_uses[names]].astype(np.int64)
    new = set(state.new.names)
    return unused[[columns.names[number] not in new for number in unused.tolist()]]


class _IndexBlobs:
    """The blobs of a store, for graphs without a local folder; they vanish whenever a document is deleted."""

    spool_folder = None

    def __init__(self, store: LanguageGraphStore) -> None:
        self._store = store

    def load(self) -> IndexState | None:
        base, changes = self._store.read_blob(_BASE), self._store.read_blob(_CHANGES)
        if base is None or changes is None:
            return None
        header, _, arrays = changes.partition(b"\n")
        current = json.loads(header)
        if current["format"] != FORMAT or not base.startswith(current["base"].encode()):
            return None
        return IndexState(
            current["revision"],
            tuple(current["languages"]),
            read_arrays(Segment, np.frombuffer(base, dtype=np.uint8)[len(current["base"]) :]),
            read_arrays(DocumentColumns, np.frombuffer(arrays, dtype=np.uint8)),
            np.array(current["deleted"], dtype=np.int64),
            current["base"],
            current["token"],
        )

    def size(self) -> IndexSize | None:
        size = self._summary().get("size")
        return None if size is None else IndexSize(*size)

    def is_last(self, state: IndexState) -> bool:
        return bool(state.token) and self._summary().get("token") == state.token

    def _summary(self) -> dict[str, Any]:
        """Return the token and size of the stored state, which can be read without the rest."""
        summary: dict[str, Any] = json.loads(self._store.read_blob(_SUMMARY) or b"{}")
        return summary if summary.get("format") == FORMAT else {}

    def save(self, state: IndexState, *, wait: bool = True) -> IndexState:
        name, token = state.base_file or secrets.token_hex(32), secrets.token_hex(8)
        base = _without_names(state)
        if base is not state.base or not state.base_file or self._store.read_blob(_BASE) is None:
            self._store.write_blob(_BASE, name.encode() + _bytes(base))
        current = {
            "format": FORMAT,
            "revision": state.revision,
            "languages": state.languages,
            "base": name,
            "token": token,
            "deleted": state.deleted.tolist(),
        }
        self._store.write_blob(_CHANGES, json.dumps(current).encode() + b"\n" + _bytes(state.new))
        size = astuple(IndexSize.of(state))
        self._store.write_blob(_SUMMARY, json.dumps({"format": FORMAT, "token": token, "size": size}).encode())
        return replace(state, base=base, base_file=name, token=token, unkept=0)

    def forget(self) -> None:
        self._store.delete_blobs(PREFIX)

    def tidy(self) -> None:
        """Do nothing: blobs are deleted with the documents."""

    def check_forgetting(self) -> None:
        """Do nothing: deleting in the store already requires write access."""

    def lock(self, *, wait: bool = True) -> AbstractContextManager[bool]:
        """Do not wait: if two states are saved at once, the later one counts."""
        return nullcontext(True)


def _without_names(state: IndexState) -> Segment:
    """Return the base with zeros for names of deleted documents; the base itself if they are already blank."""
    columns = state.base.columns
    names = [number for number in unused_names(state).tolist() if not columns.names.is_blank(number)]
    ids = [number for number in _gone(state).tolist() if not columns.document_ids.is_blank(number)]
    if not (names or ids):
        return state.base
    blanked = replace(columns, names=columns.names.blanked(names), document_ids=columns.document_ids.blanked(ids))
    return replace(state.base, columns=blanked)


def _bytes(value: Segment | DocumentColumns) -> bytes:
    buffer = io.BytesIO()
    write_arrays(buffer, value)
    return buffer.getvalue()
