"""The statements that belong to a concept, its own and those it inherits (paper equations 2 to 4)."""

from __future__ import annotations

from dataclasses import dataclass

from lgm_core.model import Sentence
from lgm_core.retrieval.concepts.graph_view import GraphView
from lgm_core.retrieval.concepts.neighbourhood import neighbourhood_of
from lgm_core.retrieval.concepts.representation import ConceptStatement, Representation, StatementSource
from lgm_core.retrieval.concepts.sentence_statements import statements_of

__all__ = ["ConceptStatements", "expand_concept"]

_MOST_READ = 5_000
"""The most sentences read about a concept, and again about its relatives; bounds the cost of very frequent concepts."""


@dataclass(frozen=True, slots=True)
class ConceptStatements:
    """The representation of a concept as sets of statements.

    Attributes:
        concept: the concept's key.
        names: all its names, `concept` first.
        full: Full_c of equation 4.
        is_complete: whether all sentences about it and its relatives were read.
        sentences: the sentences about it that were read, in document order.
    """

    concept: str
    names: tuple[str, ...]
    full: tuple[ConceptStatement, ...]
    is_complete: bool = True
    sentences: tuple[Sentence, ...] = ()

    @property
    def basic(self) -> tuple[ConceptStatement, ...]:
        """Return S_c of equation 2: what is stated of the concept by this name."""
        return self.of(StatementSource.OWN)

    @property
    def extended(self) -> tuple[ConceptStatement, ...]:
        """Return Ext_c of equation 3."""
        return tuple(statement for statement in self.full if statement.source is not StatementSource.ALIAS)

    def of(self, source: StatementSource) -> tuple[ConceptStatement, ...]:
        """Return the statements that one term contributes."""
        return tuple(statement for statement in self.full if statement.source is source)


def expand_concept(view: GraphView, key: str, *, depth: int = 1, limit: int = _MOST_READ) -> ConceptStatements:
    """Return what is stated of a concept, and what it inherits; Full_c of equation 4.

    Args:
        view: the graph.
        key: the concept.
        depth: how many is-a or has-part relations away a relative may be; 1 is the paper's.
        limit: how many sentences about the concept, and how many about its relatives, are read at most.
    """
    neighbourhood = neighbourhood_of(view, [key], depth=depth)
    names = neighbourhood.names[key]
    relatives = [name for name, concept in neighbourhood.concepts.items() if concept != key]
    sentences = view.sentences_about(names, limit)
    of_relatives = view.sentences_about(relatives, limit)
    mentions = view.mentions(sentence.id for sentence in (*sentences, *of_relatives))
    statements = statements_of(of_relatives, mentions, relatives, language=view.language)
    statements |= statements_of(sentences, mentions, names, language=view.language)
    full = Representation(neighbourhood, statements).full(key, depth)
    is_complete = max(len(sentences), len(of_relatives)) < limit
    return ConceptStatements(key, names, tuple(full), is_complete, tuple(sentences))
