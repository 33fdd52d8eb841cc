"""Of what kind an answer must be."""

import pytest

from lgm_core.language.lexicons import lexicon_of
from lgm_core.model import ValueKind
from lgm_core.reasoning.text.wanted_kind import wanted_kind

DATE, NUMBER = {ValueKind.DATE}, {ValueKind.NUMBER, ValueKind.QUANTITY}


@pytest.mark.parametrize(
    ("question", "types", "values", "names"),
    [
        ("When was Gilda released?", (), DATE, False),
        ("Gilda was released in what year?", (), DATE, False),
        ("In which year did it open?", (), DATE, False),
        ("Gilda >> publication date", (), DATE, False),
        ("how many people live there", (), NUMBER, False),
        ("What is the population of Bonn?", (), DATE | NUMBER, True),
        ("Bonn population", (), NUMBER, False),
        ("Who directed Gilda?", (), set(), True),
        ("Gilda >> director", (), DATE | NUMBER, True),
        ("anything", ("Person",), set(), True),
        ("anything", ("DateOfBirth",), DATE, False),
        ("anything", ("Times",), NUMBER, False),
        ("anything", ("Person", "Year"), DATE, True),
        ("When was Gilda released?", ("Film",), set(), True),
        ("", (), DATE | NUMBER, True),
        ("?", ("?",), set(), True),
    ],
)
def test_types_decide_and_else_the_words(
    question: str, types: tuple[str, ...], values: set[ValueKind], names: bool
) -> None:
    kind = wanted_kind(question, types, [lexicon_of("en")])
    assert (kind.values, kind.names) == (values, names)


def test_german_questions_are_read_by_german_words() -> None:
    german = [lexicon_of("de")]
    assert wanted_kind("Wann wurde Bonn gegründet?", (), german).values == DATE
    assert wanted_kind("Bonn?", ("Einwohnerzahl",), german).values == NUMBER


def test_without_words_for_questions_anything_may_be_the_answer() -> None:
    assert wanted_kind("Quando?", (), [lexicon_of("it")]).names
