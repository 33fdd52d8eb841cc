"""What all steps of a plan share while it is executed."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from lgm_core.language.lexicons.english_predicates import PREDICATE_WORDINGS
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
from lgm_core.retrieval.words import without_brackets

__all__ = ["MOST_ROWS", "StepContext"]

MOST_FACTS = 500
"""Facts read of a concept: some have a hundred thousand. What is said of it comes first, then what leads to it."""

_PASSAGES = 5
"""Passages among which a document is looked for that has a name for its title."""

_BROKEN = re.compile(r"(?<=\w)- (?=[^\W\d_a-z])")
"""A hyphen inside a name with a space after it, as texts have it that were taken apart: *Schleswig- Holstein*."""


MOST_ROWS = 500
"""Rows that a step of a plan may have: joins multiply them, and nobody reads so many."""


@dataclass(frozen=True)
class StepContext:
    """The question, the graph as it may be seen, and the settings.

    Attributes:
        question: the whole question.
        asked: the same or, where there is none, the sub-questions of the plan; types that it does not name are the
            plan's own words.
        view: the graph through its filter; it remembers what it read.
        ranker: ranks passages and sentences.
        options: the settings.
        has_model: whether a language model can be asked.
        most_rows: rows that a step may have, the surest; more are cut, the trace says so, and what is computed from the
            rest is not sure.
        synonyms: further names of predicates, by name.
    """

    question: str
    asked: str
    view: GraphView
    ranker: Ranker
    options: LogicalFormOptions
    has_model: bool
    most_rows: int = MOST_ROWS
    synonyms: Mapping[str, Sequence[str]] = field(default_factory=lambda: PREDICATE_WORDINGS)

    @cached_property
    def types(self) -> TypeFitting:
        """Return what tells how things fit types."""
        return TypeFitting(self.view, self.asked)

    @cached_property
    def _facts(self) -> dict[tuple[str, ...], list[Fact]]:
        return {}

    @cached_property
    def _linked(self) -> dict[str, list[LinkedName]]:
        return {}

    @cached_property
    def _titled(self) -> dict[str, frozenset[str]]:
        return {}

    @cached_property
    def _names(self) -> dict[str, str]:
        return {}

    def identity(self, end: FactEnd) -> tuple[object, ...]:
        """Return what tells an end from others: the same for all names of a concept, of a value what it means."""
        return tuple(end_identity(same_concept(self.view, end) if isinstance(end, str) else end))

    def facts_about(self, names: tuple[str, ...]) -> list[Fact]:
        """Return facts about a concept by all its names, 500 at most; none of what has no names."""
        if names not in self._facts:
            self._facts[names] = self.view.facts_about(names, MOST_FACTS)
        return self._facts[names]

    def facts_of(self, names: tuple[str, ...], name: str) -> list[Fact]:
        """Return facts about a concept as a plan names it.

        Where a document has this name for its title, of which the concept's key is a part (*Laura (1962 film)*), only
        what that document states is about the one that is meant: others of the key are namesakes.
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
        """Read how documents write the concepts of facts; return all names read so far, by key."""
        fresh = [fact for fact in facts if any(key not in self._names for key in fact.concepts)]
        if fresh:
            written = names_as_written(self.view, fresh)
            self._names.update({key: _BROKEN.sub("-", name) for key, name in written.items()})
        return self._names

    def binding(self, end: FactEnd) -> Binding:
        """Return an end as documents write it, after `bindings` read its facts."""
        if isinstance(end, SectionEnd):
            sections = self.view.store.sections([end.section_id])
            return Binding(end, sections[0].title if sections else end.section_id)
        return Binding(end, end.text if isinstance(end, Value) else self._names.get(end) or name_of(end))


def _sentences(fact: Fact) -> list[str]:
    return [item.sentence_id for item in fact.evidence]
