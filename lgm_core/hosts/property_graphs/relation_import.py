"""Adding relations of another graph to the documents of a language graph whose sentences support them."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from lgm_core.graph.port import LanguageGraphStore
from lgm_core.language.concepts import concept_key
from lgm_core.learning.extraction.claims import Claim, ClaimGrounder, ground_concept
from lgm_core.model import Addition, DocumentGraph, RelationKind, Sentence
from lgm_core.model.addition import utc_now

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
    """Add relations to the documents they come from; return how many documents have any of them now.

    As evidence a relation gets the first sentence that names both concepts; one without such a sentence is left out.
    They are one addition of the kind `enrich`, which can be taken back; the same relations make the same one.

    Args:
        store: the graph.
        relations: the relations by document id.
        origin: what the evidence says it was read by, such as `graph:property-graph`.
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
    grounder = ClaimGrounder(graph, origin)
    for relation in dict.fromkeys(relations):
        if (sentence := _supporting_sentence(graph, relation)) is not None:
            grounder.ground(Claim(relation.kind, relation.subject, relation.object, 1), [sentence])
    return grounder


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
