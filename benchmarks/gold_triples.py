"""Gold triples of data sets, as texts, in the form in which context restoration reads facts."""

from __future__ import annotations

from collections.abc import Iterable

from lgm_core.language.lexicons import lexicon_of
from lgm_core.language.values.value_finder import find_values
from lgm_core.language.words import without_brackets
from lgm_core.retrieval.concepts.graph_view import GraphView
from lgm_core.retrieval.concepts.linking import link_concepts
from lgm_core.retrieval.facts.triple import Triple, TripleEnd

__all__ = ["triples_of_texts"]


def triples_of_texts(view: GraphView, triples: Iterable[tuple[str, str, str]]) -> list[Triple]:
    """Return triples from subject, predicate and object in any wording, such as `("Ada", "born", "1815")`."""
    return [
        Triple((_text_end(view, subject), _text_end(view, object_)), predicate)
        for subject, predicate, object_ in triples
    ]


def _text_end(view: GraphView, text: str) -> TripleEnd:
    names = dict.fromkeys((text, without_brackets(text)))
    keys = dict.fromkeys(key for name in names for key in view.keys_of(name))
    concepts = list(view.frequencies(list(keys))) or list(link_concepts(view, text))
    all_names = tuple(dict.fromkeys(name for concept in concepts for name in view.names(concept)))
    values = [found.value for code in view.question_languages for found in find_values(text, lexicon_of(code))]
    is_value = any(value.text.strip() == text.strip() for value in values)
    return TripleEnd(without_brackets(text), tuple(values) if is_value else (), all_names)
