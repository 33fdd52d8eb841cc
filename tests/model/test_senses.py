"""Keys of several things of one name: the number of a sense can be told from anything that a name may hold."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lgm_core.language.concepts import concept_key
from lgm_core.model.concept import escaped_key, name_of, sense_key, sense_number

NAMES = st.text() | st.text(alphabet="a~012 \n٣")
NUMBERS = st.integers(1, 999_999_999)


@given(NAMES, NUMBERS)
def test_a_sense_tells_its_name_and_number(name: str, number: int) -> None:
    key = sense_key(escaped_key(name), number)
    assert (name_of(key), sense_number(key)) == (escaped_key(name), number)


@given(NAMES, NAMES, NUMBERS, NUMBERS)
def test_no_two_names_or_senses_have_one_key(one: str, other: str, first: int, second: int) -> None:
    same = sense_key(escaped_key(one), first) == sense_key(escaped_key(other), second)
    assert same == ((one, first) == (other, second))


@given(NAMES)
def test_keys_that_are_made_from_phrases_need_no_escape(phrase: str) -> None:
    key = concept_key(phrase, "en")
    assert (escaped_key(key), name_of(key), sense_number(key)) == (key, key, 1)


@pytest.mark.parametrize("key", ["apple", "apple~", "apple~0", "apple~1", "apple~02", "apple~~2", "apple~x", "~", ""])
def test_what_only_looks_like_a_sense_is_a_name(key: str) -> None:
    assert (name_of(key), sense_number(key)) == (key, 1)


@pytest.mark.parametrize(("key", "name", "number"), [("apple~2", "apple", 2), ("c~10", "c", 10), ("a~~~3", "a~~", 3)])
def test_a_number_after_an_odd_number_of_marks_is_a_sense(key: str, name: str, number: int) -> None:
    assert (name_of(key), sense_number(key)) == (name, number)
