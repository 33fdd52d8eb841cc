"""Find where sentences end: a binary perceptron over the gaps between whitespace-separated chunks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from lgm_core.language.lite.boundary_candidates import bracket_change, is_candidate, text_style
from lgm_core.language.lite.boundary_features import (
    EDGE,
    Chunk,
    following_features,
    joint_features,
    kind_features,
    left_bucket,
    previous_features,
    since_bucket,
)
from lgm_core.language.perceptron import load_data

__all__ = ["SentenceSplitter"]

_LONGEST_SENTENCE = 300
"""Chunks: a list or a table without full stops must not become one endless sentence."""
_CACHED_CHUNKS = 50_000
"""Bounds the memory of a long run: each cache starts anew when it is full."""


@dataclass(frozen=True, slots=True)
class _ChunkWeights:
    """A chunk with the weights of its own features on either side of a gap."""

    chunk: Chunk
    as_previous: int
    as_following: int


class SentenceSplitter:
    """A trained splitter."""

    def __init__(self, weights: Mapping[str, int]) -> None:
        """Take the weight of each feature; a gap whose weights add up to more than 0 is a boundary."""
        self._weights = weights
        self._chunks: dict[str, _ChunkWeights] = {}
        self._kinds: dict[tuple[str, str, int, int, str], int] = {}
        self._edge = _ChunkWeights(EDGE, 0, 0)

    @classmethod
    def load(cls) -> SentenceSplitter:
        """Read the splitter that ships with the package."""
        data = load_data("sentences.json.gz")
        return cls({feature: int(weight) for weight, features in data["weights"].items() for feature in features})

    def split(self, chunks: Sequence[str]) -> list[int]:
        """Return the end (exclusive) of each sentence, as an index into the chunks of a paragraph."""
        ends: list[int] = []
        start, depth, count = 0, 0, len(chunks)
        style = text_style(chunks)
        for position in range(1, count):
            since = position - start
            depth = max(0, depth + bracket_change(chunks[position - 1]))
            if since >= _LONGEST_SENTENCE:
                ends.append(position)
                start, depth = position, 0
                continue
            outer = chunks[position - 2] if since > 1 else ""
            if not is_candidate(outer, chunks[position - 1], chunks[position], style, depth):
                continue
            if self._score(chunks, position, since, style) > 0:
                ends.append(position)
                start, depth = position, 0
        if count:
            ends.append(count)
        return ends

    def _score(self, chunks: Sequence[str], position: int, since: int, style: str) -> int:
        """Return the sum of weights of the gap before the chunk at `position`."""
        count = len(chunks)
        outer = self._chunk_weights(chunks[position - 2]) if since > 1 else self._edge
        previous, following = self._chunk_weights(chunks[position - 1]), self._chunk_weights(chunks[position])
        beyond = self._chunk_weights(chunks[position + 1]) if position + 1 < count else self._edge
        kinds = (
            previous.chunk.end,
            following.chunk.start,
            since_bucket(since),
            left_bucket(count - position),
            style,
        )
        return (
            previous.as_previous
            + following.as_following
            + self._kind_weight(kinds)
            + self._sum(joint_features(outer.chunk, previous.chunk, following.chunk, beyond.chunk))
        )

    def _chunk_weights(self, text: str) -> _ChunkWeights:
        weights = self._chunks.get(text)
        if weights is None:
            if len(self._chunks) > _CACHED_CHUNKS:
                self._chunks.clear()
            chunk = Chunk.read(text)
            weights = _ChunkWeights(chunk, self._sum(previous_features(chunk)), self._sum(following_features(chunk)))
            self._chunks[text] = weights
        return weights

    def _kind_weight(self, kinds: tuple[str, str, int, int, str]) -> int:
        weight = self._kinds.get(kinds)
        if weight is None:
            if len(self._kinds) > _CACHED_CHUNKS:
                self._kinds.clear()
            weight = self._kinds[kinds] = self._sum(kind_features(*kinds))
        return weight

    def _sum(self, features: Sequence[str]) -> int:
        weights = self._weights
        return sum([weights[feature] for feature in features if feature in weights])
