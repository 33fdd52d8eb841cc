"""Guessing the language of a text."""

import pytest

from lgm_core.language.language_guess import guess_language


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
