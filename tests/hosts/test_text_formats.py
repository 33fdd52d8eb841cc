"""The format of a host's document: stated, told by its file's name, or seen in the text."""

import pytest

from lgm_core.hosts import text_media_type

MARKDOWN, HTML, RST, PLAIN = "text/markdown", "text/html", "text/x-rst", "text/plain"


@pytest.mark.parametrize(
    ("stated", "places", "text", "expected"),
    [
        ("text/html", ["a.md"], "# A", HTML),
        ("Text/X-Markdown; charset=utf-8", [], "A.", MARKDOWN),
        (".md", ["a.txt"], "A.", MARKDOWN),
        ("audio", ["docs/A.MD"], "A.", MARKDOWN),
        (7, ["C:\\docs\\a.rst"], "# A", RST),
        (None, ["", "notes", "a.txt"], "# A\n\n```\nx\n```", PLAIN),
        (None, ["https://example.org/docs/setup.md?raw=1#top"], "A.", MARKDOWN),
        (None, ["https://example.org/page.html"], "# A\n\nThe text of a page, taken out of it.", MARKDOWN),
        (None, ["page.html"], "The text of a page, taken out of it.", PLAIN),
        (None, ["page.html"], "<p>Bees <b>fly</b>.", HTML),
        (None, ["book.pdf"], "The text of a page, taken out of it.", PLAIN),
        ("application/pdf", ["book.pdf"], "The text.", "application/pdf"),
        (None, ["rows.jsonl"], "Bees fly.", PLAIN),
    ],
)
def test_what_is_stated_counts_first_and_then_the_name_of_the_file(
    stated: object, places: list[str], text: str, expected: str
) -> None:
    assert text_media_type(text, stated=stated, places=places) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("# Bees\n\nThey fly.", MARKDOWN),
        ("They fly.\n\n## Work\n\nThey work.", MARKDOWN),
        ("Run\n\n```bash\nmake\n```", MARKDOWN),
        ("See [the guide](https://example.org/guide) first.", MARKDOWN),
        ("Use `hive` and **frames**.", MARKDOWN),
        ("| a | b |\n|---|---|\n| 1 | 2 |", MARKDOWN),
        ("<!DOCTYPE html>\n<html><body>Bees", HTML),
        ("<div>Bees fly.</div>", HTML),
        ("Bees\n====\n\n.. code-block:: python\n\n   x = 1", RST),
        ("See :py:class:`Hive`.", RST),
        ("Bees fly. They dance.", PLAIN),
        ("CHAPTER I\n\nBees fly.\n\n* * *\n\nThey dance.", PLAIN),
        ("x = 1\n# a comment\ny = 2 ** 3 ** 4\n# another\n", PLAIN),
        ("He said: see [1] (page 3), 5 < 6 and a*b*c.", PLAIN),
        ("From: a@b.org\n\n> quoted\n> text\n\n-- \nA", PLAIN),
        ("The price is #1 - and `it' is 5.", PLAIN),
        ("a line\n::\nanother..", PLAIN),
    ],
)
def test_a_text_is_known_by_its_marks(text: str, expected: str) -> None:
    assert text_media_type(text, stated=None, places=[]) == expected
