"""Plots show the numbers of the tables beside them, and the files that are committed belong to the tables of today."""

import json
import re
import shutil
from pathlib import Path
from typing import Any

import pytest
from matplotlib.figure import Figure
from PIL import Image

from benchmarks.plots.drawing import draw, save
from benchmarks.plots.figures import PLOTS, TABLES, Plot, growth
from benchmarks.plots.markdown_tables import TableError

ALL = [read(TABLES) for read in PLOTS]
KILOBYTES = 100


def cells_of(file: Path) -> list[set[float]]:
    """Return the numbers of each line of a table, read without the code under test."""
    lines = [line for line in file.read_text(encoding="utf-8").splitlines() if line.startswith("|")]
    return [{float(number.replace(",", "")) for number in re.findall(r"[\d,]*\.?\d+", line)} for line in lines]


@pytest.fixture(params=ALL, ids=[plot.name for plot in ALL])
def plot(request: pytest.FixtureRequest) -> Plot:
    return request.param


def test_each_point_stands_in_its_table(plot: Plot) -> None:
    lines = cells_of(TABLES / plot.source)
    for panel in plot.panels:
        for series in panel.series:
            for point in series.points:
                numbers = {point.y, *(point.interval or ())}
                assert any(numbers <= line for line in lines), (panel.title, series.name, point)


def test_what_is_drawn_are_these_points(plot: Plot) -> None:
    drawn = {axes.get_title(loc="left"): lines_of(axes) for axes in draw(plot).axes}
    expected = {
        panel.title: {series.name: [(point.x, point.y) for point in series.points] for series in panel.series}
        for panel in plot.panels
    }
    assert drawn == expected


def lines_of(axes: Any) -> dict[str, list[tuple[float, float]]]:
    return {line.get_label(): [(float(x), float(y)) for x, y in line.get_xydata()] for line in axes.get_lines()}


def test_each_line_is_named_and_no_name_is_cut_off(plot: Plot) -> None:
    figure: Figure = draw(plot)
    figure.draw_without_rendering()
    for axes, panel in zip(figure.axes, plot.panels, strict=True):
        shown = [text for text in axes.texts if text.get_text()]
        if len(panel.series) > 1:
            assert all(any(series.name in text.get_text() for text in shown) for series in panel.series)
        assert all(figure.bbox.contains(*corner) for text in shown for corner in text.get_window_extent().corners())
    assert all(figure.bbox.x1 > text.get_window_extent().x1 for text in figure.texts)


def test_the_committed_file_belongs_to_its_table(plot: Plot) -> None:
    file = TABLES / f"{plot.name}.png"
    with Image.open(file) as image:
        notes = image.text
    assert json.loads(notes["Data"]) == plot.data(), "the tables have changed: make plots"
    assert notes["Source"] == plot.source
    assert file.stat().st_size < KILOBYTES * 1024
    assert f"]({plot.name}.png)" in (TABLES / plot.source).read_text(encoding="utf-8")


def test_there_is_no_file_that_nothing_draws() -> None:
    assert {file.stem for file in TABLES.glob("*.png")} == {plot.name for plot in ALL}


def test_a_table_that_changes_changes_its_plot(tmp_path: Path) -> None:
    text = (TABLES / "index.md").read_text(encoding="utf-8")
    (tmp_path / "index.md").write_text(text.replace("| 927.4 |", "| 800 |"), encoding="utf-8")
    file = save(growth(tmp_path), tmp_path)
    with Image.open(file) as image:
        assert json.loads(image.text["Data"])["Making the index"]["build"][-1] == [1000000, 800]


def test_a_row_that_cannot_be_read_is_an_error(tmp_path: Path) -> None:
    shutil.copytree(TABLES, tmp_path, dirs_exist_ok=True, ignore=lambda _, names: [n for n in names if "." not in n])
    index = tmp_path / "index.md"
    index.write_text(index.read_text(encoding="utf-8").replace("| 927.4 |", "| a while |"), encoding="utf-8")
    with pytest.raises(TableError, match="'a while'"):
        [read(tmp_path) for read in PLOTS]
