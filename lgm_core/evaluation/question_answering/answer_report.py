"""Writing the figures of a run: as JSON, as tables in Markdown, and as plots."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from lgm_core.errors import MissingDependencyError
from lgm_core.evaluation.question_answering.answer_plots import draw_plots
from lgm_core.evaluation.question_answering.answer_tables import answer_tables

__all__ = ["write_report"]


def write_report(figures: Mapping[str, Mapping[str, Any]], folder: Path, *, model: str) -> tuple[str, str]:
    """Write `figures.json`, `tables.md` and, if matplotlib is installed, `plots/*.png` into a folder.

    Returns:
        The tables, and what is to be said about plots that could not be drawn; nothing if they were.
    """
    folder.mkdir(parents=True, exist_ok=True)
    tables = answer_tables(figures, model=model)
    (folder / "figures.json").write_text(json.dumps(figures, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
    (folder / "tables.md").write_text(tables, encoding="utf-8")
    try:
        draw_plots(figures, folder / "plots")
    except MissingDependencyError as error:
        return tables, f"There are tables only: {error}"
    return tables, ""
