"""The part of a graph that tuning a language model uses: rows to tune it with."""

from __future__ import annotations

from collections.abc import Sequence
from os import PathLike

from lgm_core.facade.schema_graph import SchemaGraph
from lgm_core.graph.port import Where
from lgm_core.tuning.tuning_report import TuningReport

__all__ = ["TunedGraph"]


class TunedGraph(SchemaGraph):
    """The part of `LanguageGraph` that helps to tune a language model."""

    def tuning_data(
        self,
        tasks: str | Sequence[str] = ("nlu", "nli", "nlg"),
        *,
        folder: str | PathLike[str],
        seed: int = 1,
        where: Where | None = None,
        held_out: float = 0.1,
    ) -> TuningReport:
        """Write chat rows to tune a language model with, `train.jsonl` and `held_out.jsonl`, divided by document."""
        raise NotImplementedError
