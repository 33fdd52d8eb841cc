"""The sentences that a question's concepts inherit from their relatives (paper equation 3)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from lgm_core.model import Mention, Sentence
from lgm_core.retrieval.concepts.expansion import ExpandedConcept, Neighbourhood
from lgm_core.retrieval.concepts.representation import ConceptStatement, Representation
from lgm_core.retrieval.concepts.sentence_statements import Statement, statements_of

__all__ = ["inherited_sentences"]

_Place = tuple[int, int]
"""Sort key of an inherited sentence: the frequency of the concept that inherits, then the place in the expansion."""


def inherited_sentences(
    sentences: Sequence[Sentence],
    mentions: Mapping[str, Sequence[Mention]],
    *,
    neighbourhood: Neighbourhood,
    expanded: Sequence[ExpandedConcept],
    frequencies: Mapping[str, int],
    language: str,
) -> list[Sentence]:
    """Return the sentences that a question's concepts inherit.

    Sentences inherited by rarer concepts come first, because they are more specific; ties are ordered by expansion.

    Args:
        sentences: sentences about expanded concepts, in document order.
        mentions: their mentions, by sentence id.
        neighbourhood: the neighbourhood of the question's concepts.
        expanded: the expanded concepts, nearest first.
        frequencies: the question's own concepts, and how many sentences mention each. A sentence that mentions one of
            them is not inherited: it is already about the question.
        language: the language of the graph.
    """
    if not expanded:
        return []
    others = [
        sentence
        for sentence in sentences
        if not any(mention.concept in frequencies for mention in mentions[sentence.id])
    ]
    sources = [concept.key for concept in expanded if concept.key in neighbourhood.concepts]
    statements = statements_of(others, mentions, sources, language=language)
    representation = Representation(neighbourhood, statements)
    order = {
        concept.key: (frequencies.get(concept.concepts[0], 0), position) for position, concept in enumerate(expanded)
    }
    places: dict[str, _Place] = {}
    for concept in dict.fromkeys(neighbourhood.concepts[key] for key in sorted(frequencies)):
        inherited = representation.full(concept, neighbourhood.depth)
        for place, sentence_id in _places(inherited, statements, order):
            places[sentence_id] = min(place, places.get(sentence_id, place))
    return sorted((sentence for sentence in others if sentence.id in places), key=lambda sentence: places[sentence.id])


def _places(
    inherited: Iterable[ConceptStatement],
    statements: Mapping[str, Sequence[Statement]],
    order: Mapping[str, _Place],
) -> Iterator[tuple[_Place, str]]:
    """Yield the place of each sentence: the first among the concepts it is inherited from."""
    sources: dict[str, set[str]] = {}
    for concept, of_concept in statements.items():
        for statement in of_concept:
            for sentence_id in statement.sentence_ids:
                sources.setdefault(sentence_id, set()).add(concept)
    for inherited_statement in inherited:
        for sentence_id in inherited_statement.sentence_ids:
            yield min(order[concept] for concept in sources[sentence_id]), sentence_id
