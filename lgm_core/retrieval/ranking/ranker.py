"""Ranking: the passages and sentences of a graph that answer a question together, without a language model."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from copy import copy
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from lgm_core.retrieval.index.arrays import Floats, Integers
from lgm_core.retrieval.index.ranking_index import RankingIndex
from lgm_core.retrieval.ranking.passage_chains import (
    Booleans,
    Coverage,
    SectionScores,
    keep_together,
    largest,
    score_sections,
)
from lgm_core.retrieval.ranking.query import Query, read_question
from lgm_core.retrieval.ranking.ranking_options import RankingOptions
from lgm_core.retrieval.ranking.similarity import Similarity
from lgm_core.vectors.port import Embed, Embeddings
from lgm_core.vectors.unit_vectors import Vectors

__all__ = ["Ranked", "Ranker", "RankingIndex", "RankingOptions", "Rerank"]

Rerank = Callable[[str, list[str]], Sequence[float]]
"""Scores texts for a question; more is better."""


_HALFWAY = 20
"""Place from which a section's share in the score of its sentences has halved."""

_RERANKED = 20
"""Passages that a reranker scores, or as many as are asked for."""

_READ = 20
"""Sections whose sentences are compared with each other and with the chain that led there."""

_BEST = 5
"""Sections whose chains show which sentences hold bridges."""


@dataclass(frozen=True, slots=True)
class Ranked:
    """A section or sentence, its score, and the readable concept path that leads to it from the question."""

    id: str
    score: float
    path: tuple[str, ...]


class Ranker:
    """Ranks what a graph holds for questions; safe to use from several threads.

    Args:
        index: the graph's index.
        options: weights.
        embed: an embedding model as an additional signal: one function for documents and questions, or `Embeddings`.
        vectors: unit vectors of the sentences (see `Similarity`); without them the first question takes as long as
            embedding every sentence.
        rerank: scores the best passages anew, as the last step.
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
        self.index, self.options = index, options
        self._similarity = None if embed is None else Similarity(index, embed, vectors)
        self._rerank = rerank

    def with_options(self, options: RankingOptions) -> Ranker:
        """Return a ranker with other options that keeps the index, the embedding model and the reranker."""
        ranker = copy(self)
        ranker.options = options
        return ranker

    def passages(self, question: str, k: int = 5, *, allowed: frozenset[str] | None = None) -> list[Ranked]:
        """Return the `k` best sections, best first; fewer when no more have anything to do with the question.

        Args:
            question: a question, or words to look for.
            k: how many.
            allowed: identifiers of the documents to choose from; None for all. Chains lead through these alone: what
                another document says brings nothing closer, so nothing of it shows, though how rare words and concepts
                are is counted over the whole graph.
        """
        query = read_question(question, self.index, self.options)
        found, _, _ = self._score(question, query, self._allowed_sections(allowed))
        best = largest(found.scores, k if self._rerank is None else max(k, _RERANKED))
        best = best[found.scores[best] > 0]
        scores = found.scores[best]
        if self._rerank is not None and len(best):
            scores = np.asarray(self._rerank(question, [self._text(section) for section in best.tolist()]))
            order = np.argsort(-scores, kind="stable")[:k]
            best, scores = best[order], scores[order]
        return [
            Ranked(self.index.section_ids[section], float(score), self._path(section, query, found))
            for section, score in zip(best.tolist(), scores, strict=True)
        ]

    def sentences(
        self, question: str, k: int = 10, *, allowed: frozenset[str] | None = None, concepts: Sequence[str] = ()
    ) -> list[Ranked]:
        """Return the `k` best sentences, best first; a `k` beyond what there is gives the whole order.

        Args:
            question: a question, or words to look for.
            k: how many.
            allowed: identifiers of the documents, or of single sentences, to choose from; None for all.
            concepts: keys of concepts to serve besides those the question names.
        """
        index = self.index
        query = read_question(question, index, self.options, concepts)
        mask = self._allowed_sentences(allowed)
        sections = None if mask is None else np.bincount(index.sentence_section, mask, minlength=index.sections) > 0
        found, coverage, similar = self._score(question, query, sections)
        scores = self._sentence_scores(query, found, coverage, similar)
        if mask is not None:
            scores[~mask] = 0
        best = [sentence for sentence in largest(scores, k).tolist() if scores[sentence] > 0]
        return [
            Ranked(
                index.sentence_ids[sentence],
                float(scores[sentence]),
                self._path(int(index.sentence_section[sentence]), query, found),
            )
            for sentence in best
        ]

    def _score(
        self, question: str, query: Query, allowed: Booleans | None
    ) -> tuple[SectionScores, Coverage, Floats | None]:
        """Score sections; with an embedding model return the similarity of each sentence to the question too."""
        if self._similarity is None or not self.index.sentence_ids:
            similar = None
            found, coverage = score_sections(query, self.index, self.options, allowed)
        else:
            similarity = self._similarity.to_question(question)
            similar = similarity.of_sentences()
            of_sections = similarity.of_sections(similar)
            found, coverage = score_sections(query, self.index, self.options, allowed, of_sections)
            similarity.follow_up(found, self.options.similar_on)
        keep_together(found, self.options)
        return found, coverage, similar

    def _text(self, section: int) -> str:
        return " ".join(self.index.texts[sentence] for sentence in self.index.sentences_of(section))

    def _allowed_sections(self, allowed: frozenset[str] | None) -> Booleans | None:
        if allowed is None:
            return None
        documents = np.fromiter((one in allowed for one in self.index.document_ids), dtype=bool)
        return documents[self.index.section_document]

    def _allowed_sentences(self, allowed: frozenset[str] | None) -> Booleans | None:
        if allowed is None:
            return None
        of_documents = self._allowed_sections(allowed)
        assert of_documents is not None
        singly = np.fromiter((one in allowed for one in self.index.sentence_ids), dtype=bool)
        return np.asarray(of_documents[self.index.sentence_section] | singly)

    def _sentence_scores(
        self, query: Query, found: SectionScores, coverage: Coverage, similar: Floats | None
    ) -> Floats:
        """Score sentences by the place of their section, their own words, and whether they hold a bridge.

        Words that the chain before the section has covered count less, so that the sentence with the answer comes
        before those that repeat what is known.
        """
        index, options = self.index, self.options
        ordered = np.where(found.scores > 0, 1 + found.scores, self._beyond(found))
        sections = largest(ordered, index.sections)
        place = np.zeros(index.sections, dtype=np.float32)
        place[sections] = _HALFWAY / (_HALFWAY + np.arange(len(sections), dtype=np.float32))
        place[ordered <= 0] = 0
        scores = place[index.sentence_section]
        left = self._left_open(query, found, coverage, sections[:_READ].tolist())
        scores += options.words * self._covered_by_sentences(query, left)
        if similar is not None:
            scores += options.words * similar
        scores[1:][index.sentence_section[1:] != index.sentence_section[:-1]] += options.opening
        scores[:1] += options.opening
        scores[self._bridge_sentences(sections[:_BEST].tolist(), found)] += options.on_path
        self._hold_back_repeated(scores, sections[:_READ].tolist())
        scores[place[index.sentence_section] == 0] = 0
        return scores

    def _hold_back_repeated(self, scores: Floats, sections: Sequence[int]) -> None:
        """Lower the scores of all but the best sentence of each section."""
        for section in sections:
            sentences = self.index.sentences_of(section)
            own = scores[sentences.start : sentences.stop]
            own[largest(own, len(own))] -= self.options.repeated * np.log1p(np.arange(len(own), dtype=np.float32))

    def _left_open(self, query: Query, found: SectionScores, coverage: Coverage, sections: Sequence[int]) -> Floats:
        """Return the weight of each term in the sentences of each section: what its chain left open weighs more."""
        terms = len(query.terms)
        weights = coverage.weights[:terms]
        left = np.repeat(weights[:, None], self.index.sections, axis=1)
        for section in sections:
            before = [step.section for step in found.chains.get(section, ())[:-1]]
            if before:
                is_open = 1 - self.options.answered * coverage.matrix[:terms, before].max(axis=1)
                left[:, section] *= is_open * (weights.sum() / max(float(weights @ is_open), 1e-9))
        return left

    def _beyond(self, found: SectionScores) -> Floats:
        """Return how much of the best sections' titles each section has, 1 at most: an order for the unreached."""
        index = self.index
        best = largest(found.scores, _BEST)
        titles = index.section_title[best[found.scores[best] > 0]]
        words = {int(word) for title in titles[titles >= 0] for word in index.concept_words.row(title)} - {-1}
        shared = np.zeros(index.sections, dtype=np.float32)
        for word in words:
            sections = index.word_sections.row(word)
            shared[sections] += np.log(1 + index.sections / (1 + len(sections)))
        return shared / max(float(shared.max(initial=0)), 1.0)

    def _covered_by_sentences(self, query: Query, weights: Floats) -> Floats:
        """Return how much of the query's words each sentence has, 1 for all; `weights[term, section]` sum to that."""
        index, options = self.index, self.options
        covered = np.zeros(len(index.sentence_ids), dtype=np.float32)
        rows = index.word_positions
        for term, weight in zip(query.terms, weights, strict=True):
            of_term = np.zeros(len(covered), dtype=np.float32)
            for word in (*term.related, term.word) if options.related else (term.word,):
                share = 1.0 if word == term.word else options.related
                of_term[index.position_sentence[rows.starts[word] : rows.starts[word + 1]]] = share
            with_term = np.flatnonzero(of_term)
            covered[with_term] += weight[index.sentence_section[with_term]] * of_term[with_term]
        return covered

    def _bridge_sentences(self, sections: Sequence[int], found: SectionScores) -> Integers:
        """Return the sentences over which the best sections were reached."""
        index = self.index
        bridges = []
        for section in sections:
            steps = found.chains.get(section, ())
            for one, following in pairwise(steps):
                if following.concept == index.section_title[one.section]:
                    continue
                mentions = slice(index.section_mentions[one.section], index.section_mentions[one.section + 1])
                bridges.append(index.mention_first[mentions][index.mention_concept[mentions] == following.concept])
        positions = np.concatenate([*bridges, np.zeros(0, dtype=np.int32)])
        return (np.searchsorted(index.sentence_start, positions, side="right") - 1).astype(np.int32)

    def _path(self, section: int, query: Query, found: SectionScores) -> tuple[str, ...]:
        """Name what leads from the question to a section: where the chain starts, and the concepts it goes over."""
        names, titles = self.index.names, self.index.section_title
        steps = found.chains.get(section)
        if steps is None:
            over = [seed.concept for seed in query.seeds if section in self.index.concepts.row(seed.concept)]
            path = [names[over[0]]] if over else []
        else:
            path = [names[titles[steps[0].section]]] if titles[steps[0].section] >= 0 else []
            path += [names[step.concept] for step in steps[1:]]
        if path and titles[section] >= 0:
            path.append(names[titles[section]])
        return tuple(dict.fromkeys(path))
