"""Of what kind an answer must be."""

import pytest

from lgm_core.language.lexicons import lexicon_of
from lgm_core.model import Value, ValueKind
from lgm_core.reasoning.text.sub_question import WantedKind, is_of_kind, wanted_kinds


@pytest.mark.parametrize(
    ("question", "types", "kinds"),
    [
        ("When was Gilda released?", (), {"date"}),
        ("Gilda was released in what year?", (), {"date"}),
        ("In which year did it open?", (), {"date"}),
        ("Gilda >> publication date", (), {"date"}),
        ("Gilda >> date of birth", (), {"date"}),
        ("Gilda >> place of birth", (), {"place"}),
        ("how many people live there", (), {"number"}),
        ("What is the population of Bonn?", (), set()),
        ("Bonn population", (), {"number"}),
        ("Who directed Gilda?", (), {"person"}),
        ("Where was he born?", (), {"place"}),
        ("Which city is it in?", (), {"place"}),
        ("Gilda >> director", (), {"person"}),
        ("Gilda >> award received", (), set()),
        ("anything", ("Person",), {"person"}),
        ("anything", ("DateOfBirth",), {"date"}),
        ("anything", ("Times",), {"number"}),
        ("anything", ("Person", "Year"), {"person", "date"}),
        ("When was Gilda released?", ("Film",), {"name"}),
        ("", (), set()),
        ("?", ("?",), {"name"}),
    ],
)
def test_types_decide_and_else_the_words(question: str, types: tuple[str, ...], kinds: set[str]) -> None:
    assert wanted_kinds(question, types, [lexicon_of("en")]) == {WantedKind(kind) for kind in kinds}


def test_german_questions_are_read_by_german_words() -> None:
    german = [lexicon_of("de")]
    assert wanted_kinds("Wann wurde Bonn gegründet?", (), german) == {WantedKind.DATE}
    assert wanted_kinds("Bonn?", ("Einwohnerzahl",), german) == {WantedKind.NUMBER}


def test_without_words_for_questions_nothing_tells() -> None:
    assert wanted_kinds("Quando?", (), [lexicon_of("it")]) == frozenset()


def test_any_value_may_answer_where_nothing_tells() -> None:
    year = Value("1904", ValueKind.DATE, 0, 1)
    assert is_of_kind(year, frozenset())
    assert is_of_kind(year, frozenset({WantedKind.DATE}))
    assert not is_of_kind(year, frozenset({WantedKind.NUMBER, WantedKind.NAME}))
