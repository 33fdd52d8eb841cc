"""One form for spellings that differ in case, accents or ligatures only, and what must stay apart."""

import pytest

from lgm_core.language.coreference.proper_names import plain_name
from lgm_core.language.normalisation import fold_phrase, fold_word


@pytest.mark.parametrize(
    ("written", "folded"),
    [
        ("Beyoncé", "beyonce"),
        ("STRASSE", "strasse"),
        ("Straße", "strasse"),
        ("Łódź", "lodz"),
        ("Œuvre", "oeuvre"),
        ("ﬁnance", "finance"),
        ("Ｔｏｋｙｏ", "tokyo"),
        ("ΟΔΟΣ", "οδοσ"),
        ("", ""),
    ],
)
def test_words_and_phrases_lose_case_accents_and_ligatures(written: str, folded: str) -> None:
    assert fold_word(written) == folded
    assert fold_phrase(written) == folded


@pytest.mark.parametrize("word", ["がっこう", "हिन्दी", "ต้นไม้", "한국"])
def test_a_mark_that_is_part_of_a_letter_stays(word: str) -> None:
    assert fold_phrase(word) == fold_word(word) == word


@pytest.mark.parametrize(("pointed", "plain"), [("שָׁלוֹם", "שלום"), ("كِتَاب", "كتاب"), ("أحمد", "احمد")])
def test_points_that_may_be_left_out_are_dropped(pointed: str, plain: str) -> None:
    assert fold_phrase(pointed) == fold_word(pointed) == plain


def test_phrases_close_up_initials_and_drop_possessives_where_asked() -> None:
    assert fold_phrase("J. R. R. Tolkien") == "jrr tolkien"
    assert fold_phrase("Mary’s café", possessives=True) == "mary cafe"
    assert fold_phrase("Mary’s café") == "mary's cafe"


def test_given_names_keep_letters_that_are_not_accented() -> None:
    assert plain_name("Łukasz") == "łukasz"
    assert plain_name("José") == "jose"
