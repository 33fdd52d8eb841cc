"""The parser of the lite backend: many sentences at once, one transition of each at a time.

It is a greedy parser with the arc-hybrid transitions (Kuhlmann et al. 2011) of `training/parser_transitions.py`, but
with arrays over the sentences.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from lgm_core.language.lite.feature_keys import UNKNOWN, FeatureKeys, FeatureTable, Integers, Vocabulary
from lgm_core.language.lite.parsing_features import (
    ARC_FEATURES,
    FARTHEST,
    FARTHEST_HEAD,
    LABEL_FEATURES,
    WORD_FEATURES,
    written_siblings,
)
from lgm_core.language.perceptron import decode_weights, load_data, pack_weights, packed_scores

__all__ = ["DependencyParser"]

_TAGGED = "s0 s1 s2 n0 n1 n2 s0l s0l2 s0r s0r2 s1r n0l n0l2".split()
"""Places whose tags are in features of arcs."""
_WORDED = [0, 1, 3, 4, 6, 8, 11]
"""Those of them whose words are, too."""
_NUMBERS = "s0lv s0rv n0lv distance".split()
_ARC_FIELDS = [*(f"{name}t" for name in _TAGGED), *(f"{_TAGGED[place]}w" for place in _WORDED), *_NUMBERS]
_LABEL_FIELDS = "ct ht pt nt bt gt cw hw pw ending_w siblings_w side reach".split()
_MOST_CHILDREN = 20
"""More children have no features."""
_MOST_SENTENCES = 1024
"""Bounds the sentences parsed at once, whose arrays should fit into the cache of a processor."""
_CACHED_SIBLINGS = 1 << 16
"""Bounds memory: the numbers of siblings are dropped when there are more."""

_SIBLINGS, _CHILDREN, _TAG_BITS = 4, 6, 6
"""How many siblings and left children `written_siblings` may show, and the bits of the number of a tag."""


class DependencyParser:
    """A trained parser; relations are those of Universal Dependencies."""

    def __init__(self, data: Mapping[str, Any]) -> None:
        """Take a trained model.

        Args:
            data: features of `arcs` and `label_weights` by their encoded weights (see `perceptron`), and `labels`, the
                relations in the order of their weights.
        """
        self._vocabulary = vocabulary = Vocabulary()
        self._word_keys = [FeatureKeys(features, "tw") for features in WORD_FEATURES.values()]
        self._arc_keys = FeatureKeys(ARC_FEATURES, _ARC_FIELDS)
        self._label_keys = FeatureKeys(LABEL_FEATURES, _LABEL_FIELDS)
        arcs = {pack_weights(encoded): features for encoded, features in data["arcs"].items()}
        self._arc_weights = FeatureTable.read(arcs, [self._arc_keys, *self._word_keys], vocabulary)
        rows = dict(enumerate(data["label_weights"].values(), start=1))
        self._label_rows = FeatureTable.read(rows, [self._label_keys], vocabulary)
        self._labels = np.array([*data["labels"], "root"], dtype=object)
        self._label_weights = np.zeros((len(rows) + 1, len(data["labels"])), dtype=np.int16)
        for row, encoded in enumerate(data["label_weights"], start=1):
            for label, weight in decode_weights(encoded):
                self._label_weights[row, label] = weight
        self._numbers = self._tag_numbers(map(str, range(_MOST_CHILDREN + 1)))
        self._sides = self._tag_numbers("><")
        self._reaches = self._tag_numbers(f"{side}{n}" for side in "><" for n in range(FARTHEST_HEAD + 1))
        self._sibling_numbers = _SiblingNumbers(vocabulary)

    def _tag_numbers(self, values: Iterable[str]) -> Integers:
        return np.array([self._vocabulary.tags.get(value, UNKNOWN) for value in values])

    @classmethod
    def load(cls) -> DependencyParser:
        """Read the parser included in the package."""
        return cls(load_data("parser.json.gz"))

    def parse(self, sentences: Sequence[tuple[Sequence[str], Sequence[str]]]) -> list[tuple[list[int], list[str]]]:
        """Return the heads (indices, -1 for the root) and the relations of words, given the words and their tags."""
        order = sorted(range(len(sentences)), key=lambda number: len(sentences[number][0]))
        found: list[tuple[list[int], list[str]]] = [([], [])] * len(sentences)
        for first in range(0, len(order), _MOST_SENTENCES):
            together = order[first : first + _MOST_SENTENCES]
            for number, arcs in zip(together, self._parse([sentences[number] for number in together]), strict=True):
                found[number] = arcs
        return found

    def _parse(self, sentences: Sequence[tuple[Sequence[str], Sequence[str]]]) -> list[tuple[list[int], list[str]]]:
        # The sentences follow each other in one array, each with two fillers behind it, the first of which is its root.
        # Place 0 is that of missing words.
        word_numbers, tag_numbers = self._vocabulary.words.get, self._vocabulary.tags
        words, endings, tags, starts = [0], [0], [0], [1]
        for spelt, tagged in sentences:
            lowered = [word.lower() for word in spelt]
            words += [*[word_numbers(word, UNKNOWN) for word in lowered], 0, 0]
            endings += [*[word_numbers(word[-3:], UNKNOWN) for word in lowered], 0, 0]
            tags += [*[tag_numbers.get(tag, UNKNOWN) for tag in tagged], tag_numbers["ROOT"], 0]
            starts.append(len(words))
        values = np.array([tags, words])
        first, root = np.array(starts[:-1]), np.array(starts[1:]) - 2
        own_first, own_root = (np.repeat([0, *of_sentence], [1, *(root - first + 2)]) for of_sentence in (first, root))
        heads = self._heads(values, first, root, own_root)
        children = np.flatnonzero((np.arange(len(words)) < own_root) & (heads != own_root))
        labels = np.full(len(words), len(self._labels) - 1)
        labels[children] = self._best_labels(children, heads, values, np.array(endings))
        relations = self._labels[labels].tolist()
        inside = np.where(heads < own_root, heads - own_first, -1).tolist()
        return [(inside[start:end], relations[start:end]) for start, end in zip(starts, root.tolist(), strict=False)]

    def _heads(self, values: Integers, top: Integers, end: Integers, own_root: Integers) -> Integers:
        """Return the head of each word, given tags and words, where sentences begin and end, and the root of each."""
        alone = [self._arc_weights(keys(values)).sum(0) for keys in self._word_keys]
        (heads, below), counts, children = (np.zeros((rows, len(own_root)), dtype=np.int64) for rows in (2, 2, 4))
        front = top + 1
        while len(parsed := np.flatnonzero(front < end)):
            top, front, end = top[parsed], front[parsed], end[parsed]
            second = below[top]
            word_places = [top, second, below[second], front, front + 1, front + 2]
            places = np.concatenate([word_places, children[:, top], children[2:3, second], children[:2, front]])
            numbers = np.array([*counts[:, top], counts[0, front], np.minimum(front - top, FARTHEST)])
            numbers = self._numbers[np.minimum(numbers, _MOST_CHILDREN)]
            keys = self._arc_keys(np.concatenate([values[0, places], values[1, places[_WORDED]], numbers]))
            packed = sum(sums[place] for sums, place in zip(alone, (top, second, front, front + 1), strict=True))
            shift, right, left = packed_scores(packed + self._arc_weights(keys).sum(0), 3)
            right = np.where(second > 0, right, 0)  # there is nothing below the first word
            is_shift = (shift >= right) & (shift >= left)
            is_left = ~is_shift & (left > right)
            for side, is_attached, to in ((0, is_left, front), (1, ~is_shift & ~is_left, second)):
                attached = np.flatnonzero(is_attached)
                child, head = top[attached], to[attached]
                heads[child] = head
                children[2 * side + 1, head] = children[2 * side, head]
                children[2 * side, head] = child
                counts[side, head] += 1
            shifted = np.flatnonzero(is_shift)
            below[front[shifted]] = top[shifted]
            top = np.where(is_shift, 0, second)
            is_empty = top == 0
            top = np.where(is_empty, front, top)
            front = front + is_empty
        return np.where(heads > 0, heads, np.where(below > 0, below, own_root))  # the rest is on the stack

    def _best_labels(self, child: Integers, heads: Integers, values: Integers, endings: Integers) -> Integers:
        """Return the numbers of the relations of some words, those without the root as their head."""
        (tags, words), head = values, heads[child]
        is_left = (child < head).astype(np.int64)
        reach = np.minimum(abs(head - child), FARTHEST_HEAD)
        tagged = tags[np.array([child, head, child - 1, child + 1, head - 1, heads[head]])]
        worded = [*words[np.array([child, head, child - 1])], endings[child], *self._siblings(child, head, tags)]
        sided = [self._sides[is_left], self._reaches[is_left * (FARTHEST_HEAD + 1) + reach]]
        rows = self._label_rows(self._label_keys(np.concatenate([tagged, worded, sided])))
        scores = np.zeros((len(child), self._label_weights.shape[1]), dtype=np.int16)
        for row in rows:
            scores += self._label_weights[row]
        best: Integers = scores.argmax(1)
        return best

    def _siblings(self, child: Integers, head: Integers, tags: Integers) -> Integers:
        """Return the numbers of the `written_siblings` of words, given in order."""
        side = 2 * head + (child > head)
        order = np.argsort(side, kind="stable")
        beside, tagged = side[order], np.append(tags[child[order]], 0)
        first, behind = (np.searchsorted(beside, side, end) for end in ("left", "right"))
        own = np.argsort(order)
        of_left = np.searchsorted(beside, 2 * child, "left"), np.searchsorted(beside, 2 * child, "right")
        codes = np.zeros(len(child), dtype=np.int64)
        for step in range(_SIBLINGS):
            place = first + step
            place += place >= own
            codes = codes << _TAG_BITS | np.where(place < behind, tagged[np.minimum(place, len(child))], 0)
        for step in range(_CHILDREN):
            place = of_left[0] + step
            codes = codes << _TAG_BITS | np.where(place < of_left[1], tagged[np.minimum(place, len(child))], 0)
        return np.array([[self._sibling_numbers[code] for code in codes.tolist()]], dtype=np.int64)


class _SiblingNumbers(dict[int, int]):
    """The numbers of `written_siblings` by the tags of siblings and left children, packed into one number."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self._words, self._tags = vocabulary.words, list(vocabulary.tags)

    def __missing__(self, code: int) -> int:
        if len(self) > _CACHED_SIBLINGS:
            self.clear()
        bits = range(_TAG_BITS * (_SIBLINGS + _CHILDREN - 1), -1, -_TAG_BITS)
        tags = [self._tags[code >> bit & ((1 << _TAG_BITS) - 1)] for bit in bits]
        number = self[code] = self._words.get(written_siblings(tags[:_SIBLINGS], tags[_SIBLINGS:]), UNKNOWN)
        return number
