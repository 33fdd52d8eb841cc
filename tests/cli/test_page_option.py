"""`--page` writes the page beside what is printed."""

from pathlib import Path

import pytest

from tests.support.command_line import lgm


@pytest.mark.parametrize("command", ["ask", "retrieve"])
def test_a_page_is_written_beside_what_is_printed(command: str, graph: Path, tmp_path: Path) -> None:
    told = lgm(command, "What are apples?", "--graph", graph, "--page", tmp_path / "page.html")
    assert (told.returncode, "Apples are a type of fruit." in told.stdout) == (0, True)
    assert "What are apples?" in (tmp_path / "page.html").read_text(encoding="utf-8")


def test_a_page_of_what_has_none_is_refused(graph: Path, tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    told = lgm("retrieve", "What are apples?", "--graph", graph, "--mode", "sentences", "--page", page)
    assert (told.returncode, page.exists()) == (1, False)
    assert "leave it out, or use --mode passages" in told.stderr


@pytest.mark.parametrize("command", [["ask"], ["ask", "--json"], ["retrieve"]])
def test_what_was_found_is_printed_though_its_page_cannot_be_written(
    command: list[str], graph: Path, tmp_path: Path
) -> None:
    told = lgm(*command, "What are apples?", "--graph", graph, "--page", tmp_path / "none" / "page.html")
    assert (told.returncode, "Apples are a type of fruit." in told.stdout) == (1, True)
    assert "the page cannot be written" in told.stderr
