"""Kinship is read in its direction, whichever end of a fact is asked about."""

from collections.abc import Iterable

import pytest

from lgm_core.model import Fact
from lgm_core.reasoning.linking.kinship import kin_fit
from lgm_core.reasoning.logical_form_options import LogicalFormOptions


def nothing(person: str) -> Iterable[Fact]:
    """Return what is known of a person: nothing."""
    return ()


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
    fact = Fact("cy", stated, "zyx")
    assert bool(kin_fit([asked], fact, "zyx", nothing, is_reversed=False)) is forwards
    assert bool(kin_fit([asked], fact, "cy", nothing, is_reversed=True)) is backwards


@pytest.mark.parametrize(
    ("asked", "stated", "person", "known", "is_sure"),
    [
        ("father", "be son of", "ugo ash", [], True),
        ("mother", "be son of", "ugo ash", [], False),
        ("father", "be son of", "mary reed", [], False),
        ("mother", "be son of", "mary reed", [], True),
        ("parent", "be son of", "zyx", [], True),
        ("father", "be son of", "zyx", [], False),
        ("father", "be son of", "sir zyx", [], True),
        ("father", "be son of", "duke of zyx", [], True),
        ("father", "be son of", "robin", [Fact("robin", "be wife of", "x")], False),
        ("mother", "be son of", "robin", [Fact("robin", "be wife of", "x")], True),
        ("mother", "be son of", "robin", [Fact("robin", "be", "danish actress")], True),
        ("father", "be son of", "robin", [Fact("robin", "mother", "x")], False),
        ("father", "be father of", "zyx", [], True),
        ("son", "be child of", "zyx", [], False),
        ("father of", "be son of", "zyx", [], True),
    ],
)
def test_a_parent_is_a_father_as_far_as_he_is_known_to_be_a_man(
    asked: str, stated: str, person: str, known: list[Fact], is_sure: bool
) -> None:
    is_reversed = stated == "be father of" or asked in ("son", "father of")
    fact = Fact("a", stated, person) if not is_reversed else Fact(person, stated, "a")
    fit = kin_fit([asked], fact, person, lambda _: known, is_reversed=is_reversed)
    assert (fit >= LogicalFormOptions().threshold) is is_sure
