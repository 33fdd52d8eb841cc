"""Guessing the language of a text."""

import pytest

from lgm_core.language.language_guess import (
    UNKNOWN,
    document_language,
    guess_language,
    is_in_other_language,
    likely_languages,
)


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("The mill was built by a miller and is on the river.", "en"),
        ("Die Mühle wurde von einem Müller gebaut und liegt am Fluss.", "de"),
        ("Le moulin a été construit par un meunier sur la rivière.", "fr"),
        ("El molino fue construido por un molinero y está en el río.", "es"),
        ("O moinho foi construído por um moleiro e não fica no rio.", "pt"),
        ("Il mulino è stato costruito da un mugnaio nel paese.", "it"),
        ("De molen werd door een molenaar gebouwd en is van hout.", "nl"),
        ("Młyn został zbudowany przez młynarza i jest nad rzeką.", "pl"),
        ("Мельница была построена мельником и стоит на реке.", "ru"),
        ("Млин був побудований мельником і стоїть на річці та у селі.", "uk"),
        ("磨坊是磨坊主建造的。", "zh"),
        ("水車小屋は川のそばにある。", "ja"),
        ("โรงสีอยู่ริมแม่น้ำ", "th"),
        ("चक्की नदी के किनारे है", "hi"),
        ("Ο μύλος είναι στο ποτάμι και το χωριό.", "el"),
    ],
)
def test_a_sentence_tells_its_language(text: str, language: str) -> None:
    assert guess_language(text) == language


def test_what_tells_nothing_gets_the_default() -> None:
    assert guess_language("42") == ""
    assert guess_language("Mill Osk", "en") == "en"


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "Bees live in hives."),
        ("en", "Ludwig van der Weyde met Maria de la Cruz at the Gare de La Roche."),
        ("en", "Mill Osk"),
        ("en", ""),
        ("de", "Die Biene ist ein Insekt."),
        ("es", "La abeja es un insecto que vive en colmenas."),
        ("tr", "Çay hasadı ilkbaharda başlar."),
        ("zh", "蜜蜂是一种昆虫。"),
        ("ja", "ミツバチは昆虫です。"),
        ("ka", "ფუტკარი მწერია."),
    ],
)
def test_a_document_is_english_unless_it_shows_another_language(language: str, text: str) -> None:
    assert document_language(text) == (language if language != "ka" else "en")


def test_a_long_text_in_no_known_language_is_in_none() -> None:
    assert document_language("Gwenyn mêl yng nghwch hen ffermwr bach " * 8) == UNKNOWN


@pytest.mark.parametrize(
    ("question", "languages", "likely"),
    [
        ("Wer baute die Mühle?", ("de", "en"), ("de",)),
        ("Who built the mill?", ("de", "en"), ("en",)),
        ("Osk Mill", ("de", "en"), ("de", "en")),
        ("Кто построил мельницу?", ("en", "ru"), ("ru",)),
        ("谁建造了磨坊？", ("en", "zh"), ("zh",)),
        ("Who built the mill?", ("ru", "zh"), ("ru", "zh")),
        ("Osk Mill", ("fr",), ("fr",)),
        ("Osk Mill", (), ("",)),
    ],
)
def test_a_question_is_in_the_likeliest_of_the_languages_there_are(
    question: str, languages: tuple[str, ...], likely: tuple[str, ...]
) -> None:
    assert likely_languages(question, languages) == likely


@pytest.mark.parametrize(
    ("question", "languages"),
    [
        ("Wer hat den Turm und die Mühle gebaut?", ("en",)),
        ("Wer hat den Turm und die Mühle gebaut?", ("en", "fr")),
        ("Who built the mill that is on the river?", ("de",)),
        ("谁建造了磨坊？", ("en",)),
        ("Кто построил мельницу?", ("en", "de")),
    ],
)
def test_a_question_clearly_in_another_language_is_told(question: str, languages: tuple[str, ...]) -> None:
    assert is_in_other_language(question, languages)


@pytest.mark.parametrize(
    ("question", "languages"),
    [
        ("Wer hat den Turm und die Mühle gebaut?", ("de", "en")),
        ("Wer baute Mühlen?", ("en",)),
        ("Who wrote Le Rouge et le Noir?", ("en",)),
        ("Maria de la Cruz?", ("de",)),
        ("Who built the mill that is on the river?", (UNKNOWN,)),
        ("Who built the mill that is on the river?", ("de", "cy")),
        ("Кто построил мельницу?", ("ru",)),
        ("Hvem har bygget møllen og hvor er den?", ("no",)),
        ("Osk Mill", ()),
    ],
)
def test_of_short_questions_names_and_unknown_languages_nothing_is_told(
    question: str, languages: tuple[str, ...]
) -> None:
    assert not is_in_other_language(question, languages)
