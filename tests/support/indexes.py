"""Ranking indexes of graphs that are in no store."""

from collections.abc import Iterable

from lgm_core.model import DocumentGraph
from lgm_core.retrieval.index.collection import collect
from lgm_core.retrieval.index.ranking_index import RankingIndex
from lgm_core.retrieval.index.segment_building import whole_segment


def index_of_graphs(graphs: Iterable[DocumentGraph], language: str = "en") -> RankingIndex:
    """Index documents."""
    ordered = sorted(graphs, key=lambda graph: graph.document.id)
    texts = {sentence.id: sentence.text for graph in ordered for sentence in graph.sentences}
    segment = whole_segment(collect(ordered), (language,))
    return RankingIndex(segment, (language,), lambda ids: [texts[id] for id in ids])
