"""The questions over our own documentation name sections that exist."""

import json
from collections import Counter
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
FILE = ROOT / "benchmarks" / "data" / "documentation-questions.jsonl"
ROWS: list[dict[str, Any]] = [json.loads(line) for line in FILE.read_text(encoding="utf-8").splitlines()]


def headings_of(document: str) -> Counter[str]:
    headings: Counter[str] = Counter()
    inside_code = False
    path = ROOT / document if document == "README.md" else ROOT / "docs" / document
    for line in path.read_text(encoding="utf-8").splitlines():
        inside_code ^= line.lstrip().startswith("```")
        if line.startswith("#") and not inside_code:
            headings[line.lstrip("#").strip()] += 1
    return headings


def test_each_gold_section_is_exactly_one_of_its_document() -> None:
    for row in ROWS:
        assert row["sections"]
        for gold in row["sections"]:
            assert headings_of(gold["doc"])[gold["heading"]] == 1, (row["question"], gold)


def test_half_of_the_questions_are_for_tuning_and_none_is_twice() -> None:
    assert Counter(row["split"] for row in ROWS) == {"tune": 32, "held": 32}
    assert len({row["question"] for row in ROWS}) == len(ROWS)
    assert all(row["answer"] for row in ROWS)
