"""The figures of a run as JSON, as Markdown tables, and as plots by matplotlib (the extra `bench`)."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, get_args

from lgm_core.errors import MissingDependencyError, missing_extra
from lgm_core.evaluation.metrics import CONFIDENCE
from lgm_core.evaluation.question_answering.answer_figures import COMPARED
from lgm_core.reasoning.pyramid.pyramid_options import Layer

__all__ = ["write_report"]


Figures = Mapping[str, Mapping[str, Any]]


def write_report(figures: Figures, folder: Path, *, model: str) -> tuple[str, str]:
    """Write `figures.json`, `tables.md` and, if matplotlib is installed, `plots/*.png` into a folder.

    Returns:
        The tables, and why there are no plots; empty if there are.
    """
    folder.mkdir(parents=True, exist_ok=True)
    tables = answer_tables(figures, model=model)
    (folder / "figures.json").write_text(json.dumps(figures, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
    (folder / "tables.md").write_text(tables, encoding="utf-8")
    try:
        draw_plots(figures, folder / "plots")
    except MissingDependencyError as error:
        return tables, f"There are only tables: {error}"
    return tables, ""


_SHARES = {
    "exact_match": "exact match",
    "token_f1": "token F1",
    "contained": "contained",
    "citation_precision": "citation precision",
    "citation_recall": "citation recall",
    "answered": "answered",
    "supported": "supported",
}
_STATEMENTS = {"statements": "statements, mean", "statements_supported": "of these supported"}
_AMOUNTS = {
    "rounds": "rounds",
    "calls": "calls",
    "prompt_tokens": "prompt tokens",
    "first_round_prompt_tokens": "of these in round 1",
    "seconds": "seconds",
}
_SENTENCES = {"sentence_citation_precision": "precision", "sentence_citation_recall": "recall"}
_OWN = {
    "own_citation_precision": "precision",
    "own_citation_recall": "recall",
    "own_sentence_citation_precision": "precision by gold sentence",
    "own_sentence_citation_recall": "recall by gold sentence",
}
_LAYERS = {f"answered_by_{layer}": layer for layer in get_args(Layer)}
_WITH_INTERVAL = ("exact_match", "token_f1")


def answer_tables(figures: Figures, *, model: str) -> str:
    """Return the tables: scores and citations, costs, comparisons, question sets, and verdicts of a judge.

    Args:
        figures: the figures of each method.
        model: the name of the model that answered.
    """
    parts = [
        f"Answers by {model}; intervals of {CONFIDENCE:.0%} in brackets.",
        _scores(figures),
        _costs(figures),
        _comparisons(figures),
        _question_sets(figures),
        _applying(figures, "sentence_citation_recall", "citations by gold sentence", _SENTENCES),
        _applying(figures, "own_citation_recall", "the model's own citations, unchecked", _OWN),
        _applying(figures, "statements_supported", "statements of answers", _STATEMENTS),
        _applying(figures, "declined", "questions that cannot be answered", {"declined": "declined"}),
        _applying(figures, "answered_by_text", "answered by layer", _LAYERS),
        _judge(figures),
    ]
    return "\n\n".join(part for part in parts if part) + "\n"


def _scores(figures: Figures) -> str:
    rows = ([name, row["questions"], *(_share(row, measure) for measure in _SHARES)] for name, row in figures.items())
    return _table(["method", "questions", *_SHARES.values()], rows)


def _costs(figures: Figures) -> str:
    rows = ([name, *(_amount(row[measure]) for measure in _AMOUNTS), row["failures"]] for name, row in figures.items())
    return _table(["method", *(f"{name}, mean" for name in _AMOUNTS.values()), "failures"], rows)


def _comparisons(figures: Figures) -> str:
    rows = []
    for method, row in figures.items():
        against = row.get("against")
        if against is not None and against["baseline"] != method:
            rows.append([f"{method} against {against['baseline']}", against["questions"]])
            rows[-1] += [_difference(against[measure]) for measure in COMPARED]
    if not rows:
        return ""
    names = [f"{_SHARES[measure]}, difference (gained : lost)" for measure in COMPARED]
    return _table(["the same questions", "questions", *names], rows)


def _question_sets(figures: Figures) -> str:
    names = list(dict.fromkeys(name for row in figures.values() for name in row["folders"]))
    if len(names) < 2:
        return ""
    rows = ([method, *(_pair(row["folders"].get(name)) for name in names)] for method, row in figures.items())
    return _table(["exact match / token F1", *names], rows)


def _applying(figures: Figures, least: str, head: str, measures: Mapping[str, str]) -> str:
    """Return a table of the methods to which the measure `least` applies; empty if there are none."""
    rows = [
        [name, *(_number(row[measure]) for measure in measures)]
        for name, row in figures.items()
        if row.get(least) is not None
    ]
    return _table([head, *measures.values()], rows) if rows else ""


def _judge(figures: Figures) -> str:
    rows = []
    for method, row in figures.items():
        if (judge := row.get("judge")) is not None:
            counts = [judge[name] for name in ("yes", "no", "unsupported", "without_verdict")]
            shares = ("accuracy", "agreement_with_exact_match")
            rows.append([method, *counts, *(_number(judge[name]) for name in shares)])
    if not rows:
        return ""
    judges = ", ".join(dict.fromkeys(row["judge"]["model"] for row in figures.values() if "judge" in row))
    header = [f"judged by {judges}", "Yes", "No", "Unsupported", "no verdict", "accuracy"]
    return _table([*header, "agreement with exact match"], rows)


def _share(row: Mapping[str, Any], measure: str) -> str:
    shown = _number(row[measure])
    if measure not in _WITH_INTERVAL or row[measure] is None:
        return shown
    low, high = row["intervals"][measure]
    return f"{shown} [{_number(low)}, {_number(high)}]"


def _pair(row: Mapping[str, Any] | None) -> str:
    return "" if row is None else f"{_number(row['exact_match'])} / {_number(row['token_f1'])}"


def _difference(compared: Mapping[str, Any]) -> str:
    low, high = compared["interval"]
    return f"{compared['difference']:+.3f} [{low:+.3f}, {high:+.3f}] ({compared['gained']} : {compared['lost']})"


def _amount(value: float | None) -> str:
    return "–" if value is None else f"{value:,.0f}" if value >= 100 else f"{value:.1f}"


def _number(value: float | None) -> str:
    return "–" if value is None else f"{value:.3f}".replace("0.", ".", 1) if 0 <= value < 1 else f"{value:.3f}"


def _table(header: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    lines = [header, ["---"] * len(header), *rows]
    return "\n".join("| " + " | ".join(str(cell).replace("|", "\\|") for cell in line) + " |" for line in lines)


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
    # Without questions that have answers there is no exact match.
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
