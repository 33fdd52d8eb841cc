"""Features as integers, and tables of their weights, to look up those of many words at once."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

__all__ = ["UNKNOWN", "FeatureKeys", "FeatureTable", "Integers", "Vocabulary"]

Integers = NDArray[np.int64]

_LETTER_BITS, _WORD_BITS, _BITS = 46, 18, 6
"""Where the letter of a feature begins in its key, and the bits of a field: of words, and of tags and numbers."""
_MULTIPLIERS = (np.uint64(0x9E3779B97F4A7C15), np.uint64(0xC2B2AE3D27D4EB4F))
"""Odd numbers without pattern, for hashing."""

UNKNOWN = 1
"""The number of a value that no feature has; 0 is that of the empty value."""


class Vocabulary:
    """Numbers the values of fields in order of appearance: words apart from tags and numbers, which are few."""

    def __init__(self) -> None:
        self.words: defaultdict[str, int] = defaultdict(None, {"": 0, "\0": UNKNOWN})
        self.tags: defaultdict[str, int] = defaultdict(None, {"": 0, "\0": UNKNOWN})
        self.words.default_factory, self.tags.default_factory = self.words.__len__, self.tags.__len__

    def of(self, field: str) -> defaultdict[str, int]:
        """Return the numbers of the values of a field."""
        return self.words if field.endswith("w") else self.tags


class FeatureKeys:
    """Computes the keys of features.

    Args:
        features: letters and fields, such as `a:w,t b:w`; fields of words end in `w`.
        fields: the names of the rows of values.
    """

    def __init__(self, features: str, fields: Sequence[str]) -> None:
        parted = [feature.split(":") for feature in features.split()]
        self.fields = {letter: [name for name in names.split(",") if name] for letter, names in parted}
        self.shifts = {letter: _shifts(names) for letter, names in self.fields.items()}
        letters = sorted(self.fields, key=lambda letter: -len(self.fields[letter]))
        self._letters = np.array([ord(letter) << _LETTER_BITS for letter in letters])[:, np.newaxis]
        self._parts: list[tuple[Integers, Integers]] = []
        for part in range(len(self.fields[letters[0]])):
            having = [letter for letter in letters if len(self.fields[letter]) > part]
            rows = np.array([fields.index(self.fields[letter][part]) for letter in having])
            self._parts.append((rows, np.array([self.shifts[letter][part] for letter in having])[:, np.newaxis]))

    def __call__(self, values: Integers) -> Integers:
        """Return the keys of all features, features x words, given the numbers of their values, fields x words."""
        keys = np.repeat(self._letters, values.shape[1], axis=1)
        for rows, shifts in self._parts:
            keys[: len(rows)] |= values[rows] << shifts
        return keys


def _shifts(fields: Sequence[str]) -> list[int]:
    widths = [_WORD_BITS if field.endswith("w") else _BITS for field in fields]
    return [sum(widths[:part]) for part in range(len(widths))]


class FeatureTable:
    """Values of features by key, in two halves: a key is in its place in one of them (cuckoo hashing)."""

    def __init__(self, keys: Integers, values: Integers) -> None:
        """Store the value of each key; the keys are distinct and above 0."""
        bits = int(1.5 * len(keys)).bit_length()
        self._shift, self._half = np.uint64(64 - bits), 1 << bits
        placed = np.full(2 << bits, -1)
        moving, half = np.arange(len(keys)), 0
        while len(moving):
            places = self._places(keys[moving], half)
            evicted = placed[places]
            placed[places] = moving
            moving = np.unique(np.concatenate([evicted[evicted >= 0], moving[placed[places] != moving]]))
            half = 1 - half
        self._keys, self._values = (np.where(placed < 0, 0, array[placed]) for array in (keys, values))

    @classmethod
    def read(
        cls, features_by_value: Mapping[int, Sequence[str]], readers: Sequence[FeatureKeys], vocabulary: Vocabulary
    ) -> FeatureTable:
        """Read features as text, each a letter with the values of its fields; new values join the vocabulary."""
        slots = {
            letter: [(vocabulary.of(name), shift) for name, shift in zip(names, reader.shifts[letter], strict=True)]
            for reader in readers
            for letter, names in reader.fields.items()
        }
        most = {letter: max(len(parts) - 1, 0) for letter, parts in slots.items()}
        keys: list[int] = []
        for features in features_by_value.values():
            for feature in features:
                letter = feature[0]
                key = ord(letter) << _LETTER_BITS
                for (numbers, shift), value in zip(slots[letter], feature[1:].split(" ", most[letter])):  # noqa: B905
                    key |= numbers[value] << shift
                keys.append(key)
        if len(vocabulary.words) > 1 << _WORD_BITS or len(vocabulary.tags) > 1 << _BITS:
            raise ValueError("the features have more words or tags than their keys have bits")
        return cls(np.array(keys), np.repeat(list(features_by_value), list(map(len, features_by_value.values()))))

    def __call__(self, keys: Integers) -> Integers:
        """Return the values of keys, 0 for those that are not in the table."""
        places = self._places(keys, 0)
        places = np.where(self._keys[places] == keys, places, self._places(keys, 1))
        values: Integers = self._values[places] * (self._keys[places] == keys)
        return values

    def _places(self, keys: Integers, half: int) -> Integers:
        hashed: Integers = (keys.view(np.uint64) * _MULTIPLIERS[half] >> self._shift).view(np.int64)
        return hashed + half * self._half
