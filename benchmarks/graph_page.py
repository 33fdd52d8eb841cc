"""Make graphs of some sizes, and tell what their pages take: `python -m benchmarks.graph_page 5000 500000`.

Needs Chromium and its driver. Every concept is a kind of one before it; six of ten also have one as a part.
"""

from __future__ import annotations

import sys
import tempfile
import time
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from lgm_core import LanguageGraph, SQLiteStore
from lgm_core.model import DocumentGraph, RelationKind
from tests.support.browser import Browser
from tests.support.store_graphs import document

_PAIRS = 50
_AT_ONCE = 500


def made(concepts: int) -> Iterator[DocumentGraph]:
    """Yield documents that state the relations of a graph."""
    for first in range(1, concepts, _PAIRS):
        numbers = range(first, min(first + _PAIRS, concepts))
        pairs = [(n, RelationKind.IS_A, n // 3) for n in numbers]
        pairs += [(n, RelationKind.HAS_PART, n * 7919 % n or n // 2) for n in numbers if n % 10 < 6 and n > 2]
        lines = [f"A [word {one}] goes with a [word {other}]." for one, _, other in pairs]
        stated = [(f"word {one}", kind, f"word {other}", at) for at, (one, kind, other) in enumerate(pairs)]
        yield document(f"d{first:09}", *lines, relations=stated)


def figures(concepts: int, folder: Path, browser: Browser) -> str:
    """Return a line of the table."""
    store = SQLiteStore(folder / f"{concepts}.lgm")
    documents = made(concepts)
    while some := list(islice(documents, _AT_ONCE)):
        store.write_many(some)
    relations = sum(store.statistics().relations.values())
    with LanguageGraph(store) as graph:
        start = time.perf_counter()
        page = graph.show()
        read = time.perf_counter() - start
        start = time.perf_counter()
        graph.show("word 1000")
        around = time.perf_counter() - start
    browser.open(page)
    browser.wait_for("return document.documentElement.dataset.ready", 120)
    shown, drawn = browser.run("return [graphPage.picture.graph.order, graphPage.picture.graph.size]")
    laid_out = int(browser.run("return document.documentElement.dataset.layoutMs")) / 1000
    size = len(page.html.encode()) / 1e6
    return (
        f"| {concepts:,} | {relations:,} | {read:.1f} s | {around:.1f} s "
        f"| {shown:,} and {drawn:,} | {size:.2f} MB | {laid_out:.1f} s |"
    )


def main(sizes: list[int]) -> None:
    """Print the table."""
    print("| concepts | relations | page made | around a concept | concepts and lines shown | file | laid out |")
    print("|---|---|---|---|---|---|---|")
    with tempfile.TemporaryDirectory() as folder:
        browser = Browser(Path(folder))
        try:
            for size in sizes:
                print(figures(size, Path(folder), browser), flush=True)
        finally:
            browser.close()


if __name__ == "__main__":
    main([int(size) for size in sys.argv[1:]] or [5_000])
