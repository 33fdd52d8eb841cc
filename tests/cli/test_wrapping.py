"""Lines of a terminal's width, counted in cells."""

import io

import pytest
from rich.cells import cell_len

from lgm_core.cli.wrapping import GrowingText, columns_of, wrapped

ENGLISH = "A beekeeper can lift out each frame, look at it and put it back."
CHINESE = "蜜蜂是一种会飞行的群居昆虫，被称为资源昆虫。「蜂群」由蜂王、雄蜂和工蜂组成。"


@pytest.mark.parametrize("columns", [20, 33, 80])
@pytest.mark.parametrize("text", [ENGLISH, CHINESE, f"{ENGLISH} {CHINESE} 🐝🐝🐝 e\u0301te\u0301"])
def test_no_line_is_wider_than_the_terminal_and_no_word_is_lost(text: str, columns: int) -> None:
    lines = wrapped(text, columns, first="[1] ", rest="    ").split("\n")
    assert max(map(cell_len, lines)) <= columns
    assert lines[0].startswith("[1] ")
    assert all(line.startswith("    ") for line in lines[1:])
    assert "".join(line[4:] for line in lines).replace(" ", "") == text.replace(" ", "")


def test_lines_are_as_full_as_their_words_let_them() -> None:
    assert wrapped("aa bb cc dd", 8, first="- ", rest="  ") == "- aa bb\n  cc dd"
    assert wrapped("蜂王蜂王", 6, first="- ", rest="  ") == "- 蜂王\n  蜂王"


def test_no_line_begins_with_a_full_stop_or_ends_with_an_opening_bracket() -> None:
    for columns in range(20, 60):
        for line in wrapped(CHINESE, columns).split("\n"):
            assert line[0] not in "，。、」"
            assert line[-1] != "「"


def test_an_address_stays_whole_so_that_it_can_be_copied() -> None:
    address = "https://example.org/" + "a/" * 40
    assert wrapped(f"See {address} for more.", 30).split("\n") == ["See", f" {address}".strip(), "for more."]


def test_each_line_of_a_text_is_divided_by_itself() -> None:
    assert wrapped("one\ntwo three", 8, first="> ", rest="  ") == "> one\n  two\n  three"


def test_what_is_no_terminal_has_no_columns() -> None:
    assert columns_of(io.StringIO()) is None


@pytest.mark.parametrize("length", [1, 2, 3, 7, 100])
@pytest.mark.parametrize("text", [ENGLISH, CHINESE, f"{ENGLISH}\n\n{CHINESE} {ENGLISH}"])
def test_a_text_that_grows_has_the_lines_that_it_would_have_at_once(text: str, length: int) -> None:
    growing = GrowingText(24)
    pieces = [text[start : start + length] for start in range(0, len(text), length)]
    assert "".join(map(growing.shown, pieces)) + growing.rest() == wrapped(text, 24)


def test_a_word_shows_when_the_next_one_begins() -> None:
    growing = GrowingText(24)
    assert growing.shown("Apples [1") == "Apples"
    assert growing.shown("] are") == " [1]"
    assert growing.rest() == " are"
