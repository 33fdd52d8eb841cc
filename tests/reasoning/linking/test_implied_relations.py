"""What a sentence says by the way is found where a plan asks for it."""

import pytest

from lgm_core.model import Fact, FactEnd, Value, ValueKind
from lgm_core.reasoning.linking.predicate_matching import implied_match

YEAR = Value("1962", ValueKind.DATE, -2922, -2558)


@pytest.mark.parametrize(
    ("asked", "predicate", "end", "holds"),
    [
        ("release date", "be film", YEAR, True),
        ("publication date", "be novel", YEAR, True),
        ("date of birth", "be film", YEAR, False),
        ("release date", "be film", "comedy", False),
        ("release date", "direct in", YEAR, False),
        ("nationality", "be", "portuguese", True),
        ("country of origin", "be", "portuguese", True),
        ("nationality", "be", "painter", False),
        ("nationality", "be friend of", "portuguese", False),
        ("director", "be", "portuguese", False),
    ],
)
def test_a_copula_with_a_year_or_a_nation_says_when_or_whence(
    asked: str, predicate: str, end: FactEnd, holds: bool
) -> None:
    assert bool(implied_match([asked], Fact("salt harbour", predicate, end), end).score) is holds
