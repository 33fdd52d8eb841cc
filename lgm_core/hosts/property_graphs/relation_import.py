"""Adding relations of another graph to documents whose sentences support them."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from lgm_core.graph.port import LanguageGraphStore
from lgm_core.language.concepts import concept_key
from lgm_core.learning.extraction.claims import Claim, ClaimGrounder, ground_concept
from lgm_core.learning.facts.end_grounding import SourceSentence, graph_sentences
from lgm_core.model import Addition, DocumentGraph, RelationKind
from lgm_core.model.addition import utc_now

__all__ = ["ImportedRelation", "import_relations"]


@dataclass(frozen=True, slots=True)
class ImportedRelation:
    """A meta-relation between two concepts, with their names in the other graph."""

    kind: RelationKind
    subject: str
    object: str


def import_relations(
    store: LanguageGraphStore, relations: Mapping[str, Sequence[ImportedRelation]], *, origin: str
) -> int:
    """Add relations to the documents they come from; return how many documents have some of them now.

    The evidence of a relation is the first sentence that names both concepts; without one it is left out. The relations
    are one addition of the kind `enrich`, which can be taken back; the same relations make the same addition.

    Args:
        store: the graph.
        relations: the relations by document id.
        origin: the origin in their evidence, such as `graph:property-graph`.
    """
    grounded = [
        grounder
        for graph in store.scan()
        if (grounder := _grounded(graph, relations.get(graph.document.id, ()), origin)).relations
    ]
    found = tuple(relation for grounder in grounded for relation in grounder.relations)
    if found:
        digest = hashlib.sha256(repr(sorted((*relation.key, relation.evidence) for relation in found)).encode())
        store.add(
            Addition(
                id=f"enrich-{digest.hexdigest()[:12]}",
                kind="enrich",
                label=origin,
                created=utc_now(),
                relations=found,
                mentions=tuple(mention for grounder in grounded for mention in grounder.mentions),
            )
        )
    return len(grounded)


def _grounded(graph: DocumentGraph, relations: Sequence[ImportedRelation], origin: str) -> ClaimGrounder:
    grounder, sources = ClaimGrounder(origin), graph_sentences(graph)
    for relation in dict.fromkeys(relations):
        if (source := _supporting_sentence(sources, relation)) is not None:
            grounder.ground(Claim(relation.kind, relation.subject, relation.object, 1), [source])
    return grounder


def _supporting_sentence(sources: Sequence[SourceSentence], relation: ImportedRelation) -> SourceSentence | None:
    """Return the first sentence that names both concepts of a relation."""
    for source in sources:
        keys = [concept_key(name, source.language) for name in (relation.subject, relation.object)]
        if source.sentence.is_code or not all(keys):
            continue
        if all(ground_concept(key, source.sentence, (), source.language) is not None for key in keys):
            return source
    return None
