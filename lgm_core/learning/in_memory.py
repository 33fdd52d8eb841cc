"""Learn documents into memory, for hosts that store the relations in their own property graph."""

from __future__ import annotations

from collections.abc import Sequence

from lgm_core.documents.parsing import with_front_matter
from lgm_core.flow import Flow, together
from lgm_core.language.port import Annotator
from lgm_core.learning.analysis import analyse_documents
from lgm_core.learning.extraction.extractor import ExtractionOptions, extract
from lgm_core.learning.merge import with_extraction
from lgm_core.model import Document, DocumentGraph, Evidence, Fact, FactEvidence, MetaRelation, Value

__all__ = ["fact_properties", "learn_in_memory", "relation_properties"]


def learn_in_memory(
    documents: Sequence[Document],
    *,
    annotator: Annotator,
    extraction: ExtractionOptions | None = None,
    llm_name: str = "",
    facts: bool = False,
) -> Flow[list[DocumentGraph]]:
    """Return the graph of each document, in the given order; all LLM requests are one batch.

    An `extraction failed` trace step reports each failed request.

    Args:
        documents: few enough to fit into memory together.
        annotator: the language backend.
        extraction: settings of the LLM extraction; None leaves the LLM out.
        llm_name: the model's name, for the origin of its relations.
        facts: also read facts from the parse.

    Raises:
        LGMError: a document cannot be analysed.
    """
    documents = [with_front_matter(document) for document in documents]
    graphs = analyse_documents(documents, annotator, annotator.recipe, facts=facts)
    if extraction is None:
        return graphs
    extractions = yield from together([extract(graph, extraction, llm_name) for graph in graphs])
    return [with_extraction(graph, extracted) for graph, extracted in zip(graphs, extractions, strict=True)]


def relation_properties(graph: DocumentGraph, relation: MetaRelation) -> dict[str, str | list[str] | list[int]]:
    """Return the properties of a relation in a property graph: its supporting sentences, their offsets and origins.

    The lists are parallel, with one item per piece of evidence.
    """
    return _evidence_properties(graph, relation.evidence) | {"verdict": relation.verdict.value}


def fact_properties(graph: DocumentGraph, fact: Fact) -> dict[str, str | list[str] | list[int]]:
    """Return the properties of a fact in a property graph: those of a relation, its wordings, and its qualifiers.

    `wordings` are parallel to the sentences; `qualifiers` are texts such as *in 1931*.
    """
    ends = ((name, end.text if isinstance(end, Value) else end) for name, end in fact.qualifiers)
    return _evidence_properties(graph, fact.evidence) | {
        "predicate": fact.predicate,
        "wordings": [evidence.wording for evidence in fact.evidence],
        "qualifiers": [f"{name} {end}" for name, end in ends if isinstance(end, str)],
        "verdict": fact.verdict.value,
    }


def _evidence_properties(
    graph: DocumentGraph, evidence: Sequence[Evidence] | Sequence[FactEvidence]
) -> dict[str, str | list[str] | list[int]]:
    sentences = {sentence.id: sentence for sentence in graph.sentences}
    supporting = [sentences[item.sentence_id] for item in evidence]
    return {
        "evidence": [sentence.text for sentence in supporting],
        "starts": [sentence.start for sentence in supporting],
        "ends": [sentence.end for sentence in supporting],
        "origins": [item.origin for item in evidence],
    }
