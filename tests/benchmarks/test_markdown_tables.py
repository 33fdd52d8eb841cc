"""Tables of Markdown files are read whole, or not at all."""

from pathlib import Path

import pytest

from benchmarks.plots.markdown_tables import TableError, read_table

TEXT = """# Times

| size | seconds |
|---|---|
| 1,000 | .5 |
| 1,000,000 | 927.4 |

## Answers

| way | exact match | tokens |
|---|---|---|
| `ask` | .409 [.354, .470] | 596; 462 |
| `none` | about half | |
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "times.md"
    path.write_text(TEXT, encoding="utf-8")
    return path


def test_cells_are_numbers(file: Path) -> None:
    rows = read_table(file, "Times", "seconds").rows
    assert [(row.number("size"), row.number("seconds")) for row in rows] == [(1000, 0.5), (1000000, 927.4)]


def test_a_cell_may_hold_several_numbers(file: Path) -> None:
    row = read_table(file, "Answers", "exact match").rows[0]
    assert row.text("way") == "ask"
    assert row.numbers("exact match") == [0.409, 0.354, 0.47]
    assert row.numbers("tokens") == [596, 462]
    with pytest.raises(TableError, match=r"times\.md, 'Answers', row '`ask`': '596; 462' under 'tokens' is not one"):
        row.number("tokens")


@pytest.mark.parametrize("column", ["exact match", "tokens"])
def test_what_is_no_number_is_an_error_that_names_the_cell(file: Path, column: str) -> None:
    with pytest.raises(TableError, match=rf"times\.md, 'Answers', row '`none`'.*{column}"):
        read_table(file, "Answers", column).rows[1].numbers(column)


@pytest.mark.parametrize(("heading", "column"), [("Times", "bytes"), ("Growth", "seconds")])
def test_a_table_that_is_not_there_is_an_error(file: Path, heading: str, column: str) -> None:
    with pytest.raises(TableError, match=rf"times\.md: 0 tables under '{heading}' have the columns {column}"):
        read_table(file, heading, column)
