"""What keeping vectors beside a graph promises: texts are embedded once, deleted documents leave none."""

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
from lgm_core.vectors.vector_cache import (
    QuantisedVectors,
    VectorCache,
    VectorPart,
    embedded,
    forget_rows,
    surviving_vectors,
)
from tests.support.embedders import RecordingEmbed, RecordingModel, hashed_words

TEXTS = {"Apples are fruit.": "apples", "Pears are fruit.": "pears", "They grow on trees.": "pears"}
"""Texts by the document they are of."""


class Blobs:
    """A store that is on no local disk; deleting empties its blobs."""

    def __init__(self, store: SQLiteStore) -> None:
        self._store = store
        self.read_blob, self.write_blob, self.delete_blobs = store.read_blob, store.write_blob, store.delete_blobs
        self.documents, self.delete = store.documents, store.delete


@pytest.fixture(params=["file", "blobs"])
def store(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[SQLiteStore | Blobs]:
    with SQLiteStore(tmp_path / "g.lgm") as store:
        documents = [Document(id=document_id, text="A pear is a fruit.") for document_id in ("apples", "pears")]
        store.write_many(list(analyse_documents(documents, LiteAnnotator(), "test")))
        yield store if request.param == "file" else Blobs(store)


def made(store, model: Embeddings, texts: dict[str, str] = TEXTS, *, identity: str = "first") -> VectorPart:
    """Return the vectors of texts as a base, made from those that are kept."""
    cache = VectorCache(store, model)
    known = [part for part in (cache.part("base"), cache.part("changes")) if part is not None]
    return cache.make("base", identity, list(texts), list(texts.values()), known)


def embedded_by(model: RecordingModel) -> list[str]:
    """Return the texts that were embedded, without what recognises the model."""
    return model.documents.texts[1:]


def test_texts_are_embedded_as_documents_and_once(store) -> None:
    model = RecordingModel()
    first = made(store, model.embeddings)
    assert embedded_by(model) == list(TEXTS)
    np.testing.assert_allclose(first.vectors.restored(), unit_vectors(hashed_words, list(TEXTS)), atol=0.004)
    model = RecordingModel()
    kept = VectorCache(store, model.embeddings).part("base", "first")
    assert kept is not None
    assert embedded_by(model) == []
    np.testing.assert_array_equal(kept.vectors.rows, first.vectors.rows)


def test_another_identity_is_made_of_what_is_kept(store) -> None:
    made(store, RecordingModel().embeddings)
    model = RecordingModel()
    assert VectorCache(store, model.embeddings).part("base", "second") is None
    texts = {"Plums are fruit.": "plums", "Pears are fruit.": "pears", "": "pears", "Figs are fruit.": "figs"}
    vectors = made(store, model.embeddings, texts, identity="second").vectors.restored()
    assert embedded_by(model)[1:] == ["Plums are fruit.", "Figs are fruit."]
    np.testing.assert_allclose(vectors[[0, 1, 3]], unit_vectors(hashed_words, [t for t in texts if t]), atol=0.004)
    assert not vectors[2].any()


def test_a_text_of_two_documents_is_embedded_once(store) -> None:
    model = RecordingModel()
    cache = VectorCache(store, model.embeddings)
    cache.make("changes", "x", ["Plums are fruit."] * 2, ["plums", "prunes"], [])
    assert embedded_by(model) == ["Plums are fruit."]


def test_files_are_mapped_and_not_read(tmp_path: Path) -> None:
    with SQLiteStore(tmp_path / "g.lgm") as store:
        made(store, RecordingModel().embeddings)
        part = VectorCache(store, RecordingModel().embeddings).part("base", "first")
    assert part is not None
    bases = []
    array = part.vectors.rows
    while array is not None:
        bases.append(type(array).__name__)
        array = getattr(array, "base", None)
    assert "memmap" in bases or "mmap" in bases


def shifted(texts: list[str]) -> list[list[float]]:
    return [vector[1:] + vector[:1] for vector in hashed_words(texts)]


@pytest.mark.parametrize("other", [Embeddings(shifted, hashed_words), Embeddings(hashed_words, shifted)])
def test_vectors_of_a_model_that_embeds_documents_or_questions_otherwise_are_not_used(store, other) -> None:
    made(store, other)
    model = RecordingModel()
    made(store, model.embeddings)
    assert embedded_by(model) == list(TEXTS)


def test_a_change_of_the_model_is_told_with_both_names_and_nothing_is_mixed(store, caplog) -> None:
    made(store, Embeddings(hashed_words, hashed_words, "openai:small"))
    made(store, Embeddings(hashed_words, hashed_words, "openai:small"))
    assert caplog.messages == []
    short = Embeddings(lambda texts: [[1.0, float(len(text))] for text in texts], lambda texts: [[1.0, 0.0]], "my/bge")
    assert made(store, short).vectors.dimensions == 2
    assert caplog.messages == [
        "The stored vectors are from openai:small (997 dimensions), not from my/bge (2 dimensions): they are removed, "
        "and every text is embedded again."
    ]
    assert VectorCache(store, Embeddings(hashed_words, hashed_words, "openai:small")).part("base") is None


def test_a_new_version_of_a_model_is_told(store, caplog) -> None:
    made(store, Embeddings(hashed_words, hashed_words, "openai:small"))
    made(store, Embeddings(shifted, shifted, "openai:small"))
    assert "from another version of openai:small (997 dimensions)" in caplog.text


def test_the_same_model_by_another_name_keeps_its_vectors(store, caplog) -> None:
    made(store, Embeddings(hashed_words, hashed_words, "/models/bge"))
    model = RecordingModel()
    made(store, model.embeddings)
    assert (embedded_by(model), caplog.messages) == ([], [])


def test_a_model_whose_questions_have_other_dimensions_is_refused(store) -> None:
    short = Embeddings(hashed_words, lambda texts: [[1.0, 2.0]] * len(texts))
    with pytest.raises(InputError, match="997 dimensions for documents and 2 for questions"):
        VectorCache(store, short)


def test_a_file_that_is_none_of_ours_is_passed_over(tmp_path: Path) -> None:
    with SQLiteStore(tmp_path / "g.lgm") as store:
        made(store, RecordingModel().embeddings)
        (tmp_path / "g.lgm-vectors" / "base.npy").write_bytes(b"\x93NUMPY but not really")
        model = RecordingModel()
        made(store, model.embeddings)
    assert embedded_by(model) == list(TEXTS)


def test_deleting_a_document_keeps_the_vectors_of_the_others_alone(store) -> None:
    gone = made(store, RecordingModel().embeddings).vectors.rows[0].tobytes()
    with surviving_vectors(store, ["apples"]):
        store.delete(["apples"])
    model = RecordingModel()
    part = VectorCache(store, model.embeddings).part("base", "first")
    assert part is not None
    assert part.vectors.rows[0].tobytes() != gone
    assert not part.texts[0].any()
    made(store, model.embeddings, identity="second")
    assert embedded_by(model)[1:] == ["Apples are fruit."]


def test_vectors_of_replaced_documents_are_removed_by_their_places(store) -> None:
    made(store, RecordingModel().embeddings)
    forget_rows(store, "base", "another", np.array([1]))
    forget_rows(store, "base", "first", np.array([2]))
    part = VectorCache(store, RecordingModel().embeddings).part("base", "first")
    assert part is not None
    assert part.texts.any(axis=1).tolist() == [True, True, False]


def test_vectors_of_a_document_that_another_process_deletes_meanwhile_do_not_survive(tmp_path: Path) -> None:
    with SQLiteStore(tmp_path / "g.lgm") as file:
        documents = [Document(id=id, text="A pear is a fruit.") for id in ("apples", "pears")]
        file.write_many(list(analyse_documents(documents, LiteAnnotator(), "test")))
        store = Blobs(file)
        made(store, RecordingModel().embeddings)
        with surviving_vectors(store, ["apples"]):
            store.delete(["apples", "pears"])
        assert store.read_blob("vectors-base") is None


def test_nothing_of_a_document_is_kept_when_deleting_fails_halfway(store) -> None:
    def delete_and_crash() -> None:
        with surviving_vectors(store, ["apples"]):
            store.delete(["apples"])
            raise KeyboardInterrupt

    made(store, RecordingModel().embeddings)
    with pytest.raises(KeyboardInterrupt):
        delete_and_crash()
    part = VectorCache(store, RecordingModel().embeddings).part("base")
    assert part is None or not part.texts[0].any()


def test_a_deletion_that_fails_leaves_all_vectors(store) -> None:
    before = made(store, RecordingModel().embeddings).vectors.restored()
    with pytest.raises(RuntimeError, match="disk"), surviving_vectors(store, ["apples"]):
        raise RuntimeError("disk full")
    model = RecordingModel()
    np.testing.assert_array_equal(made(store, model.embeddings).vectors.restored(), before)
    assert embedded_by(model) == ([] if isinstance(store, SQLiteStore) else list(TEXTS))


def test_what_a_killed_process_left_unfinished_goes_with_the_next_deletion(tmp_path: Path) -> None:
    with SQLiteStore(tmp_path / "g.lgm") as store:
        made(store, RecordingModel().embeddings)
        folder = tmp_path / "g.lgm-vectors"
        (folder / "base.npy").rename(folder / "base.npy.0123abcd.tmp")
        with surviving_vectors(store, ["apples"]):
            store.delete(["apples"])
        assert [path.name for path in folder.iterdir()] == ["model.npy"]


# Vectors in a byte a dimension.


def random_vectors(count: int, dimensions: int) -> np.ndarray:
    vectors = np.random.default_rng(3).normal(size=(count, dimensions)).astype(np.float32)
    return vectors / np.linalg.norm(vectors, axis=1, keepdims=True)


def test_products_are_nearly_those_of_the_vectors() -> None:
    vectors = random_vectors(9000, 96)  # more than one block
    quantised = QuantisedVectors.of(vectors)
    np.testing.assert_allclose(quantised.products(vectors[17]), vectors @ vectors[17], atol=0.01)
    np.testing.assert_allclose(quantised.restored(), vectors, atol=0.003)
    assert quantised.rows.nbytes == 9000 * (96 + 4)


def test_a_vector_of_zeros_stays_one() -> None:
    assert QuantisedVectors.of(np.zeros((2, 3), dtype=np.float32)).restored().tolist() == [[0, 0, 0]] * 2


def test_texts_are_embedded_some_thousand_at_a_time() -> None:
    texts = [f"word{number}" for number in range(8200)]
    parts = list(embedded(hashed_words, texts))
    assert [len(part) for part in parts] == [8192, 8]
    assert parts[1].dimensions == 997


# What embedding texts promises: unit vectors in order, in batches, and clear errors about what a model returns.


def test_vectors_have_length_one_and_keep_their_direction() -> None:
    np.testing.assert_allclose(unit_vectors(lambda _: [[3.0, 4.0], [0.0, -2.0]], ["a", "b"]), [[0.6, 0.8], [0.0, -1.0]])


def test_a_unit_vector_of_zeros_stays_one() -> None:
    np.testing.assert_array_equal(unit_vectors(lambda _: [[0.0, 0.0]], ["a"]), [[0.0, 0.0]])


def test_many_texts_go_to_the_model_in_batches_and_come_back_in_order() -> None:
    embed, texts = RecordingEmbed(), [f"text number {number}" for number in range(600)]
    vectors = unit_vectors(embed, texts)
    assert [len(call) for call in embed.calls] == [256, 256, 88]
    np.testing.assert_allclose(vectors[599], unit_vectors(hashed_words, texts[599:])[0])


def test_no_texts_need_no_call() -> None:
    embed = RecordingEmbed()
    assert unit_vectors(embed, []).shape == (0, 0)
    assert embed.calls == []


@pytest.mark.parametrize(
    ("returned", "message"),
    [
        ([[1.0, 2.0]], r"shape \(1, 2\) for 2 texts"),
        ([1.0, 2.0], r"shape \(2,\) for 2 texts"),
        ([[1.0], [1.0, 2.0]], "different lengths for 2 texts"),
        ([[1.0, float("nan")], [1.0, 2.0]], "undefined numbers"),
    ],
)
def test_a_model_that_returns_no_vector_for_each_text_is_refused(returned, message) -> None:
    with pytest.raises(InputError, match=message):
        unit_vectors(lambda _: returned, ["a", "b"])


def test_batches_of_different_dimensions_are_refused() -> None:
    with pytest.raises(InputError, match=r"\[3, 256\] dimensions"):
        unit_vectors(lambda texts: np.eye(len(texts)), ["text"] * 259)


def test_one_function_serves_documents_and_questions() -> None:
    assert Embeddings.of(hashed_words) == Embeddings(documents=hashed_words, questions=hashed_words)
    model = Embeddings(documents=hashed_words, questions=RecordingEmbed())
    assert Embeddings.of(model) is model
