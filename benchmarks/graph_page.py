"""Make graphs of some sizes, and tell what their pages take: `python -m benchmarks.graph_page 5000 50000 500000`.

Needs Linux, Chromium and its driver. Every concept is a kind of one before it; six of ten also have one as a part.
Each page is made by a process of its own, so that its memory is told too; writing the graph of 500,000 concepts takes
minutes.
"""

from __future__ import annotations

import sys
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from itertools import islice
from multiprocessing import get_context
from pathlib import Path

from lgm_core import LanguageGraph, SQLiteStore
from lgm_core.model import DocumentGraph, RelationKind
from lgm_core.pages.page import Page
from tests.support.browser import Browser
from tests.support.store_graphs import document

_PAIRS = 50
_AT_ONCE = 500


@dataclass(frozen=True)
class Made:
    """A page with what making it took: processor seconds, and the process's memory at its peak in MB."""

    page: Page
    seconds: float
    peak: float


def made(concepts: int) -> Iterator[DocumentGraph]:
    """Yield documents that state the relations of a graph."""
    for first in range(1, concepts, _PAIRS):
        numbers = range(first, min(first + _PAIRS, concepts))
        pairs = [(n, RelationKind.IS_A, n // 3) for n in numbers]
        pairs += [(n, RelationKind.HAS_PART, n * 7919 % n or n // 2) for n in numbers if n % 10 < 6 and n > 2]
        lines = [f"A [word {one}] goes with a [word {other}]." for one, _, other in pairs]
        stated = [(f"word {one}", kind, f"word {other}", at) for at, (one, kind, other) in enumerate(pairs)]
        yield document(f"d{first:09}", *lines, relations=stated)


def page_made(path: Path, start: str | None) -> Made:
    """Make a page, in a process that does nothing else."""
    with LanguageGraph(path) as graph:
        begun = time.process_time()
        page = graph.show(start)
        seconds = time.process_time() - begun
    # The peak of this process alone: getrusage tells that of the process that started it too.
    status = Path("/proc/self/status").read_text()
    peak = int(next(line for line in status.splitlines() if line.startswith("VmHWM")).split()[1])
    return Made(page, seconds, peak * 1024 / 1e6)


def page_made_apart(path: Path, start: str | None = None) -> Made:
    """Make a page in a new process."""
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        return pool.submit(page_made, path, start).result()


def figures(concepts: int, folder: Path, browser: Browser) -> str:
    """Return a line of the table."""
    path = folder / f"{concepts}.lgm"
    with SQLiteStore(path) as store:
        documents = made(concepts)
        while some := list(islice(documents, _AT_ONCE)):
            store.write_many(some)
        relations = sum(store.statistics().relations.values())
    whole, around = page_made_apart(path), page_made_apart(path, "word 1000")
    browser.open(whole.page)
    browser.wait_for("return document.documentElement.dataset.ready", 300)
    shown, drawn = browser.run("return [graphPage.picture.graph.order, graphPage.picture.graph.size]")
    laid_out = int(browser.run("return document.documentElement.dataset.layoutMs"))
    size = len(whole.page.html.encode()) / 1e6
    return (
        f"| {concepts:,} | {relations:,} | {whole.seconds:.1f} s, {whole.peak:.0f} MB "
        f"| {around.seconds:.1f} s, {around.peak:.0f} MB "
        f"| {shown:,} and {drawn:,} | {size:.2f} MB | {laid_out:,} ms |"
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
