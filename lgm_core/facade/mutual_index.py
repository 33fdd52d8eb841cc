"""From a section to what it tells of, and from that to sections (KAG's mutual index, section 2.2)."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass

from lgm_core.errors import InputError, shown
from lgm_core.facade.fact_learning import StatedFact
from lgm_core.graph.port import LanguageGraphStore, Where
from lgm_core.model import Fact, Section, Sentence, Verdict
from lgm_core.model.document import section_id
from lgm_core.retrieval.concepts.graph_view import GraphView

__all__ = ["SectionKnowledge", "section_knowledge", "sections_about"]

_MOST_SENTENCES = 2_000
"""The most sentences about a thing whose sections are returned."""


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
    """

    section: Section
    sentences: tuple[Sentence, ...]
    facts: tuple[Fact, ...]
    concepts: dict[str, tuple[str, ...]]
    before: Section | None
    after: Section | None


def section_knowledge(store: LanguageGraphStore, id: str, where: Where | None = None) -> SectionKnowledge:
    """Return a section with what it tells of; see `LanguageGraph.section`.

    Raises:
        InputError: there is no such section among the documents that pass the filter.
    """
    document, _, place = id.rpartition("#s")
    view = GraphView(store, where=where)
    graph = next(iter(store.scan([document])), None) if document and view.documents([document]) else None
    found = {each.id: each for each in graph.sections} if graph is not None else {}
    if graph is None or id not in found:
        raise InputError(f"{shown(id)} is no section of the graph; passages have the ids of their sections")
    sentences = tuple(each for each in graph.sentences if each.section_id == id)
    own = {each.id for each in sentences}
    stated = (fact for fact in graph.facts if fact.verdict is not Verdict.INVALID)
    facts = tuple(fact for fact in stated if any(item.sentence_id in own for item in fact.evidence))
    keys = list(dict.fromkeys(mention.concept for mention in graph.mentions if mention.sentence_id in own))
    before, after = (found.get(section_id(document, int(place) + step)) for step in (-1, 1))
    concepts = {key: tuple(sorted(view.conformance.classes_of(key))) for key in keys}
    return SectionKnowledge(found[id], sentences, facts, concepts, before, after)


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
