"""A term and its definition, the fields of a record, and a row are one statement each; attribute lists are no text."""

import pytest

from lgm_core.language.lite.lite_annotator import LiteAnnotator
from lgm_core.learning.analysis import analyse
from lgm_core.model import Document


def statements(text: str, media_type: str) -> list[str]:
    graph = analyse(Document("d", text, media_type=media_type), LiteAnnotator(), "test")
    for sentence in graph.sentences:
        words = sentence.text.replace(";", " ").replace(":", " ").split()
        original = text[sentence.start : sentence.end]
        assert all(word in original for word in words)
    return [sentence.text for sentence in graph.sentences]


TERM = "TCP: In robotics, the tool center point."
OTHER = "Payload: The mass that an arm carries."


@pytest.mark.parametrize(
    ("text", "media_type"),
    [
        (f"TCP\n{TERM[3:]}\n\nPayload\n{OTHER[7:]}\n", "text/markdown"),
        (
            f"`TCP`\n\n:   {TERM[5:]}\n\nPayload {{ .term }}\n\n:   The mass that\n    an arm carries.\n",
            "text/markdown",
        ),
        (f"TCP\n    {TERM[5:]}\n\nPayload\n    {OTHER[9:]}\n", "text/x-rst"),
        (f"TCP\n    {TERM[5:]}\nPayload\n    The mass that\n    an arm carries.\n", "text/x-rst"),
        (f":TCP: {TERM[5:]}\n:Payload: The mass that\n    an arm carries.\n", "text/x-rst"),
        (f"<dl><dt>TCP<dd>{TERM[5:]}<dt>Payload<dd>{OTHER[9:]}</dl>", "text/html"),
    ],
)
def test_a_term_stands_in_the_sentence_of_its_definition(text: str, media_type: str) -> None:
    assert statements(text, media_type) == [TERM, OTHER]


def test_a_second_definition_follows_the_first() -> None:
    text = "Payload\n: The mass that an arm carries.\n: Also the mass of its tool.\n"
    assert statements(text, "text/markdown") == [OTHER, "Also the mass of its tool."]


def test_a_colon_after_a_sentence_defines_nothing() -> None:
    assert statements("The arm stops.\n\n: It waits.", "text/markdown") == ["The arm stops.", ": It waits."]


def test_a_list_item_that_goes_on_in_restructured_text_is_no_term() -> None:
    text = "- The arm\n  waits here.\n- The cell\n  stops there.\n"
    assert statements(text, "text/x-rst") == ["The arm waits here.", "The cell stops there."]


@pytest.mark.parametrize("media_type", ["text/plain", "text/markdown"])
def test_lines_of_keys_and_values_are_one_row(media_type: str) -> None:
    text = "name: Arm A\npayload: 5 kg\nMaker: Blue Robotics. They weld\nnote:\ncolor (RAL): Red"
    assert statements(text, media_type) == [
        "name: Arm A; payload: 5 kg; Maker: Blue Robotics. They weld; color (RAL): Red"
    ]


def test_a_long_value_keeps_its_sentences() -> None:
    long = " ".join(f"The arm lifts {number} boxes." for number in range(20))
    row, *sentences = statements(f"title: Arms\nyear: 2019\nsummary: {long}", "text/plain")
    assert row == "title: Arms; year: 2019"
    assert sentences[-2:] == ["The arm lifts 18 boxes.", "The arm lifts 19 boxes."]


@pytest.mark.parametrize("media_type", ["text/plain", "text/markdown"])
def test_lines_with_repeated_keys_are_statements_of_their_own(media_type: str) -> None:
    text = "Anna: the arm waits\nBen: the cell is shut\nAnna: it opens"
    assert statements(text, media_type) == text.splitlines()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("![The cell](cell.png){ .picture width=300 }\n\nArms lift.", ["Arms lift."]),
        ("{ .picture }\n\nArms lift.", ["Arms lift."]),
        ("{: .note }\nArms lift.", ["Arms lift."]),
        ("[Arms](a.md){ target=_blank .big_one } lift.", ["Arms lift."]),
        ("## Arms { #the_arms }\n\nThey lift.", ["They lift."]),
        ("Arms of the set {n=5} and of `{ .code }` lift.", ["Arms of the set {n=5} and of { .code } lift."]),
        ("[TOC]\n\n[[_TOC_]]\n\nArms lift.", ["Arms lift."]),
        ("[Home](i.md) > [Guides](g.md) > Arms\n\nArms lift.", ["Arms lift."]),
        ("[Home](i.md) lift arms.", ["Home lift arms."]),
        ("- [Arms](#arms)\n  - [Grippers](#grippers)\n- [Cells](#cells)\n\nArms lift.", ["Arms lift."]),
        ("- [Arms](#arms) lift.\n- [Cells](#cells)", ["Arms lift.", "Cells"]),
    ],
)
def test_attributes_and_navigation_in_markdown_are_no_text(text: str, expected: list[str]) -> None:
    assert statements(text, "text/markdown") == expected


@pytest.mark.parametrize(
    "navigation",
    [
        '<div class="breadcrumb"><a href="/">Home</a> &gt; Arms</div>',
        '<ol class="x breadcrumbs"><li>Home<li>Arms</ol>',
        '<ol itemtype="https://schema.org/BreadcrumbList"><li>Home<li>Arms</ol>',
        '<ul class="menu"><li><a href="/a">Arms</a><li><a href="/b">Cells</a></ul>',
        '<div class="toctree-wrapper"><ul><li>Arms</ul></div>',
        '<ul><li><a href="#arms">Arms</a><ul><li><a href="#cells">Cells</a></ul></ul>',
    ],
)
def test_menus_and_breadcrumbs_of_pages_are_no_text(navigation: str) -> None:
    text = f'{navigation}<p>Arms lift.<ul><li>See <a href="#arms">cells</a><li><a href="b.html">Tools</a></ul>'
    assert statements(text, "text/html") == ["Arms lift.", "See cells", "Tools"]
