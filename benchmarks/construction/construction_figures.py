"""Measure the graphs of single documents beside recorded ones (`python -m benchmarks construction`)."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from benchmarks.construction.gold_entities import (
    GoldDocument,
    constructed_things,
    gold_figures,
    joined_with,
    recorded_things,
)
from benchmarks.construction.graph_figures import (
    AnswerWords,
    Shown,
    answer_words,
    constructed_shape,
    coverage,
    recorded_hop,
    recorded_shape,
    sentences_by_bm25,
    shape_figures,
)
from benchmarks.construction.recorded_papers import Paper, PaperQuestion, RecordedFolder, RecordedGraph
from benchmarks.construction.replay import RecordedGraphModel
from lgm_core.evaluation.metrics import mean
from lgm_core.facade.language_graph import LanguageGraph
from lgm_core.learning.construction.construction_options import STAGES, ConstructionOptions
from lgm_core.learning.construction.construction_report import ConstructionReport
from lgm_core.llm.port import ChatModel
from lgm_core.model import DocumentGraph
from lgm_core.progress import counted
from lgm_core.retrieval.facts.fact_retrieval_options import FactRetrievalOptions

__all__ = [
    "WORDS",
    "ConstructedPaper",
    "ConstructionFigures",
    "Variant",
    "construct_papers",
    "construction_figures",
    "construction_table",
]


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


_PUBLIC = (
    "isolated",
    "coverage_named",
    "coverage_general",
    "coverage",
    "answer_words",
    "words",
    "facts",
    "facts_without_sentence",
)


@dataclass(frozen=True, slots=True)
class Variant:
    """A way to have the graphs of the papers, and its figures by name; those that do not apply are not there."""

    name: str
    figures: Mapping[str, Any]

    @property
    def public(self) -> dict[str, Any]:
        """Return the figures that `--json` prints."""
        return {name: self.figures[name] for name in _PUBLIC if name in self.figures}


@dataclass(frozen=True, slots=True)
class ConstructionFigures:
    """What the benchmark found.

    Attributes:
        papers: how many there are.
        own: without a language model.
        recorded: the recorded graphs, by model.
        replays: our stages with each model's recorded graph in its place, by model.
        ablations: without a language model, and with the first one's replay, each stage switched off.
        baseline: the ten sentences that BM25 puts first.
        gold: beside a gold annotation, the recorded graphs and ours.
    """

    papers: int
    own: Variant
    recorded: tuple[Variant, ...]
    replays: tuple[Variant, ...]
    baseline: AnswerWords
    ablations: tuple[Variant, ...] = ()
    gold: tuple[Variant, ...] = ()

    def as_json(self) -> dict[str, Any]:
        """Return the figures of `--json`: ours without a language model, and under `replay` those of each replay."""
        figures: dict[str, Any] = {**self.own.public, "replay": {each.name: each.public for each in self.replays}}
        if self.ablations:
            figures["ablations"] = {each.name: each.public for each in self.ablations}
        if self.gold:
            figures["gold"] = {each.name: dict(each.figures) for each in self.gold}
        return figures


def construction_figures(
    folder: RecordedFolder, *, ablations: bool = False, gold: Sequence[GoldDocument] = ()
) -> ConstructionFigures:
    """Construct the papers that the questions are about, without a language model and with each recorded one.

    Coverage compares with the graphs of the first model by name. Entities are all of construction, of any class;
    `isolated` is counted on the same ones.

    Args:
        folder: papers, questions and recorded graphs.
        ablations: also switch off each stage.
        gold: annotated documents, each with a paper's title as its id; these papers are constructed too.

    Raises:
        InputError: no gold document is one of the papers.
    """
    own = construct_papers(folder.papers, folder.questions)
    replays = [
        (model, construct_papers(folder.papers, folder.questions, model=_replay(model, graphs)))
        for model, graphs in folder.graphs.items()
    ]
    return ConstructionFigures(
        len(folder.papers),
        _variant("zero LLM", own, folder),
        tuple(_recorded(model, folder) for model in folder.graphs),
        tuple(_variant(model, papers, folder) for model, papers in replays),
        answer_words(folder.questions, sentences_by_bm25(folder.papers)),
        tuple(_ablations(folder)) if ablations else (),
        tuple(_gold(folder, gold)) if gold else (),
    )


def _variant(name: str, papers: ConstructedPapers, folder: RecordedFolder) -> Variant:
    shapes = {one.paper.id: constructed_shape(one.graph) for one in papers.papers}
    shown = papers.answer_words()
    figures = {**shape_figures(list(shapes.values())), "answer_words": shown.share, "words": shown.words}
    for graphs in list(folder.graphs.values())[:1]:
        figures |= coverage((shape, recorded_shape(graphs[id])) for id, shape in shapes.items())
    stating = {item.sentence_id for one in papers.papers for fact in one.graph.facts for item in fact.evidence}
    figures["sentences_with_fact"] = len(stating) / max(1, sum(len(one.graph.sentences) for one in papers.papers))
    figures["processor_seconds"] = mean([one.processor_seconds for one in papers.papers])
    usage = [one.report.usage for one in papers.papers]
    if any(one.report.requests for one in papers.papers):
        figures |= {
            "calls": mean([float(one.report.requests) for one in papers.papers]),
            "prompt_tokens": mean([float(each.prompt_tokens) for each in usage]),
            "reply_tokens": mean([float(each.completion_tokens) for each in usage]),
            "failures": sum(len(stage.failures) for one in papers.papers for stage in one.report.stages.values()),
            "dropped": sum(
                sum(stage.dropped.values()) for one in papers.papers for stage in one.report.stages.values()
            ),
        }
    return Variant(name, figures)


def _recorded(model: str, folder: RecordedFolder) -> Variant:
    graphs = {paper.id: folder.graphs[model][paper.id] for paper in folder.papers}
    shapes = {id: recorded_shape(graph) for id, graph in graphs.items()}
    shown = answer_words(folder.questions, recorded_hop(list(graphs.values())))
    figures = {**shape_figures(list(shapes.values())), "answer_words": shown.share, "words": shown.words}
    first = next(iter(folder.graphs.values()))
    figures |= coverage((shape, recorded_shape(first[id])) for id, shape in shapes.items())
    if minutes := [graph.minutes for graph in graphs.values() if graph.minutes]:
        figures["minutes"] = mean(minutes)
    return Variant(model, figures)


def _ablations(folder: RecordedFolder) -> Iterator[Variant]:
    """Yield variants with a stage switched off."""
    ways: dict[str, ConstructionOptions] = {
        f"without {stage}": ConstructionOptions(stages=tuple(other for other in STAGES if other != stage))
        for stage in STAGES[1:]
    }
    for name, options in ways.items():
        yield _variant(f"zero LLM, {name}", construct_papers(folder.papers, folder.questions, options), folder)
        for model, graphs in list(folder.graphs.items())[:1]:
            replayed = construct_papers(folder.papers, folder.questions, options, _replay(model, graphs))
            yield _variant(f"replay {model}, {name}", replayed, folder)


def _gold(folder: RecordedFolder, gold: Sequence[GoldDocument]) -> Iterator[Variant]:
    """Yield the recorded graphs, ours with zero LLM and with each recorded graph, beside gold documents."""
    joined = joined_with(gold, (*folder.papers, *folder.others))
    documents, papers = zip(*joined, strict=True)
    of_all = {model: graphs for model, graphs in folder.graphs.items() if all(paper.id in graphs for paper in papers)}
    for model, graphs in of_all.items():
        things = [recorded_things(graphs[paper.id]) for paper in papers]
        yield Variant(model, gold_figures(zip(documents, things, strict=True)))
    ways: dict[str, Any] = {"zero LLM": None} | {f"→ {model}": _replay(model, of_all[model]) for model in of_all}
    for name, model in ways.items():
        constructed = construct_papers(papers, [], model=model)
        things = [constructed_things(one.graph) for one in constructed.papers]
        yield Variant(name, gold_figures(zip(documents, things, strict=True)))


def _replay(model: str, graphs: Mapping[str, RecordedGraph]) -> Callable[[Paper], ChatModel]:
    return lambda paper: RecordedGraphModel(paper, graphs[paper.id], model)


_ROWS = {
    "entities": "entities",
    "named": "  named",
    "general": "  general",
    "other": "  other",
    "coverage": "named and general found",
    "coverage_named": "  named",
    "coverage_general": "  general",
    "facts": "facts",
    "facts_without_sentence": "  without a sentence",
    "in_one_sentence": "  both ends in a sentence",
    "self_loops": "  self-loops",
    "predicates": "  predicates (groups)",
    "sentences_with_fact": "sentences with a fact",
    "isolated": "entities without a fact",
    "unmerged": "unmerged names of a lemma",
    "broader": "taxonomy edges",
    "redundant_broader": "  redundant",
    "answer_words": "answer's words shown",
    "words": "  in words",
    "calls": "calls a paper",
    "prompt_tokens": "prompt tokens a paper",
    "reply_tokens": "reply tokens a paper",
    "failures": "failed requests",
    "dropped": "dropped from replies",
    "minutes": "minutes a paper",
    "processor_seconds": "processor seconds a paper",
}

_IN_ABLATIONS = ("entities", "facts", "isolated", "coverage", "answer_words", "words", "unmerged", "calls")

_GOLD = ("documents", "entity_recall", "coreference_muc", "coreference_b_cubed")


def construction_table(figures: ConstructionFigures) -> str:
    """Return the figures as tables of text: rows of figures, columns of graphs."""
    columns = [
        *(Variant(f"{each.name}", each.figures) for each in figures.recorded),
        figures.own,
        *(Variant(f"→ {each.name}", each.figures) for each in figures.replays),
    ]
    parts = [
        f"{figures.papers} papers. Columns: recorded graphs, ours with zero LLM, and ours with a recorded graph (→) in "
        "the place of a model.",
        _table(_ROWS, columns),
        f"BM25's ten sentences show {figures.baseline.share:.3f} of answers, in {figures.baseline.words:.0f} words.",
    ]
    if figures.ablations:
        parts.append(_rows_of_variants([figures.own, *figures.replays[:1], *figures.ablations]))
    if figures.gold:
        parts.append(_table({name: name.replace("_", " ") for name in _GOLD}, list(figures.gold)))
    return "\n\n".join(parts) + "\n"


def _table(rows: Mapping[str, str], columns: Sequence[Variant]) -> str:
    width = max(12, *(len(column.name) + 2 for column in columns))
    lines = [f"{'':32}" + "".join(f"{column.name:>{width}}" for column in columns)]
    for name, title in rows.items():
        if any(name in column.figures for column in columns):
            lines.append(f"{title:32}" + "".join(f"{_cell(column.figures.get(name)):>{width}}" for column in columns))
    return "\n".join(lines)


def _rows_of_variants(variants: Sequence[Variant]) -> str:
    names = max(len(variant.name) for variant in variants) + 2
    lines = [f"{'':{names}}" + "".join(f"{name:>14}" for name in _IN_ABLATIONS)]
    lines += [
        f"{variant.name:{names}}" + "".join(f"{_cell(variant.figures.get(name)):>14}" for name in _IN_ABLATIONS)
        for variant in variants
    ]
    return "\n".join(lines)


def _cell(value: Any) -> str:  # noqa: ANN401  # a figure, or none
    if value is None:
        return "–"
    if isinstance(value, float):
        return f"{value:.3f}" if value < 10 else f"{value:,.0f}"
    return f"{value:,}"
