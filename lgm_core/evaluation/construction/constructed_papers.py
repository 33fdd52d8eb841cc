"""Construct the graphs of papers, each in a graph of its own, and see what they show for questions."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from lgm_core.evaluation.construction.answer_words import AnswerWords, Shown, answer_words
from lgm_core.evaluation.construction.recorded_folder import Paper, PaperQuestion
from lgm_core.facade.language_graph import LanguageGraph
from lgm_core.learning.construction.construction_options import ConstructionOptions
from lgm_core.learning.construction.construction_report import ConstructionReport
from lgm_core.llm.port import ChatModel
from lgm_core.model import DocumentGraph
from lgm_core.progress import counted
from lgm_core.retrieval.facts.fact_retrieval_options import FactRetrievalOptions

__all__ = ["WORDS", "ConstructedPaper", "construct_papers"]

WORDS = 250
"""How many words of facts and sentences are shown for a question, at most."""


@dataclass(frozen=True, slots=True)
class ConstructedPaper:
    """A paper with its constructed graph.

    Attributes:
        graph: what the store holds of it.
        report: what the stages found and cost.
        shown: what its facts show for each of its questions.
        seconds: how long construction took by the clock.
        processor_seconds: and of the processors' time.
    """

    paper: Paper
    graph: DocumentGraph
    report: ConstructionReport
    shown: dict[PaperQuestion, Shown]
    seconds: float
    processor_seconds: float


@dataclass(frozen=True, slots=True)
class ConstructedPapers:
    """Papers with their graphs."""

    papers: tuple[ConstructedPaper, ...]

    def answer_words(self) -> AnswerWords:
        """Return how much of the answers their facts show, and in how many words."""
        shown = {question: each for one in self.papers for question, each in one.shown.items()}
        return answer_words(list(shown), shown.__getitem__)


def construct_papers(
    papers: Sequence[Paper],
    questions: Sequence[PaperQuestion],
    options: ConstructionOptions | None = None,
    model: Callable[[Paper], ChatModel] | None = None,
    *,
    concurrency: int = 8,
) -> ConstructedPapers:
    """Construct each paper, with the model that is made for it or without one, and ask its questions of its facts.

    Nothing is kept of the graphs but what is returned.
    """
    constructed = []
    for paper in counted(papers, "constructing", "papers"):
        asked = [question for question in questions if question.paper == paper.id]
        with TemporaryDirectory() as place:
            constructed.append(
                _constructed(Path(place) / "paper.lgm", paper, asked, options, model and model(paper), concurrency)
            )
    return ConstructedPapers(tuple(constructed))


def _constructed(
    place: Path,
    paper: Paper,
    questions: Sequence[PaperQuestion],
    options: ConstructionOptions | None,
    model: ChatModel | None,
    concurrency: int,
) -> ConstructedPaper:
    with LanguageGraph(place, llm=model, concurrency=concurrency) as graph:
        graph.build(paper.document(), workers=1, extraction=False, facts=False)
        began, began_processor = time.perf_counter(), time.process_time()
        report = graph.construct(paper.id, options)
        seconds, processor_seconds = time.perf_counter() - began, time.process_time() - began_processor
        (found,) = graph.store.scan([paper.id])
        shown = {question: _shown(graph, question) for question in questions}
    return ConstructedPaper(paper, found, report, shown, seconds, processor_seconds)


def _shown(graph: LanguageGraph, question: PaperQuestion) -> Shown:
    """Return what facts show; answers are looked for in the sentences, not in marks and predicates of ours."""
    found = graph.retrieve_facts(question.question, FactRetrievalOptions(words=WORDS))
    sentences = {sentence.id: sentence.text for fact in found.facts for sentence in fact.sentences}
    return Shown(found.text, " ".join(sentences.values()))
