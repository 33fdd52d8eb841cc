"""`lgm show`, run as a user runs it."""

from __future__ import annotations

from pathlib import Path

from tests.support.command_line import lgm


def test_a_graph_is_written_as_a_page(graph: Path, tmp_path: Path) -> None:
    told = lgm("show", "apples", "--graph", graph, "--output", tmp_path / "it.html")
    assert told.returncode == 0
    assert told.stdout.strip() == str(tmp_path / "it.html")
    assert "<title>Graph: apples</title>" in (tmp_path / "it.html").read_text(encoding="utf-8")


def test_what_cannot_be_shown_is_told(graph: Path, tmp_path: Path) -> None:
    told = lgm("show", "zeppelin", "--graph", graph, "--output", tmp_path / "it.html")
    assert told.returncode == 1
    assert "names no concept of the graph" in told.stderr
    assert not (tmp_path / "it.html").exists()


def test_a_schema_is_written_as_a_page(graph: Path, tmp_path: Path) -> None:
    schema, page = tmp_path / "schema.toml", tmp_path / "it.html"
    schema.write_text('domain = "fruit"\n[[class]]\nname = "Fruit"\n')
    output = ("--graph", graph, "--output", page)
    assert "no schema" in lgm("show", "--schema", *output).stderr
    lgm("schema", "load", schema, "--graph", graph)
    assert lgm("show", "--schema", *output).returncode == 0
    assert "<title>Schema: fruit</title>" in page.read_text(encoding="utf-8")
    assert "leave out the concept" in lgm("show", "apples", "--schema", *output).stderr
