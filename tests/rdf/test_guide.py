"""What `docs/guides/rdf.md` shows in Turtle is learned, and it names every word of the vocabulary."""

from __future__ import annotations

import re
from pathlib import Path

from lgm_core import LanguageGraph

ROOT = Path(__file__).parents[2]
GUIDE = (ROOT / "docs" / "guides" / "rdf.md").read_text(encoding="utf-8")


def block(language: str, number: int = 0) -> str:
    return re.findall(rf"^```{language}\n(.*?)^```$", GUIDE, re.DOTALL | re.MULTILINE)[number]


def test_the_paper_in_turtle_is_learned(tmp_path: Path) -> None:
    (tmp_path / "paper.ttl").write_text(block("turtle"), encoding="utf-8")
    with LanguageGraph(tmp_path / "graph.lgm") as graph:
        report = graph.build(tmp_path / "paper.ttl", workers=1)
        assert (report.learned, report.sentences) == (1, 2)
        (record,) = graph.documents()
        assert (record.id, record.title) == ("paper.ttl", "Combs")
        assert record.metadata == {"authors": ["A. Reed"], "keywords": ["comb", "wax"]}


def test_the_guide_names_every_word_that_is_written() -> None:
    words: set[str] = set()
    for source in (ROOT / "lgm_core" / "rdf" / "write").glob("*.py"):
        words.update(re.findall(r"\{LGM\}([A-Za-z]+)", source.read_text(encoding="utf-8")))
    assert len(words) > 40
    assert {word for word in words if not re.search(rf"lgm:{word}\b", GUIDE)} == set()
