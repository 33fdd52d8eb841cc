"""How long the rest of some work takes, and the lines that tell of it."""

import pytest

from lgm_core.cli.progress_bars import ProgressLines, duration, seconds_left
from lgm_core.progress import Progress


@pytest.mark.parametrize(
    ("seconds", "told"),
    [(0.2, "1 s"), (42, "42 s"), (58, "1 min"), (100, "2 min"), (3400, "57 min"), (5400, "1.5 h"), (90_000, "25 h")],
)
def test_times_are_told_no_more_precisely_than_they_are_known(seconds: float, told: str) -> None:
    assert duration(seconds) == told


@pytest.mark.parametrize(
    ("progress", "left"),
    [
        (Progress("learning", 20, 100), 40.0),
        (Progress("learning", 910, 1000, skipped=900), 90.0),
        (Progress("learning", 900, 1000, skipped=900), None),
        (Progress("learning", 20), None),
        (Progress("learning", 20, 10), None),
    ],
)
def test_the_rest_takes_as_long_as_what_took_work_so_far(progress: Progress, left: float | None) -> None:
    assert seconds_left(progress, 10.0) == left


class Clock:
    """A clock that stands still until it is set."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


def lines_of(progress: list[tuple[float, Progress]]) -> list[str]:
    """Return the lines that progress at certain times makes."""
    clock, lines = Clock(), list[str]()
    told = ProgressLines(lines.append, clock)
    for clock.now, each in progress:
        told(each)
    return lines


def test_short_work_is_not_told_of() -> None:
    assert lines_of([(second, Progress("learning", second, 9, "documents")) for second in range(10)]) == []


def test_lines_become_rarer() -> None:
    lines = lines_of([(float(second), Progress("learning", second, 9000, "documents")) for second in range(3600)])
    assert lines[0] == "learning: 10 of 9,000 documents (0%), about 2.5 h left"
    assert lines[1].startswith("learning: 30 of 9,000")
    assert 10 <= len(lines) <= 20


def test_the_requests_of_a_step_stand_behind_the_work_that_they_are_a_part_of() -> None:
    lines = lines_of(
        [
            (0.0, Progress("constructing", 0, 10, "stages")),
            (20.0, Progress("constructing", 2, 10, "stages", "two papers")),
            (30.0, Progress("entities", 3, 8, "requests", is_part=True)),
        ]
    )
    assert lines[-1] == (
        "constructing: 2 of 10 stages (20%), two papers, about 1 min left"
        if len(lines) == 1
        else "constructing: 2 of 10 stages (20%), two papers, about 1 min left; entities: 3 of 8 requests (38%)"
    )


def test_more_than_was_expected_is_told_without_a_share() -> None:
    lines = lines_of(
        [(0.0, Progress("learning", 0, 10, "documents")), (20.0, Progress("learning", 15, 10, "documents"))]
    )
    assert lines == ["learning: 15 documents"]


def test_work_without_an_end_is_told_as_going_on() -> None:
    assert lines_of([(0.0, Progress("parsing", 0)), (20.0, Progress("parsing", 0))]) == ["parsing …"]


def test_what_has_ended_is_told_no_more() -> None:
    ended = [(0.0, Progress("learning", 0, 2)), (20.0, Progress("learning", 2, 2))]
    begun = [(40.0, Progress("indexing", 0)), (49.0, Progress("indexing", 0))]
    assert lines_of([*ended, *begun]) == []
    assert lines_of([*ended, *begun, (50.0, Progress("indexing", 0))]) == ["indexing …"]
