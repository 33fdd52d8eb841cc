"""Words: what they may be besides words."""

from __future__ import annotations

import pytest

from lgm_core.language.words import is_roman_numeral


@pytest.mark.parametrize(
    ("word", "is_numeral"), [("i", True), ("viii", True), ("xl", True), ("li", True), ("l", False), ("mix", False)]
)
def test_an_initial_is_no_roman_numeral(word: str, is_numeral: bool) -> None:
    assert is_roman_numeral(word) is is_numeral
