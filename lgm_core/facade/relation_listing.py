"""Listing the meta-relations of a graph, each with the sentences that state it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from operator import attrgetter

from lgm_core.errors import InputError, shown
from lgm_core.graph.port import LanguageGraphStore, Where
from lgm_core.model import MetaRelation, RelationKind, Sentence, Verdict
from lgm_core.model.concept import name_of
from lgm_core.model.relation import counting_evidence
from lgm_core.retrieval.concepts.explanation import cited_names
from lgm_core.retrieval.concepts.graph_view import GraphView
from lgm_core.retrieval.relation_wording import VERBS

__all__ = ["StatedRelation", "stated_relations"]


@dataclass(frozen=True, slots=True)
class StatedRelation:
    """A meta-relation with the sentences that state it.

    Attributes:
        relation: the relation between two concepts, given by their keys.
        sentences: the sentences, one for each piece of evidence, in its order.
        text: the relation in one line, with concepts as the documents write them.
    """

    relation: MetaRelation
    sentences: tuple[Sentence, ...]
    text: str

    def __str__(self) -> str:
        """Return the relation in one line."""
        return self.text


def stated_relations(
    store: LanguageGraphStore,
    name: str | None = None,
    *,
    kind: RelationKind | None = None,
    where: Where | None = None,
    verdict: Verdict | None = None,
    limit: int | None = None,
) -> list[StatedRelation]:
    """Return relations, all or those of a concept; see `LanguageGraph.relations`.

    `verdict` selects relations by it; None selects all but rejected ones.

    Raises:
        InputError: the name does not name a concept, or the filter cannot be understood.
    """
    view = GraphView(store, where=where, question=name or "")
    keys: list[str | None] = [None] if name is None else [*view.keys_of(name)]
    if not keys:
        raise InputError(f"{shown(name)} does not name a concept; give a noun or a name")
    most = limit if view.allowed is None else None
    found = {
        relation.key: relation
        for key in keys
        for relation in store.relations(kind=kind, concept=key, verdict=verdict, limit=most)
    }
    ids = {evidence.sentence_id for relation in found.values() for evidence in relation.evidence}
    sentences = {
        sentence.id: sentence
        for sentence in store.sentences(sorted(ids))
        if view.allowed is None or sentence.document_id in view.allowed
    }
    kept = [
        replace(relation, evidence=evidence)
        for relation in sorted(found.values(), key=attrgetter("key"))
        if (evidence := counting_evidence(relation.evidence, view.allowed))
    ][:limit]
    names = cited_names(view, sentences)
    listed = []
    for relation in kept:
        judged = "" if relation.verdict is Verdict.UNKNOWN else f"  ({relation.verdict})"
        subject, target = (names.get(key) or name_of(key) for key in (relation.subject, relation.object))
        stating = tuple(sentences[each.sentence_id] for each in relation.evidence)
        listed.append(StatedRelation(relation, stating, f"{subject} — {VERBS[relation.kind]} — {target}{judged}"))
    return listed
