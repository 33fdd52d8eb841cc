"""Markdown as sections and blocks."""

import pytest

from lgm_core.documents.sections import split_sections
from lgm_core.model import Document


def markdown(text: str, title: str = "") -> Document:
    return Document("d", text, title, media_type="text/markdown")


def blocks(text: str) -> list[tuple[str, str]]:
    parts = split_sections(markdown(text))
    return [(str(block.kind), part.text[block.start : block.end]) for part in parts for block in part.blocks]


def texts(text: str) -> list[str]:
    return [block for _, block in blocks(text)]


def original(text: str, words: str) -> str:
    """Return the source of words that the first section's text has."""
    document = markdown(text)
    part = split_sections(document)[0]
    start = part.text.index(words)
    original_start, original_end = part.original_span(start, start + len(words))
    return document.text[original_start:original_end]


def test_headings_give_the_path() -> None:
    text = "Before.\n# Bees\nIntro.\n## Castes\n### Queen\nShe lays.\n\nWork\n----\nThey work.\n\n# Wasps\nOther."
    assert [(part.section.level, part.section.path, part.text) for part in split_sections(markdown(text, "Bees"))] == [
        (0, ("Bees",), "Before."),
        (1, ("Bees",), "Intro."),
        (3, ("Bees", "Castes", "Queen"), "She lays."),
        (2, ("Bees", "Work"), "They work."),
        (1, ("Bees", "Wasps"), "Other."),
    ]


def test_a_heading_below_another_title_comes_after_it() -> None:
    (part,) = split_sections(markdown("# *Anatomy* of `bees` #\n\nText.", "Handbook"))
    assert part.section.path == ("Handbook", "Anatomy of bees")


@pytest.mark.parametrize(
    ("source", "text"),
    [
        ("A **honey** *bee* and __its__ _hive_.", "A honey bee and its hive."),
        ("See [the *Apis* page](http://example.org/a_b 'title') now.", "See the Apis page now."),
        ("See [the page][apis] and [apis].\n\n[apis]: http://example.org", "See the page and apis."),
        ("Use `queen --lay` and ``a ` b``.", "Use queen --lay and a ` b."),
        ("Wax &amp; honey &#8211; 3 \\* 4 snake_case 2*3*4.", "Wax & honey – 3 * 4 snake_case 234."),
        ("Bees[^1] fly[^note].", "Bees fly."),
        ("Bees<sup>[1]</sup> fly<sup><a href='#n'>[2]</a></sup> <b>high</b>.<!-- really -->", "Bees fly high."),
        ("Soft\nbreak and  \nhard break\\\nhere<br>there.", "Soft break and hard break here there."),
        ("See <http://example.org/a> ~~not~~.", "See http://example.org/a not."),
        ("![a bee](bee.png) A bee ![](x.png)flies.", "A bee flies."),
    ],
)
def test_inline_markup_is_taken_away(source: str, text: str) -> None:
    assert texts(source) == [text]


def test_offsets_point_into_the_source() -> None:
    text = "# Bees\n\nA **honey** [bee](http://example.org) &amp; its\n*hive* in `wax`."
    assert original(text, "honey") == "honey"
    assert original(text, "honey bee") == "honey** [bee"
    assert original(text, "&") == "&amp;"
    assert original(text, "its hive") == "its\n*hive"
    assert original(text, "wax") == "wax"


def test_offsets_hold_in_nested_blocks_and_with_windows_line_ends() -> None:
    text = "---\r\na: b\r\n---\r\n> - Bees\r\n>   **fly**\r\n> - Wasps too"
    assert original(text, "Bees fly") == "Bees\r\n>   **fly"
    assert original(text, "Wasps too") == "Wasps too"


def test_list_items_are_blocks_of_their_own() -> None:
    text = "Castes:\n- the queen,\n  the mother\n- [x] the worker\n  1. nurse\n  2. forager\n\n     More.\n- the drone"
    assert blocks(text) == [
        ("paragraph", "Castes:"),
        ("list_item", "the queen, the mother"),
        ("list_item", "the worker"),
        ("list_item", "nurse"),
        ("list_item", "forager"),
        ("list_item", "More."),
        ("list_item", "the drone"),
    ]


def test_quotations_and_notes() -> None:
    assert blocks("> [!NOTE]\n> Bees fly.\n\nText[^1].\n\n[^1]: A note of more words.\n\n[^2]: word") == [
        ("quote", "Bees fly."),
        ("paragraph", "Text."),
        ("note", "A note of more words."),
    ]


def test_rows_of_a_table_name_their_columns() -> None:
    text = "| Name | *Age* |  |\n|---|:-:|---|\n| Lili | 9 | x |\n| A \\| B | | |\n| | | |\n"
    assert blocks(text) == [("table_row", "Name: Lili; Age: 9; x"), ("table_row", "Name: A | B")]
    assert original(text, "Lili") == "Lili"
    assert original(text, "9") == "9"


@pytest.mark.parametrize(
    "source",
    [
        "```python\n\n```",
        "![a bee](bee.png)",
        "[![build](b.svg)](http://example.org)",
        "[bees]: http://example.org",
        "<!-- a\n\ncomment -->",
        "---",
        "<script>\nvar x = 1;\n</script>",
        "---\ntitle: Bees\ntags: [a, b]\n---",
        '+++\ntitle = "Bees"\n+++',
        "# Only a heading",
    ],
)
def test_what_is_no_prose_leaves_nothing(source: str) -> None:
    assert texts(source) == []


def test_a_description_in_front_matter_is_the_first_paragraph() -> None:
    text = '---\ntitle: bees-hive\ndescription: "Give bees a hive"\nyear: 2024\n---\n\n## Use\n\nbees hive NAME'
    parts = split_sections(markdown(text, "bees-hive"))
    assert [(part.section.path, part.text) for part in parts] == [
        (("bees-hive",), "Give bees a hive"),
        (("bees-hive", "Use"), "bees hive NAME"),
    ]
    assert original(text, "Give bees a hive") == "Give bees a hive"


@pytest.mark.parametrize("value", ["They dance.", "2024", "[a, b]", '""', "|\n  They sing."])
def test_a_description_that_the_text_repeats_or_that_is_no_text_is_left_out(value: str) -> None:
    assert texts(f"---\ndescription: {value}\n---\nBees fly.\n\nThey dance.") == ["Bees fly.", "They dance."]


def test_two_rules_are_no_front_matter() -> None:
    assert texts("---\nBees fly.\n\n---\n\nThey dance.") == ["Bees fly.", "They dance."]


def test_html_within_markdown_is_read_as_html() -> None:
    text = '<h1 align="center">Bees</h1>\n\n<p>Wax &lt; honey.</p>\n\nText.'
    (part,) = split_sections(markdown(text))
    assert (part.section.path, part.text) == (("Bees",), "Wax < honey.\n\nText.")
    assert original(text, "Wax < honey.") == "Wax &lt; honey."
