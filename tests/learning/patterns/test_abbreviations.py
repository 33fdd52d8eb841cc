import pytest

from lgm_core.learning.patterns.abbreviations import find_abbreviations


def pairs(text: str) -> list[tuple[str, str]]:
    abbreviations = find_abbreviations(text, 0, len(text))
    return [(text[slice(*abbreviation.short)], text[slice(*abbreviation.long)]) for abbreviation in abbreviations]


@pytest.mark.parametrize(
    ("text", "short", "long"),
    [
        ("The Harbour Safety Board (HSB) met.", "HSB", "Harbour Safety Board"),
        ("The HSB (Harbour Safety Board) met.", "HSB", "Harbour Safety Board"),
        ("Ships report daily (Harbour Safety Board, HSB).", "HSB", "Harbour Safety Board"),
        ("Terms (HSB = Harbour Safety Board) are listed.", "HSB", "Harbour Safety Board"),
        ("The Ministry of Ports and Roads (MPR) met.", "MPR", "Ministry of Ports and Roads"),
        ("Two long range sensors (LRSs) failed.", "LRSs", "long range sensors"),
        ("They use glutamate [Glu] there.", "Glu", "glutamate"),
        ("We drew a three-dimensional (3D) map.", "3D", "three-dimensional"),
        ("It measures deep-water temperature (DWT, in kelvin).", "DWT", "deep-water temperature"),
        ("Add 2,4-dinitrotoluene (DNT) to it.", "DNT", "2,4-dinitrotoluene"),
    ],
)  # fmt: skip
def test_a_short_form_and_its_long_form_are_found(text, short, long):
    assert (short, long) in pairs(text)


@pytest.mark.parametrize(
    "text",
    [
        "The harbour (see map) is deep.",
        "Ada Brook (born May 1933) sang.",
        "The fee is low (10 dollars).",
        "Bring your friend(s) along.",
        "It failed in both groups (p < 0.05).",
        "The Harbour Board (XYZ) met.",
        "(HSB) met.",
        "He read it (twice.",
    ],
)
def test_other_brackets_hold_no_short_form(text):
    assert pairs(text) == []


def test_the_long_form_does_not_reach_into_another_bracket():
    assert pairs("The Harbour Board (HB) and Road Office (RO) met.") == [("HB", "Harbour Board"), ("RO", "Road Office")]


def test_words_before_the_long_form_are_left_out():
    assert pairs("Every tall Harbour Safety Board (HSB) member left.") == [("HSB", "Harbour Safety Board")]


def test_only_the_asked_stretch_is_read():
    text = "The Harbour Board (HB) met. The Road Office (RO) did not."
    start = text.index("The Road")
    (abbreviation,) = find_abbreviations(text, start, len(text))
    assert text[slice(*abbreviation.long)] == "Road Office"
