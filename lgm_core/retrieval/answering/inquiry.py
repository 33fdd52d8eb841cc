"""What is looked for in one round: a text, the concepts it names, and those reached from them."""

from __future__ import annotations

from dataclasses import dataclass

from lgm_core.graph.port import LanguageGraphStore
from lgm_core.model import StatementKind
from lgm_core.retrieval.answering.ask_options import AskOptions
from lgm_core.retrieval.concepts.expansion import ExpandedConcept, expand
from lgm_core.retrieval.concepts.linking import question_concepts

__all__ = ["Inquiry", "inquire"]


@dataclass(frozen=True, slots=True)
class Inquiry:
    """What is looked for in one round.

    Attributes:
        text: the question, in later rounds with what was missing.
        concepts: the concepts it names.
        expanded: the concepts reached from those.
    """

    text: str
    concepts: tuple[str, ...] = ()
    expanded: tuple[ExpandedConcept, ...] = ()

    @property
    def keys(self) -> list[str]:
        """Return all the concepts, those of the question first."""
        return list(dict.fromkeys([*self.concepts, *(concept.key for concept in self.expanded)]))

    @property
    def names(self) -> list[str]:
        """Return the concepts and their aliases, of which every sentence counts."""
        aliases = (one.key for one in self.expanded if len(one.contributes) == len(StatementKind))
        return list(dict.fromkeys([*self.concepts, *aliases]))


def inquire(text: str, *, about: str, store: LanguageGraphStore, options: AskOptions) -> Inquiry:
    """Look up the concepts of a text and expand them, as far as the options allow.

    Args:
        text: what sentences are ranked by.
        about: the text whose concepts count: the question, or what the answer still misses.
        store: the graph.
        options: the switches.
    """
    concepts = question_concepts(store, about) if options.graph else []
    expanded: list[ExpandedConcept] = []
    if options.expansion and concepts:
        expanded = expand(store, concepts, depth=options.depth, where=options.where)
    return Inquiry(text, tuple(concepts), tuple(expanded))
