"""The page of a graph."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from lgm_core.graph.surface_forms import concept_with_forms, is_form
from lgm_core.model import Concept, Fact, FactEnd, MetaRelation, SectionEnd, Sentence, Value
from lgm_core.model.concept import name_of
from lgm_core.pages.concept_choice import GraphPart, MostRelated, ShownSentence, chosen_concepts, start_concepts
from lgm_core.pages.page import Page
from lgm_core.pages.shell import PageLinks, rendered
from lgm_core.retrieval.concepts.graph_view import GraphView

__all__ = ["GRAPH_SCRIPTS", "KINDS", "MOST_SENTENCES", "graph_page", "page_data", "read_part"]

MOST_SENTENCES = 3
"""The most sentences shown for a relation or fact, or for a concept without any."""
_FACTS_OF_A_CONCEPT = 4
"""The most facts shown per concept, on average."""


def read_part(
    view: GraphView,
    start: str | None = None,
    *,
    limit: int | None = None,
    facts: bool = True,
    most_related: MostRelated | None = None,
) -> GraphPart:
    """Read the concepts to show, the relations and facts between them, and the sentences that state these.

    Args:
        view: the graph.
        start: a concept, or a question with concepts.
        limit: the most concepts; see `chosen_concepts`.
        facts: whether to show facts.
        most_related: returns the best-connected concepts; see `chosen_concepts`.

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
    # A part may be too small for relations between its concepts; then they are shown alone.
    concepts = _concepts(view, [key for key in chosen.keys if key in related] or chosen.keys, sentences)
    # The graph may have changed between these reads: relations to deleted concepts are left out.
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
    """Return the ids of the sentences that state a relation or fact."""
    return list(dict.fromkeys(entry.sentence_id for entry in statement.evidence))


def _joined(fact: Fact) -> list[str]:
    """Return the concepts at the ends of a fact."""
    return [end for end in (fact.subject, fact.object) if isinstance(end, str)]


def _sentences(
    view: GraphView, relations: Sequence[MetaRelation], facts: Sequence[Fact], read: Sequence[Sentence]
) -> dict[str, ShownSentence]:
    """Return the sentences that state relations and facts, and those in `read`, with their places."""
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
    """Return concepts with their forms; under a filter, only with forms in the sentences shown, to read no others."""
    if view.where is None:
        return view.find_concepts(keys)
    forms: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for mentions in view.mentions(sentences).values():
        for mention in filter(is_form, mentions):
            forms[mention.concept][mention.surface] += 1
    counts = view.store.frequencies(list(keys), view.where)
    return [concept_with_forms(key, counts.get(key, 0), forms[key]) for key in keys]


_MOST_FORMS = 8
"""How many forms of a concept can be searched for."""


def page_data(part: GraphPart, links: PageLinks | None) -> dict[str, Any]:
    """Return the data for the page's scripts; concepts, sentences and documents are referred to by number."""
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
    """Return the most frequent form without an article, that is, with no more words than the key; else the name."""
    words = len(name_of(concept.key).split())
    return next((form for form in concept.forms if len(form.split()) <= words), concept.name)


def _other_forms(concept: Concept, name: str) -> list[str]:
    return [form for form in concept.forms[:_MOST_FORMS] if form != name]


def _relation(relation: MetaRelation, numbers: Mapping[str, int], sentences: Mapping[str, int]) -> list[Any]:
    ends = [numbers[relation.subject], numbers[relation.object]]
    return [relation.kind.value, *ends, relation.verdict.value, *_stated(relation, sentences)]


def _fact(fact: Fact, numbers: Mapping[str, int], sentences: Mapping[str, int], names: Mapping[str, str]) -> list[Any]:
    """Return a fact; its object is a concept's number, or the text of a value or section."""
    words = next((entry.wording for entry in fact.evidence if entry.wording), fact.predicate)
    object_ = numbers[fact.object] if isinstance(fact.object, str) else _end_text(fact.object, names)
    further = ", ".join(f"{name} {_end_text(end, names)}" for name, end in fact.qualifiers)
    ends = [numbers[fact.subject], object_]
    return ["fact", *ends, fact.verdict.value, *_stated(fact, sentences), words, further]


def _stated(statement: MetaRelation | Fact, sentences: Mapping[str, int]) -> list[Any]:
    """Return the sentences shown for a relation or fact, and how many state it."""
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


GRAPH_SCRIPTS = (
    "vendor/graph_libraries.min.js",
    "graph/graph_data.js",
    "graph/graph_packing.js",
    "graph/graph_layout.js",
    "graph/graph_edges.js",
    "graph/graph_panel.js",
    "graph/graph_names.js",
    "graph/graph_picture.js",
    "graph/graph.js",
)


def graph_page(part: GraphPart, *, start: str = "", links: PageLinks | None = None) -> Page:
    """Return the page of a graph.

    Args:
        part: the part of the graph to show.
        start: what was asked for, as written.
        links: addresses of other pages, on a server that shows them.
    """
    shown = {relation.kind.value for relation in part.relations} | ({"fact"} if part.facts else set())
    return rendered(
        "graph.html",
        title=f"Graph: {start}" if start else "Graph",
        data=page_data(part, links) if part.concepts else None,
        scripts=GRAPH_SCRIPTS if part.concepts else (),
        styles=("graph/graph.css",),
        links=links,
        start=start,
        part=part,
        kinds=[kind for kind in KINDS if kind[0] in shown],
    )


KINDS = (
    ("is_a", "is-a", "is a", "An arrow to the more general concept"),
    ("has_part", "has-part", "has part", "A diamond at the whole"),
    ("alias_of", "alias", "also called", "A line without an arrow"),
    ("fact", "fact", "facts", "A thin arrow, in the words of a sentence"),
)
"""Kinds of connections between concepts: their names in data, in styles and in words, and how they are drawn."""
