"""Triples: facts as context restoration reads them, with the concepts their ends may be."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from lgm_core.model import Fact, FactEnd, SectionEnd, Value
from lgm_core.model.concept import name_of
from lgm_core.retrieval.concepts.graph_view import GraphView

__all__ = ["Triple", "TripleEnd", "triples_of_facts"]


@dataclass(frozen=True, slots=True)
class TripleEnd:
    """An end of a triple.

    Attributes:
        text: its words.
        values: the values it may mean; empty for a concept.
        concepts: keys of the concepts it may be, including aliases; empty for a value.
        names: other names of the concept.
    """

    text: str
    values: tuple[Value, ...] = ()
    concepts: tuple[str, ...] = ()
    names: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Triple:
    """A fact as text: its ends, the subject first, its predicate, and the sentences known to state it."""

    ends: tuple[TripleEnd, ...]
    predicate: str
    evidence: frozenset[str] = frozenset()

    @property
    def concepts(self) -> tuple[str, ...]:
        """Return the keys of the concepts its ends may be."""
        return tuple(concept for end in self.ends for concept in end.concepts)

    @property
    def template(self) -> str:
        """Return the triple as text: head, predicate, tail (TCR-QF paper, section 3.3)."""
        head, *tails = (end.text for end in self.ends)
        return " ".join((head, self.predicate, *tails))


def triples_of_facts(view: GraphView, facts: Sequence[Fact]) -> list[Triple]:
    """Return facts as triples; reads the aliases of all concepts, and the titles of sections used as ends, at once."""
    concepts = dict.fromkeys(concept for fact in facts for concept in fact.concepts)
    view.name_groups(concepts)
    section_ids = [end.section_id for fact in facts for end in fact.ends if isinstance(end, SectionEnd)]
    titles = {section.id: section.title for section in view.store.sections(section_ids)} if section_ids else {}
    return [
        Triple(
            tuple(_end(view, end, titles) for end in fact.ends),
            " ".join(dict.fromkeys((fact.predicate, *(item.wording for item in fact.evidence)))),
            frozenset(item.sentence_id for item in fact.evidence),
        )
        for fact in facts
    ]


def _end(view: GraphView, end: FactEnd, titles: Mapping[str, str]) -> TripleEnd:
    if isinstance(end, Value):
        return TripleEnd(end.text, (end,))
    if isinstance(end, SectionEnd):
        return TripleEnd(titles.get(end.section_id, ""))
    names = view.names(end)
    return TripleEnd(name_of(end), concepts=names, names=tuple(map(name_of, names[1:])))
