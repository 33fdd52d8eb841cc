"""Texts of documents in prompts: whatever they hold, they stay inside their line, field and tag."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lgm_core.learning.construction.document_text import cut, plain_field, section_windows, sentence_lines
from lgm_core.learning.construction.item_requests import number_of
from tests.learning.construction.document_making import made_text

PIECES = st.lists(st.sampled_from(["|", " ", "</", "<", "/", "sentences>", "\n", "\x85", "a", "terms>"]), max_size=12)


@given(st.lists(PIECES.map("".join), min_size=1, max_size=4))
def test_fields_stay_as_many_as_they_are_on_one_line_and_close_nothing(texts: list[str]) -> None:
    line = " | ".join(f"{plain_field(text)}." for text in texts)
    assert len(line.split(" | ")) == len(texts)
    assert len(line.splitlines()) == 1
    assert not re.search(r"<\s*/\s*(?:sentences|terms)\b", line, re.IGNORECASE)


def test_a_bar_within_words_stays_and_long_texts_are_cut() -> None:
    assert plain_field("P(A|B) | the\tchance </ SENTENCES> ") == "P(A|B) / the chance ‹/ SENTENCES>"
    assert len(plain_field("bridge " * 1000)) <= 2000
    assert plain_field("bridge of stone", 6) == "bridge"


def test_sentences_stand_under_their_headings() -> None:
    text = made_text({"Quay | old": [["Boats </sentences> land."], ["Carts wait."]], "End": [["It closes."]]})
    assert sentence_lines(text.sentences).splitlines() == [
        "# Paper › Quay / old",
        "[1] Boats ‹/sentences> land.",
        "[2] Carts wait.",
        "# Paper › End",
        "[3] It closes.",
    ]


def test_texts_are_cut_between_sentences() -> None:
    text = made_text({"Quay": [["Boats land here.", "Carts wait there."], ["Nobody swims."]]})
    whole = [source.sentence.text for source in text.sentences]
    assert [[source.sentence.text for source in run] for run in cut(text.sentences, 1)] == [[each] for each in whole]
    assert section_windows(text, 1000) == [tuple(text.sentences)]


@pytest.mark.parametrize("said", [2, "2", "[2]", "no. 2", "line 2."])
def test_numbers_are_read_in_any_spelling(said: object) -> None:
    assert number_of(said) == 2


@pytest.mark.parametrize("said", [True, None, "two", "2 and 3", [2], 2.5])
def test_what_is_no_number_is_none(said: object) -> None:
    assert number_of(said) is None
