"""What `docs/guides/rdf.md` shows runs, prints what it says, and names every word of the vocabulary."""

from __future__ import annotations

import io
import re
from contextlib import redirect_stdout
from pathlib import Path

import pytest

from lgm_core import LanguageGraph

ROOT = Path(__file__).parents[2]
GUIDE = (ROOT / "docs" / "guides" / "rdf.md").read_text(encoding="utf-8")


def block(language: str, number: int = 0) -> str:
    return re.findall(rf"^```{language}\n(.*?)^```$", GUIDE, re.DOTALL | re.MULTILINE)[number]


def test_the_question_in_sparql_finds_what_the_guide_prints(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    out = io.StringIO()
    with redirect_stdout(out):
        exec(compile(block("python"), "docs/guides/rdf.md", "exec"), {})
    assert out.getvalue().startswith(GUIDE.partition("prints\n\n```\n")[2].partition("```")[0])


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
