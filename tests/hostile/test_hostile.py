"""Each attack on each door ends in an answer or in a clear error, in bounded time and memory (`tests.hostile`)."""

import os

import pytest

from tests.hostile.all_attacks import DOORS
from tests.hostile.striking import grown, struck

IS_FULL = bool(os.environ.get("LGM_FULL"))

SAMPLED = {"questions": 7, "documents that are learned": 13, "arguments of tools and commands": 9}
OTHERWISE = 2
"""Of the attacks on a door every so many are done, fewer of those that take long; all with LGM_FULL."""

SLOWEST = 2
"""Attacks on a door of which it is seen how time grows; all with LGM_FULL."""


@pytest.mark.parametrize("door", DOORS)
def test_hostile_input_gets_an_answer_or_a_clear_error(door: str) -> None:
    results = struck(door, every=1 if IS_FULL else SAMPLED.get(door, OTHERWISE))
    problems = [f"{each.name}: {each.problem}" for each in results if each.problem]
    assert not problems, "\n\n".join(problems)
    slow = sorted((each for each in results if each.seconds > 0.1), key=lambda each: -each.seconds)
    faster = grown(door, slow if IS_FULL else slow[:SLOWEST], 1, 4 if IS_FULL else 2)
    assert not faster, "\n".join(faster)
