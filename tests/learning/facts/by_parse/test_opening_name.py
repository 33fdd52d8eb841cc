"""The names that sentences under no title begin with."""

import pytest

from lgm_core.learning.facts.by_parse.end_reader import opening_name


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("The Secret Life of Mills is directed by Ada Krone.", "The Secret Life of Mills"),
        ("Reed and the Mill (also: The Mill is Old) is a 1958 anthology.", "Reed and the Mill"),
        ("Salt of Ashby, or The Cloak, was a play.", "Salt of Ashby"),
        ('"Do Not Worry" (1962) is a song.', "Do Not Worry"),
        ("Porto is a city.", ""),
        ("The Mill is a ruin.", ""),
        ("In 1965 the Mill was a ruin.", ""),
        ("The old Mill was a ruin.", ""),
        ("Ada Krone and Tom Reed were poets.", ""),
        ("It was The Mill.", ""),
        ("No verb at all", ""),
        ("(1958) is a year.", ""),
    ],
)
def test_names_before_a_singular_copula(text: str, name: str) -> None:
    assert opening_name(text) == name
