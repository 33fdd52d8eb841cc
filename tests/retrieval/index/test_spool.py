"""A large index is built piece by piece, out of memory, and is the same as one built in memory."""

import io
from pathlib import Path
from random import Random

import numpy as np
import pytest

from lgm_core.language.lite.lite_annotator import LiteAnnotator
from lgm_core.learning.analysis import analyse_documents
from lgm_core.retrieval.index import arrays, collection, concept_keys, document_columns, spool, word_postings
from lgm_core.retrieval.index.array_file import write_arrays
from lgm_core.retrieval.index.collection import collect
from lgm_core.retrieval.index.document_columns import DocumentColumns
from lgm_core.retrieval.index.segment import Segment
from lgm_core.retrieval.index.segment_building import whole_segment
from lgm_core.retrieval.index.spool import Spool, spooled, spooling
from tests.support.kept_indexes import CountingStore, is_current, kept_files
from tests.support.random_documents import random_document


@pytest.fixture
def tiny_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let everything be done in pieces of a few rows, and arrays of any size go to files."""
    for module, name, size in (
        (arrays, "_TEXTS_AT_ONCE", 3),
        (collection, "_SENTENCES_AT_ONCE", 8),
        (collection, "_MOST_PARTS", 4),
        (concept_keys, "_KEYS_AT_ONCE", 5),
        (concept_keys, "_REMEMBERED", 2),
        (document_columns, "_NAMES_AT_ONCE", 16),
        (spool, "_IN_MEMORY", 0),
        (spool, "_ROWS_AT_ONCE", 7),
        (word_postings, "_WORDS_AT_ONCE", 11),
        (word_postings, "_MOST_SORTS", 1 << 30),
        (word_postings, "_COMMON", 2),
    ):
        monkeypatch.setattr(module, name, size)


@pytest.mark.parametrize("seed", range(3))
def test_an_index_built_in_pieces_is_the_same(seed: int, tmp_path: Path, request: pytest.FixtureRequest) -> None:
    random = Random(seed)
    documents = {document.id: document for document in (random_document(random, 60) for _ in range(60))}
    graphs = analyse_documents([documents[key] for key in sorted(documents)], LiteAnnotator(), "test")
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(word_postings, "_COMMON", 2)
        columns = collect(graphs)
        whole, some = whole_segment(columns, ("en",)), columns.taken(np.arange(len(documents))[::-2].copy())
    request.getfixturevalue("tiny_pieces")
    with spooling(tmp_path):
        columns = collect(graphs)
        assert _bytes(whole_segment(columns, ("en",))) == _bytes(whole)
        assert _bytes(columns.taken(np.arange(len(documents))[::-2].copy())) == _bytes(some)
    assert not list(tmp_path.iterdir())


def test_a_kept_index_built_in_pieces_leaves_no_other_files(
    store: CountingStore, request: pytest.FixtureRequest
) -> None:
    before = kept_files(store)
    request.getfixturevalue("tiny_pieces")
    assert is_current(store)
    assert kept_files(store).keys() == before.keys()


@pytest.mark.usefixtures("tiny_pieces")
def test_arrays_are_in_files_only_where_there_is_a_folder(tmp_path: Path) -> None:
    numbers = np.arange(20)
    for folder, is_in_memory in ((tmp_path, False), (tmp_path / "missing", True), (None, True)):
        with spooling(folder):
            array = spooled(numbers)
        assert array.tolist() == numbers.tolist()
        assert array.flags.writeable == is_in_memory


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a file that is always full")
@pytest.mark.usefixtures("tiny_pieces")
def test_what_a_full_disk_cannot_take_stays_in_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    with Path("/dev/full").open("wb", buffering=0) as full:
        monkeypatch.setattr(spool, "unnamed_file", lambda **_: full)
        array = Spool()
        array.add(np.arange(9))
        array.add(np.arange(3))
        assert array.finish().tolist() == [*range(9), *range(3)]


def _bytes(value: Segment | DocumentColumns) -> bytes:
    buffer = io.BytesIO()
    write_arrays(buffer, value)
    return buffer.getvalue()
