"""The figures as plots, by matplotlib (the extra `bench`)."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from lgm_core.errors import missing_extra

__all__ = ["draw_plots"]

Figures = Mapping[str, Mapping[str, Any]]


def draw_plots(figures: Figures, folder: Path) -> list[Path]:
    """Draw exact match with its intervals, and exact match over prompt tokens; return the files.

    Raises:
        MissingDependencyError: matplotlib is not installed.
    """
    try:
        from matplotlib.figure import Figure
    except ModuleNotFoundError as error:
        raise missing_extra("drawing plots", "bench") from error
    folder.mkdir(parents=True, exist_ok=True)
    # Where no question has an answer there is no exact match.
    figures = {name: row for name, row in figures.items() if row["exact_match"] is not None}
    scores, costs = folder / "exact_match.png", folder / "exact_match_by_tokens.png"
    _draw_scores(Figure(figsize=(7, 1 + 0.4 * len(figures)), layout="constrained"), figures, scores)
    _draw_costs(Figure(figsize=(7, 5), layout="constrained"), figures, costs)
    return [scores, costs]


def _draw_scores(canvas: Any, figures: Figures, file: Path) -> None:  # noqa: ANN401  # a matplotlib Figure
    axes = canvas.subplots()
    names = list(figures)
    values = [figures[name]["exact_match"] for name in names]
    intervals = [figures[name]["intervals"]["exact_match"] for name in names]
    below = [max(0.0, value - low) for value, (low, _) in zip(values, intervals, strict=True)]
    above = [max(0.0, high - value) for value, (_, high) in zip(values, intervals, strict=True)]
    axes.barh(names, values, xerr=[below, above], capsize=3, color="#4477aa")
    axes.invert_yaxis()
    axes.set_xlabel("exact match")
    canvas.savefig(file)


def _draw_costs(canvas: Any, figures: Figures, file: Path) -> None:  # noqa: ANN401  # a matplotlib Figure
    axes = canvas.subplots()
    for name, row in figures.items():
        axes.scatter(row["prompt_tokens"], row["exact_match"], color="#4477aa")
        axes.annotate(name, (row["prompt_tokens"], row["exact_match"]), xytext=(4, 4), textcoords="offset points")
    axes.set_xlabel("prompt tokens a question, mean")
    axes.set_ylabel("exact match")
    axes.set_ylim(bottom=0)
    canvas.savefig(file)
