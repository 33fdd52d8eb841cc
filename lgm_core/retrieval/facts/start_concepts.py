"""The concepts of a question where fact paths start."""

from __future__ import annotations

from lgm_core.language.lexicons import lexicon_of
from lgm_core.model.concept import name_of
from lgm_core.retrieval.concepts.graph_view import GraphView
from lgm_core.retrieval.concepts.linking import link_concepts
from lgm_core.retrieval.words import split_words, stem, stop_words

__all__ = ["start_concepts"]

_MOST = 6
"""The most concepts to start from; the rarest are kept, because they are the most specific."""


def start_concepts(view: GraphView, question: str) -> list[str]:
    """Return the keys of the concepts a question names, in its order.

    If it names any with a capital, only those: facts about *director* are about all directors.
    """
    counts = link_concepts(view, question)
    named = _capitalised(question, view.language)
    names = [key for key in counts if not named.isdisjoint(stem(word, view.language) for word in name_of(key).split())]
    several = [key for key in counts if " " in key]
    chosen = names or several or list(counts)
    rarest = sorted(chosen, key=lambda key: counts[key])[:_MOST]
    return [key for key in chosen if key in rarest]


def _capitalised(question: str, language: str) -> set[str]:
    """Return the stems of words capitalised as names; empty where the language capitalises all nouns."""
    if lexicon_of(language).capitalises_nouns:
        return set()
    words = split_words(question)
    return {
        stem(word.folded, language) for word in words if word.is_capitalised and word.folded not in stop_words(language)
    }
