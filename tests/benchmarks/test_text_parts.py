"""The benchmark of text parts on texts whose parts are plain, and its score of boundaries."""

import json
from pathlib import Path

import pytest

from benchmarks.text_parts import _scores, text_parts_benchmark
from tests.facade.test_section_parts import BEES, BOATS, about


def test_joined_documents_about_different_things_are_told_apart(tmp_path: Path) -> None:
    texts = (("bees", about(BEES, 25)), ("boats", about(BOATS, 25)), *((f"short {n}", "One line.") for n in range(3)))
    lines = [json.dumps({"title": title, "text": text}) for title, text in texts]
    (tmp_path / "corpus.jsonl").write_text("\n".join(lines), encoding="utf-8")
    figures = text_parts_benchmark([tmp_path / "corpus.jsonl"], [5])[f"{tmp_path.name}, joined, 60 texts"]
    assert figures["by words, weight 5"] == {"precision": 1, "recall": 1, "f1": 1, "window_diff": 0}


def test_scores_count_exact_boundaries_and_windows_that_differ() -> None:
    assert _scores([40], [[20]], [[20]]) == {"precision": 1, "recall": 1, "f1": 1, "window_diff": 0}
    off = _scores([40], [[20]], [[10, 20]])
    assert (off["precision"], off["recall"]) == (0.5, 1)
    assert off["window_diff"] == pytest.approx(10 / 30)
