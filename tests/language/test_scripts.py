"""Text in scripts that a language backend does not read is noticed."""

import pytest

from lgm_core.language.scripts import unread_script

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
