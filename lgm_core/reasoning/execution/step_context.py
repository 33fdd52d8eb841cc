"""What all steps of a plan share while it is executed."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property

from lgm_core.language.words import without_brackets
from lgm_core.model import Fact, FactEnd, SectionEnd, Value
from lgm_core.model.concept import name_of
from lgm_core.model.facts.fact import end_identity
from lgm_core.reasoning.execution.binding_tables import Binding
from lgm_core.reasoning.linking.name_linking import LinkedName, link_name, same_concept
from lgm_core.reasoning.linking.type_fitting import TypeFitting
from lgm_core.reasoning.logical_form_options import LogicalFormOptions
from lgm_core.retrieval.concepts.graph_view import GraphView
from lgm_core.retrieval.facts.fact_text import names_as_written
from lgm_core.retrieval.ranking.ranker import Ranker

__all__ = ["MOST_ROWS", "StepContext"]

MOST_FACTS = 500
"""How many facts of a concept are read, those with it as subject first; some concepts have a hundred thousand."""

_PASSAGES = 5
"""Among how many passages a document is sought by its title."""

_BROKEN = re.compile(r"(?<=\w)- (?=[^\W\d_a-z])")
"""A hyphen with a space after it inside a name, as in badly joined lines: *Schleswig- Holstein*."""


MOST_ROWS = 500
"""How many rows a step of a plan may have: joins multiply them."""


@dataclass(frozen=True)
class StepContext:
    """The question, the visible part of the graph, and the settings.

    Attributes:
        question: the whole question; may be empty.
        asked: the question or, if there is none, the sub-questions of the plan. A type that is not named in it is the
            plan's own word.
        view: the graph through its filter; it remembers what it read.
        ranker: ranks passages and sentences.
        options: the settings.
        has_model: whether a language model can be asked.
        most_rows: the most rows that a step may have. Less sure rows are cut; the trace says so, and what is computed
            from the rest is not sure.
    """

    question: str
    asked: str
    view: GraphView
    ranker: Ranker
    options: LogicalFormOptions
    has_model: bool
    most_rows: int = MOST_ROWS
    _facts: dict[tuple[str, ...], list[Fact]] = field(default_factory=dict, init=False)
    _linked: dict[str, list[LinkedName]] = field(default_factory=dict, init=False)
    _titled: dict[str, frozenset[str]] = field(default_factory=dict, init=False)
    _names: dict[str, str] = field(default_factory=dict, init=False)

    @cached_property
    def types(self) -> TypeFitting:
        """Tells how well things fit types."""
        return TypeFitting(self.view, self.asked)

    def identity(self, end: FactEnd) -> tuple[object, ...]:
        """Return a key for an end: the same for all names of a concept, and for values that mean the same."""
        return tuple(end_identity(same_concept(self.view, end) if isinstance(end, str) else end))

    def facts_about(self, names: tuple[str, ...]) -> list[Fact]:
        """Return facts about a concept by all its names, 500 at most; none if there are no names."""
        if names not in self._facts:
            self._facts[names] = self.view.facts_about(names, MOST_FACTS)
        return self._facts[names]

    def facts_of(self, names: tuple[str, ...], name: str) -> list[Fact]:
        """Return facts about a concept by the name that a plan gives it.

        If the name has a bracket and is the title of a document (*Laura (1962 film)*), only facts that this document
        states are returned: others with the same key are about namesakes.
        """
        facts = self.facts_about(names)
        if without_brackets(name) == name or name in names:
            return facts
        if name not in self._titled:
            hits = self.ranker.passages(name, _PASSAGES, allowed=self.view.allowed)
            found = {section.document_id for section in self.view.store.sections([hit.id for hit in hits])}
            found.update(id.rpartition("#")[0] for fact in facts for id in _sentences(fact))
            records = self.view.documents(found).items()
            self._titled[name] = frozenset(id for id, record in records if record.title.casefold() == name.casefold())
        titled = self._titled[name]
        return [fact for fact in facts if not titled or any(id.rpartition("#")[0] in titled for id in _sentences(fact))]

    def link(self, name: str) -> list[LinkedName]:
        """Return the concepts that a name may mean."""
        if name not in self._linked:
            self._linked[name] = link_name(self.view, self.ranker, name)
        return self._linked[name]

    def bindings(self, facts: Iterable[Fact]) -> dict[str, str]:
        """Look up how documents write the concepts of facts; return all names found so far, by key."""
        fresh = [fact for fact in facts if any(key not in self._names for key in fact.concepts)]
        if fresh:
            written = names_as_written(self.view, fresh)
            self._names.update({key: _BROKEN.sub("-", name) for key, name in written.items()})
        return self._names

    def binding(self, end: FactEnd) -> Binding:
        """Return an end as documents write it; call `bindings` with its facts first."""
        if isinstance(end, SectionEnd):
            sections = self.view.store.sections([end.section_id])
            return Binding(end, sections[0].title if sections else end.section_id)
        return Binding(end, end.text if isinstance(end, Value) else self._names.get(end) or name_of(end))


def _sentences(fact: Fact) -> list[str]:
    return [item.sentence_id for item in fact.evidence]
