"""Packed weights: what is encoded comes back, and sums of packed weights are the sums of every class."""

import random

from lgm_core.language.perceptron import classifier, encode_weights, scorer, unpack_weights


def test_the_sum_of_packed_weights_scores_every_class():
    rows = {"w a": [3, -5, 0], "w b": [-7, -20, 1], "w c": [0, 0, -32_000]}
    packed = unpack_weights({encode_weights(weights): [feature] for feature, weights in rows.items()})
    first, *others = scorer(3)(packed["w a"] + packed["w b"] + packed["w c"])
    assert [first - other for other in others] == [-4 - -25, -4 - -31_999]


def test_the_classifier_agrees_with_plain_sums_on_random_weights():
    generator = random.Random(1)
    best = classifier(5)
    for _ in range(200):
        rows = [[generator.randint(-900, 900) for _ in range(5)] for _ in range(8)]
        sums = [sum(column) for column in zip(*rows, strict=True)]
        packed = (unpack_weights({encode_weights(row): ["f"]}).get("f", 0) for row in rows)
        assert best(sum(packed)) == sums.index(max(sums))


def test_the_lowest_number_wins_a_tie():
    packed = unpack_weights({encode_weights([0, 4, 4]): ["f"]})["f"]
    assert classifier(3)(packed) == 1


def test_features_with_the_same_weights_are_stored_once():
    assert encode_weights([-3, 0, 12]) == "A-3C12"
    packed = unpack_weights({"A-3C12": ["w a", "w b"]})
    assert packed["w a"] == packed["w b"]
