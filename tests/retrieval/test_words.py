"""Words of any script, and their stems."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lgm_core.retrieval.words import split_words, stem


def surfaces(text: str) -> list[str]:
    return [word.surface for word in split_words(text)]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("हिन्दी भाषा है।", ["हिन्दी", "भाषा", "है"]),
        ("שָׁלוֹם לך", ["שָׁלוֹם", "לך"]),
        ("می‌روم خانه؟", ["می‌روم", "خانه"]),
        ("e\u0301te\u0301 chaud", ["e\u0301te\u0301", "chaud"]),
        ("l'été d'Anne", ["l", "été", "d", "Anne"]),
        ("北京大学", ["北京", "京大", "大学"]),
        ("在1990年用iPhone手机", ["在", "1990", "年用", "iPhone", "手机"]),
        ("人", ["人"]),
        ("がっこうへ", ["がっ", "っこ", "こう", "うへ"]),
        ("꿀벌은 곤충", ["꿀벌", "벌은", "곤충"]),
        ("ที่นี่ดี", ["ที่นี่", "นี่ดี"]),
        ("snake_case", ["snake", "case"]),
    ],
)
def test_words_end_where_unicode_says_and_unspaced_scripts_are_read_in_pairs(text: str, words: list[str]) -> None:
    assert surfaces(text) == words


@pytest.mark.parametrize("text", ["北京大学在1990年", "ที่นี่ มีผึ้ง", "Der Bär und der Löwe", "꿀벌은 곤충이다."])
def test_each_word_stands_where_it_says(text: str) -> None:
    assert [text[word.start : word.start + len(word.surface)] for word in split_words(text)] == surfaces(text) != []


@pytest.mark.parametrize(
    ("language", "forms"),
    [
        ("en", ["lamp", "lamps", "LAMPS"]),
        ("de", ["Haus", "Häuser", "Hauses"]),
        ("es", ["canción", "canciones"]),
        ("fr", ["lampe", "lampes"]),
        ("ru", ["книга", "книгами"]),
        ("tr", ["IŞIK", "ışık"]),
        ("ar", ["الكتاب", "كِتاب"]),
        ("el", ["μέλισσα", "μέλισσες"]),
        ("he", ["שָׁלוֹם", "שלום"]),
        ("und", ["Café", "cafe"]),
    ],
)
def test_forms_of_a_word_have_one_stem(language: str, forms: list[str]) -> None:
    assert len({stem(form, language) for form in forms}) == 1


def test_tones_tell_words_apart_in_vietnamese_alone() -> None:
    assert stem("đèn", "vi") != stem("đen", "vi")
    assert stem("lámpa", "cs") == stem("lampa", "cs")


def test_marks_of_unspaced_scripts_that_are_no_words_part_words() -> None:
    assert [word.surface for word in split_words("・東京 Tokyo")] == ["東京", "Tokyo"]
    assert [word.surface for word in split_words("・ Tokyo Bay")] == ["Tokyo", "Bay"]
    assert split_words("・") == split_words("\U0003134b") == []


@given(st.text(alphabet=st.characters() | st.sampled_from("・東京とうไทย한국\U0003134b.'_ aJ")))
def test_words_stand_where_they_say_and_come_once(text: str) -> None:
    found = [(word.start, word.surface) for word in split_words(text)]
    assert sorted(found) == found
    assert len(set(found)) == len(found)


def test_marks_between_words_of_unspaced_scripts_part_them() -> None:
    assert surfaces("トム・クルーズ") == ["トム", "クル", "ルー", "ーズ"]
    assert surfaces("ราคา฿ขาย")[-1] == surfaces("ขาย")[-1]
