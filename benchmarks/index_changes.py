"""Measure what changing a large graph costs: an added document, a deleted one, and the question after each.

The passages of `corpus.jsonl` are repeated under new names, as in `index_scale.py`, and written to a graph in a SQLite
file; everything after that goes through `LanguageGraph`. Times are processor times, with the time that passed beside
them.

    python benchmarks/index_changes.py FOLDER --sizes 100000
"""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable, Iterator
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Annotated

import typer
from index_scale import repeated

from lgm_core import Document, LanguageGraph
from lgm_core.evaluation.datasets import read_corpus, read_questions
from lgm_core.language.lite.lite_annotator import LiteAnnotator
from lgm_core.learning.analysis import analyse_documents
from lgm_core.model import DocumentGraph

app = typer.Typer(help=__doc__)

_TIMES = 5
_TOGETHER = 1000
"""Documents written in one transaction."""


@app.command()
def changes(
    folder: Annotated[Path, typer.Argument(help="Folder with corpus.jsonl and questions.jsonl.")],
    sizes: Annotated[str, typer.Option(help="Numbers of passages, joined by commas.")] = "10000",
    kept: Annotated[Path | None, typer.Option(help="Folder that keeps the graphs for another run.")] = None,
) -> None:
    """Build a graph of each size, change it, and ask after each change."""
    passages = [passage.document() for passage in read_corpus(folder / "corpus.jsonl")]
    questions = [question.text for question in read_questions(folder / "questions.jsonl")]
    with tempfile.TemporaryDirectory() as scratch:
        for size in map(int, sizes.split(",")):
            path = (kept or Path(scratch)) / f"{size}.lgm"
            if not path.exists():
                graphs = repeated(analyse_documents(passages, LiteAnnotator(), "benchmark"), size)
                with LanguageGraph(path) as graph:
                    print(f"{size} passages: written in", _spent(partial(_write, graph, graphs)), flush=True)
                    print("  the index is made in", _spent(graph.ranker), flush=True)
            with LanguageGraph(path) as graph:
                _change(graph, passages, questions)


def _write(graph: LanguageGraph, documents: Iterator[DocumentGraph]) -> None:
    while group := list(islice(documents, _TOGETHER)):
        graph.store.write_many(group)


def _change(graph: LanguageGraph, passages: list[Document], questions: list[str]) -> None:
    print("  opened, and the first question answered in", _spent(lambda: graph.retrieve_passages(questions[0])))
    for question in questions:
        graph.retrieve_passages(question)
    for number in range(_TIMES):
        new = Document(id=f"new {number}", title=f"{passages[number].title} {number}", text=passages[number].text)
        print("  a document added in", _spent(lambda new=new: graph.build([new], workers=1)), end="")
        print(", then a question in", _spent(lambda: graph.retrieve_passages(questions[0])))
    for record in graph.documents()[-_TIMES:]:
        print("  a document deleted in", _spent(lambda id=record.id: graph.delete([id])), end="")
        print(", then a question in", _spent(lambda: graph.retrieve_passages(questions[0])), flush=True)
    for number in range(_TIMES):
        graph.delete([f"new {number}"])
    print("  a question after that in", _spent(lambda: graph.retrieve_passages(questions[1])))
    print("  the next one in", _spent(lambda: graph.retrieve_passages(questions[2])), flush=True)


def _spent(work: Callable[[], object]) -> str:
    """Do something, and tell how long it took."""
    began, passed = time.process_time(), time.perf_counter()
    work()
    return f"{1000 * (time.process_time() - began):.1f} ms ({1000 * (time.perf_counter() - passed):.1f} passed)"


if __name__ == "__main__":
    app()
