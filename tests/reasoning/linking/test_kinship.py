"""Kinship is read in its direction, whichever end of a fact is asked about."""

import pytest

from lgm_core.model import Fact
from lgm_core.reasoning.linking.kinship import is_kin_reading


@pytest.mark.parametrize(
    ("asked", "stated", "forwards", "backwards"),
    [
        ("father", "be son of", True, False),  # A is the son of B: B may be A's father
        ("father", "be daughter of", True, False),
        ("father", "be father of", False, True),
        ("father", "be mother of", False, False),
        ("father", "father", True, False),  # A, whose father is B
        ("child", "be father of", True, False),
        ("son", "be daughter of", False, False),
        ("son", "be child of", False, True),
        ("mother", "father", False, False),
        ("wife", "be husband of", True, False),
        ("brother", "be sister of", True, False),
        ("grandfather", "be son of", False, False),
        ("father", "marry to", True, True),
        ("director", "be son of", True, True),
    ],
)
def test_a_fact_says_who_is_whose(asked: str, stated: str, forwards: bool, backwards: bool) -> None:
    fact = Fact("anna", stated, "boris")
    assert is_kin_reading([asked], fact, is_reversed=False) is forwards
    assert is_kin_reading([asked], fact, is_reversed=True) is backwards
