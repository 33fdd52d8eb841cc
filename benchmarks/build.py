"""Measure learning: sentences a second end to end and by stage, on one core and two, and what memory it takes.

usage: python benchmarks/build.py CORPUS.jsonl

Every figure is of this run on this machine; compare ratios, since machines differ. Stages are measured one after
the other in one process, in CPU seconds; builds are measured in wall-clock seconds.
"""

from __future__ import annotations

import argparse
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from lgm_core import LanguageGraph
from lgm_core.documents.reader import read_documents
from lgm_core.documents.sections import split_sections
from lgm_core.graph.sqlite import SQLiteStore
from lgm_core.language.chunking import chunk
from lgm_core.language.concepts import concept_spans
from lgm_core.language.lexicons import lexicon_of
from lgm_core.language.lite.lite_annotator import LiteAnnotator
from lgm_core.learning.analysis import analyse_documents
from lgm_core.learning.patterns import find_relations
from lgm_core.model import Document

T = TypeVar("T")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("corpus", type=Path)
    parser.add_argument("--build", type=int, help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if not arguments.corpus.is_file():
        sys.exit(f"{arguments.corpus} is not there; give JSON Lines with `id`, `title` and `text`")
    if arguments.build:
        build(arguments.corpus, arguments.build)
        return
    stages(arguments.corpus)
    for workers in (1, 2):
        subprocess.run([sys.executable, __file__, str(arguments.corpus), "--build", str(workers)], check=True)


def stages(corpus: Path) -> None:
    documents = [document for document in read_documents([corpus]) if isinstance(document, Document)]
    annotator = LiteAnnotator()
    annotator.annotate(["Read the weights first."])
    sections = timed("sections", lambda: [section for document in documents for section in split_sections(document)])
    texts, topics = [section.text for section in sections], [section.section.title for section in sections]
    annotated = timed("annotation", lambda: annotator.annotate(texts, topics))
    pairs = [
        (section, sentence) for section, sentences in zip(sections, annotated, strict=True) for sentence in sentences
    ]
    lexicon = lexicon_of(annotator.language)
    chunked = timed("noun phrases", lambda: [chunk(section.text, sentence, lexicon) for section, sentence in pairs])
    timed("concepts", lambda: [concept_spans(sentence) for sentence in chunked])
    timed(
        "relations",
        lambda: [
            find_relations(sentence, topic=section.section.title)
            for (section, _), sentence in zip(pairs, chunked, strict=True)
        ],
    )
    graphs = timed("all of the above, with assembly", lambda: analyse_documents(documents, annotator, "benchmark"))
    parser = LiteAnnotator(parse=True)
    parser.annotate(["Read the weights first."])
    timed("the same with a parse", lambda: analyse_documents(documents, parser, "benchmark"))
    timed("the same with open facts", lambda: analyse_documents(documents, parser, "benchmark", facts=True))
    with tempfile.TemporaryDirectory() as folder:
        store = SQLiteStore(Path(folder) / "stages.lgm")
        timed("writing", lambda: [store.write(graph) for graph in graphs])
        store.close()
    words = sum(len(sentence.tokens) for _, sentence in pairs)
    print(f"{len(documents)} documents, {len(pairs)} sentences, {words} words; CPU microseconds a sentence:")
    for name, seconds in TIMES.items():
        print(f"  {name:32} {1e6 * seconds / len(pairs):8.0f}")
    print(f"  annotation alone: {words / TIMES['annotation']:,.0f} words a CPU second")


TIMES: dict[str, float] = {}


def timed(name: str, work: Callable[[], T]) -> T:
    started = time.process_time()
    result = work()
    TIMES[name] = time.process_time() - started
    return result


def build(corpus: Path, workers: int) -> None:
    with tempfile.TemporaryDirectory() as folder, LanguageGraph(Path(folder) / "build.lgm") as graph:
        first = graph.build(corpus, workers=workers)
        again = graph.build(corpus, workers=workers)
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    seconds, idle = first.seconds["total"], again.seconds["total"]
    print(
        f"workers={workers}: {first.sentences} sentences in {seconds:.2f} s, {first.sentences / seconds:,.0f} a second "
        f"({first.relations} relations); again: {again.skipped} unchanged in {idle:.3f} s, 1/{seconds / idle:.0f}; "
        f"this process at most {memory:.0f} MB"
    )


if __name__ == "__main__":
    main()
