"""The concepts of a question where fact paths start."""

from __future__ import annotations

from lgm_core.language.words import name_stems, stem
from lgm_core.model.concept import name_of
from lgm_core.retrieval.concepts.graph_view import GraphView
from lgm_core.retrieval.concepts.linking import link_concepts

__all__ = ["start_concepts"]

_MOST_STARTS = 6
"""The most concepts to start from; the rarest are kept, because they are the most specific."""


def start_concepts(view: GraphView, question: str) -> list[str]:
    """Return the keys of the concepts a question names, in its order.

    If it names any with a capital, only those: facts about *director* are about all directors.
    """
    counts = link_concepts(view, question)
    named = name_stems(question, view.language)
    names = [key for key in counts if not named.isdisjoint(stem(word, view.language) for word in name_of(key).split())]
    several = [key for key in counts if " " in key]
    chosen = names or several or list(counts)
    rarest = sorted(chosen, key=lambda key: counts[key])[:_MOST_STARTS]
    return [key for key in chosen if key in rarest]
