"""Sentences, words and names of languages that the lite backend has no weights for."""

import pytest

from lgm_core.language.lite.lite_annotator import LiteAnnotator
from lgm_core.language.lite.plain_sentences import plain_sentences


@pytest.mark.parametrize(
    ("language", "sentences"),
    [
        ("zh", ["蜜蜂是昆虫。", "它们住在蜂巢里！", "你知道吗？", "“我不知道。”", "他说。"]),
        ("zh", ["你好!", "我很好。"]),
        ("ja", ["ミツバチは昆虫です。", "「そうだ。」と彼は言った。", "東京へ行く！"]),
        ("ko", ["꿀벌은 곤충이다.", "비율은 3.5%이다."]),
        ("hi", ["मधुमक्खी एक कीट है।", "वह छत्ते में रहती है।"]),
        ("ar", ["أين تعيش النحلة؟", "تعيش في مصر.", "نعم."]),
        ("hy", ["Մեղուն միջատ է։", "Նա ապրում է փեթակում։"]),
        ("el", ["Πού ζει ο Γιώργος;", "Ζει στην Αθήνα."]),
        ("ru", ["Его открыл А. С. Пушкин.", "Потом пришла зима…", "Снег растаял."]),
        ("de", ["Am 3. Oktober kam Dr. Brand z. B. nach Ulm.", "Dort blieb er."]),
        ("es", ["Llegó en 1990.", "¿Dónde vive el Sr. Ibarra?", "¡Aquí!"]),
        ("fr", ["Il dit : « Non. »", "Puis il partit."]),
    ],
)
def test_sentences_end_at_the_marks_of_their_script(language: str, sentences: list[str]) -> None:
    for between in (" ", "") if language in ("zh", "ja", "hi") else (" ",):
        text = between.join(sentences)
        assert [text[start:end] for start, end in plain_sentences(text, language)] == sentences


def test_a_blank_line_and_a_thai_space_after_a_long_stretch_end_sentences() -> None:
    assert len(plain_sentences("一\n\n二", "zh")) == 2
    text = "ผึ้งเป็นแมลงชนิดหนึ่งที่อาศัยอยู่ในรังขนาดใหญ่ซึ่งสร้างขึ้นเองจากขี้ผึ้งและน้ำหวาน มันบินได้ไกลมาก"
    assert [text[start:end] for start, end in plain_sentences(text, "th")] == text.split(" ")


def test_a_text_without_marks_is_cut() -> None:
    text = "花" * 5_000
    spans = plain_sentences(text, "zh")
    assert max(end - start for start, end in spans) <= 1_000
    assert "".join(text[start:end] for start, end in spans) == text


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Allí vive Juan Pérez desde 1990.", ["Juan", "Pérez"]),
        ("¿Dónde nació Juan?", ["Juan"]),
        ("Gabriel Ruiz escribió mucho, y Gabriel viajó.", ["Gabriel", "Ruiz", "Gabriel"]),
        ("La casa es grande y está en la costa.", []),
        ("TODO EL TEXTO ESTÁ ESCRITO ASÍ.", []),
        ("蜜蜂是昆虫。", []),
    ],
)
def test_capitals_inside_sentences_make_names(text: str, names: list[str]) -> None:
    (sentences,) = LiteAnnotator(language="es").annotate([text])
    assert [token.text for sentence in sentences for token in sentence.tokens if token.upos == "PROPN"] == names


def test_a_german_noun_is_no_name() -> None:
    (sentences,) = LiteAnnotator(language="de").annotate(["Dort baute Ludwig Brand eine Mühle am Fluss."])
    tags = {token.text: token.upos for sentence in sentences for token in sentence.tokens}
    assert (tags["Ludwig"], tags["Brand"], tags["Mühle"], tags["Fluss"]) == ("PROPN", "PROPN", "NOUN", "NOUN")


def test_text_of_no_letters_has_no_sentences_without_words() -> None:
    assert LiteAnnotator(language="zh").annotate(["", "  \n\n ", "\u200b\x00"]) == [[], [], []]
