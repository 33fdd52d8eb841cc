"""Amounts and dates as words."""

import pytest

from lgm_core import Document, LanguageGraph
from lgm_core.retrieval.written_values import in_other_units, written_values


def words(text: str, language: str = "en") -> list[str]:
    return [word for value in written_values(text, language) for word in value.words]


@pytest.mark.parametrize(
    ("language", "text", "word"),
    [
        *(("en", text, "1577") for text in ("1,577", "$1,577", "(1,577)", "1’577", "1'577", "1\u00a0577")),
        *(("en", text, "1580000000") for text in ("$1.58 billion", "1,580 million", "1.58bn", "$1580m")),
        *(("en", text, "percent12") for text in ("12 %", "12%", "12 percent", "(12)%", "12.0 per cent")),
        *(
            ("en", text, "date20240216")
            for text in (
                "Feb. 16, 2024",
                "16 February 2024",
                "2024-02-16",
                "16th of February, 2024",
                "FEBRUARY 16, 2024",
            )
        ),
        *(("de", text, "1577point5") for text in ("1.577,5", "1577,5", "1,577.50")),
        *(("de", text, "1580000000") for text in ("1,58 Milliarden", "1,58 Mrd. Euro", "1.580 Millionen")),
        *(("de", text, "date20240216") for text in ("16. Februar 2024", "16.02.2024", "16. Feb. 2024")),
        ("fr", "12,5 % ou 1.577,5", "1577point5"),
    ],
)
def test_a_value_has_one_word_however_it_is_written(language: str, text: str, word: str) -> None:
    assert word in words(f"So {text}, then.", language)


@pytest.mark.parametrize(
    "text",
    [
        "version 3.11.2",
        "1577 in 2018",
        "3 m of rope",
        "1,5",
        "room 12b,3",
        "February 30th",
        "17, 1999",
        "at 10.5.2020x",
        "5'11 tall",
        "5’1 tall",
        "1'1234 of them",
    ],
)
def test_what_is_no_amount_and_what_is_one_word_already_has_none(text: str) -> None:
    assert words(text) == []


def test_an_amount_in_other_units_needs_three_digits_of_its_own() -> None:
    assert list(in_other_units("1580000000")) == ["1580000", "1580", "1point58"]
    assert list(in_other_units("2000000")) == list(in_other_units("1" * 5000)) == list(in_other_units("word")) == []


_SAID = [
    "Expenditures of the group were 4,577, in millions.",
    "Expenditures of the group were 1,577, in millions.",
    "Sales of the group rose by 12 points and 5.8 percent.",
    "Sales of the group rose by 12 percent and 8.5 percent.",
    "The group sold a mill on April 24, 2016.",
    "The group sold a mill on April 16, 2024.",
]


@pytest.fixture(scope="module")
def graph(tmp_path_factory: pytest.TempPathFactory) -> LanguageGraph:
    graph = LanguageGraph(tmp_path_factory.mktemp("values") / "values.lgm")
    graph.build([Document.from_text(text, id=str(number)) for number, text in enumerate(_SAID)])
    return graph


@pytest.mark.parametrize(
    ("question", "place"),
    [
        ("Which expenditures were 1577?", 1),
        ("Which expenditures were $1.577 billion?", 1),
        ("Which sales rose by 12 %?", 3),
        ("Which sales rose by 8.50%?", 3),
        ("What was sold on 2024-04-16?", 5),
        ("What was sold on 16 Apr 2024?", 5),
    ],
)
def test_questions_find_values_that_texts_write_otherwise(graph: LanguageGraph, question: str, place: int) -> None:
    assert graph.retrieve_passages(question, k=1)[0].text == _SAID[place]
