"""Train averaged perceptrons on integer weights packed as in `lgm_core.language.perceptron`, in fields of 64 bits.

The fields are wider than those of the shipped weights because the totals to be averaged grow with every step.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from lgm_core.language.perceptron import encode_weights

_CLASS_BITS = 64
"""Bits of the sum of one class."""
_OFFSET = 1 << (_CLASS_BITS - 1)


class AveragedPerceptron:
    """A multi-class perceptron whose final weights are the average over all updates (Collins 2002)."""

    def __init__(self, classes: int) -> None:
        """Start with no features.

        Args:
            classes: how many classes the features have a weight for.
        """
        self.classes = classes
        self.steps = 1
        self._weights: dict[str, int] = {}
        self._totals: dict[str, int] = {}
        self._updates: dict[str, int] = {}
        self._ones = [1 << (_CLASS_BITS * number) for number in range(classes)]
        self._bias = sum(_OFFSET << (_CLASS_BITS * number) for number in range(classes))
        self._size = classes * _CLASS_BITS // 8

    def scores(self, features: Iterable[str]) -> memoryview:
        """Return the score of each class, all shifted by the same amount."""
        get = self._weights.get
        total = self._bias
        for feature in features:
            total += get(feature, 0)
        return memoryview(total.to_bytes(self._size, "little")).cast("Q")

    def predict(self, features: Iterable[str]) -> int:
        """Return the best class."""
        scores = self.scores(features).tolist()
        return scores.index(max(scores))

    def update(self, truth: int, guess: int, features: Iterable[str]) -> None:
        """Add one to the weights of the true class and take one from those of the guessed class."""
        change = self._ones[truth] - self._ones[guess]
        weighted = self.steps * change
        weights, totals, updates = self._weights, self._totals, self._updates
        for feature in features:
            weights[feature] = weights.get(feature, 0) + change
            totals[feature] = totals.get(feature, 0) + weighted
            updates[feature] = updates.get(feature, 0) + 1

    def averaged(self, *, minimum_updates: int = 1) -> dict[str, list[float]]:
        """Return the average weights of the features that were updated at least `minimum_updates` times."""
        averages: dict[str, list[float]] = {}
        for feature, updates in self._updates.items():
            if updates >= minimum_updates:
                weights, totals = self._unpack(self._weights[feature]), self._unpack(self._totals[feature])
                # A change at step t counts in the steps after t only, so t times the change is taken off.
                averages[feature] = [weight - total / self.steps for weight, total in zip(weights, totals, strict=True)]
        return averages

    def _unpack(self, packed: int) -> list[int]:
        values = memoryview((packed + self._bias).to_bytes(self._size, "little")).cast("Q").tolist()
        return [value - _OFFSET for value in values]


def mean_weights(
    models: Sequence[Mapping[str, Sequence[float]]], *, scale: int, minimum_weight: int
) -> dict[str, list[int]]:
    """Average several models and round the weights to integers.

    Args:
        models: weights by feature, one per class.
        scale: what the mean is multiplied by; a larger one keeps more of the fraction in a larger file.
        minimum_weight: smaller weights become 0, and features without any other are left out.
    """
    averages = {}
    for feature in sorted({feature for model in models for feature in model}):
        rows = [model[feature] for model in models if feature in model]
        row = [round(scale * sum(column) / len(models)) for column in zip(*rows, strict=True)]
        row = [weight if abs(weight) >= minimum_weight else 0 for weight in row]
        if any(row):
            averages[feature] = row
    return averages


def group_by_weights(weights: Mapping[str, Sequence[int]]) -> dict[str, list[str]]:
    """Return the features that share the same encoded weights: small on disk, quick to load."""
    features_by_weights: dict[str, list[str]] = {}
    for feature in sorted(weights):
        features_by_weights.setdefault(encode_weights(weights[feature]), []).append(feature)
    return dict(sorted(features_by_weights.items()))
