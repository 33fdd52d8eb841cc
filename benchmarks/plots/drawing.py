"""Plots as PNG files that read well on a light and on a dark page, and hold the numbers they show."""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from io import BytesIO
from itertools import pairwise
from pathlib import Path
from typing import Any

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patheffects import withStroke
from matplotlib.ticker import FixedLocator, FuncFormatter, LogLocator, NullLocator
from PIL import Image
from PIL.PngImagePlugin import PngInfo

from benchmarks.plots.figures import Panel, Plot, Series

__all__ = ["draw", "save"]

# Okabe and Ito's colours, which people with any kind of colour vision tell apart, dark enough on white.
_COLOURS = ("#0072B2", "#C24E00", "#8A6500", "#00785A", "#A0457E", "#56606B", "#2B87BD")
_MARKERS = "osD^vPX"
# A card of its own colour: a transparent plot is illegible on one of the two kinds of page.
_CARD, _INK, _FAINT, _GRID = "#fcfcfa", "#1f2428", "#5c636a", "#e4e4df"
_HEAD, _FOOT = 0.72, 0.32
"""Inches above and below the panels."""
_LABELS = 0.75
"""Inches of a panel's height that its title and labels take."""
_DOTS_PER_INCH = 150
_SHADES = 96
_LINE = 0.14
"""Inches of a name's line."""
_MARGIN = 0.14
"""Room at either side of the points, as a share of their width."""


def save(plot: Plot, root: Path) -> Path:
    """Write a plot beside its table; its numbers are in the file, under `Data`."""
    file, drawn, notes = root / plot.file, BytesIO(), PngInfo()
    draw(plot).savefig(drawn, dpi=_DOTS_PER_INCH, facecolor=_CARD)
    for key, text in {"Title": plot.title, "Source": plot.source, "Data": json.dumps(plot.data())}.items():
        notes.add_text(key, text)
    few_colours = Image.open(drawn).convert("RGB").quantize(_SHADES)  # a third of the bytes
    few_colours.save(file, pnginfo=notes, optimize=True)
    return file


def draw(plot: Plot) -> Figure:
    """Draw the panels of a plot, with its title above and the name of its table below."""
    rows = math.ceil(len(plot.panels) / plot.columns)
    width, height = plot.columns * plot.panel[0], rows * plot.panel[1] + _HEAD + _FOOT
    figure = Figure(figsize=(width, height), layout="constrained")
    figure.get_layout_engine().set(  # type: ignore[union-attr]
        rect=(0.01, _FOOT / height, 0.98, 1 - (_HEAD + _FOOT) / height), w_pad=0.12, h_pad=0.1
    )
    figure.text(0.12 / width, 1 - 0.3 / height, plot.title, size=14, weight="bold", color=_INK)
    figure.text(0.12 / width, 1 - 0.55 / height, plot.subtitle, size=9.5, color=_FAINT)
    figure.text(1 - 0.12 / width, 0.12 / height, f"Figures: {plot.source}", size=8, color=_FAINT, ha="right")
    cells = figure.subplots(rows, plot.columns, squeeze=False)
    for axes, panel in zip(cells.flat, plot.panels, strict=True):
        _draw_panel(axes, panel, line=_LINE / (plot.panel[1] - _LABELS))
    return figure


def _draw_panel(axes: Axes, panel: Panel, *, line: float) -> None:
    axes.set_facecolor(_CARD)
    axes.set_title(panel.title, size=10, color=_INK, loc="left", pad=9)
    axes.set_xlabel(panel.x_label, size=9, color=_FAINT, loc="left")
    axes.set_ylabel(panel.y_label, size=9, color=_FAINT)
    axes.spines[:].set_visible(False)
    axes.tick_params(colors=_FAINT, labelsize=8, length=0)
    axes.grid(axis="y", color=_GRID, linewidth=0.8)
    axes.set_axisbelow(True)
    for series, colour, marker in reversed(list(zip(panel.series, _COLOURS, _MARKERS, strict=False))):
        _draw_series(axes, series, colour, marker)
    _set_scales(axes, panel)
    if all(len(series.points) == 1 for series in panel.series):
        _name_points(axes, panel.series)
    elif len(panel.series) > 1:
        _name_lines(axes, panel.series, line, values=panel.logarithmic == "xy")
    if panel.logarithmic == "xy" and len(panel.series) <= 2:
        _tell_values(axes, panel.series)


def _draw_series(axes: Axes, series: Series, colour: str, marker: str) -> None:
    x, y = [point.x for point in series.points], [point.y for point in series.points]
    axes.plot(x, y, color=colour, marker=marker, markersize=5, linewidth=1.8, label=series.name, clip_on=False)
    for point in series.points:
        if point.interval is not None:
            axes.vlines(point.x, *point.interval, color=colour, linewidth=1.4)


def _set_scales(axes: Axes, panel: Panel) -> None:
    places = sorted({point.x for series in panel.series for point in series.points})
    if panel.logarithmic:
        axes.set_xscale("log")
        are_apart = all(right >= 2 * left for left, right in pairwise(places))
        axes.xaxis.set_major_locator(FixedLocator(places) if are_apart else LogLocator(subs=(1, 3)))
        axes.xaxis.set_minor_locator(NullLocator())
        axes.xaxis.set_major_formatter(FuncFormatter(_short))
        width = places[-1] / places[0]
        axes.set_xlim(places[0] / width**_MARGIN, places[-1] * width**_MARGIN)
    elif not panel.x_limits:
        axes.xaxis.set_major_locator(FixedLocator(places))
        axes.set_xlim(places[0] - _MARGIN * places[-1], (1 + _MARGIN) * places[-1])
    if panel.logarithmic == "xy":
        heights = [point.y for series in panel.series for point in series.points]
        axes.set_yscale("log")
        axes.yaxis.set_major_locator(LogLocator(subs=(1,) if max(heights) > 50 * min(heights) else (1, 2, 5)))
        axes.yaxis.set_major_formatter(FuncFormatter(_short))
        axes.yaxis.set_minor_locator(NullLocator())
        axes.set_ylim(min(heights) / 1.6, max(heights) * 1.6)
    if panel.x_limits:
        axes.set_xlim(panel.x_limits)
        axes.xaxis.set_major_formatter(FuncFormatter(_short))
    if panel.y_limits:
        axes.set_ylim(panel.y_limits)


def _name_lines(axes: Axes, lines: Sequence[Series], line: float, *, values: bool) -> None:
    """Write each line's name at its right end, names that would overlap below each other.

    That of a line which ends before the others do stands above its end, out of their way.
    """
    last = max(series.points[-1].x for series in lines)
    ends = [_in_axes(axes, series.points[-1].x, series.points[-1].y) for series in lines if series.points[-1].x == last]
    free = iter(_below_each_other([y for _, y in ends], line))
    for series, colour in zip(lines, _COLOURS, strict=False):
        end = series.points[-1]
        text = f"{series.name} {end.y:,g}" if values else series.name
        if end.x == last:
            _write(axes, text, (ends[0][0], next(free)), colour, offset=(9, 0), xycoords="axes fraction")
        else:
            _write(axes, text, (end.x, end.y), colour, offset=(0, 6), left=True, va="bottom")


def _name_points(axes: Axes, points: Sequence[Series]) -> None:
    """Write the name and the numbers of each point beside it, of the first one from the left before it."""
    first = min(series.points[0].x for series in points)
    for series, colour in zip(points, _COLOURS, strict=False):
        point = series.points[0]
        text = f"{series.name}\n{point.y:.3f} for {point.x:,.0f} tokens"
        _write(axes, text, (point.x, point.y), colour, left=point.x == first)


def _tell_values(axes: Axes, lines: Sequence[Series]) -> None:
    """Write the value of each point where rising lines leave room: above to the left, of the lower of two below.

    The last one stands behind the name of its line, if it has one.
    """
    highest = max(lines, key=lambda series: series.points[-1].y)
    for series, colour in zip(lines, _COLOURS, strict=False):
        below = series is not highest
        offset, upright = ((4, -6), "top") if below else ((-4, 4), "bottom")
        for point in series.points[: -1 if len(lines) > 1 else None]:
            text = f"{point.y:,g}"
            _write(axes, text, (point.x, point.y), colour, offset=offset, left=not below, va=upright, size=8)


def _write(
    axes: Axes,
    text: str,
    place: tuple[float, float],
    colour: str,
    *,
    offset: tuple[float, float] = (10, 0),
    left: bool = False,
    **settings: Any,  # noqa: ANN401  # of matplotlib's annotate
) -> None:
    settings = {"va": "center", "size": 8.5, "ha": "right" if left else "left"} | settings
    shift = (-abs(offset[0]), offset[1]) if left else offset
    halo = [withStroke(linewidth=2.5, foreground=_CARD)]
    axes.annotate(text, place, xytext=shift, textcoords="offset points", color=colour, path_effects=halo, **settings)


def _short(value: float, _place: int = 0) -> str:
    return f"{value / 1e6:g} million" if value >= 1e6 else f"{value:,g}"


def _in_axes(axes: Axes, x: float, y: float) -> tuple[float, float]:
    """Return where a point of the data is, as shares of the axes."""
    across, up = axes.transAxes.inverted().transform(axes.transData.transform((x, y)))
    return float(across), float(up)


def _below_each_other(heights: Sequence[float], line: float) -> list[float]:
    """Move heights down until each is a line below the next higher one; of equal ones the first stays above."""
    moved, above = list(heights), math.inf
    for place in sorted(range(len(heights)), key=lambda place: -heights[place]):
        moved[place] = above = min(heights[place], above - line)
    return moved
