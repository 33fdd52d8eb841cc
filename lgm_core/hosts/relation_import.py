"""Importing relations from another graph into the documents of a language graph whose sentences support them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from lgm_core.graph.port import LanguageGraphStore
from lgm_core.language.concepts import concept_key
from lgm_core.learning.extraction.claim_grounding import ClaimGrounder
from lgm_core.learning.extraction.claims import Claim
from lgm_core.learning.extraction.concept_grounding import ground_concept
from lgm_core.learning.extraction.extractor import Extraction
from lgm_core.learning.merge import with_extraction
from lgm_core.model import DocumentGraph, RelationKind, Sentence

__all__ = ["ImportedRelation", "import_relations"]


@dataclass(frozen=True, slots=True)
class ImportedRelation:
    """A meta-relation between two concepts, named as the other graph names them."""

    kind: RelationKind
    subject: str
    object: str


def import_relations(
    store: LanguageGraphStore, relations: Mapping[str, Sequence[ImportedRelation]], *, origin: str
) -> int:
    """Add relations to the documents they come from; return how many documents this changed.

    As evidence a relation gets the first sentence that names both concepts; one without such a sentence is left out.

    Args:
        store: the graph.
        relations: the relations by document id.
        origin: what the evidence says it was read by, such as `graph:property-graph`.
    """
    changed = []
    for graph in store.scan():
        richer = _with_relations(graph, relations.get(graph.document.id, ()), origin)
        if set(richer.relations) != set(graph.relations):
            changed.append(richer)
    for graph in changed:
        store.write(graph)
    return len(changed)


def _with_relations(graph: DocumentGraph, relations: Sequence[ImportedRelation], origin: str) -> DocumentGraph:
    grounder = ClaimGrounder(graph, origin)
    for relation in dict.fromkeys(relations):
        if (sentence := _supporting_sentence(graph, relation)) is not None:
            grounder.ground(Claim(relation.kind, relation.subject, relation.object, 1), [sentence])
    return with_extraction(graph, Extraction(grounder.relations, grounder.mentions))


def _supporting_sentence(graph: DocumentGraph, relation: ImportedRelation) -> Sentence | None:
    """Return the first sentence of a document that names both concepts of a relation."""
    language = graph.document.language
    keys = [concept_key(name, language) for name in (relation.subject, relation.object)]
    if not all(keys):
        return None
    naming_both = (
        sentence
        for sentence in graph.sentences
        if not sentence.is_code and all(ground_concept(key, sentence, (), language) is not None for key in keys)
    )
    return next(naming_both, None)
