"""Plain text and reStructuredText as sections and blocks."""

import pytest

from lgm_core.documents.sections import split_sections
from lgm_core.model import Document

FIELD = "Bees that leave the hive collect nectar, pollen, water and resin in the fields around it."


def outline(text: str, title: str = "", media_type: str = "text/plain") -> list[tuple[int, tuple[str, ...]]]:
    document = Document("d", text, title, media_type=media_type)
    return [(part.section.level, part.section.path) for part in split_sections(document)]


def blocks(text: str, media_type: str = "text/plain") -> list[tuple[str, str]]:
    parts = split_sections(Document("d", text, media_type=media_type))
    return [(str(block.kind), part.text[block.start : block.end]) for part in parts for block in part.blocks]


def texts(text: str, media_type: str = "text/plain") -> list[str]:
    return [block for _, block in blocks(text, media_type)]


def test_wrapped_lines_are_joined() -> None:
    assert texts("Bees that leave the hive collect\nnectar, pollen and\r\nresin.\n\nThey also fetch water.\n") == [
        "Bees that leave the hive collect nectar, pollen and resin.",
        "They also fetch water.",
    ]


def test_joined_lines_keep_their_offsets() -> None:
    text = "Bees collect\n   nectar."
    (part,) = split_sections(Document("d", text))
    start, end = part.original_span(part.text.index("nectar"), len(part.text))
    assert text[start:end] == "nectar."


def test_a_line_that_had_room_for_more_ends_a_block() -> None:
    assert texts(f"Honey bee\n{FIELD}\nIt is theirs.") == ["Honey bee", f"{FIELD} It is theirs."]


@pytest.mark.parametrize(
    "lines",
    [
        ['{"vessel": "Osprey", "text": "Left late."},', '{"vessel": "Heron", "text": "Left."}'],
        ["2025-09-02 08:10 INFO left the port of", "2025-09-02T08:41 WARN jet blocked"],
        ["[2025-09-02 08:10:00,123] INFO left", "[2025-09-02 08:41:10,456] WARN jet blocked"],
    ],
)
def test_records_and_entries_of_logs_are_blocks_of_their_own(lines: list[str]) -> None:
    assert texts("\n".join(lines)) == lines


def test_an_entry_of_a_log_keeps_the_lines_below_it_and_not_the_next_entry() -> None:
    lines = ["2025-09-02 08:10 WARN jet blocked", "  by a mooring line", "2025-09-02 08:41 INFO left"]
    assert texts("\n".join(lines)) == ["2025-09-02 08:10 WARN jet blocked by a mooring line", lines[2]]


def test_a_time_in_wrapped_text_is_no_entry_of_a_log() -> None:
    assert texts(f"{FIELD} They left at\n2025-09-02 08:41 for more.") == [
        f"{FIELD} They left at 2025-09-02 08:41 for more."
    ]


def test_a_colon_before_a_new_line_ends_a_block() -> None:
    assert texts("She had these children:\nAfter the war she moved.") == [
        "She had these children:",
        "After the war she moved.",
    ]


def test_a_short_line_that_cannot_end_there_is_joined() -> None:
    assert texts(f"The movable frame was patented by\nLorenzo Langstroth. {FIELD}")[0].startswith(
        "The movable frame was patented by Lorenzo"
    )


def test_a_hyphen_at_a_line_end_is_kept_unless_the_text_writes_the_word_without() -> None:
    assert texts("The well-\nknown colo-\nnies. Other colonies.") == ["The well-known colonies. Other colonies."]


def test_underlined_headings_have_levels_by_first_appearance() -> None:
    text = f"Bees\n====\n\n{FIELD}\n\nCastes\n------\n{FIELD}\n\nWork\n====\n\n{FIELD}"
    assert outline(text, "Bees") == [(1, ("Bees",)), (2, ("Bees", "Castes")), (1, ("Bees", "Work"))]


def test_overlined_headings_are_a_style_of_their_own() -> None:
    text = f"####\nBees\n####\n\n{FIELD}\n\nCastes\n######\n\n{FIELD}"
    assert outline(text) == [(1, ("Bees",)), (2, ("Bees", "Castes"))]


def test_headings_in_capitals_and_with_numbers() -> None:
    headings = ["", "LIFE OF THE HIVE", "1 Scope", "1.1 Terms", "Chapter 2: Work"]
    text = "\n\n".join(f"{heading}\n\n{FIELD}" for heading in headings)
    assert outline(text, "Bees") == [
        (0, ("Bees",)),
        (1, ("Bees", "LIFE OF THE HIVE")),
        (2, ("Bees", "LIFE OF THE HIVE", "Scope")),
        (3, ("Bees", "LIFE OF THE HIVE", "Scope", "Terms")),
        (2, ("Bees", "LIFE OF THE HIVE", "Chapter 2: Work")),
    ]


def test_the_title_on_the_first_line_is_a_heading() -> None:
    assert outline(f"The Honey Bee\n\n{FIELD}", "The honey bee") == [(1, ("The Honey Bee",))]


def test_what_only_resembles_a_heading_is_text() -> None:
    assert texts(f"{FIELD}\n\nNASA!\n\n{FIELD}\n\n1. Open the hive\n\n2. Close it") == [
        FIELD,
        "NASA!",
        FIELD,
        "Open the hive",
        "Close it",
    ]


def test_a_document_all_in_capitals_has_no_headings() -> None:
    assert texts("BEES FLY\n\nTHEY COLLECT NECTAR\nAND POLLEN EVERY DAY") == [
        "BEES FLY",
        "THEY COLLECT NECTAR AND POLLEN EVERY DAY",
    ]


def test_list_items_are_blocks_of_their_own() -> None:
    text = (
        "There are three castes:\n- the queen\n- the worker, which\n  does the work\n• the drone\n\n(a) wax\n(b) honey"
    )
    assert blocks(text) == [
        ("paragraph", "There are three castes:"),
        ("list_item", "the queen"),
        ("list_item", "the worker, which does the work"),
        ("list_item", "the drone"),
        ("list_item", "wax"),
        ("list_item", "honey"),
    ]


def test_quoted_lines_lose_their_marks() -> None:
    assert blocks("> Bees\n> fly.") == [("quote", "Bees fly.")]


def test_rules_between_paragraphs_are_no_text() -> None:
    assert texts("Bees fly.\n\n* * *\n\nThey dance.\n----------\nThey rest.") == [
        "Bees fly.",
        "They dance.",
        "They rest.",
    ]


def test_rows_of_a_table_name_their_columns() -> None:
    expected = [("table_row", "Name: Lili; Age: 9"), ("table_row", "Name: Ben; Age: 12")]
    assert blocks("Name   Age\nLili     9\nBen     12") == expected
    assert blocks("| Name | Age |\n+------+-----+\n| Lili | 9   |\n| Ben  | 12  |") == expected
    assert blocks("Name\tAge\nLili\t9\nBen\t12") == expected


def test_columns_stand_where_their_cells_do() -> None:
    heads, old, new = "             2018    2017", "Old hive    1,577   1,373", "New hive      577   (373)"
    text = "\n".join([heads, old, new, "Red hive       90      80", "Lost hive               3"])
    assert texts(text) == [
        "Old hive; 2018: 1,577; 2017: 1,373",
        "New hive; 2018: 577; 2017: (373)",
        "Red hive; 2018: 90; 2017: 80",
        "Lost hive; 2017: 3",
    ]


@pytest.mark.parametrize(
    "last",
    [
        "Lost hive    and some more hives",  # below two columns
        "Lost hive",
        "Lost hive\t\t3",
    ],
)
def test_a_line_that_fits_no_columns_makes_no_table(last: str) -> None:
    lines = ["Hive          Old     New", "Honey       1,577   1,373", "Wax           577     373", last]
    assert len(blocks("\n".join(lines))) == 1


def test_a_number_like_a_year_is_no_head() -> None:
    assert texts("Honey   2000\nWax      150\nPollen    30") == ["Honey; 2000", "Wax; 150", "Pollen; 30"]


def test_a_table_without_a_header_has_bare_rows() -> None:
    assert texts("Lili | Paris\nBen | Rome") == ["Lili; Paris", "Ben; Rome"]


def test_two_spaces_after_a_sentence_make_no_table() -> None:
    assert texts("Bees fly.  They dance\nin the hive.  They rest\nat night now.  They sleep") == [
        "Bees fly. They dance in the hive. They rest at night now. They sleep"
    ]


def test_directives_without_text_and_comments_leave_nothing() -> None:
    text = ".. image:: a.png\n\n   A caption.\n\n.. a comment\n\n.. _target:\n\n.. math:: x^2\n\nThe end."
    assert texts(text, "text/x-rst") == ["The end."]


def test_the_text_of_other_directives_is_kept() -> None:
    text = ".. note:: Bees sting.\n\n   Wasps too.\n\n.. warning::\n   :class: big\n\n   Smoke them.\n\nThe end."
    assert texts(text, "text/x-rst") == ["Bees sting.", "Wasps too.", "Smoke them.", "The end."]


def test_the_text_below_objects_and_containers_is_kept() -> None:
    text = (
        ".. class:: Hive\n\n   A hive holds bees.\n\n   .. method:: open()\n\n      Open it in summer.\n\n"
        ".. only:: html\n\n   Read on.\n\n.. figure:: a.png\n\n   Bees on a frame."
    )
    assert texts(text, "text/x-rst") == [
        "Hive", "A hive holds bees.", "open()", "Open it in summer.", "Read on.", "Bees on a frame."
    ]  # fmt: skip


def test_restructured_text_loses_its_inline_marks() -> None:
    text = "See :class:`~hive.Frame`, ``frames``, `the site <http://a.org>`_, *wax* and **combs** [1]_ of a_b."
    assert texts(text, "text/x-rst") == ["See hive.Frame, frames, the site, wax and combs of a_b."]
