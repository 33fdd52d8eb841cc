"""Embeddings as one more signal: how similar in meaning sentences are to the question and to what is left of it."""

from __future__ import annotations

import hashlib
import io
from collections.abc import Callable, Sequence
from itertools import compress
from typing import Any

import numpy as np
import numpy.typing as npt

from lgm_core.errors import InputError
from lgm_core.retrieval.index.arrays import Floats
from lgm_core.retrieval.index.ranking_index import RankingIndex
from lgm_core.retrieval.ranking.passage_chains import SectionScores, largest
from lgm_core.retrieval.ranking.ranking_options import RankingOptions
from lgm_core.retrieval.words import fold, split_words, stop_words

__all__ = ["Embed", "Matrix", "Similarity", "remaining_vectors", "sentence_vectors"]

Embed = Callable[[list[str]], Any]
"""Turns texts into vectors: anything that NumPy takes for an array of one row a text."""

Matrix = npt.NDArray[np.float32]

_BATCH = 256
_REREAD = 25
"""Sections whose second-hop question is embedded."""

_UNRELATED = 0.2
"""Cosine similarity up to which texts count as unrelated."""

_PROBE = "The same text always has the same vector."


def sentence_vectors(index: RankingIndex, embed: Embed, *, kept: bytes | None = None) -> tuple[Matrix, bytes | None]:
    """Embed every sentence under its title, reusing the vectors of an earlier call for texts that were there then.

    Args:
        index: the graph's index.
        embed: the embedding model.
        kept: what an earlier call returned; ignored when it is of another model.

    Returns:
        Unit vectors, one row a sentence, and bytes to keep, None when they would be the same as those given.
    """
    texts = [_with_title(index, sentence) for sentence in range(len(index.sentence_ids))]
    keys = [_key(text) for text in texts]
    probe = _embedded(embed, [_PROBE])
    known = _known(kept, probe)
    missing = [at for at, key in enumerate(keys) if key not in known]
    fresh = _embedded(embed, [texts[at] for at in missing])
    known |= {keys[at]: vector for at, vector in zip(missing, fresh, strict=True)}
    vectors = np.stack([known[key] for key in keys]) if keys else np.zeros((0, probe.shape[1]), dtype=np.float32)
    if kept is not None and not missing and len(known) == len(set(keys)):
        return vectors, None
    return vectors, _packed(keys, vectors, probe)


def remaining_vectors(index: RankingIndex, kept: bytes) -> bytes:
    """Return of the bytes that `sentence_vectors` returned what is of sentences that are still in the index."""
    wanted = {_key(_with_title(index, sentence)) for sentence in range(len(index.sentence_ids))}
    with np.load(io.BytesIO(kept), allow_pickle=False) as arrays:
        keys = [key.tobytes() for key in arrays["keys"]]
        is_wanted = np.array([key in wanted for key in keys], dtype=bool)
        return _packed(list(compress(keys, is_wanted)), arrays["vectors"][is_wanted], arrays["probe"])


class Similarity:
    """Cosine similarity of texts to the sentences of a graph.

    Args:
        index: the graph's index.
        embed: the embedding model.
        vectors: unit vectors of its sentences, from `sentence_vectors`.
    """

    def __init__(self, index: RankingIndex, embed: Embed, vectors: Matrix) -> None:
        if len(vectors) != len(index.sentence_ids):
            raise InputError(
                f"{len(vectors)} vectors were given for {len(index.sentence_ids)} sentences; embed them anew"
            )
        self._index, self._embed, self._vectors = index, embed, vectors

    def to_sentences(self, text: str) -> Floats:
        """Return how similar each sentence is to a text: 0 unrelated, 1 the same."""
        return _related(self._vectors @ _embedded(self._embed, [text])[0])

    def to_sections(self, of_sentences: Floats) -> Floats:
        """Return the similarity of each section's most similar sentence."""
        best = np.zeros(self._index.sections, dtype=np.float32)
        np.maximum.at(best, self._index.sentence_section, of_sentences)
        return best

    def ask_on(self, question: str, found: SectionScores, options: RankingOptions) -> None:
        """Raise the best sections by their similarity to what their chain left to ask: the bridge and the rest."""
        best = largest(found.scores, _REREAD)
        sections = best[found.scores[best] > 0].tolist()
        asked = [_second_question(question, one, found, self._index) for one in sections]
        distinct = list(dict.fromkeys(asked))
        vectors = dict(zip(distinct, _embedded(self._embed, distinct), strict=True))
        for section, text in zip(sections, asked, strict=True):
            sentences = self._index.sentences_of(section)
            if len(sentences):
                similar = _related(self._vectors[sentences.start : sentences.stop] @ vectors[text])
                found.scores[section] += options.similar_on * similar.max()


def _second_question(question: str, section: int, found: SectionScores, index: RankingIndex) -> str:
    """Return the question without what titles the section before, headed by the bridge from there."""
    steps = found.chains.get(section, ())
    if len(steps) < 2:
        return question
    title = index.section_title[steps[-2].section]
    named = (
        {word.folded for word in split_words(index.names[title])} - stop_words(index.language) if title >= 0 else set()
    )
    rest = [word for word in question.rstrip("?").split() if not {one.folded for one in split_words(word)} & named]
    return f"{index.names[steps[-1].concept]}: {' '.join(rest)}?"


def _key(text: str) -> bytes:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).digest()[:16]


def _with_title(index: RankingIndex, sentence: int) -> str:
    text = index.texts[sentence]
    title = index.section_title[index.sentence_section[sentence]]
    if title < 0 or fold(index.names[title]) in fold(text):
        return text
    return f"{index.names[title]}: {text}"


def _embedded(embed: Embed, texts: Sequence[str]) -> Matrix:
    """Embed texts in batches and scale the vectors to length 1.

    Raises:
        InputError: the model did not return one vector a text.
    """
    rows: list[Matrix] = []
    for first in range(0, len(texts), _BATCH):
        batch = list(texts[first : first + _BATCH])
        vectors = np.asarray(embed(batch), dtype=np.float32)
        if vectors.ndim != 2 or len(vectors) != len(batch):
            raise InputError(f"the embedding model returned an array of shape {vectors.shape} for {len(batch)} texts")
        rows.append(vectors / np.maximum(np.linalg.norm(vectors, axis=1, keepdims=True), 1e-9))
    return np.concatenate(rows) if rows else np.zeros((0, 0), dtype=np.float32)


def _related(cosine: Floats) -> Floats:
    return np.asarray(np.maximum(cosine - np.float32(_UNRELATED), 0))


def _known(kept: bytes | None, probe: Matrix) -> dict[bytes, Matrix]:
    if kept is None:
        return {}
    with np.load(io.BytesIO(kept), allow_pickle=False) as arrays:
        old = arrays["probe"]
        if old.shape != probe.shape or not np.allclose(old, probe, atol=1e-3):
            return {}
        return {key.tobytes(): vector for key, vector in zip(arrays["keys"], arrays["vectors"], strict=True)}


def _packed(keys: Sequence[bytes], vectors: Matrix, probe: Matrix) -> bytes:
    buffer = io.BytesIO()
    rows = np.frombuffer(b"".join(keys), dtype=np.uint8).reshape(-1, 16)
    np.savez(buffer, allow_pickle=False, keys=rows, vectors=vectors, probe=probe)
    return buffer.getvalue()
