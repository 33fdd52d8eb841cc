"""What is saved by asking at once: construction with a model that takes a fixed time for each reply."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Literal

from lgm_core.evaluation.construction.recorded_folder import Paper, RecordedGraph
from lgm_core.evaluation.construction.replay.delayed_model import DelayedModel
from lgm_core.evaluation.construction.replay.joined_recordings import joined_recording
from lgm_core.evaluation.construction.replay.recorded_graph_model import RecordedGraphModel
from lgm_core.facade.language_graph import LanguageGraph
from lgm_core.learning.construction.construction_options import ConstructionOptions

__all__ = ["Waiting", "waiting_times"]

_AT_ONCE = 8
"""Requests under way at once where not one at a time."""


@dataclass(frozen=True, slots=True)
class Waiting:
    """How long one waits for a model.

    Attributes:
        requests: batched, or as the published pipeline asks.
        papers: constructed together.
        at_once: requests under way at once.
        calls: of the model.
        rounds: how many waits followed each other; times the delay it is the time of waiting, whatever the machine.
        seconds: all of construction by the clock, our own work among it.
    """

    requests: Literal["batched", "paper"]
    papers: int
    at_once: int
    calls: int
    rounds: int
    seconds: float


def waiting_times(
    papers: Sequence[Paper], graphs: Mapping[str, RecordedGraph], name: str, delay: float
) -> list[Waiting]:
    """Construct papers, eight requests at once and one at a time, by a replay that takes `delay` seconds a reply.

    In batches all papers are constructed together; by the published pipeline's requests, which are many more, only the
    shortest one.

    Args:
        papers: at least one.
        graphs: what is recorded of each.
        name: of the recorded model.
        delay: in seconds.
    """
    shortest = min(papers, key=lambda paper: len(paper.sentences))
    return [
        _waited(chosen, RecordedGraphModel(*joined_recording(chosen, graphs), name), delay, options, at_once)
        for options, chosen in (
            (ConstructionOptions(requests="batched"), papers),
            (ConstructionOptions(requests="paper"), [shortest]),
        )
        for at_once in (_AT_ONCE, 1)
    ]


def _waited(
    papers: Sequence[Paper], model: RecordedGraphModel, delay: float, options: ConstructionOptions, at_once: int
) -> Waiting:
    slow = DelayedModel(model, delay)
    documents = [paper.document() for paper in papers]
    with TemporaryDirectory() as place, LanguageGraph(Path(place) / "g.lgm", llm=slow, concurrency=at_once) as graph:
        graph.build(documents, workers=1, extraction=False, facts=False)
        began = time.perf_counter()
        graph.construct_all([document.id for document in documents], options)
        seconds = time.perf_counter() - began
    return Waiting(options.requests, len(papers), at_once, len(slow.waits), slow.rounds, seconds)
