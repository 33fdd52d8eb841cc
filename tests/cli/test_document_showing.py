"""`lgm show --document`: the page of a document as a file."""

from pathlib import Path

from tests.support.command_line import lgm


def test_a_document_is_shown(graph: Path, tmp_path: Path) -> None:
    page = tmp_path / "apples.html"
    told = lgm("show", "--document", "apples", "--graph", graph, "--output", page)
    assert (told.returncode, told.stdout.strip()) == (0, str(page))
    assert "Fruit facts" in page.read_text(encoding="utf-8")


def test_what_cannot_be_shown_is_told(graph: Path, tmp_path: Path) -> None:
    output = ("--graph", graph, "--output", tmp_path / "page.html")
    assert "no document has the id 'pears'" in lgm("show", "--document", "pears", *output).stderr
    assert "at=9 is outside" in lgm("show", "--document", "apples", "--at", "9", *output).stderr
    assert "leave out the concept" in lgm("show", "pears", "--document", "apples", *output).stderr
    assert "and --no-facts" in lgm("show", "--no-facts", "--document", "apples", *output).stderr
    assert "give --document too" in lgm("show", "--at", "1", *output).stderr
    assert list(tmp_path.iterdir()) == []
