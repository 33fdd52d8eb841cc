"""The part of a graph that is shown, as the page's scripts read it: `static/graph/graph_data.js` names the fields."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from lgm_core.model import Concept, Fact, FactEnd, MetaRelation, SectionEnd, Value
from lgm_core.model.concept import name_of
from lgm_core.pages.graph_page.graph_part import GraphPart, ShownSentence
from lgm_core.pages.graph_page.part_reading import MOST_SENTENCES, stating
from lgm_core.pages.links import PageLinks

__all__ = ["page_data"]

_MOST_FORMS = 8
"""Forms by which a concept is found, at most."""


def page_data(part: GraphPart, links: PageLinks | None) -> dict[str, Any]:
    """Return what the page's scripts show; concepts, sentences and documents are named by their numbers."""
    numbers = {concept.key: number for number, concept in enumerate(part.concepts)}
    sentences = {id: number for number, id in enumerate(part.sentences)}
    documents = {shown.document.id: shown.document for shown in part.sentences.values()}
    places = {id: number for number, id in enumerate(documents)}
    names = {concept.key: _name(concept) for concept in part.concepts}
    return {
        "concepts": [
            [concept.key, name, _other_forms(concept, name), concept.frequency]
            for concept, name in zip(part.concepts, names.values(), strict=True)
        ],
        "relations": [_relation(relation, numbers, sentences) for relation in part.relations]
        + [_fact(fact, numbers, sentences, names) for fact in part.facts],
        "sentences": [_sentence(shown, places, links) for shown in part.sentences.values()],
        "documents": [document.title or document.id for document in documents.values()],
        "mentioning": {
            numbers[key]: [sentences[id] for id in ids if id in sentences]
            for key, ids in part.mentioning.items()
            if key in numbers
        },
        "starts": [numbers[key] for key in part.chosen.starts if key in numbers],
        "graph": links.graph() if links else None,
    }


def _name(concept: Concept) -> str:
    """Return the most frequent form without an article, which has no more words than the key; else the name."""
    words = len(name_of(concept.key).split())
    return next((form for form in concept.forms if len(form.split()) <= words), concept.name)


def _other_forms(concept: Concept, name: str) -> list[str]:
    return [form for form in concept.forms[:_MOST_FORMS] if form != name]


def _relation(relation: MetaRelation, numbers: Mapping[str, int], sentences: Mapping[str, int]) -> list[Any]:
    ends = [numbers[relation.subject], numbers[relation.object]]
    return [relation.kind.value, *ends, relation.verdict.value, *_stated(relation, sentences)]


def _fact(fact: Fact, numbers: Mapping[str, int], sentences: Mapping[str, int], names: Mapping[str, str]) -> list[Any]:
    """Return a fact; what it leads to is a concept's number, or the words of a value or section."""
    words = next((entry.wording for entry in fact.evidence if entry.wording), fact.predicate)
    object_ = numbers[fact.object] if isinstance(fact.object, str) else _end_text(fact.object, names)
    further = ", ".join(f"{name} {_end_text(end, names)}" for name, end in fact.qualifiers)
    ends = [numbers[fact.subject], object_]
    return ["fact", *ends, fact.verdict.value, *_stated(fact, sentences), words, further]


def _stated(statement: MetaRelation | Fact, sentences: Mapping[str, int]) -> list[Any]:
    """Return the sentences that are shown of those that state something, and how many there are."""
    stated = stating(statement)
    return [[sentences[id] for id in stated[:MOST_SENTENCES] if id in sentences], len(stated)]


def _end_text(end: FactEnd, names: Mapping[str, str]) -> str:
    if isinstance(end, Value):
        return end.text
    return "a section" if isinstance(end, SectionEnd) else names.get(end, name_of(end))


def _sentence(shown: ShownSentence, places: Mapping[str, int], links: PageLinks | None) -> list[Any]:
    sentence, section = shown.sentence, shown.section
    path = " › ".join(title for title in section.path if title and title != shown.document.title)
    address = links.document(sentence.document_id, sentence.position) if links else None
    return [sentence.text, places[shown.document.id], path, sentence.position + 1, address]
