"""Cutting an answer down to the bare fact."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lgm_core.retrieval.answering.replies.brief_answer import brief_answer


@pytest.mark.parametrize(
    ("reply", "fact"),
    [
        ("Lund", "Lund"),
        ("Lund.", "Lund"),
        ("The answer is Lund.", "Lund"),
        ("Answer: Lund", "Lund"),
        ("The answer to the question is: Lund.", "Lund"),
        ("Die Antwort lautet Lund.", "Lund"),
        ('"Lund"', "Lund"),
        ("“Lund”.", "Lund"),
        ("**Lund**", "Lund"),
        ("- Lund [3][4].", "Lund"),
        ("Lund\n\nIt is a town in Sweden.", "Lund"),
        ("\n\n Lund \n", "Lund"),
        ("Yes, both are films.", "Yes"),
        ("no.", "no"),
        ("No Country for Old Men", "No Country for Old Men"),
        ("Washington, D.C.", "Washington, D.C."),
        ("Robert Downey Jr.", "Robert Downey Jr."),
        ("J. R. R.", "J. R. R."),
        ('"Hello" and "Goodbye"', '"Hello" and "Goodbye"'),
        ("O'Brien", "O'Brien"),
        ("3.5", "3.5"),
        ("", ""),
        ("Answer Me!", "Answer Me!"),
    ],
)
def test_a_brief_answer_is_the_bare_fact(reply: str, fact: str) -> None:
    assert brief_answer(reply, "en") == fact


def test_closed_answers_are_those_of_the_language() -> None:
    assert brief_answer("Nein, das stimmt nicht.", "de") == "Nein"
    assert brief_answer("Nein, das stimmt nicht.", "en") == "Nein, das stimmt nicht"


@given(st.text())
def test_a_brief_answer_is_one_line_without_space_around_it(reply: str) -> None:
    fact = brief_answer(reply, "en")
    assert fact == fact.strip()
    assert len(fact.splitlines()) <= 1
