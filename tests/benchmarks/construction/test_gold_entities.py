"""Gold entities and coreference."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from benchmarks.construction.gold_entities import gold_figures, joined_with, read_gold
from lgm_core import InputError

ROW = {
    "id": "d",
    "sentences": [["The", "kiln", "melts", "glaze", "."], ["It", "is", "an", "oven", "."]],
    "entities": [{"start": 1, "end": 2}, {"start": 3, "end": 4}, {"start": 5, "end": 6}],
    "coreference": [[[1, 2], [5, 6], [8, 9]]],
}
KILN, GLAZE, IT, OVEN = (0, "kiln"), (0, "glaze"), (1, "it"), (1, "oven")


def test_a_perfect_graph_has_full_figures(tmp_path: Path) -> None:
    (gold,) = _gold(tmp_path, ROW)
    assert set(gold.entities) == {frozenset({KILN, IT, OVEN}), frozenset({GLAZE})}
    figures = gold_figures([(gold, list(gold.entities))])
    assert (figures["entity_recall"], figures["coreference_muc"], figures["coreference_b_cubed"]) == (1, 1, 1)


def test_missing_links_and_entities_cost(tmp_path: Path) -> None:
    (gold,) = _gold(tmp_path, ROW)
    figures = gold_figures([(gold, [frozenset({KILN, OVEN})])])
    assert figures["entity_recall"] == 0.5
    assert figures["coreference_muc"] == pytest.approx(2 / 3)  # one link of two, none too many
    recall = (2 / 3 + 2 / 3 + 1 / 3 + 1) / 4
    assert figures["coreference_b_cubed"] == pytest.approx(2 * recall / (recall + 1))


def test_what_is_not_gold_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="not a gold document"):
        _gold(tmp_path, {"id": "d", "sentences": []})
    with pytest.raises(InputError, match="no gold document has a paper's title"):
        joined_with(_gold(tmp_path, ROW), [])


def _gold(folder: Path, row: object) -> list:
    path = folder / "gold.jsonl"
    path.write_text(json.dumps(row) + "\n", "utf-8")
    return read_gold(path)
