"""Measure the ranking index as a corpus grows: its passages are repeated under new names until there are enough.

The folder holds `corpus.jsonl` and `questions.jsonl`, as for `retrieval.py`. Times are processor times, which depend
little on other work of the machine; making the names is not counted, nor is reading and analysing the corpus. Memory is
what the index and questions add to a process of their own, without pages of files.

    python benchmarks/index_scale.py FOLDER --sizes 1000,10000,100000
"""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Annotated, TypeVar

import numpy as np
import typer

from lgm_core.evaluation.datasets import Question, read_corpus, read_questions
from lgm_core.evaluation.metrics import percentile
from lgm_core.language.lite.lite_annotator import LiteAnnotator
from lgm_core.learning.analysis import analyse_documents
from lgm_core.model import DocumentGraph, section_id, sentence_id
from lgm_core.retrieval.index.array_file import mapped, read_arrays, written
from lgm_core.retrieval.index.collection import collect
from lgm_core.retrieval.index.index_delta import changed_index, numbers_of
from lgm_core.retrieval.index.segment import Segment
from lgm_core.retrieval.index.segment_building import whole_segment
from lgm_core.retrieval.ranking.ranker import Ranker

app = typer.Typer(help=__doc__)

_NAME = re.compile(r"\b[A-Z]\w+")
_TIMES = 5
T = TypeVar("T")


@app.command()
def scale(
    folder: Annotated[Path, typer.Argument(help="Folder with corpus.jsonl and questions.jsonl.")],
    sizes: Annotated[str, typer.Option(help="Numbers of passages, joined by commas.")] = "1000,10000",
    opened: Annotated[Path | None, typer.Option(hidden=True)] = None,
) -> None:
    """Build an index of each size, then open it in a process of its own and ask."""
    if opened is not None:
        _ask(opened, folder)
        return
    pool = analyse_documents([p.document() for p in read_corpus(folder / "corpus.jsonl")], LiteAnnotator(), "benchmark")
    print(
        " passages  build s  MB  open and first ms  p50 ms  p95 ms  own MB  after added ms  after deleted ms",
        flush=True,
    )
    for size in map(int, sizes.split(",")):
        with tempfile.TemporaryDirectory() as scratch:
            graphs, path = TimedGraphs(repeated(pool, size)), Path(scratch) / "base"
            began = time.process_time()
            written(path, whole_segment(collect(graphs), ("en",)))
            seconds = time.process_time() - began - graphs.seconds
            command = [sys.executable, __file__, str(folder), "--opened", str(path)]
            asked = subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()
            print(f"{size:9} {seconds:8.1f} {path.stat().st_size >> 20:5} {asked}", flush=True)


def _ask(path: Path, folder: Path) -> None:
    """Open a segment and print what questions cost."""
    questions = read_questions(folder / "questions.jsonl")
    before = _own_megabytes()
    base, first = _timed(lambda: _opened(path, questions[0]))
    index = changed_index(base, collect([]), np.zeros(0, dtype=np.int64), ("en",), list)
    times = [_timed(lambda question=question: Ranker(index).passages(question.text))[1] for question in questions]
    memory = _own_megabytes() - before
    (graph,) = analyse_documents([read_corpus(folder / "corpus.jsonl")[0].document()], LiteAnnotator(), "benchmark")
    new = collect([_renamed(graph, 1 << 30)])
    nothing = collect([])
    some = [base.columns.document_ids[number] for number in range(_TIMES)]
    added = [_timed(lambda: _after(base, new, [], questions[0]))[1] for _ in range(_TIMES)]
    deleted = [_timed(lambda id=id: _after(base, nothing, [id], questions[0]))[1] for id in some]
    figures = (first, percentile(times, 0.5), percentile(times, 0.95), memory, min(added), max(deleted))
    print(" ".join(f"{figure:9.1f}" for figure in figures))


def _opened(path: Path, question: Question) -> Segment:
    base = read_arrays(Segment, mapped(path))
    nothing = collect([])
    Ranker(changed_index(base, nothing, np.zeros(0, dtype=np.int64), ("en",), list)).passages(question.text)
    return base


def _after(base: Segment, new: object, deleted: Sequence[str], question: Question) -> None:
    index = changed_index(base, new, numbers_of(base.columns, deleted), ("en",), list)  # type: ignore[arg-type]
    Ranker(index).passages(question.text)


def _timed(work: Callable[[], T]) -> tuple[T, float]:
    began = time.process_time()
    result = work()
    return result, 1000 * (time.process_time() - began)


def _own_megabytes() -> float:
    """Return what this process holds that is no page of a file."""
    status = Path("/proc/self/status").read_text(encoding="ascii")
    return int(re.search(r"RssAnon:\s+(\d+)", status)[1]) / 1024  # type: ignore[index]


class TimedGraphs:
    """Iterates over documents and adds up the processor time that making them takes."""

    def __init__(self, graphs: Iterator[DocumentGraph]) -> None:
        self._graphs = graphs
        self.seconds = 0.0

    def __iter__(self) -> Iterator[DocumentGraph]:
        """Return itself."""
        return self

    def __next__(self) -> DocumentGraph:
        """Make the next one."""
        began = time.process_time()
        try:
            return next(self._graphs)
        finally:
            self.seconds += time.process_time() - began


def repeated(pool: Sequence[DocumentGraph], size: int) -> Iterator[DocumentGraph]:
    for number in range(size):
        copy, position = divmod(number, len(pool))
        yield _renamed(pool[position], copy) if copy else pool[position]


def _renamed(graph: DocumentGraph, copy: int) -> DocumentGraph:
    """Give a document and every name in it the suffix of a copy, and move offsets into its sentences accordingly."""
    suffix = "".join(chr(ord("a") + int(digit)) for digit in str(copy))

    def fresh(text: str) -> str:
        return _NAME.sub(lambda match: match[0] + suffix, text)

    texts = {sentence.id: sentence.text for sentence in graph.sentences}
    document_id = f"{graph.document.id}.{copy}"
    sections = {section.id: section_id(document_id, place) for place, section in enumerate(graph.sections)}
    sentences = {sentence.id: sentence_id(document_id, place) for place, sentence in enumerate(graph.sentences)}
    return replace(
        graph,
        document=replace(graph.document, id=document_id, title=fresh(graph.document.title)),
        sections=tuple(
            replace(section, id=sections[section.id], document_id=document_id, title=fresh(section.title))
            for section in graph.sections
        ),
        sentences=tuple(
            replace(
                sentence,
                id=sentences[sentence.id],
                document_id=document_id,
                section_id=sections[sentence.section_id],
                text=fresh(sentence.text),
            )
            for sentence in graph.sentences
        ),
        mentions=tuple(
            replace(
                mention,
                sentence_id=sentences[mention.sentence_id],
                concept=fresh(mention.surface).lower(),
                surface=fresh(mention.surface),
                start=len(fresh(texts[mention.sentence_id][: mention.start])),
                end=len(fresh(texts[mention.sentence_id][: mention.end])),
            )
            for mention in graph.mentions
        ),
        relations=(),
        references=(),
    )


if __name__ == "__main__":
    app()
