"""Ranking indexes of graphs that are in no store."""

from collections.abc import Iterable
from random import Random

from lgm_core.language.lite.lite_annotator import LiteAnnotator
from lgm_core.learning.analysis import analyse_documents
from lgm_core.model import DocumentGraph
from lgm_core.retrieval.index.collection import collect
from lgm_core.retrieval.index.ranking_index import RankingIndex
from lgm_core.retrieval.index.segment_building import whole_segment
from tests.support.random_documents import random_document


def index_of_graphs(graphs: Iterable[DocumentGraph], language: str = "en") -> RankingIndex:
    """Index documents."""
    ordered = sorted(graphs, key=lambda graph: graph.document.id)
    texts = {sentence.id: sentence.text for graph in ordered for sentence in graph.sentences}
    segment = whole_segment(collect(ordered), (language,))
    return RankingIndex(segment, (language,), lambda ids: [texts[id] for id in ids])


def random_index(random: Random) -> RankingIndex:
    """Index random documents that name each other."""
    documents = {document.id: document for document in (random_document(random, 60) for _ in range(60))}
    return index_of_graphs(
        analyse_documents([documents[key] for key in sorted(documents)], LiteAnnotator(), "test"), "en"
    )
