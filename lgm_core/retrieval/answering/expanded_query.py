"""The query of a round: a text, the concepts it names, and further ones reached from these."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from lgm_core.retrieval.answering.ask_options import AskOptions
from lgm_core.retrieval.concepts.expansion import ExpandedConcept, Neighbourhood, expand, neighbourhood_of
from lgm_core.retrieval.concepts.graph_view import GraphView
from lgm_core.retrieval.concepts.linking import link_concepts

__all__ = ["ExpandedQuery", "expand_query"]


@dataclass(frozen=True, slots=True)
class ExpandedQuery:
    """What is looked for in one round.

    Attributes:
        text: the question, in later rounds together with what was missing.
        about: the question, in later rounds only what was missing.
        frequencies: the concepts in `about`, and how many sentences mention each.
        expanded: the concepts reached from these.
        left_out: further concepts that expansion found, which are not looked for.
        neighbourhood: the surroundings in which the expanded concepts were found.
    """

    text: str
    about: str = ""
    frequencies: Mapping[str, int] = field(default_factory=dict)
    expanded: tuple[ExpandedConcept, ...] = ()
    left_out: tuple[str, ...] = ()
    neighbourhood: Neighbourhood = field(default_factory=lambda: Neighbourhood((), 0))

    @property
    def concepts(self) -> list[str]:
        """Return the concepts that the text names."""
        return list(self.frequencies)

    @property
    def keys(self) -> list[str]:
        """Return all the concepts, those of the text first."""
        return [*self.frequencies, *(concept.key for concept in self.expanded)]

    @property
    def names(self) -> list[str]:
        """Return the concepts that the text names, and their aliases."""
        return [*self.frequencies, *(concept.key for concept in self.expanded if concept.is_alias)]


def expand_query(text: str, *, about: str, view: GraphView, options: AskOptions) -> ExpandedQuery:
    """Look up the concepts of a text and expand them; exhaustive rounds expand without a limit.

    Args:
        text: what sentences are ranked by.
        about: the text whose concepts are used: the question, or what the answer still misses.
        view: the graph.
        options: the switches.
    """
    frequencies = link_concepts(view, about) if options.graph else {}
    if not options.expansion or not frequencies:
        return ExpandedQuery(text, about, frequencies)
    neighbourhood = neighbourhood_of(view, list(frequencies), depth=options.depth)
    expansion = expand(view, neighbourhood, limit=None) if options.exhaustive else expand(view, neighbourhood)
    return ExpandedQuery(text, about, frequencies, expansion.concepts, expansion.left_out, neighbourhood)
