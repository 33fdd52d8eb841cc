"""From a section to what it tells of, and from that to sections (KAG's mutual index, section 2.2)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise

from lgm_core.errors import InputError, shown
from lgm_core.facade.fact_learning import StatedFact
from lgm_core.facade.opened_graph import OpenedGraph
from lgm_core.flow import Flow
from lgm_core.graph.port import LanguageGraphStore, Where
from lgm_core.model import DocumentGraph, Fact, Section, Sentence, Verdict
from lgm_core.model.document import section_id
from lgm_core.model.sentence import running_text
from lgm_core.retrieval.concepts.graph_view import GraphView
from lgm_core.retrieval.section_reading import divided, summarised

__all__ = ["SectionKnowledge", "SectionPart", "section_knowledge", "sections_about"]

_MOST_SENTENCES = 2_000
"""The most sentences about a thing whose sections are returned."""


@dataclass(frozen=True, slots=True)
class SectionPart:
    """Sentences about one subject, of the text under a heading: those at `first` to `last` in the document.

    With the facts that they state, and the keys of the concepts that they mention.
    """

    first: int
    last: int
    facts: tuple[Fact, ...]
    concepts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SectionKnowledge:
    """A section with what it tells of.

    Attributes:
        section: the section.
        sentences: its sentences, in order.
        facts: the facts that its sentences state.
        concepts: the keys of the concepts that it mentions, each with its classes in the schema, if it has any.
        before: the section before it in its document; None for the first.
        after: the section after it; None for the last.
        parts: the parts of the whole text under its heading, of which a section is at most 2,000 characters: one part
            if that has at most 40 sentences.
        summary: two or three sentences by the language model; empty if not asked for.
    """

    section: Section
    sentences: tuple[Sentence, ...]
    facts: tuple[Fact, ...]
    concepts: dict[str, tuple[str, ...]]
    before: Section | None
    after: Section | None
    parts: tuple[SectionPart, ...] = ()
    summary: str = ""


def section_knowledge(
    opened: OpenedGraph, id: str, where: Where | None = None, *, summary: bool = False
) -> Flow[SectionKnowledge]:
    """Return a section with what it tells of; see `LanguageGraph.section`.

    Raises:
        InputError: there is no such section among the documents that pass the filter, or no model for the summary.
        LanguageModelError: there is no summary, as the model failed.
    """
    if summary and opened.llm is None:
        raise InputError("summary=True needs a language model; open the graph with llm=…")
    document, _, place = id.rpartition("#s")
    store = opened.existing()
    view = GraphView(store, where=where)
    records = view.documents([document])
    graph = next(iter(store.scan([document])), None) if records else None
    found = {each.id: each for each in graph.sections} if graph is not None else {}
    if graph is None or id not in found:
        raise InputError(f"{shown(id)} is no section of the graph; passages have the ids of their sections")
    sentences = tuple(each for each in graph.sentences if each.section_id == id)
    facts, keys = _told(graph, sentences)
    before, after = (found.get(section_id(document, int(place) + step)) for step in (-1, 1))
    concepts = {key: tuple(sorted(view.conformance.classes_of(key))) for key in keys}
    under = _under_heading(graph, found[id])
    starts = yield from divided(under, records[document].language, ask=opened.llm is not None)
    texts = (under[start:end] for start, end in pairwise([*starts, len(under)]))
    parts = tuple(SectionPart(text[0].position, text[-1].position, *_told(graph, text)) for text in texts)
    told = (yield from summarised(running_text(sentences))) if summary else ""
    return SectionKnowledge(found[id], sentences, facts, concepts, before, after, parts, told)


def _under_heading(graph: DocumentGraph, section: Section) -> list[Sentence]:
    """Return the sentences of a section and of its neighbours under the same heading."""
    runs = ([*run] for _, run in groupby(graph.sections, key=lambda each: each.path))
    ids = next({each.id for each in run} for run in runs if section in run)
    return [each for each in graph.sentences if each.section_id in ids]


def _told(graph: DocumentGraph, sentences: Sequence[Sentence]) -> tuple[tuple[Fact, ...], tuple[str, ...]]:
    """Return the facts that sentences of a document state, and the keys of the concepts that they mention."""
    own = {each.id for each in sentences}
    stated = (fact for fact in graph.facts if fact.verdict is not Verdict.INVALID)
    facts = tuple(fact for fact in stated if any(item.sentence_id in own for item in fact.evidence))
    return facts, tuple(dict.fromkeys(each.concept for each in graph.mentions if each.sentence_id in own))


def sections_about(
    store: LanguageGraphStore, about: str | Fact | StatedFact, where: Where | None = None
) -> list[Section]:
    """Return the sections about a concept, a class of the schema, or a fact; see `LanguageGraph.sections`.

    Raises:
        InputError: it is neither text nor a fact, the text names no concept, or the filter cannot be understood.
    """
    about = about.fact if isinstance(about, StatedFact) else about
    if not isinstance(about, str | Fact):
        raise InputError(f"{shown(about)} is neither text nor a fact; give a noun, a name or a fact")
    view = GraphView(store, where=where, question=about if isinstance(about, str) else "")
    if isinstance(about, Fact):
        stated = store.facts_about([about.subject], where=where)
        evidence = next((fact.evidence for fact in stated if fact.key == about.key), ())
        sentences = store.sentences(list(dict.fromkeys(item.sentence_id for item in evidence)))
    else:
        keys = view.keys_of(about)
        if not keys:
            raise InputError(f"{shown(about)} does not name a concept; give a noun or a name")
        names = {name for key in [*keys, *_members(view, about)] for name in view.names(key)}
        sentences = view.sentences_about(sorted(names), _MOST_SENTENCES)
    counts: defaultdict[str, int] = defaultdict(int)
    for sentence in sentences:
        counts[sentence.section_id] += 1
    return store.sections(sorted(counts, key=lambda id: -counts[id]))


def _members(view: GraphView, name: str) -> list[str]:
    """Return the labels of a class of the schema and of those below it, and the concepts stated to be of one."""
    conformance = view.conformance
    if not (wanted := conformance.class_named(name)):
        return []
    named = [name for each in conformance.below([wanted]) for name in each.names]
    labels = [key for name in named for key in view.keys_of(name)]
    below = [relation.subject for relation in view.relations(labels) if relation.object in labels]
    return [*labels, *(key for key in dict.fromkeys(below) if conformance.fit(key, [wanted]) == "stated")]
