"""Measure what vectors of sentences cost as a graph grows: keeping, opening, comparing with a question, deleting.

Vectors are random, of 384 dimensions; there are four sentences in a passage. Times are processor time.

    python benchmarks/vector_scale.py --passages 1000 --passages 100000
"""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, TypeVar

import numpy as np
import typer

from lgm_core.graph.sqlite import SQLiteStore
from lgm_core.vectors.port import Embeddings
from lgm_core.vectors.vector_cache import VectorCache, surviving_vectors

T = TypeVar("T")

_DIMENSIONS, _SENTENCES = 384, 4


def main(passages: Annotated[list[int], typer.Option(help="Passages of a graph.")]) -> None:
    """Print a row for each number of passages."""
    print("passages  keep s  bytes a sentence  open ms  a question ms  delete a document ms")
    for count in passages:
        with tempfile.TemporaryDirectory() as folder, SQLiteStore(Path(folder) / "g.lgm") as store:
            print(_row(count, store), flush=True)


def _row(count: int, store: SQLiteStore) -> str:
    texts = [f"sentence {number}" for number in range(count * _SENTENCES)]
    documents = [f"document {number // _SENTENCES}" for number in range(count * _SENTENCES)]
    cache = VectorCache(store, Embeddings.of(_random))
    _, kept = _timed(lambda: cache.make("base", "first", texts, documents, []))
    size = store.path.with_name(f"{store.path.name}-vectors").joinpath("base.npy").stat().st_size
    part, opened = _timed(lambda: cache.part("base", "first"))
    assert part is not None
    vectors, question = part.vectors, np.ones(_DIMENSIONS, dtype=np.float32)
    vectors.products(question)
    asked = min(_timed(lambda: vectors.products(question))[1] for _ in range(5))
    _, deleted = _timed(lambda: _delete(store))
    row = f"{size / len(texts):17.0f} {1000 * opened:8.2f} {1000 * asked:14.2f} {1000 * deleted:21.2f}"
    return f"{count:8} {kept:7.1f} {row}"


def _delete(store: SQLiteStore) -> None:
    with surviving_vectors(store, ["document 1"]):
        pass


def _random(texts: list[str]) -> np.ndarray:
    return np.random.default_rng(len(texts[0])).normal(size=(len(texts), _DIMENSIONS)).astype(np.float32)


def _timed(work: Callable[[], T]) -> tuple[T, float]:
    began = time.process_time()
    return work(), time.process_time() - began


if __name__ == "__main__":
    typer.run(main)
