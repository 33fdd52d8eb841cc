"""Learning for graphs of others: what documents state, without a graph store to keep it in."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from lgm_core.flow import Flow, together
from lgm_core.language.port import Annotator
from lgm_core.learning.analysis import analyse_documents
from lgm_core.learning.extraction.extractor import ExtractionOptions, extract
from lgm_core.learning.merge import with_extraction
from lgm_core.model import Document, DocumentGraph, MetaRelation

__all__ = ["learn_unstored", "relation_properties", "surfaces"]


def learn_unstored(
    documents: Sequence[Document],
    *,
    annotator: Annotator,
    extraction: ExtractionOptions | None = None,
    llm_name: str = "",
) -> Flow[list[DocumentGraph]]:
    """Return the graph of each document, in the order given; the LLM's requests about all of them are one batch.

    An `extraction failed` trace step tells of a request that gave nothing.

    Args:
        documents: few enough to be in memory together.
        annotator: the language backend.
        extraction: how the LLM extracts too; None asks it nothing.
        llm_name: what relations of the LLM are attributed to.
    """
    graphs = analyse_documents(documents, annotator, annotator.recipe)
    if extraction is None:
        return graphs
    found = yield from together([extract(graph, extraction, llm_name, annotator.language) for graph in graphs])
    return [with_extraction(graph, extracted) for graph, extracted in zip(graphs, found, strict=True)]


def surfaces(graph: DocumentGraph) -> dict[str, str]:
    """Return the most frequent form of each concept that is mentioned."""
    counts: dict[str, Counter[str]] = {}
    for mention in graph.mentions:
        counts.setdefault(mention.concept, Counter())[mention.surface] += 1
    return {key: forms.most_common(1)[0][0] for key, forms in counts.items()}


def relation_properties(graph: DocumentGraph, relation: MetaRelation) -> dict[str, str | list[str] | list[int]]:
    """Return what a property graph can keep of a relation: the sentences that state it, their places, who read it so.

    The lists run in parallel, an item for each piece of evidence.
    """
    sentences = {sentence.id: sentence for sentence in graph.sentences}
    stating = [sentences[one.sentence_id] for one in relation.evidence]
    return {
        "evidence": [sentence.text for sentence in stating],
        "starts": [sentence.start for sentence in stating],
        "ends": [sentence.end for sentence in stating],
        "origins": [one.origin for one in relation.evidence],
        "verdict": relation.verdict.value,
    }
