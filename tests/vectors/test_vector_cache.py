"""What keeping vectors in a store promises: texts are embedded once, deleted documents leave none."""

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from lgm_core.errors import InputError
from lgm_core.graph.sqlite import SQLiteStore
from lgm_core.language.lite.lite_annotator import LiteAnnotator
from lgm_core.learning.analysis import analyse_documents
from lgm_core.model import Document
from lgm_core.vectors.port import Embeddings
from lgm_core.vectors.unit_vectors import unit_vectors
from lgm_core.vectors.vector_cache import cached_vectors, surviving_vectors
from tests.support.embedders import RecordingModel, hashed_words

TEXTS = {"Apples are fruit.": "apples", "Pears are fruit.": "pears", "They grow on trees.": "pears"}
"""Texts by the document they are of."""

PROBES = 1
"""Calls of each function that recognise the model."""


@pytest.fixture
def store(tmp_path: Path) -> Iterator[SQLiteStore]:
    with SQLiteStore(tmp_path / "g.lgm") as store:
        documents = [Document(id=document_id, text="A pear is a fruit.") for document_id in ("apples", "pears")]
        store.write_many(list(analyse_documents(documents, LiteAnnotator(), "test")))
        yield store


def vectors_of(store: SQLiteStore, model: Embeddings, texts: dict[str, str] = TEXTS) -> np.ndarray:
    return cached_vectors(list(texts), list(texts.values()), embeddings=model, store=store)


def test_texts_are_embedded_as_documents_and_once(store: SQLiteStore) -> None:
    model = RecordingModel()
    first = vectors_of(store, model.embeddings)
    assert model.documents.calls[PROBES:] == [list(TEXTS)]
    np.testing.assert_array_equal(first, unit_vectors(hashed_words, list(TEXTS)))
    again = vectors_of(store, model.embeddings)
    assert len(model.documents.calls) == 2 * PROBES + 1
    np.testing.assert_array_equal(again, first)


def test_only_new_texts_are_embedded_and_a_text_of_two_documents_once(store: SQLiteStore) -> None:
    vectors_of(store, RecordingModel().embeddings)
    model = RecordingModel()
    texts = ["Plums are fruit.", "Pears are fruit.", "Plums are fruit."]
    vectors = cached_vectors(texts, ["plums", "pears", "prunes"], embeddings=model.embeddings, store=store)
    assert model.documents.calls[PROBES:] == [["Plums are fruit."]]
    np.testing.assert_array_equal(vectors, unit_vectors(hashed_words, texts))


def test_nothing_is_written_when_nothing_changed(store: SQLiteStore) -> None:
    vectors_of(store, RecordingModel().embeddings)
    written = []
    store.write_blob = lambda name, data: written.append(name)  # type: ignore[method-assign]
    vectors_of(store, RecordingModel().embeddings)
    assert written == []
    vectors_of(store, RecordingModel().embeddings, dict(list(TEXTS.items())[:2]))
    assert written == ["sentence-vectors"]


def test_no_texts_have_vectors_of_the_models_dimensions(store: SQLiteStore) -> None:
    assert vectors_of(store, Embeddings.of(hashed_words), {}).shape == (0, 997)


def shifted(texts: list[str]) -> list[list[float]]:
    return [vector[1:] + vector[:1] for vector in hashed_words(texts)]


@pytest.mark.parametrize("other", [Embeddings(shifted, hashed_words), Embeddings(hashed_words, shifted)])
def test_vectors_of_a_model_that_embeds_documents_or_questions_otherwise_are_not_used(store, other) -> None:
    vectors_of(store, other)
    model = RecordingModel()
    vectors_of(store, model.embeddings)
    assert model.documents.calls[PROBES:] == [list(TEXTS)]


def test_a_model_whose_questions_have_other_dimensions_is_refused(store: SQLiteStore) -> None:
    short = Embeddings(hashed_words, lambda texts: [[1.0, 2.0]] * len(texts))
    with pytest.raises(InputError, match="997 dimensions for documents and 2 for questions"):
        vectors_of(store, short)


def test_a_blob_of_another_format_is_embedded_anew(store: SQLiteStore) -> None:
    vectors_of(store, RecordingModel().embeddings)
    with (store.path.parent / "old.npz").open("w+b") as file:
        np.savez(file, keys=np.zeros((1, 16), dtype=np.uint8))
        file.seek(0)
        store.write_blob("sentence-vectors", file.read())
    model = RecordingModel()
    vectors_of(store, model.embeddings)
    assert model.documents.calls[PROBES:] == [list(TEXTS)]


def test_deleting_a_document_keeps_the_vectors_of_the_others_alone(store: SQLiteStore) -> None:
    vectors_of(store, RecordingModel().embeddings)
    with surviving_vectors(store, ["apples"]):
        store.delete(["apples"])
        store.delete_blobs("")
    kept = store.read_blob("sentence-vectors")
    assert kept is not None
    model = RecordingModel()
    vectors_of(store, model.embeddings)
    assert model.documents.calls[PROBES:] == [["Apples are fruit."]]


def test_what_survived_is_what_the_remaining_texts_need(store: SQLiteStore) -> None:
    vectors_of(store, RecordingModel().embeddings)
    with surviving_vectors(store, ["apples"]):
        store.delete(["apples"])
    kept = store.read_blob("sentence-vectors")
    vectors_of(store, RecordingModel().embeddings, dict(list(TEXTS.items())[1:]))
    assert store.read_blob("sentence-vectors") == kept


def test_vectors_of_a_document_that_another_process_deletes_meanwhile_do_not_survive(store: SQLiteStore) -> None:
    vectors_of(store, RecordingModel().embeddings)
    with surviving_vectors(store, ["apples"]):
        store.delete(["apples", "pears"])
    assert store.read_blob("sentence-vectors") is None


def test_nothing_is_kept_when_deleting_fails_halfway(store: SQLiteStore) -> None:
    def delete_and_crash() -> None:
        with surviving_vectors(store, ["apples"]):
            store.delete(["apples"])
            store.delete_blobs("")
            raise KeyboardInterrupt

    vectors_of(store, RecordingModel().embeddings)
    with pytest.raises(KeyboardInterrupt):
        delete_and_crash()
    assert store.read_blob("sentence-vectors") is None
