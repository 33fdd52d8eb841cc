"""Where sentences have a name, in any form of its words; and names that nobody has."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lgm_core.learning.construction.mentions.batched_mentions import Occurrences, decoy_name, is_decoy, name_identity
from tests.learning.construction.document_making import text_of

SENTENCES = ("The harvest robots of Brno fell.", "A Harvest-Robot is no robot.", "C++ and C# were used by this robot.")
FOUND = Occurrences(text_of(*SENTENCES).sentences)


@pytest.mark.parametrize(
    ("name", "surfaces"),
    [
        ("harvest robot", ["harvest robots", "Harvest-Robot"]),
        ("the harvest robot", ["harvest robots", "Harvest-Robot"]),
        ("robots of Brno", ["robots of Brno"]),
        ("C++", ["C++"]),
        ("use", ["used"]),
        ("robot harvest", []),
        ("the", ["The"]),
        ("…", []),
        ("", []),
    ],
)
def test_all_words_stand_next_to_each_other_in_any_form(name: str, surfaces: list[str]) -> None:
    assert [SENTENCES[number][start:end] for number, start, end in FOUND.of(name)] == surfaces


def test_a_description_is_found_with_its_determiner() -> None:
    assert [SENTENCES[number][start:end] for number, start, end in FOUND.of("this robot", is_description=True)] == [
        "this robot"
    ]


def test_a_script_without_spaces_is_searched_letter_by_letter() -> None:
    assert Occurrences(text_of("東京タワーは高い。").sentences).of("タワー") == [(0, 2, 5)]


@given(st.text(max_size=60))
def test_a_decoy_is_not_in_the_text(text: str) -> None:
    name = decoy_name(text)
    assert name == decoy_name(text)
    assert all(word.lower() not in text.lower() for word in name.split())
    assert is_decoy(name, name)


def test_a_text_with_all_decoys_gets_another() -> None:
    text = ""
    for _ in range(40):
        text += f" {decoy_name(text)}"
    assert decoy_name(text).split()[0] not in text


def test_descriptions_that_point_differ_from_the_name_alone() -> None:
    assert name_identity("This tool", "en") != name_identity("the tools", "en") == name_identity("tool", "en")
    assert name_identity("it", "en") == "it"
