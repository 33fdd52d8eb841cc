"""Embeddings as one more signal: how similar in meaning sentences are to the question and to what is left of it."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from lgm_core.errors import InputError
from lgm_core.language.language_guess import likely_languages
from lgm_core.retrieval.index.arrays import Floats, Ids, owners_of
from lgm_core.retrieval.index.ranking_index import RankingIndex, Sentences
from lgm_core.retrieval.ranking.beam_search import BestChains, ChainStep
from lgm_core.retrieval.ranking.coverage import Similarities
from lgm_core.retrieval.ranking.selection import places_of
from lgm_core.retrieval.ranking.sentence_vectors import sentence_texts
from lgm_core.retrieval.words import split_words, stop_words
from lgm_core.vectors.port import Embed, Embeddings
from lgm_core.vectors.unit_vectors import Vectors, unit_vectors

__all__ = ["SentenceSimilarity", "Similarity"]

_FOLLOW_UPS = 25
"""Best sections whose follow-up question is embedded: more cost time at the model, and rarely come to the top."""

_UNRELATED = 0.2
"""Cosine similarity up to which texts count as unrelated: sentence embeddings of any two texts are a little alike."""


class Similarity:
    """Cosine similarity of questions to the sentences of a graph; safe to use from several threads.

    Args:
        index: the graph's index.
        embed: the embedding model.
        vectors: unit vectors of `sentence_texts(index)`, of shape (sentences, dimensions), as `sentence_vectors`
            returns them; embedded on first use when they are not given.

    Raises:
        InputError: the number of vectors is not that of the sentences.
    """

    def __init__(self, index: RankingIndex, embed: Embed | Embeddings, vectors: Vectors | None = None) -> None:
        if vectors is not None and len(vectors) != index.sentence_count:
            raise InputError(
                f"{len(vectors)} vectors were given for {index.sentence_count} sentences; embed the sentences anew"
            )
        self.table = index.sentence_table()
        self.index, self._embeddings, self._vectors = index, Embeddings.of(embed), vectors
        self._lock = threading.Lock()

    def to_question(self, question: str) -> SentenceSimilarity:
        """Embed a question, once for all that a ranking asks about its similarity."""
        vector = self.embed_questions([question])[0]
        return SentenceSimilarity(question, vector, self, _related(self.sentence_vectors @ vector))

    def embed_questions(self, questions: list[str]) -> Vectors:
        """Embed questions; return an array of shape (questions, dimensions).

        Raises:
            InputError: the model's vectors are of no use, or their number of dimensions is not that of the sentences.
        """
        vectors = unit_vectors(self._embeddings.questions, questions)
        dimensions = self.sentence_vectors.shape[1]
        if questions and vectors.shape[1] != dimensions:
            raise InputError(
                f"the embedding model returned {vectors.shape[1]} dimensions for questions and {dimensions} for "
                "documents; both must be vectors of one model"
            )
        return vectors

    @property
    def sentence_vectors(self) -> Vectors:
        """Return the vectors of all sentences, which are embedded on first use."""
        with self._lock:
            if self._vectors is None:
                self._vectors = unit_vectors(self._embeddings.documents, sentence_texts(self.index))
            return self._vectors


@dataclass(frozen=True, slots=True, eq=False)
class SentenceSimilarity:
    """How similar the sentences of a graph are to one question.

    Attributes:
        question: the question.
        vector: its unit vector, of shape (dimensions,).
        similarity: to what it is compared.
        of_sentences: how similar each sentence is, of shape (sentences,): 0 unrelated, 0.8 the same text.
    """

    question: str
    vector: Vectors
    similarity: Similarity
    of_sentences: Floats

    def of_sections(self, weight: float) -> Similarities:
        """Return the similarity of each section's most similar sentence, times a weight."""
        sections, starts = self.similarity.table
        best = np.zeros(len(sections), dtype=np.float32)
        np.maximum.at(best, owners_of(np.diff(starts)), self.of_sentences)
        return Similarities(sections, np.float32(weight) * best)

    def of_places(self, sections: Ids, sentences: Sentences) -> Floats:
        """Return the similarity of the sentences of some sections."""
        held, starts = self.similarity.table
        places, _ = places_of(sections, held)
        of_sentences: Floats = self.of_sentences[starts[places[sentences.owner]] + sentences.place]
        return of_sentences

    def reward_follow_up(self, best: BestChains, weight: float) -> None:
        """Raise the best sections by their similarity to what their chain left to ask: the bridge and the rest."""
        (held, starts), vectors = self.similarity.table, {self.question: self.vector}
        ranked = best.best(_FOLLOW_UPS)
        sections = best.sections[ranked]
        questions = [
            _follow_up_question(self.question, best.chains.get(section, ()), self.similarity.index)
            for section in sections.tolist()
        ]
        new = [question for question in dict.fromkeys(questions) if question != self.question]
        vectors |= zip(new, self.similarity.embed_questions(new), strict=True)
        for rank, place, question in zip(ranked, places_of(sections, held)[0], questions, strict=True):
            of_section = self.similarity.sentence_vectors[starts[place] : starts[place + 1]]
            if len(of_section):
                best.scores[rank] += weight * _related(of_section @ vectors[question]).max()


def _follow_up_question(question: str, chain: Sequence[ChainStep], index: RankingIndex) -> str:
    """Return the question without what titles the section before the last, headed by the bridge from there."""
    if len(chain) < 2:
        return question
    title = int(index.titles_of(np.array([chain[-2].section]))[0])
    stops = frozenset[str]().union(*map(stop_words, likely_languages(question, index.languages)))
    in_title = _folded(index.concept_name(title)) - stops if title >= 0 else frozenset()
    rest = [token for token in question.rstrip("?").split() if not _folded(token) & in_title]
    return f"{index.concept_name(chain[-1].concept)}: {' '.join(rest)}?"


def _folded(text: str) -> frozenset[str]:
    return frozenset(word.folded for word in split_words(text))


def _related(cosine: Floats) -> Floats:
    return np.asarray(np.maximum(cosine - np.float32(_UNRELATED), 0))
