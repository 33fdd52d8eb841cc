"""HTML as sections and blocks."""

import pytest

from lgm_core.documents.sections import split_sections
from lgm_core.model import Document


def html(text: str, title: str = "") -> Document:
    return Document("d", text, title, media_type="text/html")


def blocks(text: str) -> list[tuple[str, str]]:
    parts = split_sections(html(text))
    return [(str(block.kind), part.text[block.start : block.end]) for part in parts for block in part.blocks]


def texts(text: str) -> list[str]:
    return [block for _, block in blocks(text)]


def test_headings_give_the_path() -> None:
    text = (
        "<h1>Bees</h1><p>Intro.<h2>Castes</h2><h3 id=q>Queen <a class=headerlink>¶</a></h3>She lays.<h2>Work</h2>Much."
    )
    assert [(part.section.level, part.section.path, part.text) for part in split_sections(html(text, "Bees"))] == [
        (1, ("Bees",), "Intro."),
        (3, ("Bees", "Castes", "Queen"), "She lays."),
        (2, ("Bees", "Work"), "Much."),
    ]


@pytest.mark.parametrize(
    ("source", "text"),
    [
        (
            "A <b>honey</b><i> bee</i> &amp; its&nbsp;hive &#8211; &unknown; &lt;b&gt;.",
            "A honey bee & its hive – &unknown; <b>.",
        ),
        ("Bees\n   fly\tfar<br/>away.", "Bees fly far away."),
        ("Sun&shy;flower honey<wbr>comb.", "Sunflower honeycomb."),
        ("Bees<sup>[1]</sup> fly<sup class=x>[<i>citation needed</i>]</sup>.", "Bees fly."),
        ("Bees<sup><a href='#fn1'>1</a></sup> fly 10<sup>6</sup> m.", "Bees fly 106 m."),
        ("3 < 4 & 5 > 4", "3 < 4 & 5 > 4"),
        ("<P CLASS='a>b' hidden2>Bees</P >", "Bees"),
    ],
)
def test_inline_markup_is_taken_away(source: str, text: str) -> None:
    assert texts(source) == [text]


def test_offsets_point_into_the_source() -> None:
    document = html("<p>A <b>honey</b> bee &amp; its\n hive.</p>")
    (part,) = split_sections(document)
    for words, source in [("honey bee", "honey</b> bee"), ("&", "&amp;"), ("its hive", "its\n hive"), ("A", "A")]:
        start = part.text.index(words)
        original_start, original_end = part.original_span(start, start + len(words))
        assert document.text[original_start:original_end] == source


@pytest.mark.parametrize(
    "source",
    [
        "<script>var a = '<p>text</p>';</script>",
        "<style>p { color: red }</style>",
        "<nav><ul><li>Home</li></ul></nav>",
        "<header><p>By a beekeeper</p></header>",
        "<footer>Imprint</footer>",
        "<!-- <p>comment</p> -->",
        "<template><p>x</p></template><noscript>Enable scripts</noscript>",
        "<p hidden>x</p><div style='display: none'>x</div><span aria-hidden=true>x</span>",
        "<div role=navigation><div>x</div>y</div>",
        "<button>Press</button><select><option>One</select>",
        "<img alt='a bee' src=bee.png>",
        "<!-- never closed <p>text</p>",
        "<a href='",
    ],
)
def test_what_is_no_prose_leaves_nothing(source: str) -> None:
    assert texts(source) == []


def test_only_the_main_part_counts_where_there_is_one() -> None:
    assert texts("<p>Cookies!</p><main><p>Bees fly.</p></main><div>More pages</div>") == ["Bees fly."]


def test_headings_in_a_header_are_kept() -> None:
    (part,) = split_sections(html("<article><header><h1>Bees</h1><p>1 May</p></header><p>Bees fly.</p></article>"))
    assert (part.section.path, part.text) == (("Bees",), "Bees fly.")


def test_list_items_are_blocks_of_their_own() -> None:
    text = "<p>Castes:<ul><li>queen<li>worker <ul><li>nurse</li></ul></li><li><p>drone</p></li></ul>After."
    assert blocks(text) == [
        ("paragraph", "Castes:"),
        ("list_item", "queen"),
        ("list_item", "worker"),
        ("list_item", "nurse"),
        ("list_item", "drone"),
        ("paragraph", "After."),
    ]


def test_a_term_and_its_definition_are_one_block() -> None:
    assert texts("<dl><dt>Queen</dt>\n<dd><p>the mother</p></dd><dt>Drone<dd>the male</dl>") == [
        "Queen: the mother",
        "Drone: the male",
    ]


def test_other_blocks() -> None:
    text = "<blockquote>Bees fly.</blockquote><figure><img><figcaption>A bee</figcaption></figure>One<br><br>Two"
    assert blocks(text) == [("quote", "Bees fly."), ("caption", "A bee"), ("paragraph", "One"), ("paragraph", "Two")]


def test_rows_of_a_table_name_their_columns() -> None:
    text = (
        "<table><caption>Bees</caption><tr><th>Name<th>Age</tr><tr><td>Lili<td>9</tr><tr><td>Ben</td><td></td></table>"
    )
    assert blocks(text) == [("caption", "Bees"), ("table_row", "Name: Lili; Age: 9"), ("table_row", "Name: Ben")]


def test_cells_that_span_rows_and_columns() -> None:
    text = (
        "<table><tr><th rowspan=2>Name</th><th colspan=2>Size</th></tr><tr><th>body</th><th>wing</th></tr>"
        "<tr><td rowspan=2>queen</td><td>20</td><td>12</td></tr><tr><td>18</td><td>11</td></tr></table>"
    )
    assert texts(text) == ["Name: queen; Size body: 20; Size wing: 12", "Name: queen; Size body: 18; Size wing: 11"]


def test_a_table_of_properties_names_them() -> None:
    text = (
        "<table><tr><th colspan=2>Bee</th></tr><tr><th>Legs:</th><td>six </td></tr><tr><th>Eyes </th><td>five</table>"
    )
    assert texts(text) == ["Legs: six", "Eyes: five"]


def test_a_list_in_a_cell_is_one_text() -> None:
    assert texts("<table><tr><td>Makes</td><td><ul><li>wax</li>\n<li>honey</li></ul></td></tr></table>") == [
        "Makes; wax, honey"
    ]


def test_a_table_that_only_arranges_the_page_is_read_as_a_page() -> None:
    text = "<table><tr><td>Left</td><td><h2>Bees</h2>They fly.</td><td><p>Far.</p></td></tr></table>"
    assert [(part.section.title, part.text) for part in split_sections(html(text))] == [
        ("", "Left"),
        ("Bees", "They fly.\n\nFar."),
    ]


def test_unclosed_tags_do_not_swallow_the_page() -> None:
    assert blocks("<h2>Bees<p>They <b>fly<p class=noprint>x<p>They <i>dance<table><tr><td>cell") == [
        ("paragraph", "They fly"),
        ("paragraph", "They dance"),
        ("table_row", "cell"),
    ]
