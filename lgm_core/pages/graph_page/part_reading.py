"""Reading the part of a graph that its page shows, through a filter on documents."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Sequence

from lgm_core.graph.surface_forms import concept_with_forms, is_form
from lgm_core.model import Concept, Fact, MetaRelation, Sentence
from lgm_core.pages.graph_page.concept_choice import MostRelated, chosen_concepts, start_concepts
from lgm_core.pages.graph_page.graph_part import GraphPart, ShownSentence
from lgm_core.retrieval.concepts.graph_view import GraphView

__all__ = ["MOST_SENTENCES", "read_part", "stating"]

MOST_SENTENCES = 3
"""Sentences that are shown of those that state a relation or fact, or mention a concept that none joins."""
_FACTS_OF_A_CONCEPT = 4
"""Facts that are shown for each concept on average, at most."""


def read_part(
    view: GraphView,
    start: str | None = None,
    *,
    limit: int | None = None,
    facts: bool = True,
    most_related: MostRelated | None = None,
) -> GraphPart:
    """Read the concepts to show, what leads from one to another, and the sentences that say so.

    Args:
        view: the graph.
        start: a concept, or a question that names some.
        limit: how many concepts at most; see `chosen_concepts`.
        facts: whether to show facts.
        most_related: asked for the best-connected concepts; see `chosen_concepts`.

    Raises:
        InputError: `start` names no concept.
    """
    starts = start_concepts(view, start) if start else ()
    chosen = chosen_concepts(view, starts, limit=limit, facts=facts, most_related=most_related)
    relations = view.relations_among(chosen.keys)
    stated = view.facts_among(chosen.keys, _FACTS_OF_A_CONCEPT * len(chosen.keys)) if facts else []
    joined = {key for relation in relations for key in (relation.subject, relation.object)}
    joined |= {key for fact in stated if isinstance(fact.object, str) for key in _joined(fact)}
    about = joined | {fact.subject for fact in stated}
    mentioning = {key: view.sentences_about([key], MOST_SENTENCES) for key in chosen.starts if key not in about}
    sentences = _sentences(view, relations, stated, [sentence for read in mentioning.values() for sentence in read])
    related = joined | {*chosen.starts}
    # A part may be too small for relations among its concepts: then they are shown alone.
    concepts = _concepts(view, [key for key in chosen.keys if key in related] or chosen.keys, sentences)
    # Others may change the graph between these readings: what leads to a concept that is gone is left out.
    found = {concept.key for concept in concepts}
    return GraphPart(
        chosen,
        tuple(concepts),
        tuple(relation for relation in relations if found.issuperset((relation.subject, relation.object))),
        tuple(fact for fact in stated if found.issuperset(_joined(fact))),
        sentences,
        {key: tuple(sentence.id for sentence in read) for key, read in mentioning.items()},
        view.store.statistics().concepts if view.where is None else None,
    )


def stating(statement: MetaRelation | Fact) -> list[str]:
    """Return the ids of all sentences that state a relation or fact, each once."""
    return list(dict.fromkeys(entry.sentence_id for entry in statement.evidence))


def _joined(fact: Fact) -> list[str]:
    """Return the concepts that a fact leads from and to."""
    return [end for end in (fact.subject, fact.object) if isinstance(end, str)]


def _sentences(
    view: GraphView, relations: Sequence[MetaRelation], facts: Sequence[Fact], read: Sequence[Sentence]
) -> dict[str, ShownSentence]:
    """Return the sentences that state relations and facts, and those that were read already, in their places."""
    statements: tuple[MetaRelation | Fact, ...] = (*relations, *facts)
    wanted = dict.fromkeys(id for statement in statements for id in stating(statement)[:MOST_SENTENCES])
    sentences = [*(view.store.sentences(list(wanted)) if wanted else ()), *read]
    documents = view.documents(sentence.document_id for sentence in sentences)
    sections = {
        section.id: section for section in view.store.sections(list({sentence.section_id for sentence in sentences}))
    }
    return {
        sentence.id: ShownSentence(sentence, sections[sentence.section_id], documents[sentence.document_id])
        for sentence in sentences
        if sentence.document_id in documents and sentence.section_id in sections
    }


def _concepts(view: GraphView, keys: Sequence[str], sentences: Collection[str]) -> list[Concept]:
    """Return concepts with their forms; under a filter, those that the sentences shown write them in.

    All sentences of the documents that pass might be very many.
    """
    if view.where is None:
        return view.find_concepts(keys)
    forms: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for mentions in view.mentions(sentences).values():
        for mention in filter(is_form, mentions):
            forms[mention.concept][mention.surface] += 1
    counts = view.store.frequencies(list(keys), view.where)
    return [concept_with_forms(key, counts.get(key, 0), forms[key]) for key in keys]
