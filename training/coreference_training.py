"""Fit the weights of the features that rank the antecedents of pronouns, on a file in the format of GAP.

python training/coreference_training.py --gap gap-development.tsv

prints what cross-validation gives (five folds of examples; every figure from weights that never saw the example), then
fits on everything and writes the weights into the package. The features of a pronoun depend on how the pronouns before
it were resolved, so the fit is repeated with the weights just fitted.
"""

from __future__ import annotations

import argparse
import json
import random
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from benchmarks.coreference import GapExample, Judged, coreference_scores, judge, read_gap
from lgm_core.language.lite.lite_annotator import LiteAnnotator
from lgm_core.language.port import Token

_DATA = Path(__file__).resolve().parent.parent / "lgm_core" / "language" / "data" / "coreference.json"
_FOLDS = 5
"""Parts of the examples for cross-validation: more fit on more of them, and take longer."""
_ROUNDS = 2
"""Fits, each with the pronouns resolved by the weights of the fit before; more take longer."""
_PENALTY = 8.0
"""Factor of the quadratic penalty: a higher one keeps the weights of rare features nearer to zero."""
_MINIMUM_COUNT = 10
"""How often a feature must occur to get a weight."""
_SMALLEST_WEIGHT = 0.01
"""Smaller weights are left out of the file: they change no ranking that matters."""
# Where the first round starts: the nearest name that fits, subjects first.
_INITIAL_WEIGHTS = {
    **{f"distance {distance}{form}": 1.5 - distance for distance in range(4) for form in "sopr"},
    **{f"rank {rank}{position}": -0.4 * rank for rank in range(5) for position in "012c"},
    **{f"role s{position}": 1.0 for position in "012c"},
    **{"noun": -1.5, "person False": -4.0, "bound subjecto": -5.0, "bound objects": -5.0, "inside p": -6.0},
}

Vector = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class RankingExample:
    """The features of each antecedent of a pronoun that was scored, and which of them its label allows."""

    antecedents: list[Sequence[str]]
    allowed: list[bool]


@dataclass(frozen=True, slots=True)
class Data:
    """GAP examples with the tokens of their texts."""

    examples: list[GapExample]
    sentences: list[list[tuple[Token, ...]]]

    def judged(self, numbers: Sequence[int], weights: Mapping[str, float], *, titled: bool) -> list[Judged]:
        """Resolve some of the examples."""
        chosen = [self.examples[number] for number in numbers]
        return list(judge(chosen, [self.sentences[number] for number in numbers], weights, titled=titled))


def ranking_example(judged: Judged) -> RankingExample | None:
    """Return the antecedents that the label of an example allows, or None where it excludes none or all of them."""
    if judged.resolution is None:
        return None
    meant = [entities for entities, name in zip(judged.named, judged.example.names, strict=True) if name.is_meant]
    others = [entities for entities, name in zip(judged.named, judged.example.names, strict=True) if not name.is_meant]
    antecedents = judged.resolution.antecedents
    allowed = [
        antecedent.entity in meant[0] if meant else not any(antecedent.entity in entities for entities in others)
        for antecedent in antecedents
    ]
    if all(allowed) or not any(allowed):
        return None
    return RankingExample([antecedent.features for antecedent in antecedents], allowed)


def fit(examples: Sequence[RankingExample]) -> dict[str, float]:
    """Return the weights that maximise the likelihood of the antecedents allowed, with a quadratic penalty."""
    counts = Counter(feature for example in examples for features in example.antecedents for feature in features)
    names = sorted(feature for feature, count in counts.items() if count >= _MINIMUM_COUNT)
    index = {name: number for number, name in enumerate(names)}
    # The sparse matrix of antecedents and features, and the example that each antecedent belongs to.
    rows, columns, groups, allowed = [], [], [], []
    for group, example in enumerate(examples):
        for features, is_allowed in zip(example.antecedents, example.allowed, strict=True):
            known = [index[feature] for feature in features if feature in index]
            rows += [len(groups)] * len(known)
            columns += known
            groups.append(group)
            allowed.append(float(is_allowed))
    row, column, group_of = np.array(rows), np.array(columns), np.array(groups)
    is_right = np.array(allowed)

    def loss(weights: Vector) -> tuple[float, Vector]:
        """Return the penalised negative log-likelihood and its gradient."""
        scores = np.bincount(row, weights[column], len(group_of))
        highest = np.full(len(examples), -np.inf)
        np.maximum.at(highest, group_of, scores)
        exponentials = np.exp(scores - highest[group_of])
        total = np.bincount(group_of, exponentials, len(examples))
        right = np.maximum(np.bincount(group_of, exponentials * is_right, len(examples)), 1e-12)
        slopes = exponentials / total[group_of] - exponentials * is_right / right[group_of]
        value = -np.log(right / total).sum() + 0.5 * _PENALTY * weights @ weights
        return float(value), np.bincount(column, slopes[row], len(names)) + _PENALTY * weights

    return dict(zip(names, minimise(loss, np.zeros(len(names))).tolist(), strict=True))


def minimise(loss: Callable[[Vector], tuple[float, Vector]], point: Vector, *, steps: int = 100) -> Vector:
    """Return a minimum near `point` by limited-memory BFGS (Nocedal, 1980).

    Args:
        loss: returns a value and its gradient.
        point: where to start.
        steps: the most steps to take.
    """
    value, gradient = loss(point)
    memory: list[tuple[Vector, Vector]] = []
    for _ in range(steps):
        direction = _direction(gradient, memory)
        length, slope = 1.0, float(gradient @ direction)
        while True:  # halve the step until the value falls enough (Armijo)
            new_point = point + length * direction
            new_value, new_gradient = loss(new_point)
            if new_value <= value + 1e-4 * length * slope or length < 1e-8:
                break
            length /= 2
        memory = [*memory, (new_point - point, new_gradient - gradient)][-10:]
        converged = value - new_value < 1e-7 * abs(value)
        point, value, gradient = new_point, new_value, new_gradient
        if converged:
            break
    return point


def _direction(gradient: Vector, memory: Sequence[tuple[Vector, Vector]]) -> Vector:
    """Return the quasi-Newton direction from the last steps and changes of the gradient (two-loop recursion)."""
    if not memory:
        return -gradient / max(1.0, float(np.linalg.norm(gradient)))
    direction, factors = gradient.copy(), []
    for step, change in reversed(memory):
        factors.append(float(step @ direction) / float(change @ step))
        direction -= factors[-1] * change
    step, change = memory[-1]
    direction *= float(step @ change) / float(change @ change)
    for (step, change), factor in zip(memory, reversed(factors), strict=True):
        direction += (factor - float(change @ direction) / float(change @ step)) * step
    return -direction


def train(data: Data, numbers: Sequence[int]) -> dict[str, float]:
    """Fit on some of the examples, each both with the title of its page and without."""
    weights: dict[str, float] = _INITIAL_WEIGHTS
    for _ in range(_ROUNDS):
        judged = [result for titled in (False, True) for result in data.judged(numbers, weights, titled=titled)]
        weights = fit([example for result in judged if (example := ranking_example(result)) is not None])
    return weights


def cross_validate(data: Data) -> dict[str, dict[str, float | int]]:
    """Return the scores of all examples, each by weights fitted on the other folds."""
    numbers = list(range(len(data.examples)))
    random.Random(1).shuffle(numbers)
    judged: dict[bool, list[Judged]] = {False: [], True: []}
    for fold in range(_FOLDS):
        held_out = numbers[fold::_FOLDS]
        weights = train(data, sorted(set(numbers).difference(held_out)))
        for titled, results in judged.items():
            results += data.judged(held_out, weights, titled=titled)
    return {"with_title" if titled else "plain": coreference_scores(results) for titled, results in judged.items()}


def main() -> None:
    """Cross-validate, fit and write."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--gap", type=Path, required=True, help="tab-separated file in the format of GAP")
    parser.add_argument("--no-cross-validation", action="store_true", help="fit and write only")
    arguments = parser.parse_args()
    examples = read_gap(arguments.gap)
    annotated = LiteAnnotator(pronouns=False).annotate([example.text for example in examples])
    data = Data(examples, [[sentence.tokens for sentence in sentences] for sentences in annotated])
    if not arguments.no_cross_validation:
        print(json.dumps(cross_validate(data), indent=2), flush=True)
    weights = train(data, range(len(examples)))
    rounded = {feature: round(weight, 2) for feature, weight in weights.items() if abs(weight) >= _SMALLEST_WEIGHT}
    _DATA.write_text(json.dumps(rounded, indent=0, ensure_ascii=False) + "\n", encoding="utf-8")
    print(f"{_DATA.name}: {len(rounded)} weights")


if __name__ == "__main__":
    main()
