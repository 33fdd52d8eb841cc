"""Fit the weights of the signs that decide what pronouns mean, on a file in the format of GAP.

python training/coreference_training.py --gap gap-development.tsv

prints what cross-validation gives (five folds of examples; every figure from weights that never saw the example), then
fits on everything and writes the weights into the package. The signs of a pronoun depend on how those before it were
resolved, so the fit is repeated with the weights just found.
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

from lgm_core.evaluation.coreference_benchmark import Judged, coreference_scores, judge
from lgm_core.evaluation.gap import GapExample, read_gap
from lgm_core.language.lite.lite_annotator import LiteAnnotator
from lgm_core.language.port import Token

_DATA = Path(__file__).resolve().parent.parent / "lgm_core" / "language" / "data" / "coreference.json"
_FOLDS = 5
_ROUNDS = 2
_PENALTY = 8.0
_SEEN = 10
"""How often a sign must occur to get a weight."""
# Where the first round starts: the nearest name that fits, subjects first.
_START = {
    **{f"distance {far}{form}": 1.5 - far for far in range(4) for form in "sopr"},
    **{f"rank {rank}{place}": -0.4 * rank for rank in range(5) for place in "012c"},
    **{f"role s{place}": 1.0 for place in "012c"},
    **{"noun": -1.5, "person False": -4.0, "bound subjecto": -5.0, "bound objects": -5.0, "inside p": -6.0},
}

Vector = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Choice:
    """The signs of each option of a pronoun, and which options its label allows."""

    options: list[Sequence[str]]
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


def choice(judged: Judged) -> Choice | None:
    """Return what the label of an example allows, or None where it says nothing."""
    if judged.resolution is None:
        return None
    meant = [named for named, name in zip(judged.named, judged.example.names, strict=True) if name.is_meant]
    others = [named for named, name in zip(judged.named, judged.example.names, strict=True) if not name.is_meant]
    allowed = [
        option.entity in meant[0] if meant else not any(option.entity in named for named in others)
        for option in judged.resolution.options
    ]
    if all(allowed) or not any(allowed):
        return None
    return Choice([option.signs for option in judged.resolution.options], allowed)


def fit(choices: Sequence[Choice]) -> dict[str, float]:
    """Maximise the likelihood of the options allowed, with a quadratic penalty."""
    counts = Counter(sign for one in choices for signs in one.options for sign in signs)
    names = sorted(sign for sign, count in counts.items() if count >= _SEEN)
    index = {name: number for number, name in enumerate(names)}
    rows, columns, groups, allowed = [], [], [], []
    for group, one in enumerate(choices):
        for signs, fits in zip(one.options, one.allowed, strict=True):
            known = [index[sign] for sign in signs if sign in index]
            rows += [len(groups)] * len(known)
            columns += known
            groups.append(group)
            allowed.append(float(fits))
    row, column, group_of = np.array(rows), np.array(columns), np.array(groups)
    fitting = np.array(allowed)

    def loss(weights: Vector) -> tuple[float, Vector]:
        scores = np.bincount(row, weights[column], len(group_of))
        highest = np.full(len(choices), -np.inf)
        np.maximum.at(highest, group_of, scores)
        likely = np.exp(scores - highest[group_of])
        total = np.bincount(group_of, likely, len(choices))
        right = np.maximum(np.bincount(group_of, likely * fitting, len(choices)), 1e-12)
        slope = likely / total[group_of] - likely * fitting / right[group_of]
        value = -np.log(right / total).sum() + 0.5 * _PENALTY * weights @ weights
        return float(value), np.bincount(column, slope[row], len(names)) + _PENALTY * weights

    return dict(zip(names, minimise(loss, np.zeros(len(names))).tolist(), strict=True))


def minimise(loss: Callable[[Vector], tuple[float, Vector]], point: Vector, *, steps: int = 100) -> Vector:
    """Follow the slope downhill by limited-memory BFGS (Nocedal, 1980)."""
    value, slope = loss(point)
    memory: list[tuple[Vector, Vector]] = []
    for _ in range(steps):
        direction = _direction(slope, memory)
        length, falls = 1.0, float(slope @ direction)
        while True:
            new_point = point + length * direction
            new_value, new_slope = loss(new_point)
            if new_value <= value + 1e-4 * length * falls or length < 1e-8:
                break
            length /= 2
        memory = [*memory, (new_point - point, new_slope - slope)][-10:]
        settled = value - new_value < 1e-7 * abs(value)
        point, value, slope = new_point, new_value, new_slope
        if settled:
            break
    return point


def _direction(slope: Vector, memory: Sequence[tuple[Vector, Vector]]) -> Vector:
    if not memory:
        return -slope / max(1.0, float(np.linalg.norm(slope)))
    direction, shares = slope.copy(), []
    for step, change in reversed(memory):
        shares.append(float(step @ direction) / float(change @ step))
        direction -= shares[-1] * change
    step, change = memory[-1]
    direction *= float(step @ change) / float(change @ change)
    for (step, change), share in zip(memory, reversed(shares), strict=True):
        direction += (share - float(change @ direction) / float(change @ step)) * step
    return -direction


def train(data: Data, numbers: Sequence[int]) -> dict[str, float]:
    """Fit on some of the examples, each both with the title of its page and without."""
    weights: dict[str, float] = _START
    for _ in range(_ROUNDS):
        judged = [one for titled in (False, True) for one in data.judged(numbers, weights, titled=titled)]
        weights = fit([found for one in judged if (found := choice(one)) is not None])
    return weights


def cross_validate(data: Data) -> dict[str, dict[str, float | int]]:
    """Return the scores of all examples, each by weights fitted on the other folds."""
    numbers = list(range(len(data.examples)))
    random.Random(1).shuffle(numbers)
    judged: dict[bool, list[Judged]] = {False: [], True: []}
    for fold in range(_FOLDS):
        held_out = numbers[fold::_FOLDS]
        weights = train(data, sorted(set(numbers).difference(held_out)))
        for titled, found in judged.items():
            found += data.judged(held_out, weights, titled=titled)
    return {"with_title" if titled else "plain": coreference_scores(found) for titled, found in judged.items()}


def main() -> None:
    """Cross-validate, fit and write."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--gap", type=Path, required=True, help="tab-separated file in the format of GAP")
    parser.add_argument("--no-cross-validation", action="store_true", help="fit and write only")
    arguments = parser.parse_args()
    examples = read_gap(arguments.gap)
    annotated = LiteAnnotator(pronouns=False).annotate([example.text for example in examples])
    data = Data(examples, [[sentence.tokens for sentence in found] for found in annotated])
    if not arguments.no_cross_validation:
        print(json.dumps(cross_validate(data), indent=2), flush=True)
    weights = train(data, range(len(examples)))
    rounded = {sign: round(weight, 2) for sign, weight in weights.items() if abs(weight) >= 0.01}
    _DATA.write_text(json.dumps(rounded, indent=0, ensure_ascii=False) + "\n", encoding="utf-8")
    print(f"{_DATA.name}: {len(rounded)} weights")


if __name__ == "__main__":
    main()
