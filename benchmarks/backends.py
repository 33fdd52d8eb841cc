"""Compare the language backends on one set of documents: what they find, how fast they are, and what retrieval gains.

Run with a corpus and questions as `lgm bench retrieval` takes them (JSON Lines):

    python -m benchmarks.backends --corpus corpus.jsonl --questions questions.jsonl \
        --spacy en_core_web_sm --stanza-folder ~/stanza_resources

Each backend is built twice, with and without coreference marks. Speed is of annotation alone, in words per second of
processor time on one thread, over the same passages in turns. `--speed-only` leaves out what a backend finds, for
models whose quality is irrelevant, such as those that the tests train.
"""

from __future__ import annotations

import argparse
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path

from benchmarks.pooled_questions import ranked_documents, scores_of
from lgm_core.evaluation.datasets import Passage, Question, read_corpus, read_questions
from lgm_core.evaluation.retrieval_benchmark import build_corpus_graph
from lgm_core.language.lite.lite_annotator import LiteAnnotator
from lgm_core.language.port import Annotator

ROUNDS = 3


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--corpus", type=Path, required=True)
    parser.add_argument("--questions", type=Path, required=True)
    parser.add_argument("--spacy", help="an installed spaCy pipeline, or a folder")
    parser.add_argument("--stanza-folder", type=Path, help="a folder of Stanza models for English")
    parser.add_argument("--speed-only", action="append", default=[], metavar="BACKEND", help="print no findings of it")
    parser.add_argument("--passages", type=int, default=60, help="passages that speed is measured on")
    arguments = parser.parse_args()
    passages, questions = read_corpus(arguments.corpus), read_questions(arguments.questions)
    backends = dict(_backends(arguments.spacy, arguments.stanza_folder))
    _print_speed(backends, [passage.text for passage in passages[: arguments.passages]])
    print(
        "\n| backend | marks | sentences | concepts | relations | recall@2 | recall@5 |\n|---|---|---|---|---|---|---|"
    )
    for name, make in backends.items():
        if name in arguments.speed_only:
            continue
        for with_marks in (True, False):
            print(f"| {name} | {_findings(make(with_marks), passages, questions)} |", flush=True)


def _backends(spacy: str | None, stanza: Path | None) -> Iterator[tuple[str, Callable[[bool], Annotator]]]:
    """Yield the backends whose models were given, each as a function of whether to mark coreference."""
    yield "lite", lambda marks: LiteAnnotator(pronouns=marks)
    yield "lite with parse", lambda marks: LiteAnnotator(parse=True, pronouns=marks)
    if spacy is not None:
        from spacy import load

        from lgm_core.language.neural.spacy_annotator import SpacyAnnotator

        pipeline = load(spacy)
        yield "spaCy", lambda marks: SpacyAnnotator(pipeline, pronouns=marks)
    if stanza is not None:
        import torch

        from lgm_core.language.neural.stanza_annotator import StanzaAnnotator

        torch.set_num_threads(1)
        yield "Stanza", lambda marks: StanzaAnnotator("en", folder=stanza, coreference=marks, download=False)


def _print_speed(backends: dict[str, Callable[[bool], Annotator]], texts: Sequence[str]) -> None:
    words = sum(len(text.split()) for text in texts)
    annotators = {
        f"{name}{'' if marks else ', no marks'}": make(marks)
        for name, make in backends.items()
        for marks in (True, False)
    }
    seconds: dict[str, list[float]] = {name: [] for name in annotators}
    for annotator in annotators.values():
        annotator.annotate(texts[:1])
    for _ in range(ROUNDS):
        for name, annotator in annotators.items():
            began = time.process_time()
            annotator.annotate(texts)
            seconds[name].append(time.process_time() - began)
    base = statistics.median(seconds["lite with parse, no marks"])
    print(f"{words} words, median of {ROUNDS} rounds in turns\n")
    print("| backend | words a second | times the time of lite with parse, no marks |\n|---|---|---|")
    for name, taken in seconds.items():
        median = statistics.median(taken)
        print(f"| {name} | {words / median:,.0f} | {median / base:.2f} |", flush=True)


def _findings(annotator: Annotator, passages: Sequence[Passage], questions: Sequence[Question]) -> str:
    with (
        tempfile.TemporaryDirectory() as folder,
        build_corpus_graph(passages, Path(folder) / "benchmark.lgm", annotator=annotator) as graph,
    ):
        counts = graph.statistics()
        marks = sum(
            sentence.resolved.count(" [: ") for document in graph.store.scan() for sentence in document.sentences
        )
        scores = scores_of(partial(ranked_documents, graph.ranker()), questions)
    figures = [marks, counts.sentences, counts.concepts, sum(counts.relations.values())]
    return " | ".join(
        [*(f"{figure:,}" for figure in figures), f"{scores['recall@2']:.3f}", f"{scores['recall@5']:.3f}"]
    )


if __name__ == "__main__":
    main()
