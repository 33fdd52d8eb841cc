"""Train averaged perceptrons on integer weights packed as in `lgm_core.language.perceptron`, in wider fields."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from lgm_core.language.perceptron import encode_row

_BITS = 64
_HALF = 1 << (_BITS - 1)
_MASK = (1 << _BITS) - 1


class AveragedPerceptron:
    """A multi-class perceptron whose final weights are the average over all updates (Collins 2002)."""

    def __init__(self, classes: int) -> None:
        """Start with no features."""
        self.classes = classes
        self.steps = 1
        self._weights: dict[str, int] = {}
        self._totals: dict[str, int] = {}
        self._updates: dict[str, int] = {}
        self._units = [1 << (_BITS * number) for number in range(classes)]
        self._bias = sum(_HALF << (_BITS * number) for number in range(classes))
        self._size = classes * _BITS // 8

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
        """Reward the true class and punish the guessed one."""
        change = self._units[truth] - self._units[guess]
        weighted = self.steps * change
        weights, totals, updates = self._weights, self._totals, self._updates
        for feature in features:
            weights[feature] = weights.get(feature, 0) + change
            totals[feature] = totals.get(feature, 0) + weighted
            updates[feature] = updates.get(feature, 0) + 1

    def averaged(self, *, minimum_updates: int = 1) -> dict[str, list[float]]:
        """Return the average weights of the features that were updated at least `minimum_updates` times."""
        result: dict[str, list[float]] = {}
        for feature, updates in self._updates.items():
            if updates >= minimum_updates:
                current, total = self._unpack(self._weights[feature]), self._unpack(self._totals[feature])
                result[feature] = [weight - behind / self.steps for weight, behind in zip(current, total, strict=True)]
        return result

    def _unpack(self, packed: int) -> list[int]:
        values = memoryview((packed + self._bias).to_bytes(self._size, "little")).cast("Q").tolist()
        return [value - _HALF for value in values]


def mean_weights(
    models: Sequence[Mapping[str, Sequence[float]]], *, scale: int, minimum_weight: int
) -> dict[str, list[int]]:
    """Average several models and round: integers of `scale` times the mean; those below `minimum_weight` become 0."""
    result = {}
    for feature in sorted({feature for model in models for feature in model}):
        rows = [model[feature] for model in models if feature in model]
        row = [round(scale * sum(column) / len(models)) for column in zip(*rows, strict=True)]
        row = [weight if abs(weight) >= minimum_weight else 0 for weight in row]
        if any(row):
            result[feature] = row
    return result


def group_by_row(weights: Mapping[str, Sequence[int]]) -> dict[str, list[str]]:
    """Return the features that share each encoded row of weights: small on disk, quick to load."""
    rows: dict[str, list[str]] = {}
    for feature in sorted(weights):
        rows.setdefault(encode_row(weights[feature]), []).append(feature)
    return dict(sorted(rows.items()))
