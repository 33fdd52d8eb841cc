"""The figures of construction as a table to read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from lgm_core.evaluation.construction.construction_benchmark import ConstructionFigures, Variant
from lgm_core.evaluation.construction.waiting_times import Waiting

__all__ = ["construction_table"]

_ROWS = {
    "entities": "entities",
    "named": "  named",
    "general": "  general",
    "other": "  other",
    "coverage": "named and general found",
    "coverage_named": "  named",
    "coverage_general": "  general",
    "facts": "facts",
    "facts_without_sentence": "  without a sentence",
    "in_one_sentence": "  both ends in a sentence",
    "self_loops": "  self-loops",
    "predicates": "  predicates (groups)",
    "sentences_with_fact": "sentences with a fact",
    "isolated": "entities without a fact",
    "unmerged": "unmerged names of a lemma",
    "broader": "taxonomy edges",
    "redundant_broader": "  redundant",
    "answer_words": "answer's words shown",
    "words": "  in words",
    "calls": "calls a paper",
    "published_calls": "  by published formulas",
    "prompt_tokens": "prompt tokens a paper",
    "reply_tokens": "reply tokens a paper",
    "failures": "failed requests",
    "dropped": "dropped from replies",
    "minutes": "minutes a paper",
    "processor_seconds": "processor seconds a paper",
    "written_back": "likeness of text written back",
}

_IN_ABLATIONS = ("entities", "facts", "isolated", "coverage", "answer_words", "words", "unmerged", "calls")

_WAITING = ("calls", "waits in a row", "waiting, s", "by the clock, s")

_GOLD = ("documents", "entity_recall", "coreference_muc", "coreference_b_cubed")


def construction_table(figures: ConstructionFigures) -> str:
    """Return the figures as tables of text: rows of figures, columns of graphs."""
    columns = [
        *(Variant(f"{each.name}", each.figures) for each in figures.recorded),
        figures.own,
        *(Variant(f"→ {each.name}", each.figures) for each in figures.replays),
    ]
    parts = [
        f"{figures.papers} papers. Columns: recorded graphs, ours with zero LLM, and ours with a recorded graph (→) in "
        "the place of a model.",
        _table(_ROWS, columns),
        f"BM25's ten sentences show {figures.baseline.share:.3f} of answers, in {figures.baseline.words:.0f} words.",
    ]
    if figures.ablations:
        parts.append(_rows_of_variants([figures.own, *figures.replays[:1], *figures.ablations]))
    if figures.waiting:
        parts.append(_waiting(figures.waiting, figures.delay))
    if figures.gold:
        parts.append(_table({name: name.replace("_", " ") for name in _GOLD}, list(figures.gold)))
    return "\n\n".join(parts) + "\n"


def _table(rows: Mapping[str, str], columns: Sequence[Variant]) -> str:
    width = max(12, *(len(column.name) + 2 for column in columns))
    lines = [f"{'':32}" + "".join(f"{column.name:>{width}}" for column in columns)]
    for name, title in rows.items():
        if any(name in column.figures for column in columns):
            lines.append(f"{title:32}" + "".join(f"{_shown(column.figures.get(name)):>{width}}" for column in columns))
    return "\n".join(lines)


def _rows_of_variants(variants: Sequence[Variant]) -> str:
    names = max(len(variant.name) for variant in variants) + 2
    lines = [f"{'':{names}}" + "".join(f"{name:>14}" for name in _IN_ABLATIONS)]
    lines += [
        f"{variant.name:{names}}" + "".join(f"{_shown(variant.figures.get(name)):>14}" for name in _IN_ABLATIONS)
        for variant in variants
    ]
    return "\n".join(lines)


def _waiting(waiting: Sequence[Waiting], delay: float) -> str:
    lines = [f"A model that takes {delay:g} s a reply:"]
    lines.append(f"{'requests':12}" + "".join(f"{name:>16}" for name in ("papers", "at once", *_WAITING)))
    for each in waiting:
        figures = (each.papers, each.at_once, each.calls, each.rounds, each.rounds * delay, each.seconds)
        lines.append(f"{each.requests:12}" + "".join(f"{_shown(figure):>16}" for figure in figures))
    return "\n".join(lines)


def _shown(value: Any) -> str:  # noqa: ANN401  # a figure, or none
    if value is None:
        return "–"
    if isinstance(value, float):
        return f"{value:.3f}" if value < 10 else f"{value:,.0f}"
    return f"{value:,}"
