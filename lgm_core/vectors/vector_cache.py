"""Vectors of texts stored beside a graph, a byte per dimension: each text is embedded once, opening reads nothing.

A *part* is an array with a row for each text: its vector, and the fingerprints of the text and its document, so that
vectors are found when texts are reordered, and those of a deleted document can be removed.
"""

from __future__ import annotations

import hashlib
import logging
import secrets
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from lgm_core.errors import InputError, StoreError
from lgm_core.model import DocumentRecord
from lgm_core.progress import tell_progress
from lgm_core.vectors.port import Embed, Embeddings
from lgm_core.vectors.unit_vectors import Vectors, unit_vectors
from lgm_core.vectors.vector_places import BlobStore, VectorBlobs, VectorPlace, vector_place

__all__ = [
    "QuantisedVectors",
    "VectorCache",
    "VectorPart",
    "embedded",
    "forget_rows",
    "stored_model",
    "surviving_vectors",
]

_LARGEST = 127
"""The largest dimension of each vector becomes this number."""

_NUMBERS_AT_ONCE = 400_000
"""Dimensions converted back to 32-bit numbers at a time: they fit into a processor's cache, and OpenBLAS multiplies
them in one thread. It divides larger products among threads, which wait for each other on a busy machine."""

_EMBEDDED_AT_ONCE = 8192
"""Texts whose vectors are held as 32-bit numbers before they are quantised."""


@dataclass(frozen=True, slots=True, eq=False)
class QuantisedVectors:
    """Vectors, each as integers times a scale; a row of zeros is a removed vector.

    Attributes:
        rows: of shape (vectors,), with the fields `scale`, float32, and `numbers`, int8 of shape (dimensions,).
    """

    rows: npt.NDArray[np.void]

    @classmethod
    def of(cls, vectors: Vectors) -> QuantisedVectors:
        """Quantise unit vectors of shape (vectors, dimensions)."""
        quantised = cls.empty(len(vectors), vectors.shape[1])
        scales = np.abs(vectors).max(axis=1, initial=0) / _LARGEST
        quantised.rows["scale"] = scales
        quantised.rows["numbers"] = np.rint(vectors / np.where(scales > 0, scales, 1)[:, None])
        return quantised

    @classmethod
    def empty(cls, count: int, dimensions: int) -> QuantisedVectors:
        """Return vectors of zeros, to be filled."""
        return cls(np.zeros(count, dtype=[("scale", np.float32), ("numbers", np.int8, (dimensions,))]))

    def __len__(self) -> int:
        """Return the number of vectors."""
        return len(self.rows)

    @property
    def dimensions(self) -> int:
        """Return the number of dimensions."""
        return int(self.rows.dtype["numbers"].shape[0])

    def products(self, vector: Vectors) -> Vectors:
        """Return the dot product of each with one vector, float32 of shape (vectors,)."""
        products = np.zeros(len(self), dtype=np.float32)
        rows = max(1, _NUMBERS_AT_ONCE // max(1, self.dimensions))
        for first in range(0, len(self), rows):
            block = self.rows[first : first + rows]
            products[first : first + rows] = block["numbers"].astype(np.float32) @ vector
            products[first : first + rows] *= block["scale"]
        return products

    def restored(self) -> Vectors:
        """Return the vectors as 32-bit numbers, of shape (vectors, dimensions)."""
        return np.asarray(self.rows["numbers"] * self.rows["scale"][:, None], dtype=np.float32)

    def taken(self, places: Any) -> QuantisedVectors:  # noqa: ANN401 - anything that selects rows of an array
        """Return a selection of the vectors."""
        return QuantisedVectors(np.asarray(self.rows[places]))


def embedded(embed: Embed, texts: Sequence[str]) -> Iterator[QuantisedVectors]:
    """Embed texts, some thousand at a time; raises like `unit_vectors`."""
    for first in range(0, len(texts), _EMBEDDED_AT_ONCE):
        yield QuantisedVectors.of(unit_vectors(embed, texts[first : first + _EMBEDDED_AT_ONCE]))


_log = logging.getLogger(__name__)

_MODEL = "model"
_PARTS = ("base", "changes")

_FINGERPRINT = 2
"""Number of 64-bit integers in a fingerprint: two of a billion texts collide with a probability below 1e-20."""

_PROBE = "The same text always has the same vector."
"""Embedded to recognise a model: vectors of another model are useless."""

_TOLERANCE = 1e-3
"""Tolerated difference between two probes of one model, which may run on other hardware or in batches of another
size."""

_MOST_OF_NAME = 200
"""Characters that are kept of the name of a model, at most."""

_Fingerprints = npt.NDArray[np.uint64]


class DocumentStore(BlobStore, Protocol):
    """A store of blobs that also knows which documents there are."""

    def documents(self) -> list[DocumentRecord]:
        """Return the records of all documents."""
        ...


@dataclass(frozen=True, slots=True, eq=False)
class VectorPart:
    """The vectors of some texts.

    Attributes:
        documents: fingerprints of the documents of the texts, of shape (texts, 2).
        texts: fingerprints of the texts, of the same shape.
        vectors: the vectors of the texts.
    """

    documents: _Fingerprints
    texts: _Fingerprints
    vectors: QuantisedVectors

    def is_of(self, documents: _Fingerprints, texts: _Fingerprints) -> bool:
        """Tell whether it has exactly these texts of these documents, in this order."""
        return np.array_equal(self.texts, texts) and np.array_equal(self.documents, documents)

    def places_of(self, wanted: _Fingerprints) -> npt.NDArray[np.int64]:
        """Return the positions of texts by fingerprint, -1 for missing ones."""
        if not len(wanted) or not len(self.texts):
            return np.full(len(wanted), -1, dtype=np.int64)
        sought, own = np.unique(wanted[:, 0]), np.ascontiguousarray(self.texts[:, 0])
        candidates = np.flatnonzero(sought[np.minimum(np.searchsorted(sought, own), len(sought) - 1)] == own)
        candidates = candidates[np.argsort(own[candidates], kind="stable")]
        if not len(candidates):
            return np.full(len(wanted), -1, dtype=np.int64)
        keys = own[candidates]
        found = candidates[np.minimum(np.searchsorted(keys, wanted[:, 0]), len(keys) - 1)]
        return np.where((self.texts[found] == wanted).all(axis=1), found, -1)


class VectorCache:
    """Stores the vectors of a graph's texts by one model; creating it removes those of any other model, with a warning.

    Args:
        store: the store of the graph.
        embeddings: the model.

    Raises:
        InputError: the vectors of documents and of questions have different numbers of dimensions, or are invalid.
    """

    def __init__(self, store: BlobStore, embeddings: Embeddings) -> None:
        self._place, self._embeddings = vector_place(store), embeddings
        probes = _probes(embeddings)
        self.dimensions = probes.shape[1]
        self._token = _token_of(self._place, probes, embeddings.name)

    def part(self, name: str, identity: str | None = None) -> VectorPart | None:
        """Return a stored part by this model, and of this identity if one is given; None if there is none."""
        rows = self._place.read(name)
        if rows is None or rows.dtype != _row_type(self.dimensions) or not len(rows):
            return None
        is_wanted = identity is None or (rows["document"][0] == _fingerprint(identity)).all()
        return _part_of(rows) if is_wanted and rows["text"][0][0] == self._token else None

    def make(
        self, name: str, identity: str, texts: Sequence[str], document_ids: Sequence[str], known: Iterable[VectorPart]
    ) -> VectorPart:
        """Make a part and store it.

        Args:
            name: `base` or `changes`.
            identity: distinguishes this part from others of its name.
            texts: the texts as given to the model; an empty one gets a zero vector.
            document_ids: the document of each.
            known: parts that may already have vectors of some texts; the others are embedded.
        """
        rows = np.zeros(len(texts) + 1, dtype=_row_type(self.dimensions))
        rows["document"][0], rows["text"][0] = _fingerprint(identity), (self._token, 0)
        made = _part_of(rows)
        is_text = np.array([bool(text) for text in texts], dtype=bool)
        made.documents[:], made.texts[:] = _fingerprints(document_ids), _fingerprints(texts)
        made.documents[~is_text], made.texts[~is_text] = 0, 0
        kept = self.part(name, identity)
        if kept is not None and kept.is_of(made.documents, made.texts):
            return kept
        missing = is_text
        for part in known:
            wanted = np.flatnonzero(missing)
            places = part.places_of(made.texts[wanted])
            made.vectors.rows[wanted[places >= 0]] = part.vectors.rows[places[places >= 0]]
            missing[wanted[places >= 0]] = False
        places_of_text: dict[str, list[int]] = {}
        for place in np.flatnonzero(missing).tolist():
            places_of_text.setdefault(texts[place], []).append(place)
        remaining, done = iter(places_of_text.values()), 0
        for vectors in embedded(self._embeddings.documents, list(places_of_text)):
            for row in vectors.rows:
                made.vectors.rows[next(remaining)] = row
            done += len(vectors.rows)
            tell_progress("embedding", done, len(places_of_text), "texts")
        self._place.write(name, rows)
        return made

    def forget(self, name: str) -> None:
        """Remove a part."""
        self._place.forget(name)


def forget_rows(store: BlobStore, name: str, identity: str, places: npt.NDArray[np.int64]) -> None:
    """Remove some vectors of a part, if it exists, has this identity, and can be written."""
    place = vector_place(store)
    rows = place.read(name)
    if rows is not None and (rows["document"][0] == _fingerprint(identity)).all() and rows["text"][places + 1].any():
        with suppress(StoreError):
            place.blank(name, places + 1)


@contextmanager
def surviving_vectors(store: DocumentStore, document_ids: Collection[str]) -> Iterator[None]:
    """Preserve the vectors of all other documents while the block deletes these, which may empty the store's blobs.

    Vectors in files are removed first, so that a crash leaves none of a deleted document, and restored if the block
    fails and all documents still exist. Those in blobs are written back afterwards.
    """
    place = vector_place(store)
    gone = _fingerprints(list(document_ids))
    removed: list[tuple[str, npt.NDArray[np.int64], npt.NDArray[np.void]]] = []
    for name in _PARTS:
        rows = place.read(name)
        if rows is not None and len(gone):
            candidates = np.flatnonzero(np.isin(np.ascontiguousarray(rows["document"][1:, 0]), gone[:, 0])) + 1
            if len(candidates):
                removed.append((name, candidates, rows[candidates].copy()))
                place.blank(name, candidates)
    try:
        with place.surviving((_MODEL, *_PARTS)):
            yield
    except BaseException:
        if {*document_ids} <= {record.id for record in store.documents()}:
            for name, places, old in removed:
                _put_back(place, name, places, old)
        raise
    if isinstance(place, VectorBlobs) and _holds_others(place, [record.id for record in store.documents()]):
        place.forget()  # another process deleted a document meanwhile: none of its vectors may remain


def _put_back(place: VectorPlace, name: str, places: npt.NDArray[np.int64], old: npt.NDArray[np.void]) -> None:
    """Restore rows at their positions, unless the part was replaced meanwhile."""
    rows = place.read(name)
    if rows is not None and rows.dtype == old.dtype and len(rows) > places[-1] and not rows["text"][places].any():
        rows = rows.copy()
        rows[places] = old
        place.write(name, rows)


def _holds_others(place: VectorPlace, document_ids: Sequence[str]) -> bool:
    """Tell whether there is a vector of any other document."""
    present = np.append(_fingerprints(document_ids)[:, 0], np.uint64(0))
    parts = [rows["document"][1:, 0] for name in _PARTS if (rows := place.read(name)) is not None]
    return any(not np.isin(part, present).all() for part in parts)


def _row_type(dimensions: int) -> np.dtype[np.void]:
    """Return the type of rows; a part's first row holds the fingerprint of its identity and the model."""
    return np.dtype(
        [
            ("document", np.uint64, (_FINGERPRINT,)),
            ("text", np.uint64, (_FINGERPRINT,)),
            ("vector", [("scale", np.float32), ("numbers", np.int8, (dimensions,))]),
        ]
    )


def _part_of(rows: npt.NDArray[np.void]) -> VectorPart:
    return VectorPart(rows["document"][1:], rows["text"][1:], QuantisedVectors(rows["vector"][1:]))


def _token_of(place: VectorPlace, probes: Vectors, name: str) -> np.uint64:
    """Return the number that identifies the vectors of a model, removing those of another model."""
    kept = place.read(_MODEL)
    kind = np.dtype([("token", np.uint64), ("name", f"U{_MOST_OF_NAME}"), ("probes", np.float32, probes.shape)])
    if kept is not None and (kept.dtype.names != kind.names or not len(kept)):
        kept = None  # not ours, or of an earlier version of this package
    if kept is not None and kept.dtype == kind and np.allclose(kept["probes"][0], probes, atol=_TOLERANCE):
        return np.uint64(kept["token"][0])
    model = np.zeros(1, dtype=kind)
    model["token"], model["name"], model["probes"] = secrets.randbits(64), name, probes
    if kept is not None:
        before, now = _described(kept), _described(model)
        _log.warning(
            "The stored vectors are from %s, not from %s: they are removed, and every text is embedded again.",
            f"another version of {before}" if before == now else before,
            now,
        )
    place.forget()
    place.write(_MODEL, model)
    return np.uint64(model["token"][0])


def stored_model(store: BlobStore) -> str | None:
    """Return the name of the model whose vectors are stored, with its dimensions; None if none are."""
    kept = vector_place(store).read(_MODEL)
    is_record = kept is not None and len(kept) and {"name", "probes"} <= set(kept.dtype.names or ())
    return _described(kept) if kept is not None and is_record else None


def _described(model: npt.NDArray[np.void]) -> str:
    """Return the name of the model that a record of one tells, and its dimensions."""
    return f"{str(model['name'][0]) or 'an unnamed model'} ({model['probes'].shape[-1]} dimensions)"


def _probes(embeddings: Embeddings) -> Vectors:
    """Embed the probe as a document and as a question."""
    document, question = (unit_vectors(embed, [_PROBE]) for embed in (embeddings.documents, embeddings.questions))
    if document.shape != question.shape:
        raise InputError(
            f"the embedding model returned {document.shape[1]} dimensions for documents and {question.shape[1]} for "
            "questions; both must be vectors of one model"
        )
    return np.concatenate([document, question])


def _fingerprint(text: str) -> tuple[int, int]:
    digest = hashlib.sha256(text.encode("utf-8", "surrogatepass")).digest()
    return int.from_bytes(digest[:8], "little"), int.from_bytes(digest[8:16], "little")


def _fingerprints(texts: Sequence[str]) -> _Fingerprints:
    """Return the fingerprints of texts, of shape (texts, 2)."""
    each = {text: _fingerprint(text) for text in dict.fromkeys(texts)}
    return np.array([each[text] for text in texts], dtype=np.uint64).reshape(-1, _FINGERPRINT)
