import pytest

from lgm_core.learning.patterns.abbreviations import CUTOFF, KINDS, find_abbreviations, strategies_for


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
        ("Its bispectral harbour index (BHI)-guided crane", "BHI", "bispectral harbour index"),
        ("Four large polymorphonuclear leukocytes (PMN)", "PMN", "polymorphonuclear leukocytes"),
        ("The Harbour Board of the Free North Coast (HBNC)", "HBNC", "Harbour Board of the Free North Coast"),
        ("Forced harbour volume (FHV1) rose.", "FHV1", "Forced harbour volume"),
        ("It binds gamma-interferon (IFN-gamma).", "IFN-gamma", "gamma-interferon"),
        ("The National Liberal Party (PNL) won.", "PNL", "National Liberal Party"),
        ("The marsh-positive (M+) plants grew.", "M+", "marsh-positive"),
        ("Tidal growth factor-β (TGF-β) rose.", "TGF-β", "Tidal growth factor-β"),
        ("Der Bundesnachrichtendienst (kurz: BND) schweigt.", "BND", "Bundesnachrichtendienst"),
        ("The Harbour Safety Board (hereafter HSB) met.", "HSB", "Harbour Safety Board"),
        ("The Harbour Safety Board(HSB) met.", "HSB", "Harbour Safety Board"),
        ("The Harbour Safety Board (HSB; see map) met.", "HSB", "Harbour Safety Board"),
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
        "It failed with a pre-release interpreter (PR #33).",
        "(HSB) met.",
        "He read it (twice.",
        "They drove four miles (6 mi) home.",
        "The town of Uglich (Uglichskii) burned.",
        "It was then that GABA(A) rose.",
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


def test_the_shortest_long_form_is_taken():
    assert pairs("Twelve trams are run by the Transit Authority (TA).") == [("TA", "Transit Authority")]


def test_a_long_form_in_the_bracket_goes_before_one_that_fits_as_well():
    text = "They have seen boats (Harbour Sea Board, HSB)."
    assert pairs("They have seen boats (HSB).") == [("HSB", "have seen boats")]
    assert pairs(text) == [("HSB", "Harbour Sea Board")]


def test_precisions_are_ordered_and_above_the_cutoff():
    for kind in KINDS:
        precisions = [precision for _, precision in strategies_for(kind)]
        assert precisions == sorted(precisions, reverse=True)
        assert all(CUTOFF <= precision < 1 for precision in precisions)
