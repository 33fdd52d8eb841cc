"""Ranking indexes of graphs that are in no store."""

from collections.abc import Iterable

from lgm_core.model import DocumentGraph
from lgm_core.retrieval.index.collection import collect
from lgm_core.retrieval.index.index_building import build_index
from lgm_core.retrieval.index.ranking_index import RankingIndex


def index_of_graphs(graphs: Iterable[DocumentGraph], language: str = "en") -> RankingIndex:
    """Index documents."""
    ordered = sorted(graphs, key=lambda graph: graph.document.id)
    return build_index(collect(ordered, language=language), language)
