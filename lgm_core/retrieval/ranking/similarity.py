"""Embeddings as an extra signal: semantic similarity of sentences to the question and to its uncovered rest."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from lgm_core.errors import InputError
from lgm_core.language.language_guess import likely_languages
from lgm_core.language.words import split_words, stop_words
from lgm_core.retrieval.index.arrays import Floats, Ids, items_of_rows
from lgm_core.retrieval.index.index_parts import numbered
from lgm_core.retrieval.index.ranking_index import RankingIndex, Sentences
from lgm_core.retrieval.index.segment import NONE, Segment
from lgm_core.retrieval.ranking.beam_search import BestChains
from lgm_core.retrieval.ranking.coverage import Similarities
from lgm_core.retrieval.ranking.query import Query
from lgm_core.retrieval.ranking.selection import largest
from lgm_core.retrieval.ranking.sentence_vectors import SentenceVectors
from lgm_core.vectors.port import Embeddings
from lgm_core.vectors.unit_vectors import Vectors, unit_vectors

__all__ = ["SentenceSimilarity", "Similarity"]

_CANDIDATES = 300
"""The most similar sections that may be ranked in addition to those found by words."""

_SIMILAR = (0.1, 20)
"""Share of sections that count as similar, and how many at least: models differ in how similar they make any two
texts."""

_FOLLOWED_UP = 50
"""Best sections compared with the rest of the question; lower ones rarely come to the top."""

_SECOND_QUESTIONS = 1
"""Names of a question, the rarest, that are removed to form second questions: each is one more text for the embedding
model. Two found .0025 more of MuSiQue's passages within five, none .01 less; elsewhere none found others."""

_REACHED_BONUS, _TITLED_BONUS = 0.05, 0.05
"""Bonus, in similarity, of a section reached by a chain, and of one whose title is the bridge to it: the rest of a
question is shorter than the question, so less similar to any sentence, and does not name the bridge."""

_UNRELATED = 0.2
"""Cosine similarity up to which texts count as unrelated: sentence embeddings of any two texts are slightly similar."""


class Similarity:
    """Cosine similarity of questions to the sentences of a graph; safe to use from several threads.

    Args:
        index: the graph's index.
        embeddings: the embedding model.
        vectors: its vectors of the sentences.

    Raises:
        InputError: the number of vectors differs from the number of sentences.
    """

    def __init__(self, index: RankingIndex, embeddings: Embeddings, vectors: SentenceVectors) -> None:
        sentences = len(index.base.columns.sentence_words)
        if len(vectors.base) != sentences:
            raise InputError(f"{len(vectors.base)} vectors were given for {sentences} sentences; embed them anew")
        self.index, self._embeddings, self.vectors = index, embeddings, vectors

    def to_question(self, question: str, query: Query) -> SentenceSimilarity:
        """Embed a question and its second questions in one call.

        A second question is the question without one of its concepts: the part still open for a chain that starts
        there.
        """
        seeds = sorted(query.seeds, key=lambda seed: -seed.weight)[:_SECOND_QUESTIONS]
        stops = frozenset[str]().union(*map(stop_words, likely_languages(question, self.index.languages)))
        names = [self.words_of(seed.concept) - stops for seed in seeds]
        left = {
            name: rest for name in names if name and split_words(rest := _without(question, name)) and rest != question
        }
        texts = list(dict.fromkeys([question, *left.values()]))
        vectors = dict(zip(texts, self._embedded(texts), strict=True))
        return SentenceSimilarity(vectors[question], {name: vectors[rest] for name, rest in left.items()}, stops, self)

    def of_segment(self, segment: Segment, vector: Vectors) -> Floats:
        """Return how similar each sentence of a segment is: 0 unrelated, 0.8 the same text."""
        return _related(self.vectors.of(segment, self.index).products(vector))

    def words_of(self, concept: int) -> frozenset[str]:
        """Return the words of a concept's name."""
        return frozenset(word.folded for word in split_words(self.index.concept_name(concept)))

    def _embedded(self, questions: list[str]) -> Vectors:
        """Embed questions; return an array of shape (questions, dimensions).

        Raises:
            InputError: the model's vectors are invalid, or their number of dimensions differs from the sentences'.
        """
        dimensions = self.vectors.dimensions
        vectors = unit_vectors(self._embeddings.questions, questions)
        if vectors.shape[1] != dimensions:
            raise InputError(
                f"the embedding model returned {vectors.shape[1]} dimensions for questions and {dimensions} for "
                "documents; both must be vectors of one model"
            )
        return vectors


@dataclass(frozen=True, slots=True, eq=False)
class SentenceSimilarity:
    """How similar the sentences of a graph are to one question.

    Attributes:
        vector: the unit vector of the question, of shape (dimensions,).
        left: the vector of the question without a concept, by the words of that concept.
        stop_words: words ignored in names.
        similarity: the similarity that holds the sentences' vectors.
    """

    vector: Vectors
    left: dict[frozenset[str], Vectors]
    stop_words: frozenset[str]
    similarity: Similarity
    _of_segments: dict[int, Floats] = field(default_factory=dict, repr=False)
    _of_sections: dict[int, Floats] = field(default_factory=dict, repr=False)

    @property
    def greatest(self) -> float:
        """Return the highest similarity of any sentence."""
        return max(float(self._of_sentences(segment).max(initial=0)) for segment in self._segments())

    def of_sections(self, weight: float, allowed: Ids | None = None) -> Similarities:
        """Return the sections with the most similar sentences, with a weight times their similarity.

        It is 1 for the most similar section, and 0 for those outside the most similar tenth.
        """
        section, similar = self._of_all_sections() if allowed is None else (allowed, self.of_best_sentences(allowed))
        if not len(section):
            return Similarities(section, np.zeros_like)
        count = max(int(_SIMILAR[0] * len(similar)), _SIMILAR[1])
        least = float(np.partition(similar, -count - 1)[-count - 1]) if count < len(similar) else 0.0
        most = float(similar.max())
        share = np.float32(weight / ((most - least) or 1.0))
        chosen = largest(similar, _CANDIDATES)
        chosen = chosen[similar[chosen] > least]
        return Similarities(
            np.sort(section[chosen]),
            lambda wanted: share * np.maximum(self.of_best_sentences(wanted) - np.float32(least), 0),
        )

    def _of_all_sections(self) -> tuple[Ids, Floats]:
        """Return all sections, with the similarity of each one's most similar sentence."""
        index, sections, found = self.similarity.index, [], []
        for segment in self._segments():
            best = self._best_of_sections(segment)
            if segment is index.base and index.delta is not None:
                best = np.where(index.delta.is_dead, np.float32(0), best)
            sections.append(numbered(np.arange(len(best))) if segment is index.base else index.own_delta().sections)
            found.append(best)
        return np.concatenate(sections), np.concatenate(found)

    def _segments(self) -> list[Segment]:
        index = self.similarity.index
        return [index.base] if index.delta is None else [index.base, index.delta.segment]

    def of_places(self, sections: Ids, sentences: Sentences) -> Floats:
        """Return the similarity of the sentences of some sections."""
        similar = np.zeros(len(sentences.owner), dtype=np.float32)
        for part in self.similarity.index.parts(sections):
            place_in_part = np.full(len(sections), -1, dtype=np.int64)
            place_in_part[part.at] = np.arange(len(part.at))
            here = np.flatnonzero(place_in_part[sentences.owner] >= 0)
            first = part.segment.section_sentence[part.rows[place_in_part[sentences.owner[here]]]]
            similar[here] = self._of_sentences(part.segment)[first + sentences.place[here]]
        return similar

    def reward_follow_up(self, best: BestChains, weight: float) -> None:
        """Raise the best sections by their similarity to what their chain leaves open."""
        ranked = best.best(_FOLLOWED_UP)
        sections = best.sections[ranked]
        chains = [best.chains.get(section, ()) for section in sections.tolist()]
        before = np.array([chain[-2].section if len(chain) > 1 else NONE for chain in chains], dtype=np.int64)
        bridge = np.array([chain[-1].concept if len(chain) > 1 else NONE for chain in chains], dtype=np.int64)
        titles = np.full(len(before), NONE, dtype=np.int64)
        titles[before >= 0] = self.similarity.index.titles_of(before[before >= 0])
        left_by = {title: self._left_by(title) for title in dict.fromkeys(titles.tolist())}
        vectors = [left_by[title] for title in titles.tolist()]
        similar = self._to_vectors(sections, vectors)
        is_reached, own = before != NONE, self.similarity.index.titles_of(sections)
        similar += np.float32(_REACHED_BONUS) * is_reached + np.float32(_TITLED_BONUS) * (is_reached & (own == bridge))
        best.scores[ranked] += np.float32(weight) * similar

    def _left_by(self, title: int) -> Vectors:
        """Return what a section with a title leaves open: the question without the concept most like the title."""
        if not self.left or title == NONE:
            return self.vector
        words = self.similarity.words_of(title) - self.stop_words
        alike = {name: len(name & words) / len(name | words) for name in self.left if name & words}
        return self.left[max(alike, key=lambda name: alike[name])] if alike else self.vector

    def _to_vectors(self, sections: Ids, vectors: Sequence[Vectors]) -> Floats:
        """Return the similarity of each section's most similar sentence to that section's own vector."""
        similar, index = np.zeros(len(sections), dtype=np.float32), self.similarity.index
        for part in index.parts(sections):
            owner, sentence = items_of_rows(part.segment.section_sentence, part.rows)
            held = self.similarity.vectors.of(part.segment, index).taken(sentence).restored()
            asked = np.array([vectors[place] for place in part.at], dtype=np.float32).reshape(-1, len(self.vector))
            np.maximum.at(similar, part.at[owner], _related(np.einsum("ij,ij->i", held, asked[owner])))
        return similar

    def of_best_sentences(self, sections: Ids) -> Floats:
        """Return the similarity of each section's most similar sentence."""
        similar = np.zeros(len(sections), dtype=np.float32)
        for part in self.similarity.index.parts(sections):
            similar[part.at] = self._best_of_sections(part.segment)[part.rows]
        return similar

    def _best_of_sections(self, segment: Segment) -> Floats:
        """Return the similarity of the most similar sentence of each section of a segment; computed once."""
        if id(segment) not in self._of_sections:
            self._of_sections[id(segment)] = _best_of_sections(self._of_sentences(segment), segment.section_sentence)
        return self._of_sections[id(segment)]

    def _of_sentences(self, segment: Segment) -> Floats:
        """Return how similar each sentence of a segment is to the question; computed once."""
        if id(segment) not in self._of_segments:
            self._of_segments[id(segment)] = self.similarity.of_segment(segment, self.vector)
        return self._of_segments[id(segment)]


def _best_of_sections(of_sentences: Floats, starts: Ids) -> Floats:
    """Return the highest value among each section's sentences; 0 without any."""
    best = np.zeros(len(starts) - 1, dtype=np.float32)
    held = np.flatnonzero(np.diff(starts))
    if len(held):
        best[held] = np.maximum.reduceat(of_sentences, starts[held])
    return best


def _without(question: str, words: frozenset[str]) -> str:
    """Return a question without some words."""
    kept = [
        token
        for token in question.rstrip("?").split()
        if not words.intersection(word.folded for word in split_words(token))
    ]
    return f"{' '.join(kept)}?"


def _related(cosine: Floats) -> Floats:
    return np.asarray(np.maximum(cosine - np.float32(_UNRELATED), 0))
