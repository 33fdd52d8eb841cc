"""Triple context restoration: a retrieved fact gets back the sentence that it came from (TCR-QF, section 3.3)."""

from __future__ import annotations

from collections.abc import Sequence

from lgm_core.model import Fact, RestoredFact, RetrievedSentence
from lgm_core.retrieval.concepts.graph_view import GraphView
from lgm_core.retrieval.facts.candidate_sentences import CandidateSentence, candidates_for
from lgm_core.retrieval.facts.triple import Triple, triples_of_facts, triples_of_texts
from lgm_core.retrieval.facts.triple_similarity import Weigh, rarity, similarities
from lgm_core.vectors.port import Embeddings
from lgm_core.vectors.unit_vectors import unit_vectors

__all__ = ["restore", "restore_triples"]

_STATES_IT = 0.2
"""What a sentence has ahead that is known to state the fact: more than a word of an end, less than a whole one."""

_EMBEDDED = 8
"""Sentences for a triple, the best by words, that are compared by embedding: each costs the model a text."""


def restore(
    view: GraphView, facts: Sequence[Fact], *, k: int = 1, embeddings: Embeddings | None = None
) -> list[RestoredFact]:
    """Return facts, in the order given, each with the `k` sentences that are nearest to it.

    Candidates are all sentences of the documents that mention either end, as far as the view lets them through. Each is
    compared with the text *head predicate tail*, together with its title and coreference marks, by words, values by
    what they mean; with an embedding model the cosine is added. A sentence that is the fact's evidence has an
    advantage. A fact of which nothing can be seen has no sentences.
    """
    contexts = _contexts(view, triples_of_facts(view, facts), k, embeddings)
    return [RestoredFact(fact, tuple(sentences)) for fact, sentences in zip(facts, contexts, strict=True)]


def restore_triples(
    view: GraphView, triples: Sequence[tuple[str, str, str]], *, k: int = 1, embeddings: Embeddings | None = None
) -> list[list[RetrievedSentence]]:
    """Return the `k` sentences nearest to each triple of subject, predicate and object, as `restore` does of facts."""
    return _contexts(view, triples_of_texts(view, triples), k, embeddings)


def _contexts(
    view: GraphView, triples: Sequence[Triple], k: int, embeddings: Embeddings | None
) -> list[list[RetrievedSentence]]:
    by_triple = candidates_for(view, triples)
    weigh = rarity([candidate.text for candidate in {one.sentence.id: one for of in by_triple for one in of}.values()])
    best = [
        _best(_scored(triple, candidates, weigh), k if embeddings is None else max(k, _EMBEDDED))
        for triple, candidates in zip(triples, by_triple, strict=True)
    ]
    if embeddings is not None:
        best = [_best(scored, k) for scored in _with_cosines(triples, best, embeddings)]
    return [
        [
            RetrievedSentence(candidate.sentence, candidate.section, candidate.document, score)
            for candidate, score in scored
        ]
        for scored in best
    ]


_Scored = list[tuple[CandidateSentence, float]]


def _scored(triple: Triple, candidates: Sequence[CandidateSentence], weigh: Weigh) -> _Scored:
    by_words = similarities(triple, [candidate.text for candidate in candidates], weigh)
    return [
        (candidate, similarity + _STATES_IT * (candidate.sentence.id in triple.evidence))
        for candidate, similarity in zip(candidates, by_words, strict=True)
    ]


def _best(scored: _Scored, k: int) -> _Scored:
    """Return the best `k`; of equals those that come first in their documents."""
    return sorted(scored, key=lambda item: -item[1])[:k]


def _with_cosines(triples: Sequence[Triple], scored: Sequence[_Scored], embeddings: Embeddings) -> list[_Scored]:
    """Add to scores the cosines of triples and sentences; all texts are embedded in one go, each once."""
    candidates = {candidate.sentence.id: candidate for of_triple in scored for candidate, _ in of_triple}
    texts = [f"{candidate.text.heading}: {candidate.text.text}" for candidate in candidates.values()]
    vectors = unit_vectors(embeddings.documents, texts)
    templates = unit_vectors(embeddings.questions, [triple.template for triple in triples])
    rows = {id: row for row, id in enumerate(candidates)}
    return [
        [(candidate, score + float(vectors[rows[candidate.sentence.id]] @ template)) for candidate, score in of_triple]
        for of_triple, template in zip(scored, templates, strict=True)
    ]
