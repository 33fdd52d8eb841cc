"""Tables in PDF files: their rows keep their names, heads and units."""

import io

import pytest
from reportlab.pdfgen.canvas import Canvas

from lgm_core.documents.formats.pdf_text import read_pdf
from lgm_core.documents.sections import split_sections
from lgm_core.model import Document

Row = tuple[str, ...]
COLUMNS = 300, 380, 460
PROSE = "Bees that leave the hive collect nectar and pollen on warm days, and water too."


def page(canvas: Canvas, *rows: Row | str, indent: float = 10) -> None:
    """Write rows, numbers aligned at the right of their columns, and lines of prose; a space indents a name."""
    height = 780
    canvas.setFont("Helvetica", 10)
    for row in rows:
        name, *numbers = [row] if isinstance(row, str) else row
        canvas.drawString(50 + indent * name.startswith(" "), height, name.strip())
        for number, place in zip(numbers, COLUMNS, strict=False):
            if number.startswith("$"):
                canvas.drawString(place - 50, height, "$")
            draw = canvas.drawCentredString if " " in number else canvas.drawRightString
            draw(place, height, number.lstrip("$"))
        height -= 13
    canvas.showPage()


def text_of(*pages: tuple[Row | str, ...]) -> str:
    buffer = io.BytesIO()
    canvas = Canvas(buffer)
    for rows in pages:
        page(canvas, *rows)
    canvas.save()
    return read_pdf(buffer.getvalue()).text


def rows_of(text: str) -> list[str]:
    document = Document("hives.pdf", text, "", {}, "", "application/pdf")
    return [
        part.text[block.start : block.end]
        for part in split_sections(document)
        for block in part.blocks
        if block.kind == "table_row"
    ]


HONEY = (
    PROSE,
    ("(Millions)", "2018", "2017", "2016"),
    ("Honey sold", "$1,577", "$1,373", "$1,420"),
    ("Loss of bees", "(91)", "79", "—"),
    "See the notes to these figures.",
)


def test_a_row_has_its_name_unit_and_heads() -> None:
    assert rows_of(text_of(HONEY)) == [
        "(Millions): Honey sold; 2018: $1,577; 2017: $1,373; 2016: $1,420",
        "(Millions): Loss of bees; 2018: (91); 2017: 79; 2016: —",
    ]


def test_text_around_a_table_is_text() -> None:
    text = text_of(HONEY)
    assert text.startswith(f"{PROSE}\n\n|")
    assert text.endswith("|\n\nSee the notes to these figures.")


def test_a_head_over_several_columns_names_each() -> None:
    heads = ("", "", "Year ended on May 31,", ""), ("", "2018", "2017", "2016")
    rows = rows_of(text_of((*heads, ("Honey", "1,577", "1,373", "1,420"), ("Wax", "577", "373", "420"))))
    assert (
        rows[1]
        == "Wax; Year ended on May 31, 2018: 577; Year ended on May 31, 2017: 373; Year ended on May 31, 2016: 420"
    )


def test_a_head_over_one_column_names_only_that() -> None:
    heads = ("", "2018", "2017", "Change")
    rows = rows_of(text_of((heads, ("Honey", "1,577", "1,373", "14%"), ("Wax", "577", "373", "54%"))))
    assert rows == ["Honey; 2018: 1,577; 2017: 1,373; Change: 14%", "Wax; 2018: 577; 2017: 373; Change: 54%"]


def test_an_empty_cell_moves_no_number_to_another_column() -> None:
    rows = rows_of(text_of((("", "2018", "2017"), ("Honey", "1,577", "1,373"), ("Wax", "", "373"))))
    assert rows[1] == "Wax; 2017: 373"


def test_indented_rows_name_their_group_except_its_total() -> None:
    table = (
        ("", "2018", "2017"),
        "Hives:",
        (" Old", "12", "13"),
        (" New", "22", "20"),
        (" Total hives", "34", "33"),
        ("Queens", "9", "8"),
    )
    assert rows_of(text_of(table)) == [
        "Hives:",
        "Hives: Old; 2018: 12; 2017: 13",
        "Hives: New; 2018: 22; 2017: 20",
        "Total hives; 2018: 34; 2017: 33",
        "Queens; 2018: 9; 2017: 8",
    ]


HIVES = ("Hives", "2018", "2017"), ("Old", "12", "13"), ("New", "22", "20")
MORE_HIVES = ("Lost", "3", "4"), ("Sold", "5", "6"), PROSE


def test_a_table_that_goes_on_on_the_next_page_has_the_heads_of_the_page_before() -> None:
    assert rows_of(text_of(HIVES, MORE_HIVES))[2:] == [
        "Hives: Lost; 2018: 3; 2017: 4",
        "Hives: Sold; 2018: 5; 2017: 6",
    ]


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ((*HIVES, "Lost hives are those that bees left."), MORE_HIVES),
        (HIVES, ("The hives that bees left are these:", *MORE_HIVES)),
        (HIVES, (("Lost", "", "4", "4"), ("Sold", "", "6", "7"))),
    ],
)
def test_another_table_on_the_next_page_has_no_heads_of_the_page_before(
    first: tuple[Row | str, ...], second: tuple[Row | str, ...]
) -> None:
    assert [row.split("; ")[0] for row in rows_of(text_of(first, second))[2:]] == ["Lost", "Sold"]


def test_a_name_over_two_lines_is_one() -> None:
    table = ("", "2018", "2017"), "Honey provided by", ("old hives", "12", "13"), ("Wax", "22", "20")
    assert rows_of(text_of(table))[0] == "Honey provided by old hives; 2018: 12; 2017: 13"


def test_prose_with_numbers_is_no_table() -> None:
    lines = (
        "In 2018 the hives gave $ 1,577 of honey,",
        "and in 2017 they gave 1,373. We kept 20",
        "hives then, and 22 in 2016.",
    )
    assert text_of(lines) == "\n".join(lines)


CONTENTS = tuple((f"{title} of the hive", str(page)) for title, page in (("Queens", 2), ("Workers", 3), ("Drones", 3)))


def test_a_list_of_contents_is_no_text() -> None:
    text = text_of(("Bees", *CONTENTS), (PROSE,), (f"Some more: {PROSE}",))
    assert "Workers" not in text
    assert text.startswith("Bees")


def test_numbers_that_point_to_no_page_are_no_contents() -> None:
    text = text_of(("Bees", *((name, f"{number}0") for name, number in CONTENTS)), (PROSE,))
    assert "| Workers of the hive | 30 |" in text


def glossary(*lines: tuple[str, str], gap: float = 150) -> str:
    """Return the text of a page with pairs of names and explanations, left-aligned, between two lines of prose."""
    buffer = io.BytesIO()
    canvas = Canvas(buffer)
    for number, (name, explanation) in enumerate([(PROSE, ""), *lines, (PROSE, "")]):
        canvas.drawString(50, 780 - 15 * number, name)
        canvas.drawString(50 + gap, 780 - 15 * number, explanation)
    canvas.save()
    return read_pdf(buffer.getvalue()).text


SKEP = ("Skep", "a hive of straw that stands on a"), ("", "board and has no frames")
SUPER = ("Super", "a box for honey above the brood"), ("qMP", "mandibular pheromone of a queen")


def test_a_name_and_its_explanation_over_several_lines_are_one_row() -> None:
    text = glossary(*SKEP, *SUPER, ("Worker bee", "a female bee that lays no eggs,"), ("(female)", ""))
    assert rows_of(text) == [
        "Skep; a hive of straw that stands on a board and has no frames",
        "Super; a box for honey above the brood",
        "qMP; mandibular pheromone of a queen",
        "Worker bee (female); a female bee that lays no eggs,",
    ]
    assert text.startswith(f"{PROSE}\n\n| Skep")
    assert text.endswith(f"eggs, |\n\n{PROSE}")


@pytest.mark.parametrize(
    "lines",
    [
        (*SKEP, SUPER[0]),
        (*(("(a)", text) for _, text in (*SKEP, *SUPER) if text),),
        (*(("•", text) for _, text in (*SKEP, *SUPER) if text),),
        (("Skep", "straw"), ("Super", "box"), ("qMP", "queen"), ("Frame", "wood")),
    ],
)
def test_two_names_lists_and_short_cells_are_no_glossary(lines: tuple[tuple[str, str], ...]) -> None:
    assert rows_of(glossary(*lines)) == []


def test_columns_of_text_are_no_glossary() -> None:
    columns = (
        ("Bees of the old hive left on a", "warm day for another place that"),
        ("We looked for them all over", "saw them there in a tall tree"),
    )
    assert rows_of(glossary(*columns, *columns, gap=175)) == []
