"""Measure the graphs of single documents beside recorded ones (`lgm bench construction`)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from lgm_core.evaluation.construction.answer_words import AnswerWords, answer_words, recorded_hop, sentences_by_bm25
from lgm_core.evaluation.construction.constructed_papers import ConstructedPapers, construct_papers
from lgm_core.evaluation.construction.gold_entities import (
    GoldDocument,
    constructed_things,
    gold_figures,
    joined_with,
    recorded_things,
)
from lgm_core.evaluation.construction.graph_figures import (
    constructed_shape,
    coverage,
    published_calls,
    recorded_shape,
    shape_figures,
)
from lgm_core.evaluation.construction.recorded_folder import Paper, RecordedFolder, RecordedGraph
from lgm_core.evaluation.construction.replay.recorded_graph_model import RecordedGraphModel
from lgm_core.evaluation.construction.waiting_times import Waiting, waiting_times
from lgm_core.evaluation.metrics import mean
from lgm_core.learning.construction.construction_options import STAGES, ConstructionOptions
from lgm_core.llm.port import ChatModel

__all__ = ["ConstructionFigures", "Variant", "construction_figures"]

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
        ablations: without a language model, and with the first one's replay, each stage switched off and components in
            the place of cliques.
        baseline: the ten sentences that BM25 puts first.
        waiting: by protocol and requests at once, with a model that takes `delay` seconds for each reply.
        gold: beside a gold annotation, the recorded graphs and ours.
    """

    papers: int
    own: Variant
    recorded: tuple[Variant, ...]
    replays: tuple[Variant, ...]
    baseline: AnswerWords
    ablations: tuple[Variant, ...] = ()
    waiting: tuple[Waiting, ...] = ()
    delay: float = 0.0
    gold: tuple[Variant, ...] = ()

    def as_json(self) -> dict[str, Any]:
        """Return the figures of `--json`: ours without a language model, and under `replay` those of each replay."""
        figures: dict[str, Any] = {**self.own.public, "replay": {each.name: each.public for each in self.replays}}
        if self.ablations:
            figures["ablations"] = {each.name: each.public for each in self.ablations}
        if self.waiting:
            figures["delay"] = self.delay
            figures["waiting"] = [asdict(each) for each in self.waiting]
        if self.gold:
            figures["gold"] = {each.name: dict(each.figures) for each in self.gold}
        return figures


def construction_figures(
    folder: RecordedFolder, *, ablations: bool = False, delay: float = 0.0, gold: Sequence[GoldDocument] = ()
) -> ConstructionFigures:
    """Construct the papers that the questions are about, without a language model and with each recorded one.

    Coverage compares with the graphs of the first model by name. Entities are all of construction, of any class;
    `isolated` is counted on the same ones.

    Args:
        folder: papers, questions and recorded graphs.
        ablations: also switch off each stage, and merge by components.
        delay: seconds that a model, the first one's replay, is to take for each reply, to measure what requests at once
            save; 0 does not measure.
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
        tuple(_waiting(folder, delay)) if delay else (),
        delay,
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
            "published_calls": mean([float(one.report.published) for one in papers.papers]),
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
    figures["published_calls"] = mean([float(published_calls(paper, graphs[paper.id])) for paper in folder.papers])
    if minutes := [graph.minutes for graph in graphs.values() if graph.minutes]:
        figures["minutes"] = mean(minutes)
    if similarities := [folder.regenerated.get(model, {}).get(paper.id) for paper in folder.papers]:
        known = [similarity for similarity in similarities if similarity is not None]
        figures |= {"written_back": mean(known)} if known else {}
    return Variant(model, figures)


def _ablations(folder: RecordedFolder) -> Iterator[Variant]:
    """Yield variants with a stage switched off, or components for cliques."""
    ways: dict[str, ConstructionOptions] = {
        f"without {stage}": ConstructionOptions(stages=tuple(other for other in STAGES if other != stage))
        for stage in STAGES[1:]
    }
    ways["components"] = ConstructionOptions(merge="components")
    for name, options in ways.items():
        yield _variant(f"zero LLM, {name}", construct_papers(folder.papers, folder.questions, options), folder)
        for model, graphs in list(folder.graphs.items())[:1]:
            replayed = construct_papers(folder.papers, folder.questions, options, _replay(model, graphs))
            yield _variant(f"replay {model}, {name}", replayed, folder)


def _waiting(folder: RecordedFolder, delay: float) -> Iterator[Waiting]:
    for model, graphs in list(folder.graphs.items())[:1]:
        yield from waiting_times(folder.papers, graphs, model, delay)


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
