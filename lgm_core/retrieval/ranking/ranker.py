"""Ranking: the passages and sentences of a graph that answer a question together, without a language model."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from copy import copy
from dataclasses import dataclass

import numpy as np

from lgm_core.retrieval.index.arrays import Booleans
from lgm_core.retrieval.index.ranking_index import RankingIndex
from lgm_core.retrieval.ranking.query import Query, read_question
from lgm_core.retrieval.ranking.ranking_options import RankingOptions
from lgm_core.retrieval.ranking.ranking_weights import weights_of
from lgm_core.retrieval.ranking.section_ranking import SectionRanking, rank_sections
from lgm_core.retrieval.ranking.selection import largest
from lgm_core.retrieval.ranking.sentence_scoring import score_sentences
from lgm_core.retrieval.ranking.similarity import Similarity
from lgm_core.vectors.port import Embed, Embeddings
from lgm_core.vectors.unit_vectors import Vectors

__all__ = ["Hit", "Ranker", "Rerank"]

Rerank = Callable[[str, list[str]], Sequence[float]]
"""Scores texts for a question, one score a text; more is better."""

_RERANKED = 20
"""Passages that a reranker scores, or as many as are asked for: rerankers are slow, and what answers a question is
among the first twenty nearly always."""


@dataclass(frozen=True, slots=True)
class Hit:
    """A section or sentence found for a question.

    Attributes:
        id: its identifier.
        score: more is better; scores of different questions cannot be compared.
        path: the concepts that lead to it from the question, in readable form; empty when only its words do.
    """

    id: str
    score: float
    path: tuple[str, ...]


class Ranker:
    """Ranks what a graph holds for questions; safe to use from several threads.

    Args:
        index: the graph's index.
        options: settings of the ranking.
        embed: an embedding model as an additional signal: one function for documents and questions, or `Embeddings`.
        vectors: unit vectors of the sentences (see `Similarity`); without them the first question takes as long as
            embedding every sentence.
        rerank: scores the best passages anew, as the last step of `passages`; sentences keep their ranking.
    """

    def __init__(
        self,
        index: RankingIndex,
        options: RankingOptions = RankingOptions(),  # noqa: B008  # frozen
        *,
        embed: Embed | Embeddings | None = None,
        vectors: Vectors | None = None,
        rerank: Rerank | None = None,
    ) -> None:
        self.index = index
        self.weights = weights_of(options)
        self._similarity = None if embed is None else Similarity(index, embed, vectors)
        self._rerank = rerank

    @property
    def language(self) -> str:
        """Return the code of the graph's language; an empty string when the graph is empty."""
        return self.index.language

    def with_options(self, options: RankingOptions) -> Ranker:
        """Return a ranker with other options that keeps the index, the embedding model and the reranker."""
        ranker = copy(self)
        ranker.weights = weights_of(options)
        return ranker

    def passages(self, question: str, k: int = 5, *, allowed: frozenset[str] | None = None) -> list[Hit]:
        """Return the `k` best sections, best first; fewer when no more have anything to do with the question.

        Args:
            question: a question, or words to look for.
            k: how many.
            allowed: identifiers of the documents to choose from; None for all. Chains lead through these alone: what
                another document says brings nothing closer, so nothing of it shows, though how rare words and concepts
                are is counted over the whole graph.

        Raises:
            InputError: the embedding model's vectors are of no use.
        """
        query = read_question(question, self.index, self.weights)
        ranking = self._ranked_sections(question, query, self._allowed_sections(allowed))
        best = largest(ranking.scores, k if self._rerank is None else max(k, _RERANKED))
        best = best[ranking.scores[best] > 0]
        scores = ranking.scores[best]
        if self._rerank is not None and len(best):
            scores = np.asarray(self._rerank(question, [self._text(section) for section in best.tolist()]))
            order = np.argsort(-scores, kind="stable")[:k]
            best, scores = best[order], scores[order]
        return [
            Hit(self.index.section_ids[section], float(score), self._path(section, ranking))
            for section, score in zip(best.tolist(), scores, strict=True)
        ]

    def sentences(
        self, question: str, k: int = 10, *, allowed: frozenset[str] | None = None, concepts: Sequence[str] = ()
    ) -> list[Hit]:
        """Return the `k` best sentences, best first; a `k` beyond what there is gives the whole order.

        Args:
            question: a question, or words to look for.
            k: how many.
            allowed: identifiers of the documents, or of single sentences, to choose from; None for all.
            concepts: keys of concepts to take into account besides those the question names.

        Raises:
            InputError: the embedding model's vectors are of no use.
        """
        index = self.index
        query = read_question(question, index, self.weights, concepts)
        mask = self._allowed_sentences(allowed)
        sections = None
        if mask is not None:
            sections = np.bincount(index.sentence_section, mask, minlength=index.section_count) > 0
        ranking = self._ranked_sections(question, query, sections)
        scores = score_sentences(ranking, index, self.weights)
        if mask is not None:
            scores[~mask] = 0
        return [
            Hit(
                index.sentence_ids[sentence],
                float(scores[sentence]),
                self._path(int(index.sentence_section[sentence]), ranking),
            )
            for sentence in largest(scores, k).tolist()
            if scores[sentence] > 0
        ]

    def _ranked_sections(self, question: str, query: Query, allowed: Booleans | None) -> SectionRanking:
        similarity = None
        if self._similarity is not None and self.index.sentence_ids:
            similarity = self._similarity.to_question(question)
        return rank_sections(query, self.index, self.weights, allowed=allowed, similarity=similarity)

    def _text(self, section: int) -> str:
        return " ".join(self.index.sentence_texts[sentence] for sentence in self.index.sentences_of(section))

    def _allowed_sections(self, allowed: frozenset[str] | None) -> Booleans | None:
        return None if allowed is None else _is_in(self.index.document_ids, allowed)[self.index.section_document]

    def _allowed_sentences(self, allowed: frozenset[str] | None) -> Booleans | None:
        of_documents = self._allowed_sections(allowed)
        if allowed is None or of_documents is None:
            return None
        return np.asarray(of_documents[self.index.sentence_section] | _is_in(self.index.sentence_ids, allowed))

    def _path(self, section: int, ranking: SectionRanking) -> tuple[str, ...]:
        """Name what leads from the question to a section: where the chain starts, and the concepts it goes over."""
        names, titles = self.index.concept_names, self.index.section_title
        steps = ranking.best.chains.get(section)
        if steps is None:
            seeds = (seed.concept for seed in ranking.query.seeds)
            concepts = [seed for seed in seeds if section in self.index.concept_sections.row(seed)][:1]
        else:
            first = int(titles[steps[0].section])
            concepts = [first] if first >= 0 else []
            concepts += [step.concept for step in steps[1:]]
        if concepts and titles[section] >= 0:
            concepts.append(int(titles[section]))
        return tuple(dict.fromkeys(names[concept] for concept in concepts))


def _is_in(ids: Sequence[str], allowed: frozenset[str]) -> Booleans:
    return np.fromiter((id in allowed for id in ids), dtype=bool, count=len(ids))
