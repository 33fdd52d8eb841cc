"""Ranking: the passages and sentences of a graph that together answer a question, without a language model."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from copy import copy
from dataclasses import dataclass
from typing import TypeGuard

import numpy as np

from lgm_core.errors import InputError
from lgm_core.model import Schema
from lgm_core.retrieval.index.arrays import Floats, Ids
from lgm_core.retrieval.index.ranking_index import RankingIndex
from lgm_core.retrieval.ranking.focus import FOCUSED_SECTIONS, best_windows
from lgm_core.retrieval.ranking.query import Query, read_question
from lgm_core.retrieval.ranking.ranking_options import RankingOptions, weights_of
from lgm_core.retrieval.ranking.section_ranking import SectionRanking, chain_to, paths_to, rank_sections, relevances
from lgm_core.retrieval.ranking.selection import distinct, largest
from lgm_core.retrieval.ranking.sentence_scoring import bound_behind, score_sentences
from lgm_core.retrieval.ranking.sentence_vectors import SentenceVectors
from lgm_core.retrieval.ranking.similarity import SentenceSimilarity, Similarity
from lgm_core.schema.widening import Terms
from lgm_core.vectors.port import Embeddings

__all__ = ["ChainRerank", "Hit", "Ranker", "Rerank", "ranked_sections", "ranker_over"]

Rerank = Callable[[str, list[str]], Sequence[float]]
"""Scores texts for a question, one score per text; higher is better.

A reranker that scores passages alone, such as a cross-encoder, suits questions that one passage answers. Where several
answer together it undoes what chains gained: recall@5 on a further sample of MuSiQue fell from .73 to .64 with one. See
`ChainRerank`, and `LanguageGraph.retrieve_passages(select=…)`.
"""


@dataclass(frozen=True, slots=True)
class ChainRerank:
    """A reranker that sees what leads to each passage: the concepts from the question on, and the previous passage.

    A text is then `A → B: the passage before, the passage`. The gain has not been measured.

    Attributes:
        score: scores these texts.
    """

    score: Rerank


_RERANKED = 20
"""Passages that a reranker scores, unless more are asked for: rerankers are slow, and the passages that answer a
question are nearly always among the first twenty."""

_FIRST_SECTIONS = 60
"""Sections whose sentences are scored at first."""

_SECTIONS_A_SENTENCE = 4
"""Further sections per sentence wanted."""

_MORE = 4
"""Factor by which the number of sections grows while sentences of others might be better."""


@dataclass(frozen=True, slots=True)
class Hit:
    """A section, a sentence or a window of sentences found for a question.

    Attributes:
        id: its identifier.
        score: higher is better; scores of different questions cannot be compared.
        path: the concepts that lead to it from the question, in readable form; empty if only its words match.
        before: for a section, the identifier of the previous section in its chain; empty for the first.
        sentences: for a window, the identifiers of its sentences, in order; `id` is that of its section.
        scores: for a window, the scores of its sentences; `score` is the highest.
        relevance: how well its section answers the question, from 0 to 1 (`relevances`).
    """

    id: str
    score: float
    path: tuple[str, ...]
    before: str = ""
    sentences: tuple[str, ...] = ()
    scores: tuple[float, ...] = ()
    relevance: float = 0.0


class Ranker:
    """Ranks the passages and sentences of a graph for questions; safe to use from several threads.

    Args:
        index: the graph's index.
        options: settings of the ranking.
        rerank: rescores the best passages, as the last step of `passages`; sentences keep their ranking. Most rerankers
            hurt where several passages answer together (see `Rerank`).
    """

    def __init__(
        self,
        index: RankingIndex,
        options: RankingOptions = RankingOptions(),  # noqa: B008  # frozen
        *,
        rerank: Rerank | ChainRerank | None = None,
    ) -> None:
        self.index = index
        self.weights = weights_of(options)
        self.schema = Schema()
        self._terms = Terms(Schema(), ())
        self._similarity: Similarity | None = None
        self._rerank = rerank

    @property
    def languages(self) -> tuple[str, ...]:
        """Return the codes of the languages of the graph's documents, sorted; empty for an empty graph."""
        return self.index.languages

    def with_options(self, options: RankingOptions) -> Ranker:
        """Return a ranker with other options, sharing the index, the embedding model and the reranker."""
        ranker = copy(self)
        ranker.weights = weights_of(options)
        return ranker

    def passages(self, question: str, k: int = 5, *, allowed: frozenset[str] | None = None) -> list[Hit]:
        """Return the `k` best sections, best first; fewer if no more are related to the question.

        Args:
            question: a question, or words to look for.
            k: how many.
            allowed: identifiers of the documents to choose from; None for all. Chains stay within these: other
                documents affect the result only through the rarity of words and concepts, which is counted over the
                whole graph.

        Raises:
            InputError: the embedding model's vectors, or the reranker's scores, are invalid.
        """
        ranking = ranked_sections(self, question, k, allowed=allowed)
        best = ranking.best.best(k if self._rerank is None else max(k, _RERANKED))
        sections, scores = ranking.best.sections[best], ranking.best.scores[best]
        if self._rerank is not None and len(best):
            scores = self._reranked(question, sections, ranking)
            order = np.argsort(-scores, kind="stable")[:k]
            sections, scores = sections[order], scores[order]
        paths = paths_to(sections, ranking, self.index)
        return [
            Hit(self.index.section_id(section), float(score), path, self._before(section, ranking), relevance=relevance)
            for section, score, path, relevance in zip(
                sections.tolist(), scores, paths, relevances(sections, ranking, self.index), strict=True
            )
        ]

    def sentences(
        self, question: str, k: int = 10, *, allowed: frozenset[str] | None = None, concepts: Sequence[str] = ()
    ) -> list[Hit]:
        """Return the `k` best sentences, best first; all in order if `k` exceeds their number.

        Args:
            question: a question, or words to look for.
            k: how many.
            allowed: identifiers of the documents, or of single sentences, to choose from; None for all.
            concepts: keys of concepts to use in addition to those the question names.

        Raises:
            InputError: the embedding model's vectors are invalid.
        """
        index = self.index
        query = read_question(question, index, self.weights, concepts)
        similarity = self._similarity_to(question, query)
        choice = index.chosen(allowed) if self._is_limit(allowed) else None
        ranking, count = None, _FIRST_SECTIONS + _SECTIONS_A_SENTENCE * k
        while True:
            if ranking is None or not ranking.best.is_complete:
                sections = None if choice is None else choice.sections
                ranking = self._ranked_sections(query, count, sections, similarity)
            scored = score_sentences(ranking, index, self.weights, count, similarity)
            scores = scored.scores
            if choice is not None:
                scores = np.where(choice.has(scored.section, scored.place), scores, 0)
            best = largest(scores, k)
            best = best[scores[best] > 0]
            behind = bound_behind(count, ranking, self.weights, similarity)
            if count >= index.section_count or (len(best) == k and scores[best[-1]] > behind):
                break
            count *= _MORE
        sections = scored.section[best]
        of_sections = distinct(sections)
        paths = dict(zip(of_sections.tolist(), paths_to(of_sections, ranking, index), strict=True))
        relevance = dict(zip(of_sections.tolist(), relevances(of_sections, ranking, index), strict=True))
        return [
            Hit(index.sentence_id(section, place), float(scores[row]), paths[section], relevance=relevance[section])
            for row, section, place in zip(best, sections.tolist(), scored.place[best].tolist(), strict=True)
        ]

    def windows(
        self, question: str, words: int, *, allowed: frozenset[str] | None = None, concepts: Sequence[str] = ()
    ) -> list[Hit]:
        """Return the best windows of consecutive sentences with at most `words` words together, best first.

        One sentence is returned even if it is longer. No reranker is applied. Other arguments and errors are those of
        `sentences`.
        """
        index = self.index
        query = read_question(question, index, self.weights, concepts)
        similarity = self._similarity_to(question, query)
        choice = index.chosen(allowed) if self._is_limit(allowed) else None
        sections = None if choice is None else choice.sections
        ranking = self._ranked_sections(query, FOCUSED_SECTIONS, sections, similarity)
        windows = best_windows(ranking, index, self.weights, words, choice=choice, similarity=similarity)
        found = np.array([window.section for window in windows], dtype=np.int64)
        return [
            Hit(
                index.section_id(window.section),
                max(window.scores),
                path,
                self._before(window.section, ranking),
                tuple(index.sentence_id(window.section, window.first + place) for place in range(len(window.scores))),
                window.scores,
                relevance,
            )
            for window, path, relevance in zip(
                windows, paths_to(found, ranking, index), relevances(found, ranking, index), strict=True
            )
        ]

    def _is_limit(self, allowed: frozenset[str] | None) -> TypeGuard[frozenset[str]]:
        """Tell whether some documents are excluded; never for the ranker of a filtered graph."""
        if allowed is None or len(allowed) < self.index.document_count:
            return allowed is not None
        return not allowed.issuperset(self.index.document_ids)

    def _similarity_to(self, question: str, query: Query) -> SentenceSimilarity | None:
        if self._similarity is None or not self.index.sentence_count:
            return None
        return self._similarity.to_question(question, query)

    def _ranked_sections(
        self, query: Query, count: int, allowed: Ids | None, similarity: SentenceSimilarity | None
    ) -> SectionRanking:
        return rank_sections(query, self.index, self.weights, count, allowed=allowed, similarity=similarity)

    def _reranked(self, question: str, sections: Ids, ranking: SectionRanking) -> Floats:
        """Return the reranker's scores of sections."""
        assert self._rerank is not None
        texts = [" ".join(of_section) for of_section in self.index.texts_of(sections.tolist())]
        if not isinstance(self._rerank, ChainRerank):
            return _checked_scores(self._rerank(question, texts), len(texts))
        before = [chain_to(section, ranking, self.index)[-2:-1] for section in sections.tolist()]
        leading = [
            " ".join(self.index.texts_of([step.section for step in steps])[0]) if steps else "" for steps in before
        ]
        paths = [" → ".join(path) for path in paths_to(sections, ranking, self.index)]
        shown = zip(paths, leading, texts, strict=True)
        scores = self._rerank.score(question, [_with_chain(*passage) for passage in shown])
        return _checked_scores(scores, len(texts))

    def _before(self, section: int, ranking: SectionRanking) -> str:
        """Return the identifier of the previous section in a section's chain; an empty string if there is none."""
        before = chain_to(section, ranking, self.index)[-2:-1]
        return self.index.section_id(before[0].section) if before else ""


def _checked_scores(scores: object, count: int) -> Floats:
    """Return the scores of a reranker as an array of shape (texts,); a single column is accepted too."""
    try:
        array = np.asarray(scores, dtype=np.float32)
    except (TypeError, ValueError) as error:
        raise InputError(f"the reranker returned {scores!r:.80}; it must return one number per text") from error
    if array.shape == (count, 1):
        array = array[:, 0]
    if array.shape != (count,) or not np.isfinite(array).all():
        fault = f"an array of shape {array.shape}" if array.shape != (count,) else "infinite or undefined numbers"
        raise InputError(f"the reranker returned {fault} for {count} texts; it must return one number per text")
    return array


def _with_chain(path: str, before: str, text: str) -> str:
    return f"{path}{': ' if path else ''}{before}{' ' if before else ''}{text}"


def ranker_over(
    index: RankingIndex,
    options: RankingOptions,
    *,
    embeddings: Embeddings | None,
    vectors: SentenceVectors | None,
    rerank: Rerank | ChainRerank | None = None,
    schema: Schema = Schema(),  # noqa: B008  # frozen
) -> Ranker:
    """Return a ranker; with an embedding model and its vectors of the graph's sentences, meaning counts too.

    Questions are also about the synonyms, narrower and broader terms that the schema has.
    """
    ranker = Ranker(index, options, rerank=rerank)
    ranker.schema, ranker._terms = schema, Terms(schema, index.languages)
    if embeddings is not None and vectors is not None:
        ranker._similarity = Similarity(index, embeddings, vectors)
    return ranker


def ranked_sections(ranker: Ranker, question: str, k: int, *, allowed: frozenset[str] | None = None) -> SectionRanking:
    """Return the ranking `Ranker.passages` chooses from: how much of the question sections cover, and their chains.

    Takes the arguments of `Ranker.passages`; a reranker is not applied.
    """
    query = read_question(question, ranker.index, ranker.weights, schema_terms=ranker._terms)
    return ranker._ranked_sections(
        query,
        k if ranker._rerank is None else max(k, _RERANKED),
        ranker.index.sections_of_documents(allowed) if ranker._is_limit(allowed) else None,
        ranker._similarity_to(question, query),
    )
