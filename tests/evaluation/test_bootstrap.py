"""Bootstrap intervals are repeatable, hold the mean, and shrink with more questions."""

import pytest

from lgm_core.evaluation.metrics import bootstrap_interval, paired_difference


def test_an_interval_holds_the_mean_and_shrinks_with_more_values() -> None:
    low, high = bootstrap_interval([0.0, 1.0] * 10)
    assert 0.25 < low < 0.5 < high < 0.75
    narrow_low, narrow_high = bootstrap_interval([0.0, 1.0] * 200)
    assert low < narrow_low < 0.5 < narrow_high < high


def test_the_same_values_always_give_the_same_interval() -> None:
    assert bootstrap_interval([0.1, 0.7, 0.4]) == bootstrap_interval([0.1, 0.7, 0.4])


def test_equal_values_leave_nothing_to_chance() -> None:
    assert bootstrap_interval([0.5] * 7) == (0.5, 0.5)
    assert bootstrap_interval([]) == (0.0, 0.0)


def test_a_method_against_itself_differs_by_nothing() -> None:
    values = [0.0, 1.0, 1.0, 0.0, 0.3]
    assert paired_difference(values, values) == (0.0, 0.0, 0.0)


def test_a_constant_advantage_is_certain_however_much_questions_differ() -> None:
    others = [0.0, 0.9, 0.1, 0.7, 0.2]
    difference, low, high = paired_difference([value + 0.1 for value in others], others)
    assert (difference, low, high) == pytest.approx((0.1, 0.1, 0.1))


def test_pairs_must_be_complete() -> None:
    with pytest.raises(ValueError, match="zip"):
        paired_difference([1.0], [1.0, 0.0])
