"""The fuzz targets, on their seeds and findings and on some inputs made of these."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.fuzz.seeds import SEEDS
from tests.fuzz.targets import TARGETS


@pytest.mark.parametrize("name", TARGETS)
def test_seeds_and_findings_end_in_an_answer_or_a_clear_error(name: str) -> None:
    for seed in SEEDS[name]:
        TARGETS[name](seed)


@pytest.mark.parametrize("name", TARGETS)
def test_pieces_of_the_seeds_end_in_an_answer_or_a_clear_error(name: str) -> None:
    pieces = [
        seed[start : start + length] for seed in SEEDS[name] for start in range(0, len(seed), 3) for length in (2, 9)
    ]

    @settings(max_examples=60, deadline=None, derandomize=True)
    @given(st.lists(st.sampled_from(pieces) | st.binary(max_size=4), max_size=12))
    def check(parts: list[bytes]) -> None:
        TARGETS[name](b"".join(parts))

    check()
