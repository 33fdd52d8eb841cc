"""Each attack on each door ends in an answer or in a clear error, in bounded time and memory (`tests.hostile`)."""

import os

import pytest

from tests.hostile.all_attacks import DOORS
from tests.hostile.striking import struck

FACTOR = 10 if os.environ.get("LGM_FULL") else 1


@pytest.mark.parametrize("door", DOORS)
def test_hostile_input_gets_an_answer_or_a_clear_error(door: str) -> None:
    problems = [f"{each.name}: {each.problem}" for each in struck(door, FACTOR) if each.problem]
    assert not problems, "\n\n".join(problems)
