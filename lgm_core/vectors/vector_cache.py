"""Vectors of texts kept in a graph's store, so that a model embeds each text once.

A vector is looked up by the fingerprint of its text. It is stored with the id of the text's document, so that the
vectors of a deleted document can be removed.
"""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, fields
from typing import Protocol

import numpy as np
import numpy.typing as npt

from lgm_core.errors import InputError
from lgm_core.model import DocumentRecord
from lgm_core.vectors.array_archive import read_archive, write_archive
from lgm_core.vectors.port import Embeddings
from lgm_core.vectors.unit_vectors import Vectors, unit_vectors

__all__ = ["BlobStore", "DocumentStore", "cached_vectors", "surviving_vectors"]

_BLOB = "sentence-vectors"

_FORMAT = 2
"""Raise it whenever `_StoredVectors` changes; texts with vectors of another format are embedded anew."""

_FINGERPRINT = 16
"""Bytes of a fingerprint: two of a billion texts share one with a probability below 1e-20."""

_PROBE = "The same text always has the same vector."
"""Embedded to recognise a model: vectors of another model are of no use."""

_TOLERANCE = 1e-3
"""Difference between two probes of one model, which may run on other hardware or in batches of another size."""


class BlobStore(Protocol):
    """Keeps bytes under names; all of them may vanish at any time."""

    def read_blob(self, name: str) -> bytes | None:
        """Return the bytes kept under a name, or None."""
        ...

    def write_blob(self, name: str, data: bytes) -> None:
        """Keep bytes under a name, replacing what was there."""
        ...

    def delete_blobs(self, prefix: str) -> int:
        """Forget the blobs whose names start with a prefix; return how many there were."""
        ...


class DocumentStore(BlobStore, Protocol):
    """A store of blobs that also knows which documents there are."""

    def documents(self) -> list[DocumentRecord]:
        """Return the records of all documents."""
        ...


@dataclass(frozen=True, slots=True, eq=False)
class _StoredVectors:
    """Vectors as they are kept.

    Attributes:
        document_ids: the documents of the texts, each once, in the order of their first text.
        document: the number of each text's document, int32 of shape (texts,).
        fingerprints: of each text, uint8 of shape (texts, 16).
        vectors: float32 of shape (texts, dimensions).
        document_probe: the probe embedded as a document, float32 of shape (1, dimensions).
        question_probe: the probe embedded as a question, of the same shape.
    """

    document_ids: tuple[str, ...]
    document: npt.NDArray[np.int32]
    fingerprints: npt.NDArray[np.uint8]
    vectors: Vectors
    document_probe: Vectors
    question_probe: Vectors

    @classmethod
    def from_bytes(cls, data: bytes | None) -> _StoredVectors | None:
        """Read what `to_bytes` wrote; None when there is nothing or it is of another format."""
        values = None if data is None else read_archive(data, (_FORMAT,))
        return None if values is None else cls(**values)

    def to_bytes(self) -> bytes:
        """Write an uncompressed NumPy archive without pickled objects."""
        return write_archive((_FORMAT,), {column.name: getattr(self, column.name) for column in fields(self)})

    def by_fingerprint(self) -> dict[bytes, Vectors]:
        """Return each vector by the fingerprint of its text."""
        return {key.tobytes(): vector for key, vector in zip(self.fingerprints, self.vectors, strict=True)}

    def is_of_model(self, document_probe: Vectors, question_probe: Vectors) -> bool:
        """Tell whether these probes come from the model that embedded the texts."""
        pairs = ((self.document_probe, document_probe), (self.question_probe, question_probe))
        return all(old.shape == new.shape and np.allclose(old, new, atol=_TOLERANCE) for old, new in pairs)

    def has_texts_of(self, other: _StoredVectors) -> bool:
        """Tell whether both hold the same texts of the same documents in the same order."""
        return (
            self.document_ids == other.document_ids
            and np.array_equal(self.document, other.document)
            and np.array_equal(self.fingerprints, other.fingerprints)
        )

    def without(self, document_ids: Collection[str]) -> _StoredVectors:
        """Return the vectors of all other documents."""
        removed = frozenset(document_ids)
        remains = np.array([document_id not in removed for document_id in self.document_ids], dtype=bool)
        numbers = (np.cumsum(remains) - 1).astype(np.int32)
        rows = remains[self.document]
        return _StoredVectors(
            tuple(document_id for document_id in self.document_ids if document_id not in removed),
            numbers[self.document[rows]],
            self.fingerprints[rows],
            self.vectors[rows],
            self.document_probe,
            self.question_probe,
        )


def cached_vectors(
    texts: Sequence[str], document_ids: Sequence[str], *, embeddings: Embeddings, store: BlobStore
) -> Vectors:
    """Return the unit vectors of texts; embed and store the vectors that the store lacks.

    Afterwards the store holds the vectors of these texts and no others.

    Args:
        texts: the texts, as they are given to the model.
        document_ids: the document that each text is of.
        embeddings: the model; vectors of another one are not used.
        store: where the vectors are kept.

    Returns:
        An array of shape (texts, dimensions), in the order of the texts.

    Raises:
        InputError: the model's vectors are of no use (see `unit_vectors`), or those of documents and of questions have
            different numbers of dimensions.
    """
    document_probe, question_probe = _probes(embeddings)
    stored = _StoredVectors.from_bytes(store.read_blob(_BLOB))
    if stored is not None and not stored.is_of_model(document_probe, question_probe):
        stored = None
    fingerprints = [_fingerprint(text) for text in texts]
    known = {} if stored is None else stored.by_fingerprint()
    missing = {key: text for key, text in zip(fingerprints, texts, strict=True) if key not in known}
    known |= zip(missing, unit_vectors(embeddings.documents, list(missing.values())), strict=True)
    vectors = np.array([known[key] for key in fingerprints], dtype=np.float32).reshape(-1, document_probe.shape[1])
    numbers = {document_id: number for number, document_id in enumerate(dict.fromkeys(document_ids))}
    current = _StoredVectors(
        tuple(numbers),
        np.array([numbers[document_id] for document_id in document_ids], dtype=np.int32),
        np.frombuffer(b"".join(fingerprints), dtype=np.uint8).reshape(-1, _FINGERPRINT),
        vectors,
        document_probe,
        question_probe,
    )
    if stored is None or not stored.has_texts_of(current):
        store.write_blob(_BLOB, current.to_bytes())
    return vectors


@contextmanager
def surviving_vectors(store: DocumentStore, document_ids: Collection[str]) -> Iterator[None]:
    """Keep the vectors of all other documents while these are deleted, which empties the store's blobs.

    A crash in between loses all vectors, so that texts are embedded again; it never leaves those of a deleted document.
    """
    stored = _StoredVectors.from_bytes(store.read_blob(_BLOB))
    yield
    store.delete_blobs(_BLOB)
    if stored is None:
        return
    remaining = stored.without(document_ids)
    store.write_blob(_BLOB, remaining.to_bytes())
    if not {record.id for record in store.documents()}.issuperset(remaining.document_ids):
        # Another process deleted a document meanwhile: nothing of it may stay.
        store.delete_blobs(_BLOB)


def _probes(embeddings: Embeddings) -> tuple[Vectors, Vectors]:
    """Embed the probe as a document and as a question."""
    document, question = (unit_vectors(embed, [_PROBE]) for embed in (embeddings.documents, embeddings.questions))
    if document.shape != question.shape:
        raise InputError(
            f"the embedding model returned {document.shape[1]} dimensions for documents and {question.shape[1]} for "
            "questions; both must be vectors of one model"
        )
    return document, question


def _fingerprint(text: str) -> bytes:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).digest()[:_FINGERPRINT]
