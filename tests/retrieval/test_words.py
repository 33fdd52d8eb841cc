"""Words of any script, and their stems."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lgm_core import Document, LanguageGraph
from lgm_core.language.words import split_words, stem
from lgm_core.model import Mention, MentionSource
from lgm_core.retrieval.rendering import render_explanation, render_relationship
from lgm_core.retrieval.written_names import written_names


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


# Names of concepts as sentences write them, on the paths that lead to what is found.

BREADS = """Rågbröd is a bread. Many bakers sell Rågbröd.
The AFB is a disease. Nurses fear the AFB. A disease needs a doctor. Breads need flour."""


def mentions(*surfaces: str, key: str, start: int = 4, source: MentionSource = MentionSource.TEXT) -> list[Mention]:
    return [Mention(f"a#{number}", key, each, start, start + len(each), source) for number, each in enumerate(surfaces)]


@pytest.mark.parametrize(
    ("surfaces", "name"),
    [
        (["AFB", "AFB", "afb"], "AFB"),
        (["Ines Moura", "Inês Moura", "Inês Moura"], "Inês Moura"),
        (["apples", "Apples"], None),
        (["Silver Springs", "Silver Springs"], "Silver Springs"),
    ],
)
def test_a_name_has_the_words_of_its_key_as_they_are_mostly_written(surfaces: list[str], name: str | None) -> None:
    key = {"AFB": "afb", "Ines Moura": "ines moura", "apples": "apple", "Silver Springs": "silver spring"}[surfaces[0]]
    assert written_names({key}, [mentions(*surfaces, key=key)], "en") == ({} if name is None else {key: name})


def test_the_capital_of_a_sentence_or_title_counts_only_where_there_is_no_other_form() -> None:
    first = mentions("Bread", "Bread", key="bread", start=0)
    assert written_names({"bread"}, [first], "en") == {"bread": "Bread"}
    assert written_names({"bread"}, [first, mentions("bread", key="bread")], "en") == {"bread": "bread"}


def test_stems_are_named_by_their_most_frequent_form_and_never_by_pronouns() -> None:
    pronouns = mentions("es", "es", "es", key="brotch", source=MentionSource.COREFERENCE)
    forms = mentions("Brötchen", "Brötchens", "Brötchen", key="brotch")
    assert written_names({"brotch"}, [pronouns, forms], "de") == {"brotch": "Brötchen"}
    assert written_names({"brotch"}, [pronouns], "de") == {}
    assert written_names({"other"}, [forms], "de") == {}


@pytest.fixture
def graph(tmp_path: Path) -> LanguageGraph:
    graph = LanguageGraph(tmp_path / "graph.lgm")
    graph.build(Document.from_text(BREADS, id="breads"))
    return graph


@pytest.mark.parametrize(
    ("question", "sentence", "path"),
    [
        ("Who sells ragbrod?", "Many bakers sell Rågbröd.", ("Rågbröd",)),
        ("What does the afb need?", "A disease needs a doctor.", ("AFB", "is a disease")),
        ("Which bread do some sell?", "Many bakers sell Rågbröd.", ("bread", "includes Rågbröd")),
    ],
)
def test_paths_of_citations_name_concepts_as_documents_do(
    graph: LanguageGraph, question: str, sentence: str, path: tuple[str, ...]
) -> None:
    found = {citation.text: citation.path for citation in graph.ask(question).citations}
    assert found[sentence] == path


def test_relations_are_told_with_the_names_that_documents_write(tmp_path: Path) -> None:
    with LanguageGraph(tmp_path / "graph.lgm") as graph:
        graph.build(Document.from_text("Silver Springs, also known as SS, is a mill. Stone mills are mills.", id="a"))
        stated = "Silver Springs — is also called — SS [1]"
        assert stated in render_explanation("Silver Springs", graph.explain("Silver Springs")).text
        assert stated in render_relationship(graph.relate("Silver Springs", "SS")).text
