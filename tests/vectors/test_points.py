"""Densities, shrinkage and clusters against cases that are known."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest

from lgm_core.vectors.points import (
    best_medoids,
    distances,
    log_density,
    medoids_of,
    on_principal_axes,
    shrunk_covariance,
    silhouette,
    term_vectors,
)


def test_shrinkage_of_four_points_is_as_computed_by_hand() -> None:
    # S = diag(2, 1/2), m = 5/4, |S - mI|² = 9/8, scatter = (34/4 - 17/4) / 4 = 17/16, so that 17/18 is the sphere.
    points = np.array([[2.0, 0], [-2, 0], [0, 1], [0, -1]])
    expected = 17 / 18 * 1.25 * np.eye(2) + 1 / 18 * np.diag([2, 0.5])
    assert shrunk_covariance(points, np.ones(4)) == pytest.approx(expected)


def test_a_count_is_a_repeated_point() -> None:
    points, counts = np.random.default_rng(1).normal(size=(6, 3)), np.array([1.0, 3, 2, 1, 1, 2])
    repeated = np.repeat(points, counts.astype(int), axis=0)
    ones = np.ones(len(repeated))
    assert shrunk_covariance(points, counts) == pytest.approx(shrunk_covariance(repeated, ones))
    assert log_density(points, points, counts) == pytest.approx(log_density(points, repeated, ones))


def test_a_new_cluster_has_the_highest_priority_and_by_the_printed_equation_the_lowest() -> None:
    draw = np.random.default_rng(0)
    known = draw.normal(0, 0.1, (50, 3))
    other = np.vstack([draw.normal(0, 0.1, (50, 3)), draw.normal((2, 0, 0), 0.1, (50, 3))])
    of_known, of_other = log_density(other, known, np.ones(50)), log_density(other, other, np.ones(100))
    priority = of_other - of_known
    assert priority[50:].min() > priority[:50].max()
    printed = np.exp(of_other) * of_known - np.exp(of_known) * of_other  # equation 7
    assert np.median(printed[50:]) < np.median(printed[:50])


def test_a_single_point_has_a_density() -> None:
    point = np.array([[0.5, 0.5]])
    assert np.isfinite(log_density(point, point, np.ones(1))).all()


def test_principal_axes_keep_distances() -> None:
    flat = np.random.default_rng(2).normal(size=(20, 2)) @ np.array([[1.0, 2, 0, 1], [0, 1, 1, 3]])
    assert distances(on_principal_axes(flat, np.ones(20))) == pytest.approx(distances(flat), abs=1e-6)


def test_texts_with_rare_terms_in_common_are_nearer() -> None:
    one, other, far = term_vectors([["s ship", "p call"], ["s ship", "p call", "o port"], ["s town", "p lie"]])
    assert one @ other > 0.5 > abs(one @ far) + 0.4


@pytest.mark.parametrize("k", [1, 2, 3])
def test_medoids_are_the_best_of_all(k: int) -> None:
    draw = np.random.default_rng(k)
    for _ in range(40):
        count = int(draw.integers(3, 9))
        between, counts = distances(draw.normal(size=(count, 2))), draw.integers(1, 4, count).astype(float)
        least = min(float(between[list(each)].min(axis=0) @ counts) for each in combinations(range(count), k))
        assert between[medoids_of(between, counts, k)].min(axis=0) @ counts == pytest.approx(least)


def test_four_groups_are_found_and_one_seed_gives_one_result() -> None:
    draw = np.random.default_rng(3)
    groups = np.vstack([draw.normal(0, 0.1, (9, 2)) + centre for centre in ([0, 0], [3, 0], [0, 3], [3, 3])])
    between, counts = distances(groups), np.ones(36)
    medoids = best_medoids(between, counts, 8)
    assert sorted(place // 9 for place in medoids) == [0, 1, 2, 3]
    assert silhouette(between, counts, medoids) > 0.8
    assert (best_medoids(between, counts, 8) == medoids).all()


def test_equal_points_are_one_cluster() -> None:
    assert len(best_medoids(np.zeros((3, 3)), np.ones(3), 5)) == 1
