"""Plots show the numbers of the tables beside them, and the files that are committed belong to the tables of today."""

import json
import re
import shutil
from pathlib import Path

import pytest
from PIL import Image

from benchmarks.plots.figures import PLOTS, ROOT, Plot
from benchmarks.plots.markdown_tables import TableError, read_table

ALL = [read(ROOT) for read in PLOTS]
KILOBYTES = 100


def cells_of(file: Path) -> list[set[float]]:
    """Return the numbers of each line of a table, read without the code under test."""
    lines = [line for line in file.read_text(encoding="utf-8").splitlines() if line.startswith("|")]
    return [{float(number.replace(",", "")) for number in re.findall(r"[\d,]*\.?\d+", line)} for line in lines]


@pytest.fixture(params=ALL, ids=[plot.name for plot in ALL])
def plot(request: pytest.FixtureRequest) -> Plot:
    return request.param


def test_each_point_stands_in_its_table(plot: Plot) -> None:
    lines = cells_of(ROOT / plot.source)
    for panel in plot.panels:
        for series in panel.series:
            for point in series.points:
                numbers = {point.y, *(point.interval or ())}
                assert any(numbers <= line for line in lines), (panel.title, series.name, point)


def test_the_committed_file_belongs_to_its_table(plot: Plot) -> None:
    file = ROOT / plot.file
    with Image.open(file) as image:
        notes = image.text
    assert json.loads(notes["Data"]) == plot.data(), "the tables have changed: make plots"
    assert notes["Source"] == plot.source
    assert file.stat().st_size < KILOBYTES * 1024
    assert f"]({plot.name}.png)" in (ROOT / plot.source).read_text(encoding="utf-8")


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """The tables, in a folder of their own."""
    for source in {plot.source for plot in ALL}:
        (tmp_path / source).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(ROOT / source, tmp_path / source)
    return tmp_path


def replace(file: Path, old: str, new: str) -> None:
    text = file.read_text(encoding="utf-8")
    assert text.count(old) == 1
    file.write_text(text.replace(old, new), encoding="utf-8")


def test_a_row_that_cannot_be_read_is_an_error(copy: Path) -> None:
    replace(copy / "benchmarks/index.md", "| 927.4 |", "| a while |")
    with pytest.raises(TableError, match="'a while'"):
        [read(copy) for read in PLOTS]


# Tables of Markdown files are read whole, or not at all.

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
