"""The pictures of the documentation are those that a command takes, small, and shown somewhere."""

from tests.support.pages import PAGES, read_page
from tests.support.pictures import MOST_BYTES, PICTURES, TAKEN


def test_pictures_are_those_that_the_command_takes() -> None:
    assert {path.stem for path in PICTURES.glob("*")} == {picture.name for picture in TAKEN}
    assert [path.name for path in PICTURES.glob("*") if path.stat().st_size >= MOST_BYTES] == []


def test_each_picture_is_shown_by_a_page_with_words_in_its_place() -> None:
    text = "".join(read_page(path).text for path in PAGES)
    assert [picture.name for picture in TAKEN if f"pictures/{picture.name}.png" not in text] == []
    assert "![](" not in text
