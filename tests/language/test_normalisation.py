"""One form for spellings that differ in case, accents or ligatures only, and what must stay apart."""

import pytest

from lgm_core.language.coreference.proper_names import plain_name
from lgm_core.language.normalisation import fold_phrase, fold_word
from lgm_core.language.scripts import unread_script


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


# Text in scripts that a language backend does not read is noticed.

TEXTS = {
    "Chinese": "蜜蜂是一种昆虫。它们生活在蜂巢里。",
    "Japanese": "ミツバチは昆虫です。巣に住んでいます。",
    "Korean": "꿀벌은 곤충이다. 그들은 벌집에 산다.",
    "Thai": "ผึ้งเป็นแมลงชนิดหนึ่ง มันอาศัยอยู่ในรัง",
    "Russian or other Cyrillic": "Пчела — это насекомое. Пчёлы живут в ульях.",
    "Greek": "Η μέλισσα είναι έντομο.",
    "Hebrew": "הדבורה היא חרק.",
    "Arabic": "النحلة حشرة تعيش في الخلية.",
    "Hindi or other Devanagari": "मधुमक्खी एक कीट है।",
    "Tamil": "தேனீ ஒரு பூச்சி.",
    "Burmese": "ပျားသည် အင်းဆက်ဖြစ်သည်။",
}


@pytest.mark.parametrize(("name", "text"), TEXTS.items(), ids=TEXTS)
def test_a_script_is_told_unless_the_backend_reads_it(name: str, text: str) -> None:
    script = unread_script([text], "en")
    assert script is not None
    assert script.name == name
    assert unread_script([text], script.languages[0]) is None


@pytest.mark.parametrize(
    "text",
    [
        "Bees are insects.",
        "Bienen fliegen über Wälder; Äpfel schmecken süß.",
        "The Greek letter π and the name 東京 stand in an English text about cities.",
        "1 + 1 = 2 …",
        "",
    ],
)
def test_text_that_is_mostly_latin_is_read(text: str) -> None:
    assert unread_script([text], "en") is None


def test_japanese_without_kana_is_left_to_a_japanese_backend() -> None:
    assert unread_script(["東京都庁"], "ja") is None
