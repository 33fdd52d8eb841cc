"""How well questions find the gold passages of a corpus: what benchmarks of the ranking share."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from lgm_core.errors import InputError
from lgm_core.evaluation.datasets import Passage
from lgm_core.evaluation.metrics import all_retrieved, recall, reciprocal_rank
from lgm_core.facade.language_graph import LanguageGraph
from lgm_core.language.port import Annotator

__all__ = ["ABLATIONS", "DEPTHS", "build_corpus_graph", "document_figures"]

ABLATIONS: dict[str, dict[str, float]] = {
    "passages alone, no chains": {"hops": 1},
    "chains of two": {"hops": 2},
    "no title bonus": {"title_bonus": 0.0},
    "no names as wholes": {"name": 0.0},
    "no related words": {"related_words": 0.0},
    "no nearness to the bridge": {"proximity": 0.0},
    "no bridges to mentions": {"mention_bridge": 0.0},
    "no bridges back": {"reverse_bridge": 0.0},
    "no part left open": {"new_coverage": 0.0},
    "no spread": {"sibling_penalty": 0.0},
    "chains not kept together": {"successor_bonus": 0.0, "predecessor_bonus": 0.0},
    "chains in full always": {"anchored": 0.0},
    "nothing for what a passage says by itself": {"direct_first": 0.0, "direct_unnamed": 0.0, "direct_alone": 0.0},
    "no phrases": {"phrase": 0.0},
    "no definitions": {"definition": 0.0, "defining_sentence": 0.0},
}
"""Weights that switch off one part of the ranking."""

DEPTHS = (1, 2, 5, 10, 20)
"""The numbers of best passages in which gold ones are counted."""
_BEST = 5
"""How many best passages are searched for all gold ones."""


def build_corpus_graph(
    passages: Iterable[Passage], path: Path, *, annotator: Annotator | str | None = None
) -> LanguageGraph:
    """Build a graph of a corpus without a language model, in a file.

    Raises:
        InputError: a passage could not be learned.
    """
    graph = LanguageGraph(path, annotator=annotator)
    report = graph.build(passage.document() for passage in passages)
    if report.failed:
        first = report.failed[0]
        raise InputError(f"{len(report.failed)} passages could not be learned; {first.name}: {first.error}")
    return graph


def document_figures(ranked: Sequence[str], gold: Sequence[str]) -> Iterator[tuple[str, float]]:
    """Yield how well ranked documents or passages match the gold ones, each figure from 0 to 1 with its name.

    `recall@1` … `recall@20` are the shares of gold ones among the first so many, `mrr` is 1 divided by the place of the
    first gold one among the first twenty, and `all@5` tells whether all are among the first five.
    """
    for depth in DEPTHS:
        yield f"recall@{depth}", recall(ranked, gold, k=depth)
    yield "mrr", reciprocal_rank(ranked[: DEPTHS[-1]], gold)
    yield "all@5", all_retrieved(ranked, gold, k=_BEST)
