"""What the comparison says of this library was printed by a benchmark; what it says of others has a source."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "comparison.md").read_text(encoding="utf-8")


def section(title: str) -> str:
    return PAGE.partition(f"## {title}\n")[2].partition("\n## ")[0]


def rows(text: str) -> list[list[str]]:
    """Return the cells of the tables of a text, without headings."""
    lines = [line for line in text.splitlines() if line.startswith("|")]
    cells = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
    return [row for line, row in zip(lines, cells, strict=True) if row[0] and "---" not in line]


def test_every_figure_of_its_table_is_one_of_the_benchmark() -> None:
    printed = (ROOT / "benchmarks" / "ranking.md").read_text(encoding="utf-8")
    table = rows(section("Measured side by side"))
    assert [row[0] for row in table[:2]] == ["this library", "fast-graphrag"]
    for name, *figures in table:
        lines = [line for line in re.split(r"\n|;", printed) if all(figure in line for figure in figures)]
        assert lines, name
