"""Each attack on each door ends in an answer or in a clear error, in bounded time and memory (`tests.hostile`)."""

import os

import pytest

from tests.hostile.all_attacks import DOORS
from tests.hostile.striking import struck

IS_FULL = bool(os.environ.get("LGM_FULL"))

SAMPLED = {"questions": 7, "documents that are learned": 13, "arguments of tools and commands": 9}
OTHERWISE = 2
"""Of the attacks on a door every so many are done, fewer of those that take long; all with LGM_FULL."""


@pytest.mark.parametrize("door", DOORS)
def test_hostile_input_gets_an_answer_or_a_clear_error(door: str) -> None:
    results = struck(door, every=1 if IS_FULL else SAMPLED.get(door, OTHERWISE))
    problems = [f"{each.name}: {each.problem}" for each in results if each.problem]
    assert not problems, "\n\n".join(problems)
